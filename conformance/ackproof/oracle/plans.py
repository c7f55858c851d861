"""What a topology has to do, by its plan: and where what happened is something else.

What each bolt, channel and source has to do next follows from the wiring, the operations, and what happened up to then:
which inputs a bolt holds, which messages are under way, which are offered. Nothing here runs a topology. Each operation
is held against that, and what is missing, or too much, is a *lapse* in one part of the plan.

The specification leaves open which task of a bolt takes a value (the same for the same), in which order the source
offers, and in which order channels are emptied; so does this. What a tree then comes to is not asked here: see
`histories`.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from attrs import define, field

from ackproof.components import happenings
from ackproof.components.happenings import (
    AckOrFail,
    AckWord,
    Arrival,
    BoltTuple,
    CalledAck,
    CalledFail,
    CallRefused,
    Doubled,
    Emission,
    FailWord,
    Happening,
    InitReport,
    InputAcked,
    InputFailed,
    Lost,
    MessageBack,
    MessageDone,
    Sending,
    SpoutTuple,
    TaskDied,
    UntrackedEmission,
)
from ackproof.components.topology import (
    BoltShape,
    Deliver,
    Die,
    Double,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    TaskTick,
    TopologyOperation,
    TopologyResult,
)
from ackproof.oracle import duties
from ackproof.oracle.duties import BoltCall, Duty, component_of
from ackproof.oracle.lapses import Judged, Lapse, Occasion, Part
from ackproof.oracle.under_way import Parcel, UnderWay
from ackproof.target import Config

SEVERAL_FAILURES = 3


@define
class _Held:
    """An input that a batch bolt task holds since an operation."""

    name: str
    since: int


@define
class _Emitting:
    """An emission, and the tuples that it sent up to now."""

    tree: str
    spout: str
    message: str
    tuples: list[SpoutTuple] = field(factory=list)


def judge(config: Config, steps: Sequence[TopologyOperation], results: Sequence[TopologyResult]) -> Judged:
    """Hold what happened in a run against the plan of its topology."""
    run = _Run(config=config)
    for index, (step, result) in enumerate(zip(steps, results, strict=True)):
        run.step(index, step, result)
    return run.judged


@define(kw_only=True)
class _Run:
    """A run so far: who holds what, what is under way, what the source offers."""

    config: Config
    judged: Judged = field(factory=Judged)
    under_way: UnderWay = field(factory=UnderWay)
    doubled: set[str] = field(factory=set)
    shapes: dict[str, BoltShape] = field(init=False)
    after: dict[str, list[str]] = field(init=False)
    places: dict[tuple[str, str], str] = field(factory=dict)
    held: dict[str, list[_Held]] = field(factory=lambda: defaultdict(list))
    of_the_dead: dict[str, str] = field(factory=dict)
    received: dict[str, list[str]] = field(factory=lambda: defaultdict(list))
    deaths: list[tuple[str, int]] = field(factory=list)
    paused: dict[str, int] = field(factory=dict)
    resumed: dict[str, int] = field(factory=dict)
    offered: set[str] = field(init=False)
    open: dict[str, tuple[str, str, bool]] = field(factory=dict)
    failed: Counter[str] = field(factory=Counter)
    values: dict[str, str | None] = field(factory=dict)
    waiting: dict[str, set[str]] = field(factory=lambda: defaultdict(set))
    unsure: dict[str, set[str]] = field(factory=lambda: defaultdict(set))
    at_bound: set[str] = field(factory=set)
    certain: dict[str, set[str]] = field(factory=lambda: defaultdict(set))
    possible: dict[str, set[str]] = field(factory=lambda: defaultdict(set))
    reports: dict[str, happenings.Report] = field(factory=dict)
    counts: tuple[int | None, int | None] = (0, 0)
    # Of the operation that is looked at:
    index: int = 0
    operation: TopologyOperation = field(factory=Settle)
    arrival: tuple[str, str] | None = None
    calls: dict[str, list[BoltCall]] = field(factory=dict)
    emitting: list[_Emitting] = field(factory=list)
    owed: dict[str, AckOrFail] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        wiring = self.config.wiring
        self.shapes = {shape.name: shape for shape in wiring.bolts}
        self.after = {
            component: [shape.name for shape in wiring.bolts if component in shape.after]
            for component in ("spout", *self.shapes)
        }
        self.offered = set(wiring.messages)

    # Lapses.

    def lapse(self, part: Part, what: str) -> None:
        self.judged.lapses.append(Lapse(part, what, self.index))

    def met(self, occasion: Occasion) -> None:
        self.judged.occasions[occasion] += 1

    def blamed(self, part: Part, task: str, since: int) -> Part:
        """Return whose lapse it is if what a task had, or was to get, since an operation is gone."""
        if any(index >= since for _, index in self.deaths):
            return Part.DEATH
        if task in self.paused or self.resumed.get(task, -1) >= since:
            return Part.PAUSE
        return part

    # One operation.

    def step(self, index: int, operation: TopologyOperation, result: TopologyResult) -> None:
        self.index, self.operation = index, operation
        self.arrival, self.calls, self.emitting, self.owed = None, {}, [], {}
        self._before(result)
        for happening in result.happenings:
            self._take(happening)
        self._close()
        self._after()
        for each in self.emitting:
            self._emission_ends(each)
        for message, answer in self.owed.items():
            what = "drop it" if answer is AckOrFail.ACK else "offer it again"
            self.lapse(Part.SOURCE, f"{message} was called back with {answer}, and the source did not {what}")
            del self.open[message]
        self.counts = (result.records, result.waiting)

    def _before(self, result: TopologyResult) -> None:  # noqa: C901, PLR0912 - one line for each operation
        arrived = [each for each in result.happenings if isinstance(each, Arrival)]
        match self.operation:
            case Deliver(sender, receiver, place):
                self._expect_arrival((sender, receiver), place, arrived)
            case Flow() | Settle():
                pass
            case _:
                for each in arrived:
                    self._out_of_place(each)
        match self.operation:
            case Lose(sender, receiver, lost):
                self._expect_lost((sender, receiver), lost, result)
            case Double(sender, receiver):
                self._expect_doubled((sender, receiver), result)
            case NextTuple(spout):
                self._expect_emission(spout, result)
            case Pause(task):
                self._keeps_all(task, result)
                self.paused.setdefault(task, self.index)
                if self.held[task]:
                    self.met(Occasion.HELD_IN_PAUSE)
            case Resume(task):
                self._keeps_all(task, result)
                if self.paused.pop(task, None) is not None:
                    self.resumed[task] = self.index
            case TaskTick(task):
                self._ticked(task, result)
            case Die(task):
                self._dies(task, result)

    def _out_of_place(self, arrival: Arrival) -> None:
        if arrival.task in self.paused:
            self.lapse(Part.PAUSE, f"{arrival.name} arrived at {arrival.task}, which is paused")
        else:
            self.lapse(Part.ARRIVES, f"{arrival.name} arrived at {arrival.task}, and nothing had delivered it")

    # Channels.

    def _expect_arrival(self, pair: tuple[str, str], place: int, arrived: list[Arrival]) -> None:
        due = None if pair[1] in self.paused else self.under_way.at(pair, place)
        if due is None or [(each.task, each.name) for each in arrived] != [(pair[1], due.name)]:
            for each in arrived:
                if due is None or each.name != due.name:
                    self._out_of_place(each)
            if due is not None and all(each.name != due.name for each in arrived):
                self._missing(pair, due)
            return
        if place and self.under_way.at(pair, 0) is not due:
            self.met(Occasion.OUT_OF_TURN)
        self._arrives(pair, due)
        self.under_way.gone(pair[1], due.name, place, pair)

    def _missing(self, pair: tuple[str, str], due: Parcel) -> None:
        part = self.blamed(Part.ARRIVES, pair[1], due.since)
        self.lapse(part, f"{due.name} was under way from {pair[0]} to {pair[1]}, and did not arrive")
        self.under_way.gone(pair[1], due.name)

    def _arrives(self, pair: tuple[str, str], due: Parcel) -> None:
        receiver = pair[1]
        self.met(Occasion.ONCE_MORE if due.name in self.doubled else Occasion.IN_TURN)
        if self.resumed.get(receiver, -1) >= due.since:
            self.met(Occasion.WAITED_IN_PAUSE)
        if any(task == receiver and index >= due.since for task, index in self.deaths):
            self.met(Occasion.WAITED_FOR_SUCCESSOR)

    def _flowed(self, arrival: Arrival) -> None:
        """Hold an arrival among many to the order of its channel."""
        found = self.under_way.oldest(arrival.task, arrival.name)
        kind = self.operation.kind if isinstance(self.operation, Flow) else None
        if arrival.task in self.paused:
            self._out_of_place(arrival)
        elif found is None:
            self.lapse(Part.ARRIVES, f"{arrival.name} arrived at {arrival.task}, and was not under way any more")
        elif not found[1]:
            self.lapse(Part.ARRIVES, f"{arrival.name} arrived at {arrival.task} before those that were sent before it")
        else:
            pair = next(pair for pair, parcel in self.under_way.left(kind) if parcel is found[0])
            self._arrives(pair, found[0])
        self.under_way.gone(arrival.task, arrival.name)

    def _expect_lost(self, pair: tuple[str, str], place: int | None, result: TopologyResult) -> None:
        one = None if place is None else self.under_way.at(pair, place)
        due = self.under_way.all_of(pair) if place is None else [one] if one is not None else []
        lost = [each.name for each in result.happenings if isinstance(each, Lost)]
        if sorted(lost) != sorted(parcel.name for parcel in due):
            said, should = ", ".join(lost) or "nothing", ", ".join(parcel.name for parcel in due) or "nothing"
            self.lapse(Part.ARRIVES, f"lost from {pair[0]} to {pair[1]}: {said}; under way there: {should}")
        if place is None:
            self.under_way.channels.pop(pair, None)
        elif one is not None:
            self.under_way.gone(pair[1], one.name, place, pair)

    def _expect_doubled(self, pair: tuple[str, str], result: TopologyResult) -> None:
        due = [parcel.name for parcel in self.under_way.all_of(pair)]
        doubled = [each.name for each in result.happenings if isinstance(each, Doubled)]
        if sorted(doubled) != sorted(due):
            said, should = ", ".join(doubled) or "nothing", ", ".join(due) or "nothing"
            self.lapse(Part.ARRIVES, f"doubled from {pair[0]} to {pair[1]}: {said}; under way there: {should}")
        self.under_way.doubled(pair, self.index)
        self.doubled.update(due)

    # Time, pauses and deaths.

    def _keeps_all(self, task: str, result: TopologyResult) -> None:
        """Hold an operation on a paused task, or on one that is paused or goes on, to having no effect."""
        if result.happenings:
            what = result.happenings[0]
            self.lapse(Part.PAUSE, f"{self.operation.op} of {task} caused {what.what} on {what.task}")
        for kept, before, now in zip(
            ("records", "emissions"), self.counts, (result.records, result.waiting), strict=True
        ):
            if before is not None and now is not None and before != now:
                self.lapse(Part.PAUSE, f"{self.operation.op} of {task} left {now} of {before} {kept}")

    def _ticked(self, task: str, result: TopologyResult) -> None:
        if task in self.paused:
            self.met(Occasion.TICKED_IN_PAUSE)
            self._keeps_all(task, result)
            return
        for each in result.happenings:
            if isinstance(each, BoltCall | happenings.Callback) and each.task != task:
                self.lapse(Part.TIME, f"at a tick of {task}, {each.task} did something ({each.what})")
        if any(inputs and holder != task for holder, inputs in self.held.items()):
            self.met(Occasion.TICK_BESIDE_HOLDING)
        if any(trees and spout != task for spout, trees in self.waiting.items()):
            self.met(Occasion.TICK_BESIDE_WAITING)
        self.certain.pop(task, None)

    def _dies(self, task: str, result: TopologyResult) -> None:
        if not any(isinstance(each, TaskDied) and each.task == task for each in result.happenings):
            self.lapse(Part.DEATH, f"{task} was to die, and did not")
        if self.held[task]:
            self.met(Occasion.DIED_HOLDING)
        if any(inputs and holder != task for holder, inputs in self.held.items()):
            self.met(Occasion.HELD_BESIDE_DEATH)
        self._dies_with_records(task, result)
        self._dies_waiting(task, result)
        due = [message for message, (spout, _, _) in self.open.items() if spout == task]
        back = {each.message for each in result.happenings if isinstance(each, MessageBack)}
        if due:
            self.met(Occasion.SPOUT_LOST)
        for message in due:
            if message not in back:
                self.lapse(Part.DEATH, f"{task} died with {message} open, and the source did not offer that again")
        self.deaths.append((task, self.index))
        self.held.pop(task, None)
        self.paused.pop(task, None)
        self.of_the_dead |= dict.fromkeys(self.received.pop(task, ()), task)
        self.at_bound.discard(task)

    def _dies_with_records(self, task: str, result: TopologyResult) -> None:
        before, now = self.counts[0], result.records
        certain, possible = self.certain.pop(task, set()), self.possible.pop(task, set())
        if any(self.certain.values()):
            self.met(Occasion.RECORD_BESIDE_DEATH)
        if before is not None and now is not None and not len(certain) <= before - now <= len(possible):
            least = f"{len(certain)}" if len(certain) == len(possible) else f"{len(certain)} to {len(possible)}"
            self.lapse(Part.DEATH, f"{task} died with {least} records; there were {before}, and {now} are left")

    def _dies_waiting(self, task: str, result: TopologyResult) -> None:
        before, now = self.counts[1], result.waiting
        own, unsure = len(self.waiting.pop(task, set())), len(self.unsure.pop(task, set()))
        if any(self.waiting.values()):
            self.met(Occasion.WAITING_BESIDE_DEATH)
        if before is not None and now is not None and not own <= before - now <= own + unsure:
            self.lapse(Part.DEATH, f"{task} died waiting for {own} emissions; there were {before}, and {now} are left")

    # The source.

    def _room(self, spout: str) -> bool:
        """Whether a spout task that goes on is certainly below its bound."""
        bound = self.config.wiring.max_pending
        full = bound is not None and len(self.waiting[spout]) + len(self.unsure[spout]) >= bound
        return spout not in self.paused and not full

    def _expect_emission(self, spout: str, result: TopologyResult) -> None:
        emitted = [each for each in result.happenings if isinstance(each, Emission | UntrackedEmission)]
        for each in emitted:
            if each.task != spout:
                self.lapse(Part.EMISSION, f"{spout} was asked, and {each.task} emitted {each.tree}")
        if len(emitted) > 1:
            self.lapse(Part.EMISSION, f"{spout} was asked once, and emitted {len(emitted)} messages")
        bound = self.config.wiring.max_pending
        if bound is not None and spout not in self.paused and self.offered:
            together = sum(map(len, self.waiting.values()))
            if self._room(spout) and together >= bound:
                self.met(Occasion.ROOM_BESIDE_OTHERS)
            elif self._room(spout) and spout in self.at_bound:
                self.met(Occasion.ROOM_AGAIN)
        if self.offered and not emitted and self._room(spout):
            self._not_emitted(spout)

    def _not_emitted(self, spout: str) -> None:
        offered, waits = ", ".join(sorted(self.offered)), len(self.waiting[spout])
        bound = self.config.wiring.max_pending
        if bound is None:
            again = [message for message in sorted(self.offered) if self.failed[message]]
            often = f"; {again[0]} was offered again {self.failed[again[0]]} times" if again else ""
            self.lapse(Part.SOURCE, f"the source offers {offered}, and {spout} was asked and emitted nothing{often}")
        else:
            self.lapse(
                Part.BOUND,
                f"the source offers {offered}, and {spout} was asked and emitted nothing; it waits for {waits} "
                f"emissions, and its bound is {bound}",
            )

    # Happenings.

    def _take(self, happening: Happening) -> None:  # noqa: C901, PLR0912 - one line for each kind
        match happening:
            case Emission() | UntrackedEmission():
                self._emits(happening)
            case SpoutTuple():
                for each in self.emitting:
                    if each.tree == happening.tree:
                        each.tuples.append(happening)
            case BoltTuple() | InputAcked() | InputFailed():
                self.calls.setdefault(happening.task, []).append(happening)
            case CallRefused(task, call, receipts) if not self.of_the_dead.keys().isdisjoint(receipts):
                self.lapse(Part.DEATH, f"{task} tried {call} of an input of before its death")
            case Arrival():
                self._close()
                self._arrived(happening)
            case CalledAck() | CalledFail():
                self._called(happening)
            case MessageBack(task, message):
                self._back(task, message)
            case MessageDone(task, message):
                self._done(task, message)
            case AckWord() | FailWord():
                self.certain[happening.task].discard(happening.tree)
                self.possible[happening.task].discard(happening.tree)
        if isinstance(happening, Sending):
            self.under_way.sent((happening.task, happening.to), happening.name, self.index)
        if isinstance(happening, happenings.Report):
            self.reports[happening.name] = happening

    def _arrived(self, arrival: Arrival) -> None:
        if isinstance(self.operation, Flow | Settle):
            self._flowed(arrival)
        if arrival.receipt is not None:
            self.arrival = arrival.task, arrival.receipt
            self.received[arrival.task].append(arrival.receipt)
        report = self.reports.get(arrival.name)
        if report is not None:
            self.possible[arrival.task].add(report.tree)
            if isinstance(report, InitReport):
                self.certain[arrival.task].add(report.tree)

    # Spout tasks.

    def _emits(self, emission: Emission | UntrackedEmission) -> None:
        spout, message = emission.task, emission.message or ""
        tracked = isinstance(emission, Emission)
        if spout in self.paused:
            self.lapse(Part.PAUSE, f"{spout} emitted {emission.tree}, and is paused")
        if not isinstance(self.operation, NextTuple | Settle):
            self.lapse(Part.EMISSION, f"{spout} emitted {emission.tree}, and was not asked")
        asked = self.operation.tracked if isinstance(self.operation, NextTuple) else True
        if asked is not tracked:
            given, should = ("a", "none") if tracked else ("no", "one")
            self.lapse(
                Part.EMISSION, f"{spout} emitted {emission.tree} with {given} message id; it should have {should}"
            )
        if message in self.open:
            self.lapse(Part.SOURCE, f"{spout} emitted {message}, which {self.open[message][0]} has open")
        elif message not in self.offered:
            self.lapse(Part.SOURCE, f"{spout} emitted {message or 'nothing'}, which the source does not offer")
        self.offered.discard(message)
        self.open[message] = spout, emission.tree, tracked
        self.emitting.append(_Emitting(emission.tree, spout, message))
        if tracked and self.config.ackers:
            # Whether it waits without tuples is left open: see SPT-10 and SPT-11.
            self.unsure[spout].add(emission.tree)
        if not tracked:
            self.met(Occasion.EMITTED_UNTRACKED)

    def _emission_ends(self, emitting: _Emitting) -> None:
        """Hold the tuples of an emission to the plan, when all of them were sent."""
        after = self.after["spout"]
        receivers = [component_of(sent.to) for sent in emitting.tuples]
        if sorted(receivers) != sorted(after):
            said, should = ", ".join(receivers) or "nobody", ", ".join(after) or "nobody"
            self.lapse(Part.EMISSION, f"{emitting.tree} went to {said}; it should go to {should}")
        for sent in emitting.tuples:
            self._placed(sent, Part.EMISSION)
            first = self.values.setdefault(emitting.message, sent.value)
            if sent.value != first:
                self.lapse(
                    Part.EMISSION,
                    f"{emitting.message} was emitted with the value {first}, and as {sent.name} "
                    f"with {sent.value if sent.value is not None else 'none'}",
                )
        if emitting.tree.rpartition("/")[0] and self.failed[emitting.message]:
            self.met(Occasion.EMITTED_AGAIN)

    def _placed(self, sent: SpoutTuple | BoltTuple, part: Part) -> None:
        """Hold a tuple to one of its bolt's tasks, the same for the same value."""
        bolt, _, number = sent.to.rpartition("-")
        shape = self.shapes.get(bolt)
        if shape is None or not number.isdecimal() or not 1 <= int(number) <= shape.tasks:
            self.lapse(part, f"{sent.name} went to {sent.to}, which is no task of the plan")
        elif sent.value is not None:
            place = self.places.setdefault((bolt, sent.value), sent.to)
            if place != sent.to:
                self.lapse(part, f"{sent.name} went to {sent.to}; the value {sent.value} went to {place} before")

    def _called(self, call: CalledAck | CalledFail) -> None:
        self.waiting[call.task].discard(call.tree)
        self.unsure[call.task].discard(call.tree)
        message = call.message or ""
        if self.open.get(message, ("", "", False))[:2] == (call.task, call.tree):
            self.owed[message] = call.answer

    def _back(self, task: str, message: str) -> None:
        holder = self.open.get(message, ("", "", False))[0]
        died = isinstance(self.operation, Die) and self.operation.task == task
        if holder != task:
            self.lapse(Part.SOURCE, f"{message} is offered again, and {task} did not have it open")
        elif self.owed.get(message) is not AckOrFail.FAIL and not died:
            part = Part.DEATH if isinstance(self.operation, Die) else Part.SOURCE
            self.lapse(part, f"{message} is offered again, and neither has it failed nor has {task} died")
        else:
            self.failed[message] += 1
            self.met(Occasion.FAILED_OFTEN if self.failed[message] >= SEVERAL_FAILURES else Occasion.FAILED_AGAIN)
        self.owed.pop(message, None)
        self.open.pop(message, None)
        self.offered.add(message)

    def _done(self, task: str, message: str) -> None:
        holder, _, tracked = self.open.get(message, ("", "", False))
        if holder != task:
            self.lapse(Part.SOURCE, f"{message} is dropped, and {task} did not have it open")
        elif tracked and self.owed.get(message) is not AckOrFail.ACK:
            self.lapse(Part.SOURCE, f"{message} is dropped, and was not acked")
        self.owed.pop(message, None)
        self.open.pop(message, None)

    # Bolt tasks.

    def _close(self) -> None:
        """Hold what bolt tasks called since the last arrival to their duties."""
        arrival, calls = self.arrival, self.calls
        self.arrival, self.calls = None, {}
        if arrival is not None:
            task, receipt = arrival
            if component_of(task) in self.shapes:
                self._took(task, receipt, calls.pop(task, []))
        ticked = self.operation.task if isinstance(self.operation, TaskTick) else None
        if ticked is not None and component_of(ticked) in self.shapes and ticked not in self.paused:
            self._finished(ticked, calls.pop(ticked, []))
        for task, called in calls.items():
            shape = self.shapes.get(component_of(task))
            if (
                isinstance(self.operation, Settle)
                and shape is not None
                and shape.kind == "batch"
                and task not in self.paused
            ):
                self._finished(task, called)
            elif ticked is None:
                part = self._of_the_dead(called) or (Part.EMITS if isinstance(called[0], BoltTuple) else Part.ENDS)
                self.lapse(part, f"{task} did something ({called[0].what}) and had taken no input")

    def _took(self, task: str, receipt: str, called: list[BoltCall]) -> None:
        shape = self.shapes[component_of(task)]
        conduct = self.operation.conduct if isinstance(self.operation, Deliver) else "normal"
        held = self.held[task]
        names = [each.name for each in held]
        due = duties.duty(shape, names, receipt, conduct)
        if shape.kind == "batch" and due.holds and called and isinstance(self.operation, Settle):
            due = duties.flush(shape, due.holds)  # in a settle a batch may be finished at any time
        since = min((each.since for each in held), default=self.index)
        self._hold(task, due, called, since)
        if conduct == "give-up":
            self.met(Occasion.INPUT_GIVEN_UP)
        elif due.ends:
            self.met(Occasion.BATCH_FINISHED if shape.kind == "batch" else Occasion.INPUT_PROCESSED)
        known = {each.name: each.since for each in held}
        self.held[task] = [_Held(name, known.get(name, self.index)) for name in due.holds]

    def _finished(self, task: str, called: list[BoltCall]) -> None:
        """Hold a moment to finish a batch to the duty of the batch bolt task."""
        shape, held = self.shapes[component_of(task)], self.held[task]
        if shape.kind != "batch":
            for call in called[:1]:
                self.lapse(Part.ENDS, f"{task} did something ({call.what}) at a tick, and is no batch bolt")
            return
        since = min((each.since for each in held), default=self.index)
        self._hold(task, duties.flush(shape, [each.name for each in held]), called, since)
        if held:
            self.met(Occasion.BATCH_FINISHED)
        self.held[task] = []

    def _hold(self, task: str, due: Duty, called: list[BoltCall], since: int) -> None:
        dead = self._of_the_dead(called)
        if dead is not None:
            self.lapse(dead, f"{task} did something ({called[0].what}) with an input of before its death")
            return
        parts = {duties.EMITS: Part.EMITS, duties.ANCHORS: Part.ANCHORS, duties.ENDS: Part.ENDS}
        for fault in duties.faults(task, due, self.after[component_of(task)], called):
            part = parts[fault.part]
            blamed = self.blamed(part, task, since) if since < self.index else part
            self.lapse(blamed, f"{task} {fault.what}")
        for call in called:
            if isinstance(call, BoltTuple):
                self._placed(call, Part.EMITS)
                self.met(Occasion.ANCHORED_TO_SEVERAL if len(call.anchors) > 1 else Occasion.ANCHORED_TO_ONE)
        if due.emits[0] and self.after[component_of(task)]:
            batch = self.shapes[component_of(task)].kind == "batch"
            if batch or due.emits[0] > 1:
                self.met(Occasion.BATCH_EMITTED if batch else Occasion.SEVERAL_EMITTED)

    def _of_the_dead(self, called: Sequence[BoltCall]) -> Part | None:
        """Return that calls are a lapse of a death, if they are about what a task had received before its death."""
        about = (call.anchors if isinstance(call, BoltTuple) else (call.receipt,) for call in called)
        return Part.DEATH if any(name in self.of_the_dead for names in about for name in names) else None

    # When all has happened.

    def _after(self) -> None:
        for each in self.emitting:
            if each.tuples and each.tree in self.unsure[each.spout]:
                self.unsure[each.spout].discard(each.tree)
                self.waiting[each.spout].add(each.tree)
                if not self._room(each.spout):
                    self.at_bound.add(each.spout)
        if isinstance(self.operation, Flow | Settle):
            kind = self.operation.kind if isinstance(self.operation, Flow) else None
            for pair, parcel in list(self.under_way.left(kind)):
                if pair[1] not in self.paused:
                    self._missing(pair, parcel)
        if isinstance(self.operation, Settle):
            self._settled()

    def _settled(self) -> None:
        """Hold the rest that a settle comes to, to the plan."""
        for task, held in list(self.held.items()):
            if held and task not in self.paused:
                self._finished(task, [])
        spouts = [f"spout-{number}" for number in self.config.spout_tasks]
        free = [spout for spout in spouts if self._room(spout)]
        if self.offered and free:
            self._not_emitted(free[0])
