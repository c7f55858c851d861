"""Bolt libraries behind a ShellBolt that emit too late, or with the wrong anchors, tasks or values, or that give the
code the wrong task ids.
"""

import unicodedata
from collections import deque
from collections.abc import Sequence

from acking.multilang import (
    AckCall,
    BoltLibrary,
    BoltMessage,
    CodeCall,
    EmitCall,
    EmitMessage,
    FailCall,
    TaskIds,
)
from attrs import define, evolve, field

from ackproof.mutants.multilang.inputs import library


@library(
    "unanchored-unless-told",
    kills=["ML-06"],
    mistake="Anchors are an option of emit, and who leaves an option out gets none.",
)
class UnanchoredUnlessTold(BoltLibrary):
    """What the code emits is anchored to nothing if it names no anchor."""

    def anchors(self, call: EmitCall) -> tuple[str, ...]:
        return call.anchors or ()


@library(
    "anchored-to-what-came-last",
    kills=["ML-06"],
    mistake="The reader keeps the input in a variable when it has read it, and while the code waits it reads the next.",
)
class AnchoredToWhatCameLast(BoltLibrary):
    """An emission is anchored to the input that came last, be it processed already or not."""

    def anchors(self, call: EmitCall) -> tuple[str, ...]:
        if self.waiting and call.anchors is None and not self.holding:
            return (self.waiting[-1].name,)
        return super().anchors(call)


@library(
    "a-last-direct-emission-follows-the-ack",
    kills=["ML-07"],
    mistake="A direct emission needs no answer, so it is kept until there is more to write; the ack overtakes it.",
)
@define
class ALastDirectEmissionFollowsTheAck(BoltLibrary):
    """A direct emission that is the last thing that the code does is said when its input has been acked."""

    kept: Sequence[BoltMessage] = field(init=False, factory=tuple)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        messages, self.kept = [*self.kept, *super().called(call)], ()
        if isinstance(call, EmitCall) and call.task is not None:
            self.kept = [messages.pop()]
        return messages

    def done(self) -> Sequence[BoltMessage]:
        kept, self.kept = self.kept, ()
        return [*super().done(), *kept]

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        kept, self.kept = self.kept, ()
        return [*kept, *super().failed(error)]


@library(
    "one-anchor-is-enough",
    kills=["ML-08"],
    mistake="Most emissions have one anchor, and a list of several was made one of its first.",
    issue="STORM-2331",
)
class OneAnchorIsEnough(BoltLibrary):
    """Of several anchors that the code names the first is said."""

    def anchors(self, call: EmitCall) -> tuple[str, ...]:
        return super().anchors(call)[:1]


@library(
    "no-anchors-are-the-usual-ones",
    kills=["ML-08"],
    mistake="An empty list looks like no list, and no list means the input that is processed.",
)
class NoAnchorsAreTheUsualOnes(BoltLibrary):
    """What the code emits unanchored is anchored to the input that it is at."""

    def anchors(self, call: EmitCall) -> tuple[str, ...]:
        return call.anchors or (() if self.current is None else (self.current.name,))


@library(
    "what-names-no-anchors-is-anchored",
    kills=["ML-08"],
    mistake="Who says nothing of anchors gets the usual ones, whether the library acks or the code does.",
)
class WhatNamesNoAnchorsIsAnchored(BoltLibrary):
    """What the code of a holding bolt emits, and says nothing of anchors, is anchored to the input that it is at."""

    def anchors(self, call: EmitCall) -> tuple[str, ...]:
        if call.anchors is None and self.current is not None:
            return (self.current.name,)
        return super().anchors(call)


@library(
    "an-anchor-that-is-named-twice-is-one",
    kills=["ML-08"],
    mistake="Anchors are a set, in the picture of the tree and in the library.",
)
class AnAnchorThatIsNamedTwiceIsOne(BoltLibrary):
    """An input that the code names twice for an emission is said once."""

    def anchors(self, call: EmitCall) -> tuple[str, ...]:
        return tuple(dict.fromkeys(super().anchors(call)))


@library(
    "tasks-are-counted-from-zero",
    kills=["ML-10"],
    mistake="Tasks are kept in a list of the library's, and an index of that list is taken for the task.",
)
class TasksAreCountedFromZero(BoltLibrary):
    """A direct emission goes to the task before the one that it is for."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        messages = super().called(call)
        return [
            evolve(each, task=each.task - 1) if isinstance(each, EmitMessage) and each.task else each
            for each in messages
        ]


@library(
    "a-task-is-a-byte",
    kills=["ML-10"],
    mistake="A topology has a few dozens of tasks, and a byte has room for them.",
)
class ATaskIsAByte(BoltLibrary):
    """Of the number of the task that a direct emission is for, the lowest eight bits are said."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall) and call.task is not None:
            return super().called(evolve(call, task=call.task & 255))
        return super().called(call)


