"""A bolt behind a pipe: the library that a bolt in another language is written with.

Theory of operation
-------------------
Storm runs bolts of other languages in processes of their own. In the worker there is a *ShellBolt* for each, which has
the collector. The process has the user's code, and a library that talks to the ShellBolt in JSON messages over standard
input and output. Neither waits for the other: inputs, heartbeats and the task ids of emissions come in one stream, at
any time, and the bolt's messages go out in another.

    ShellBolt                                  process
        handshake (conf, context, pid folder) -->
        <-- pid
        input 17 -->                               the code begins with it
        <-- emit, anchored to 17                   and waits for the task ids
        input 23, heartbeat -->                    23 waits for its turn; the heartbeat does not
        <-- sync
        task ids of the emit -->                   the code goes on
        <-- ack 17                                 it is done, and begins with 23

The ShellBolt holds each input, under an id of its own, until it is acked or failed. It dies, together with the worker,
when a message names an input that it does not hold: by a second ack, or by an anchor that was acked. It cannot notice
missing messages: a forgotten input stays in its memory, and the input's trees time out. So most mistakes of a library
cost a worker or time. The worst mistake is to emit without an anchor, because then data is lost silently.

A library processes one input at a time. Unless the code holds inputs, the library anchors the code's emissions to the
current input, acks that input when the code is done, and fails it when the code raises an error.

There is no input or output here: `BoltLibrary` takes messages and returns messages, and its caller has the pipes. The
code is a generator, which yields its calls and is sent the task ids.

Rules: the chapter on multilang, `ML-01` onwards. Source: Storm 2.8.3, documentation, "Multi-Lang Protocol", and
`ShellBolt`.
"""

from collections.abc import Callable, Generator, Sequence

from attrs import define, field, frozen

from acking.errors import IllegalUse

SYSTEM_TASK = -1
HEARTBEAT_STREAM = "__heartbeat"

TaskIds = tuple[int, ...]
"""The ids of the tasks that an emission went to."""


@frozen(kw_only=True)
class BoltInput:
    """A tuple that is given to the bolt. `name` is the id that the ShellBolt made up for it."""

    name: str
    component: str | None
    stream: str
    task: int
    values: tuple[object, ...] = ()

    @property
    def is_heartbeat(self) -> bool:
        """Whether it only asks if the process is alive. A tick also comes from the system, but is an input."""
        return self.task == SYSTEM_TASK and self.stream == HEARTBEAT_STREAM


@frozen(kw_only=True)
class EmitCall:
    """The code emits. Without `anchors` the library chooses them; without a `task` there are task ids to wait for."""

    values: tuple[object, ...]
    anchors: tuple[str, ...] | None = None
    task: int | None = None


@frozen
class AckCall:
    """The code acks an input that it holds."""

    name: str


@frozen
class FailCall:
    """The code fails an input that it holds."""

    name: str


@frozen
class LogCall:
    """The code logs a text for people. Printed text counts as such, because standard output is for messages."""

    text: str


CodeCall = EmitCall | AckCall | FailCall | LogCall
"""What the user's code asks the library for."""

Code = Generator[CodeCall, TaskIds | None, None]
"""The user's code while it runs: it yields calls. It is sent the task ids after an emit without a `task`, and None
after every other call."""


@frozen
class PidFileLeft:
    """A file named by the pid is left in the folder for pids, so that the process can be killed."""


@frozen
class PidMessage:
    """The pid of the process."""

    pid: int


@frozen(kw_only=True)
class EmitMessage:
    """The bolt emits a tuple, anchored to the inputs of these ids: to `task`, or to the tasks that groupings choose."""

    values: tuple[object, ...]
    anchors: tuple[str, ...] = ()
    task: int | None = None


@frozen
class AckMessage:
    """The bolt is done with an input."""

    name: str


@frozen
class FailMessage:
    """The bolt fails an input."""

    name: str


@frozen
class SyncMessage:
    """The answer to a heartbeat: the process is alive."""


@frozen
class ErrorMessage:
    """An error report for people."""

    text: str


@frozen
class LogMessage:
    """A line of the log."""

    text: str


