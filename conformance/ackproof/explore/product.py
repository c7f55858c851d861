"""The histories of a forest: those of its trees, interleaved, with common ticks and common bounds on duplicates and
resets.

A state is a class of each root and the number of ticks. Every delivery leads to a state that is one step longer. So
states are processed level by level, and only two levels are kept in memory. Each state has the number of histories that
lead to it.
"""

from collections import defaultdict
from functools import cached_property

from attrs import define, frozen

from ackproof.explore.bounds import Bounds
from ackproof.explore.quotient import ALIVE, QuotientTable
from ackproof.explore.space import AGAIN, FREE, RESET

NOBODY = QuotientTable(moves=((),), ticks=(0,), again=(0,), resets=(0,), flags=(0,), weights=(1,), samples=(0,))
"""The table of a root without messages: the second root if there is only one."""

Offers = tuple[tuple[tuple[int, int], ...], ...]


@define(kw_only=True)
class Count:
    """The counts for one forest, or for many: `states` after reduction and how many they `stand_for`, `transitions`
    between them, `histories`, and the length of the `longest`.

    `open_together` and `both_completed` count states in which both roots have a record, and in which both trees are
    completed.
    """

    states: int = 0
    stand_for: int = 0
    transitions: int = 0
    histories: int = 0
    longest: int = 0
    open_together: int = 0
    both_completed: int = 0

    def add(self, other: "Count") -> None:
        """Add the counts of another forest."""
        self.states += other.states
        self.stand_for += other.stand_for
        self.transitions += other.transitions
        self.histories += other.histories
        self.longest = max(self.longest, other.longest)
        self.open_together += other.open_together
        self.both_completed += other.both_completed


def count_product(left: QuotientTable, right: QuotientTable, bounds: Bounds) -> Count:
    """Visit all states of two roots, level by level."""
    return _Product(left, right, bounds).run()


@frozen(slots=False)
class _Product:
    left: QuotientTable
    right: QuotientTable
    bounds: Bounds

    def run(self) -> Count:
        count = Count(longest=-1)
        level: dict[int, int] = {0: 1}
        while level:
            self._note(level, count)
            level = self._next(level, count)
        return count

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether the two roots are interchangeable."""
        return self.bounds.reduction and self.left.shape == self.right.shape

    def _note(self, level: dict[int, int], count: Count) -> None:
        """Count the states of a level."""
        width, span = len(self.right.moves), self.bounds.ticks + 1
        symmetric = self.is_symmetric
        weights, others = self.left.weights, self.right.weights
        flags, other_flags = self.left.flags, self.right.flags
        count.longest += 1
        count.states += len(level)
        count.histories += sum(level.values())
        for code in level:
            pair, ticks = divmod(code, span)
            one, other = divmod(pair, width)
            twice = 2 if symmetric and one != other else 1
            count.stand_for += weights[one] * others[other] * twice
            common = flags[one] & other_flags[other]
            if common & ALIVE:
                count.open_together += 1
            elif common and not ticks:  # a tick may have expired a record
                count.both_completed += 1

    def _next(self, level: dict[int, int], count: Count) -> dict[int, int]:
        """Return the states one step further, with the number of histories to each."""
        width, most = len(self.right.moves), self.bounds.ticks
        span, symmetric = most + 1, self.is_symmetric
        left, right = self.left, self.right
        offers, other_offers = self._offers
        found: defaultdict[int, int] = defaultdict(int)
        transitions = 0
        for code, histories in level.items():
            pair, ticks = divmod(code, span)
            one, other = divmod(pair, width)
            spare = 2 * (left.again[one] + right.again[other] < self.bounds.duplicates)
            spare += left.resets[one] + right.resets[other] < self.bounds.resets
            mine, others = offers[spare][one], other_offers[spare][other]
            transitions += len(mine) + len(others)
            for target, ways in mine:
                pair = other * width + target if symmetric and target > other else target * width + other
                found[pair * span + ticks] += histories * ways
            for target, ways in others:
                pair = target * width + one if symmetric and target < one else one * width + target
                found[pair * span + ticks] += histories * ways
            if ticks < most:
                one, other = left.ticks[one], right.ticks[other]
                pair = other * width + one if symmetric and one > other else one * width + other
                found[pair * span + ticks + 1] += histories
                transitions += 1
        count.transitions += transitions
        return found

    @cached_property
    def _offers(self) -> tuple[tuple[Offers, ...], tuple[Offers, ...]]:
        """Return the moves of both tables, for each number of remaining duplicates and resets."""
        stocks = ({FREE}, {FREE, RESET}, {FREE, AGAIN}, {FREE, AGAIN, RESET})
        left, right = (
            tuple(
                tuple(tuple((target, ways) for target, cost, ways in moves if cost in stock) for moves in table.moves)
                for stock in stocks
            )
            for table in (self.left, self.right)
        )
        return left, right
