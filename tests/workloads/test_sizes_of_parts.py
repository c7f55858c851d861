"""Large workloads for maps, spouts and collectors: their right answers follow from the specification, they reach the
ends of their ranges, and they can be shrunk.
"""

import operator
import random
from collections import Counter
from itertools import pairwise

import pytest
from ackproof.components import results_of
from ackproof.components.acker import Ack
from ackproof.components.anchoring import AnchoringResult, Emit
from ackproof.components.multilang import Give
from ackproof.components.rotating_map import Contains, Expired, Get, MapResult, Put, Remove, Rotate, Size
from ackproof.components.spout import Callback, SpoutEmit, SpoutResult
from ackproof.engine.examination.drawing import drawn
from ackproof.engine.plan import Examination, Selection, examinations
from ackproof.oracle.ages import MapChronicle, MapMoment
from ackproof.oracle.emissions import SpoutChronicle
from ackproof.oracle.sizes.anchoring import Ledgers
from ackproof.oracle.sizes.rotating_map import answers_due
from ackproof.oracle.sizes.spout import callbacks_due
from ackproof.rules.registry import Premises, Violation
from ackproof.target import PROFILES
from ackproof.targets import reference
from ackproof.workloads.dimensions import AT_THE_END, DIMENSIONS, ENTRIES, PENDING, WHOLE, Span, octave
from ackproof.workloads.multilang import ConversationWorkload
from ackproof.workloads.rotating_map import MapWorkload
from ackproof.workloads.sizes.anchoring import SizedAnchoringWorkload, made_by
from ackproof.workloads.sizes.multilang import LENGTHS
from ackproof.workloads.sizes.texts import apart
from ackproof.workloads.spout import SpoutWorkload
from ackproof.workloads.workload import Sized, Workload
from attrs import evolve

SIZED = ("RM-13", "RM-14", "SPT-18", "ANC-15")
SHORT = Span(share=0.01)


def examinations_of(rule: str, span: Span = SHORT) -> list[Examination]:
    """Return a rule about size, under each of its profiles."""
    return examinations(Selection(rule=rule), PROFILES, span)


def examples(rule: str, rounds: int = 5) -> list[Workload]:
    """Return rounds of its examples."""
    return [
        drawn(examination, 0, number)
        for examination in examinations_of(rule)
        if examination.check.sizes is not None
        for number in range(rounds * examination.check.sizes.scenarios)
    ]


@pytest.mark.parametrize("rule", ["RM-13", "RM-14"])
def test_what_a_map_has_to_answer_is_what_the_ages_say(rule: str) -> None:
    """The one-pass results are compared with those of the other rules' oracle."""
    for workload in examples(rule):
        assert isinstance(workload, MapWorkload)
        nothing = [MapResult() for _ in workload.steps]
        moments = MapChronicle(workload, nothing).moments
        for moment, due in zip(moments, answers_due(workload), strict=True):
            assert right_answer(moment, workload.buckets) == evolve(
                due, expired=None if due.expired is None else tuple(sorted(due.expired, key=repr))
            )


def right_answer(moment: MapMoment, buckets: int) -> MapResult:
    """Return the right answer of a map at a moment."""
    match moment.operation:
        case Get(key) | Remove(key):
            entry = moment.entries.get(key)
            return MapResult(found=entry is not None, value=entry.value if entry else None)
        case Contains(key):
            return MapResult(found=key in moment.entries)
        case Size():
            return MapResult(size=len(moment.entries))
        case Rotate():
            dying = [Expired(key, value) for key, value in moment.dying(buckets).items()]
            return MapResult(expired=tuple(sorted(dying, key=repr)))
        case Put():
            return MapResult()


