"""Large workloads: they reach their sizes, their right answers follow from the specification, and they can be
shrunk.
"""

from collections import Counter

import pytest
from ackproof.components.acker import AckerResult, Notification
from ackproof.components.spout import Notify, SpoutEmit, SpoutOperation, SpoutTick
from ackproof.engine.examination.drawing import drawn
from ackproof.engine.plan import Examination, Selection, examinations
from ackproof.oracle.lives import Chronicle
from ackproof.oracle.sizes.acker import notifications_due
from ackproof.oracle.sizes.reasons import why_notified
from ackproof.target import PROFILES, Config
from ackproof.targets.reference import ReferenceTarget
from ackproof.workloads.dimensions import AT_THE_END, DIMENSIONS, Span, octave
from ackproof.workloads.sizes.acker.many_records import ELDERS
from ackproof.workloads.sizes.acker.writer import OF_NO_ROOT, SizedAckerWorkload
from ackproof.workloads.sizes.spout import SizedSpoutWorkload
from attrs import evolve

SIZED = ("ACK-36", "RTE-05")
SHORT = Span(share=0.01)


def examination_of(rule: str, profile: str, span: Span = SHORT) -> Examination:
    """Return a rule about size."""
    (examination,) = examinations(Selection(rule=rule), [profile], span)
    return examination


def example(examination: Examination, number: int) -> SizedAckerWorkload:
    """Return one of its examples."""
    workload = drawn(examination, 0, number)
    assert isinstance(workload, SizedAckerWorkload)
    return workload


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("rule", SIZED)
def test_what_is_due_is_what_the_lives_say(rule: str, profile: str) -> None:
    """The one-pass results are compared with those of the other rules' oracle, given the reference's answers, so both
    are right.
    """
    examination = examination_of(rule, profile)
    assert examination.check.sizes is not None
    for number in range(2 * examination.check.sizes.scenarios):
        workload = example(examination, number).undisturbed
        answered = ReferenceTarget("reference").open("acker", workload.config).apply(workload.operations)
        due = list(notifications_due(workload))
        results = [result for result in answered if isinstance(result, AckerResult)]
        assert due == [result.notifications for result in results]
        expected: dict[int, tuple[Notification, ...]] = {}
        for moment in Chronicle(workload, results).moments:
            expected[moment.index] = moment.expected
        assert due == [expected.get(index, ()) for index in range(len(due))]
        for index in range(0, len(due), 1 + len(due) // 40):
            if workload.steps[index].op not in ("tick", "restart"):
                why = why_notified(workload, index)
                assert bool(due[index]) == why.startswith("its init "), why


@pytest.mark.parametrize("rule", SIZED)
def test_the_first_examples_come_to_the_end(rule: str) -> None:
    """There are three rounds of them, in every dimension that the rule names; the others have any size."""
    examination = examination_of(rule, "storm2", Span(share=0.1))
    sizes = examination.check.sizes
    assert sizes is not None
    for name in sizes.dimensions:
        end = octave(DIMENSIONS["acker"][name].end(examination.span))
        first = [example(examination, number) for number in range(AT_THE_END * sizes.scenarios)]
        assert AT_THE_END <= sum(octave(each.reached.get(name, 0)) >= end for each in first), name
    later = [example(examination, number).size for number in range(AT_THE_END * sizes.scenarios, 12 * sizes.scenarios)]
    assert len(set(later)) > 2 * sizes.scenarios


def test_a_workload_says_how_large_it_is() -> None:
    """It reaches the size that it names."""
    examination = examination_of("ACK-36", "storm2")
    for number in range(8):
        workload = example(examination, number)
        for name, counted in workload.counted().items():
            if name in workload.reached:
                assert counted >= workload.reached[name] or name == "records ever", name


def test_the_same_in_another_size() -> None:
    """It is the same scenario, and its original size gives the original workload."""
    workload = example(examination_of("ACK-36", "storm1"), 1)
    assert workload.steps == workload.regrown(workload.size).steps
    assert len(workload.regrown(20).steps) < len(workload.steps)


def test_subjects_can_be_left_out() -> None:
    """All can be, except the one that an operation is about; ticks and restarts are kept."""
    workload = example(examination_of("ACK-36", "storm2"), 1)
    last = len(workload.steps) - 1
    alone = workload.without_subjects(workload.subjects(last))
    assert {workload.steps[last].root} == {step.root for step in alone.steps if step.op not in OF_NO_ROOT}
    for op in OF_NO_ROOT:
        assert 0 < sum(step.op == op for step in workload.steps) == sum(step.op == op for step in alone.steps)


@pytest.mark.parametrize("profile", PROFILES)
def test_roots_are_used_again_after_many_have_ended_or_expired(profile: str) -> None:
    """Nearly every record ends, also those that begin where others expired, and some roots have two trees that end."""
    examination = examination_of("ACK-36", profile)
    assert examination.check.sizes is not None
    for turn in range(AT_THE_END):
        workload = example(examination, 1 + turn * examination.check.sizes.scenarios)
        told = [each for due in notifications_due(workload) for each in due if each.kind != "reset-timeout"]
        ends = Counter(each.root for each in told)
        assert workload.size - ELDERS <= len(ends)
        assert workload.size // 32 <= sum(times == 2 for times in ends.values())
        assert {"ack", "fail"} == {each.kind for each in told}


FIRST, AGAIN = SpoutEmit(1, 5, "m", (1,)), SpoutEmit(1, 5, "n", (2,))
ACKED, REFRESHED, TICK = Notify("ack", 5, 1), Notify("reset-timeout", 5, 1), SpoutTick()


@pytest.mark.parametrize(
    ("between", "kept"),
    [
        ((), False),
        ((ACKED,), True),
        ((Notify("ack", 6, 1),), False),
        ((TICK,), False),
        ((TICK, TICK), True),
        ((TICK, REFRESHED, TICK), False),
        ((TICK, TICK, REFRESHED), True),
        ((TICK, REFRESHED, TICK, TICK), True),
    ],
)
def test_a_root_is_not_emitted_while_it_is_pending_whatever_is_left_out(
    between: tuple[SpoutOperation, ...], *, kept: bool
) -> None:
    """Nobody may ask for that, so nobody is judged by it. Without ackers, or a message id, nothing is pending."""
    config = Config(spout_tasks=(1,), ackers=1)
    whole = SizedSpoutWorkload(config=config, steps=(FIRST, ACKED, *between, AGAIN), reached={})
    left = whole.without(1, 2)
    assert (left is not None) is kept
    assert left is None or (FIRST, *between, AGAIN) == left.steps
    assert evolve(whole, config=evolve(config, ackers=0)).without(1, 2) is not None
    assert evolve(whole, steps=(evolve(FIRST, message=None), *whole.steps[1:])).without(1, 2) is not None
