"""Operations and results of the component `multilang`: a bolt library in another language, behind Storm's ShellBolt.

The operations are those of a ShellBolt: it starts the bolt's process, gives it inputs, and listens. The user's code in
the bolt is part of the operations: each input lists the deeds of the bolt.
"""

from typing import ClassVar

from attrs import field, frozen

from ackproof.components.fields import Task

SYSTEM_TASK = -1
"""The task that heartbeats and ticks come from."""

SYSTEM, TICK_STREAM = "__system", "__tick"
HEARTBEAT_STREAM = "__heartbeat"


@frozen(kw_only=True)
class Deed:
    """A deed of the bolt's code: `emit`, `ack`, `fail`, `raise`, `print` or `log`.

    An emission has a `name`, which is its first value, and a `text`, which is its last. Without `anchors`, none are
    passed to the library, which then chooses them; without a `task` the emission is not direct. An `ack` or `fail` has
    the `id` of an input. `text` is what is printed or logged, or the message of an error. If it `is_json`, as
    that of an emission may be, then the value is no text: it is what that JSON stands for.
    """

    do: str
    name: str = ""
    text: str = ""
    is_json: bool = False
    anchors: tuple[str, ...] | None = None
    task: Task | None = None
    id: str = ""


@frozen
class Launch:
    """Start the bolt's process, and give it the handshake. The bolt does `deeds` while it is initialized."""

    op: ClassVar[str] = "launch"
    deeds: tuple[Deed, ...] = ()


@frozen(kw_only=True)
class Give:
    """Give the bolt an input with deeds. The reply is not awaited."""

    op: ClassVar[str] = "give"
    id: str
    deeds: tuple[Deed, ...] = ()
    component: str = "source"
    stream: str = "default"
    task: Task = 1

    @property
    def is_tick(self) -> bool:
        """Whether it is a tick of the system, not a tuple of a component."""
        return (self.task, self.stream) == (SYSTEM_TASK, TICK_STREAM)


@frozen
class Heartbeat:
    """Ask whether the bolt's process is alive."""

    op: ClassVar[str] = "heartbeat"


@frozen
class Listen:
    """Read the bolt's lines, and give it the task ids of its emissions, until it has finished everything. If it is
    `patient`, the parent gives the bolt nothing behind a heartbeat until that is answered.
    """

    op: ClassVar[str] = "listen"
    patient: bool = False


@frozen
class HangUp:
    """Close the bolt's input, as happens when the worker dies, and read its remaining lines."""

    op: ClassVar[str] = "hang-up"


OPERATIONS = (Launch, Give, Heartbeat, Listen, HangUp)
MultilangOperation = Launch | Give | Heartbeat | Listen | HangUp


@frozen
class PidLine:
    """The bolt's pid: `own` says whether it is the pid of its process, and `filed` whether a file of that name is in
    the folder for pids.
    """

    line: ClassVar[str] = "pid"
    own: bool
    filed: bool


@frozen(kw_only=True)
class EmitLine:
    """The bolt emitted a tuple.

    `heard` are the task ids that its code has received for the previous emission, None if it waited for none. `asks`
    says whether it wants those of this one, and `given` are the task ids that were sent to it. If it `is_json`, then
    its last value is no text, and `text` is that value in JSON.
    """

    line: ClassVar[str] = "emit"
    name: str
    anchors: tuple[str, ...] = ()
    text: str = ""
    is_json: bool = False
    task: Task | None = None
    heard: tuple[int, ...] | None = None
    asks: bool = True
    given: tuple[int, ...] | None = None


@frozen
class AckLine:
    """The bolt acked an input."""

    line: ClassVar[str] = "ack"
    id: str


@frozen
class FailLine:
    """The bolt failed an input."""

    line: ClassVar[str] = "fail"
    id: str


@frozen
class SyncLine:
    """The bolt answered a heartbeat."""

    line: ClassVar[str] = "sync"


@frozen
class RemarkLine:
    """A line of the bolt that is about no input: `kind` is its command, such as `error`, `log` or `metrics`, or one
    that ShellBolt does not know.
    """

    line: ClassVar[str] = "remark"
    kind: str


@frozen
class StrayLine:
    """A line of the bolt that is not a message."""

    line: ClassVar[str] = "stray"
    text: str


BoltLine = PidLine | EmitLine | AckLine | FailLine | SyncLine | RemarkLine | StrayLine
BOLT_LINES = (PidLine, EmitLine, AckLine, FailLine, SyncLine, RemarkLine, StrayLine)


@frozen(kw_only=True)
class MultilangResult:
    """The lines of the bolt while it was listened to, in order; empty for other operations.

    `heartbeats` counts those that were sent meanwhile, besides those that were operations. `ended` says that the bolt's
    process has ended. `again` counts the last of these heartbeats that were sent because the bolt had answered all
    others, and said nothing more. `overdue` counts those that the bolt did not answer, though nothing else was left for
    it to do, until it was given more.
    """

    said: tuple[BoltLine, ...] = field(default=())
    heartbeats: int = 0
    ended: bool = False
    again: int = 0
    overdue: int = 0


FIRST_PROBE = -(1 << 62)
"""The id of the first probe: an input that the parent sends for its own purposes, without deeds."""

MOST_PROBES = 1 << 20
"""The number of ids, counting down from the first, that are reserved for probes."""


def probe_id(number: int) -> str:
    """Return the id of a probe."""
    return str(FIRST_PROBE - number)


def is_probe(name: str) -> bool:
    """Whether an id is that of a probe."""
    return name.startswith("-") and name[1:].isdecimal() and 0 <= FIRST_PROBE - int(name) < MOST_PROBES
