"""Fitting a workload to a target: without the operations that the target lacks, without the parts of a topology that it
does not claim to support, and in agreement with its assumptions.

A workload that is fitted to an assumption is another workload with its own ground truth: messages are left out or come
at another time, and the oracle judges the result. Loss and delay are always allowed, so a message that is left out
counts as lost, and one that is moved counts as late.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from ackproof.target import DISTINCT_ACKS, IN_ORDER, INIT_FIRST, NO_DUPLICATES, NO_STRAYS, Description
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.dimensions import DIMENSIONS, WHOLE
from ackproof.workloads.rotating_map import MapWorkload
from ackproof.workloads.topologies.workload import TopologyWorkload
from ackproof.workloads.worked_examples import WorkedExample
from ackproof.workloads.workload import Sized, Workload

FEWEST_ROTATIONS = 2
"""The fewest rotations for which a record lives, under any profile."""

MOST_ROTATIONS = 3
"""The most rotations for which a record lives after the last message of its root, under any profile."""

LONGEST_WAIT = 64
"""The greatest number of bolts' messages that wait behind one another. Beyond it the first is lost; otherwise one
message whose init does not come would delay all trees.
"""

MESSAGES = ("init", "ack", "fail")
"""The messages sent on behalf of a tree. A reset-timeout may come at any time, but not before the init if `INIT_FIRST`
is assumed.
"""

MessageKey = tuple[object, ...]


def fitted(workload: Workload, description: Description) -> Workload:
    """Return a workload that is fitted to a target."""
    if isinstance(workload, MapWorkload) and workload.config.buckets is not None and not _configurable(description):
        workload = workload.with_the_buckets_of_its_profile()
    limits = description.limits.get(workload.component)
    within = kept_within(workload, limits) if limits else workload
    restricted = within.restricted_to(description.operations)
    if isinstance(restricted, AckerWorkload) and not description.has_operation("restart"):
        restricted = restricted.undisturbed
    if isinstance(restricted, AckerWorkload) and "acker-tasks" not in description.capabilities:
        restricted = restricted.for_one_acker_task
    if isinstance(restricted, TopologyWorkload):
        return restricted.without_unclaimed(description.capabilities)
    if description.assumptions and isinstance(restricted, AckerWorkload):
        return kept_to(restricted, description.assumptions)
    return restricted


def _configurable(description: Description) -> bool:
    return "configurable" in description.capabilities


def limits_below_default(description: Description) -> dict[str, dict[str, int]]:
    """Return the limits of a target that a default certificate would exceed, by component and dimension."""
    below = {
        component: {name: limit for name, limit in own.items() if limit < DIMENSIONS[component][name].end(WHOLE)}
        for component, own in description.limits.items()
        if component in description.components
    }
    return {component: own for component, own in below.items() if own}


def kept_within(workload: Workload, limits: Mapping[str, int]) -> Workload:
    """Return a workload that exceeds no limit: a large one in a smaller size, any other cut off at its end.

    The rest may be too little to judge a rule by, and then the verdict says so.
    """
    while any(workload.reached.get(name, 0) > limit for name, limit in limits.items()):
        if isinstance(workload, Sized) and workload.size > workload.least:
            workload = workload.regrown(max(workload.least, _size_within(workload, limits)))
            continue
        count = workload.length
        shorter = workload.without(count // 2, count) if count else None
        if shorter is None:
            break
        workload = shorter
    return workload


def _size_within(workload: Sized, limits: Mapping[str, int]) -> int:
    """Return a smaller size in which a workload would exceed no limit, if all its dimensions shrink in proportion."""
    share = min(
        limit / workload.reached[name] for name, limit in limits.items() if workload.reached.get(name, 0) > limit
    )
    return min(workload.size - 1, int(workload.size * share))


def kept_to(workload: AckerWorkload, assumptions: Collection[str]) -> AckerWorkload:
    """Return a workload for ackers that agrees with the assumptions. A worked example that disagrees becomes empty."""
    steps: Sequence[Step] = workload.steps
    if NO_STRAYS in assumptions:
        steps = [step for step in steps if step.op not in MESSAGES or step.sent is not None]
    if NO_DUPLICATES in assumptions:
        steps = list(_once_each(steps))
    if DISTINCT_ACKS in assumptions:
        steps = list(_each_value_once(steps, workload))
    if IN_ORDER in assumptions:
        steps = _in_order(steps)
    if INIT_FIRST in assumptions:
        steps = _FittedDelivery(workload=workload, in_order=IN_ORDER in assumptions).of(steps)
    if tuple(steps) == workload.steps:
        return workload
    if isinstance(workload, WorkedExample):
        return evolve(workload, steps=(), expected=())
    return evolve(workload, steps=tuple(steps))


def _once_each(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield each message only once, and only the first init of each root.

    Stray messages without a value are all kept, because nothing shows whether two of them are the same message.
    """
    seen: set[MessageKey] = set()
    for step in steps:
        if step.op == "init":
            if ("init", step.root) not in seen:
                seen.add(("init", step.root))
                yield step
            continue
        key: MessageKey = (step.sent,) if step.sent is not None else (step.op, step.root, step.edges)
        if step.op in ("ack", "fail") and (step.sent is not None or step.edges):
            if key in seen:
                continue
            seen.add(key)
        yield step


