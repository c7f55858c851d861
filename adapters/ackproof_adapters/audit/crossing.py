"""What crossed between workers, as arrays, given on in the order in which the lines that show it stand.

In a log of four workers every fifth line is such a line. They come message by message, and are wanted line by line.
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
"""Where it was sent and where it was received, and both times."""


@define(eq=False, kw_only=True)
class CrossedArrays:
    """Things that crossed, one in each place of all arrays. Of workers are the numbers, of places file and line as one
    number.
    """

    at: Ints
    """Where the line that shows it stands among all."""
    sender: Ints
    sent: Ints
    receiver: Ints
    received: Ints
    sent_when: Strings
    when: Strings

    def of(self, which: "Ints | npt.NDArray[np.bool_]") -> "CrossedArrays":
        """Return some of them."""
        return CrossedArrays(**{name: getattr(self, name)[which] for name in _NAMES})

    def listed(self) -> list[Crossed]:
        """Return them one by one."""
        sent, received = _places(self.sender, self.sent), _places(self.receiver, self.received)
        return [*zip(sent, received, self.sent_when.tolist(), self.when.tolist(), strict=True)]


def joined(parts: Sequence[CrossedArrays]) -> CrossedArrays:
    """Return things that crossed, behind each other."""
    none = CrossedArrays(**{name: np.empty(0, object if "when" in name else np.int64) for name in _NAMES})
    return CrossedArrays(**{name: np.concatenate([getattr(each, name) for each in (none, *parts)]) for name in _NAMES})


_NAMES = ("at", "sender", "sent", "receiver", "received", "sent_when", "when")


@define(eq=False)
class CrossingQueue:
    """Things that crossed, which wait until all that stands before them was given on."""

    _waiting: list[tuple[int, CrossedArrays]] = field(init=False, factory=list)
    """With the first place among all."""
    _at: list[int] = field(init=False, factory=list)
    _ready: list[Crossed] = field(init=False, factory=list)
    _given: int = field(init=False, default=0)
    """How many of those that are ready."""

    def add(self, crossed: CrossedArrays) -> None:
        """Have some wait, in any order."""
        if len(crossed.at):
            self._waiting.append((int(crossed.at.min()), crossed))

    def prepare(self, until: int) -> None:
        """Put what stands before a line in order. All that was prepared before has to be given on by now."""
        taken = [each for first, each in self._waiting if first < until]
        # What waits is of millions of lines; most of it is not looked at.
        self._waiting = [(first, each) for first, each in self._waiting if first >= until]
        for each in taken:
            self.add(each.of(each.at >= until))
        ready = joined([each.of(each.at < until) for each in taken])
        ready = ready.of(np.argsort(ready.at, kind="stable"))
        self._at, self._ready, self._given = ready.at.tolist(), ready.listed(), 0

    def before(self, at: int) -> Sequence[Crossed]:
        """Give on what stands before a line, of what was prepared."""
        first, self._given = self._given, bisect_left(self._at, at, self._given)
        return self._ready[first : self._given]


def _places(worker: Ints, place: Ints) -> "zip[BarePlace]":
    return zip(worker.tolist(), (place >> FILE).tolist(), (place & LINE).tolist(), strict=True)
