"""A long run of an acker."""

import random
from collections.abc import Mapping, Sequence

from ackproof.workloads import ids
from ackproof.workloads.dimensions import EVER, LIVES, REFRESHES, TICKS
from ackproof.workloads.sizes.acker.writer import Writer
from ackproof.workloads.sizes.scenarios import of_each_age, usual_limits

QUICK_TREES = 5
"""The number of trees that begin and end between two ticks of a long run."""
BETWEEN_ROOTS = 4
"""The number of ticks from the first life of a root that has two to that of the next."""
MANY_MESSAGES = 128
"""More messages than come between two snapshots of a durable target."""
SNAPSHOTTED_TREES = 300
"""Trees whose messages are more than a durable target writes between two snapshots."""
BEGUN_BY_RESETS = 8
"""The greatest number of records that a reset-timeout begins."""
LEFT_OPEN_EVERY = 4
"""Of many trees, one in that many is not done before the target is killed."""
ASKED_AFTER_EVERY = 12
"""Of the same trees, one in that many is done before, and gets another ack afterwards."""
LATE = ("ack", "fail", "reset-timeout")
"""The messages that come late for a tree that is done."""
_LEAST, _GREATEST = -1 << (ids.BITS - 1), (1 << (ids.BITS - 1)) - 1
FAR_APART = ((_LEAST, _GREATEST), (_LEAST // 2 - 1, _GREATEST // 2 + 1), (_LEAST, 0, _GREATEST), (_LEAST,), (-1, 0))
"""Roots of records that are the only ones when a durable target is killed, by turns. It may keep the distances."""
KILLS_IN_TURNS = 3
"""The number of turns in which a durable target is killed after each of some numbers of ticks."""
MOST_LATE = 64
REPLAYED_EVERY = 4
"""Of the lives of one root, one in that many is a replay of the life before."""
FAILING_EVERY = 3
"""Of the other lives of one root, about one in that many fails."""


def long_run(writer: Writer, size: int) -> Mapping[str, int]:
    """Write a run of `size` ticks. Between two ticks some trees begin and end, one is done in the last rotation of its
    record, one is acked a rotation too late, one root is used again, and one record is refreshed again. Roots whose
    records expired long ago get an ack: one for each number of ticks since then, and more for powers of two. In every
    second turn an init ends the records that these acks begin, so that there are few records at any time. Some roots
    have two lives that are refreshed, a power of two ticks apart, and the second lasts as long as that gives. A durable
    target is killed after some of four, eight, sixteen … ticks, when records are of every age. At the end, some records
    get one, two, four … reset-timeouts between their first tick and the next, and are done in the last rotation that
    these give.
    """
    lasting, edge = writer.root(), writer.edge()
    again = writer.root()
    writer.init(lasting, edge)
    waiting: dict[int, list[tuple[int, int, bool]]] = {}
    long_ago = [1 << bit for bit in range(2, size.bit_length())] or [2]
    old = of_each_age(random.Random(f"ages {lasting}"), writer.lifetime + 1, size)
    restarted_at, powers = writer.source.randrange(size), frozenset(_of_turn(writer, long_ago))
    refreshed = _refreshed_in_two_lives(writer, size, long_ago)
    for tick in range(size):
        writer.reset(lasting)
        for kind, root, own in refreshed.pop(tick, ()):
            writer.begin(kind, root, own)
        _quick_trees(writer, QUICK_TREES)
        own = writer.edge()
        writer.init(again, own)
        writer.ack(again, own)
        power = [tick + 1 + long_ago[tick // 2 % len(long_ago)]] if tick % 2 else []
        for asked in (tick + writer.lifetime - 1, tick + writer.lifetime, *power, *old.get(tick, ())):
            root, own = writer.root(), writer.edge()
            writer.init(root, own)
            over = bool(writer.turn % 2) and asked >= tick + writer.lifetime
            waiting.setdefault(asked, []).append((root, own, over))
        for root, own, over in waiting.pop(tick, ()):
            writer.ask_after(root, own, over=over)
        writer.restart(now=tick == restarted_at or tick in powers)
        writer.tick()
    writer.ack(lasting, edge)
    _crowded(writer, size)
    _used_after_the_end(writer)
    _refreshed_before_the_end(writer)
    _idle(writer, size)
    _asked_often(writer, size)
    _of_each_age_over_a_kill(writer, size)
    _far_apart_over_a_kill(writer, size)
    return {TICKS: size, EVER: (QUICK_TREES + 4) * size, LIVES: size, REFRESHES: size}


def _of_turn(writer: Writer, powers: Sequence[int]) -> Sequence[int]:
    """Return every third of some numbers of ticks after which a durable target is killed: all of them in three turns. A
    target may take seconds to start again.
    """
    return powers[writer.turn % KILLS_IN_TURNS :: KILLS_IN_TURNS]


def _refreshed_in_two_lives(
    writer: Writer, size: int, long_ago: Sequence[int]
) -> dict[int, list[tuple[str, int, int]]]:
    """Return what happens to some roots, by the number of ticks before it: the kind of each message, its root and its
    edge. A record is refreshed and expires. Four, eight, sixteen … ticks later the next record of its root, begun a
    tick before, is refreshed, and is done in the last rotation that this gives. So no life has two inits.
    """
    deeds: dict[int, list[tuple[str, int, int]]] = {}
    for tick in range(0, size, BETWEEN_ROOTS):
        root, first, second = writer.root(), writer.edge(), writer.edge()
        later = tick + max(1 + writer.lifetime, long_ago[tick // BETWEEN_ROOTS % len(long_ago)])
        for at, kind, edge in (
            (tick, "init", first),
            (tick, "reset-timeout", first),
            (later - 1, "init", second),
            (later, "reset-timeout", second),
            (later + writer.lifetime - 1, "ack", second),
        ):
            deeds.setdefault(at, []).append((kind, root, edge))
    return deeds


def _idle(writer: Writer, size: int) -> None:
    """Add times without a message, of four, eight, sixteen … ticks, in which a record expires. A durable target is
    killed after some. Before them, some records are begun by reset-timeouts alone; the target is killed a tick later,
    when many other messages have come, and the inits follow. Of many other trees, three in four are done after a tick,
    and the target is killed. The rest expires with its time, also those of which a tuple was acked just before. Some
    that were done get another ack after the kill, which begins a record: nothing of the former one is left. The same
    ack comes three times for one tree, and the target is killed after the first.
    """
    asked = {writer.root(): writer.edge() for _ in range(min(size, BEGUN_BY_RESETS))}
    writer.reset_each(asked)
    _quick_trees(writer, min(size, MANY_MESSAGES))
    writer.tick()
    writer.restart()
    for root, own in asked.items():
        writer.init(root, own)
    writer.tick(writer.lifetime - 1)
    writer.acked(asked)
    among = {writer.root(): writer.edge() for _ in range(size)}
    writer.begun_before(dict.fromkeys(among, "init"), among)
    writer.acked({root: edge for place, (root, edge) in enumerate(among.items()) if place % LEFT_OPEN_EVERY})
    rest = list(among)[::LEFT_OPEN_EVERY]
    for root in rest[::2]:
        was, among[root] = among[root], writer.edge()
        writer.ack(root, was, among[root])
    thrice, first, last = writer.root(), writer.edge(), writer.edge()
    writer.init(thrice, first, last)
    writer.ack(thrice, first)
    writer.restart()
    for _ in range(2):
        writer.ack(thrice, first)
    writer.ack(thrice, last)
    for root in list(among)[1::ASKED_AFTER_EVERY]:
        writer.ask_after(root, among[root], over=True)
    writer.tick(writer.lifetime - 1)
    for root in rest:
        writer.ask_after(root, among[root], over=True)
    powers = [1 << bit for bit in range(2, size.bit_length())]
    killed_after = _of_turn(writer, powers)
    for times in powers:
        root, own = writer.root(), writer.edge()
        writer.init(root, own)
        writer.tick(times)
        writer.restart(now=times in killed_after)
        writer.ask_after(root, own, over=True)


def _crowded(writer: Writer, size: int) -> None:
    """Add many messages between two ticks: lives of one root; trees after whose last ack one, two, four … late ones
    come; and trees of which one message comes as many times, or 10, 100, … times, before their init.
    """
    _lives_of_one_root(writer, size)
    for late in (1 << bit for bit in range(min(size, MOST_LATE).bit_length())):
        root, own = writer.root(), writer.edge()
        writer.init(root, own)
        for edge in [own, *(writer.edge() for _ in range(late))]:
            writer.ack(root, edge)
    most = max(1, size // 4)
    for place, times in enumerate(usual_limits(most)):
        for kind in ("fail", "ack", "reset-timeout")[:: 1 if writer.turn % 2 else 2]:
            root, edges = writer.root(), [writer.edge() for _ in range(times if kind == "ack" else 1)]
            for edge in edges if kind == "ack" else edges * times:
                if kind == "ack":
                    writer.ack(root, edge)
                elif kind == "fail":
                    writer.fail(root)
                else:
                    writer.reset(root)
            if place % 2:
                writer.tick()
            writer.init(root, *edges)
            if kind == "reset-timeout":
                writer.ack(root, *edges)


def _used_after_the_end(writer: Writer) -> None:
    """End some trees, and let a message of each kind come late in the same rotation. It begins a record. Each root is
    used again in one of the rotations that the record lives, and is asked for when that time is over.
    """
    again = [(rotation, kind, writer.root(), writer.edge()) for rotation in range(writer.lifetime) for kind in LATE]
    late = {root: writer.edge() for _, _, root, _ in again}
    for _, kind, root, _ in again:
        writer.init(root, late[root])
        writer.ack(root, late[root])
        writer.begin(kind, root, late[root])
    for now in range(writer.lifetime):
        for rotation, kind, root, own in again:
            if rotation == now:
                writer.init(root, own, *([late[root]] if kind == "ack" else []))
        writer.tick()
    for _, _, root, own in again:
        writer.ask_after(root, own, over=True)


def _refreshed_before_the_end(writer: Writer) -> None:
    """End some trees that got a reset-timeout in the same rotation, in every second turn a rotation after they began.
    Each root is used again in one of the next rotations, and that tree is done in the last rotation of its record.
    """
    kinds = ("init", "reset-timeout")
    again = [(rotation, kind, writer.root(), writer.edge()) for rotation in range(writer.lifetime) for kind in kinds]
    firsts = {root: writer.edge() for _, _, root, _ in again}
    for _, kind, root, _ in again:
        writer.begin(kind, root, firsts[root])
    writer.tick(writer.turn % 2)
    for _, kind, root, _ in again:
        writer.reset(root)
        writer.end(kind, root, firsts[root])
    for now in range(2 * writer.lifetime - 1):
        writer.tick()
        for rotation, _, root, own in again:
            if rotation == now:
                writer.init(root, own)
            elif rotation + writer.lifetime - 1 == now:
                writer.ack(root, own)


def _of_each_age_over_a_kill(writer: Writer, size: int) -> None:
    """Begin records by each kind of message in each rotation of a life, the oldest of which are in their last. Then
    more messages come than a durable target writes between two snapshots, it is killed, and each record is ended.
    """
    records: list[tuple[str, int, int]] = []
    for _ in range(writer.lifetime):
        writer.tick()
        begun = [(kind, writer.root(), writer.edge()) for kind in ("init", *LATE)]
        for kind, root, own in begun:
            writer.begin(kind, root, own)
        records += begun
    _quick_trees(writer, min(size, SNAPSHOTTED_TREES))
    writer.restart()
    for kind, root, own in records:
        writer.end(kind, root, own)


def _far_apart_over_a_kill(writer: Writer, size: int) -> None:
    """Let all records expire, and begin a few whose roots are far apart. Then more messages come than a durable target
    writes between two snapshots, it is killed, and each record is ended.
    """
    writer.tick(writer.lifetime)
    few = {root: writer.edge() for root in FAR_APART[writer.turn % len(FAR_APART)]}
    for root, own in few.items():
        writer.init(root, own)
    _quick_trees(writer, min(size, SNAPSHOTTED_TREES))
    writer.restart()
    writer.acked(few)


def _quick_trees(writer: Writer, count: int) -> None:
    """Begin and end that many trees, one after the other."""
    for _ in range(count):
        root, own = writer.root(), writer.edge()
        writer.init(root, own)
        writer.ack(root, own)


def _lives_of_one_root(writer: Writer, size: int) -> None:
    """Add that many lives of one root. Most are acked and some fail; others are replays of the life before, in which
    the ack comes first.
    """
    again, own = writer.root(), writer.edge()
    for life in range(size):
        if life % REPLAYED_EVERY == 1:
            writer.ack(again, own)
            writer.init(again, own)
            continue
        own = writer.edge()
        if (life + writer.turn + 1) % FAILING_EVERY == 0:
            writer.fail(again)
            writer.init(again, own)
        else:
            writer.init(again, own)
            writer.ack(again, own)


def _asked_often(writer: Writer, size: int) -> None:
    """Add records that get one, two, four … reset-timeouts after their first tick, up to a quarter of the size."""
    askers = [(writer.root(), writer.edge(), 1 << power) for power in range(max(1, size // 4).bit_length())]
    for root, own, _ in askers:
        writer.init(root, own)
    writer.tick()
    for root, _, times in askers:
        writer.reset_each([root] * times)
    writer.tick(writer.lifetime - 1)
    for root, own, _ in askers:
        writer.ack(root, own)
