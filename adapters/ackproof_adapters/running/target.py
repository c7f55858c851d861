"""A Storm that runs by itself as a target: it runs topologies, and their journals are read as steps of a topology."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from ackproof.components import ACKER, TOPOLOGY
from ackproof.errors import Refused, TargetBroke
from ackproof.target import GROUPED, REAL_TIME, Component, Config, Description
from ackproof.targets.watched import Smaller, Watched
from attrs import define, evolve, field, frozen

from ackproof_adapters.running import local_cluster, views
from ackproof_adapters.running.acker_lives import lives
from ackproof_adapters.running.cluster import runs
from ackproof_adapters.running.cluster.daemons import SUPERVISORS
from ackproof_adapters.running.journal import Journal, Line
from ackproof_adapters.running.local_cluster import CUT, Ran
from ackproof_adapters.running.orders import BOUND, TIMEOUT, WORKERS, TopologyOrder, clustered, order
from ackproof_adapters.running.shrinking import TopologyShrinking, words
from ackproof_adapters.storm.jars import Jar
from ackproof_adapters.storm.process import ClusterParts

PIECEMEAL = frozenset({"SYS-01", "SYS-02", "SYS-03", "SYS-04", "SYS-06", "SYS-09"})
"""The rules on the order of happenings: see `views`."""

WHOLE = frozenset(
    {
        *("SYS-08", "SYS-10", "SYS-11", "SYS-12", "SYS-13", "SYS-14", "SYS-18"),
        *("SYS-19", "SYS-20", "SYS-21", "SYS-22", "SYS-25", "SYS-26", "SYS-29", "SYS-30"),
    }
)
"""The rules on happenings that belong together. The others are about ticks that a journal does not show, or about
faults that do not occur here.
"""

OF_DEATHS = frozenset({"SYS-24"})
"""The rules on the effects of a death. They also get whole executions when processes are killed."""

WHOEVER = frozenset({"SYS-01", "SYS-04"})
"""The rules that are about who did not act."""

REPLAYED = "ACK-27"
"""The rule that puts the messages of each acker task through the reference."""

HELD = PIECEMEAL | WHOLE | {REPLAYED}
"""All rules for runs in a LocalCluster."""

HELD_IN_PROCESSES = HELD | OF_DEATHS
"""All rules for runs in a cluster of processes."""

LATE_WORD = (
    "Storm calls no hook for a notification that a spout task ignores, so it cannot be observed; and an acker notifies "
    "twice of the end of a tree only if messages are doubled"
)
"""Why SYS-07 is not judged: an ignored notification cannot be distinguished from a lost one."""

SHRINKING = 300.0
SHRINKING_IN_PROCESSES = 900.0
"""Seconds. It is more for a cluster of processes: a run takes longer there, and no other runs at the same time."""

OPERATIONS = frozenset({"init", "ack", "fail", "tick", "next-tuple", "deliver", "flow", "task-tick", "settle"})
"""The operations in a LocalCluster, in the terms of the suite. Nothing dies there, and nothing is lost or doubled."""


@frozen
class RunOfStorm:
    """A topology that ran, how it ended, and its journal."""

    order: TopologyOrder
    end: str
    journal: Journal

    why: str = ""

    @property
    def unfinished(self) -> str:
        """Why its journal is incomplete, if it was cut off."""
        return f"topology {self.order.name} was cut off: {self.why}" if self.end == CUT else ""

    @property
    def is_doubled(self) -> bool:
        """Whether two processes had a task of it at the same time."""
        return self.end != CUT and bool(self.why)


@define
class RunningStorm(ABC):
    """A release that runs by itself. The fault `planted` is put into each topology, for tests.

    Each topology is run once in the life of this target, whatever its result: one that broke is not started again for
    the next rule.
    """

    description: Description
    planted: tuple[str, ...] = field(default=(), kw_only=True)
    shrinking: float = field(default=SHRINKING, kw_only=True)
    """Seconds after which no more runs are begun to shrink violations, for all rules and runs together."""

    tried_together: ClassVar[int]
    """Smaller runs that are tried before their violations are looked at."""
    runs: dict[int, dict[int, RunOfStorm]] = field(init=False, factory=dict)
    """The runs so far, by seed and number."""
    _broke: dict[int, str] = field(init=False, factory=dict)
    _less: dict[tuple[int, int], TopologyShrinking[RunOfStorm]] = field(init=False, factory=dict)
    """The smaller runs of the topology of that seed and number."""

    @abstractmethod
    def jars_in_use(self) -> Sequence[Jar]:
        """Return the jars of the release."""

    @abstractmethod
    def order(self, seed: int, number: int) -> TopologyOrder:
        """Return the topology of that number."""

    @abstractmethod
    def run(self, seed: int, orders: Sequence[TopologyOrder]) -> list[Ran]:
        """Run topologies. Raise `TargetBroke` if nothing can be run."""

    def describe(self) -> Description:
        """Claim the topology and the notifications of its ackers, in real time."""
        jars = [{"file": Path(jar.path).name, "sha256": jar.sha256} for jar in self.jars_in_use()]
        return evolve(self.description, evidence={**self.description.evidence, "jars": jars})

    def open(self, component: str, config: Config) -> Component:  # noqa: ARG002 - as the protocol has it
        """Refuse: it cannot be stepped."""
        raise Refused(f"{self.description.name} runs by itself, and takes no operations")

    def close(self) -> None:  # noqa: B027 - nothing is held, whatever runs
        """There is nothing to release."""

    def watch(self, rule: str, seed: int, numbers: range) -> Sequence[Watched]:
        """Return the runs of those numbers. They are made when the first rule asks, and used for all rules."""
        if seed in self._broke:
            raise TargetBroke(self._broke[seed])
        known = self.runs.setdefault(seed, {})
        lacking = [number for number in numbers if number not in known]
        try:
            ran = self._run(seed, [self.order(seed, number) for number in lacking])
        except TargetBroke as broke:
            self._broke[seed] = str(broke)
            raise
        known.update(zip(lacking, ran, strict=True))
        return [each for number in numbers for each in watched(rule, number, known[number])]

    def smaller(self, rule: str, seed: int, number: int, breaks: Callable[[Sequence[Watched]], bool]) -> Smaller:
        """Return the smallest run that still breaks the rule."""
        of = self.runs[seed][number].order
        less = self._less.get((seed, number))
        if less is None:
            spent = sum(each.spent for each in self._less.values())
            less = TopologyShrinking(
                run=lambda orders: self._run(seed, orders), seconds=self.shrinking - spent, together=self.tried_together
            )
            self._less[seed, number] = less

        def seen(ran: RunOfStorm) -> list[Watched]:
            return list(watched(rule, number, ran))

        found = less.smallest(of, lambda _, ran: breaks(seen(ran)))
        tried = f"{len(less.tried)} more runs of {less.spent:.0f} s"
        if not less.tried:
            return Smaller((), "it was not run again: the time for that was used up")
        if found is None:
            return Smaller((), f"nothing broke it again in {tried}, of the same and of parts of it")
        return Smaller(seen(found[1]), f"of {words(of)}, {words(found[0])} are left after {tried}")

    def _run(self, seed: int, orders: Sequence[TopologyOrder]) -> list[RunOfStorm]:
        ran = self.run(seed, orders) if orders else []
        return [
            RunOfStorm(of, each.end, journal(of, each.lines), each.why) for of, each in zip(orders, ran, strict=True)
        ]


@define
class LocalStorm(RunningStorm):
    """A release in a LocalCluster. `command` starts its JVM, with these `jars` in the class path."""

    tried_together: ClassVar[int] = 2 * local_cluster.AT_ONCE
    command: Callable[[], Sequence[str]]
    jars: Callable[[], Sequence[Jar]] = tuple

    def jars_in_use(self) -> Sequence[Jar]:
        """Return the files of its class path."""
        return self.jars()

    def order(self, seed: int, number: int) -> TopologyOrder:
        """Return the topology of that number."""
        return order(seed, number, self.description.profiles[0], self.planted)

    def run(self, seed: int, orders: Sequence[TopologyOrder]) -> list[Ran]:  # noqa: ARG002 - it is of no matter here
        """Run them in one JVM."""
        return local_cluster.run(self.command(), orders)


@define
class ClusterStorm(RunningStorm):
    """A release in a cluster of processes, some of which are killed. `parts` are the jars and classes that it runs."""

    tried_together: ClassVar[int] = 2
    parts: Callable[[], ClusterParts]
    summaries: dict[str, str] = field(init=False, factory=dict)
    """The faults of each topology that was run, and how it ended. They are part of the description, and become known
    while the target runs.
    """

    def describe(self) -> Description:
        """Claim the same, with the faults of each run."""
        described = super().describe()
        return evolve(described, evidence={**described.evidence, "runs": self.summaries})

    def jars_in_use(self) -> Sequence[Jar]:
        """Return the class path of its daemons and workers."""
        return self.parts().storm

    def order(self, seed: int, number: int) -> TopologyOrder:
        """Return the topology of that number, with its faults."""
        return clustered(seed, number, self.description.profiles[0], self.planted)

    def run(self, seed: int, orders: Sequence[TopologyOrder]) -> list[Ran]:
        """Run them in one cluster, one after another."""
        recorded = runs.run(self.parts(), orders)
        self.summaries.update(
            {f"seed {seed} {of.name}": each.summary() for of, each in zip(orders, recorded, strict=True)}
        )
        return [each.ran() for each in recorded]


def journal(of: TopologyOrder, lines: Sequence[Line]) -> Journal:
    """Return the parsed journal of a topology."""
    basic = frozenset(shape.name for shape in of.config.wiring.bolts if shape.kind == "basic")
    return Journal(lines=lines, timeout=of.timeout, basic=basic)


def watched(rule: str, number: int, ran: RunOfStorm) -> Iterator[Watched]:
    """Yield the run of that number as a rule sees it: as one topology, or as the lives of its acker tasks."""
    if rule == REPLAYED:
        for life in lives(ran.order.config.profile, ran.journal.ackers):
            # Of a run that was cut off, the part that is in the journal can be replayed.
            yield Watched(number, life.workload, life.results)
        return
    if ran.is_doubled and rule not in WHOEVER:
        return  # two processes that had one task at the same time would be mixed up here
    config, executions, is_over = ran.order.config, ran.journal.executions, ran.end != CUT
    if rule in PIECEMEAL:
        seen = views.piecemeal(config, executions, is_over=is_over)
    else:
        seen = views.whole(config, executions, is_over=is_over, cut_off=ran.journal.cut_off)
    yield Watched(number, seen.workload, seen.results, ran.unfinished)


def described(name: str, version: str, language: str, profile: str) -> Description:
    """Return the description of a release in a LocalCluster."""
    return Description(
        name=name,
        version=version,
        language=language,
        components=(ACKER.name, TOPOLOGY.name),
        profiles=(profile,),
        operations=OPERATIONS,
        capabilities=frozenset({GROUPED, REAL_TIME}),
        only_rules=HELD,
        unseen={"SYS-07": LATE_WORD, "SYS-24": "nothing dies in a LocalCluster"},
        evidence={
            "topologies": "drawn from the seed and their number, with what bolts give up and forget",
            "at once": local_cluster.AT_ONCE,
            "message timeout in seconds": TIMEOUT,
            "bound of a run in seconds": BOUND,
        },
    )


def described_in_processes(name: str, version: str, language: str, profile: str) -> Description:
    """Return the description of a release in a cluster of processes."""
    return evolve(
        described(name, version, language, profile),
        operations=OPERATIONS | {"die", "lose"},
        only_rules=HELD_IN_PROCESSES,
        evidence={
            "topologies": "drawn from the seed and their number, with what bolts give up and forget",
            "faults": "drawn from the seed and their number: what, to which task's process, and at which message",
            "supervisors": SUPERVISORS,
            "workers of a topology": WORKERS,
            "message timeout in seconds": TIMEOUT,
            "bound of a run after its last fault in seconds": BOUND,
        },
    )
