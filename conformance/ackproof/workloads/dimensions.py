"""Dimensions: what can be large about a workload, and how large it gets.

Hardly any acker is wrong at three tuples. A table that loses an entry when it grows, a counter of one byte, a loop that
stops after 64: all of these work until something is larger than it was in the tests. So each component has a list of
dimensions. Each has the end of the range that every certificate reaches (`default`), and the end that `--deep` reaches,
which is about what real systems see. The chapter `spec/dimensions.md` has the same table.
"""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from attrs import frozen

from ackproof.workloads.choices import Choices
from ackproof.workloads.sizes.texts import WAYS

AT_THE_END = 3
"""The number of examples at the end of each range, in every certificate."""

STEPS = 1 << 16
"""The number of steps in which a range is divided to draw a size."""


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
    """Something that can be large. `default` and `deep` are the ends of its ranges. `seen` says how large it gets in
    real systems, and how that is known. `operation` names the operation without which the dimension does not apply to a
    target. A dimension with `fixed` has one range, because it costs nothing to go to its end at once.
    """

    component: str
    name: str
    default: int
    deep: int
    seen: str
    operation: str | None = None
    fixed: bool = False

    def end(self, span: Span) -> int:
        """Return the greatest size in a run that covers this span."""
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
DYING = "entries that expire at one rotation"
ROTATIONS = "rotations"
PUTS = "puts of one key"
READS = "reads of one entry"
COUNTS = "counts of the entries"
BUCKETS = "buckets"
KEY_LENGTH = "characters of a key"
VALUE_LENGTH = "characters of a value"
KEY_PAIRS = "ways in which two keys differ"
VALUE_PAIRS = "ways in which two values differ"
PENDING = "emissions pending"
FAILING = "emissions that fail at one tick"
RESET = "emissions that are refreshed between two ticks"
RESETS = "refreshes of one emission"
REPLAYS = "emissions with one message id"
RECEIVERS = "receivers of an emit"
BURST = "inputs that come before task ids"
CODE_EMITS = "emissions for an input"
TEXT_LENGTH = "characters of a text"
HELD_BY_CODE = "inputs held by the code"
MESSAGE_LENGTH = "characters of a message id"
MESSAGE_PAIRS = "ways in which two message ids differ"
PENDING_BITS = "bits by which two pending roots differ"
SPOUT_TASKS = "tasks of one executor"
ANCHORS = "anchors of a tuple"
ROOTS = "roots of an anchor"
CHILDREN = "children of an input"
DEPTH = "depth of a tree"
HELD = "inputs held at once"
EMITS = "emits"
TUPLE_BITS = "bits by which two roots of a tuple differ"
OPERATIONS = "operations on a topology"
COMPONENT_TASKS = "tasks of a component"
BATCH = "inputs of a batch"
FIELD_VALUES = "values of a fields grouping"
WAITED_THROUGH = "messages to an acker task while a tree waits"
ASKS = "asks while an emission waits"
TASK_LIVES = "lives of a task"
BOUND = "bound on pending emissions"
CALL = "messages of one call"

_OPERATIONS = {
    TICKS: "tick",
    EXPIRING: "tick",
    REFRESHED: "reset-timeout",
    REFRESHES: "reset-timeout",
    READS: "get",
    COUNTS: "size",
}

