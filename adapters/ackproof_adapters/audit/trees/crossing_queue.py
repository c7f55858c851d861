"""Crossings between workers as arrays, passed on in the order of the lines that show them.

In a log of four workers every fifth line shows one. They are found message by message. Of each pair of workers they are
noted in the order of lines, together with those that single events show.
"""

from bisect import bisect_left
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from attrs import define, field

from ackproof_adapters.audit.logs.stamp_arrays import Ints
from ackproof_adapters.audit.trees.crossings import Crossed


@define(eq=False, kw_only=True)
class CrossedArrays:
    """Crossings, one in each place of all arrays. Workers and places are given by their numbers, times by stamps."""

    at: Ints
    """The place of its line among all."""
    sender: Ints
    sent: Ints
    receiver: Ints
    received: Ints
    sent_when: Ints
    when: Ints

    def of(self, which: "Ints | npt.NDArray[np.bool_]") -> "CrossedArrays":
        """Return some of the crossings."""
        return CrossedArrays(**{name: getattr(self, name)[which] for name in _NAMES})

    def by_pair(self) -> "Iterator[tuple[tuple[int, int], CrossedArrays]]":
        """Yield the crossings of each pair of workers, in the order of lines."""
        order = np.lexsort((self.at, self.receiver, self.sender))
        sender, receiver = self.sender[order], self.receiver[order]
        cuts = np.flatnonzero((np.diff(sender) != 0) | (np.diff(receiver) != 0)) + 1
        for own in np.split(order, cuts) if len(order) else ():
            yield (int(self.sender[own[0]]), int(self.receiver[own[0]])), self.of(own)

    def listed(self) -> list[Crossed]:
        """Return the crossings one by one."""
        columns = (self.sent, self.received, self.sent_when, self.when)
        return [*zip(*(each.tolist() for each in columns), strict=True)]


def _joined(parts: list[CrossedArrays]) -> CrossedArrays:
    """Return crossings, those of the first part first."""
    none = CrossedArrays(**{name: np.empty(0, np.int64) for name in _NAMES})
    return CrossedArrays(**{name: np.concatenate([getattr(each, name) for each in (none, *parts)]) for name in _NAMES})


_NAMES = ("at", "sender", "sent", "receiver", "received", "sent_when", "when")


@define(eq=False)
class _Ready:
    """The crossings of a pair of workers, in order, and how many of them were passed on."""

    at: list[int]
    crossed: list[Crossed]
    given: int = 0


@define(eq=False)
class CrossingQueue:
    """Crossings that wait until all lines before theirs are decided."""

    _waiting: list[tuple[int, CrossedArrays]] = field(init=False, factory=list)
    """Parts, each with the first place in it."""
    _ready: dict[tuple[int, int], _Ready] = field(init=False, factory=dict)

    def add(self, crossed: CrossedArrays) -> None:
        """Add crossings, in any order."""
        if len(crossed.at):
            self._waiting.append((int(crossed.at.min()), crossed))

    def prepare(self, until: int) -> list[tuple[int, int]]:
        """Sort the crossings before a line; return their pairs. All that were prepared before have to be passed on by
        now.
        """
        taken = [each for first, each in self._waiting if first < until]
        # Two million lines may wait; most parts are not looked at.
        self._waiting = [(first, each) for first, each in self._waiting if first >= until]
        for each in taken:
            self.add(each.of(each.at >= until))
        found = _joined([each.of(each.at < until) for each in taken])
        self._ready = {pair: _Ready(each.at.tolist(), each.listed()) for pair, each in found.by_pair()}
        return [*self._ready]

    def before(self, pair: tuple[int, int], at: int) -> list[Crossed]:
        """Pass on those of a pair of workers before a line, of the prepared ones."""
        ready = self._ready.get(pair)
        if ready is None:
            return []
        first, ready.given = ready.given, bisect_left(ready.at, at, ready.given)
        return ready.crossed[first : ready.given]
