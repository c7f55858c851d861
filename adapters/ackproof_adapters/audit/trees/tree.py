"""Trees: what the lines of a log say about each root, from the spout, the bolts and the acker.

A debug log has several lines for a message. An acker's input has three in its thread: received, acked, executed. So one
line that is lost or doubled is outvoted: the message came as often as the middle of the three counts.

Lines of one worker have an order: a `Place`. Places of two workers have no order, whatever their clocks say.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from attrs import define, field

from ackproof_adapters.audit.logs.events import (
    ACK,
    ARRIVE,
    BOLT_ACK,
    BOLT_FAIL,
    DONE,
    FAIL,
    INIT,
    RESET,
    SEND,
    Event,
)

RECEIVED, ACKED, EXECUTED = 0, 1, 2
_COLUMN = {ARRIVE: RECEIVED, BOLT_ACK: ACKED, DONE: EXECUTED}


class Place(NamedTuple):
    """The place of a line: the number of its worker, of its file, and of the line, from 1. Places of one worker have an
    order.
    """

    worker: int
    file: int
    line: int

    @property
    def number(self) -> int:
        """File and line as one number."""
        return self.file << FILE | self.line


FILE = 40
"""Bits of a place that the line has, below the file."""

LINE = (1 << FILE) - 1
"""What is left of a place without the file."""


def place_of(worker: int, number: int) -> Place:
    """Return the place in a worker's log, by its number."""
    # As `Place(...)`, in a third of the time: the places of all crossings are made so.
    return tuple.__new__(Place, (worker, number >> FILE, number & LINE))


@define(kw_only=True)
class AckerReport:
    """A message of a task to an acker: how often each kind of line has it, and the place of the first."""

    sends: int = 0
    lines: list[int] = field(factory=lambda: [0, 0, 0])
    sent_at: Place | None = None
    received_at: Place | None = None
    sent_when: str = ""
    received_when: str = ""
    acker: int | None = None
    sent_to: int | None = None
    """The acker task by the line of its sender."""

    @property
    def came(self) -> int:
        """How often the acker task received it, by two of three lines."""
        return sorted(self.lines)[1]

    @property
    def is_plain(self) -> bool:
        """Whether the three lines agree."""
        return len(set(self.lines)) == 1


@define(kw_only=True)
class Receipt:
    """A tuple in one tree: an edge. It has the sender, the receiving task, and what that did with the tuple."""

    component: str
    source: int
    stream: str
    task: int
    receiver: str = ""
    """The component of its task, as its lines say."""
    sends: int = 0
    received: int = 0
    executed: int = 0
    acked: int = 0
    failed: int = 0
    sent_at: Place | None = None
    received_at: Place | None = None
    received_last: Place | None = None
    """Another place than the first only if the line is doubled."""
    ended_at: Place | None = None
    answered_at: Place | None = None
    sent_when: str = ""
    received_when: str = ""
    ended_when: str = ""
    answered_when: str = ""
    again_at: Place | None = None
    """Where its task acked it again, in the same millisecond. It may be the same line once more."""
    acked_last: Place | None = None
    """Where its task acked it, the last time."""
    children: int | None = None
    """The xor of what its task anchored to it, as the hook has it."""
    is_late: bool = False
    """Whether it was sent after its task had acked all that it had of the tree."""

    @property
    def was_had(self) -> bool:
        """Whether any line shows that its task began it."""
        return bool(self.received or self.executed or self.acked or self.failed)

    @property
    def is_open(self) -> bool:
        """Whether no line shows that its task acked or failed it."""
        return not self.acked and not self.failed


@define(kw_only=True)
class SpoutNotification:
    """A notification of an acker to a spout task: how many lines have it, and the place of the first."""

    kind: str
    acker: int
    spout: int
    sends: int = 0
    arrivals: int = 0
    sent_at: Place | None = None
    arrived_at: Place | None = None