@library(
    "texts-are-ascii",
    kills=["ML-10"],
    mistake="Standard output had the encoding of the machine on which it was written, and errors were to be replaced.",
)
class TextsAreAscii(BoltLibrary):
    """Characters of an emission that are not ASCII become question marks."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall):
            return super().called(evolve(call, values=tuple(map(_ascii, call.values))))
        return super().called(call)


def _ascii(value: object) -> object:
    return value.encode("ascii", "replace").decode() if isinstance(value, str) else value


@library(
    "values-are-said-as-texts",
    kills=["ML-10"],
    mistake="All values of the first topology were texts, and the writer makes a text of what is none.",
)
class ValuesAreSaidAsTexts(BoltLibrary):
    """Numbers, truth values and objects of an emission are said as texts."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall):
            return super().called(evolve(call, values=tuple(map(_as_text, call.values))))
        return super().called(call)


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int | float | dict) else value


@library(
    "what-nobody-receives-is-sent-again",
    kills=["ML-10"],
    mistake="An emission with no task ids looks like one that did not arrive.",
)
@define
class WhatNobodyReceivesIsSentAgain(BoltLibrary):
    """An emission that goes to no task is said once more."""

    last: Sequence[BoltMessage] = field(init=False, factory=tuple)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        messages = super().called(call)
        self.last = messages if isinstance(call, EmitCall) else self.last
        return messages

    def take_task_ids(self, task_ids: TaskIds) -> Sequence[BoltMessage]:
        again, self.last = self.last, ()
        return again if again and not task_ids else super().take_task_ids(task_ids)


@library(
    "emissions-after-an-error-are-forgotten",
    kills=["ML-10"],
    mistake="Emissions are collected and sent when the code is done; after an error they are not.",
)
@define
class EmissionsAfterAnErrorAreForgotten(BoltLibrary):
    """Direct emissions of an input at which the code raises an error later are not said."""

    kept: list[BoltMessage] = field(init=False, factory=list)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall) and call.task is not None:
            self.kept += super().called(call)
            return []
        kept, self.kept = self.kept, []
        return [*kept, *super().called(call)]

    def done(self) -> Sequence[BoltMessage]:
        kept, self.kept = self.kept, []
        return [*kept, *super().done()]

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        self.kept = []
        return super().failed(error)


@library(
    "no-task-ids-are-the-last-ones",
    kills=["ML-11"],
    mistake="An empty list looks like no answer, and what was there before stays.",
)
@define
class NoTaskIdsAreTheLastOnes(BoltLibrary):
    """Of an emission that nobody receives, the code gets the task ids of the one before."""

    last: TaskIds = field(init=False, default=())

    def take_task_ids(self, task_ids: TaskIds) -> Sequence[BoltMessage]:
        self.last = task_ids or self.last
        return super().take_task_ids(self.last)


@library(
    "two-task-ids-are-enough",
    kills=["ML-11"],
    mistake="What is subscribed to by more than two bolts was never seen, and a pair is easily returned.",
)
class TwoTaskIdsAreEnough(BoltLibrary):
    """Of the task ids of an emission the code gets the first two."""

    def take_task_ids(self, task_ids: TaskIds) -> Sequence[BoltMessage]:
        return super().take_task_ids(task_ids[:2])


@library(
    "task-ids-are-taken-from-the-wrong-end",
    kills=["ML-11"],
    mistake="Task ids are kept until somebody asks, and nobody asks after an emission whose ids do not matter.",
)
@define
class TaskIdsAreTakenFromTheWrongEnd(BoltLibrary):
    """The code gets the task ids of the emission before."""

    kept: deque[TaskIds] = field(init=False, factory=lambda: deque([()]))

    def take_task_ids(self, task_ids: TaskIds) -> Sequence[BoltMessage]:
        self.kept.append(task_ids)
        return super().take_task_ids(self.kept.popleft())


@library(
    "an-error-forgets-owed-task-ids",
    kills=["ML-11"],
    mistake="Task ids are read before the next emission, and an error ends the code that would have asked for them.",
)
@define
class AnErrorForgetsOwedTaskIds(BoltLibrary):
    """After an error right behind an emission, the code gets for each emission the task ids of the one before."""

    kept: deque[TaskIds] = field(init=False, factory=deque)
    unread: TaskIds | None = field(init=False, default=None)

    def take_task_ids(self, task_ids: TaskIds) -> Sequence[BoltMessage]:
        self.kept.append(task_ids)
        self.unread = self.kept.popleft()
        return super().take_task_ids(self.unread)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        self.unread = None if isinstance(call, EmitCall) else self.unread
        return super().called(call)

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        if self.unread is not None:
            self.kept.appendleft(self.unread)
        return super().failed(error)


