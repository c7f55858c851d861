"""The worked examples of the sources, with the expected notifications written out.

Each is a list of rows: a message with its edges by letter, and the answer. Only the ids of the letters are computed.
"""

from attrs import frozen

from ackproof.components.acker import AckerResult, Notification
from ackproof.target import Config
from ackproof.workloads import ids
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.choices import Choices
from ackproof.workloads.trees import Forest

SPOUT_TASK = 4


@frozen(kw_only=True)
class WorkedMessage:
    """A message about `root` that carries the edges of some letters, and the kinds of notification that it causes."""

    op: str
    letters: str
    notifies: str | None = None
    root: int = 1
    why: str = ""


TREE = (
    WorkedMessage(op="init", letters="A B", why="the spout emits A and B"),
    WorkedMessage(op="ack", letters="A C", why="A is acked, C is anchored to it"),
    WorkedMessage(op="ack", letters="C D E", why="C is acked, D and E are anchored to it"),
    WorkedMessage(op="ack", letters="B", why="B is acked"),
    WorkedMessage(op="ack", letters="D", why="D is acked"),
    WorkedMessage(op="ack", letters="E", notifies="ack", why="E is acked, and was the last"),
)
"""guarantee-1.0: acking C takes it out of the tree and puts D and E in, at one moment."""

WORD_COUNT = (
    WorkedMessage(op="init", letters="S", why="the spout emits a sentence"),
    WorkedMessage(op="ack", letters="S W X Y", why="split acks the sentence, three words are anchored to it"),
    WorkedMessage(op="ack", letters="W P", why="count acks a word, its count is anchored to it"),
    WorkedMessage(op="ack", letters="X Q", why="the next word"),
    WorkedMessage(op="ack", letters="P", why="the first count is acked"),
    WorkedMessage(op="ack", letters="Y R", why="the last word"),
    WorkedMessage(op="ack", letters="R", why="the last count is acked"),
    WorkedMessage(op="ack", letters="Q", notifies="ack", why="the count in the middle is acked, and was the last"),
)
"""guarantee-1.0: a sentence becomes words, and each word a count."""

JOIN = (
    WorkedMessage(op="init", letters="A", root=1, why="the spout emits A"),
    WorkedMessage(op="init", letters="B", root=2, why="the spout emits B"),
    WorkedMessage(op="ack", letters="A J", root=1, why="A is acked, the join J is anchored to it by the edge J"),
    WorkedMessage(op="ack", letters="B K", root=2, why="B is acked, J is anchored to it too, by the edge K"),
    WorkedMessage(op="ack", letters="K", root=2, notifies="ack", why="J is acked: the second tree is done"),
    WorkedMessage(op="ack", letters="J", root=1, notifies="ack", why="J is acked: the first tree is done"),
)
"""guarantee-1.0: a tuple with two anchors is in both trees."""

FAILED_JOIN = (
    WorkedMessage(op="init", letters="A", root=1, why="the spout emits A"),
    WorkedMessage(op="init", letters="B", root=2, why="the spout emits B"),
    WorkedMessage(op="ack", letters="A J", root=1, why="A is acked, the join J is anchored to it by the edge J"),
    WorkedMessage(op="ack", letters="B K", root=2, why="B is acked, J is anchored to it too, by the edge K"),
    WorkedMessage(op="fail", letters="", root=1, notifies="fail", why="J is failed: the first tree has to be replayed"),
    WorkedMessage(op="fail", letters="", root=2, notifies="fail", why="and so has the second"),
)
"""guarantee-1.0: a tuple with two anchors that fails makes both spout tuples come again."""

DIAMOND = (
    WorkedMessage(op="ack", letters="B D", why="B is acked, and overtook the init; D is anchored to it"),
    WorkedMessage(op="init", letters="A", why="the spout emits A"),
    WorkedMessage(op="ack", letters="A B C", why="A is acked, B and C are anchored to it"),
    WorkedMessage(op="ack", letters="C E", why="C is acked; D is anchored to it as well, by the edge E"),
    WorkedMessage(op="ack", letters="D E", notifies="ack", why="D is acked, with the xor of its two edges"),
)
"""guarantee-1.0: anchoring to two tuples of one tree makes a DAG of it, and that works as well."""

EXAMPLES = {
    "the tree of A to E": TREE,
    "word count": WORD_COUNT,
    "a join of two trees": JOIN,
    "a join of two trees that fails": FAILED_JOIN,
    "a DAG": DIAMOND,
}


def begins_with_an_ack(title: str) -> bool:
    """Whether an ack overtakes the init in the example with that title."""
    return EXAMPLES[title][0].op != "init"


@frozen(slots=False, kw_only=True)
class WorkedExample(AckerWorkload):
    """A workload with its expected results written out."""

    title: str
    expected: tuple[AckerResult, ...]

    def without(self, start: int, stop: int) -> None:
        """Return None: an example is used whole, and is small enough."""
        del start, stop


def pick_worked_example(choices: Choices, profile: str) -> WorkedExample:
    """Draw one of the examples, with one set of edge ids or another."""
    title = list(EXAMPLES)[choices.integer(0, len(EXAMPLES) - 1)]
    return worked_example(title, profile, choices.integer(0, ids.SCHEMES - 1))


def worked_example(title: str, profile: str, scheme: int = 0) -> WorkedExample:
    """Return the example with that title, with the edge ids of that scheme."""
    rows = EXAMPLES[title]
    letters = sorted({letter for row in rows for letter in row.letters.split()})
    steps = [
        Step(
            op=row.op,
            root=row.root,
            edges=frozenset(letters.index(letter) for letter in row.letters.split()),
            task=SPOUT_TASK,
            about=row.why,
            sent=number,
        )
        for number, row in enumerate(rows)
    ]
    notifications = [(Notification(row.notifies, row.root, SPOUT_TASK),) if row.notifies else () for row in rows]
    return WorkedExample(
        config=Config(profile=profile),
        forest=Forest((), (), len(letters)),
        values=ids.edge_ids(len(letters), ids.BITS, scheme),
        names=tuple(letters),
        steps=tuple(steps),
        title=title,
        expected=tuple(map(AckerResult, notifications)),
    )
