"""Bolt libraries behind a ShellBolt that lose inputs, let go of them twice, or say what is not so."""

from collections.abc import Sequence

from acking.multilang import (
    SYSTEM_TASK,
    AckCall,
    AckMessage,
    BoltInput,
    BoltLibrary,
    BoltMessage,
    CodeCall,
    EmitCall,
    FailCall,
    FailMessage,
    LogCall,
    LogMessage,
    PidFileLeft,
    PidMessage,
    SyncMessage,
    TaskIds,
)
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.targets.multilang import StrayText

library = family("bolt libraries")


@library(
    "pid-of-the-shell",
    kills=["ML-01"],
    mistake="The bolt is started by a script, and the script says its own pid; who kills that leaves the bolt.",
)
class PidOfTheShell(BoltLibrary):
    """The pid is that of another process."""

    def shake_hands(self) -> Sequence[BoltMessage]:
        return [PidMessage(each.pid - 1) if isinstance(each, PidMessage) else each for each in super().shake_hands()]


@library(
    "pid-when-initialized",
    kills=["ML-01"],
    mistake="The pid says that the bolt is ready, so the code is initialized first; what it logs comes before the pid.",
)
class PidWhenInitialized(BoltLibrary):
    """The pid comes behind what the code says while it is initialized."""

    def shake_hands(self) -> Sequence[BoltMessage]:
        filed, pid, *rest = super().shake_hands()
        return [*rest, filed, pid]


@library("no-pid-file", kills=["ML-01"], mistake="The pid was said, and a file that has it too looks superfluous.")
class NoPidFile(BoltLibrary):
    """No file is left in the folder for pids."""

    def shake_hands(self) -> Sequence[BoltMessage]:
        return [each for each in super().shake_hands() if not isinstance(each, PidFileLeft)]


@library(
    "acked-by-the-base-class-too",
    kills=["ML-02"],
    mistake="The base class acks when the code is done, and the loop that calls it does, too.",
    issue="streamparse #325",
)
class AckedByTheBaseClassToo(BoltLibrary):
    """An input is acked twice."""

    def done(self) -> Sequence[BoltMessage]:
        return [*super().done(), *super().done()]


@library(
    "fail-and-then-ack",
    kills=["ML-02"],
    mistake="The callback for an error fails the input and does not return, so that it goes on to the ack.",
    issue="Storm e96b4467b",
)
class FailAndThenAck(BoltLibrary):
    """An input that failed is acked besides."""

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        return [*super().failed(error), *super().done()]


@library(
    "inputs-before-task-ids-are-dropped",
    kills=["ML-03"],
    mistake="Behind an emission the next message was to be its task ids, so what is no list is skipped.",
)
class InputsBeforeTaskIdsAreDropped(BoltLibrary):
    """An input is lost that comes while the code waits for task ids."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        if self.current is not None and not given.is_heartbeat:
            return []
        return super().take(given)


@library(
    "inputs-of-other-streams-are-dropped",
    kills=["ML-03"],
    mistake="What comes on a stream that was not declared is nobody's, and one stream was declared.",
)
class InputsOfOtherStreamsAreDropped(BoltLibrary):
    """Of the inputs of components those of the stream `default` are processed alone."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        if given.task == SYSTEM_TASK or given.stream == "default":
            return super().take(given)
        return []


@library(
    "inputs-of-high-tasks-are-dropped",
    kills=["ML-03"],
    mistake="The task is the index of a table of 255 rows, which who made it never saw full.",
)
class InputsOfHighTasksAreDropped(BoltLibrary):
    """An input from a task above 255 is not processed."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        return [] if given.task >> 8 > 0 else super().take(given)


@library(
    "acks-one-late",
    kills=["ML-03"],
    mistake="An ack is kept until there is another, to write both at once; the last of a quiet hour waits for long.",
)
@define
class AcksOneLate(BoltLibrary):
    """An ack is said when the next input has been processed."""

    kept: list[BoltMessage] = field(init=False, factory=list)

    def done(self) -> Sequence[BoltMessage]:
        messages, self.kept = self.kept, list(super().done())
        return messages


@library(
    "ticks-taken-for-heartbeats",
    kills=["ML-03"],
    mistake="What comes from task -1 comes from the system, and of the system only heartbeats were known.",
)
class TicksTakenForHeartbeats(BoltLibrary):
    """A tick is answered as a heartbeat is, and never acked."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        return [SyncMessage()] if given.task == SYSTEM_TASK else super().take(given)


@library(
    "an-input-without-emissions-is-not-acked",
    kills=["ML-03"],
    mistake="The ack is sent with the last emission, to save a write; who emits nothing was not thought of.",
)
@define
class AnInputWithoutEmissionsIsNotAcked(BoltLibrary):
    """An input for which the code emits nothing stays in ShellBolt's memory until its trees time out."""

    emitted: bool = field(init=False, default=False)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        self.emitted = self.emitted or isinstance(call, EmitCall)
        return super().called(call)

    def done(self) -> Sequence[BoltMessage]:
        emitted, self.emitted = self.emitted, False
        return super().done() if emitted else []


