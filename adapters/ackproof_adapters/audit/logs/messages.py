"""Storm's messages about tuples: how they begin, and what some of them have after the values.

There is one table, because two modules read it: `lines` parses a message in full, and `likeness` recognises one by its
beginning. Each adds what it needs of the ids.
"""

from typing import NamedTuple

from ackproof_adapters.audit.logs.events import ARRIVE, BOLT_ACK, BOLT_FAIL, DONE, SEND
from ackproof_adapters.audit.logs.heads import Begun

DIGITS_OF_A_TASK = 9
TASK = rb"(-?\d{1,%d})" % DIGITS_OF_A_TASK
ID = rb"(-?\d{1,19})"
BLANKS = rb"[ \t\r]*"
"""At the end of a line. Storm writes one, some patterns write more, and some programs remove them."""


class TupleMessage(NamedTuple):
    """A kind of event, and the expression of its messages up to the tuple. Its first group is the task. If the task is
    after the values, that group is any word, and there is a `marker` before the task and a text `behind` it.
    """

    kind: str
    words: bytes
    marker: bytes = b""
    behind: bytes = b""

    @property
    def until_ids(self) -> bytes:
        """The expression up to a tuple's ids. It has the groups task, component, source and stream."""
        return self.words + rb"source: (.*?):" + TASK + rb", stream: (.*?), id: \{"

    def end(self, tail: bytes = b"") -> bytes:
        """The expression of the part after the values, with the task as its group. `tail` is that of what the pattern
        of a log has after the message.
        """
        return self.marker + TASK + self.behind + tail + BLANKS + b"$"


TUPLE_MESSAGES = (
    TupleMessage(SEND, rb"TRANSFERR?ING tuple (?:\[dest:|TASK:) " + TASK + rb" (?:tuple|TUPLE): "),
    TupleMessage(ARRIVE, rb"Processing received message FOR " + TASK + rb" TUPLE: "),
    TupleMessage(ARRIVE, rb"Processing received (TUPLE): ", b" for TASK: "),
    TupleMessage(DONE, rb"Execute (done) TUPLE ", b" TASK: ", rb" DELTA: ?-?\d*"),
    TupleMessage(BOLT_ACK, rb"BOLT ack TASK: " + TASK + rb" TIME: ?-?\d* ?TUPLE: "),
    TupleMessage(BOLT_FAIL, rb"BOLT fail TASK: " + TASK + rb" TIME: ?-?\d* ?TUPLE: "),
)

LAUNCHING = b"Launching worker for "
CRASHED = b"Async loop died!"
"""The whole message of the thread of an executor that ends with an exception. It is of level ERROR."""

_EVENTS = (
    *(b"TRANSFER", b"Processing received ", b"Execute done ", b"BOLT ", b"SPOUT "),
    *(b"Loading executor ", b"Loaded executor ", LAUNCHING),
)
"""How the messages of events begin."""


def is_event(found: Begun, line: bytes) -> bool:
    """Whether a line that begins a message is one of Storm's own about an event."""
    return line.startswith(_EVENTS, found.end) and found.is_storm
