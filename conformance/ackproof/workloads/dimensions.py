"""Dimensions: what can be large about a workload, and how large it gets.

Hardly anybody's acker is wrong at three tuples. A table that loses an entry when it grows, a counter of a byte, a loop
that stops at the first sixty-four: all of that is right until something is larger than it was in the tests. So each
component has a list of what can grow, with the end of the range that every certificate reaches (`default`), and the
end that `--deep` reaches, which is about what real systems see. The chapter `spec/dimensions.md` states the same table.
"""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from attrs import frozen

from ackproof.workloads.choices import Choices

AT_THE_END = 3
"""Examples at the end of each range, in every certificate."""

STEPS = 1 << 16
"""The fineness with which sizes are drawn."""


@frozen
class Span:
    """How much of each range a run covers: a `share` of the default range, or with `deep` all of the range that real
    systems see.
    """

    share: float = 1.0
    deep: bool = False


WHOLE = Span()
"""The default range of each dimension."""


@frozen(kw_only=True)
class Dimension:
    """Something that can be large. `default` and `deep` are the ends of its ranges, `seen` says where real systems go
    and how that is known. `operation` names the one without which a target has nothing of it. A dimension with `fixed`
    has one range: it costs nothing to go to its end at once.
    """

    component: str
    name: str
    default: int
    deep: int
    seen: str
    operation: str | None = None
    fixed: bool = False

    def end(self, span: Span) -> int:
        """Return the greatest size of a run that covers so much."""
        if span.deep or self.fixed:
            return self.deep
        return max(1, min(self.default, round(self.default * span.share)))


def _table(component: str, *rows: tuple[str, int, int, str]) -> Iterator[Dimension]:
    for name, default, deep, seen in rows:
        yield Dimension(
            component=component,
            name=name,
            default=default,
            deep=deep,
            seen=seen,
            operation=_OPERATIONS.get(name),
            fixed=default == deep,
        )


def octave(size: int) -> int:
    """Return the greatest power of two that is not above a size."""
    return 1 << (size.bit_length() - 1) if size > 0 else 0


MESSAGES = "messages of a tree"
RECORDS = "records at once"
EVER = "records ever"
TICKS = "ticks"
EXPIRING = "records that expire at one tick"
REFRESHED = "records that are refreshed between two ticks"
REFRESHES = "refreshes of one record"
LIVES = "lives of one root"
ROOT_BITS = "bits by which two open roots differ"
VALUE_BITS = "bits that may be all that is left of an ack val"
TASK_BITS = "bits of a spout task's number"
ACKER_TASKS = "acker tasks"
ENTRIES = "entries"
ROTATIONS = "rotations"
PENDING = "emissions pending"
RECEIVERS = "receivers of an emit"
EMITS = "emits"
ANCHORS = "anchors of a tuple"
OPERATIONS = "operations on a topology"

_OPERATIONS = {
    TICKS: "tick",
    EXPIRING: "tick",
    REFRESHED: "reset-timeout",
    REFRESHES: "reset-timeout",
}

DIMENSIONS: Mapping[str, Mapping[str, Dimension]] = MappingProxyType(
    {
        component: {each.name: each for each in _table(component, *rows)}
        for component, rows in {
            "acker": (
                (MESSAGES, 16_384, 1_000_000, "a batch of a file per tuple: one message for each line of it"),
                (RECORDS, 16_384, 1_000_000, "the sum of topology.max.spout.pending, or throughput times latency"),
                (EVER, 16_384, 10_000_000, "all trees between two restarts of a worker"),
                (TICKS, 1_024, 100_000, "one in half of the message timeout: three weeks at 30 seconds"),
                (EXPIRING, 4_096, 250_000, "all trees of a rotation, when a bolt stops"),
                (REFRESHED, 4_096, 250_000, "all trees that slow bolts ask more time for"),
                (REFRESHES, 1_024, 100_000, "one bolt that asks for more time at each tick"),
                (LIVES, 1_024, 100_000, "a transport that delivers again, a replay under the same id"),
                (ROOT_BITS, 64, 64, "roots are random numbers of 64 bits"),
                (VALUE_BITS, 64, 64, "edge ids are random numbers of 64 bits"),
                (TASK_BITS, 31, 31, "a task id is an int of Java"),
                (ACKER_TASKS, 1_024, 10_000, "topology.acker.executors is the number of workers, or set by hand"),
            ),
        }.items()
    }
)
"""Every dimension, by component and name."""


def drawn_size(choices: Choices, number: int, end: int, least: int = 1) -> int:
    """Return a size for the example of that number within its scenario: the first are at the end of the range, the
    others anywhere in it, every power of two as likely as the next.
    """
    place = choices.integer(0, STEPS)
    if number < AT_THE_END or end <= least:
        return end
    return min(end, round(least * math.exp(math.log(end / least) * place / STEPS)))


def table() -> Iterator[str]:
    """Yield the lines of the table of all dimensions, as the specification has it."""
    for component, there in DIMENSIONS.items():
        yield f"## {component}"
        yield ""
        yield "| dimension | default range | deep range | what real systems see |"
        yield "|---|---|---|---|"
        for each in there.values():
            yield f"| {each.name} | {each.default:,} | {each.deep:,} | {each.seen} |"
        yield ""
