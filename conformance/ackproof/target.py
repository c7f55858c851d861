"""What a target is: the interface between the suite and an implementation under test.

A factory makes a target. The target describes itself and opens components. A component takes operations and returns one
result for each. That is the whole interface. A target for which every call is expensive, such as a cluster, may also
take many runs in one call: see `BatchTarget`.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Protocol, runtime_checkable

from attrs import evolve, field, frozen

from ackproof.components import Operation, Result
from ackproof.components.acker import Init, Tick
from ackproof.components.rotating_map import Put, Rotate
from ackproof.components.spout import SpoutTick
from ackproof.components.topology import Wiring
from ackproof.errors import Refused

PROFILES = ("storm1", "storm2")

DEFAULT_REPLY_TIMEOUT = 30.0
"""Seconds that a target in another process has for each reply."""

INIT_FIRST = "assumes-init-first"
NO_STRAYS = "assumes-no-strays"
NO_DUPLICATES = "assumes-no-duplicates"
IN_ORDER = "assumes-in-order-per-sender"
DISTINCT_ACKS = "assumes-distinct-acks"

ASSUMPTIONS = {
    INIT_FIRST: "in a record life that has an init, the init comes first",
    NO_STRAYS: "each init, ack and fail was sent by a spout or bolt of its tree",
    NO_DUPLICATES: "each message comes once, and no root has more than one init",
    IN_ORDER: "what one spout task sends, and what bolts send, comes in the order in which it was sent",
    DISTINCT_ACKS: "no two acks of a root have the same value",
}
"""What an acker may assume about its transport. Workloads then respect the assumption, and rules that nothing could
break any more are skipped. The certificate says so."""

ASSUMES = "assumes-"
GROUPED, MORE_TIME = "groupings", "more-time"
EXECUTORS, BURSTS, LIFECYCLE, OUTBOXES = "executors", "bursts", "lifecycle", "outboxes"
REAL_TIME = "real-time"
HOLDING = "holding"
WIRED = frozenset({GROUPED, EXECUTORS, BURSTS, LIFECYCLE, OUTBOXES})
"""Capabilities of a topology that come from its wiring alone, whatever its parts are."""


def assumption_words(assumptions: Sequence[str]) -> str:
    """Return assumptions as a phrase: without their common prefix, and with an `and`."""
    names = [name.removeprefix(ASSUMES) for name in assumptions]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def limit_words(limits: Mapping[str, Mapping[str, int]]) -> str:
    """Return limits as a phrase."""
    return ", ".join(
        f"at most {limit:,} {name} ({component})" for component, own in limits.items() for name, limit in own.items()
    )


CAPABILITIES = {
    "acker-tasks": "takes `tasks` in the configuration and `acker` on a tick, and routes by root id",
    "acks-input": "tells of each message whether the acker acked it",
    BURSTS: "takes `most` on a next-tuple in a topology, and 0 as the bound on pending in its wiring",
    "configurable": "takes `buckets` in the configuration of a rotating-map",
    "durable": "takes `restart`: it can lose its processes at any moment, and goes on from what it has made durable",
    EXECUTORS: "takes `executor_tasks` of bolts and of the spout in the wiring of a topology",
    "given-edges": "takes the edge ids that an emit brings",
    GROUPED: "takes `takes` and `streams` of bolts, and `streams` of the spout, in the wiring of a topology",
    HOLDING: "takes `holding` in the configuration of multilang: its bolts can hold inputs, and ack and fail them",
    LIFECYCLE: "takes `lifecycle` in the wiring of a topology, and `deactivate`, `activate` and `stop`",
    MORE_TIME: "takes the conduct `more-time` in a topology: its bolts can ask for more time",
    OUTBOXES: "takes `outboxes` in the wiring of a topology: what a task has sent waits while it is paused",
    "pending": "tells after each message how many records it keeps",
    REAL_TIME: "takes no operations: it runs by itself, by the clock, and what it did is judged",
    "sessions": "takes `session` at open and apply, and keeps what is open in one when another is opened",
    **{name: f"leaves to its transport: {promise}" for name, promise in ASSUMPTIONS.items()},
}
"""What a target may claim besides its operations. A rule that needs a capability is skipped if the target does not
claim it. Assumptions are claimed in the same way."""


OPERATION_NEEDS = {"restart": "durable", **dict.fromkeys(("deactivate", "activate", "stop"), LIFECYCLE)}
"""Operations that only a target with a capability has."""


@frozen(kw_only=True)
class Description:
    """A target's description of itself. `operations` None means all that its components have.

    `limits` are sizes beyond which the target promises nothing, by component and dimension, such as `{"acker":
    {"records at once": 10_000}}`: the names are in the specification's chapter on dimensions. Workloads respect them,
    and the certificate says so. `evidence` is further data for the certificate: files with their hashes, a commit.
    `only_rules` are the ids of the rules that can be judged on this target, if not all can. `unseen` says for some of
    the others, by id, why they cannot.
    """

    name: str
    version: str
    language: str
    components: tuple[str, ...]
    profiles: tuple[str, ...] = PROFILES
    operations: frozenset[str] | None = None
    capabilities: frozenset[str] = frozenset()
    limits: Mapping[str, Mapping[str, int]] = field(factory=dict)
    evidence: Mapping[str, object] = field(factory=dict)
    only_rules: frozenset[str] | None = None
    unseen: Mapping[str, str] = field(factory=dict)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the target leaves to its transport, by name."""
        return tuple(name for name in ASSUMPTIONS if name in self.capabilities)

    def has_operation(self, name: str) -> bool:
        """Whether the target takes the operation of that name."""
        claimed = OPERATION_NEEDS.get(name) in {None, *self.capabilities}
        return claimed and (self.operations is None or name in self.operations)


