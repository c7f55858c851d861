"""Operations and results of the component `topology`: a source, spout tasks, bolt tasks and acker tasks, with all that
can happen to them.

Everything is said in names: `spout-1` is a task, `m1` a message of the source, `m1/2` the tree of its second emission,
`t3` a tuple under way, `t3'` the second receipt of it. An operation that finds nothing to do does nothing.
"""

from typing import ClassVar

from attrs import field, frozen

from ackproof.components.happenings import Happening

GROUPINGS = ("fields", "shuffle", "none", "all", "direct")


@frozen
class Subscription:
    """How a bolt takes the tuples of a component that it stands after: from which of its streams, counted from 1, and
    by which grouping (`fields`, `shuffle`, `none`, `all` or `direct`).
    """

    component: str
    stream: int = 1
    grouping: str = "fields"


@frozen(kw_only=True)
class BoltShape:
    """A bolt: its kind (`plain`, `basic`, `batch` or `loose`) and the components that it takes tuples from.

    `takes` says how it takes them, where that is not from the first stream by fields; `streams` is how many it has
    itself, on which its values take turns. An executor runs `executor_tasks` of its tasks, in order.

    It makes `fan` values of each input; a batch makes them of `enough` inputs, or of what it has at a tick.
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
        """Return how it takes the tuples of a component."""
        return next((each for each in self.takes if each.component == component), Subscription(component))


@frozen
class Wiring:
    """What a topology is beside its spout and acker tasks: messages of the source, bolts, the bound on pending
    emissions of a spout task, if there is one, how many streams the spout has, and how many of its tasks an executor
    runs.

    With `lifecycle` spouts tell when they are opened, activated, deactivated and closed; with `outboxes` what a task
    has sent waits with it while it is paused.
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
    """A spout task is asked for its next tuple; untracked means that it gives no message id with it. It emits as many
    messages as `most`, if the source offers so many.
    """

    op: ClassVar[str] = "next-tuple"
    spout: str
    tracked: bool = True
    most: int = 1


@frozen
class Deliver:
    """The oldest message of a channel is delivered, or the one at `place`. `conduct` is how a bolt takes it."""

    op: ClassVar[str] = "deliver"
    sender: str
    receiver: str
    place: int = 0
    conduct: str = "normal"


@frozen
class Flow:
    """All messages of one kind are delivered, and those that come of them: `tuples`, `reports` to ackers, `words` of
    ackers.
    """

    op: ClassVar[str] = "flow"
    kind: str


@frozen
class TaskTick:
    """Time passes for one task."""

    op: ClassVar[str] = "task-tick"
    task: str


@frozen
class Settle:
    """Spouts are asked, everything is delivered and batches are finished, until nothing happens any more."""

    op: ClassVar[str] = "settle"


@frozen
class Die:
    """A task dies, and is there again with empty hands."""

    op: ClassVar[str] = "die"
    task: str


@frozen
class Pause:
    """A task takes nothing in and has no ticks."""

    op: ClassVar[str] = "pause"
    task: str


@frozen
class Resume:
    """A paused task goes on."""

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
    """Every message of a channel travels once more, behind the others."""

    op: ClassVar[str] = "double"
    sender: str
    receiver: str


@frozen
class Deactivate:
    """The topology is deactivated, as a spout task sees it: it is not asked any more."""

    op: ClassVar[str] = "deactivate"
    task: str


@frozen
class Activate:
    """It is activated again."""

    op: ClassVar[str] = "activate"
    task: str


@frozen
class Stop:
    """A task is shut down in good order, and is there again with empty hands."""

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
"""A conduct besides, of targets that claim the capability of that name: to ask for time, then to do as it should."""

FLOWS = ("tuples", "reports", "words")


@frozen
class TopologyResult:
    """What one operation caused, in order.

    `records` counts what the ackers keep and `waiting` what the spout tasks wait for, for targets that claim `pending`.
    """

    happenings: tuple[Happening, ...] = field(default=())
    records: int | None = None
    waiting: int | None = None
