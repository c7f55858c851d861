"""Bolt libraries behind a ShellBolt that are wrong beyond some number of inputs or anchors, or some length of text."""

from collections.abc import Sequence

from acking.multilang import BoltInput, BoltLibrary, BoltMessage, Code, CodeCall, EmitCall, TaskIds
from attrs import define, evolve, field

from ackproof.mutants.multilang.inputs import library

ROOM = 512
LONGEST_TEXT = 1 << 16
LONG_TEXT = 8192
BEGINNING = 4096
MOST_ANCHORS = 255
FEW_ANCHORS = 16


@library(
    "room-for-some-that-wait",
    kills=["ML-17"],
    mistake="What waits lies in a ring of a fixed size, which is large enough for topology.shellbolt.max.pending.",
)
class RoomForSomeThatWait(BoltLibrary):
    """Of more than 512 inputs that wait the oldest is dropped."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        messages = super().take(given)
        while len(self.waiting) > ROOM:
            self.waiting.pop(0)
        return messages


@library(
    "long-texts-are-known-by-their-beginning",
    kills=["ML-17"],
    mistake="Encoded texts are kept by length and a checksum of the first characters, for who emits the same again.",
)
@define
class LongTextsAreKnownByTheirBeginning(BoltLibrary):
    """Of two texts of one length that begin alike the first is sent twice."""

    kept: dict[tuple[int, str], str] = field(init=False, factory=dict)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall):
            values = (self._known(each) if isinstance(each, str) else each for each in call.values)
            return super().called(evolve(call, values=tuple(values)))
        return super().called(call)

    def _known(self, text: str) -> str:
        return self.kept.setdefault((len(text), text[:BEGINNING]), text) if len(text) > BEGINNING else text


@library(
    "long-texts-are-cut",
    kills=["ML-17"],
    mistake="A write to a pipe takes 65,536 bytes at once, and how much it took is not looked at.",
)
class LongTextsAreCut(BoltLibrary):
    """What is longer than a pipe is wide is cut."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall):
            cut = (each[:LONGEST_TEXT] if isinstance(each, str) else each for each in call.values)
            return super().called(evolve(call, values=tuple(cut)))
        return super().called(call)


@library(
    "anchors-are-counted-in-a-byte",
    kills=["ML-17"],
    mistake="The number of anchors is written in front of them, and nobody has more than 255.",
)
class AnchorsAreCountedInAByte(BoltLibrary):
    """Of more than 255 anchors the first are said."""

    def anchors(self, call: EmitCall) -> tuple[str, ...]:
        return super().anchors(call)[:MOST_ANCHORS]


@define
class _Buffers(BoltLibrary):
    """A library that keeps direct emissions until another message has to be written."""

    kept: list[BoltMessage] = field(init=False, factory=list)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall) and call.task is not None:
            self.kept += super().called(call)
            return []
        return self.written(super().called(call))

    def done(self) -> Sequence[BoltMessage]:
        return self.written(super().done())

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        return self.written(super().failed(error))

    def written(self, messages: Sequence[BoltMessage]) -> Sequence[BoltMessage]:
        """Return what was kept, and then some messages."""
        kept, self.kept = self.kept, []
        return [*kept, *messages]


