"""The ground truth of a conversation with a bolt: which inputs it got, what its code does with each, and which it
holds. This follows from the operations alone. The rules compare it with the bolt's lines.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import define, field, frozen

from ackproof.components.multilang import (
    AckLine,
    BoltLine,
    Deed,
    EmitLine,
    FailLine,
    Give,
    HangUp,
    Heartbeat,
    Launch,
    Listen,
    MultilangResult,
    SyncLine,
)
from ackproof.workloads.multilang import ConversationWorkload


@frozen(kw_only=True)
class GivenInput:
    """An input: the index of the operation that gave it, its place among the inputs, and the index of the next `listen`
    (`heard`), None if there is none.
    """

    id: str
    index: int
    place: int
    give: Give
    heard: int | None = None

    @property
    def raises(self) -> bool:
        """Whether the code raises an error for this input."""
        return any(deed.do == "raise" for deed in self.give.deeds)

    @property
    def emits(self) -> Sequence[Deed]:
        """The emissions of the code for this input, in order."""
        return emits_of(self.give.deeds)


def emits_of(deeds: Sequence[Deed]) -> Sequence[Deed]:
    """Return the emissions among deeds, up to the one that raises."""
    found = []
    for deed in deeds:
        if deed.do == "raise":
            break
        if deed.do == "emit":
            found.append(deed)
    return found


@frozen(kw_only=True)
class LineMoment:
    """A line of the bolt: the index of the operation during which it came, its place among all lines, and the inputs
    that were given, but not acked or failed before it (`held`). `late` says that the bolt had already answered a
    heartbeat that was sent after all its inputs.
    """

    index: int
    place: int
    line: BoltLine
    held: frozenset[str]
    late: bool


@define
class ConversationChronicle:
    """A conversation, with the bolt's lines."""

    workload: ConversationWorkload
    results: Sequence[MultilangResult]
    inputs: Mapping[str, GivenInput] = field(init=False)
    moments: Sequence[LineMoment] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.inputs = self._inputs()
        self.moments = self._moments()

    def _inputs(self) -> Mapping[str, GivenInput]:
        listens = [index for index, step in enumerate(self.workload.steps) if isinstance(step, Listen)]
        found: dict[str, GivenInput] = {}
        for index, step in enumerate(self.workload.steps):
            if isinstance(step, Give):
                heard = next((each for each in listens if each > index), None)
                found[step.id] = GivenInput(id=step.id, index=index, place=len(found), give=step, heard=heard)
        return found

    def _moments(self) -> Sequence[LineMoment]:
        held: set[str] = set()
        moments: list[LineMoment] = []
        for index, (step, result) in enumerate(zip(self.workload.steps, self.results, strict=True)):
            if isinstance(step, Give):
                held.add(step.id)
            last = self._last_answer(index)
            for number, line in enumerate(result.said):
                late = last is not None and number > last
                moments.append(LineMoment(index=index, place=len(moments), line=line, held=frozenset(held), late=late))
                if isinstance(line, AckLine | FailLine):
                    held.discard(line.id)
        return moments

    def _last_answer(self, index: int) -> int | None:
        """Return the place, among the lines of an operation, of the answer to the last heartbeat that was sent as soon
        as the bolt had all that it has to do. Return None if the number of answers differs from that of heartbeats, or
        if the process ended and left some unanswered.
        """
        lines = self.results[index].said
        if self.results[index].ended:
            return None
        answers = [place for place, line in enumerate(lines) if isinstance(line, SyncLine)]
        last = len(answers) - self.results[index].again
        return answers[last - 1] if last > 0 and len(answers) == self.heartbeats(index) else None

    def heartbeats(self, index: int) -> int:
        """Return how many heartbeats a bolt had to answer by the end of an operation, since it was last listened to."""
        asked = 0
        for step in reversed(self.workload.steps[:index]):
            if isinstance(step, Listen | Launch):
                break
            asked += isinstance(step, Heartbeat)
        return asked + self.results[index].heartbeats

    @cached_property
    def ends(self) -> Mapping[str, Sequence[LineMoment]]:
        """The acks and fails of each input, in order."""
        found: dict[str, list[LineMoment]] = {name: [] for name in self.inputs}
        for moment in self.moments:
            if isinstance(moment.line, AckLine | FailLine) and moment.line.id in found:
                found[moment.line.id].append(moment)
        return found

    @cached_property
    def emissions(self) -> Mapping[str, Sequence[LineMoment]]:
        """The emissions of the bolt, by name."""
        found: dict[str, list[LineMoment]] = {}
        for moment in self.moments:
            if isinstance(moment.line, EmitLine):
                found.setdefault(moment.line.name, []).append(moment)
        return found

    @cached_property
    def ended_at(self) -> int | None:
        """The index of the operation by which the bolt's process had ended by itself; None if it did not."""
        for index, (step, result) in enumerate(zip(self.workload.steps, self.results, strict=True)):
            if isinstance(step, HangUp):
                return None
            if result.ended:
                return index
        return None

    def may_have_ended(self, index: int) -> bool:
        """Whether the process may end by an operation: after an error in the code, or after the end of its input."""
        raised = any(each.raises and each.index < index for each in self.inputs.values())
        return raised or any(isinstance(step, HangUp) for step in self.workload.steps[: index + 1])

    def error_elsewhere(self, given: GivenInput) -> GivenInput | None:
        """Return another input whose error may have ended the process before the bolt answered this one; None if there
        is none. That input came earlier, or is read by the same `listen` and this one raises no error.
        """
        for each in self.inputs.values():
            together = each.heard == given.heard and not given.raises
            if each.raises and each.id != given.id and (each.place < given.place or together):
                return each
        return None

    def is_lost(self, given: GivenInput) -> bool:
        """Whether the bolt could not answer an input, because its process ended after an error at another input."""
        ended = self.ended_at
        if ended is None or given.heard is None or given.heard < ended:
            return False
        return self.error_elsewhere(given) is not None

    def is_cut_off(self, given: GivenInput) -> bool:
        """Whether an error at another input may have ended the process before this one was finished."""
        ended = self.ended_at
        others = [each for each in self.inputs.values() if each.raises and each.id != given.id]
        return ended is not None and given.heard is not None and given.heard >= ended and bool(others)

    @cached_property
    def due(self) -> Sequence[GivenInput]:
        """The inputs that the bolt certainly had time to process."""
        return [each for each in self.inputs.values() if each.heard is not None and not self.is_lost(each)]