def test_what_a_spout_has_to_call_back_is_what_the_emissions_say() -> None:
    """They are compared given the answers of the reference, so both are right."""
    for workload in examples("SPT-18"):
        assert isinstance(workload, SpoutWorkload)
        answers = reference.make().open("spout", workload.config).apply(workload.steps)
        moments = SpoutChronicle(workload, results_of(SpoutResult, answers)).moments
        for moment, due in zip(moments, callbacks_due(workload), strict=True):
            assert Counter(moment.callbacks) == Counter(due)
            if not isinstance(moment.operation, SpoutEmit) and moment.expiring and len(due) > 1:
                failed = [Callback("fail", each.emission.task, each.emission.message or "") for each in moment.expiring]
                assert Counter(failed) == Counter(due)


def test_a_ledger_notices_any_message_that_is_wrong() -> None:
    """Faults are a bit of a value or an edge, a missing message, a missing root: each is found at once, or when the
    tree should be done.
    """
    source = random.Random(7)
    for workload in examples("ANC-15", rounds=1):
        assert isinstance(workload, SizedAnchoringWorkload)
        answers = reference.make().open("anchoring", workload.config).apply(workload.steps)
        results = list(results_of(AnchoringResult, answers))
        assert first_wrong(workload, results) is None
        telling = [place for place, each in enumerate(results) if each.messages or any(each.message_ids)]
        for place in source.sample(telling, min(12, len(telling))):
            for wrong in damaged(results[place]):
                found = first_wrong(workload, [*results[:place], wrong, *results[place + 1 :]])
                assert found is not None
                assert found >= place


def first_wrong(workload: SizedAnchoringWorkload, results: list[AnchoringResult]) -> int | None:
    """Return the first operation with a wrong result."""
    ledgers = Ledgers()
    rows = enumerate(zip(workload.steps, results, strict=True))
    return next((index for index, (step, result) in rows if ledgers.wrong(step, result)), None)


def damaged(result: AnchoringResult) -> list[AnchoringResult]:
    """Return wrong results."""
    if not result.messages:
        first, *others = result.message_ids
        root, edge = next(iter(first.items()))
        short = {each: first[each] for each in list(first)[1:]}
        changed = first | {root: edge ^ 1 << 40}
        return [
            evolve(result, message_ids=(short, *others)),
            evolve(result, message_ids=tuple(others)),
            evolve(result, message_ids=(changed, *others)),
            evolve(result, refused="no"),
        ]
    message, *rest = result.messages
    wrong = [evolve(result, messages=tuple(rest)), evolve(result, messages=(message, message, *rest))]
    if isinstance(message, Ack):
        wrong.append(evolve(result, messages=(evolve(message, value=message.value ^ 1), *rest)))
    return wrong


@pytest.mark.parametrize("rule", SIZED)
def test_the_first_examples_come_to_the_end(rule: str) -> None:
    """There are three rounds of them, in every dimension that the rule names, and no further; the others have any
    size.
    """
    examination = examinations_of(rule, Span(share=0.1))[-1]
    sizes = examination.check.sizes
    assert sizes is not None
    first = [drawn(examination, 0, number) for number in range(AT_THE_END * sizes.scenarios)]
    for name in sizes.dimensions:
        end = octave(DIMENSIONS[examination.rule.component][name].end(examination.span))
        assert AT_THE_END <= sum(octave(each.reached.get(name, 0)) >= end for each in first), name
    later = [drawn(examination, 0, number) for number in range(AT_THE_END * sizes.scenarios, 9 * sizes.scenarios)]
    drawn_sizes = {each.size for each in later if isinstance(each, Sized)}
    assert len(drawn_sizes) >= 2 * sizes.scenarios


