"""Record lives: the ground truth that rules about ackers are stated over.

A *life* of a root begins with the message that creates its record and ends with a terminal notification or with
expiry. Within a life the *open set* is the symmetric difference of the edges in all messages delivered: what the ack
val would be if xor kept its terms apart.

Who says when a life ends? A notification is the target's word: what a target finished is finished for it, right or
wrong, and the rules judge the word. Expiry is the oracle's: nobody announces it, so it is counted here, in ticks
since the record was last refreshed.

Nothing here comes from the reference, nor asks it anything: profiles are told again, in two small tables, and so is
routing.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from attrs import evolve, field, frozen

from ackproof.components.acker import TERMINAL_KINDS, AckerResult, Notification
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.trees import EdgeSet

LIFETIME = {"storm1": 2, "storm2": 3}
"""Rotations since the last refresh that end a life."""

REFRESHING = {
    "storm1": frozenset({"init", "ack", "fail", "reset-timeout"}),
    "storm2": frozenset({"fail", "reset-timeout"}),
}
"""Messages that refresh a record that is there."""

EVERY_MESSAGE = REFRESHING["storm1"]

SUPPOSE: dict[str, Callable[[frozenset[str]], frozenset[str]]] = {
    "acks do not refresh": lambda refreshing: refreshing - frozenset({"ack", "init"}),
    "fails do not refresh": lambda refreshing: refreshing - {"fail"},
    "resets do not refresh": lambda refreshing: refreshing - {"reset-timeout"},
    "every message refreshes": lambda _: EVERY_MESSAGE,
    "every tick reaches every acker task": lambda refreshing: refreshing,
    "only common ticks reach": lambda refreshing: refreshing,
}
"""Other ideas of what refreshes and what ages. Where one would end a life at another rotation, expiry is really put
to the test."""


@frozen
class Life:
    """The truth about one record after some messages.

    `age` counts rotations since the last refresh; `ages_if` does so by other ideas of what refreshes, and stays at
    the lifetime once it got there. `history` has the indices of the messages. `failed_early` says that a fail came
    before any init. `spoiled` says that the target has answered a message of this life wrongly: what it does with the
    rest of it is no evidence for anything else.
    """

    root: int
    begun_by: str
    lifetime: int
    open_set: EdgeSet = frozenset()
    ack_val: int = 0
    inits: int = 0
    failed: bool = False
    task: int | None = None
    age: int = 0
    ages_if: dict[str, int] = field(factory=lambda: dict.fromkeys(SUPPOSE, 0), repr=False)
    history: tuple[int, ...] = ()
    failed_early: bool = False
    spoiled: bool = False

    @property
    def done(self) -> bool:
        """Whether the ack val is zero. With independent ids that says that nothing is open."""
        return self.ack_val == 0

    def dead_if(self, supposition: str) -> bool:
        """Whether the record would be gone by now, by another idea of what refreshes."""
        return self.ages_if[supposition] >= self.lifetime

    @property
    def false_zero(self) -> bool:
        """Whether the ack val is zero though edges are open: their ids happen to be dependent."""
        return self.done and bool(self.open_set)

    def joined_with(self, later: "Life") -> "Life":
        """Return the life as it would be had this one not ended before the later one of the same root began."""
        return evolve(
            later,
            ack_val=self.ack_val ^ later.ack_val,
            inits=self.inits + later.inits,
            failed=self.failed or later.failed,
        )

    @property
    def contested(self) -> bool:
        """Whether fail and ack both have a claim at this step. Which of them prevails is for `ACK-08` alone to
        judge.
        """
        return bool(self.inits) and self.failed and self.done

    @property
    def due(self) -> str | None:
        """The notification that this record calls for now, by the specification: fail dominates."""
        if not self.inits:
            return None
        if self.failed:
            return "fail"
        return "ack" if self.done else None


@frozen
class Ending:
    """How a life ended, by "ack", "fail" or "expired", and the life as it was then."""

    cause: str
    life: Life


@frozen
class Moment:
    """One message, the life it fell into as it was before and after, and what the target said.

    `previous` is how the root's life before this one ended, if there was one; `open_lives` counts the lives
    afterwards, of all roots.
    """

    index: int
    step: Step
    before: Life | None
    after: Life
    said: tuple[Notification, ...]
    previous: Ending | None
    open_lives: int

    @property
    def expected(self) -> tuple[Notification, ...]:
        """What the specification calls for at this moment."""
        kind = self.after.due
        if kind is None and self.step.op == "reset-timeout" and self.after.inits:
            kind = "reset-timeout"
        if kind is None or self.after.task is None:
            return ()
        return (Notification(kind, self.step.root, self.after.task),)

    @property
    def said_kinds(self) -> tuple[str, ...]:
        """The kinds of what was said about the message's own root."""
        return tuple(word.kind for word in self.said if word.root == self.step.root)


