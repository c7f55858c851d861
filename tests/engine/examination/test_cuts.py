"""Cuts of histories into requests: the requests, right targets that do not depend on them, and a target that does."""

from functools import partial

import pytest
from ackproof.components import Operation
from ackproof.components.acker import Ack, Init, Tick
from ackproof.components.rotating_map import Get, Put, Rotate
from ackproof.components.spout import SpoutTick
from ackproof.engine.driver import Driver
from ackproof.engine.examination.cuts import MANY_REQUESTS, MOST_REQUESTS, UNCUT, Cut, Cutting, drawn_cut
from ackproof.engine.examination.drawing import Examples
from ackproof.engine.plan import Selection, examinations
from ackproof.engine.replaying.replay import replay
from ackproof.mutants import all_mutants
from ackproof.target import TICKS_AHEAD, Component, Config, Description, Run
from ackproof.targets.reference import ReferenceTarget
from ackproof.verdict import Outcome
from ackproof.wire import schemas
from ackproof.wire.witnesses import witness_from_json, witness_to_json
from attrs import define, evolve
from common.verdicts import verdicts

TEN = Run("acker", Config(profile="storm2"), tuple(Ack(root, 1) for root in range(10)))


def test_each_operation_in_a_request_of_its_own() -> None:
    """A history with too many operations for that is cut at some places only."""
    assert [1] * 10 == [len(each) for each in Cut(Cutting.EACH).of(TEN).requests]
    long = Run("acker", TEN.config, TEN.operations * MOST_REQUESTS)
    assert len(Cut(Cutting.EACH).of(long).requests) < 10


def test_at_random_places_which_follow_from_the_salt() -> None:
    """No operation is lost, and no request is empty."""
    runs = [Cut(Cutting.SOME, f"{salt}").of(TEN) for salt in range(50)]
    assert len({run.cuts for run in runs}) > 20
    for run in runs:
        assert run.operations == tuple(each for request in run.requests for each in request)
        assert all(run.requests)
    assert runs[7] == Cut(Cutting.SOME, "7").of(TEN)


def test_a_large_history_comes_in_many_requests() -> None:
    """It is one of each component. A history that is not so long has a request for each operation."""
    long = Run("acker", TEN.config, TEN.operations * MOST_REQUESTS)
    requests = Cut(Cutting.MANY, "x").of(long).requests
    assert len(requests) == MANY_REQUESTS
    assert long.operations == tuple(each for request in requests for each in request)
    assert [1] * 10 == [len(each) for each in Cut(Cutting.MANY).of(TEN).requests]
    for rule in ("ACK-36", "RM-13", "SPT-18", "ANC-15", "SYS-41", "ML-17"):
        [examination] = examinations(Selection(rule=rule), ["storm2"])
        assert examination.check.sizes is not None
        examples = Examples(examination, 0)
        often = examples.example(examination.check.sizes.scenarios - 1)
        assert 1_000 < len(often.cut.of(often.workload.run).requests) <= MANY_REQUESTS
        assert examples.example(0).cut.how is not Cutting.MANY


def test_the_session_beside_has_the_first_half_of_what_was_asked() -> None:
    """It gets them after the first request and after the middle one, as another history."""
    beside = [
        [len(evolve(TEN, cuts=cuts, beside=True).aside_after(at)) for at in range(4)] for cuts in ((4,), (2, 4, 8))
    ]
    assert [[2, 0, 0, 0], [1, 2, 0, 0]] == beside
    assert () == evolve(TEN, cuts=(4,)).aside_after(0)
    assert TEN.operations[:2] == evolve(TEN, cuts=(4,), beside=True).aside_after(0)


def test_the_session_beside_says_something_else() -> None:
    """The operations in the other session have the same roots and keys, but another spout task and another value."""
    inits = Run("acker", TEN.config, (Init(1, 2, 6), Init(1, 2, 7), Ack(1, 2), Ack(1, 2)), cuts=(3,), beside=True)
    assert (Init(1, 2, 7), Init(1, 2, 6)) == inits.aside_after(0)
    puts = Run("rotating-map", TEN.config, (Put("k", "v"), Put("k", None), Get("k")), cuts=(2, 3), beside=True)
    assert (Put("k", None),) == puts.aside_after(0)
    assert (Put("k", None), Put("k", "")) == puts.aside_after(1)


