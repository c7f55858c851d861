"""The causes of an audit, each with its id. `docs/audit-causes.md` defines each over the lines that it needs."""

from attrs import frozen


@frozen
class Cause:
    """A cause: its id, which is never used again for another, and its name."""

    id: str
    name: str


NEVER_ACKED = Cause("AUD-01", "received, and not acked by the end of the log")
LOST = Cause("AUD-02", "sent and not received")
NEVER_ENDED = Cause("AUD-03", "received, and its execution did not end")
FAILED = Cause("AUD-04", "failed by a bolt")
SLOW = Cause("AUD-05", "acked, but slower than the timeout")
ACKED_TWICE = Cause("AUD-06", "acked twice")
LATE_EMIT = Cause("AUD-07", "emitted anchored after the ack")
NOBODY_RECEIVES = Cause("AUD-08", "nobody receives")
UNANCHORED = Cause("AUD-09", "emitted without an anchor")
ACKER_FORGOT = Cause("AUD-10", "the acker forgot it before its last ack came")
SPOUT_FORGOT = Cause("AUD-11", "the acker's notification came after the spout had given up")
DIED = Cause("AUD-12", "a worker died")
COLLISION = Cause("AUD-13", "two trees with one root id")
TICK_TOO_OFTEN = Cause("AUD-14", "failed by the spout before its timeout")
UNKNOWN = Cause("AUD-15", "unknown")
QUEUED = Cause("AUD-16", "sent, and waited in the queue of its task")

CAUSES = {
    cause.id: cause
    for cause in (
        NEVER_ACKED,
        LOST,
        NEVER_ENDED,
        FAILED,
        SLOW,
        ACKED_TWICE,
        LATE_EMIT,
        NOBODY_RECEIVES,
        UNANCHORED,
        ACKER_FORGOT,
        SPOUT_FORGOT,
        DIED,
        COLLISION,
        TICK_TOO_OFTEN,
        UNKNOWN,
        QUEUED,
    )
}
"""Each cause by its id. Two are findings and never the cause of a tree: nobody receives, and no anchor."""
