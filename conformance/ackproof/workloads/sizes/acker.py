"""Large workloads for ackers: one tree of many messages, many records, a long run, ids that differ in one bit.

Each scenario is a history without faults, so that the specification determines the answer to every message, and one
wrong answer among fifty thousand is found. A scenario has one size, which determines its size in each dimension. Its
random choices follow from one number, so that the same scenario can be made anew in another size: that is how a
violation is shrunk.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from attrs import define, evolve, field, frozen

from ackproof.errors import SuiteError
from ackproof.target import Config
from ackproof.workloads import ids
from ackproof.workloads.acker import RESTART, TICK, AckerWorkload, Step
from ackproof.workloads.choices import Choices
from ackproof.workloads.dimensions import (
    ACKER_TASKS,
    DIMENSIONS,
    EVER,
    EXPIRING,
    LIVES,
    MESSAGES,
    RECORDS,
    REFRESHED,
    REFRESHES,
    ROOT_BITS,
    TASK_BITS,
    TICKS,
    VALUE_BITS,
    WHOLE,
    Span,
    drawn_size,
)
from ackproof.workloads.rotating_map import BUCKETS
from ackproof.workloads.sizes.confusing import FACTOR, WORD, nearly_zero, roots_of_one_hash
from ackproof.workloads.sizes.scenarios import of_each_age, usual_limits, waves
from ackproof.workloads.trees import Forest

SEEDS = 1 << 20
QUARTERS = 4
EIGHTH = 8
TICKS_OF_A_TREE = 16
"""The approximate number of ticks in the life of a large tree."""
COMPANIONS = 4
LEAST = 2
MOST_CHILDREN = 3
QUICK_TREES = 5
"""The number of trees that begin and end between two ticks of a long run."""
WAYS = ("ack last", "fail", "init last")
"""The ways in which a large tree ends, by turns."""
MOST_LATE = 64
MANY_MESSAGES = 128
"""More messages than come between two snapshots of a durable target."""
MOST_TICKED = 200
"""The greatest number of acker tasks that get ticks of their own."""
ROOTS_OF_A_TASK = 2
CROWD = 2100
"""The number of additional records of the acker task that has more than the others."""
MOST_ROUTED = 4096
ODD_NUMBERS = (3, 47, 49, 107, 249)
"""Numbers of acker tasks that are no powers of two. A division by multiplication with a rounded fraction is wrong at
some of them.
"""
LEAST_INT_ROOT = (1 << 31) - 31
"""A root whose hash is the least int, of which Java's Math.abs is negative."""
NO_FOREST = Forest((), (), 0)
ACKS_REFRESH = "storm1"
"""The profile in which an ack refreshes."""
OF_NO_ROOT = ("tick", "restart")
ELDERS = 8
LATEST = 8
"""The number of times at which records that expired together get another message: one, three, seven … ticks later."""


@frozen(slots=False)
class SizedAckerWorkload(AckerWorkload):
    """A large workload: see `ackproof.workloads.workload.Sized`."""

    size: int = 0
    least: int = LEAST
    reached: Mapping[str, int] = field(factory=dict, repr=False)
    _regrow: Callable[[int], "SizedAckerWorkload"] | None = field(default=None, eq=False, repr=False)

    def regrown(self, size: int) -> "SizedAckerWorkload":
        """Return the same scenario in another size."""
        if self._regrow is None:
            raise SuiteError("a large workload that was made by hand is asked for another size")
        return self._regrow(size)

    def subjects(self, index: int) -> Sequence[object]:
        """Return the roots that can be left out if a violation at an operation is not about them."""
        roots = dict.fromkeys(step.root for step in self.steps if step.op not in OF_NO_ROOT)
        return tuple(root for root in roots if root != self.steps[index].root)

    def without_subjects(self, subjects: Collection[object]) -> "SizedAckerWorkload":
        """Return the workload without all operations on these roots."""
        gone = frozenset(subjects)
        return evolve(self, steps=tuple(step for step in self.steps if step.op in OF_NO_ROOT or step.root not in gone))


