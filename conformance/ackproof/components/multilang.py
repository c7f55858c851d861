"""Operations and results of the component `multilang`: a bolt library in another language, behind Storm's ShellBolt.

What is asked is what a ShellBolt does: it starts the bolt's process, gives it inputs, and listens. Which code of a user
runs in the bolt is a part of the operations: each input says what the bolt is to do with it.
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
    """Something that the bolt's code is to do: `emit`, `ack`, `fail`, `raise`, `print` or `log`.

    An emission has a `name`, which comes back as its first value, and a `text`, which comes back as its last. Without
    `anchors` the library is told of none, and anchors it by itself; without a `task` it is not direct. An `ack` or
    `fail` has the `id` of an input. What is printed or logged is `text`, and the message of an error.
    """

    do: str
    name: str = ""
    text: str = ""
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
    """Give the bolt an input, which it does `deeds` with. Nobody waits for anything yet."""

    op: ClassVar[str] = "give"
    id: str
    deeds: tuple[Deed, ...] = ()
    component: str = "source"
    stream: str = "default"
    task: Task = 1

    @property
    def is_tick(self) -> bool:
        """Whether it is a tick of the system, and no tuple of a component."""
        return (self.task, self.stream) == (SYSTEM_TASK, TICK_STREAM)


@frozen
class Heartbeat:
    """Ask whether the bolt's process is alive."""

    op: ClassVar[str] = "heartbeat"


@frozen
class Listen:
    """Read what the bolt says, and give it the task ids of its emissions, until it has done all that was asked."""

    op: ClassVar[str] = "listen"


@frozen
class HangUp:
    """End the bolt's input, as happens when the worker dies, and read what it still says."""

    op: ClassVar[str] = "hang-up"


OPERATIONS = (Launch, Give, Heartbeat, Listen, HangUp)
MultilangOperation = Launch | Give | Heartbeat | Listen | HangUp


@frozen
class PidLine:
    """The bolt said its pid: whether that is the pid of its process, and whether a file of that name is in the folder
    for pids.
    """

    line: ClassVar[str] = "pid"
    own: bool
    filed: bool


@frozen(kw_only=True)
class EmitLine:
    """The bolt emitted a tuple.

    `heard` are the task ids that its code has got for the emission before, None if it waited for none. `asks` says
    whether it wants those of this one, and `given` are those that it was given.
    """

    line: ClassVar[str] = "emit"
    name: str
    anchors: tuple[str, ...] = ()
    text: str = ""
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
    """The bolt said something that is for people: `kind` is `error`, `log` or `metrics`."""

    line: ClassVar[str] = "remark"
    kind: str


@frozen
class StrayLine:
    """The bolt wrote what is no message."""

    line: ClassVar[str] = "stray"
    text: str


BoltLine = PidLine | EmitLine | AckLine | FailLine | SyncLine | RemarkLine | StrayLine
BOLT_LINES = (PidLine, EmitLine, AckLine, FailLine, SyncLine, RemarkLine, StrayLine)


@frozen
class MultilangResult:
    """What the bolt said while it was listened to, in order; nothing for what is only asked of it.

    `heartbeats` counts those that were sent meanwhile, besides those that were operations. `ended` says that its
    process is not there any more.
    """

    said: tuple[BoltLine, ...] = field(default=())
    heartbeats: int = 0
    ended: bool = False


FIRST_PROBE = -(1 << 62)
"""The id of the first probe: an input of the parent's own, in which there is nothing to do."""

MOST_PROBES = 1 << 20
"""So many of the ids from the first on are kept for probes, and no input is given one."""


def probe_id(number: int) -> str:
    """Return the id of a probe."""
    return str(FIRST_PROBE - number)


def is_probe(name: str) -> bool:
    """Whether an id is that of a probe."""
    return name.startswith("-") and name[1:].isdecimal() and 0 <= FIRST_PROBE - int(name) < MOST_PROBES