@frozen(kw_only=True)
class Config:
    """How a component is opened. Only values that differ from these defaults are sent to a target in another language.

    `tasks` counts acker tasks (acker). `buckets` overrides the profile's count (rotating-map). `spout_tasks` and
    `ackers` are the tasks of the executor and the number of acker tasks in the topology (spout, topology); each spout
    task of a topology has an executor of its own, if the wiring does not say otherwise. `wiring` is the rest of a
    topology, and `executors` the number of executors that draw ids (ids). With `holding` a bolt itself acks and fails
    its inputs, and the library does not (multilang).
    """

    profile: str = "storm2"
    tasks: int = 1
    buckets: int | None = None
    spout_tasks: tuple[int, ...] = ()
    ackers: int = 1
    wiring: Wiring = Wiring()
    executors: int = 1
    holding: bool = False


Answer = Sequence[Result] | Refused
"""The answer to a run: the result of each operation, or that the component was refused."""


class Component(Protocol):
    """An open component. Its state lasts from one `apply` to the next."""

    def apply(self, operations: Sequence[Operation], /) -> Sequence[Result]:
        """Apply the operations in order; return one result for each."""

    def close(self) -> None:
        """Close the component."""


class Target(Protocol):
    """An implementation under test. Opening a component discards the one that was open before."""

    def describe(self) -> Description:
        """Return the description."""

    def open(self, component: str, config: Config, /) -> Component:
        """Make a component in its initial state. Raise `Refused` if the configuration is not acceptable."""

    def close(self) -> None:
        """Free all resources."""


ASIDE = "aside"
"""The session in which other operations are done between two requests of a run."""
CROWD = 64
"""As many acker tasks have the sessions that are opened besides, in which nothing is asked."""
TICKS_AHEAD = 8
"""As many ticks follow the operations that are done in another session. A clock that two sessions share by mistake
would otherwise rarely be ahead of the run's.
"""
MOST_CUTS_OF_A_CROWD = 2
"""A history with more cuts is without them, because each session costs time."""