BoltMessage = (
    PidFileLeft | PidMessage | EmitMessage | AckMessage | FailMessage | SyncMessage | ErrorMessage | LogMessage
)
"""What a library sends to the ShellBolt; the file for the pid counts as a message, because its parent sees it."""


@define
class BoltLibrary:
    """The library's side of the conversation. `initialize` and `process` are the user's code. With `holding` the code
    itself acks and fails its inputs, and names the anchors.
    """

    pid: int
    initialize: Callable[[], Code]
    process: Callable[[BoltInput], Code]
    holding: bool = False
    is_over: bool = field(init=False, default=False)
    """Whether there is nothing left to do, so that the process ends."""

    current: BoltInput | None = field(init=False, default=None)
    """The input that the code processes; None while it initializes, or has nothing to do."""

    waiting: list[BoltInput] = field(init=False, factory=list)
    """The inputs that have to wait."""

    _code: Code | None = field(init=False, default=None)

    def shake_hands(self) -> Sequence[BoltMessage]:
        """Take the handshake. The pid is sent first, whatever the code does in its initialization."""
        self._code = self.initialize()
        return [PidFileLeft(), PidMessage(self.pid), *self._work()]

    def take(self, given: BoltInput) -> Sequence[BoltMessage]:
        """Take an input, or a heartbeat, which is answered at once: also while the code waits for task ids."""
        if given.is_heartbeat:
            return [SyncMessage()]
        self.waiting.append(given)
        return [] if self._code is not None else self._work()

    def take_task_ids(self, task_ids: TaskIds) -> Sequence[BoltMessage]:
        """Take the task ids of the emission that the code waits for. Raise `IllegalUse` if no code runs."""
        if self._code is None:
            raise IllegalUse(f"task ids {task_ids} of no emission")
        return self._work(task_ids)

    def hang_up(self) -> Sequence[BoltMessage]:
        """Take the end of the input: nobody reads any more. Held inputs stay held, and the process ends.

        A later call is not refused; it is the caller who has to stop.
        """
        self.is_over = True
        return []

    def _work(self, task_ids: TaskIds | None = None) -> Sequence[BoltMessage]:
        """Run the code, for one input after the other, until it waits for task ids or there is nothing to do."""
        messages: list[BoltMessage] = []
        while (code := self._code or self._begun()) is not None:
            try:
                call = code.send(task_ids)
            except StopIteration:
                messages += self._over(self.done())
            except Exception as error:  # noqa: BLE001 - it is the user's code, which may raise anything
                messages += self._over(self.failed(error))
            else:
                messages += self.called(call)
                if isinstance(call, EmitCall) and call.task is None:
                    break
            task_ids = None
        return messages

    def _begun(self) -> Code | None:
        """Begin with the next input; return the code that runs for it, None if no input waits."""
        if self.waiting:
            self.current = self.next_input()
            self._code = self.process(self.current)
        return self._code

    def _over(self, messages: Sequence[BoltMessage]) -> Sequence[BoltMessage]:
        self.current = self._code = None
        return messages

    def next_input(self) -> BoltInput:
        """Remove and return the next input that waits."""
        return self.waiting.pop(0)

    def called(self, call: CodeCall) -> Sequence[BoltMessage]:
        """Return the messages for a call of the code."""
        match call:
            case EmitCall():
                return [EmitMessage(values=call.values, anchors=self.anchors(call), task=call.task)]
            case AckCall(name):
                return [AckMessage(name)]
            case FailCall(name):
                return [FailMessage(name)]
            case LogCall(text):
                return [LogMessage(text)]

    def anchors(self, call: EmitCall) -> tuple[str, ...]:
        """Return the ids of the inputs that an emission is anchored to."""
        if call.anchors is not None:
            return call.anchors
        return () if self.holding or self.current is None else (self.current.name,)

    def done(self) -> Sequence[BoltMessage]:
        """Return the messages for the end of the code."""
        return [] if self.holding or self.current is None else [AckMessage(self.current.name)]

    def failed(self, error: Exception) -> Sequence[BoltMessage]:
        """Return the messages for an error that the code raised."""
        fails = [] if self.holding or self.current is None else [FailMessage(self.current.name)]
        return [ErrorMessage(f"{type(error).__name__}: {error}"), *fails]
