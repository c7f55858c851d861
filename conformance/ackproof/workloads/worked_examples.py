"""The worked examples of the sources, with what an acker has to say written out.

Each is a list of rows: a message with its edges by letter, and the answer. Nothing is computed but the letters' ids.
"""

from attrs import frozen

from ackproof.components.acker import AckerResult, Notification
from ackproof.target import Config
from ackproof.workloads import ids
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.choices import Choices
from ackproof.workloads.trees import Forest

SPOUT_TASK = 4


@frozen
class Row:
    """A message about `root` that carries the edges of some letters, and the kinds of notification that it causes."""

    op: str
    letters: str
    says: str | None = None
    root: int = 1
    why: str = ""


TREE = (
    Row("init", "A B", why="the spout emits A and B"),
    Row("ack", "A C", why="A is acked, C is anchored to it"),
    Row("ack", "C D E", why="C is acked, D and E are anchored to it"),
    Row("ack", "B", why="B is acked"),
    Row("ack", "D", why="D is acked"),
    Row("ack", "E", says="ack", why="E is acked, and was the last"),
)
"""guarantee-1.0: acking C takes it out of the tree and puts D and E in, at one moment."""

WORD_COUNT = (
    Row("init", "S", why="the spout emits a sentence"),
    Row("ack", "S W X Y", why="split acks the sentence, three words are anchored to it"),
    Row("ack", "W P", why="count acks a word, its count is anchored to it"),
    Row("ack", "X Q", why="the next word"),
    Row("ack", "P", why="the first count is acked"),
    Row("ack", "Y R", why="the last word"),
    Row("ack", "R", why="the last count is acked"),
    Row("ack", "Q", says="ack", why="the count in the middle is acked, and was the last"),
)
"""guarantee-1.0: a sentence becomes words, and each word a count."""

JOIN = (
    Row("init", "A", root=1, why="the spout emits A"),
    Row("init", "B", root=2, why="the spout emits B"),
    Row("ack", "A J", root=1, why="A is acked, the join J is anchored to it by the edge J"),
    Row("ack", "B K", root=2, why="B is acked, J is anchored to it too, by the edge K"),
    Row("ack", "K", root=2, says="ack", why="J is acked: the second tree is done"),
    Row("ack", "J", root=1, says="ack", why="J is acked: the first tree is done"),
)
"""guarantee-1.0: a tuple with two anchors is in both trees."""

FAILED_JOIN = (
    Row("init", "A", root=1, why="the spout emits A"),
    Row("init", "B", root=2, why="the spout emits B"),
    Row("ack", "A J", root=1, why="A is acked, the join J is anchored to it by the edge J"),
    Row("ack", "B K", root=2, why="B is acked, J is anchored to it too, by the edge K"),
    Row("fail", "", root=1, says="fail", why="J is failed: the first tree has to be replayed"),
    Row("fail", "", root=2, says="fail", why="and so has the second"),
)
"""guarantee-1.0: a tuple with two anchors that fails makes both spout tuples come again."""

DIAMOND = (
    Row("ack", "B D", why="B is acked, and overtook the init; D is anchored to it"),
    Row("init", "A", why="the spout emits A"),
    Row("ack", "A B C", why="A is acked, B and C are anchored to it"),
    Row("ack", "C E", why="C is acked; D is anchored to it as well, by the edge E"),
    Row("ack", "D E", says="ack", why="D is acked, with the xor of its two edges"),
)
"""guarantee-1.0: anchoring to two tuples of one tree makes a DAG of it, and that works as well."""

EXAMPLES = {
    "the tree of A to E": TREE,
    "word count": WORD_COUNT,
    "a join of two trees": JOIN,
    "a join of two trees that fails": FAILED_JOIN,
    "a DAG": DIAMOND,
}


@frozen(slots=False)
class WorkedExample(AckerWorkload):
    """A workload whose results are written out."""

    title: str
    expected: tuple[AckerResult, ...]

    def without(self, start: int, stop: int) -> None:
        """Return None: an example is whole, and small enough."""
        del start, stop


def pick_worked_example(choices: Choices, profile: str) -> WorkedExample:
    """Draw one of the examples, with one set of edge ids or another."""
    title = list(EXAMPLES)[choices.integer(0, len(EXAMPLES) - 1)]
    return worked_example(title, profile, choices.integer(0, ids.SCHEMES - 1))


def worked_example(title: str, profile: str, scheme: int = 0) -> WorkedExample:
    """Return the example of that title, with the edge ids of that scheme."""
    rows = EXAMPLES[title]
    letters = sorted({letter for row in rows for letter in row.letters.split()})
    steps = [
        Step(row.op, row.root, frozenset(letters.index(letter) for letter in row.letters.split()), SPOUT_TASK, row.why)
        for row in rows
    ]
    said = [(Notification(row.says, row.root, SPOUT_TASK),) if row.says else () for row in rows]
    return WorkedExample(
        config=Config(profile=profile),
        forest=Forest((), (), len(letters)),
        values=ids.edge_ids(len(letters), ids.BITS, scheme),
        names=tuple(letters),
        steps=tuple(steps),
        title=title,
        expected=tuple(map(AckerResult, said)),
    )
