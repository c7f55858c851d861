"""The crossings between two workers that are kept: they order lines of both."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

from attrs import define, field

from ackproof_adapters.audit.logs.stamps import text_of
from ackproof_adapters.audit.trees.tree import Place, place_of

MOST_CROSSINGS = 50_000
"""Crossings that are kept for a pair of workers. If there are more, they are kept at greater distances."""

_SENT, _RECEIVED = itemgetter(0), itemgetter(1)


class Crossing(NamedTuple):
    """A tuple that was sent in one worker and received in another: lines before the sending are earlier than lines
    after the receipt.
    """

    sent: Place
    received: Place
    sent_when: str
    when: str
    """When it was received, by the clock of its receiver, as `sent_when` is by that of its sender."""


Crossed = tuple[int, int, str | int, str | int]
"""The places of the sending and of the receipt as numbers, and both times, as texts or as stamps."""


@define
class Crossings:
    """The crossings from one worker to another; both places increase."""

    sender: int
    receiver: int
    _kept: list[Crossed] = field(init=False, factory=list)
    _apart: int = field(init=False, default=0)
    """The least number of lines of the sender between two of them."""

    def __iter__(self) -> Iterator[Crossing]:
        """Yield them in their order."""
        return map(self._one, self._kept)

    def add(self, crossed: Iterable[Crossed]) -> None:
        """Note crossings, one after the other. One that is sent before another and received after it adds nothing."""
        kept = self._kept
        for each in crossed:
            if kept and each[0] <= kept[-1][0]:
                continue
            while kept and each[1] <= kept[-1][1]:
                kept.pop()
            if not kept or each[0] - kept[-1][0] > self._apart:
                kept.append(each)
                if len(kept) > MOST_CROSSINGS:
                    del kept[::2]
                    self._apart = 2 * self._apart + 8

    def sent_from(self, place: Place) -> Crossing | None:
        """Return the first that was sent at a place or after it."""
        at = bisect_left(self._kept, place.number, key=_SENT)
        return self._one(self._kept[at]) if at < len(self._kept) else None

    def received_from(self, place: Place) -> Crossing | None:
        """Return the first that was received at a place or after it."""
        at = bisect_left(self._kept, place.number, key=_RECEIVED)
        return self._one(self._kept[at]) if at < len(self._kept) else None

    def received_before(self, place: Place) -> Crossing | None:
        """Return the last that was received before a place."""
        at = bisect_left(self._kept, place.number, key=_RECEIVED)
        return self._one(self._kept[at - 1]) if at else None

    def _one(self, crossed: Crossed) -> Crossing:
        sent, received, *times = crossed
        texts = (each if isinstance(each, str) else text_of(each) for each in times)
        return Crossing(place_of(self.sender, sent), place_of(self.receiver, received), *texts)