@frozen
class TickMoment:
    """A tick, what the target said, and the lives that it ended, as they were."""

    index: int
    step: Step
    said: tuple[Notification, ...]
    expired: tuple[Life, ...]
    open_lives: int


@frozen(slots=False)
class Chronicle:
    """A workload, a target's results, and the lives that come of both."""

    workload: AckerWorkload
    results: Sequence[AckerResult]

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Every message, in order."""
        return tuple(event for event in self.events if isinstance(event, Moment))

    @cached_property
    def fair(self) -> tuple[Moment, ...]:
        """The messages of lives that are not spoiled: those whose answers say something."""
        return tuple(moment for moment in self.moments if not moment.after.spoiled)

    @cached_property
    def ticks(self) -> tuple[TickMoment, ...]:
        """Every tick, in order."""
        return tuple(event for event in self.events if isinstance(event, TickMoment))

    @cached_property
    def events(self) -> tuple[Moment | TickMoment, ...]:
        """Every message and every tick, in order."""
        return tuple(_events(self.workload, self.results))


def _events(workload: AckerWorkload, results: Sequence[AckerResult]) -> Iterator[Moment | TickMoment]:
    lifetime = LIFETIME[workload.config.profile]
    lives: dict[int, Life] = {}
    ended: dict[int, Ending] = {}
    for index, (step, result) in enumerate(zip(workload.steps, results, strict=True)):
        said = tuple(result.notifications)
        if step.op == "tick":
            lives = {root: _older(life, step, workload.config.tasks) for root, life in lives.items()}
            expired = tuple(life for life in lives.values() if life.age >= lifetime)
            for life in expired:
                del lives[life.root]
                ended[life.root] = Ending("expired", life)
            yield TickMoment(index, step, said, expired, len(lives))
            continue
        before, previous = lives.get(step.root), ended.get(step.root)
        after = _after(before or Life(step.root, step.op, lifetime), step, workload, index)
        moment = Moment(index, step, before, after, said, previous, 0)
        lives[step.root] = evolve(after, spoiled=after.spoiled or moment.said != moment.expected)
        for word in said:
            if word.kind in TERMINAL_KINDS and word.root in lives:
                ended[word.root] = Ending(word.kind, lives.pop(word.root))
        yield evolve(moment, open_lives=len(lives))


def _after(life: Life, step: Step, workload: AckerWorkload, index: int) -> Life:
    refreshing = REFRESHING[workload.config.profile]
    carries_edges = step.op in ("init", "ack")
    return evolve(
        life,
        open_set=life.open_set ^ step.edges if carries_edges else life.open_set,
        ack_val=life.ack_val ^ workload.value_of(step.edges) if carries_edges else life.ack_val,
        inits=life.inits + (step.op == "init"),
        failed=life.failed or step.op == "fail",
        failed_early=life.failed_early or (step.op == "fail" and not life.inits),
        task=step.task if step.op == "init" else life.task,
        age=0 if step.op in refreshing else life.age,
        ages_if={
            idea: 0 if step.op in refreshes(refreshing) and age < life.lifetime else age
            for (idea, age), refreshes in zip(life.ages_if.items(), SUPPOSE.values(), strict=True)
        },
        history=(*life.history, index),
    )


def _older(life: Life, tick: Step, acker_tasks: int) -> Life:
    reached = tick.acker is None or tick.acker == acker_of(life.root, acker_tasks)
    reached_if = {"every tick reaches every acker task": True, "only common ticks reach": tick.acker is None}
    return evolve(
        life,
        age=life.age + reached,
        ages_if={idea: min(age + reached_if.get(idea, reached), life.lifetime) for idea, age in life.ages_if.items()},
    )


def acker_of(root: int, acker_tasks: int) -> int:
    """Return the acker task of a root: the hash of a one-element Java list of a Long, reduced by floorMod.

    Told as the two Java methods tell it, on bytes, so that it shares nothing with the reference's arithmetic.
    """
    low, high = (int.from_bytes(part, "big") for part in _halves(root))
    of_list = int.from_bytes(((31 + (low ^ high)) % (1 << 32)).to_bytes(4, "big"), "big", signed=True)
    return of_list - acker_tasks * (of_list // acker_tasks)


def _halves(root: int) -> tuple[bytes, bytes]:
    octets = root.to_bytes(8, "big", signed=True)
    return octets[4:], octets[:4]