@library(
    "members-with-an-underscore-are-private",
    kills=["ML-10"],
    mistake="Values may be objects of the code's classes, of which the public attributes are written.",
)
class MembersWithAnUnderscoreArePrivate(BoltLibrary):
    """Members of an object are not said if their names begin with an underscore."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, EmitCall):
            return super().called(evolve(call, values=tuple(map(_public, call.values))))
        return super().called(call)


def _public(value: object) -> object:
    if isinstance(value, dict):
        return {name: _public(each) for name, each in value.items() if not name.startswith("_")}
    return list(map(_public, value)) if isinstance(value, list) else value


@define
class _KeepsDirectEmissions(BoltLibrary):
    """A library that keeps direct emissions until something else is written, but for acks and fails of other inputs."""

    kept: list[EmitMessage] = field(init=False, factory=list)

    def looked_at(self, kept: EmitMessage) -> tuple[str, ...]:
        """Return the inputs whose acks and fails an emission must not follow."""
        return kept.anchors

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        messages = super().called(call)
        match call:
            case EmitCall() if call.task is not None:
                self.kept += [each for each in messages if isinstance(each, EmitMessage)]
                return []
            case AckCall(name) | FailCall(name) if not any(name in self.looked_at(each) for each in self.kept):
                return messages
        return [*self._written(), *messages]

    def done(self) -> Sequence[BoltMessage]:
        return [*self._written(), *super().done()]

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        return [*self._written(), *super().failed(error)]

    def _written(self) -> Sequence[BoltMessage]:
        written, self.kept = self.kept, []
        return written


@library(
    "a-kept-emission-is-known-by-its-first-anchor",
    kills=["ML-07"],
    mistake="An ack is held up by the emissions of its input, and nearly every emission has one anchor.",
)
class AKeptEmissionIsKnownByItsFirstAnchor(_KeepsDirectEmissions):
    """A direct emission with several anchors is said after an ack or fail of another anchor than its first."""

    def looked_at(self, kept: EmitMessage) -> tuple[str, ...]:
        """Return one anchor."""
        return super().looked_at(kept)[:1]


def without_equal_parts(value: object, seen: list[object]) -> object:
    """Return a value with null for each part that equals an earlier one."""
    if not isinstance(value, dict | list) or not value:
        return value
    if value in seen:
        return None
    seen.append(value)
    if isinstance(value, dict):
        return {name: without_equal_parts(each, seen) for name, each in value.items()}
    return [without_equal_parts(each, seen) for each in value]


def as_table(value: object) -> object:
    """Return a list for an object whose names are 0, 1 and so on."""
    if not isinstance(value, dict) or not value or list(value) != [str(place) for place in range(len(value))]:
        return value
    return list(value.values())


class _WritesValues(BoltLibrary):
    """A library that writes values in its own way."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        return [
            evolve(each, values=tuple(map(self.written, each.values))) if isinstance(each, EmitMessage) else each
            for each in super().called(call)
        ]

    def written(self, value: object) -> object:
        """Return what is written of a value."""
        return value


@library(
    "equal-parts-are-a-cycle",
    kills=["ML-10"],
    mistake="A value that contains itself would be written without end, so the parts that were written are noted.",
)
class EqualPartsAreACycle(_WritesValues):
    """Of two equal lists or objects within one value, the second is written as null."""

    def written(self, value: object) -> object:
        """Return what is written of a value."""
        return without_equal_parts(value, [])


@library(
    "numbered-names-are-a-list",
    kills=["ML-10"],
    mistake="In the language of the bolt lists and maps are one type, and a table from 0 on is written as a list.",
)
class NumberedNamesAreAList(_WritesValues):
    """An object whose names are 0, 1 and so on, in order, is written as a list."""

    def written(self, value: object) -> object:
        """Return what is written of a value."""
        return as_table(value)


@library(
    "keys-that-look-alike-are-one",
    kills=["ML-10"],
    mistake="In the language of the bolt texts are equal if they look alike, in whichever form accents are written.",
)
class KeysThatLookAlikeAreOne(_WritesValues):
    """Of two names of an object that are one in a normal form of Unicode, the second is left out."""

    def written(self, value: object) -> object:
        """Return what is written of a value."""
        if not isinstance(value, dict):
            return value
        first = {unicodedata.normalize("NFC", name): name for name in reversed(value)}
        return {name: each for name, each in value.items() if name in first.values()}


@library(
    "a-list-has-numbers-of-one-kind",
    kills=["ML-10"],
    mistake="Long lists of numbers, such as an image, are packed into an array, whose type is that of the first.",
)
class AListHasNumbersOfOneKind(_WritesValues):
    """A list of numbers that begins with a whole one has whole ones only."""

    def written(self, value: object) -> object:
        """Return what is written of a value."""
        if not isinstance(value, list) or not all(type(each) in (int, float) for each in value):
            return value
        return [type(value[0])(each) for each in value]


DEEPEST = 100


@library(
    "deep-values-are-refused",
    kills=["ML-10"],
    mistake="A value that contains itself would be written without end, so nesting has a limit.",
)
class DeepValuesAreRefused(_WritesValues):
    """A value that is nested more than a hundred deep is written as null."""

    def written(self, value: object) -> object:
        """Return what is written of a value."""
        return None if str(value).startswith("[" * DEEPEST) else value
