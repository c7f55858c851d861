"""Crossings between workers as arrays, passed on in the order of the lines that show them.

In a log of four workers every fifth line shows one. They are found message by message, and needed line by line.
"""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from attrs import define, field

from ackproof_adapters.audit.columns import Ints
from ackproof_adapters.audit.gathering import BarePlace
from ackproof_adapters.audit.merging import FILE, LINE

Strings = npt.NDArray[np.object_]

Crossed = tuple[BarePlace, BarePlace, str, str]
"""The places of the sending and of the receipt, and both times."""


@define(eq=False, kw_only=True)
class CrossedArrays:
    """Crossings, one in each place of all arrays. Workers are given by their numbers, places by file and line as one
    number.
    """

    at: Ints
    """The place of its line among all."""
    sender: Ints
    sent: Ints
    receiver: Ints
    received: Ints
    sent_when: Strings
    when: Strings

    def of(self, which: "Ints | npt.NDArray[np.bool_]") -> "CrossedArrays":
        """Return some of the crossings."""
        return CrossedArrays(**{name: getattr(self, name)[which] for name in _NAMES})

    def listed(self) -> list[Crossed]:
        """Return the crossings one by one."""
        sent, received = _places(self.sender, self.sent), _places(self.receiver, self.received)
        return [*zip(sent, received, self.sent_when.tolist(), self.when.tolist(), strict=True)]


def joined(parts: Sequence[CrossedArrays]) -> CrossedArrays:
    """Return crossings, those of the first part first."""
    none = CrossedArrays(**{name: np.empty(0, object if "when" in name else np.int64) for name in _NAMES})
    return CrossedArrays(**{name: np.concatenate([getattr(each, name) for each in (none, *parts)]) for name in _NAMES})


_NAMES = ("at", "sender", "sent", "receiver", "received", "sent_when", "when")


@define(eq=False)
class CrossingQueue:
    """Crossings that wait until all lines before theirs are decided."""

    _waiting: list[tuple[int, CrossedArrays]] = field(init=False, factory=list)
    """Parts, each with the first place in it."""
    _at: list[int] = field(init=False, factory=list)
    _ready: list[Crossed] = field(init=False, factory=list)
    _given: int = field(init=False, default=0)
    """How many of those that are ready were passed on."""

    def add(self, crossed: CrossedArrays) -> None:
        """Add crossings, in any order."""
        if len(crossed.at):
            self._waiting.append((int(crossed.at.min()), crossed))

    def prepare(self, until: int) -> None:
        """Sort the crossings before a line. All that were prepared before have to be passed on by now."""
        taken = [each for first, each in self._waiting if first < until]
        # Two million lines may wait; most parts are not looked at.
        self._waiting = [(first, each) for first, each in self._waiting if first >= until]
        for each in taken:
            self.add(each.of(each.at >= until))
        ready = joined([each.of(each.at < until) for each in taken])
        ready = ready.of(np.argsort(ready.at, kind="stable"))
        self._at, self._ready, self._given = ready.at.tolist(), ready.listed(), 0

    def before(self, at: int) -> Sequence[Crossed]:
        """Pass on those before a line, of the prepared ones."""
        first, self._given = self._given, bisect_left(self._at, at, self._given)
        return self._ready[first : self._given]


def _places(worker: Ints, place: Ints) -> "zip[BarePlace]":
    return zip(worker.tolist(), (place >> FILE).tolist(), (place & LINE).tolist(), strict=True)
