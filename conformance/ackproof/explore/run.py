"""A whole exploration: all trees and all forests, in one process or several, and the conclusions."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import comb

from attrs import define, evolve, field, frozen

from ackproof.engine.exit_codes import CONFORMANT, INCONCLUSIVE, VIOLATION
from ackproof.engine.workers.pool import Pool, in_order
from ackproof.errors import SuiteError, UsageError
from ackproof.explore.bounds import Bounds
from ackproof.explore.driving import Subject
from ackproof.explore.forests import (
    SmallForest,
    canonical,
    count_orders_of_creation,
    forest_in_words,
    forests,
    orders_of_creation,
    part_of,
    roots_of,
    trees_of,
)
from ackproof.explore.isolation import isolation
from ackproof.explore.product import NOBODY, Count, count_product
from ackproof.explore.properties import ALWAYS, BOTH_COMPLETED, ISOLATION, SOMETIMES, TWO_OPEN
from ackproof.explore.quotient import ALIVE, COMPLETED, QuotientTable, table_of
from ackproof.explore.space import Broken, Space, space_of
from ackproof.explore.story import in_words
from ackproof.explore.undecomposed import explore_undecomposed
from ackproof.explore.widths import FalseZeros, false_zeros
from ackproof.oracle.lives import LIFETIME
from ackproof.text.suggestions import in_words as any_of

MOST_ORDERS = 10_000
MOST_STATES = 100_000_000
MOST_BITS = 16
MOST_ROOTS = 2
"""Limits of an exploration. A million states take some seconds. The bits are those of all ids of a tree."""

MOST_TUPLES = 20
"""More tuples have so many orders of creation that counting them is pointless."""

LIMITED = ("tuples", "ticks", "duplicates", "resets")
"""The sizes that determine the cost of an exploration."""


@frozen(kw_only=True)
class Watch:
    """Who is told how an exploration goes. `progress` is called with the number of parts, and the number of finished
    parts; `found` with each counterexample as soon as it is there, which need not be a shortest one.
    """

    progress: Callable[[int, int], None] = lambda _, __: None
    found: Callable[[Broken], None] = lambda _: None

    def take(self, result: "TreeResult | ForestResult | FalseZeros") -> None:
        """Tell of the counterexample of a part, if it has one."""
        if result.broken is not None:
            self.found(result.broken)


UNWATCHED = Watch()


@frozen(kw_only=True)
class TreeResult:
    """The result for the space of one tree. `first` has for each property that occurred a shortest history to it, in
    words and with its length; `samples` has for each flag a shortest history to a state with it.
    """

    forest: SmallForest
    states: int
    steps: int
    calls: int
    held: Counter[str]
    seen: Counter[str]
    first: dict[str, tuple[int, str]]
    samples: dict[int, tuple[int, str, str]]
    table: QuotientTable | None
    broken: Broken | None


@frozen
class ForestResult:
    """The result for the product of one forest, and the number of steps that were judged with both of its trees in one
    acker.
    """

    forest: SmallForest
    count: Count
    together: int
    broken: Broken | None = None


@define(kw_only=True)
class Exploration:
    """The results of an exploration under one profile."""

    subject: Subject
    bounds: Bounds
    orders: int = 0
    forests: int = 0
    trees: int = 0
    tree_states: int = 0
    steps: int = 0
    calls: int = 0
    together: int = 0
    count: Count = field(factory=Count)
    held: Counter[str] = field(factory=Counter)
    seen: Counter[str] = field(factory=Counter)
    first: dict[str, tuple[int, str]] = field(factory=dict)
    broken: Broken | None = None
    seconds: float = 0.0

    @property
    def figures(self) -> dict[str, int]:
        """All counts except those of the properties."""
        return {
            "forests, by order of creation": self.orders,
            "forests that are not alike": self.forests,
            "trees that they are made of": self.trees,
            "states of trees, nothing reduced": self.tree_states,
            "steps judged": self.steps,
            "answers of the acker, to one tree": self.calls,
            "answers of the acker, to two trees": self.together,
            "states of forests, reduced": self.count.states,
            "states that they stand for": self.count.stand_for,
            "transitions between reduced states": self.count.transitions,
            "histories": self.count.histories,
            "longest history, in messages and ticks": self.count.longest,
        }

    @property
    def vacuous(self) -> list[str]:
        """The properties that the bounds allow, but that were never tested or never occurred."""
        profile = self.subject.profile
        unheld = [
            each.name
            for each in ALWAYS
            if not each.narrow and each.needs(self.bounds, profile) and not self.held[each.name]
        ]
        unseen = [each.name for each in SOMETIMES if each.needs(self.bounds, profile) and not self.seen[each.name]]
        return unheld + unseen

    @property
    def exit_code(self) -> int:
        """The exit code: everything proven, a counterexample, or inconclusive."""
        if self.broken is not None:
            return VIOLATION
        return INCONCLUSIVE if self.vacuous else CONFORMANT


def explore(subject: Subject, bounds: Bounds, pool: Pool | None = None, watch: Watch = UNWATCHED) -> Exploration:
    """Explore every history within bounds, in this process if there is no pool. That of the report is a shortest
    counterexample.
    """
    begun = time.perf_counter()
    check_size(bounds)
    report = Exploration(subject=subject, bounds=bounds, orders=count_orders_of_creation(bounds.tuples, bounds.roots))
    kinds, parts = forests(bounds.tuples, bounds.roots), forests(bounds.tuples, 1)
    report.forests, report.trees = len(kinds), len(parts)
    done = partial(watch.progress, len(parts) + len(kinds))
    trees = in_order(
        pool,
        [partial(explore_tree, part, subject=subject, bounds=bounds) for part in parts],
        done,
        watch.take,
    )
    for tree in trees:
        _take_tree(report, tree)
    report.broken = _shortest(tree.broken for tree in trees)
    if report.broken is None:
        known = {canonical(tree.forest, 1): tree for tree in trees}
        work = [
            (forest, [known[canonical(part_of(forest, root), 1)] for root in range(bounds.roots)]) for forest in kinds
        ]
        work.sort(key=lambda each: sum(len(tree.places) for tree in trees_of(each[0], bounds.roots)), reverse=True)
        tables = [(forest, [_table(tree) for tree in own]) for forest, own in work]
        results = in_order(
            pool,
            [partial(explore_forest, each, subject=subject, bounds=bounds) for each in tables],
            lambda count: done(len(parts) + count),
            watch.take,
        )
        for result, (_, own) in zip(results, work, strict=True):
            _take_forest(report, result, own)
        report.broken = _shortest(result.broken for result in results)
    report.seconds = time.perf_counter() - begun
    return report


def explore_tree(forest: SmallForest, subject: Subject, bounds: Bounds) -> TreeResult:
    """Explore the space of a forest of one root."""
    space = space_of(forest, subject, bounds)
    tree = space.world.tree
    table = table_of(space) if space.broken is None else None
    return TreeResult(
        forest=forest,
        states=len(space.states),
        steps=space.steps,
        calls=space.driver.calls,
        held=space.held,
        seen=space.seen,
        first={name: (len(history), in_words(history, tree)) for name, history in space.first.items()},
        samples=_samples(space, table) if table else {},
        table=table,
        broken=space.broken,
    )


def _samples(space: Space, table: QuotientTable) -> dict[int, tuple[int, str, str]]:
    found = {}
    for flag in (ALIVE, COMPLETED):
        place = next((place for place, each in zip(table.samples, table.flags, strict=True) if each == flag), None)
        if place is not None:
            history = space.history(place)
            one, other = (in_words(history, space.world.tree, root) for root in (1, 2))
            found[flag] = (len(history), one, other)
    return found


def explore_forest(work: tuple[SmallForest, Sequence[QuotientTable]], subject: Subject, bounds: Bounds) -> ForestResult:
    """Count the states of a forest, after checking that its roots do not affect each other."""
    forest, tables = work
    together, leak = isolation(forest, subject, bounds)
    if leak is not None:
        count, broken = explore_undecomposed(forest, subject, bounds)
        return ForestResult(forest, count, together, broken)
    return ForestResult(forest, count_product(tables[0], (*tables, NOBODY)[1], bounds), together)


def _table(tree: TreeResult) -> QuotientTable:
    if tree.table is None:
        raise SuiteError(f"{forest_in_words(tree.forest)} was left at a counterexample and has no table")
    return tree.table


def _take_tree(report: Exploration, tree: TreeResult) -> None:
    report.tree_states += tree.states
    report.steps += tree.steps
    report.calls += tree.calls
    report.held.update(tree.held)
    report.seen.update(tree.seen)
    for name, found in tree.first.items():
        _take_first(report, name, *found)


def _take_forest(report: Exploration, result: ForestResult, own: Sequence[TreeResult]) -> None:
    report.together += result.together
    report.count.add(result.count)
    if report.bounds.roots == 1:
        return
    report.held[ISOLATION.name] += result.together
    joined = any(len(roots) > 1 for roots in roots_of(result.forest))
    for sought, flag, times in (
        (TWO_OPEN, ALIVE, result.count.open_together),
        (BOTH_COMPLETED, COMPLETED, result.count.both_completed if joined else 0),
    ):
        if times:
            report.seen[sought.name] += times
            (one, left, _), (other, _, right) = (tree.samples[flag] for tree in own)
            _take_first(report, sought.name, one + other, f"{left}, {right}")


def _take_first(report: Exploration, name: str, length: int, words: str) -> None:
    if name not in report.first or length < report.first[name][0]:
        report.first[name] = (length, words)


def _shortest(found: Iterable[Broken | None]) -> Broken | None:
    return min((broken for broken in found if broken), key=lambda broken: len(broken.history), default=None)


@define(kw_only=True)
class WidthReport:
    """The results of an exploration under one profile with ids of this many bits."""

    subject: Subject
    bounds: Bounds
    width: int
    trees: list[FalseZeros] = field(factory=list)
    seconds: float = 0.0

    def total(self, what: str) -> int:
        """Return the sum of a count over all trees."""
        return sum(getattr(tree, what) for tree in self.trees)

    @property
    def broken(self) -> Broken | None:
        """A shortest counterexample."""
        return _shortest(tree.broken for tree in self.trees)

    @property
    def unequal(self) -> list[FalseZeros]:
        """The trees in which the number of false zeros differs from the prediction."""
        return [tree for tree in self.trees if tree.broken is None and tree.counted != tree.predicted]

    @property
    def exit_code(self) -> int:
        """The same as `Exploration.exit_code`; an exploration without any false zero is inconclusive."""
        if self.broken is not None or self.unequal:
            return VIOLATION
        return CONFORMANT if self.total("counted") else INCONCLUSIVE


def explore_width(
    subject: Subject,
    bounds: Bounds,
    width: int,
    pool: Pool | None = None,
    watch: Watch = UNWATCHED,
) -> WidthReport:
    """Explore every tree with every assignment of ids of this many bits."""
    begun = time.perf_counter()
    check_width(bounds, width)
    kinds = forests(bounds.tuples, 1)
    trees = in_order(
        pool,
        [partial(false_zeros, forest, subject=subject, bounds=bounds, width=width) for forest in kinds],
        partial(watch.progress, len(kinds)),
        watch.take,
    )
    return WidthReport(subject=subject, bounds=bounds, width=width, trees=trees, seconds=time.perf_counter() - begun)


def check_width(bounds: Bounds, width: int) -> None:
    """Raise `UsageError` if there are too many assignments, or too many histories."""
    check_size(bounds)
    if _bits(bounds.tuples, width) <= MOST_BITS:
        return
    narrower = MOST_BITS // _bits(bounds.tuples, 1)
    fewer = next((tuples for tuples in range(bounds.tuples, -1, -1) if _bits(tuples, width) <= MOST_BITS), None)
    ways = [
        *([f"--width {narrower}"] if narrower else []),
        *([f"--tuples {fewer}"] if fewer is not None else []),
    ]
    raise UsageError(
        f"--tuples {bounds.tuples} --width {width} is out of reach: a tree has 2^{_bits(bounds.tuples, width)} "
        f"assignments of ids, and 2^{MOST_BITS} are the most; {_largest(ways)}"
    )


def _bits(tuples: int, width: int) -> int:
    """Return the total number of bits of all ids of the largest tree."""
    return width * (1 + tuples * (tuples - 1) // 2)


def check_size(bounds: Bounds) -> None:
    """Raise `UsageError` for an exploration that would take hours, with the largest sizes that do not."""
    if bounds.roots > MOST_ROOTS:
        raise UsageError(f"--roots {bounds.roots} is out of reach; --roots {MOST_ROOTS} is the most")
    if _in_reach(bounds):
        return
    most = {name: _most(bounds, name) for name in LIMITED}
    ways = [f"--{name} {size}" for name, size in most.items() if size is not None and size < getattr(bounds, name)]
    asked = " ".join(f"--{name} {getattr(bounds, name)}" for name in LIMITED)
    raise UsageError(
        f"{asked} is out of reach: it has more than {MOST_STATES:,} states, which take hours; {_largest(ways)}"
    )


def _largest(ways: Sequence[str]) -> str:
    """Return the suggestion to use one of these sizes, with all others unchanged."""
    if not ways:
        return "take the default sizes, and go up from there"
    return f"the largest in reach, with all else as it is: {any_of(ways)}"


def _most(bounds: Bounds, name: str) -> int | None:
    """Return the largest feasible value of a size if the others are unchanged; None if not even 0 is feasible."""
    within, beyond = -1, getattr(bounds, name) + 1
    while beyond - within > 1:
        tried = (within + beyond) // 2
        within, beyond = (tried, beyond) if _in_reach(evolve(bounds, **{name: tried})) else (within, tried)
    return within if within >= 0 else None


def _in_reach(bounds: Bounds) -> bool:
    if bounds.tuples > MOST_TUPLES or count_orders_of_creation(bounds.tuples, bounds.roots) > MOST_ORDERS:
        return False
    return estimate(bounds) <= MOST_STATES


def estimate(bounds: Bounds) -> float:
    """Return a rough estimate of the number of states, from the differences between two classes of states."""
    sizes = Counter(
        tuple(sum(root in each for each in members) for root in range(bounds.roots))
        for size in range(bounds.tuples + 1)
        for members in map(roots_of, orders_of_creation(size, bounds.roots))
    )
    total = 0.0
    for tuples, orders in sizes.items():
        product = 1.0
        for each in tuples:
            product *= _classes(each, bounds)
        total += product * orders
    # If there are more ticks than a record can outlive, each of them has all states once more.
    more_ticks = max(1.0, (bounds.ticks + 1) / (max(LIFETIME.values()) + 1))
    return total * more_ticks * SLACK / (1 + bounds.tuples)


SLACK = 0.3
"""The rough share of the possible classes that are reached, measured in runs."""


def _classes(tuples: int, bounds: Bounds) -> int:
    ages = min(bounds.ticks + 1, max(LIFETIME.values()))
    delivered = 2 * comb(tuples + 2, 2) * (tuples + 1)
    return delivered * (bounds.duplicates + 1) * (bounds.resets + 1) * (1 + 3 * ages)