@define(kw_only=True)
class _Writer:
    """Writes a history. An edge is a number, and its id is random unless it is given. `turn` counts the examples of a
    scenario: it decides what has to differ between them for certain, and not by chance.
    """

    source: random.Random
    lifetime: int
    turn: int
    acks_refresh: bool
    tasks: int = 1
    steps: list[Step] = field(factory=list)
    numbers: list[int] = field(factory=list)

    def edge(self, number: int | None = None) -> int:
        """Return a new edge, with the given id."""
        if number is None:
            number = self.source.getrandbits(ids.BITS) or 1
        self.numbers.append(ids.signed(number))
        return len(self.numbers) - 1

    def root(self) -> int:
        """Return a new root; the chance that it exists already is 2^-64."""
        return ids.signed(self.source.getrandbits(ids.BITS))

    def task(self) -> int:
        """Return the number of a spout task, of up to 31 bits."""
        return self.source.getrandbits(self.source.randrange(1, 32))

    def init(self, root: int, *edges: int, task: int | None = None) -> None:
        """Begin a tree whose spout tuples have these edges."""
        named = self.task() if task is None else task
        about = f"spout task {named} emitted"
        self.steps.append(
            Step(op="init", root=root, edges=frozenset(edges), task=named, about=about, sent=len(self.steps))
        )

    def ack(self, root: int, *edges: int, about: str = "a tuple was acked") -> None:
        """Deliver an ack of some edges."""
        self.steps.append(Step(op="ack", root=root, edges=frozenset(edges), about=about, sent=len(self.steps)))

    def fail(self, root: int) -> None:
        """Deliver a fail."""
        self.steps.append(Step(op="fail", root=root, about="a tuple failed", sent=len(self.steps)))

    def reset(self, root: int) -> None:
        """Deliver a request for more time."""
        self.steps.append(Step(op="reset-timeout", root=root, about="a bolt asks for more time"))

    def begin(self, kind: str, root: int, *edges: int, task: int | None = None) -> None:
        """Begin a record by a message of that kind. An init names all the edges, an ack the first."""
        match kind:
            case "init":
                self.init(root, *edges, task=task)
            case "ack":
                self.ack(root, edges[0])
            case "fail":
                self.fail(root)
            case _:
                self.reset(root)

    def end(self, kind: str, root: int, edge: int) -> None:
        """Deliver what ends a tree of one edge, of which a message of that kind has come."""
        if kind != "init":
            self.init(root, edge)
        if kind in ("init", "reset-timeout"):
            self.ack(root, edge)

    def tick(self, times: int = 1) -> None:
        """Let time pass."""
        self.steps += [TICK] * times

    def begun_before(self, kinds: Mapping[int, str], edges: Mapping[int, int]) -> None:
        """Begin trees of one edge each by messages of some kinds, with a tick after them if there are any."""
        for root, kind in kinds.items():
            self.begin(kind, root, edges[root])
        self.tick(min(1, len(kinds)))

    def acked(self, edges: Mapping[int, int]) -> None:
        """Deliver an ack of one edge for each root."""
        for root, edge in edges.items():
            self.ack(root, edge)

    def ask_after(self, root: int, edge: int, *, over: bool) -> None:
        """Deliver an ack of the only edge of a tree. If the tree is `over`, the ack begins a record, which an init then
        ends.
        """
        self.ack(root, edge)
        if over:
            self.init(root, edge)

    def restart(self, *, now: bool = True) -> None:
        """Kill the target and start it again, if `now`. Targets that are not durable do not get this operation."""
        self.steps += [RESTART] * now

    def shuffled(self, items: list[int]) -> list[int]:
        """Return the items in random order."""
        return self.source.sample(items, len(items))