@frozen
class Run:
    """A component to open and the operations to apply to it.

    They go to the target in one request, or in several: `cuts` are the indices of the operations that begin a new one.
    With `beside`, a target that claims `sessions` also does them in another session, between two requests, under
    `other_profile` if it has one; with few cuts others are opened there, too, and stay open to the end.
    """

    component: str
    config: Config
    operations: tuple[Operation, ...] = field(repr=lambda operations: f"<{len(operations)} operations>")
    cuts: tuple[int, ...] = field(default=(), kw_only=True)
    beside: bool = field(default=False, kw_only=True)
    other_profile: str | None = field(default=None, kw_only=True)

    @property
    def config_beside(self) -> Config:
        """The configuration of the other session."""
        return self.config if self.other_profile is None else evolve(self.config, profile=self.other_profile)

    @property
    def requests(self) -> list[tuple[Operation, ...]]:
        """The operations of each request."""
        edges = [0, *self.cuts, len(self.operations)]
        return [self.operations[start:stop] for start, stop in pairwise(edges)]

    def crowd_after(self, request: int) -> Sequence[str]:
        """The names of the sessions to open after the request of that index, and to leave open."""
        if not self.beside or len(self.cuts) > MOST_CUTS_OF_A_CROWD or request:
            return ()
        return [f"{ASIDE} {number}" for number in range(1, 1 + CROWD // self.config.tasks)]

    def aside_after(self, request: int) -> tuple[Operation, ...]:
        """The operations for another session after the request of that index; none if there is no such session.

        It is opened after the first request and after the middle one. Its operations are the first half of those so
        far, with other spout tasks and other values. They have to differ: state that two sessions share by mistake
        would otherwise have the same value in both. If the run has ticks, more of them follow.
        """
        if not self.beside or request not in (0, len(self.cuts) // 2):
            return ()
        asked = (*self.cuts, len(self.operations))[request]
        others = map(_otherwise, self.operations[: (asked + 1) // 2])
        ticks = islice((each for each in self.operations if isinstance(each, Tick | Rotate | SpoutTick)), TICKS_AHEAD)
        return (*others, *islice(cycle(ticks), TICKS_AHEAD))


def _otherwise(operation: Operation) -> Operation:
    """Return an operation on the same root or key with another value, if it has one."""
    match operation:
        case Init(_, _, task):
            return evolve(operation, task=task ^ 1)
        case Put(_, value):
            return evolve(operation, value="" if value is None else None)
    return operation


@runtime_checkable
class BatchTarget(Protocol):
    """A target that also takes many independent runs in one call. It may do each as a whole, without its cuts."""

    def run_all(self, runs: Sequence[Run], /) -> Sequence[Sequence[Result] | Refused]:
        """Do each run in a component of its own; return the results in order, or why a component was refused."""


@runtime_checkable
class JobTarget(BatchTarget, Protocol):
    """A batch target for which a call costs more than the runs in it, such as a job on a cluster. It gets the runs of
    several rules in one call. `jobs` is a word for the calls, for people.
    """

    jobs: str


@runtime_checkable
class SessionTarget(Protocol):
    """A target that can have several components open at once; it claims `sessions` if it really can."""

    def open_beside(self, session: str, component: str, config: Config, /) -> Component:
        """Make a component in its initial state, and discard only what was open in the same session.

        Random values in sessions with different names must differ. A refusal may be raised at the first `apply`.
        """


@runtime_checkable
class PatientTarget(Protocol):
    """A target that waits for the replies of another process: `reply_timeout` seconds for each."""

    reply_timeout: float


TargetFactory = Callable[[], Target]

TargetKind = Callable[[str], "Offer"]
"""What a package offers under a name in the entry-point group `ackproof.kinds`: a function that gets the text of
`KIND:TEXT` and returns the offer. It raises `UsageError` with a message if there is no such target."""


@runtime_checkable
class HelpfulKind(Protocol):
    """A `TargetKind` that knows what people mean by names that are those of no target."""

    def instead(self, name: str) -> str | None:
        """Return the target of this kind that a name may mean, or None."""


def nothing_missing() -> str | None:
    """Return None: a target that can be run on any machine lacks nothing."""
    return None


@frozen
class Offer:
    """A target that a package offers under a name in the entry-point group `ackproof.targets`, and what is known about
    it before it is made.

    `missing` quickly returns what this machine lacks for it and how to get it, as "fact: remedy", or None. `deviations`
    is the file of the target's known deviations. `described` is the target's description without its evidence, for a
    target that starts slowly. `borrowed` are files of known deviations of similar targets.
    """

    make: TargetFactory
    missing: Callable[[], str | None] = nothing_missing
    deviations: Path | None = None
    described: Description | None = None
    borrowed: tuple[Path, ...] = field(default=(), kw_only=True)

    def __call__(self) -> Target:
        """Make the target."""
        return self.make()
