"""What trees a log is made of: the mixed ones of the rules' workloads, or all of one shape.

Each shape loads an acker in another way: `chain` and `fan-out` are the two ways to grow a tree; a `deep-dag` has
tuples with two anchors, so acks that carry many edges; `many-fails` end in a fail; `many-expiries` are given up
silently; and `many-open-roots` has a million records open at once, more than fit into a cache.
"""

from collections.abc import Callable, Iterable, Sequence

from ackproof.errors import SuiteError
from ackproof.workloads.choices import Choices, chance
from ackproof.workloads.trees import TASKS, Fate, Forest, TreeRoot, TreeTuple
from attrs import frozen

Anchors = Sequence[tuple[int, ...]]


@frozen
class Tempo:
    """When messages come. `pace` is the time between two ticks, `span` the longest duration of a prompt tree.

    Both are in rows, and so is a delay. If `whole`, every prompt tree takes the whole span. `slow` is a chance in
    percent: that one tick comes between two messages of a tree, and again that two do.
    """

    pace: int = 20_000
    span: int = 15_000
    slow: int = 3
    whole: bool = False

    def __attrs_post_init__(self) -> None:
        if not 0 < self.span <= self.pace:
            raise SuiteError(f"a span of {self.span} rows for a pace of {self.pace}; two ticks could fall into it")


@frozen
class Shape:
    """A kind of log: its `description`, its tempo, and how a tree is drawn; None for the trees of the rules."""

    description: str
    tempo: Tempo = Tempo()
    grow: Callable[[Choices], Forest] | None = None


def _chain(tuples: int) -> Anchors:
    return [(), *((index,) for index in range(tuples - 1))]


def _fan_out(tuples: int) -> Anchors:
    return [(), *[(0,)] * (tuples - 1)]


def _deep_dag(layers: int) -> Anchors:
    return [(), (0,), (0,), *((2 * (index // 2) + 1, 2 * (index // 2) + 2) for index in range(2 * layers - 2))]


def _grower(anchors: Anchors, *, failed: int = 0, unanswered: int = 0) -> Callable[[Choices], Forest]:
    """Return a function that draws a tree of these tuples. One fails, or is never answered, by chances in percent."""

    def grow(choices: Choices) -> Forest:
        fates = [Fate.ACKED] * len(anchors)
        if chance(choices, failed):
            fates[choices.integer(0, len(anchors) - 1)] = Fate.FAILED
        elif chance(choices, unanswered):
            fates[choices.integer(0, len(anchors) - 1)] = Fate.UNANSWERED
        emission = TreeRoot(choices.integer(0, 1 << 20), TASKS[choices.integer(0, len(TASKS) - 1)], first=0, copies=1)
        tuples = tuple(_tuples(anchors, fates))
        return Forest((emission,), tuples, edges=sum(len(each.edges) for each in tuples))

    return grow


def _tuples(anchors: Anchors, fates: Sequence[Fate]) -> Iterable[TreeTuple]:
    edges = 0
    for index, (own, fate) in enumerate(zip(anchors, fates, strict=True)):
        fresh = tuple(range(edges, edges + max(1, len(own))))
        edges += len(fresh)
        yield TreeTuple(
            name=f"T{index}",
            anchors=own,
            edges=fresh,
            fate=fate,
            ledger={0: frozenset(fresh)},
            emit=index,
            emission=None if own else 0,
        )


SHAPES = {
    "mixed": Shape("forests of the rules' workloads: joins, fails, late inits, expiries"),
    "chain": Shape("chains of 10 tuples", grow=_grower(_chain(10))),
    "fan-out": Shape("a tuple with 20 others anchored to it", grow=_grower(_fan_out(21))),
    "deep-dag": Shape("12 layers of two tuples, each anchored to both before it", grow=_grower(_deep_dag(12))),
    "many-fails": Shape("chains of 4 tuples, 60 % with one that failed", grow=_grower(_chain(4), failed=60)),
    "many-expiries": Shape(
        "chains of 4 tuples, a third slower than the message timeout, a fifth of the others never answered",
        Tempo(slow=20),
        _grower(_chain(4), unanswered=20),
    ),
    "many-open-roots": Shape(
        "chains of 2 tuples that take 3 million rows each",
        Tempo(pace=3_000_000, span=3_000_000, slow=0, whole=True),
        _grower(_chain(2)),
    ),
}
"""All shapes, by name; the first is the default."""
