"""A Storm that runs as a target: it runs topologies, and what they did is read as steps of a topology."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ackproof.components import ACKER, TOPOLOGY
from ackproof.errors import Refused, TargetBroke
from ackproof.target import GROUPED, REAL_TIME, Component, Config, Description
from ackproof.targets.watched import Smaller, Watched
from attrs import define, evolve, field, frozen

from ackproof_adapters.running import local_cluster, views
from ackproof_adapters.running.acker_lives import lives
from ackproof_adapters.running.cluster import runs
from ackproof_adapters.running.cluster.daemons import SUPERVISORS
from ackproof_adapters.running.journal import Journal
from ackproof_adapters.running.local_cluster import CUT, Ran
from ackproof_adapters.running.orders import BOUND, TIMEOUT, WORKERS, TopologyOrder, clustered, order
from ackproof_adapters.running.shrinking import Lessening, words
from ackproof_adapters.storm.jars import Jar
from ackproof_adapters.storm.process import ClusterParts

PIECEMEAL = frozenset({"SYS-01", "SYS-02", "SYS-03", "SYS-04", "SYS-06", "SYS-09"})
"""The rules on when something had happened: see `views`."""

WHOLE = frozenset(
    {
        *("SYS-08", "SYS-10", "SYS-11", "SYS-12", "SYS-13", "SYS-14", "SYS-18"),
        *("SYS-19", "SYS-20", "SYS-21", "SYS-22", "SYS-25", "SYS-26", "SYS-29", "SYS-30"),
    }
)
"""The rules on what belongs together. The rest is about ticks that nobody sees, or about faults that are not done here.
"""

OF_DEATHS = frozenset({"SYS-24"})
"""The rules on what a death takes: they see whole executions too, where processes are killed."""

WHOEVER = frozenset({"SYS-01", "SYS-04"})
"""The rules that ask by whom nothing was done."""

REPLAYED = "ACK-27"
"""The rule that puts what each acker task was sent through the reference."""

HELD = PIECEMEAL | WHOLE | {REPLAYED}
"""All rules that the runs in a LocalCluster are held to."""

HELD_IN_PROCESSES = HELD | OF_DEATHS
"""All rules that the runs in a cluster of processes are held to."""

LATE_WORD = (
    "nobody sees a word arrive at a spout task that makes nothing of it, as Storm calls no hook there; and an acker "
    "says the end of a tree twice only where messages are doubled"
)
"""Why SYS-07 is not judged: that a word was ignored is not to be told from its loss."""

SHRINKING = 300.0
SHRINKING_IN_PROCESSES = 900.0
"""A run takes longer there, and is alone."""

OPERATIONS = frozenset({"init", "ack", "fail", "tick", "next-tuple", "deliver", "flow", "task-tick", "settle"})
"""What happens in a LocalCluster, in the words of the suite. Nothing dies there, and nothing is lost or doubled."""


@frozen
class RunOfStorm:
    """A topology that ran, how that ended, and its journal."""

    order: TopologyOrder
    end: str
    journal: Journal

    why: str = ""

    @property
    def unfinished(self) -> str:
        """Why it does not tell all, if it was cut off."""
        return f"topology {self.order.name} was cut off: {self.why}" if self.end == CUT else ""

    @property
    def is_doubled(self) -> bool:
        """Whether two processes had a task of it at the same time."""
        return self.end != CUT and bool(self.why)


@define
class RunningStorm(ABC):
    """A release that runs by itself; `planted` is planted in each topology, for tests.

    Each topology is run once in the life of this target, whatever comes of it: what broke is not started again for the
    next rule.
    """

    description: Description
    planted: tuple[str, ...] = field(default=(), kw_only=True)
    shrinking: float = field(default=SHRINKING, kw_only=True)
    """Seconds after which no more runs are begun to make violations smaller, of all rules and runs."""

    tried_together: ClassVar[int]
    """Smaller runs that are tried before it is asked what they broke."""
    runs: dict[int, dict[int, RunOfStorm]] = field(init=False, factory=dict)
    """Those that there were, by seed and number."""
    _broke: dict[int, str] = field(init=False, factory=dict)
    _less: dict[tuple[int, int], Lessening[RunOfStorm]] = field(init=False, factory=dict)
    """What was run to make the topology of that seed and number smaller."""

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
        """Claim the topology and what its ackers say, in real time."""
        jars = [{"file": Path(jar.path).name, "sha256": jar.sha256} for jar in self.jars_in_use()]
        return evolve(self.description, evidence={**self.description.evidence, "jars": jars})

    def open(self, component: str, config: Config) -> Component:  # noqa: ARG002 - as the protocol has it
        """Refuse: nothing can be told to it step by step."""
        raise Refused(f"{self.description.name} runs by itself, and takes no operations")

    def close(self) -> None:  # noqa: B027 - nothing is held, whatever runs
        """Nothing is held."""

    def watch(self, rule: str, seed: int, numbers: range) -> Sequence[Watched]:
        """Return the runs of those numbers. They are run when the first rule asks, and then shown to all."""
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
        """Return what is left of a run, when all is taken away without which a smaller one broke the rule too."""
        of = self.runs[seed][number].order
        less = self._less.get((seed, number))
        if less is None:
            spent = sum(each.spent for each in self._less.values())
            less = Lessening(
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
    """A release in a LocalCluster. `command` starts its JVM, whose class path has these `jars`."""

    tried_together: ClassVar[int] = 2 * local_cluster.AT_ONCE
    command: Callable[[], Sequence[str]]
    jars: Callable[[], Sequence[Jar]] = tuple

    def jars_in_use(self) -> Sequence[Jar]:
        """Return what is on its class path."""
        return self.jars()

    def order(self, seed: int, number: int) -> TopologyOrder:
        """Return the topology of that number."""
        return order(seed, number, self.description.profiles[0], self.planted)

    def run(self, seed: int, orders: Sequence[TopologyOrder]) -> list[Ran]:  # noqa: ARG002 - it is of no matter here
        """Run them in one JVM."""
        return local_cluster.run(self.command(), orders)


@define
class ClusterStorm(RunningStorm):
    """A release in a cluster of processes, some of which are killed. `parts` are what it is made of."""

    tried_together: ClassVar[int] = 2
    parts: Callable[[], ClusterParts]
    summaries: dict[str, str] = field(init=False, factory=dict)
    """What was done to each topology that was run, and how it ended. The description has it, and it comes to be known
    while the target runs.
    """

    def describe(self) -> Description:
        """Claim the same, with what was done to which run."""
        described = super().describe()
        return evolve(described, evidence={**described.evidence, "runs": self.summaries})

    def jars_in_use(self) -> Sequence[Jar]:
        """Return what is on the class path of its daemons and workers."""
        return self.parts().storm

    def order(self, seed: int, number: int) -> TopologyOrder:
        """Return the topology of that number, with what is done to it."""
        return clustered(seed, number, self.description.profiles[0], self.planted)

    def run(self, seed: int, orders: Sequence[TopologyOrder]) -> list[Ran]:
        """Run them in one cluster, one after another."""
        recorded = runs.run(self.parts(), orders)
        self.summaries.update(
            {f"seed {seed} {of.name}": each.summary() for of, each in zip(orders, recorded, strict=True)}
        )
        return [each.ran() for each in recorded]


def journal(of: TopologyOrder, lines: Sequence[Any]) -> Journal:
    """Return the journal of a topology, read."""
    basic = frozenset(shape.name for shape in of.config.wiring.bolts if shape.kind == "basic")
    return Journal(lines=lines, timeout=of.timeout, basic=basic)


def watched(rule: str, number: int, ran: RunOfStorm) -> Iterator[Watched]:
    """Yield the run of that number as a rule is to see it: as one topology, or as the lives of its acker tasks."""
    if rule == REPLAYED:
        for life in lives(ran.order.config.profile, ran.journal.ackers):
            yield Watched(number, life.workload, life.results)  # of one that was cut off, what there is can be replayed
        return
    if ran.is_doubled and rule not in WHOEVER:
        return  # what a task held, and when its time had come, is one for each of the two
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