@define(kw_only=True)
class Tree:
    """All that the lines say about one root."""

    root: int
    reports: dict[tuple[str, int, int], AckerReport] = field(factory=dict)
    """By stream, task that sent it, and value."""
    receipts: dict[int, Receipt] = field(factory=dict)
    """By edge."""
    notifications: dict[str, SpoutNotification] = field(factory=dict)
    """Of ackers to its spout's task, by stream."""
    callback: str = ""
    reason: str = ""
    callback_at: Place | None = None
    callback_when: str = ""
    emitted_at: Place | None = None
    """Where it was first sent, in the order of reading. If clocks differ, that may not be its spout's line."""
    emitted_when: str = ""
    spout: tuple[str, int] | None = None
    expired: bool = False
    """Whether the reference forgets it after the same messages and ticks."""
    expected: list[tuple[str, int]] = field(factory=list)
    """The notifications of the reference after the same messages: stream and spout task."""
    reset_at: Place | None = None
    """Where its spout last received a reset-timeout."""
    is_unsure: bool = False
    """Whether its spout may have given it up: the lines of that do not name the root."""

    @property
    def inits(self) -> list[tuple[int, int, AckerReport]]:
        """The inits: spout task, value, and the report."""
        return [(task, value, each) for (stream, task, value), each in self.reports.items() if stream == INIT]

    @property
    def acks(self) -> list[tuple[int, int, AckerReport]]:
        """The acks: task that sent it, value, and the report."""
        return [(task, value, each) for (stream, task, value), each in self.reports.items() if stream == ACK]

    @property
    def fails(self) -> list[tuple[int, AckerReport]]:
        """The fails: task that sent it, and the report."""
        return [(task, each) for (stream, task, _), each in self.reports.items() if stream == FAIL]

    def may_hold(self, task: int, at: Place | None) -> bool:
        """Whether a task may have held a tuple of the tree when it sent another, although no line before that shows
        its receipt: that line may be missing.
        """
        return at is None or any(
            each.received_at is None and (each.answered_at is None or each.answered_at > at)
            for each in self.receipts.values()
            if each.task == task
        )

    @property
    def open(self) -> dict[int, Receipt]:
        """The tuples that no line says were acked or failed, by edge."""
        return {edge: receipt for edge, receipt in self.receipts.items() if receipt.is_open}

    @property
    def residual(self) -> int:
        """The ack val of the acker: the xor of what it received, by two of three lines."""
        val = 0
        for stream in (INIT, ACK):
            for (of, _, value), report in self.reports.items():
                if of == stream and report.came % 2:
                    val ^= value
        return val

    @property
    def owed(self) -> int:
        """The ack val if the acker received each message of any line once."""
        val = 0
        for stream, _, value in self.reports:
            if stream in (INIT, ACK):
                val ^= value
        return val

    @property
    def begun(self) -> tuple[Place, str] | None:
        """Where and when its spout sent the first of it that a line shows; None if none does."""
        if self.spout is None:
            return None
        sent = [
            (each.sent_at, each.sent_when)
            for each in self.receipts.values()
            if each.source == self.spout[1] and each.sent_at is not None
        ]
        return min(sent, default=None)

    @property
    def spout_emitted_at(self) -> Place | None:
        """Where its spout emitted it, by a line of the spout itself; None if there is none."""
        if self.begun is not None:
            return self.begun[0]
        return next((each.sent_at for _, _, each in self.inits if each.sent_at is not None), None)

    @property
    def pending_since(self) -> Place | None:
        """Where its spout last put it into the newest bucket; None if no line shows that."""
        return self.reset_at or self.spout_emitted_at

    def places(self) -> Iterator[Place | None]:
        """Yield the places of its lines."""
        yield self.callback_at
        for receipt in self.receipts.values():
            yield from (receipt.sent_at, receipt.received_at, receipt.ended_at, receipt.answered_at)
        for report in self.reports.values():
            yield from (report.sent_at, report.received_at)
        for notification in self.notifications.values():
            yield from (notification.sent_at, notification.arrived_at)

    @property
    def is_answered(self) -> bool:
        """Whether an acker's ack or fail of it came to its spout's task."""
        return any(each.arrivals for stream, each in self.notifications.items() if stream in (ACK, FAIL))

    @property
    def has_beginning(self) -> bool:
        """Whether all that its spout sent is known: the xor of those edges is the value of the one init."""
        inits = self.inits
        if len({(task, value) for task, value, _ in inits}) != 1 or self.spout is None:
            return False
        task, value, _ = inits[0]
        for edge, receipt in self.receipts.items():
            if receipt.source == task:
                value ^= edge
        return value == 0

    @property
    def is_settled(self) -> bool:
        """Whether it is done by all lines, so that no later line can change anything."""
        return (
            self.callback == "ack"
            and bool(self.reports)
            and self.owed == 0
            and all(each.acked for each in self.receipts.values())
        )

    @property
    def agrees(self) -> bool:
        """Whether the acker's notifications are those of the reference, to the same task. A tree has one ack or fail,
        and any number of reset-timeouts.
        """
        expected = Counter(self.expected)
        found = {(each.kind, each.spout): each for each in self.notifications.values()}
        return expected.keys() == found.keys() and all(
            number in ((each.sends, each.arrivals) if each.kind == RESET else (1,))
            for key, number in expected.items()
            for each in (found[key],)
        )

    def report(self, event: Event, at: Place) -> AckerReport:
        """Note a line about a message to an acker; return the message."""
        kind, stream, task, when = event.kind, event.stream, event.source, event.when
        ((_, value),) = event.ids
        found = self.reports.get((stream, task, value))
        if found is None:
            found = self.reports[stream, task, value] = AckerReport()
        if kind == SEND:
            found.sends += 1
            found.sent_to = event.task
            if found.sent_at is None:
                found.sent_at, found.sent_when = at, when
        else:
            found.lines[_COLUMN.get(kind, RECEIVED)] += 1
            if found.received_at is None:
                found.received_at, found.received_when = at, when
        return found

    def receipt(  # noqa: C901 - one for each kind of line
        self, edge: int, event: Event, at: Place, receiver: str
    ) -> Receipt:
        """Note a line about a tuple; return the tuple. Of a line of its task, `receiver` is the component of that."""
        kind, when = event.kind, event.when
        found = self.receipts.get(edge)
        if found is None:
            found = self.receipts[edge] = Receipt(
                component=event.component, source=event.source, stream=event.stream, task=event.task
            )
        if kind != SEND:
            found.receiver = found.receiver or receiver
        if kind == SEND:
            found.sends += 1
            if found.sent_at is None:
                found.sent_at, found.sent_when = at, when
        elif kind == ARRIVE:
            found.received += 1
            found.received_last = at
            if found.received_at is None:
                found.received_at, found.received_when = at, when
        elif kind == DONE:
            found.executed += 1
            if found.ended_at is None:
                found.ended_at, found.ended_when = at, when
        else:
            if found.acked and kind == BOLT_ACK and when == found.answered_when:
                found.again_at = found.again_at or at
            found.failed += kind == BOLT_FAIL
            if kind == BOLT_ACK:
                found.acked += 1
                found.acked_last = at
            if found.answered_at is None:
                found.answered_at, found.answered_when = at, when
                found.children = int(event.about) if event.about else None
        return found
