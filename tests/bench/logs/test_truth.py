"""The truth of a pattern: computed by hand, and compared with the oracle's lives."""

import pytest
from ackproof.components.acker import AckerResult, Notification
from ackproof.components.fields import Long
from ackproof.oracle.lives import Chronicle, Moment, TickMoment
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.choices import example
from ackproof_adapters.bench.logs.patterns import Pattern, grow_patterns
from ackproof_adapters.bench.logs.shapes import SHAPES, Tempo
from ackproof_adapters.bench.logs.truth import lives_of
from attrs import evolve

ROOT = 5
INIT = Step(op="init", root=ROOT, edges=frozenset({0}), task=7)
ACK = Step(op="ack", root=ROOT, edges=frozenset({0}))
FAIL = Step(op="fail", root=ROOT)
TICK = Step(op="tick")


def ends(steps: list[Step], rotations: list[int], profile: str = "storm2") -> list[tuple[str | None, int | None]]:
    """Return the kind and the message with which each life ends."""
    return [(life.kind, life.ended) for life in lives_of(steps, rotations, profile)]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([INIT, ACK], [("ack", 1)]),
        ([ACK, INIT], [("ack", 1)]),
        ([INIT], [(None, None)]),
        ([evolve(INIT, edges=frozenset())], [("ack", 0)]),
        ([INIT, FAIL], [("fail", 1)]),
        ([FAIL, INIT], [("fail", 1)]),
        ([INIT, FAIL, ACK], [("fail", 1), (None, None)]),
        ([ACK, FAIL, INIT], [("fail", 2)]),
    ],
)
def test_what_a_few_messages_call_for(steps: list[Step], expected: list[tuple[str | None, int | None]]) -> None:
    """They are computed by hand; the last is the only case in which fail and ack compete."""
    assert ends(steps, [0] * len(steps)) == expected


@pytest.mark.parametrize(
    ("profile", "rotations", "expected"),
    [
        ("storm1", [0, 1, 2, 3], [("ack", 3)]),
        ("storm2", [0, 1, 2, 3], [(None, None), (None, None)]),
        ("storm1", [0, 2, 2, 2], [(None, None), (None, None)]),
        ("storm2", [0, 2, 2, 2], [("ack", 3)]),
        ("storm1", [0, 1, 1, 1], [("ack", 3)]),
        ("storm2", [0, 3, 3, 3], [(None, None), (None, None)]),
    ],
)
def test_what_rotations_end(profile: str, rotations: list[int], expected: list[tuple[str | None, int | None]]) -> None:
    """A chain of three tuples. Acks refresh the record under storm1, whose records expire sooner, but not under
    storm2.
    """
    acks = [Step(op="ack", root=ROOT, edges=frozenset(edges)) for edges in ((0, 1), (1, 2), (2,))]
    assert ends([INIT, *acks], rotations, profile) == expected


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
def test_lives_are_those_of_the_oracle(profile: str) -> None:
    """Given the notifications of the truth, the oracle requires the same, and expires as many lives."""
    tempo = Tempo(pace=10, span=10)
    patterns = example(lambda choices: grow_patterns(choices, 300, SHAPES["mixed"], tempo, profile), "truth")
    slow = [pattern for pattern in patterns if max(pattern.delays) > tempo.span]
    assert len(slow) > 10
    for pattern in patterns:
        chronicle = chronicle_of(pattern, tempo)
        assert [moment.emitted for moment in chronicle.moments] == [moment.expected for moment in chronicle.moments]
        expired = sum(len(tick.expired) for tick in chronicle.ticks)
        assert expired == sum(life.kind is None for life in pattern.lives)


@pytest.mark.parametrize("shape", ["mixed", "many-fails"])
def test_no_pattern_makes_fail_and_ack_compete(shape: str) -> None:
    """In that case real ackers differ from the specification; a comparison of speed must not fail on it."""
    patterns = example(lambda choices: grow_patterns(choices, 500, SHAPES[shape], Tempo(10, 10), "storm2"), "compete")
    lives = [life for pattern in patterns for life in pattern.lives]
    assert any(life.failed for life in lives)
    assert all(life.open_set for life in lives if life.failed and life.spout_task is not None)


def chronicle_of(pattern: Pattern, tempo: Tempo) -> Chronicle:
    """Return the oracle's view of a pattern that begins at time 0, with ticks until all records are forgotten."""
    steps: list[Step] = []
    results: list[AckerResult] = []
    ended_at = {life.ended: life for life in pattern.lives if life.ended is not None}
    for index, (step, delay) in enumerate(zip(pattern.workload.steps, pattern.delays, strict=True)):
        due = delay // tempo.pace - steps.count(TICK)
        steps += [TICK] * due
        results += [AckerResult()] * due
        life = ended_at.get(index)
        steps.append(step)
        results.append(AckerResult(() if life is None else (word_of(life.kind, life.root, life.spout_task),)))
    steps += [TICK] * 5
    results += [AckerResult()] * 5
    workload: AckerWorkload = evolve(pattern.workload, steps=tuple(steps))
    chronicle = Chronicle(workload, results)
    assert all(isinstance(event, Moment | TickMoment) for event in chronicle.events)
    return chronicle


def word_of(kind: str | None, root: int, task: int | None) -> Notification:
    assert kind is not None
    assert task is not None
    return Notification(kind, Long(root), task)
