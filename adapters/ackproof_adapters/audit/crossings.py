"""The crossings between two workers that are kept: they order lines of both."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from attrs import define, field

from ackproof_adapters.audit.stamps import text_of
from ackproof_adapters.audit.trees import Place, place_of

MOST_CROSSINGS = 50_000
"""Crossings that are kept for a pair of workers. If there are more, they are kept at greater distances."""


class Crossing(NamedTuple):
    """A tuple that was sent in one worker and received in another: lines before the sending are earlier than lines
    after the receipt.
    """

    sent: Place
    received: Place
    sent_when: str
    when: str
    """When it was received, by the clock of its receiver, as `sent_when` is by that of its sender."""


@define
class Crossings:
    """The crossings from one worker to another. Places are numbers and increase; times are texts or stamps."""

    sender: int
    receiver: int
    _sent: list[int] = field(init=False, factory=list)
    _received: list[int] = field(init=False, factory=list)
    _sent_when: list[str | int] = field(init=False, factory=list)
    _when: list[str | int] = field(init=False, factory=list)
    _apart: int = field(init=False, default=0)
    """The least number of lines of the sender between two of them."""

    def __iter__(self) -> Iterator[Crossing]:
        """Yield them in their order."""
        return map(self._one, range(len(self._sent)))

    def add(self, sent: int, received: int, sent_when: str | int, when: str | int) -> None:
        """Note a crossing. One that is sent before it and received after it adds nothing."""
        before, after = self._sent, self._received
        if before and sent <= before[-1]:
            return
        while after and received <= after[-1]:
            del before[-1], after[-1], self._sent_when[-1], self._when[-1]
        if not before or sent - before[-1] > self._apart:
            before.append(sent)
            after.append(received)
            self._sent_when.append(sent_when)
            self._when.append(when)
            if len(before) > MOST_CROSSINGS:
                del before[::2], after[::2], self._sent_when[::2], self._when[::2]
                self._apart = 2 * self._apart + 8

    def sent_from(self, place: Place) -> Crossing | None:
        """Return the first that was sent at a place or after it."""
        at = bisect_left(self._sent, place.number)
        return self._one(at) if at < len(self._sent) else None

    def received_from(self, place: Place) -> Crossing | None:
        """Return the first that was received at a place or after it."""
        at = bisect_left(self._received, place.number)
        return self._one(at) if at < len(self._received) else None

    def received_before(self, place: Place) -> Crossing | None:
        """Return the last that was received before a place."""
        at = bisect_left(self._received, place.number)
        return self._one(at - 1) if at else None

    def _one(self, at: int) -> Crossing:
        times = (each if isinstance(each, str) else text_of(each) for each in (self._sent_when[at], self._when[at]))
        return Crossing(place_of(self.sender, self._sent[at]), place_of(self.receiver, self._received[at]), *times)
