"""Causes in logs that were rendered from the reference, in each release's lines, with injected faults; and after
damage.
"""

from collections.abc import Sequence

import acking
import pytest
from ackproof_adapters.audit.causes.verdicts import OPEN, Explainer, TreeVerdict
from ackproof_adapters.audit.logs.events import ARRIVE, SEND
from ackproof_adapters.audit.logs.lines import Parser
from ackproof_adapters.audit.reports.steps import causally_ordered
from ackproof_adapters.audit.trees.gathering import Gathering
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from audit.rendered import FAULTS, RELEASES, Plan, Rendered, Truth

SPACING = 700
"""Milliseconds between two trees."""


def verdicts(workers: Sequence[Sequence[bytes]], release: str) -> dict[int, TreeVerdict]:
    """Return the verdicts on the trees of some workers, whose lines are read in the order of their times, as the
    command does.
    """
    known = Gathering(profile=acking.PROFILES["storm2" if release.startswith("2") else "storm1"])
    placed = []
    for worker, lines in enumerate(workers):
        parser = Parser()
        for number, line in enumerate(lines, 1):
            found = parser.event(line, number)
            if found is not None:
                placed.append((found.when, worker, number, found))
    for _, worker, _, found in sorted(placed, key=lambda each: each[:3]):
        known.add(worker, 0, found)
    return {each.root: each for each in Explainer(known).verdicts()}


def truth_of(verdict: TreeVerdict | None) -> Truth:
    if verdict is None or verdict.cause is None:
        return None
    return verdict.cause.id, verdict.component, -1 if verdict.task is None else verdict.task


def plans(fault: str, component: str = "count", healthy: int = 18) -> list[Plan]:
    """Return plans of healthy trees, and of one with a fault."""
    made = [Plan(at=100 + SPACING * number, spout=3 + number % 2) for number in range(healthy)]
    made[8] = Plan(at=made[8].at, spout=made[8].spout, fault=fault, component=component)
    if fault == "collision":
        made[8] = Plan(at=made[7].at + 1, spout=made[8].spout, fault=fault)
    return made


PLANTED = [fault for fault in FAULTS if fault not in ("", "pause")]


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("fault", PLANTED)
@pytest.mark.parametrize("component", ["split", "count"])
def test_the_planted_cause_is_found(release: str, workers: int, fault: str, component: str) -> None:
    """Component and task are right, and a healthy tree has no cause, in the lines of each release."""
    made = Rendered(plans(fault, component), release=release, workers=workers, seed=7, skew=-90_000).run()
    found = verdicts(made.lines, release)
    for root, right in made.truth.items():
        reported = truth_of(found.get(root))
        if workers == 2 and fault in ("slow", "late fail", "hang") and reported is not None and reported[0] == "AUD-15":
            continue  # what happened in another worker after the last message to it is not in the lines
        assert reported in right, (found.get(root), right)
    if fault != "after":  # that is often too late to matter
        assert any(None not in right for right in made.truth.values()) or fault == "die"


@pytest.mark.parametrize("release", ["0.10", "1.2", "2.8"])
def test_what_spouts_and_ackers_do_wrong_is_found(release: str) -> None:
    """The faults are an acker that forgets before the spout's timeout, and a spout whose executor rotates twice at each
    tick.

    Without threads in the lines the task of a tick is unknown, and neither is found.
    """
    forgets = Rendered(plans("pause"), release=release, acker_timeout=1000).run()
    early = Rendered(plans("pause"), release=release, early_ticks=1).run()
    for made, id_ in ((forgets, "AUD-10"), (early, "AUD-14")):
        found = {root: truth_of(verdict) for root, verdict in verdicts(made.lines, release).items()}
        whole = {reported for reported in found.values() if reported is not None and reported[0] == id_}
        assert bool(whole) == (release != "0.10")
        assert {reported[1] for reported in whole} <= {"__acker" if id_ == "AUD-10" else "words"}
        assert all(found.get(root) is None for root, reported in made.callbacks.items() if reported == "ack")


@pytest.mark.parametrize("fault", ["slow", "late notification", "late fail", "lose", "lose report", "hang", "forget"])
def test_clocks_of_two_workers_change_no_cause(fault: str) -> None:
    """The lines may be read in any order: by a slow clock, a tuple is received before it was sent."""
    found = []
    for skew in (-90_000, 0, 90_000):
        made = Rendered(plans(fault), workers=2, seed=7, skew=skew).run()
        found.append({root: truth_of(each) for root, each in verdicts(made.lines, "2.8").items() if truth_of(each)})
    assert found[0]
    assert found[0] == found[1] == found[2]


SINGLE = [fault for fault in PLANTED if fault not in ("die", "lose", "lose report")]
"""Faults that are not ambiguous. A tuple that is lost on the way to a task that hangs looks like one that waits for
it.
"""


@st.composite
def runs(draw: st.DrawFn) -> Rendered:
    """Draw a run with several faults."""
    number = draw(st.integers(5, 10))
    faults = [""] * number
    for place in draw(st.lists(st.integers(1, number - 1), max_size=3)):
        faults[place] = draw(st.sampled_from(SINGLE))
    if not any(faults):
        faults[draw(st.integers(1, number - 1))] = draw(st.sampled_from(PLANTED))
    made: list[Plan] = []
    for place, fault in enumerate(faults):
        at = made[-1].at + 1 if fault == "collision" else 100 + SPACING * place
        component = draw(st.sampled_from(("split", "count")))
        made.append(Plan(at=at, spout=draw(st.sampled_from((3, 4))), fault=fault, component=component))
    return Rendered(
        made,
        release=draw(st.sampled_from(RELEASES)),
        workers=draw(st.integers(1, 2)),
        seed=draw(st.integers(0, 1000)),
        skew=draw(st.sampled_from((0, -60_000, 5, 60_000))),
    )


