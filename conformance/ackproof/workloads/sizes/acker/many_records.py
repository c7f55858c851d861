"""Many records of an acker that are open at once."""

import random
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from ackproof.workloads import ids
from ackproof.workloads.dimensions import EVER, EXPIRING, RECORDS, REFRESHED, TICKS
from ackproof.workloads.sizes.acker.writer import Writer
from ackproof.workloads.sizes.confusing import roots_of_one_hash
from ackproof.workloads.sizes.scenarios import in_quarters, waves

MIXES: Sequence[Mapping[str, int]] = (
    {"init": 70, "ack": 20, "fail": 5, "reset-timeout": 5},
    {"ack": 50, "fail": 25, "reset-timeout": 25},
    {"init": 100},
)
"""The messages by which records begin, in percent, one mix for each turn: most by an init; all by another message; all
by inits that name one spout task.
"""
FAILING = (10, 10, 60)
"""The percentage of trees that fail, of those that an init began, one for each turn."""

OLD = ("init", "ack", "fail")
"""The messages by which those records begin that are older than all others."""

ANEW = ("ack", "init", "ack", "fail", "reset-timeout")
"""The messages by which roots are used again whose first record an init began; the others begin anew by an init."""

ELDERS = 8
"""The greatest number of records that are older than all others."""
WAITING = 16
"""The number of records that wait while others come and go."""
USED_AGAIN_EVERY = 4
"""Of the roots that are done early, one in that many is used again before others expire."""
ASKED_AFTER_EVERY = 4
"""Of the records of a wave, one in that many gets an ack that is too late."""
OF_ONE_HASH = 4
"""The number of roots with one hash."""
LEFT_OVER_TO_A_TICK = 16
"""The number of records that are left over for each tick after which they are asked for: more than a sweep takes that
spreads its work over ticks.
"""
LEFT_FOR = (64, 128, 256)
"""The numbers of ticks after which they are asked for: as many as a small stamp has values."""
LATEST = 8
"""The number of times at which records that expired together get another message: one, three, seven … ticks later."""


@frozen(kw_only=True)
class _Records:
    """What becomes of the records, by root. `began` has the messages by which they begin, `elders` those of the records
    that are older than all others, and `edges` the only edge of each tree. `acked` has the edges of an ack in between.
    `rest` are the records that are done or fail in time. If `task` is given, it is the spout task of all; `failing` is
    the percentage of trees that fail.
    """

    writer: Writer
    began: Mapping[int, str]
    elders: Mapping[int, str]
    edges: Mapping[int, int]
    acked: Mapping[int, int]
    expiring: Sequence[int]
    refreshed: Sequence[int]
    rest: Sequence[int]
    task: int | None
    failing: int

    def end(self, roots: Iterable[int], *, may_fail: bool) -> None:
        """End some trees; those that an init began fail sometimes, if they may."""
        for root in roots:
            fails = may_fail and self.began[root] == "init" and self.writer.source.randrange(100) < self.failing
            if fails:
                self.writer.fail(root)
            else:
                self.writer.end(self.began[root], root, self.edges[root])

    def end_elders(self, roots: Iterable[int]) -> None:
        """End some trees whose records are older than all others."""
        for root in roots:
            self.writer.end(self.elders[root], root, self.edges[root])

    def begin_anew(self, roots: Iterable[int]) -> None:
        """Use some roots again."""
        for root in roots:
            self.writer.begin(self._anew(root), root, self.edges[root])

    def end_anew(self, roots: Iterable[int]) -> None:
        """End the second trees of some roots."""
        for root in roots:
            self.writer.end(self._anew(root), root, self.edges[root])

    def _anew(self, root: int) -> str:
        return "init" if self.began[root] != "init" else ANEW[self.edges[root] % len(ANEW)]


