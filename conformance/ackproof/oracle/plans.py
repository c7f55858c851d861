"""The plan of a topology, and the lapses from it. The next duties of each bolt, channel and source follow from the
wiring, the operations, and the happenings so far: which inputs a bolt holds, which messages are under way, which are
offered. Nothing here runs a topology. Each operation is compared with the plan. Anything missing or surplus is a
*lapse* in one part of the plan. This module has channels, pauses, ticks and bolts; `sources` has the source and its
spout tasks, `deaths` the effects of a death.

The specification leaves open which task of a bolt takes a value (but always the same one for the same value), in which
order the source offers, and in which order channels are emptied; so does the plan. The outcome of a tree is not checked
here: see `histories`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from attrs import define, field

from ackproof.components import happenings
from ackproof.components.happenings import (
    Activated,
    Arrival,
    BoltTuple,
    CalledAck,
    CalledFail,
    CallRefused,
    Doubled,
    Emission,
    Happening,
    InputAcked,
    InputFailed,
    Lived,
    Lost,
    MessageBack,
    MessageDone,
    Opened,
    Sending,
    SpoutTuple,
    TaskDied,
    UntrackedEmission,
)
from ackproof.components.topology import (
    Activate,
    Deactivate,
    Deliver,
    Die,
    Double,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Stop,
    TaskTick,
    TopologyOperation,
    TopologyResult,
)
from ackproof.oracle import duties
from ackproof.oracle.deaths import DeathDuties
from ackproof.oracle.duties import BoltCall, Duty, component_of
from ackproof.oracle.lapses import Findings, Judged, Occasion, Part
from ackproof.oracle.lifecycles import Lifecycles
from ackproof.oracle.places import Places
from ackproof.oracle.sources import SourceDuties
from ackproof.oracle.under_way import Parcel, UnderWay
from ackproof.target import Config
from ackproof.text.messages import Message, message_words
from ackproof.text.truncate import truncated_names
from ackproof.text.wording import count


@define
class _Held:
    """An input that a batch bolt task holds, and the index of the operation since which it does."""

    name: str
    since: int


def judge(config: Config, steps: Sequence[TopologyOperation], results: Sequence[TopologyResult]) -> Judged:
    """Compare a run with the plan of its topology."""
    run = _Run(config=config)
    for index, (step, result) in enumerate(zip(steps, results, strict=True)):
        run.step(index, step, result)
    return run.findings.judged


@define(kw_only=True)
class _Run:
    """The state of a run: the held inputs, the messages under way, and the source's offers."""

    config: Config
    findings: Findings = field(factory=Findings)
    places: Places = field(init=False)
    source: SourceDuties = field(init=False)
    deaths: DeathDuties = field(init=False)
    lifecycles: Lifecycles = field(init=False)
    outboxes: bool = field(init=False)
    under_way: UnderWay = field(factory=UnderWay)
    sent: dict[str, Message] = field(factory=dict)
    doubled: set[str] = field(factory=set)
    held: dict[str, list[_Held]] = field(factory=lambda: defaultdict(list))
    resumed: dict[str, int] = field(factory=dict)
    paused_itself: set[str] = field(factory=set)
    overdue: dict[tuple[str, str], int] = field(factory=dict)
    # State of the operation that is examined:
    arrival: tuple[str, str] | None = None
    arrived_at: int | None = None
    calls: dict[str, list[BoltCall]] = field(factory=dict)
    refused: list[CallRefused] = field(factory=list)
    flowed: dict[tuple[str, str], Counter[str]] = field(factory=lambda: defaultdict(Counter))

    def __attrs_post_init__(self) -> None:
        self.outboxes = self.config.wiring.outboxes
        self.places = Places(self.config.wiring, self.findings)
        self.lifecycles = Lifecycles(config=self.config, findings=self.findings)
        self.source = SourceDuties(
            config=self.config, findings=self.findings, places=self.places, lifecycles=self.lifecycles
        )
        self.deaths = DeathDuties(profile=self.config.profile, findings=self.findings, source=self.source)

    def mates(self, task: str) -> tuple[str, ...]:
        """Return the tasks of a task's executor."""
        return self.lifecycles.mates(task)

    def held_back(self, pair: tuple[str, str]) -> bool:
        """Whether a sent message waits with its sender because the sender is paused."""
        return self.outboxes and pair[0] in self.findings.paused

    def resumed_since(self, task: str, index: int) -> bool:
        """Whether a task was resumed in an operation or after it."""
        return task in self.resumed and self.resumed[task] >= index

    def blamed(self, part: Part, task: str, since: int) -> Part:
        """Return the part of the lapse if something is missing that a task had, or was to get, since an operation."""
        if self.deaths.since(since):
            return Part.DEATH
        if task in self.findings.paused or self.resumed_since(task, since):
            return Part.PAUSE
        return part

    def words(self, *names: str) -> str:
        """Return messages in words; those that nobody sent by their names."""
        return ", ".join(
            truncated_names([message_words(self.sent[name]) if name in self.sent else name for name in names])
        )

    # Operations.

    def step(self, index: int, operation: TopologyOperation, result: TopologyResult) -> None:
        """Examine one operation."""
        self.findings.index, self.findings.operation = index, operation
        self.findings.happenings = result.happenings
        self.arrival, self.calls, self.refused = None, {}, []
        self.flowed.clear()
        self.source.begin()
        self._before(result)
        for self.findings.now, happening in enumerate(result.happenings):
            self._take(happening)
        self._close()
        self.findings.now = None
        self._after()
        self.lifecycles.end()
        self.source.end()
        self.deaths.records, self.deaths.emissions = result.records, result.waiting

    def _before(self, result: TopologyResult) -> None:  # noqa: C901, PLR0912 - one line for each operation
        arrived = [each for each in result.happenings if isinstance(each, Arrival)]
        match self.findings.operation:
            case Deliver(sender, receiver, place):
                self._expect_arrival((sender, receiver), place, arrived)
            case Flow() | Settle():
                pass
            case _:
                for each in arrived:
                    self._out_of_place(each)
        match self.findings.operation:
            case Lose(sender, receiver, lost):
                self._expect_lost((sender, receiver), lost, result)
            case Double(sender, receiver):
                self._expect_doubled((sender, receiver), result)
            case NextTuple() as asked:
                self.source.expect_emission(asked, result)
            case Pause(task):
                self._keeps_all(task, result)
                self.lifecycles.pauses(task)
                self.paused_itself.add(task)
                for mate in self.mates(task):
                    self.findings.paused.setdefault(mate, self.findings.index)
                    if self.held[mate]:
                        self.findings.met(Occasion.HELD_IN_PAUSE)
            case Resume(task):
                self._keeps_all(task, result)
                self.paused_itself.difference_update(self.mates(task))
                for mate in self.mates(task):
                    if self.findings.paused.pop(mate, None) is not None:
                        self.resumed[mate] = self.findings.index
            case TaskTick(task):
                self._ticked(task, result)
            case Die(task):
                self._dies(task, result)
            case Deactivate(task) | Activate(task) | Stop(task):
                self._ordered(task, result)

    def _ordered(self, task: str, result: TopologyResult) -> None:
        if task in self.findings.paused:
            if task in self.lifecycles.opened:
                self.findings.met(Occasion.ORDERED_IN_PAUSE)
            self._keeps_all(task, result, Part.LIFECYCLE)
            self.lifecycles.misses(task)
            return
        self.lifecycles.ordered(task, result, waited=self.deaths.emissions)
        if isinstance(self.findings.operation, Stop):
            self._dies(task, result)

    def _out_of_place(self, arrival: Arrival, instead: Parcel | None = None) -> None:
        """Record that a message arrived that the operation did not deliver, maybe `instead` of the one that it does."""
        arrived = f"{self.words(arrival.name)} arrived at {arrival.task}"
        overdue = self.overdue.pop((arrival.task, arrival.name), None)
        if arrival.task in self.findings.paused:
            self.findings.lapse(Part.PAUSE, f"{arrived}, which is paused", arrival)
        elif overdue is not None:
            self.findings.lapse(Part.ARRIVES, f"{arrived}, where it should have been since step {overdue + 1}", arrival)
        elif instead is not None:
            self.findings.lapse(Part.ARRIVES, f"{arrived} in place of {self.words(instead.name)}", arrival)
        else:
            self.findings.lapse(Part.ARRIVES, f"{arrived}, and nothing had delivered it", arrival)

    # Channels.

    def _expect_arrival(self, pair: tuple[str, str], place: int, arrived: list[Arrival]) -> None:
        waits = pair[1] in self.findings.paused or self.held_back(pair)
        if waits and self.under_way.at(pair, place) is not None:
            if self.held_back(pair):
                self.findings.met(Occasion.HELD_BACK)
            elif pair[1] not in self.paused_itself:
                self.findings.met(Occasion.PAUSED_TOGETHER)
        due = None if waits else self.under_way.at(pair, place)
        if due is None or [(each.task, each.name) for each in arrived] != [(pair[1], due.name)]:
            instead = None if due is None or any(each.name == due.name for each in arrived) else due
            for each in arrived:
                if due is None and self.held_back(pair):
                    self.findings.lapse(
                        Part.OUTBOX,
                        f"{self.words(each.name)} arrived at {each.task}, and {pair[0]}, which sent it, is paused",
                        each,
                    )
                elif due is None or each.name != due.name:
                    self._out_of_place(each, instead)
            if instead is not None:
                self._missing(pair, instead)
            return
        if place and self.under_way.at(pair, 0) is not due:
            self.findings.met(Occasion.OUT_OF_TURN)
        self._arrives(pair, due)
        self.under_way.taken(pair, place)

    def _missing(self, pair: tuple[str, str], due: Parcel) -> None:
        part = self.blamed(Part.ARRIVES, pair[1], due.since)
        if part is Part.ARRIVES and self.findings.paused:
            part = Part.PAUSE  # of another task, so it is no reason
        if part is Part.ARRIVES and pair[1] in self.lifecycles.inactive:
            part = Part.INACTIVE
        if self.outboxes and self.resumed_since(pair[0], due.since):
            part = Part.OUTBOX
        self.findings.lapse(part, self._not_arrived(pair, due))
        self.under_way.gone(pair[1], due.name)
        self.overdue[pair[1], due.name] = self.findings.index

    def _not_arrived(self, pair: tuple[str, str], due: Parcel) -> str:
        """Return that a message of a channel did not arrive; or if copies of it did, how many messages did."""
        arrived = self.flowed[pair]
        if due.name not in arrived:
            return f"{self.words(due.name)} was under way from {pair[0]} to {pair[1]}, and did not arrive"
        number = arrived.total()
        total = number + len(self.under_way.all_of(pair))
        return f"of {total} messages under way from {pair[0]} to {pair[1]}, {number} arrived"

    def _arrives(self, pair: tuple[str, str], due: Parcel) -> None:
        receiver = pair[1]
        self.findings.met(Occasion.ONCE_MORE if due.name in self.doubled else Occasion.IN_TURN)
        if self.resumed_since(receiver, due.since):
            self.findings.met(Occasion.WAITED_IN_PAUSE)
        if self.outboxes and self.resumed_since(pair[0], due.since):
            self.findings.met(Occasion.SENT_AFTER_PAUSE)
        if self.deaths.since(due.since, receiver):
            self.findings.met(Occasion.WAITED_FOR_SUCCESSOR)

    def _flowed(self, arrival: Arrival) -> None:
        """Check that an arrival among many respects the order of its channel."""
        found = self.under_way.oldest(arrival.task, arrival.name)
        kind = self.findings.operation.kind if isinstance(self.findings.operation, Flow) else None
        if arrival.task in self.findings.paused or (arrival.task, arrival.name) in self.overdue:
            self._out_of_place(arrival)
        elif found is None:
            self.findings.lapse(
                Part.ARRIVES, f"{self.words(arrival.name)} arrived at {arrival.task}, and was not under way any more"
            )
        elif not found[1]:
            self.findings.lapse(
                Part.ARRIVES,
                f"{self.words(arrival.name)} arrived at {arrival.task} before those that were sent before it",
            )
        else:
            pair = next(pair for pair, parcel in self.under_way.left(kind) if parcel is found[0])
            if self.held_back(pair):
                self.findings.lapse(
                    Part.OUTBOX,
                    f"{self.words(arrival.name)} arrived at {arrival.task}, and {pair[0]}, which sent it, is paused",
                )
            self._arrives(pair, found[0])
            self.flowed[pair][arrival.name] += 1
        self.under_way.gone(arrival.task, arrival.name)

    def _expect_lost(self, pair: tuple[str, str], place: int | None, result: TopologyResult) -> None:
        one = None if place is None else self.under_way.at(pair, place)
        due = self.under_way.all_of(pair) if place is None else [one] if one is not None else []
        lost = [each.name for each in result.happenings if isinstance(each, Lost)]
        if sorted(lost) != sorted(parcel.name for parcel in due):
            actual, should = self.words(*lost) or "nothing", self.words(*(parcel.name for parcel in due)) or "nothing"
            self.findings.lapse(Part.ARRIVES, f"lost from {pair[0]} to {pair[1]}: {actual}; under way there: {should}")
        if place is None:
            self.under_way.channels.pop(pair, None)
        elif one is not None:
            self.under_way.taken(pair, place)

    def _expect_doubled(self, pair: tuple[str, str], result: TopologyResult) -> None:
        due = [parcel.name for parcel in self.under_way.all_of(pair)]
        doubled = [each.name for each in result.happenings if isinstance(each, Doubled)]
        if sorted(doubled) != sorted(due):
            actual, should = self.words(*doubled) or "nothing", self.words(*due) or "nothing"
            self.findings.lapse(
                Part.ARRIVES, f"doubled from {pair[0]} to {pair[1]}: {actual}; under way there: {should}"
            )
        self.under_way.doubled(pair, self.findings.index)
        self.doubled.update(due)

    # Time, pauses and deaths.

    def _keeps_all(self, task: str, result: TopologyResult, part: Part = Part.PAUSE) -> None:
        """Check that nothing else changes in an operation on a paused task, or one that pauses or resumes a task."""
        opened = {each.task for each in result.happenings if isinstance(each, Opened)} - self.findings.paused.keys()
        changed = [
            each for each in result.happenings if not (isinstance(each, Opened | Activated) and each.task in opened)
        ]
        if changed:
            what = changed[0]
            self.findings.lapse(part, f"{self.findings.operation.op} of {task} caused {what.what} on {what.task}", what)
        for kept, before, now in (
            ("record", self.deaths.records, result.records),
            ("emission", self.deaths.emissions, result.waiting),
        ):
            if before is not None and now is not None and before != now:
                self.findings.lapse(part, f"{self.findings.operation.op} of {task} left {now} of {count(before, kept)}")

    def _ticked(self, task: str, result: TopologyResult) -> None:
        mates = self.mates(task)
        if task in self.findings.paused:
            self.findings.met(Occasion.TICKED_IN_PAUSE)
            self._keeps_all(task, result)
            return
        for each in result.happenings:
            if isinstance(each, BoltCall | happenings.Callback) and each.task not in mates:
                self.findings.lapse(Part.TIME, f"at a tick of {task}, {each.task} did something ({each.what})", each)
        if any(inputs and holder not in mates for holder, inputs in self.held.items()):
            self.findings.met(Occasion.TICK_BESIDE_HOLDING)
        if any(trees and spout not in mates for spout, trees in self.source.waiting.items()):
            self.findings.met(Occasion.TICK_BESIDE_WAITING)
        if self._has_something(mate for mate in mates if mate != task):
            self.findings.met(Occasion.TICKED_TOGETHER)
        self.deaths.ticked(task)

    def _has_something(self, tasks: Iterable[str]) -> bool:
        """Whether any of the tasks wait for emissions, or hold inputs."""
        return any(self.held[task] or self.source.waiting[task] for task in tasks)

    def _dies(self, task: str, result: TopologyResult) -> None:
        mates = self.mates(task)
        if any(self.held[mate] for mate in mates):
            self.findings.met(Occasion.DIED_HOLDING)
        if any(inputs and holder not in mates for holder, inputs in self.held.items()):
            self.findings.met(Occasion.HELD_BESIDE_DEATH)
        if self._has_something(mate for mate in mates if mate != task):
            self.findings.met(Occasion.DIED_TOGETHER)
        if self.outboxes:
            self._dies_with_outbox(mates, result)
        self.deaths.dies(mates, result)
        for mate in mates:
            self.held.pop(mate, None)

    def _dies_with_outbox(self, tasks: Sequence[str], result: TopologyResult) -> None:
        """Check that the death of tasks loses the messages that wait with them. Messages wait with a task only while it
        is paused.
        """
        pairs = [pair for pair in self.under_way.channels if pair[0] in tasks and self.held_back(pair)]
        due = Counter(parcel.name for pair in pairs for parcel in self.under_way.all_of(pair))
        lost = Counter(each.name for each in result.happenings if isinstance(each, Lost))
        if lost != due:
            actual, should = (self.words(*sorted(each.elements())) or "nothing" for each in (lost, due))
            whom = "it" if len(tasks) == 1 else "them"
            self.findings.lapse(
                Part.OUTBOX, f"lost with {' and '.join(tasks)}: {actual}; what waited with {whom} in a pause: {should}"
            )
        elif due:
            self.findings.met(Occasion.LOST_WITH_SENDER)
        for pair in pairs:
            self.under_way.channels.pop(pair)

    # Happenings.

    def _take(self, happening: Happening) -> None:  # noqa: C901 - one line for each kind
        match happening:
            case Emission() | UntrackedEmission():
                self.source.emits(happening)
            case SpoutTuple():
                self.source.sends(happening)
            case BoltTuple() | InputAcked() | InputFailed():
                self.calls.setdefault(happening.task, []).append(happening)
            case CallRefused(task, call, receipts):
                self.refused.append(happening)
                if self.deaths.of_the_dead(receipts):
                    self.findings.lapse(Part.DEATH, f"{task} tried {call} of an input of before its death")
            case Arrival():
                self._close()
                self._arrived(happening)
            case CalledAck() | CalledFail():
                self.source.called(happening)
            case MessageBack(task, message):
                self.source.back(task, message)
            case MessageDone(task, message):
                self.source.done(task, message)
            case TaskDied(task):
                self.lifecycles.died(task)
            case Lived():
                self.lifecycles.lived(happening)
        if isinstance(happening, Sending):
            self.sent[happening.name] = happening
            self.under_way.sent((happening.task, happening.to), happening.name, self.findings.index)
            self.deaths.sent(happening)

    def _arrived(self, arrival: Arrival) -> None:
        if isinstance(self.findings.operation, Flow | Settle):
            self._flowed(arrival)
        if arrival.receipt is not None:
            self.arrival, self.arrived_at = (arrival.task, arrival.receipt), self.findings.now
        self.deaths.arrived(arrival)

    # Bolt tasks.

    def _close(self) -> None:
        """Check the calls of bolt tasks since the last arrival against their duties."""
        arrival, calls, now = self.arrival, self.calls, self.findings.now
        self.arrival, self.calls, self.findings.now = None, {}, None
        refused, self.refused = self.refused, []
        if arrival is not None:
            task, receipt = arrival
            if component_of(task) in self.places.shapes:
                self.findings.now = self.arrived_at
                self._took(task, receipt, calls.pop(task, []), [each for each in refused if each.task == task])
                self.findings.now = None
        ticked = self.findings.operation.task if isinstance(self.findings.operation, TaskTick) else None
        if ticked is not None and component_of(ticked) in self.places.shapes and ticked not in self.findings.paused:
            for mate in self.mates(ticked):
                self._finished(mate, calls.pop(mate, []), None if mate == ticked else Part.TIME)
        for task, called in calls.items():
            shape = self.places.shapes.get(component_of(task))
            if (
                isinstance(self.findings.operation, Settle)
                and shape is not None
                and shape.kind == "batch"
                and task not in self.findings.paused
            ):
                self._finished(task, called)
            elif ticked is None:
                part = Part.EMITS if isinstance(called[0], BoltTuple) else Part.ENDS
                part = Part.DEATH if self._of_the_dead(called) else part
                what = f"{task} did something ({called[0].what}) and had taken no input"
                self.findings.lapse(part, what, called[0])
        self.findings.now = now

    def _took(self, task: str, receipt: str, called: list[BoltCall], refused: list[CallRefused]) -> None:
        shape = self.places.shapes[component_of(task)]
        conduct = self.findings.operation.conduct if isinstance(self.findings.operation, Deliver) else "normal"
        held = self.held[task]
        names = [each.name for each in held]
        due = duties.duty(shape, names, receipt, conduct)
        if shape.kind == "batch" and due.holds and called and isinstance(self.findings.operation, Settle):
            due = duties.flush(shape, due.holds)  # a batch may be finished at any time during a settle
        since = min((each.since for each in held), default=self.findings.index)
        self._hold(task, due, called, since, refused=refused)
        if conduct == "give-up":
            self.findings.met(Occasion.INPUT_GIVEN_UP)
        elif due.ends:
            self.findings.met(Occasion.BATCH_FINISHED if shape.kind == "batch" else Occasion.INPUT_PROCESSED)
        known = {each.name: each.since for each in held}
        self.held[task] = [_Held(name, known.get(name, self.findings.index)) for name in due.holds]

    def _finished(self, task: str, called: list[BoltCall], instead: Part | None = None) -> None:
        """Check the calls at a tick against the duty of a batch bolt task to finish its batch. A lapse is in the part
        `instead` if the tick is another task's.
        """
        shape, held = self.places.shapes[component_of(task)], self.held[task]
        if shape.kind != "batch":
            for call in called[:1]:
                what = f"{task} did something ({call.what}) at a tick, and is no batch bolt"
                self.findings.lapse(Part.ENDS, what, call)
            return
        since = min((each.since for each in held), default=self.findings.index)
        why = "a batch bolt lets go of what it holds at a tick" if isinstance(self.findings.operation, TaskTick) else ""
        why += " of its executor" if why and instead else ""
        due = duties.flush(shape, [each.name for each in held], why)
        self._hold(task, due, called, since, instead=instead)
        if held:
            self.findings.met(Occasion.BATCH_FINISHED)
        self.held[task] = []

    def _hold(  # noqa: PLR0913 - some of them by name
        self,
        task: str,
        due: Duty,
        called: list[BoltCall],
        since: int,
        *,
        refused: Sequence[CallRefused] = (),
        instead: Part | None = None,
    ) -> None:
        if self._of_the_dead(called):
            what = f"{task} did something ({called[0].what}) with an input of before its death"
            self.findings.lapse(Part.DEATH, what, called[0])
            return
        parts = {duties.EMITS: Part.EMITS, duties.ANCHORS: Part.ANCHORS, duties.ENDS: Part.ENDS}
        after = self.places.after[component_of(task)]
        low, high = (range(1, most + 1) for most in duties.emitted(due, refused))
        tuples = [call for call in called if isinstance(call, BoltTuple)]
        misplaced = self.places.faults(component_of(task), tuples, emits=(low, high), of=duties.inputs(due))
        wrong: list[tuple[Part, str, BoltCall | None]] = [
            (Part.EMITS if plain else Part.GROUPING, what, None) for plain, what in misplaced
        ]
        wrong += [
            (parts[fault.part], fault.what, fault.call) for fault in duties.faults(task, due, after, called, refused)
        ]
        for part, what, call in wrong:
            blamed = self.blamed(part, task, since) if since < self.findings.index else part
            blamed = instead or blamed
            self.findings.lapse(blamed, f"{task} {what}", call)
        for sent in tuples:
            if sent.value is None:
                self.findings.lapse(Part.EMITS, f"{task} sent {sent.name} without a value", sent)
            self.places.hold(sent, Part.EMITS)
            self.findings.met(Occasion.ANCHORED_TO_SEVERAL if len(sent.anchors) > 1 else Occasion.ANCHORED_TO_ONE)
        if due.emits[0] and self.places.after[component_of(task)]:
            batch = self.places.shapes[component_of(task)].kind == "batch"
            if batch or due.emits[0] > 1:
                self.findings.met(Occasion.BATCH_EMITTED if batch else Occasion.SEVERAL_EMITTED)

    def _of_the_dead(self, called: Sequence[BoltCall]) -> bool:
        """Whether calls are about inputs that a task had received before its death."""
        about = (call.anchors if isinstance(call, BoltTuple) else (call.receipt,) for call in called)
        return any(map(self.deaths.of_the_dead, about))

    # After the happenings.

    def _after(self) -> None:
        self.source.wait()
        operation = self.findings.operation
        if isinstance(operation, Flow | Settle):
            kind = operation.kind if isinstance(operation, Flow) else None
            for pair, parcel in list(self.under_way.left(kind)):
                if pair[1] not in self.findings.paused and not self.held_back(pair):
                    self._missing(pair, parcel)
        if isinstance(operation, Settle):
            for task, held in list(self.held.items()):
                if held and task not in self.findings.paused:
                    self._finished(task, [])
            self.source.settled()