def check_causes(made: Rendered, lines: Sequence[Sequence[bytes]], *, is_cut: bool = False) -> None:
    """Require that every tree has only causes that were injected into it, or that were effects of other trees'
    faults.
    """
    for root, verdict in verdicts(lines, made.release).items():
        reported, right = truth_of(verdict), set(made.truth[root])
        if reported is None:
            assert verdict.status == OPEN or None in right, (verdict, right)
            event("no cause")
        elif reported[0] == "AUD-15":
            event("unknown")
        else:
            if is_cut and reported[0] in BY_THE_END:  # an ack or a beginning after the end of the log does not count
                right |= {reported} if any(each and each[0] == "AUD-05" for each in right) else set()
            event(reported[0])
            if not reported[1]:  # no line that is left names the component of the task
                assert made.release in ("0.10", "1.0.2")
                right = {each and (each[0], "", each[2]) for each in right}
            assert reported in right, (verdict, right)


BY_THE_END = ("AUD-01", "AUD-03", "AUD-16")

DAMAGES = ("none", "lost", "doubled", "cut before", "cut behind")


def damaged(draw: st.DrawFn, lines: Sequence[Sequence[bytes]], damage: str) -> list[list[bytes]]:
    """Return the lines of all workers, with damage at one place in one worker."""
    made = [list(each) for each in lines]
    worker = draw(st.integers(0, len(lines) - 1))
    place = draw(st.integers(0, len(lines[worker]) - 1))
    own = made[worker]
    made[worker] = {
        "none": own,
        "lost": own[:place] + own[place + 1 :],
        "doubled": own[: place + 1] + own[place:],
        "cut before": own[place:],
        "cut behind": own[:place],
    }[damage]
    return made


def check_damage(data: st.DataObject, damage: str) -> None:
    made = data.draw(runs()).run()
    for _ in range(4):
        lines = data.draw(st.composite(lambda draw: damaged(draw, made.lines, damage))())
        check_causes(made, lines, is_cut=damage == "cut behind")


QUICK = settings(
    max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, phases=[Phase.generate]
)
LONG = settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("damage", DAMAGES)
@QUICK
@given(data=st.data())
def test_no_cause_is_wrong(damage: str, data: st.DataObject) -> None:
    """This holds for any faults, and if a line is lost or doubled, or the log is cut: at worst a cause is unknown."""
    check_damage(data, damage)


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
@LONG
@given(data=st.data())
def test_no_cause_is_wrong_at_length(damage: str, data: st.DataObject) -> None:
    """This is the same test, for much longer."""
    check_damage(data, damage)


FORGED = (
    "SPOUT Failing 5 : x REASON: TIMEOUT",
    "x] PROC_START_TIME(sampled): null EXEC_START_TIME(sampled): null for TASK: 9 ",
    "] TASK: 7 DELTA: 1",
    "source: evil:1, stream: __ack_init, id: {}, [5, 1, 3]",
    "2026-01-31 12:00:00.000 o.a.s.e.Executor Thread-1 [INFO] SPOUT Acking message 5 1",
    "over\nlines\n\tat a.b.C(D.java)",
    "x] PROC_START_TIME(sampled): null EXEC_START_TIME(sampled): null for TASK: 8 \nand on",
    "] TASK: 7 DELTA: 1\n",
    'a" REASON: FAIL-STREAM MSG-ID: 1 "b',
)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("forged", FORGED)
def test_values_do_not_matter(release: str, forged: str) -> None:
    """The causes are the same, or unknown if a value looks like the part after values."""
    found = []
    for value in ("word", forged):
        made = Rendered(plans("forget"), release=release, value=value).run()
        lines = [b"\n".join(each).split(b"\n") for each in made.lines]
        known = Gathering(profile=acking.PROFILES["storm2" if release.startswith("2") else "storm1"])
        for each in Parser().events(b"\n".join(lines[0]) + b"\n", 1):
            known.add(0, 0, each)
        found.append({each.root: truth_of(each) for each in Explainer(known).verdicts()})
    plain, with_it = found
    assert {each for each in plain.values() if each}
    for root, reported in with_it.items():
        assert reported == plain.get(root) or (reported is not None and reported[0] == "AUD-15"), (root, reported)


def test_a_tree_of_two_workers_is_told_in_the_order_of_causes() -> None:
    """Nothing is received before it was sent, however wrong the clocks are."""
    made = Rendered(plans("slow"), workers=2, skew=-90_000).run()
    root = next(root for root, right in made.truth.items() if any(each and each[0] == "AUD-05" for each in right))
    steps = []
    for worker, lines in enumerate(made.lines):
        events = Parser().events(b"\n".join(lines) + b"\n", 1)
        steps += [(worker, 0, each) for each in events if any(of == root for of, _ in each.ids)]
    ordered = causally_ordered(sorted(steps, key=lambda step: step[2].when))
    assert sorted(ordered) == sorted(steps)
    for worker in range(2):
        own = [event.line for of, _, event in ordered if of == worker]
        assert own == sorted(own)
    sent = {
        (each.stream, each.source, each.ids): place for place, (_, _, each) in enumerate(ordered) if each.kind == SEND
    }
    received = [place for place, (_, _, each) in enumerate(ordered) if each.kind == ARRIVE]
    assert received
    for place in received:
        each = ordered[place][2]
        assert sent[each.stream, each.source, each.ids] < place
