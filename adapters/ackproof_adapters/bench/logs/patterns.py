"""Forests for a log: drawn from the tree model of the rules' workloads, each with its tempo and its truth.

A pattern is drawn once and then used for many forests of the log, under fresh ids and at other times. Drawing costs
Python a hundred microseconds for a forest, and a log of ten million messages has a million of them.

Time is counted in rows: the log is made to have about one message per unit. A tempo says when a forest's messages come:

- *prompt*: all within `span`, which is no longer than the time between two ticks. At most one tick falls among them,
  wherever the forest begins, and no profile expires a record at its first rotation. So the truth does not depend on
  where it begins;
- *slow*: each message exactly one or two ticks after the one before. `storm1` and `storm2` differ in which of these
  lives expire, so an acker whose records live one rotation too long or too short is detected.

Left out are tuples that are both failed and acked, and roots that collide: real ackers differ from the specification
there (`ACK-08`), and would be reported as wrong. Reset-timeouts are left out because not every acker takes them.
"""

from collections.abc import Iterable, Sequence

from ackproof.target import Config
from ackproof.workloads import ids
from ackproof.workloads.acker import AckerWorkload, Mix, grow_acker_workload, messages_of
from ackproof.workloads.choices import Choices, chance
from ackproof.workloads.trees import TreeShape
from attrs import field, frozen

from ackproof_adapters.bench.logs.shapes import Shape, Tempo
from ackproof_adapters.bench.logs.truth import LoggedLife, lives_of

TREES = TreeShape(
    emissions=2,
    copies=2,
    bolt_tuples=6,
    joins=20,
    failed=1,
    failed_and_acked=0,
    unanswered=1,
    twins=0,
    empty=1,
)

MIX = Mix(
    trees=TREES,
    disorder=10,
    late_inits=2,
    ticks=0,
    disturbances=0,
    resets=0,
    replays=0,
    paced=0,
    narrow=0,
    long_lives=0,
)
"""Ticks come from the log, which has one clock for all of its forests."""

SLOW_GAPS = (1, 2)
"""Ticks between the messages of slow forests."""


@frozen
class Pattern:
    """A forest: its `workload`, when its messages come (rows after the first one), and the `lives` of its roots."""

    workload: AckerWorkload
    delays: tuple[int, ...] = field(repr=False)
    lives: tuple[LoggedLife, ...] = field(repr=False)

    @property
    def roots(self) -> dict[int, int]:
        """The index of each root by its id in the workload."""
        return {emission.root: index for index, emission in enumerate(self.workload.forest.emissions)}

    def tuples_of(self, root: int) -> int:
        """Return the number of tuples in the tree of a root."""
        emission = self.roots[root]
        return sum(emission in each.ledger for each in self.workload.forest.tuples)


def grow_patterns(choices: Choices, count: int, shape: Shape, tempo: Tempo, profile: str) -> list[Pattern]:
    """Draw patterns. The profile only decides how their lives end."""
    return [_grow_pattern(choices, shape, tempo, profile) for _ in range(count)]


def _grow_pattern(choices: Choices, shape: Shape, tempo: Tempo, profile: str) -> Pattern:
    workload = _grow_workload(choices, shape, profile)
    messages = len(workload.steps)
    gap = _draw_gap(choices, tempo)
    rotations = [gap * index for index in range(messages)]
    delays = [tempo.pace * rotation for rotation in rotations] if gap else _draw_delays(choices, messages, tempo)
    return Pattern(workload, tuple(delays), tuple(lives_of(workload.steps, rotations, profile)))


def _grow_workload(choices: Choices, shape: Shape, profile: str) -> AckerWorkload:
    if shape.grow is None:
        return grow_acker_workload(choices, profile, MIX)
    forest = shape.grow(choices)
    values = ids.edge_ids(forest.edges, width=ids.BITS, scheme=0)
    return AckerWorkload(
        config=Config(profile=profile),
        forest=forest,
        values=values,
        names=forest.edge_names(),
        steps=tuple(messages_of(forest)),
    )


def _draw_gap(choices: Choices, tempo: Tempo) -> int:
    return next((gap for gap in SLOW_GAPS if chance(choices, tempo.slow)), 0)


def _draw_delays(choices: Choices, messages: int, tempo: Tempo) -> Sequence[int]:
    duration = tempo.span if tempo.whole else choices.integer(0, tempo.span)
    later: Iterable[int] = (choices.integer(0, duration) for _ in range(messages - 1))
    delays = [0, *sorted(later)]
    return [*delays[:-1], duration] if tempo.whole and messages > 1 else delays