@library(
    "an-error-is-reported-and-acked",
    kills=["ML-04"],
    mistake="The error is reported, so it was handled; and what was handled is acked.",
)
class AnErrorIsReportedAndAcked(BoltLibrary):
    """An input at which the code raises an error is acked."""

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        return [*super().failed(error)[:1], *super().done()]


@library(
    "an-error-fails-nothing",
    kills=["ML-04"],
    mistake="The error is reported, and the timeout will see to the rest.",
)
class AnErrorFailsNothing(BoltLibrary):
    """An input at which the code raises an error is neither acked nor failed."""

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        return super().failed(error)[:1]


@library(
    "an-error-ends-the-process",
    kills=["ML-05"],
    mistake="Nobody knows what state the code is in after an error, so the process fails the input, and ends.",
)
class AnErrorEndsTheProcess(BoltLibrary):
    """The process ends with an error of the code. What waits is neither acked nor failed."""

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        self.is_over = True
        self.waiting.clear()
        return super().failed(error)


@library(
    "what-is-held-is-acked",
    kills=["ML-09"],
    mistake="The code is done, so its input is done; that it may hold it for a batch was added to the library later.",
)
@define
class WhatIsHeldIsAcked(BoltLibrary):
    """An input is acked when the code has returned, also if that holds it."""

    gone: set[str] = field(init=False, factory=set)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, AckCall | FailCall):
            if call.name in self.gone:
                return []
            self.gone.add(call.name)
        return super().called(call)

    def done(self) -> Sequence[BoltMessage]:
        return super().done() or (() if self.current is None else self.called(AckCall(self.current.name)))


@library(
    "the-codes-fail-is-an-ack",
    kills=["ML-09"],
    mistake="Ack and fail were one function with a flag, whose default won.",
)
class TheCodesFailIsAnAck(BoltLibrary):
    """An input that the code fails is acked."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        return super().called(AckCall(call.name) if isinstance(call, FailCall) else call)


@library(
    "the-code-fails-what-it-is-at",
    kills=["ML-09"],
    mistake="A fail has an argument, and the library fails the input that is processed: mostly that is the one.",
)
class TheCodeFailsWhatItIsAt(BoltLibrary):
    """A fail of the code is of the input that it is at, whichever it names."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, FailCall) and self.current is not None:
            return [FailMessage(self.current.name)]
        return super().called(call)


@library(
    "what-waits-is-a-stack",
    kills=["ML-12"],
    mistake="What comes before task ids is put aside in a list, and taken from the end that lists are taken from.",
)
class WhatWaitsIsAStack(BoltLibrary):
    """Of the inputs that wait the last is begun first."""

    def next_input(self) -> BoltInput:
        return self.waiting.pop()


@library(
    "heartbeats-are-ignored",
    kills=["ML-13"],
    mistake="It was written before 0.9.3, and streams whose names begin with two underscores are the system's affair.",
)
class HeartbeatsAreIgnored(BoltLibrary):
    """A heartbeat is answered by nothing."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        return [] if given.is_heartbeat else super().take(given)


@library(
    "heartbeats-are-inputs",
    kills=["ML-13"],
    mistake="It was written before 0.9.3: a heartbeat is given to the code, which does nothing, and is acked.",
)
class HeartbeatsAreInputs(BoltLibrary):
    """A heartbeat is processed as an input, and acked. ShellBolt holds none of that id."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        return super().take(evolve(given, stream="default"))


@library(
    "busy-bolts-are-dead",
    kills=["ML-13"],
    mistake="A heartbeat that comes while the code waits for task ids is not what is waited for, and is skipped.",
)
class BusyBoltsAreDead(BoltLibrary):
    """A heartbeat that comes while the code is at an input is never answered."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        return [] if given.is_heartbeat and self.current is not None else super().take(given)


@library(
    "heartbeats-wait-for-inputs",
    kills=["ML-13"],
    mistake="Messages are read two at a time, or what is to be said is flushed when the next one has been read.",
)
@define
class HeartbeatsWaitForInputs(BoltLibrary):
    """A heartbeat is answered when the next input comes: at night, never."""

    owed: int = field(init=False, default=0)

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        if given.is_heartbeat:
            self.owed += 1
            return []
        owed, self.owed = self.owed, 0
        return [*[SyncMessage()] * owed, *super().take(given)]


@library(
    "an-error-forgets-heartbeats",
    kills=["ML-13"],
    mistake="A heartbeat that comes while the code works is answered when that is over, which an error skips.",
)
@define
class AnErrorForgetsHeartbeats(BoltLibrary):
    """A heartbeat that comes while the code is at an input is answered behind it, unless the code raises an error."""

    owed: int = field(init=False, default=0)

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        if given.is_heartbeat and self.current is not None:
            self.owed += 1
            return []
        return super().take(given)

    def done(self) -> Sequence[BoltMessage]:
        owed, self.owed = self.owed, 0
        return [*super().done(), *[SyncMessage()] * owed]

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        self.owed = 0
        return super().failed(error)


@library(
    "ids-are-numbers",
    kills=["ML-14"],
    mistake="The ids look like numbers, and a number of JavaScript or JSON has 53 bits.",
)
class IdsAreNumbers(BoltLibrary):
    """Ids come back as the double that is nearest to them."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        return super().take(evolve(given, name=str(int(float(given.name)))))