def _each_value_once(steps: Sequence[Step], workload: AckerWorkload) -> Iterator[Step]:
    """Yield every message, except acks that repeat the value of an earlier ack of the same root, whatever their tuples
    are.
    """
    seen: set[tuple[int, int]] = set()
    for step in steps:
        if step.op == "ack":
            key = (step.root, workload.value_of(step.edges))
            if key in seen:
                continue
            seen.add(key)
        yield step


def _in_order(steps: Sequence[Step]) -> list[Step]:
    """Return the messages of each sender in the order in which they were sent, at the places that its messages have.

    Each spout task is a sender. It is not known which tuples went to the same bolt task, so all bolts are treated as
    one sender: then the order is right for every bolt task. A repeated message keeps its place, but comes after its
    first occurrence.
    """
    places: defaultdict[MessageKey, list[int]] = defaultdict(list)
    seen: set[int] = set()
    for place, step in enumerate(steps):
        if step.sent is not None and step.sent not in seen:
            seen.add(step.sent)
            places["spout" if step.op == "init" else "bolts", step.task if step.op == "init" else None].append(place)
    ordered = list(steps)
    for own in places.values():
        for place, source in zip(own, sorted(own, key=lambda each: steps[each].sent or 0), strict=True):
            ordered[place] = steps[source]
    firsts = {place for own in places.values() for place in own}
    return list(_repeats_after(ordered, firsts))


def _repeats_after(steps: Sequence[Step], firsts: Collection[int]) -> Iterator[Step]:
    """Yield the steps, with repeats that come too early moved to right after the first occurrence of their message.
    `firsts` are the places of the first occurrences.
    """
    come: set[int] = set()
    early: defaultdict[int, list[Step]] = defaultdict(list)
    for place, step in enumerate(steps):
        if step.sent is None or place in firsts or step.sent in come:
            yield step
        else:
            early[step.sent].append(step)
        if place in firsts and step.sent is not None:
            come.add(step.sent)
            yield from early.pop(step.sent, [])


@frozen(kw_only=True)
class _AckerRecord:
    """The record of a root in an acker."""

    ack_val: int = 0
    has_init: bool = False
    failed: bool = False


