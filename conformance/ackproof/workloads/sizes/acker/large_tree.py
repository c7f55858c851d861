"""One large tree of an acker."""

from collections.abc import Iterator, Mapping

from ackproof.workloads.dimensions import MESSAGES
from ackproof.workloads.sizes.acker.writer import Writer

TICKS_OF_A_TREE = 16
"""The approximate number of ticks in the life of a large tree."""
COMPANIONS = 4
MOST_CHILDREN = 3
WAYS = ("ack last", "fail", "init last")
"""The ways in which a large tree ends, by turns."""
BEFORE_THE_END = 4
"""The number of messages of the large tree that come after the fail of the second tree."""
FOR_ONE_OF_THE_SECOND = 8
"""The number of messages of the large tree for which the second tree has one."""


def one_large_tree(writer: Writer, size: int) -> Mapping[str, int]:
    """Write one tree of `size` messages, with some small ones beside it that outlive it. It is done by its last ack, or
    by an init that comes last, or it fails shortly before its end. A second tree has an eighth as many messages, among
    them a fail, and its init comes last. In some turns there are ticks along the way, and the trees are refreshed
    before each.
    """
    source, root = writer.source, writer.root()
    failing = writer.root()
    ages = max(1, size // TICKS_OF_A_TREE) if writer.turn % len(WAYS) else 0
    companions = [(writer.root(), writer.edge()) for _ in range(COMPANIONS)]
    for each, edge in companions:
        writer.init(each, edge)
    first, way = writer.edge(), WAYS[writer.turn % len(WAYS)]
    if way != "init last":
        writer.init(root, first)
    # Where acks refresh, they keep the tree in one of the ways; everywhere else a reset-timeout has to.
    kept_by_acks = writer.acks_refresh and way == "init last"
    refreshed = [*([] if kept_by_acks else [root]), failing, *(each for each, _ in companions)]
    fails_at = size - 1 - source.randrange(1 + size // 64)
    restarted_at = 1 + source.randrange(size - 1)
    for message, (own, children) in enumerate(_growing(writer, size, first), start=1):
        writer.ack(root, own, *children)
        _second_tree(writer, failing, message, size)
        if way == "fail" and message == fails_at:
            writer.fail(root)
        writer.restart(now=message == restarted_at)
        if message == size // 2:
            writer.tick()
        elif ages and message % ages == 0:
            writer.reset_each(refreshed)
            writer.tick()
    if way == "init last":
        writer.init(root, first)
    writer.init(failing, writer.edge())
    for each, edge in companions:
        writer.ack(each, edge)
    _sleepers(writer, size)
    return {MESSAGES: size}


def _second_tree(writer: Writer, root: int, message: int, size: int) -> None:
    """Add what comes of the second tree after that message of the large one."""
    if message % FOR_ONE_OF_THE_SECOND == 0:
        writer.ack(root, writer.edge())
    if message == size - BEFORE_THE_END:
        writer.fail(root)


def _growing(writer: Writer, size: int, first: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the edge of each tuple of a tree that is acked, and the edges of its children: `size` messages, with that
    of the init.
    """
    source, open_edges, to_come = writer.source, [first], size - 2
    for _ in range(1, size):
        place = source.randrange(len(open_edges))
        open_edges[place], own = open_edges[-1], open_edges[place]
        open_edges.pop()
        fewest = 0 if open_edges else 1
        children = [writer.edge() for _ in range(min(to_come, source.randint(fewest, MOST_CHILDREN)))]
        to_come -= len(children)
        open_edges += children
        yield own, children


def _sleepers(writer: Writer, size: int) -> None:
    """Add trees that get no reset-timeouts. Between the first tick and the others come one, two, four … acks of each,
    up to an eighth of the size, and one more that cancels them. Where acks refresh, the tree survives, whatever their
    number; elsewhere it expires.
    """
    trees = [(writer.root(), writer.edge(), 1 << power) for power in range(max(1, size // 8).bit_length())]
    for root, own, _ in trees:
        writer.init(root, own)
    writer.tick()
    for root, _, acks in trees:
        acked = [writer.edge() for _ in range(acks)]
        for edge in acked:
            writer.ack(root, edge)
        writer.ack(root, *acked)
    writer.tick(writer.lifetime - 1)
    for root, own, _ in trees:
        writer.ack(root, own)
