"""Why an answer was due at an operation of a large history, as a clause for the violation: when something was made or
refreshed, how long it lives, and what came of it. If that is not certain, the clause is empty. The history up to the
operation is read once more for it.
"""

from attrs import define, field

from ackproof.components.rotating_map import Put, Remove, Rotate
from ackproof.components.spout import Callback, Notify, SpoutEmit, SpoutTick
from ackproof.oracle.lives import LIFETIME, REFRESHING, acker_of
from ackproof.text.sanitize import shown
from ackproof.text.wording import ago, count
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.rotating_map import MapWorkload
from ackproof.workloads.spout import SpoutWorkload

SPOUT_TICKS = 2
"""The tick after an emission, or after it was refreshed, that fails it."""


# Ackers.


@define(kw_only=True)
class _Record:
    """The record of a root: the tick at which it was last refreshed, or else made; and what came in its life."""

    last: int
    refreshed: bool = False
    task: int | None = None
    failed: bool = False
    edges: set[int] = field(factory=set)
    open_edges: set[int] = field(factory=set)

    def since(self, now: int) -> str:
        """Return when it was last refreshed."""
        return f"was {'last refreshed' if self.refreshed else 'made'} {ago(now - self.last, 'tick')}"


@define(kw_only=True)
class _Root:
    """What came of one root up to an operation. `earlier` says what became of the record before the present one,
    `expired` whether it did, and `older` when the present one was refreshed, if a tick came between.
    """

    lifetime: int
    refreshing: frozenset[str]
    now: int = 0
    record: _Record | None = None
    earlier: str = ""
    expired: bool = False
    older: str = ""
    last: Step | None = None

    def take(self, step: Step) -> None:
        """Record a message of the root. The record stays until the next one, even if this one ends it."""
        record = self.record
        if record is not None and self.answer:
            self.earlier, self.expired, record = f"it had said {self.answer} of this root before", False, None
        elif record is not None and self.now - record.last >= self.lifetime:
            self.earlier = f"its former record {record.since(self.now)}, and lived for {count(self.lifetime, 'tick')}"
            self.expired, record = True, None
        self.older = ""
        if record is None:
            record = _Record(last=self.now)
        else:
            if self.now > record.last:
                self.older = f"; its record {record.since(self.now)}, and lives for {count(self.lifetime, 'tick')}"
            if step.op in self.refreshing:
                record.last, record.refreshed = self.now, True
        record.task = step.task if step.op == "init" else record.task
        record.failed |= step.op == "fail"
        record.edges |= step.edges
        record.open_edges ^= step.edges
        self.record, self.last = record, step

    @property
    def answer(self) -> str:
        """The notification that ends the record, or an empty string."""
        record = self.record
        if record is None or record.task is None or (record.open_edges and not record.failed):
            return ""
        return "fail" if record.failed else "ack"

    def why(self) -> str:
        """Return why the last message is answered as it should be."""
        record = self.record
        if record is None or self.last is None:
            return ""
        if self.answer == "fail":
            return f"its init and a fail of it have come{self.older}"
        if self.answer == "ack":
            return f"its init has come and {_all_acked(len(record.edges))}{self.older}"
        if record.task is None:
            return f"{self.earlier}; no init came since" if self.earlier else "no init of it has come"
        if self.last.op == "reset-timeout":
            return f"its init has come, and it is open{self.older}"
        former = f"{self.earlier}; " if self.expired else ""
        return f"{former}{_open(len(record.open_edges), len(record.edges))}"


def _open(left: int, edges: int) -> str:
    if edges == 1:
        return "its edge is open"
    return f"{left:,} of its {edges:,} edges {'is' if left == 1 else 'are'} open"


def _all_acked(edges: int) -> str:
    if edges > 1:
        return f"all its {edges:,} edges are acked"
    return "its edge is acked" if edges else "it has no edge"


def why_notified(workload: AckerWorkload, index: int) -> str:
    """Return why an acker has to say of a root what it has to say at an operation, or nothing."""
    asked, profile = workload.steps[index], workload.config.profile
    if asked.op in ("tick", "restart"):
        return ""
    acker = acker_of(asked.root, workload.config.tasks)
    root = _Root(lifetime=LIFETIME[profile], refreshing=frozenset(REFRESHING[profile]))
    for step in workload.steps[: index + 1]:
        if step.op == "tick":
            root.now += step.acker in (None, acker)
        elif step.op != "restart" and step.root == asked.root:
            root.take(step)
    return root.why()


# Spouts.


@define
class _Emission:
    """An emission, its ticks since it was made or last refreshed, and how it was called back."""

    message: tuple[int, str]
    ticks: int = 0
    refreshed: bool = False
    called: str = ""

    def since(self) -> str:
        """Return when it was made or refreshed, or that it is over."""
        if self.called:
            return f"was called back with {self.called} before"
        how = "got more time" if self.refreshed else "was emitted"
        return f"{how} {ago(self.ticks, 'tick')}, and waits for {count(SPOUT_TICKS, 'tick')}"


def why_called(workload: SpoutWorkload, index: int, wrong: Callback | None) -> str:
    """Return why a callback is due, or not due, at an operation."""
    asked, last = workload.steps[index], _emissions(workload, index)
    if wrong is None:
        return ""
    if isinstance(asked, Notify):
        return f"root {asked.root} {last[asked.root].since() if asked.root in last else 'was never emitted'}"
    if not isinstance(asked, SpoutTick):
        return ""
    about = [each for each in last.values() if each.message == (wrong.task, wrong.message)]
    about = [each for each in about if not each.called] or about
    if len(about) != 1:
        return ""
    [emission] = about
    emission.ticks += not emission.called
    return f"{shown(wrong.message)} on task {wrong.task} {emission.since()}"


def _emissions(workload: SpoutWorkload, index: int) -> dict[int, _Emission]:
    """Return the last emission of each root before an operation."""
    last: dict[int, _Emission] = {}
    waiting: dict[int, _Emission] = {}
    for step in workload.steps[:index]:
        match step:
            case SpoutEmit(task, root, message, _) if message is not None:
                last[root] = waiting[root] = _Emission((task, message))
            case Notify("reset-timeout", root, _) if root in waiting:
                waiting[root].ticks, waiting[root].refreshed = 0, True
            case Notify(kind, root, _) if root in waiting:
                waiting.pop(root).called = kind
            case SpoutTick():
                for root, emission in list(waiting.items()):
                    emission.ticks += 1
                    if emission.ticks == SPOUT_TICKS:
                        waiting.pop(root).called = "fail"
    return last


# RotatingMaps.


def why_there(workload: MapWorkload, index: int, key: str) -> str:
    """Return why a key is in a map at an operation, or why not."""
    rotations, put, removed = 0, None, False
    for step in workload.steps[: index + isinstance(workload.steps[index], Rotate)]:
        match step:
            case Rotate():
                rotations += 1
            case Put(each, _) if each == key:
                put, removed = rotations, False
            case Remove(each) if each == key:
                removed = True
    if put is None:
        return "was never put"
    if removed:
        return "was removed after it was last put"
    return f"was last put {ago(rotations - put, 'rotation')}, and the map has {count(workload.buckets, 'bucket')}"
