"""Operations and results of the component `topology`: a source, spout tasks, bolt tasks and acker tasks, and their
happenings.

Everything is identified by names: `spout-1` is a task, `m1` a message of the source, `m1/2` the tree of its second
emission, `t3` a tuple under way, `t3'` the second receipt of it. An operation that finds nothing to do has no effect.
"""

from typing import ClassVar

from attrs import field, frozen

from ackproof.components.happenings import Happening

GROUPINGS = ("fields", "shuffle", "none", "all", "direct")


@frozen
class Subscription:
    """A bolt's subscription to a component: to which of its streams, counted from 1, and by which grouping (`fields`,
    `shuffle`, `none`, `all` or `direct`).
    """

    component: str
    stream: int = 1
    grouping: str = "fields"


@frozen(kw_only=True)
class BoltShape:
    """A bolt: its kind (`plain`, `basic`, `batch` or `loose`) and the components that it subscribes to.

    `takes` has the subscriptions other than to the first stream by fields grouping; `streams` is the number of the
    bolt's own streams, which its values use in turn. An executor runs `executor_tasks` of its tasks, in order.

    It makes `fan` values from each input; a batch bolt makes them from `enough` inputs, or from those that it has at a
    tick.
    """

    name: str
    kind: str = "plain"
    after: tuple[str, ...] = ("spout",)
    tasks: int = 1
    fan: int = 1
    enough: int = 2
    takes: tuple[Subscription, ...] = ()
    streams: int = 1
    executor_tasks: int = 1

    def subscription(self, component: str) -> Subscription:
        """Return the bolt's subscription to a component."""
        return next((each for each in self.takes if each.component == component), Subscription(component))


@frozen
class Wiring:
    """The description of a topology besides the numbers of its tasks: the source's messages, the bolts, the bound on
    pending emissions of a spout task, if there is one, the number of the spout's streams, and the number of its tasks
    in an executor.

    With `lifecycle`, spouts report when they are opened, activated, deactivated and closed. With `outboxes`, sent
    messages wait with their task while it is paused.
    """

    messages: tuple[str, ...] = ()
    bolts: tuple[BoltShape, ...] = ()
    max_pending: int | None = None
    streams: int = 1
    executor_tasks: int = field(default=1, kw_only=True)
    lifecycle: bool = field(default=False, kw_only=True)
    outboxes: bool = field(default=False, kw_only=True)


@frozen
class NextTuple:
    """A spout task is asked for its next tuple; `untracked` means that it emits without a message id. It emits up to
    `most` messages, if the source offers that many.
    """

    op: ClassVar[str] = "next-tuple"
    spout: str
    tracked: bool = True
    most: int = 1


@frozen
class Deliver:
    """The oldest message of a channel is delivered, or the one at `place`. `conduct` is the bolt's conduct with it."""

    op: ClassVar[str] = "deliver"
    sender: str
    receiver: str
    place: int = 0
    conduct: str = "normal"


@frozen
class Flow:
    """All messages of one kind, and those that they cause, are delivered: `tuples`, `reports` to ackers, `words` of
    ackers.
    """

    op: ClassVar[str] = "flow"
    kind: str


@frozen
class TaskTick:
    """A tick of one task."""

    op: ClassVar[str] = "task-tick"
    task: str


@frozen
class Settle:
    """Spouts are asked, everything is delivered and batches are finished, until there is nothing left to do."""

    op: ClassVar[str] = "settle"


@frozen
class Die:
    """A task dies, and is restarted with an empty state."""

    op: ClassVar[str] = "die"
    task: str


@frozen
class Pause:
    """A task is paused: it receives nothing and has no ticks."""

    op: ClassVar[str] = "pause"
    task: str


@frozen
class Resume:
    """A paused task is resumed."""

    op: ClassVar[str] = "resume"
    task: str


@frozen
class Lose:
    """A message of a channel is lost, or all of them if `place` is null."""

    op: ClassVar[str] = "lose"
    sender: str
    receiver: str
    place: int | None = None


@frozen
class Double:
    """Every message of a channel is doubled; the copies are behind the others."""

    op: ClassVar[str] = "double"
    sender: str
    receiver: str


@frozen
class Deactivate:
    """The topology is deactivated for a spout task: it is not asked any more."""

    op: ClassVar[str] = "deactivate"
    task: str


@frozen
class Activate:
    """The topology is activated again."""

    op: ClassVar[str] = "activate"
    task: str


@frozen
class Stop:
    """A task is shut down in an orderly way, and is restarted with an empty state."""

    op: ClassVar[str] = "stop"
    task: str


OPERATIONS = (
    NextTuple,
    Deliver,
    Flow,
    TaskTick,
    Settle,
    Die,
    Pause,
    Resume,
    Lose,
    Double,
    Deactivate,
    Activate,
    Stop,
)
TopologyOperation = (
    NextTuple | Deliver | Flow | TaskTick | Settle | Die | Pause | Resume | Lose | Double | Deactivate | Activate | Stop
)

CONDUCTS = ("normal", "give-up", "forget", "ack-twice", "fail-then-ack", "emit-after-ack")
MORE_TIME = "more-time"
"""An additional conduct, of targets that claim the capability of that name: ask for more time, then behave normally."""

FLOWS = ("tuples", "reports", "words")


@frozen
class TopologyResult:
    """The effects of one operation, in order.

    `records` counts the ackers' records and `waiting` the spout tasks' pending emissions, for targets that claim
    `pending`.
    """

    happenings: tuple[Happening, ...] = field(default=())
    records: int | None = None
    waiting: int | None = None