@library(
    "long-messages-pass-short-ones",
    kills=["ML-17"],
    mistake="What is longer than the buffer is written past it, to save a copy, and what is in the buffer comes later.",
)
class LongMessagesPassShortOnes(_Buffers):
    """An emission of more than 8,192 characters is said before direct emissions that came just before it."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        return BoltLibrary.called(self, call) if _is_long(call) else super().called(call)


def _is_long(call: CodeCall) -> bool:
    return isinstance(call, EmitCall) and any(isinstance(each, str) and len(each) > LONG_TEXT for each in call.values)


@library(
    "long-emissions-follow-the-ack",
    kills=["ML-17"],
    mistake="What is long is written by a thread of its own, so that the code need not wait for the pipe.",
)
@define
class LongEmissionsFollowTheAck(BoltLibrary):
    """A direct emission of more than 8,192 characters is said behind the next message of the code, or the ack."""

    late: Sequence[BoltMessage] = field(init=False, factory=tuple)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        messages, late, self.late = super().called(call), self.late, ()
        if _is_long(call) and isinstance(call, EmitCall) and call.task is not None:
            messages, self.late = (), messages
        return [*messages, *late]

    def done(self) -> Sequence[BoltMessage]:
        late, self.late = self.late, ()
        return [*super().done(), *late]

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        late, self.late = self.late, ()
        return [*late, *super().failed(error)]


@library(
    "a-writer-of-long-messages-stays",
    kills=["ML-17"],
    mistake="What is long is written by a thread, which is begun when it is needed and is never asked to end.",
)
@define
class AWriterOfLongMessagesStays(BoltLibrary):
    """After an emission of more than 8,192 characters, the process stays when its input has ended."""

    stays: bool = field(init=False, default=False)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        self.stays = self.stays or _is_long(call)
        return super().called(call)

    def hang_up(self) -> Sequence[BoltMessage]:
        return [] if self.stays else super().hang_up()


ESCAPED_BY_HAND = 1024
"""The number of characters from which on the usual encoder is thought to be slow."""


@library(
    "returns-in-long-texts-are-line-feeds",
    kills=["ML-17"],
    mistake="Long texts are escaped by a table of one's own, which has a line for line feeds and none for returns.",
)
class ReturnsInLongTextsAreLineFeeds(BoltLibrary):
    """In an ASCII text of 1,024 characters or more, a carriage return comes as a line feed."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall):
            call = evolve(call, values=tuple(map(_by_hand, call.values)))
        return super().called(call)


def _by_hand(value: object) -> object:
    if isinstance(value, str) and len(value) >= ESCAPED_BY_HAND and value.isascii():
        return value.replace("\r", "\n")
    return value


DEEPEST = 200
"""Inputs within each other's waits that there is room for on the stack."""


@library("inputs-are-processed-within-a-wait", kills=["ML-17"], mistake="Who waits may as well process what comes.")
@define
class InputsAreProcessedWithinAWait(BoltLibrary):
    """An input that comes while 200 others wait for their task ids fails."""

    waits: list[tuple[BoltInput, Code]] = field(init=False, factory=list)

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        if given.is_heartbeat or self.current is None or self._code is None:
            return super().take(given)
        self.waits.append((self.current, self._code))
        self.current, self._code = given, None
        if len(self.waits) > DEEPEST:
            return self._over(self.failed(RecursionError("maximum recursion depth exceeded")))
        return super().take(given)

    def take_task_ids(self, task_ids: TaskIds) -> Sequence[BoltMessage]:
        if self.current is not None and self._code is not None:
            self.waits.append((self.current, self._code))
        if self.waits:
            self.current, self._code = self.waits.pop(0)
        return super().take_task_ids(task_ids)


@library(
    "many-anchors-have-no-doubles",
    kills=["ML-17"],
    mistake="A long list of anchors is sent as a set, since the ShellBolt takes time for each of them.",
)
class ManyAnchorsHaveNoDoubles(BoltLibrary):
    """Of more than 16 anchors each is named once, also one that the code has named twice."""

    def anchors(self, call: EmitCall) -> tuple[str, ...]:
        named = super().anchors(call)
        return tuple(dict.fromkeys(named)) if len(named) > FEW_ANCHORS else named


@library(
    "a-page-of-one-character-is-lost",
    kills=["ML-17"],
    mistake="Long texts are encoded page by page, and a page begins before the last character or not at all.",
)
class APageOfOneCharacterIsLost(BoltLibrary):
    """Of a text with one character more than some pages have the last is not sent."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall):
            values = (self._paged(each) if isinstance(each, str) else each for each in call.values)
            return super().called(evolve(call, values=tuple(values)))
        return super().called(call)

    def _paged(self, text: str) -> str:
        pages = range(0, max(1, len(text) - 1), BEGINNING)
        return "".join(text[start : start + BEGINNING] for start in pages)