@pytest.mark.parametrize(
    ("component", "ticks"),
    [("acker", (Tick(), Tick(1))), ("rotating-map", (Rotate(),)), ("spout", (SpoutTick(),)), ("acker", ())],
)
def test_time_passes_in_the_session_beside_if_it_does_in_the_history(
    component: str, ticks: tuple[Operation, ...]
) -> None:
    """The ticks follow what is asked there, in their order, and go beyond the clock of the history."""
    run = Run(component, TEN.config, (*TEN.operations[:4], *ticks), cuts=(4,), beside=True)
    before, after = run.aside_after(0)[:2], run.aside_after(0)[2:]
    assert before == TEN.operations[:2]
    assert after == (ticks * TICKS_AHEAD)[:TICKS_AHEAD]


def test_the_session_beside_has_another_profile_if_the_target_has_one() -> None:
    """What is kept for the process and not for the session would otherwise be the same for both."""
    opened: list[tuple[str, str]] = []

    @define
    class Watched(ReferenceTarget):
        profiles: tuple[str, ...] = ()

        def describe(self) -> Description:
            return evolve(super().describe(), profiles=self.profiles)

        def open_beside(self, session: str, component: str, config: Config) -> Component:
            opened.append((session, config.profile))
            return super().open_beside(session, component, config)

    run = Run("acker", Config(profile="storm2"), (Init(1, 2, 7), Ack(1, 2)), cuts=(1,), beside=True)
    for profiles in (("storm1", "storm2"), ("storm2",)):
        Driver("watched", partial(Watched, profiles=profiles)).run(run)
    assert [("aside", "storm1"), ("aside", "storm2")] == [each for each in opened if each[0] == "aside"]


def test_most_examples_are_not_cut() -> None:
    """But enough are cut, in both ways, with and without another session."""
    cuts = [drawn_cut(f"{number}") for number in range(1000)]
    assert 400 < sum(cut == UNCUT for cut in cuts) < 600
    for how in (Cutting.EACH, Cutting.SOME):
        assert {True, False} == {cut.beside for cut in cuts if cut.how is how}


@pytest.mark.parametrize("component", ["acker", "rotating-map", "anchoring", "spout"])
def test_the_reference_answers_alike_however_a_history_is_cut(component: str) -> None:
    """This holds for every component. Large histories are cut in the tests of the published certificates."""
    driver = Driver("reference", ReferenceTarget)
    every = [
        each
        for each in examinations(Selection(component=component), ["storm2"])
        if each.check.sizes is None and each.rule.checked != "statistical"
    ]
    for examination in [each for each in every if not each.rule.needs_capabilities and each.rule.id != "RM-01"][::2]:
        examples = Examples(examination, 0)
        for number in range(4):
            run = examples.example(number).workload.run
            whole = driver.run(run)
            assert whole == driver.run(Cut(Cutting.EACH, beside=True).of(run))
            assert whole == driver.run(Cut(Cutting.SOME, "x").of(run))


@pytest.mark.shrinks
def test_a_violation_that_takes_cuts_says_so() -> None:
    """The witness has the cuts, stores them as JSON, and replays with them."""
    [verdict] = verdicts("mutant:forgets-all-between-requests", "ACK-04", profile="storm2", examples=60)
    assert verdict.outcome is Outcome.FAIL
    assert "the operations came each in a request of its own, and in one request nothing was wrong" in verdict.reason
    assert verdict.witness is not None
    assert verdict.witness.run.cuts
    document = witness_to_json(verdict.witness)
    schemas.check(document, "witness")
    assert witness_from_json(document) == verdict.witness
    mutant = all_mutants()["forgets-all-between-requests"]
    drivers = [Driver("mutant", mutant.make), Driver("reference", ReferenceTarget)]
    assert replay(verdict.witness.run, drivers).differing


@pytest.mark.shrinks
def test_a_violation_that_takes_no_cut_has_none() -> None:
    """Its operations are in one request."""
    [verdict] = verdicts("mutant:or-instead-of-xor", "ACK-04", profile="storm2", examples=20)
    assert verdict.witness is not None
    assert () == verdict.witness.run.cuts
    assert "request" not in verdict.reason


def test_operations_that_a_target_lacks_move_the_cuts() -> None:
    """No request is empty after that."""
    run = Run("acker", TEN.config, (Init(1, 1, 1), *TEN.operations), cuts=(1, 2, 3))
    drivers = [Driver("reference", ReferenceTarget)]
    assert () == replay(run, drivers).differing
