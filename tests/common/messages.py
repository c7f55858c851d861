"""A notation for written-out workloads: acker messages with edges by letter, and the answer to each."""

from ackproof.components.acker import AckerResult, Notification
from ackproof.oracle.lives import Chronicle, Moment
from ackproof.target import Config
from ackproof.workloads import ids
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.trees import Forest

TASK = 7

Row = tuple[Step, AckerResult]


def message(text: str, expected: str = "", *, root: int = 1, task: int = TASK) -> Row:
    """Return a step, such as `ack A B`, and its result: `expected` is a kind of notification, or empty."""
    op, *letters = text.split()
    edges = frozenset(ord(letter) - ord("A") for letter in letters)
    words = (Notification(expected, root, task),) if expected else ()
    return Step(op=op, root=root, edges=edges, task=task), AckerResult(words)


def tick(acker: int | None = None) -> Row:
    """Return a tick, without a notification."""
    return Step(op="tick", acker=acker), AckerResult()


def restart(expected: str = "", *, root: int = 1) -> Row:
    """Return a restart, and the answer of the target after it."""
    words = (Notification(expected, root, TASK),) if expected else ()
    return Step(op="restart"), AckerResult(words)


def chronicle(*rows: Row, profile: str = "storm2", tasks: int = 1, values: tuple[int, ...] | None = None) -> Chronicle:
    """Return the oracle's view of rows; the edges A, B, … have the values 1, 2, 4, … or the given ones."""
    workload = AckerWorkload(
        config=Config(profile=profile, tasks=tasks),
        forest=Forest((), (), 8),
        values=values or ids.edge_ids(8, ids.BITS, 0),
        names=tuple("ABCDEFGH"),
        steps=tuple(step for step, _ in rows),
    )
    return Chronicle(workload, [result for _, result in rows])


def letters(moment: Moment) -> str:
    """Return the open set after a moment, by letter."""
    return "".join(sorted(chr(ord("A") + edge) for edge in moment.after.open_set))
