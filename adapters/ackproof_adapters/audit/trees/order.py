"""The order of lines: that of one worker's log, and that which messages between two workers show. Clocks are not
compared.
"""

from collections.abc import Callable

from attrs import define, field

from ackproof_adapters.audit.trees.continuity import Break, Continuity
from ackproof_adapters.audit.trees.crossings import Crossing, Crossings
from ackproof_adapters.audit.trees.lives import Lives
from ackproof_adapters.audit.trees.tree import Place, Receipt


def _nothing(_sender: int, _receiver: int) -> None:
    pass


@define(kw_only=True)
class Order:
    """The messages between tasks and workers, as far as they order lines."""

    lives: Lives
    continuity: Continuity = field(factory=Continuity)
    arrived: dict[tuple[int, int], tuple[Place, Place]] = field(factory=dict)
    """The first and last place of the messages from one task to another that are known to have arrived."""
    crossings: dict[tuple[int, int], Crossings] = field(factory=dict)
    """By the worker that sent and the one that received."""
    before_crossing: Callable[[int, int], None] = field(default=_nothing, eq=False)
    """Is called before a crossing of two workers is noted: there may be others of lines before that."""

    def came(self, sender: int, receiver: int, sent: Place) -> None:
        """Note that a message from one task to another arrived."""
        first, last = self.arrived.get((sender, receiver), (sent, sent))
        if first.worker == sent.worker:
            self.arrived[sender, receiver] = (min(first, sent), max(last, sent))

    def cross(self, sent: Place, received: Place, sent_when: str, when: str) -> None:
        """Note a crossing."""
        self.before_crossing(sent.worker, received.worker)
        crossed = sent.number, received.number, sent_when, when
        self.crossings_of(sent.worker, received.worker).add((crossed,))

    def crossings_of(self, sender: int, receiver: int) -> Crossings:
        """Return the crossings from one worker to another, to add to them."""
        found = self.crossings.get((sender, receiver))
        if found is None:
            found = self.crossings[sender, receiver] = Crossings(sender, receiver)
        return found

    def crossed(self, place: Place, worker: int) -> Crossing | None:
        """Return the first crossing from a place, or after it, to another worker."""
        noted = self.crossings.get((place.worker, worker))
        return noted.sent_from(place) if noted is not None else None

    def crossed_to(self, place: Place, worker: int) -> Crossing | None:
        """Return the last crossing from another worker that was received before a place."""
        noted = self.crossings.get((worker, place.worker))
        return noted.received_before(place) if noted is not None else None

    def before(self, first: Place | None, last: Place | None) -> bool:
        """Whether a line is known to be earlier than another: both are of one worker whose times do not go back between
        them, or a tuple that was sent after the first was received in the other worker before the last. Clocks are not
        compared.
        """
        if first is None or last is None:
            return False
        if first.worker == last.worker:
            return first < last and self.continuity.are_apart(first, last) is None
        crossed = self.crossed(first, last.worker)
        return crossed is not None and crossed.received <= last

    def arrived_when(self, receipt: Receipt) -> str:
        """Return a time, by the clock of its receiver, at which a tuple was in its queue: when it was sent in the same
        worker, or when a tuple arrived that the other worker sent later. Both arrive in order.
        """
        sent, received = receipt.sent_at, receipt.received_at or receipt.ended_at or receipt.answered_at
        if sent is None or received is None:
            return receipt.received_when
        if sent.worker == received.worker:
            return receipt.sent_when
        crossed = self.crossed(sent, received.worker)
        return crossed.when if crossed is not None and crossed.received < received else receipt.received_when

    def not_arrived_when(self, receipt: Receipt) -> str:
        """Return a time, by the clock of its receiver, at which a tuple was not yet sent: when it was sent in the same
        worker, or when its receiver's worker sent a tuple that arrived before that. Nothing if no line shows one.
        """
        sent, received = receipt.sent_at, receipt.received_at or receipt.ended_at or receipt.answered_at
        if sent is None or received is None:
            return ""
        if sent.worker == received.worker:
            return receipt.sent_when
        crossed = self.crossed_to(sent, received.worker)
        return crossed.sent_when if crossed is not None else ""

    def lost_at(self, task: int, sent: Place) -> Place | None:
        """Return where a task was started again while a message to it from another worker was under way; None if no
        line shows that. The connection of two workers keeps the order: what was sent before the message was received
        before that start, and what was sent after it was received after that start.
        """
        for cut in self.lives.again.get(task, ()):
            if cut.worker == sent.worker or (task, cut) in self.lives.left:
                continue
            before, after = self.crossed_to(cut, sent.worker), self._crossed_from(cut, sent.worker)
            if before is None or after is None or not before.sent < sent < after.sent:
                continue
            if not self.lives.is_started_between(before.sent, after.sent):
                return cut
        return None

    def gap_after(self, place: Place | None, worker: int | None, end: Place | None = None) -> Break | None:
        """Return where lines of a worker are missing after a line, or where no line shows which came first; None if
        none are missing, or only after an end.
        """
        for gap in self.continuity.gaps.get(worker, ()) if worker is not None else ():
            is_earlier = gap.after == place or self.before(gap.after, place)
            if not is_earlier and not (end == gap.before or self.before(end, gap.before)):
                return gap
        return None

    def is_overtaken(self, sender: int, receiver: int, sent: Place | None) -> bool:
        """Whether lines show that a tuple sent before between the two was received, and one sent after, and that
        neither task was started again in between, which would have emptied a queue.
        """
        bracket = self.arrived.get((sender, receiver))
        if bracket is None or sent is None or not (self.before(bracket[0], sent) and self.before(sent, bracket[1])):
            return False
        cuts = (cut for task in (sender, receiver) for cut in self.lives.starts(task))
        return all(self.before(cut, sent) or self.before(bracket[1], cut) for cut in cuts)

    def _crossed_from(self, place: Place, worker: int) -> Crossing | None:
        """Return the first crossing from another worker that was received after a place."""
        noted = self.crossings.get((worker, place.worker))
        return noted.received_from(place) if noted is not None else None