def many_records(writer: Writer, size: int) -> Mapping[str, int]:
    """Write `size` records that are open at once. A quarter expires at one tick, and its acks come too late; a quarter
    is refreshed and outlives that tick; the others are done or fail before it, some of them by their very last tick.
    Where acks do not refresh, half of the expiring records get one beforehand. A few records began a tick before all
    others. Some roots differ from another in one bit, or have the same hash.

    Roots are used again: some of those that are done or failed, before that tick, and all that expired. Their new trees
    stay open while messages of others come, and many of them over a tick. Then a few wait while many come and go: an
    eighth of `size` or, in one turn of three, a third. Last, many are left over. Before all come waves.
    """
    records = _drawn(writer, size)
    _waves(writer, size // 8)
    _begin(records)
    others = writer.shuffled(records.rest)
    early, late = others[: len(others) // 2], others[len(others) // 2 :]
    times = min(LATEST, size.bit_length())
    _before_expiry(records, early, late)
    _used_again(records, early, times)
    _churned(writer, size // (8 if writer.turn % 3 else 3))
    _left_over(writer, size // 2)
    expiring, refreshed = len(records.expiring), len(records.refreshed)
    ages = writer.lifetime + (1 << times) - 1
    return {RECORDS: size, EVER: size, EXPIRING: expiring, REFRESHED: refreshed, TICKS: ages}


def _drawn(writer: Writer, size: int) -> _Records:
    """Choose the roots, the edges, and what becomes of each record."""
    source, place = writer.source, writer.turn % len(MIXES)
    mix = MIXES[place]
    task = writer.task() if place == len(MIXES) - 1 else None
    base, step = writer.root(), source.choice((0, 1, 1 << ids.LOW_WORD, -1))
    roots = [ids.signed(base + step * number) if step else writer.root() for number in range(size)]
    _confused(roots, random.Random(f"confused {base}"))
    edges = {root: writer.edge() for root in roots}
    begun = writer.shuffled(roots)
    began = dict(zip(begun, source.choices(list(mix), list(mix.values()), k=size), strict=True))
    expiring, refreshed, third, fourth = in_quarters(begun, writer.turn)
    numbers = random.Random(base)
    acked = {
        root: writer.edge(numbers.getrandbits(ids.BITS) or 1)
        for root in ([] if writer.acks_refresh else expiring[::2])
        if began[root] == "init"
    }
    many = min(ELDERS, size // 8)
    return _Records(
        writer=writer,
        began=began,
        elders={root: OLD[(number + writer.turn) % len(OLD)] for number, root in enumerate(fourth[:many])},
        edges=edges,
        acked=acked,
        expiring=expiring,
        refreshed=refreshed,
        rest=[*third, *fourth[many:]],
        task=task,
        failing=FAILING[place],
    )


def _confused(roots: list[int], source: random.Random) -> None:
    """Replace the last roots by some that differ from one of the first in one bit, and by some that share a hash: a
    quarter of all at most.
    """
    partners = [ids.signed(root ^ (1 << bit)) for bit, root in enumerate(roots[: ids.BITS])]
    there = set(roots)
    confused = [
        each for each in dict.fromkeys([*partners, *roots_of_one_hash(source, OF_ONE_HASH)]) if each not in there
    ]
    for place, root in enumerate(source.sample(confused, min(len(confused), len(roots) // 4))):
        roots[-1 - place] = root


def _begin(records: _Records) -> None:
    """Begin all records: those that are older than the others, and a tick later the others."""
    writer, acked = records.writer, records.acked
    writer.begun_before(records.elders, records.edges)
    for root, kind in records.began.items():
        if root not in records.elders:
            also = [acked[root]] if root in acked else []
            writer.begin(kind, root, records.edges[root], *also, task=records.task)


def _before_expiry(records: _Records, early: Sequence[int], late: Sequence[int]) -> None:
    """Let time pass to the tick at which records expire. Some trees end early, and of some of these the roots are used
    again; others end late.
    """
    writer, elders = records.writer, list(records.elders)
    # Half of the elders are ended before a record of storm1 would expire; for the others it is too late there.
    records.end_elders(elders[::2])
    writer.restart()
    writer.tick()
    writer.acked(records.acked)
    writer.reset_each(records.refreshed)
    records.end(early, may_fail=True)
    records.begin_anew(early[::USED_AGAIN_EVERY])
    writer.tick(writer.lifetime - 2)
    records.end_elders(elders[1::2])
    records.end(late, may_fail=True)
    writer.tick()


def _used_again(records: _Records, early: Sequence[int], times: int) -> None:
    """Use the roots of the expired records again, half of them soon, and the others at so many times. In between the
    refreshed trees end, and those of the roots that were used again early.
    """
    writer = records.writer
    writer.restart(now=bool(writer.source.randrange(2)))
    gone = writer.shuffled(records.expiring)
    soon, later = gone[: len(gone) // 2], gone[len(gone) // 2 :]
    if writer.turn % 2:  # first those that began last: if any are removed late, these are
        chosen = frozenset(soon)
        soon = [root for root in reversed(records.expiring) if root in chosen]
    records.begin_anew(soon)
    records.end(writer.shuffled(records.refreshed), may_fail=records.task is not None)
    records.end_anew(soon[::2])
    records.end_anew(early[::USED_AGAIN_EVERY])
    # The others later: a record that is still there by then, or looks young again, is answered.
    for time in range(times):
        writer.tick(1 << time)
        if time == 0:
            records.end_anew(soon[1::2])
        records.begin_anew(later[time::times])
        records.end_anew(later[time::times])


def _churned(writer: Writer, size: int) -> None:
    """Let a few trees wait, and refresh half of them after a tick. Then `size` others begin and are done, one after the
    other; a tick later, a few more begin. The records of those that wait, and of those that began last, expire in their
    time, however much of what is kept is stale.
    """
    waiting = {writer.root(): writer.edge() for _ in range(WAITING)}
    writer.begun_before(dict.fromkeys(waiting, "init"), waiting)
    refreshed = list(waiting)[::2]
    writer.reset_each(refreshed)
    for _ in range(size):
        root, own = writer.root(), writer.edge()
        writer.init(root, own)
        writer.ack(root, own)
    writer.tick()
    young = _begun(writer, WAITING)
    writer.tick(writer.lifetime - 2)
    for root in list(waiting)[1::2]:
        writer.ask_after(root, waiting[root], over=True)
    writer.acked({root: waiting[root] for root in refreshed[::2]})
    writer.tick()
    for root in refreshed[1::2]:
        writer.ask_after(root, waiting[root], over=True)
    writer.acked(young)


def _left_over(writer: Writer, size: int) -> None:
    """Begin `size` records, and do nothing for a long time. Some get an ack long after they expired. Whoever removes
    some records a tick is not through with all by then, and a small stamp says that those left are young again.
    """
    edges = _begun(writer, size)
    asked, now = list(edges)[::ASKED_AFTER_EVERY], 0
    for place, age in enumerate(LEFT_FOR):
        if age * LEFT_OVER_TO_A_TICK < size:
            writer.tick(age - now)
            now = age
            for root in asked[place :: len(LEFT_FOR)]:
                writer.ask_after(root, edges[root], over=True)


def _waves(writer: Writer, size: int) -> None:
    """Begin trees in waves of up to `size`, each time when the records of those before have expired: of one in
    four, the ack is too late. When a ring has to grow for the next, the oldest in it is not at its beginning.
    """
    for wave in waves(size, writer.turn):
        edges = _begun(writer, wave)
        writer.tick(writer.lifetime)
        for root in list(edges)[-1::-ASKED_AFTER_EVERY]:
            writer.ask_after(root, edges[root], over=True)


def _begun(writer: Writer, size: int) -> Mapping[int, int]:
    """Begin `size` trees of one edge each by their inits; return the edge of each root."""
    edges = {writer.root(): writer.edge() for _ in range(size)}
    for root, own in edges.items():
        writer.init(root, own)
    return edges