@pytest.mark.parametrize("rule", SIZED)
def test_the_reference_is_right_at_every_size(rule: str) -> None:
    """This includes the smallest size of each scenario, and any half of the subjects left out."""
    examination = examinations_of(rule)[-1]
    assert examination.check.sizes is not None
    for number in range(examination.check.sizes.scenarios):
        workload = drawn(examination, 0, number)
        assert isinstance(workload, Sized)
        again = workload.regrown(workload.size)
        assert again.run == workload.run
        for size in range(workload.least, 14):
            smaller = workload.regrown(size)
            assert size == smaller.size
            subjects = smaller.subjects(len(smaller.run.operations) // 2)
            for each in (smaller, smaller.without_subjects(subjects[::2]), smaller.without_subjects(subjects)):
                answers = reference.make().open(each.component, each.config).apply(each.run.operations)
                assert violation(examination, each, answers) is None


def violation(examination: Examination, workload: Workload, answers: object) -> Violation | None:
    """Return how answers break the rule."""
    try:
        examination.check.check(examination.check.observe(workload, answers), Premises())  # type: ignore[arg-type]  # of one component
    except Violation as found:
        return found
    return None


def test_what_hangs_on_a_tuple_goes_with_it() -> None:
    """Tuples that are anchored only to it are removed; those with another anchor stay."""
    for workload in examples("ANC-15", rounds=2):
        assert isinstance(workload, SizedAnchoringWorkload)
        names = list(made_by(workload.steps))
        kept = workload.without_subjects([names[0]])
        left = set(made_by(kept.steps))
        assert names[0] not in left
        for step in kept.steps:
            assert set(step.anchors if isinstance(step, Emit) else [step.tuple]) <= left


def test_texts_that_differ_in_one_place() -> None:
    """They have the requested length, and differ."""
    for length in (1, 2, 7, 64, 1000):
        pairs = list(apart(length))
        assert length in [place for place, _, _ in pairs]
        for place, left, right in pairs:
            assert len(left) == len(right) == length
            assert left[place - 1] != right[place - 1]
            assert 1 == sum(map(operator.ne, left, right))


def of_dimension(rule: str, name: str) -> list[Sized]:
    """Return the examples of a rule at the end of the range of a dimension."""
    ends = [DIMENSIONS[each.component][name].end(SHORT) for each in examples(rule, rounds=1)[:1]]
    return [
        each for each in examples(rule, AT_THE_END) if isinstance(each, Sized) and each.reached.get(name, 0) in ends
    ]


def test_keys_are_put_again_after_many_expired() -> None:
    """Some of them expire twice."""
    for workload in of_dimension("RM-13", ENTRIES):
        assert isinstance(workload, MapWorkload)
        expired = Counter(each.key for due in answers_due(workload) for each in due.expired or ())
        assert workload.size // 32 <= sum(times > 1 for times in expired.values())


def test_messages_are_emitted_again_after_many_failed() -> None:
    """Some of them are acked then, and some fail again."""
    for workload in of_dimension("SPT-18", PENDING):
        assert isinstance(workload, SpoutWorkload)
        calls = Counter((each.kind, each.message) for due in callbacks_due(workload) for each in due)
        emitted = Counter(each.message for each in workload.steps if isinstance(each, SpoutEmit))
        again = [message for message, times in emitted.items() if times > 1 and message is not None]
        assert again
        assert any(calls["fail", message] > 1 for message in again)
        assert any(calls["fail", message] and calls["ack", message] for message in again)


def test_long_messages_come_among_short_ones() -> None:
    """Of each length that fills a buffer a text is emitted to a task right behind a short one, and the last of an input
    right before the input is acked or failed.
    """
    (examination,) = examinations_of("ML-17", WHOLE)
    for number in (2, 6):
        workload = drawn(examination, 0, number)
        assert isinstance(workload, ConversationWorkload)
        deeds = [step.deeds for step in workload.steps if isinstance(step, Give)]
        pairs = [pair for each in deeds for pair in pairwise(each) if {deed.do for deed in pair} == {"emit"}]
        lengths = {len(after.text) for before, after in pairs if before.text == "short" and after.task is not None}
        assert {*LENGTHS} < lengths
        last = [emits[-1] for each in deeds if (emits := [deed for deed in each if deed.do == "emit"])]
        assert any(deed.task is not None and len(deed.text) == max(lengths) for deed in last)
