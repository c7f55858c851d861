"""A witness: a run that breaks a rule, with all that is known of it.

It holds the operations and the results once, and beside them each step as data: what it means, what was said, and how
things stood after it. The story is rendered from that, and whoever draws a picture of a witness, or reads it with a
program, finds here what numbers alone do not say. `wire.witnesses` has its JSON form.
"""

from attrs import field, frozen

from ackproof.components import Result
from ackproof.components.acker import Notification
from ackproof.components.anchoring import AnchoringResult
from ackproof.components.fields import Long
from ackproof.components.happenings import Happening
from ackproof.components.multilang import MultilangResult
from ackproof.components.rotating_map import MapResult
from ackproof.components.spout import SpoutResult
from ackproof.target import Run


@frozen(kw_only=True)
class ShownRecord:
    """The record of a root after a message, by the specification: the names of the edges that are `open`, the `ack_val`
    that follows from their ids, how many inits came, whether a fail did, and its `age` in rotations since its last
    refresh.
    """

    open: tuple[str, ...]
    ack_val: Long
    inits: int
    failed: bool
    age: int

    @property
    def is_false_zero(self) -> bool:
        """Whether the ack val is zero though edges are open."""
        return self.ack_val == 0 and bool(self.open)


@frozen(kw_only=True)
class DeliveredStep:
    """One operation on an acker, and what is known of it.

    `sender` is a spout task or the bolt task that holds a tuple, `to` the index of the acker task that the root routes
    to, or to which a tick goes (None for all). `edges` names what the value is the xor of, `why` says in words what the
    message is. `said` is the target's answer, and `expected` what the specification calls for; `record` is the record
    after a message, and `forgotten` are the roots whose records expire at a tick.
    """

    op: str
    why: str
    said: tuple[Notification, ...]
    expected: tuple[Notification, ...]
    root: Long | None = None
    task: int | None = None
    sender: str | None = None
    to: int | None = None
    edges: tuple[str, ...] | None = None
    record: ShownRecord | None = None
    forgotten: tuple[Long, ...] | None = None


@frozen
class EntryThere:
    """An entry of a map, and how many rotations ago it was put."""

    key: str
    value: str | None
    age: int


@frozen(kw_only=True)
class MapStep:
    """One operation on a RotatingMap. `entries` are there after it, by the specification, and `forgotten` are the keys
    that expire at a rotation. `expected` is what the reference answers; None if it refuses such a map.
    """

    op: str
    why: str
    said: MapResult
    expected: MapResult | None = None
    key: str | None = None
    value: str | None = None
    entries: tuple[EntryThere, ...] = ()
    forgotten: tuple[str, ...] | None = None


@frozen
class Waiting:
    """An emission that a spout task waits for; `age` counts ticks since it was emitted or reset."""

    root: Long
    message: str
    task: int
    age: int


@frozen(kw_only=True)
class SpoutStep:
    """One operation on the spout tasks of an executor.

    `sender` is the spout task that emits or `an acker`, `to` counts the receiving tasks of an emission, or is the spout
    task that is told something. `edges` names the edges of an emission. `waiting` are the emissions that are waited for
    after it, and `forgotten` the roots whose time is up at a tick. `expected` is what the reference does, in the edge
    ids that were given; None if it refuses.
    """

    op: str
    why: str
    said: SpoutResult
    expected: SpoutResult | None = None
    root: Long | None = None
    message: str | None = None
    sender: str | None = None
    to: int | None = None
    edges: tuple[str, ...] | None = None
    waiting: tuple[Waiting, ...] = ()
    forgotten: tuple[Long, ...] | None = None


@frozen(kw_only=True)
class CollectorStep:
    """One operation on the collectors of bolts.

    `sender` is who sends or lets go of something: the spout, or the bolt task that holds a tuple. `tuples` are those
    that it makes or lets go of, `anchors` what they are anchored to, `edges` the names of the edges that a new tuple
    has, or that the value of an ack is the xor of. `open` are the tuples that are held after it. `expected` is what the
    reference does, with the edge ids that were given; None if it refuses.
    """

    op: str
    why: str
    said: AnchoringResult
    expected: AnchoringResult | None = None
    sender: str | None = None
    tuples: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


@frozen
class OpenTree:
    """A tree of a topology that is not done, and the tuples of it that are not processed."""

    tree: str
    tuples: tuple[str, ...]


@frozen(kw_only=True)
class TopologyStep:
    """Something that is done to a topology, and its results (`said`).

    `sender` and `to` are the ends of the channel, or `to` is the task that it is done to. `open` are the trees that are
    not done after it; None if that does not follow from what the target told. What should have happened is a matter of
    the whole history: the violation says it.
    """

    op: str
    why: str
    said: tuple[Happening, ...]
    sender: str | None = None
    to: str | None = None
    open: tuple[OpenTree, ...] | None = None


@frozen(kw_only=True)
class LotStep:
    """A lot of trees whose ids have bits in one place only. `said` counts those that were completed early, and
    `expected` is the least and the most that chance allows.
    """

    op: str
    why: str
    trees: int
    tuples: int
    said: int
    expected: tuple[int, int]


@frozen(kw_only=True)
class EdgeIdStep:
    """An edge id that a target drew, as 64 bits from the highest to the lowest."""

    op: str
    why: str
    said: str


@frozen(kw_only=True)
class DrawnIdStep:
    """An id that an executor drew, as 16 hexadecimal digits."""

    op: str
    why: str
    executor: int
    said: str


@frozen(kw_only=True)
class ConversationStep:
    """One operation on a bolt that is a process. `held` are the inputs that its ShellBolt holds after it: given, and
    neither acked nor failed by what the bolt has said.
    """

    op: str
    why: str
    said: MultilangResult
    held: tuple[str, ...] = ()


WitnessStep = (
    DeliveredStep
    | MapStep
    | SpoutStep
    | CollectorStep
    | TopologyStep
    | LotStep
    | EdgeIdStep
    | DrawnIdStep
    | ConversationStep
)
"""A step of a witness. Those of a statistical rule are counts: a witness of it has thousands of operations."""


@frozen(kw_only=True)
class TupleOfTree:
    """A tuple: how its bolt ended it (`fate`), what it is anchored to, and the edges that lead to it."""

    name: str
    fate: str
    anchors: tuple[str, ...]
    edges: tuple[str, ...]


@frozen(kw_only=True)
class ShownTree:
    """An emission and those of its tuples that the steps are about. Without a root: tuples that belong to no tree."""

    root: Long | None
    task: int | None
    tuples: tuple[TupleOfTree, ...]


@frozen(kw_only=True)
class Witness:
    """A run of a target that breaks a rule.

    `violation` says in a sentence what should have been and what was, and `at` is the index of the operation at which
    it shows. There is a result for each operation, or none if the target refused to open the component. `story` is the
    violation as it is told to people. Witnesses of earlier releases have no steps.
    """

    rule: str
    title: str
    target: str
    version: str
    seed: int
    run: Run
    violation: str
    at: int
    results: tuple[Result, ...] = field(repr=lambda results: f"<{len(results)} results>")
    steps: tuple[WitnessStep, ...] = field(default=(), repr=lambda steps: f"<{len(steps)} steps>")
    trees: tuple[ShownTree, ...] = ()
    story: tuple[str, ...]