@library(
    "an-id-of-zero-is-none",
    kills=["ML-14"],
    mistake="The id is asked whether it is there as a truth value, after it was made a number.",
)
class AnIdOfZeroIsNone(BoltLibrary):
    """The input with the id 0 is acked and failed without an id."""

    def done(self) -> Sequence[BoltMessage]:
        return [
            AckMessage("") if isinstance(each, AckMessage) and each.name == "0" else each for each in super().done()
        ]


@library(
    "heartbeats-are-acked-too",
    kills=["ML-14"],
    mistake="A heartbeat comes as an input does, with an id; so it is acked, besides being answered.",
)
class HeartbeatsAreAckedToo(BoltLibrary):
    """A heartbeat is answered, and acked. ShellBolt holds no input of that id."""

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        messages = super().take(given)
        return [AckMessage(given.name), *messages] if given.is_heartbeat else messages


@library("prints-go-out", kills=["ML-15"], mistake="Standard output is where messages go, and where print goes.")
class PrintsGoOut(BoltLibrary):
    """What the code prints is written between the messages."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        return [StrayText(call.text)] if isinstance(call, LogCall) else super().called(call)  # type: ignore[list-item]  # that is the mistake


@library(
    "an-end-is-forgotten",
    kills=["ML-03"],
    mistake="Each kind of message had a function that writes it, and one did not write `end` behind it.",
)
class AnEndIsForgotten(BoltLibrary):
    """The message behind a log message comes before the same `end`, and ShellBolt reads only the first of two."""

    def _work(self, task_ids: TaskIds | None = None) -> Sequence[BoltMessage]:
        read: list[BoltMessage] = []
        is_lost = False
        for message in super()._work(task_ids):
            read.append(StrayText(repr(message)) if is_lost else message)  # type: ignore[arg-type]  # it is no message
            is_lost = isinstance(message, LogMessage) and not is_lost
        return read


@library(
    "reads-on-after-the-end",
    kills=["ML-16"],
    mistake="At the end of a file, reading a line gives an empty one, and empty lines are skipped.",
)
class ReadsOnAfterTheEnd(BoltLibrary):
    """The process goes on when its input has ended."""

    def hang_up(self) -> Sequence[BoltMessage]:
        return []


@library(
    "what-is-left-is-acked-at-the-end",
    kills=["ML-16"],
    mistake="Whoever shuts down tidies up: what is still held is acked, lest it time out.",
)
@define
class WhatIsLeftIsAckedAtTheEnd(BoltLibrary):
    """When the input ends, all that the code holds is acked."""

    left: dict[str, None] = field(init=False, factory=dict)

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        self.left[given.name] = None
        return super().take(given)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if isinstance(call, AckCall | FailCall):
            self.left.pop(call.name, None)
        return super().called(call)

    def hang_up(self) -> Sequence[BoltMessage]:
        return [*(AckMessage(each) for each in self.left if self.holding), *super().hang_up()]


@library(
    "the-end-comes-behind-the-queue",
    kills=["ML-16"],
    mistake="A bolt is to end in good order, so at the end of its input it first does what is still in its queue.",
)
@define
class TheEndComesBehindTheQueue(BoltLibrary):
    """Whose code waits for task ids while another input waits for it does not end: the task ids never come."""

    def hang_up(self) -> Sequence[BoltMessage]:
        return [] if self._code is not None and self.waiting else super().hang_up()


@library(
    "errors-are-formats",
    kills=["ML-04"],
    mistake="The report takes the text of an error as a format; what goes wrong in a report is only logged.",
)
class ErrorsAreFormats(BoltLibrary):
    """An error with a percent sign in it is not reported, and its input is neither acked nor failed."""

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        return [] if "%" in str(error) else super().failed(error)


@library(
    "an-error-without-words-is-none",
    kills=["ML-04"],
    mistake="The reason of a failure is a text, which is empty until there is one.",
)
class AnErrorWithoutWordsIsNone(BoltLibrary):
    """An input at which the code raises an error without a text is acked."""

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        return super().failed(error) if str(error) else self.done()


@library(
    "logs-are-formats",
    kills=["ML-03"],
    mistake="The log takes a format and its arguments, and is called with a text and none.",
)
class LogsAreFormats(BoltLibrary):
    """A text with a percent sign that the code logs is an error of the code, and its input is failed."""

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        if not isinstance(call, LogCall):
            return super().called(call)
        try:
            return [LogMessage(call.text % ())]
        except (TypeError, ValueError) as error:
            return self._over(self.failed(error))


@library(
    "an-error-starts-the-bolt-again",
    kills=["ML-01"],
    mistake="After an error nobody knows the state of the code, so it is started anew, as at the beginning.",
)
class AnErrorStartsTheBoltAgain(BoltLibrary):
    """After an error of the code the pid is said once more."""

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        return [*super().failed(error), PidMessage(self.pid)]