@define(kw_only=True)
class _AckerRecords:
    """The records that a correct acker may have. Correct ackers differ. A repeated init counts again, or only `once`. A
    record expires as early as any profile allows, or as `late`.
    """

    once: bool
    late: bool
    clock: int = 0
    known: dict[int, _AckerRecord] = field(factory=dict)
    since: dict[int, int] = field(factory=dict)
    """The value of the clock from which the rotations of a record are counted."""

    def record(self, root: int) -> _AckerRecord | None:
        """Return the record of a root, or None."""
        if root in self.known and self.clock - self.since[root] >= (MOST_ROTATIONS if self.late else FEWEST_ROTATIONS):
            del self.known[root]
        return self.known.get(root)

    def take(self, step: Step, value: int) -> None:
        """Take in a message or a tick. A tick of one acker task ages the records, unless they are `late`."""
        if step.op == "tick":
            self.clock += step.acker is None or not self.late
        if step.op in ("tick", "restart"):
            return
        record = self.record(step.root)
        if record is None or self.late:
            self.since[step.root] = self.clock
        record = record or _AckerRecord()
        counts = not (step.op == "init" and record.has_init and self.once)
        record = self.known[step.root] = _AckerRecord(
            ack_val=record.ack_val ^ (value if counts else 0),
            has_init=record.has_init or step.op == "init",
            failed=record.failed or step.op == "fail",
        )
        if record.has_init and (record.failed or not record.ack_val):
            del self.known[step.root]


@define(kw_only=True)
class _FittedDelivery:
    """The delivery of a workload's messages to an acker whose possible records are tracked. A message that comes before
    the init of its record waits for that init. An init is lost if it is uncertain whether it joins a record or begins
    one.

    With `in_order`, messages that bolts sent after a waiting message wait behind it.
    """

    workload: AckerWorkload
    in_order: bool
    delivered: list[Step] = field(init=False, factory=list)
    _waiting: defaultdict[int, list[Step]] = field(init=False, factory=lambda: defaultdict(list))
    _lost: set[int] = field(init=False, factory=set)
    _behind: deque[Step] = field(init=False, factory=deque)
    _inits_to_come: Counter[int] = field(init=False, factory=Counter)
    _possible: tuple[tuple[_AckerRecords, _AckerRecords], ...] = field(init=False)
    """Pairs of records that expire early and late: one pair in which a repeated init counts again, one in which it does
    not.
    """

    def __attrs_post_init__(self) -> None:
        self._possible = tuple(
            (_AckerRecords(once=once, late=False), _AckerRecords(once=once, late=True)) for once in (False, True)
        )

    def of(self, steps: Sequence[Step]) -> list[Step]:
        """Return the steps as they are delivered."""
        self._inits_to_come.update(step.root for step in steps if step.op == "init")
        for step in steps:
            if step.op == "init":
                self._inits_to_come[step.root] -= 1
                is_certain = all(early.record(step.root) == late.record(step.root) for early, late in self._possible)
                if is_certain and step.sent not in self._lost:
                    self._deliver(step)
                elif self.in_order and step.sent is not None:
                    self._lost.add(step.sent)  # it would be out of order if it came later
                for waiting in self._waiting.pop(step.root, []):
                    self._arrives(waiting)
                self._let_go()
            elif step.op in ("tick", "restart"):
                self._deliver(step)
            else:
                self._arrives(step)
        return self.delivered

    def _arrives(self, step: Step) -> None:
        if self.in_order and step.sent is not None and (self._behind or self._has_to_wait(step)):
            self._behind.append(step)
            if len(self._behind) > LONGEST_WAIT:
                self._behind.popleft()
                self._let_go()
        elif self._has_to_wait(step):
            self._waiting[step.root].append(step)
        else:
            self._deliver(step)

    def _let_go(self) -> None:
        while self._behind and not self._has_to_wait(self._behind[0]):
            self._deliver(self._behind.popleft())

    def _has_to_wait(self, step: Step) -> bool:
        records = [each.record(step.root) for both in self._possible for each in both]
        has_init = all(record is not None and record.has_init for record in records)
        return not has_init and self._inits_to_come[step.root] > 0

    def _deliver(self, step: Step) -> None:
        self.delivered.append(step)
        value = self.workload.value_of(step.edges)
        for both in self._possible:
            for each in both:
                each.take(step, value)