DIMENSIONS: Mapping[str, Mapping[str, Dimension]] = MappingProxyType(
    {
        component: {each.name: each for each in _table(component, *rows)}
        for component, rows in {
            "acker": (
                (MESSAGES, 16_384, 1_000_000, "a batch of a file per tuple: one message for each line of it"),
                (RECORDS, 16_384, 1_000_000, "the sum of topology.max.spout.pending, or throughput times latency"),
                (EVER, 16_384, 10_000_000, "all trees between two restarts of a worker"),
                (TICKS, 1_024, 100_000, "one in a message timeout: five weeks at 30 seconds"),
                (EXPIRING, 4_096, 250_000, "all trees of a rotation, when a bolt stops"),
                (REFRESHED, 4_096, 250_000, "all trees that slow bolts ask more time for"),
                (REFRESHES, 1_024, 100_000, "one bolt that asks for more time at each tick"),
                (LIVES, 1_024, 100_000, "a transport that delivers again, a replay under the same id"),
                (ROOT_BITS, 64, 64, "roots are random numbers of 64 bits"),
                (VALUE_BITS, 64, 64, "edge ids are random numbers of 64 bits"),
                (TASK_BITS, 31, 31, "a task id is an int of Java"),
                (ACKER_TASKS, 1_024, 10_000, "topology.acker.executors is the number of workers, or set by hand"),
            ),
            "rotating-map": (
                (ENTRIES, 16_384, 1_000_000, "as many as an acker has records, or a spout emissions"),
                (DYING, 4_096, 250_000, "all entries of a rotation, when what removes them stops"),
                (ROTATIONS, 1_024, 100_000, "as many as ticks"),
                (PUTS, 1_024, 100_000, "a record that is refreshed at each tick"),
                (READS, 1_024, 100_000, "a record, at each message of its tree"),
                (COUNTS, 16_384, 1_000_000, "Storm's spout counts before each nextTuple: a thousand times a second"),
                (BUCKETS, 64, 1_024, "two or three in Storm; whoever wants a precise timeout takes more"),
                (KEY_LENGTH, 1_024, 16_384, "ids of users: URLs, paths, composed keys"),
                (VALUE_LENGTH, 1_024, 16_384, "values of users: a message, in a cache"),
                (
                    KEY_PAIRS,
                    len(WAYS),
                    len(WAYS),
                    "each is a key by itself; what folds them together is text of people",
                ),
                (VALUE_PAIRS, len(WAYS), len(WAYS), "a value comes back as it was put"),
            ),
            "spout": (
                (PENDING, 16_384, 1_000_000, "topology.max.spout.pending, which is not set by default"),
                (FAILING, 4_096, 250_000, "all emissions of a tick, when a bolt stops"),
                (RESET, 4_096, 250_000, "all emissions that slow bolts ask more time for"),
                (RESETS, 1_024, 100_000, "one bolt that asks for more time at each tick"),
                (TICKS, 1_024, 100_000, "one in a message timeout: five weeks at 30 seconds"),
                (REPLAYS, 1_024, 100_000, "a message that fails again and again is emitted anew under its id"),
                (RECEIVERS, 256, 10_000, "all grouping: every task of the bolts that subscribe"),
                (MESSAGE_LENGTH, 1_024, 16_384, "an offset with the name of its file, a receipt of a queue service"),
                (MESSAGE_PAIRS, len(WAYS), len(WAYS), "message ids are opaque: each is one by itself"),
                (PENDING_BITS, 64, 64, "roots are random numbers of 64 bits"),
                (TASK_BITS, 31, 31, "a task id is an int of Java"),
                (SPOUT_TASKS, 64, 1_000, "the tasks of a spout over its executors: more where it may be scaled up"),
            ),
            "anchoring": (
                (ANCHORS, 64, 10_000, "a join or an aggregation: every tuple of a window"),
                (ROOTS, 64, 10_000, "what comes of such a window belongs to all trees of it"),
                (RECEIVERS, 256, 10_000, "all grouping: every task of the bolts that subscribe"),
                (CHILDREN, 4_096, 1_000_000, "a batch or a file per tuple: one child for each line of it"),
                (DEPTH, 1_024, 100_000, "a loop in the topology, such as a crawler's"),
                (HELD, 4_096, 1_000_000, "a window, or a batch for a database"),
                (EMITS, 16_384, 10_000_000, "all that a bolt task emits between two restarts of a worker"),
                (TUPLE_BITS, 64, 64, "roots are random numbers of 64 bits"),
            ),
            "topology": (
                (ASKS, 256, 100_000, "nextTuple is called in a loop: a thousand times a second while nothing comes"),
                (DEPTH, 32, 1_000, "bolts in a row: a dozen in what people build, hundreds in what compilers build"),
                (CHILDREN, 256, 10_000, "a document that is split into its words"),
                (BATCH, 64, 1_000, "a batch for a database, a window"),
                (COMPONENT_TASKS, 64, 1_000, "the number of tasks is set with room for later executors"),
                (SPOUT_TASKS, 16, 256, "tasks over executors, until the topology is rebalanced"),
                (ACKER_TASKS, 64, 1_000, "topology.acker.executors is the number of workers, or set by hand"),
                (TASK_LIVES, 32, 1_000, "a worker that dies again and again is started anew each time"),
                (FIELD_VALUES, 128, 10_000, "users, words, sensors"),
                (WAITED_THROUGH, 1_024, 100_000, "all messages within one tick of an acker"),
                (BOUND, 1_024, 10_000, "topology.max.spout.pending: hundreds to some thousands"),
                (CALL, 512, 10_000, "a nextTuple that emits all that its client has fetched, such as 500 records"),
            ),
            "multilang": (
                (BURST, 1_024, 16_384, "topology.shellbolt.max.pending, which is 100, or what was set in its place"),
                (CODE_EMITS, 1_024, 16_384, "a batch or a file per tuple: one emission for each line of it"),
                (TEXT_LENGTH, 262_144, 4_194_304, "a document or an image in a value; a pipe holds 65,536 bytes"),
                (HELD_BY_CODE, 1_024, 16_384, "a window, or a batch for a database"),
            ),
        }.items()
    }
)
"""Every dimension, by component and name."""


def drawn_size(choices: Choices, number: int, end: int, least: int = 1) -> int:
    """Return a size for the example with that number within its scenario. The first examples are at the end of the
    range. The others have any size in it, and every power of two is equally likely.
    """
    place = choices.integer(0, STEPS)
    if number < AT_THE_END or end <= least:
        return end
    return min(end, round(least * math.exp(math.log(end / least) * place / STEPS)))


def table() -> Iterator[str]:
    """Yield the lines of the table of all dimensions, as in the specification."""
    for component, there in DIMENSIONS.items():
        yield f"## {component}"
        yield ""
        yield "| dimension | default range | deep range | what real systems see |"
        yield "|---|---|---|---|"
        for each in there.values():
            yield f"| {each.name} | {each.default:,} | {each.deep:,} | {each.seen} |"
        yield ""
