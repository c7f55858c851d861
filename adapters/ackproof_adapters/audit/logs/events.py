"""Events: what happened by a line of a log, and nothing else of the line. Users' values are never kept.

The fields of an event are the columns of the Parquet file that `--out` writes, with `worker` and `file`.
"""

from typing import NamedTuple

INIT, ACK, FAIL, RESET = "__ack_init", "__ack_ack", "__ack_fail", "__ack_reset_timeout"
REPORTS = frozenset({INIT, ACK, FAIL, RESET})
"""Streams to ackers. Those from ackers to spouts have the names of the last three."""

ACKER = "__acker"
SYSTEM = "__"
"""Components and streams of Storm itself begin with this."""

SEND, ARRIVE, DONE, BOLT_ACK, BOLT_FAIL = "send", "arrive", "done", "bolt-ack", "bolt-fail"
SPOUT_ACK, SPOUT_FAIL, TICK, LIFE = "spout-ack", "spout-fail", "tick", "life"
KINDS = (SEND, ARRIVE, DONE, BOLT_ACK, BOLT_FAIL, SPOUT_ACK, SPOUT_FAIL, TICK, LIFE)

TIMEOUT, FAIL_STREAM = "TIMEOUT", "FAIL-STREAM"
"""Why a tree fails at its spout: by timeout, or by an acker's notification."""


class Event(NamedTuple):
    """One line that is an event.

    `line` is its number in its file, from 1. `when` is the time as the line has it, by the clock of its worker, or
    milliseconds of a hook. `task` is who acts: who receives, executes, acks, fails or is called back; of a `send` whom
    it goes to. `component` and `source` say whose tuple it is, and `stream` which; of a life, `source` is the port.

    `ids` are the tuple's edges by root, or, of a message to or from an acker, its root with its value: the xor of an
    init or an ack, and 0 of others. `extra` is an init's spout task. `about` is the reason of a failure, the seconds
    of a tick, or the executor of a life: `component:first-last`.
    """

    line: int
    kind: str
    when: str
    thread: str
    task: int
    component: str
    source: int
    stream: str
    ids: tuple[tuple[int, int], ...]
    extra: int
    about: str


class Crash(NamedTuple):
    """A line by which the thread of an executor ended with an exception: the line, the first and the last task of the
    executor, and the numbers of worker and file, which only the reader of all files knows.
    """

    line: int
    first: int
    last: int
    worker: int = -1
    file: int = -1


IDS = range(-(1 << 63), 1 << 63)


def are_ids(ids: tuple[tuple[int, int], ...]) -> bool:
    """Whether these are roots and edges of 64 bits. A line with others is not Storm's."""
    return all(root in IDS and edge in IDS for root, edge in ids)


NO_TASK = -3
"""The task of an event whose line names none: Storm itself uses -1 and -2."""