def _one_large_tree(  # noqa: C901 - one line of time, as in the next
    writer: _Writer, size: int
) -> Mapping[str, int]:
    """Write one tree of `size` messages, with some small ones beside it that outlive it. It is done by its last ack, or
    by an init that comes last, or it fails shortly before its end. A second tree has an eighth as many messages, among
    them a fail, and its init comes last. In some turns there are ticks along the way, and the trees are refreshed
    before each.
    """
    source, root = writer.source, writer.root()
    failing, failed_at = writer.root(), size - QUARTERS
    ages = max(1, size // TICKS_OF_A_TREE) if writer.turn % len(WAYS) else 0
    companions = [(writer.root(), writer.edge()) for _ in range(COMPANIONS)]
    for each, edge in companions:
        writer.init(each, edge)
    first, way = writer.edge(), WAYS[writer.turn % len(WAYS)]
    if way != "init last":
        writer.init(root, first)
    fails_at = size - 1 - source.randrange(1 + size // 64)
    open_edges, to_come, restarted_at = [first], size - LEAST, 1 + source.randrange(size - 1)
    for message in range(1, size):
        place = source.randrange(len(open_edges))
        open_edges[place], own = open_edges[-1], open_edges[place]
        open_edges.pop()
        fewest = 0 if open_edges else 1
        children = min(to_come, source.randint(fewest, MOST_CHILDREN))
        fresh = [writer.edge() for _ in range(children)]
        to_come -= children
        open_edges += fresh
        writer.ack(root, own, *fresh)
        if message % EIGHTH == 0:
            writer.ack(failing, writer.edge())
        if message == failed_at:
            writer.fail(failing)
        if way == "fail" and message == fails_at:
            writer.fail(root)
        writer.restart(now=message == restarted_at)
        if message == size // 2:
            writer.tick()
        elif ages and message % ages == 0:
            # Where acks refresh, they keep the tree in one of the ways; everywhere else a reset-timeout has to.
            if not (writer.acks_refresh and way == "init last"):
                writer.reset(root)
            writer.reset(failing)
            for each, _ in companions:
                writer.reset(each)
            writer.tick()
    if way == "init last":
        writer.init(root, first)
    writer.init(failing, writer.edge())
    for each, edge in companions:
        writer.ack(each, edge)
    _sleepers(writer, size)
    return {MESSAGES: size}


def _sleepers(writer: _Writer, size: int) -> None:
    """Add trees that get no reset-timeouts. Between the first tick and the others come one, two, four … acks of each,
    and one more that cancels them. Where acks refresh, the tree survives, whatever their number; elsewhere it expires.
    """
    trees = [(writer.root(), writer.edge(), 1 << power) for power in range(max(1, size // EIGHTH).bit_length())]
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


def _many_records(  # noqa: C901, PLR0915 - one line of time, and a branch for each way to go along it
    writer: _Writer, size: int
) -> Mapping[str, int]:
    """Write `size` records that are open at once. A quarter expires at one tick, and its acks come too late; a quarter
    is refreshed and outlives that tick; the others are done or fail before it, some of them by their very last tick.
    Where acks do not refresh, half of the expiring records get one beforehand. A few records began a tick before all
    others. Some roots differ from another in one bit, or have the same hash.

    Roots are used again: some of those that are done or failed, before that tick, and all that expired. Their new trees
    stay open while messages of others come, and many of them over a tick. Last, a few wait while many come and
    go. Before all come ever larger waves.
    """
    source, place = writer.source, writer.turn % len(MIXES)
    mix, failing = MIXES[place], FAILING[place]
    task = writer.task() if place == len(MIXES) - 1 else None
    base, step = writer.root(), source.choice((0, 1, 1 << ids.LOW_WORD, -1))
    roots = [ids.signed(base + step * place) if step else writer.root() for place in range(size)]
    _confused(roots, random.Random(f"confused {base}"))
    edges = {root: writer.edge() for root in roots}
    begun = writer.shuffled(roots)
    began = dict(zip(begun, source.choices(list(mix), list(mix.values()), k=size), strict=True))
    # Quarters by the order of their beginnings, in other roles in each example: so a mistake with the oldest record, or
    # with the first after the table has grown, shows in the second example at the latest.
    expiring, refreshed, *rest = (begun[(writer.turn + part) % QUARTERS :: QUARTERS] for part in range(QUARTERS))
    numbers = random.Random(base)
    acked = {
        root: writer.edge(numbers.getrandbits(ids.BITS) or 1)
        for root in ([] if writer.acks_refresh else expiring[::2])
        if began[root] == "init"
    }
    elders = rest[-1][: min(ELDERS, size // EIGHTH)]
    rest[-1] = rest[-1][len(elders) :]
    eldest = {root: OLD[(place + writer.turn) % len(OLD)] for place, root in enumerate(elders)}
    _waves(writer, size // EIGHTH)
    writer.begun_before(eldest, edges)
    for root in (each for each in begun if each not in elders):
        writer.begin(began[root], root, edges[root], *([acked[root]] if root in acked else []), task=task)
    others = writer.shuffled([root for part in rest for root in part])

    anew = {root: "init" if began[root] != "init" else ANEW[edges[root] % len(ANEW)] for root in roots}

    def end(root: int, *, may_fail: bool) -> None:
        if may_fail and began[root] == "init" and source.randrange(100) < failing:
            writer.fail(root)
        else:
            writer.end(began[root], root, edges[root])

    def all_anew(each_of: Sequence[int], do: Callable[[str, int, int], None]) -> None:
        for root in each_of:
            do(anew[root], root, edges[root])

    half = len(others) // 2
    # Half of the elders are ended before a record of storm1 would expire; for the others it is too late there.
    for root in elders[::2]:
        writer.end(eldest[root], root, edges[root])
    writer.restart()
    writer.tick()
    writer.acked(acked)
    for root in refreshed:
        writer.reset(root)
    for root in others[:half]:
        end(root, may_fail=True)
    all_anew(others[:half:QUARTERS], writer.begin)
    writer.tick(writer.lifetime - 2)
    for root in elders[1::2]:
        writer.end(eldest[root], root, edges[root])
    for root in others[half:]:
        end(root, may_fail=True)
    writer.tick()
    writer.restart(now=bool(source.randrange(2)))
    gone = writer.shuffled(expiring)
    soon, later = gone[: len(gone) // 2], gone[len(gone) // 2 :]
    if writer.turn % 2:  # first those that began last: if any are removed late, these are
        chosen = frozenset(soon)
        soon = [root for root in reversed(expiring) if root in chosen]
    all_anew(soon, writer.begin)
    for root in writer.shuffled(refreshed):
        end(root, may_fail=task is not None)
    all_anew(soon[::2], writer.end)
    all_anew(others[:half:QUARTERS], writer.end)
    # The others later: a record that is still there by then, or looks young again, is answered.
    times = min(LATEST, size.bit_length())
    for time in range(times):
        writer.tick(1 << time)
        all_anew([] if time else soon[1::2], writer.end)
        all_anew(later[time::times], writer.begin)
        all_anew(later[time::times], writer.end)
    _churned(writer, size // EIGHTH)
    ages = writer.lifetime + (1 << times) - 1
    return {RECORDS: size, EVER: size, EXPIRING: len(expiring), REFRESHED: len(refreshed), TICKS: ages}


def _churned(writer: _Writer, size: int) -> None:
    """Let a few trees wait, and refresh half of them after a tick. Then `size` others begin and are done, one after the
    other. The records of those that wait expire in their time, however much of what is kept is stale.
    """
    waiting = {writer.root(): writer.edge() for _ in range(2 * ELDERS)}
    writer.begun_before(dict.fromkeys(waiting, "init"), waiting)
    refreshed = list(waiting)[::2]
    for root in refreshed:
        writer.reset(root)
    for _ in range(size):
        root, own = writer.root(), writer.edge()
        writer.init(root, own)
        writer.ack(root, own)
    writer.tick(writer.lifetime - 1)
    for root in list(waiting)[1::2]:
        writer.ask_after(root, waiting[root], over=True)
    writer.acked({root: waiting[root] for root in refreshed[::2]})
    writer.tick()
    for root in refreshed[1::2]:
        writer.ask_after(root, waiting[root], over=True)


def _waves(writer: _Writer, size: int) -> None:
    """Begin three trees, six, twelve … up to `size`, each time when the records of those before have expired: of one in
    four, the ack is too late. When a ring has to grow for the next, the oldest in it is not at its beginning.
    """
    for wave in waves(size):
        edges = {writer.root(): writer.edge() for _ in range(wave)}
        for root, own in edges.items():
            writer.init(root, own)
        writer.tick(writer.lifetime)
        for root in list(edges)[-1::-QUARTERS]:
            writer.ask_after(root, edges[root], over=True)


def _confused(roots: list[int], source: random.Random) -> None:
    """Replace the last roots by some that differ from one of the first in one bit, and by some that share a hash: a
    quarter of all at most.
    """
    partners = [ids.signed(root ^ (1 << bit)) for bit, root in enumerate(roots[: ids.BITS])]
    there = set(roots)
    confused = [root for root in dict.fromkeys([*partners, *roots_of_one_hash(source, QUARTERS)]) if root not in there]
    for place, root in enumerate(source.sample(confused, min(len(confused), len(roots) // QUARTERS))):
        roots[-1 - place] = root


def _long_run(writer: _Writer, size: int) -> Mapping[str, int]:
    """Write a run of `size` ticks. Between two ticks some trees begin and end, one is done in the last rotation of its
    record, one is acked a rotation too late, one root is used again, and one record is refreshed again. Roots whose
    records expired long ago get an ack: one for each number of ticks since then, and more for powers of two. In every
    second turn an init ends the records that these acks begin, so that there are few records at any time. Some roots
    have two lives that are refreshed, a power of two ticks apart, and the second lasts as long as that gives. At the
    end, some records get one, two, four … reset-timeouts between their first tick and the next, and are done in the
    last rotation that these give.
    """
    lasting, edge = writer.root(), writer.edge()
    again = writer.root()
    writer.init(lasting, edge)
    waiting: dict[int, list[tuple[int, int, bool]]] = {}
    long_ago = [1 << bit for bit in range(2, size.bit_length())] or [LEAST]
    old = of_each_age(random.Random(f"ages {lasting}"), writer.lifetime + 1, size)
    restarted_at = writer.source.randrange(size)
    refreshed = _refreshed_in_two_lives(writer, size, long_ago)
    for tick in range(size):
        writer.reset(lasting)
        for kind, root, own in refreshed.pop(tick, ()):
            writer.begin(kind, root, own)
        for _ in range(QUICK_TREES):
            root, own = writer.root(), writer.edge()
            writer.init(root, own)
            writer.ack(root, own)
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
        writer.restart(now=tick == restarted_at)
        writer.tick()
    writer.ack(lasting, edge)
    _crowded(writer, size)
    _idle(writer, size)
    askers = [(writer.root(), writer.edge(), 1 << power) for power in range(max(1, size // QUARTERS).bit_length())]
    for root, own, _ in askers:
        writer.init(root, own)
    writer.tick()
    for root, _, times in askers:
        for _ in range(times):
            writer.reset(root)
    writer.tick(writer.lifetime - 1)
    for root, own, _ in askers:
        writer.ack(root, own)
    return {TICKS: size, EVER: (QUICK_TREES + 4) * size, LIVES: size, REFRESHES: size}


def _refreshed_in_two_lives(
    writer: _Writer, size: int, long_ago: Sequence[int]
) -> dict[int, list[tuple[str, int, int]]]:
    """Return what happens to some roots, by the number of ticks before it: the kind of each message, its root and its
    edge. A record is refreshed and expires. Four, eight, sixteen … ticks later the next record of its root, begun a
    tick before, is refreshed, and is done in the last rotation that this gives. So no life has two inits.
    """
    deeds: dict[int, list[tuple[str, int, int]]] = {}
    for tick in range(0, size, QUARTERS):
        root, first, second = writer.root(), writer.edge(), writer.edge()
        later = tick + max(1 + writer.lifetime, long_ago[tick // QUARTERS % len(long_ago)])
        for at, kind, edge in (
            (tick, "init", first),
            (tick, "reset-timeout", first),
            (later - 1, "init", second),
            (later, "reset-timeout", second),
            (later + writer.lifetime - 1, "ack", second),
        ):
            deeds.setdefault(at, []).append((kind, root, edge))
    return deeds


def _idle(writer: _Writer, size: int) -> None:
    """Add times without a message, of four, eight, sixteen … ticks, in which a record expires. A durable target is
    killed after each. Before them, some records are begun by reset-timeouts alone; the target is killed a tick later,
    when many other messages have come, and the inits follow. Of many other trees, three in four are done after a tick,
    and the target is killed. The rest expires with its time, also those of which a tuple was acked just before.
    """
    asked = {writer.root(): writer.edge() for _ in range(min(size, ELDERS))}
    for root in asked:
        writer.reset(root)
    for _ in range(min(size, MANY_MESSAGES)):
        root, own = writer.root(), writer.edge()
        writer.init(root, own)
        writer.ack(root, own)
    writer.tick()
    writer.restart()
    for root, own in asked.items():
        writer.init(root, own)
    writer.tick(writer.lifetime - 1)
    writer.acked(asked)
    among = {writer.root(): writer.edge() for _ in range(size)}
    writer.begun_before(dict.fromkeys(among, "init"), among)
    writer.acked({root: edge for place, (root, edge) in enumerate(among.items()) if place % QUARTERS})
    rest = list(among)[::QUARTERS]
    for root in rest[::2]:
        was, among[root] = among[root], writer.edge()
        writer.ack(root, was, among[root])
    writer.restart()
    writer.tick(writer.lifetime - 1)
    for root in rest:
        writer.ask_after(root, among[root], over=True)
    for times in (1 << bit for bit in range(2, size.bit_length())):
        root, own = writer.root(), writer.edge()
        writer.init(root, own)
        writer.tick(times)
        writer.restart()
        writer.ask_after(root, own, over=True)


def _crowded(writer: _Writer, size: int) -> None:
    """Add many messages between two ticks: lives of one root; trees after whose last ack one, two, four … late ones
    come; and trees of which one message comes as many times, or 10, 100, … times, before their init.
    """
    _lives_of_one_root(writer, size)
    for late in (1 << bit for bit in range(min(size, MOST_LATE).bit_length())):
        root, own = writer.root(), writer.edge()
        writer.init(root, own)
        for edge in [own, *(writer.edge() for _ in range(late))]:
            writer.ack(root, edge)
    most = max(1, size // QUARTERS)
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


def _lives_of_one_root(writer: _Writer, size: int) -> None:
    """Add that many lives of one root. Most are acked and some fail; others are replays of the life before, in which
    the ack comes first.
    """
    again, own = writer.root(), writer.edge()
    for life in range(size):
        if life % QUARTERS == 1:
            writer.ack(again, own)
            writer.init(again, own)
            continue
        own = writer.edge()
        if (life + writer.turn) % 3 == 2:  # noqa: PLR2004 - every third
            writer.fail(again)
            writer.init(again, own)
        else:
            writer.init(again, own)
            writer.ack(again, own)


def _one_bit(writer: _Writer, size: int) -> Mapping[str, int]:
    """Write pairs of open roots that differ in one bit, ack vals in which one bit is left, and spout tasks whose
    numbers are one bit: for each of the first `size` bits. Beside them are numbers that a careless test or hash
    confuses.
    """
    opened: list[tuple[int, int]] = []
    for bit in range(size):
        root, last = writer.root(), writer.edge(1 << bit)
        for each in (root, ids.signed(root ^ (1 << bit))):
            own = writer.edge()
            writer.init(each, own, task=1 << (bit % 31))
            opened.append((each, own))
        other, own = writer.root(), writer.edge()
        writer.init(other, own)
        writer.ack(other, own, last)
        opened.append((other, last))
    for value in nearly_zero(writer.source):
        other, own, last = writer.root(), writer.edge(), writer.edge(value)
        writer.init(other, own)
        writer.ack(other, own, last)
        opened.append((other, last))
    for root in dict.fromkeys(roots_of_one_hash(writer.source, QUARTERS * size)):
        own = writer.edge()
        writer.init(root, own)
        opened.append((root, own))
    for place in writer.source.sample(range(len(opened)), len(opened)):
        writer.ack(opened[place][0], opened[place][1])
    return {ROOT_BITS: size, VALUE_BITS: size, TASK_BITS: min(size, 31), RECORDS: len(opened)}


def _many_acker_tasks(writer: _Writer, size: int) -> Mapping[str, int]:
    """Write trees for `size` acker tasks, some of which get ticks of their own until their records are gone. In every
    second turn half of the trees are still there when all acker tasks get such ticks. In the other turns one acker task
    has many more trees than the rest, and its first tick is followed by one of all acker tasks. Some trees begin with a
    fail or an ack, and their inits come last. At the end, one acker task gets many ticks of its own.
    """
    writer.tasks = size
    count = min(MOST_ROUTED, ROOTS_OF_A_TASK * size + COMPANIONS)
    crowded = None if writer.turn % 2 else writer.source.randrange(size)
    roots = list(dict.fromkeys([LEAST_INT_ROOT, *(writer.root() for _ in range(count))]))
    if crowded is not None:
        roots = list(dict.fromkeys([*roots, *(_routed_to(crowded, size, writer.source) for _ in range(CROWD))]))
    edges = {root: writer.edge() for root in roots}
    failed, acked = set(roots[1::EIGHTH]), set(roots[QUARTERS::EIGHTH])
    for root in roots:
        if root in failed:
            writer.fail(root)
        elif root in acked:
            writer.ack(root, edges[root])
        else:
            writer.init(root, edges[root])
    writer.restart()
    # The acker tasks at the ends, that of the least int, and some in between.
    chosen = {0, size - 1, -(1 << 31) % size}
    chosen |= {writer.source.randrange(size) for _ in range(min(MOST_TICKED, size // 2))}
    for task in sorted(chosen - {crowded, (crowded + 1) % size} if crowded is not None else chosen):
        writer.steps += _ticks_of(task, writer.lifetime)
    if crowded is not None:
        own = Step(op="tick", about="time passes", acker=crowded)
        writer.steps += [own, Step(op="tick", about="time passes"), *[own] * (writer.lifetime - 2)]
    writer.restart()
    for place, root in enumerate(writer.shuffled(roots)):
        if writer.turn % 2 and place == len(roots) // 2:
            writer.steps += [Step(op="tick", about="time passes")] * writer.lifetime
        if root in failed or root in acked:
            writer.init(root, edges[root])
        else:
            writer.ack(root, edges[root])
    _time_of_its_own(writer, writer.source.randrange(size), size)
    return {ACKER_TASKS: size, RECORDS: len(roots)}


def _time_of_its_own(writer: _Writer, task: int, size: int) -> None:
    """Add as many ticks of one acker task. Trees of it begin shortly before their number is a power of two, and their
    acks come when they have expired.
    """
    tick = Step(op="tick", about="time passes", acker=task)
    powers = {1 << bit for bit in range(size.bit_length())}
    opened: dict[int, tuple[int, int]] = {}
    for time in range(1, size + 1):
        if any(time + before in powers for before in range(EIGHTH)):
            opened[time] = _routed_to(task, size, writer.source), writer.edge()
            writer.init(*opened[time])
        writer.steps.append(tick)
        if time + 1 - writer.lifetime in opened:
            writer.ask_after(*opened.pop(time + 1 - writer.lifetime), over=True)


def _odd_numbers_of_acker_tasks(writer: _Writer, size: int) -> Mapping[str, int]:
    """Write trees for an odd number of acker tasks: in turns, the greatest of `ODD_NUMBERS` up to a size, and the next
    ones below. Many roots are routed to the first, the second and the last task, by hashes of any length: there a
    rounded quotient is off by one. The first task gets ticks of its own, then the second, then the last, and some roots
    of each get acks in between.
    """
    odd = [number for number in ODD_NUMBERS if number <= size] or [size]
    writer.tasks = tasks = odd[-1 - writer.turn % len(odd)]
    ends = list(dict.fromkeys((0, 1 % tasks, tasks - 1)))
    roots = [_routed_to(task, tasks, writer.source, bits) for task in ends for bits in range(1, ids.LOW_WORD)]
    roots += [writer.root() for _ in range(QUARTERS * QUARTERS)]
    edges = {root: writer.edge() for root in roots}
    for root, edge in edges.items():
        writer.init(root, edge)
    asked = writer.source.sample(list(edges), len(edges))
    for place, task in enumerate(ends):
        writer.steps += _ticks_of(task, writer.lifetime)
        writer.acked({root: edges[root] for root in asked[place :: len(ends)]})
    return {ACKER_TASKS: tasks, RECORDS: len(edges)}


def _ticks_of(task: int, times: int) -> list[Step]:
    """Return ticks of one acker task."""
    return [Step(op="tick", about="time passes", acker=task)] * times


def _routed_to(task: int, tasks: int, source: random.Random, bits: int = ids.LOW_WORD - 1) -> int:
    """Return a root that is routed to an acker task. Routing uses the hash of a list that holds the root, which is 31
    plus the xor of its words. The hash has at most `bits` bits, and a sign.
    """
    most = max(1, (1 << bits) // tasks - 1)
    hashed = source.randrange(-most, most) * tasks + task
    high = source.getrandbits(ids.LOW_WORD)
    return ids.signed(high << ids.LOW_WORD | high ^ (hashed - FACTOR) & WORD)


@frozen
class AckerScenario:
    """A kind of large workload. Its sizes range over those of `dimension`."""

    write: Callable[[_Writer, int], Mapping[str, int]]
    dimension: str
    least: int = LEAST

    def grown(self, profile: str, seed: int, turn: int, size: int) -> SizedAckerWorkload:
        """Return the workload of that size, which is determined by the seed and the number of its turn."""
        source = random.Random(f"sizes {self.dimension} {seed}")
        writer = _Writer(source=source, lifetime=BUCKETS[profile], turn=turn, acks_refresh=profile == ACKS_REFRESH)
        reached = self.write(writer, size)
        return SizedAckerWorkload(
            config=Config(profile=profile, tasks=writer.tasks),
            forest=NO_FOREST,
            values=tuple(writer.numbers),
            names=tuple(f"e{edge + 1}" for edge in range(len(writer.numbers))),
            steps=tuple(writer.steps),
            size=size,
            least=self.least,
            reached=reached,
            regrow=partial(self.grown, profile, seed, turn),
        )


SCENARIOS = (
    AckerScenario(_one_large_tree, MESSAGES, least=4),
    AckerScenario(_many_records, RECORDS, least=4),
    AckerScenario(_long_run, TICKS),
    AckerScenario(_one_bit, ROOT_BITS),
)
"""Scenarios for every acker."""

OF_ROUTING = (
    AckerScenario(_many_acker_tasks, ACKER_TASKS),
    AckerScenario(_odd_numbers_of_acker_tasks, ACKER_TASKS),
)
"""Scenarios for several acker tasks."""


def grow_sized_acker_workload(
    choices: Choices, profile: str, number: int, span: Span = WHOLE, scenarios: tuple[AckerScenario, ...] = SCENARIOS
) -> SizedAckerWorkload:
    """Draw the example with that number. The scenarios take turns, and the first examples of each are at the end of its
    range.
    """
    turn, place = divmod(number, len(scenarios))
    scenario = scenarios[place]
    end = DIMENSIONS["acker"][scenario.dimension].end(span)
    size = drawn_size(choices, turn, max(end, scenario.least), scenario.least)
    return scenario.grown(profile, choices.integer(0, SEEDS), turn, size)
