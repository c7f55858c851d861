"""The duties of a topology's source and its spout tasks by the plan: offer, emit, and wait."""

from collections import Counter, defaultdict

from attrs import define, field

from ackproof.components.happenings import (
    AckOrFail,
    CalledAck,
    CalledFail,
    Emission,
    MessageBack,
    SpoutTuple,
    UntrackedEmission,
)
from ackproof.components.topology import Die, NextTuple, Settle, Stop, TopologyResult
from ackproof.oracle.duties import component_of
from ackproof.oracle.executors import bound_of
from ackproof.oracle.lapses import Findings, Occasion, Part
from ackproof.oracle.lifecycles import Lifecycles
from ackproof.oracle.places import Places
from ackproof.target import Config
from ackproof.text.wording import count

SEVERAL_FAILURES = 3
WIDE = 3
"""The smallest bound that counts as large: most workloads have smaller ones."""


@define(kw_only=True)
class _Emitting:
    """An emission, and the tuples that it has sent so far."""

    emission: Emission | UntrackedEmission
    tree: str
    spout: str
    message: str
    tuples: list[SpoutTuple] = field(factory=list)


@define(kw_only=True)
class SourceDuties:
    """The messages that the source offers, which task has which message open, and which emissions each spout task waits
    for: certainly, or perhaps (`unsure`).

    `emitting` and `owed` belong to the operation that is examined: its emissions, and the messages with a callback that
    the source has not reacted to yet.
    """

    config: Config
    findings: Findings
    places: Places
    lifecycles: Lifecycles
    offered: set[str] = field(init=False)
    bound: int | None = field(init=False)
    open: dict[str, tuple[str, str, bool]] = field(factory=dict)
    failed: Counter[str] = field(factory=Counter)
    values: dict[str, str] = field(factory=dict)
    waiting: dict[str, set[str]] = field(factory=lambda: defaultdict(set))
    unsure: dict[str, set[str]] = field(factory=lambda: defaultdict(set))
    at_bound: set[str] = field(factory=set)
    emitting: list[_Emitting] = field(factory=list)
    owed: dict[str, AckOrFail] = field(factory=dict)
    _ended_out_of_turn: set[str] = field(init=False, factory=set)

    def __attrs_post_init__(self) -> None:
        self.offered = set(self.config.wiring.messages)
        self.bound = bound_of(self.config)

    # The beginning and the end of an operation.

    def begin(self) -> None:
        """Begin another operation."""
        self.emitting, self.owed = [], {}

    def wait(self) -> None:
        """Record the emissions that spout tasks wait for after the operation."""
        for each in self.emitting:
            if each.tuples and each.tree in self.unsure[each.spout]:
                self.unsure[each.spout].discard(each.tree)
                self.waiting[each.spout].add(each.tree)
                if not self._room(each.spout):
                    self.at_bound.update(self.mates(each.spout))
        bound = self.bound
        if bound is not None and any(self._waited(each.spout)[0] > bound for each in self.emitting):
            if all(len(self.mates(each.spout)) == 1 for each in self.emitting):
                self.findings.met(Occasion.BURST_OVER_BOUND)

    def end(self) -> None:
        """Check the consequences of the operation's emissions and callbacks."""
        for each in self.emitting:
            self._emission_ends(each)
        for message, answer in self.owed.items():
            what = "drop it" if answer is AckOrFail.ACK else "offer it again"
            self.findings.lapse(Part.SOURCE, f"{message} was called back with {answer}, and the source did not {what}")
            del self.open[message]

    def settled(self) -> None:
        """Check the state at the end of a settle by the plan."""
        spouts = [f"spout-{number}" for number in self.config.spout_tasks]
        free = [spout for spout in spouts if self._room(spout)]
        if self.offered and free:
            self._not_emitted(free[0])

    # Asking a spout task, and its death.

    def expect_emission(self, operation: NextTuple, result: TopologyResult) -> None:
        """Check the emission of a spout task that was asked, by the offers of the source and the emissions that the
        task waits for.
        """
        spout, most = operation.spout, operation.most
        emitted = [each for each in result.happenings if isinstance(each, Emission | UntrackedEmission)]
        for each in emitted:
            if each.task != spout:
                self.findings.lapse(Part.EMISSION, f"{spout} was asked, and {each.task} emitted {each.tree}", each)
        if len(emitted) > most:
            self.findings.lapse(
                Part.EMISSION,
                f"{spout} was asked for {most} at once, and emitted {len(emitted)} messages",
                emitted[most],
            )
        if self.offered and spout not in self.findings.paused:
            self.lifecycles.asked(spout)
            self._note_room(spout, most)
        due = min(most, len(self.offered)) if self._room(spout) else 0
        if due and not emitted:
            self._not_emitted(spout)
        elif len(emitted) < due:
            self.findings.lapse(
                Part.BURST,
                f"{spout} was asked for {most} at once, and emitted {len(emitted)}; the source offers {due} or more, "
                f"and {spout} waited for less than its bound when it was asked",
            )

    def _note_room(self, spout: str, most: int) -> None:
        bound, mates = self.bound, self.mates(spout)
        if self.config.wiring.max_pending == 0:
            self.findings.met(Occasion.ASKED_WITH_ZERO)
        if not self._room(spout):
            return
        if most > 1 and len(self.offered) > 1:
            self.findings.met(Occasion.BURST_EMITTED)
        if bound is None:
            return
        if len(self.waiting[spout]) >= bound:
            self.findings.met(Occasion.ROOM_BY_SHARING)
        if sum(map(len, self.waiting.values())) >= bound * len(mates):
            self.findings.met(Occasion.ROOM_BESIDE_OTHERS)
        elif spout in self.at_bound:
            self.findings.met(Occasion.ROOM_AGAIN)
        if spout in self.at_bound and bound >= WIDE:
            self.findings.met(Occasion.WIDE_BOUND_REACHED)

    def lost_with(self, task: str, result: TopologyResult) -> None:
        """Check that the source offers again the messages that a task had open when it died."""
        due = [message for message, (spout, _, _) in self.open.items() if spout == task]
        back = {each.message for each in result.happenings if isinstance(each, MessageBack)}
        if due:
            self.findings.met(Occasion.SPOUT_LOST)
            if task in self._ended_out_of_turn:
                self.findings.met(Occasion.SPOUT_LOST_OUT_OF_TURN)
        self._ended_out_of_turn.discard(task)
        for message in due:
            if message not in back:
                self.findings.lapse(
                    Part.DEATH, f"{task} died with {message} open, and the source did not offer that again"
                )
        self.at_bound.discard(task)

    def _room(self, spout: str) -> bool:
        """Whether an active spout task that is not paused is certainly below the bound of its executor."""
        bound = self.bound
        full = bound is not None and sum(self._waited(spout)) >= bound * len(self.mates(spout))
        return spout not in self.findings.paused and spout not in self.lifecycles.inactive and not full

    def _waited(self, spout: str) -> tuple[int, int]:
        """Return how many emissions the tasks of a spout task's executor wait for: certainly, and perhaps."""
        mates = self.mates(spout)
        return sum(len(self.waiting[mate]) for mate in mates), sum(len(self.unsure[mate]) for mate in mates)

    def mates(self, spout: str) -> tuple[str, ...]:
        """Return the spout tasks of a spout task's executor."""
        return self.lifecycles.mates(spout)

    def _not_emitted(self, spout: str) -> None:
        offered, waits = ", ".join(sorted(self.offered)), self._waited(spout)[0]
        bound, mates = self.config.wiring.max_pending, self.mates(spout)
        by_sharing = bound is not None and len(mates) > 1 and waits  # then the bound is the likelier cause
        if spout in self.lifecycles.ever_inactive and not by_sharing:
            self.findings.lapse(
                Part.INACTIVE, f"the source offers {offered}, and {spout}, active again, was asked and emitted nothing"
            )
        elif bound and len(mates) > 1:
            self.findings.lapse(
                Part.SHARED_BOUND,
                f"the source offers {offered}, and {spout} was asked and emitted nothing; the {len(mates)} tasks of "
                f"its executor wait for {count(waits, 'emission')}, and the bound is {bound} for each",
            )
        elif bound is None:
            again = [message for message in sorted(self.offered) if self.failed[message]]
            often = f"; {again[0]} was offered again {count(self.failed[again[0]], 'time')}" if again else ""
            self.findings.lapse(
                Part.SOURCE, f"the source offers {offered}, and {spout} was asked and emitted nothing{often}"
            )
        else:
            self.findings.lapse(
                Part.BURST if bound == 0 or bound >= WIDE else Part.BOUND,
                f"the source offers {offered}, and {spout} was asked and emitted nothing; it waits for "
                f"{count(waits, 'emission')}, and its bound is {bound}",
            )

    # Happenings.

    def emits(self, emission: Emission | UntrackedEmission) -> None:
        """Check an emission against the request and the source's offers."""
        spout, message = emission.task, emission.message or ""
        operation, tracked = self.findings.operation, isinstance(emission, Emission)
        self.lifecycles.emits(emission)
        if spout in self.findings.paused:
            self.findings.lapse(Part.PAUSE, f"{spout} emitted {emission.tree}, and is paused")
        if not isinstance(operation, NextTuple | Settle):
            self.findings.lapse(Part.EMISSION, f"{spout} emitted {emission.tree}, and was not asked")
        asked = operation.tracked if isinstance(operation, NextTuple) else True
        if asked is not tracked:
            given, should = ("a", "none") if tracked else ("no", "one")
            self.findings.lapse(
                Part.EMISSION, f"{spout} emitted {emission.tree} with {given} message id; it should have {should}"
            )
        if message in self.open:
            self.findings.lapse(Part.SOURCE, f"{spout} emitted {message}, which {self.open[message][0]} has open")
        elif message not in self.offered:
            self.findings.lapse(Part.SOURCE, f"{spout} emitted {message or 'nothing'}, which the source does not offer")
        self.offered.discard(message)
        self.open[message] = spout, emission.tree, tracked
        self.emitting.append(_Emitting(emission=emission, tree=emission.tree, spout=spout, message=message))
        if tracked and self.config.ackers:
            # Whether a task waits for an emission without tuples is left open: see SPT-10 and SPT-11.
            self.unsure[spout].add(emission.tree)
        if not tracked:
            self.findings.met(Occasion.EMITTED_UNTRACKED)

    def sends(self, sent: SpoutTuple) -> None:
        """Record a tuple of an emission."""
        for each in self.emitting:
            if each.tree == sent.tree:
                each.tuples.append(sent)

    def called(self, call: CalledAck | CalledFail) -> None:
        """Record a callback, which has to reach the source."""
        self.waiting[call.task].discard(call.tree)
        self.unsure[call.task].discard(call.tree)
        message = call.message or ""
        if message in self.open and self.open[message][:2] == (call.task, call.tree):
            self.owed[message] = call.answer

    def back(self, task: str, message: str) -> None:
        """Check that there is a reason to offer a message again."""
        operation = self.findings.operation
        holder = self._holder(message)
        died = isinstance(operation, Die | Stop) and task in self.mates(operation.task)
        if holder != task:
            part = Part.DEATH if holder and isinstance(operation, Die | Stop) else Part.SOURCE  # another task had it
            self.findings.lapse(part, f"{message} is offered again, and {task} did not have it open")
        elif self.owed.get(message) is not AckOrFail.FAIL and not died:
            part = Part.DEATH if isinstance(operation, Die | Stop) else Part.SOURCE
            self.findings.lapse(part, f"{message} is offered again, and neither has it failed nor has {task} died")
        else:
            self.failed[message] += 1
            often = self.failed[message] >= SEVERAL_FAILURES
            self.findings.met(Occasion.FAILED_OFTEN if often else Occasion.FAILED_AGAIN)
        self.owed.pop(message, None)
        self.open.pop(message, None)
        self.offered.add(message)

    def done(self, task: str, message: str) -> None:
        """Check that there is a reason to drop a message."""
        if self._holder(message) != task:
            self.findings.lapse(Part.SOURCE, f"{message} is dropped, and {task} did not have it open")
        elif self.open[message][2] and self.owed.get(message) is not AckOrFail.ACK:
            self.findings.lapse(Part.SOURCE, f"{message} is dropped, and was not acked")
        elif next(each for each, (spout, _, _) in self.open.items() if spout == task) != message:
            self._ended_out_of_turn.add(task)
        self.owed.pop(message, None)
        self.open.pop(message, None)

    def _holder(self, message: str) -> str:
        """Return the task that has a message open; "" if there is none."""
        return self.open[message][0] if message in self.open else ""

    def _emission_ends(self, emitting: _Emitting) -> None:
        """Check the tuples of a complete emission against the plan."""
        after = self.places.after["spout"]
        receivers = [component_of(sent.to) for sent in emitting.tuples]
        if all(self.places.is_plain("spout", bolt) for bolt in after):
            if sorted(receivers) != sorted(after):
                actual, should = ", ".join(receivers) or "nobody", ", ".join(after) or "nobody"
                what = f"{emitting.tree} went to {actual}; it should go to {should}"
                self.findings.lapse(Part.EMISSION, what, emitting.emission)
        elif emitting.message in self.config.wiring.messages:
            number = self.config.wiring.messages.index(emitting.message) + 1
            emits = [number], [number]
            for plain, what in self.places.faults("spout", emitting.tuples, emits=emits, of=emitting.tree):
                part = Part.EMISSION if plain else Part.GROUPING
                self.findings.lapse(part, f"{emitting.spout} {what}", emitting.emission)
        for sent in emitting.tuples:
            self.places.hold(sent, Part.EMISSION)
            if sent.value is None:
                what = f"{sent.name}, a tuple of {emitting.tree}, was sent without a value"
                self.findings.lapse(Part.EMISSION, what, sent)
                continue
            first = self.values.setdefault(emitting.message, sent.value)
            if sent.value != first:
                what = f"{emitting.message} was emitted with the value {first}, and as {sent.name} with {sent.value}"
                self.findings.lapse(Part.EMISSION, what, sent)
        if self.failed[emitting.message]:
            self.findings.met(Occasion.EMITTED_AGAIN)
