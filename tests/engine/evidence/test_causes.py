"""Causes: the first of several violations, those that have the same cause, and those that do not."""

import json
from pathlib import Path
from unittest import mock

import pytest
from ackproof.commands.summary import _show_others
from ackproof.components import TOPOLOGY
from ackproof.components.topology import Die, TopologyResult, Wiring
from ackproof.engine.evidence.causes import ViolationGroup, causes
from ackproof.engine.examination.shrink import Shrinking
from ackproof.target import Config, Run
from ackproof.verdict import Outcome, Verdict
from ackproof.wire.forms import Json
from ackproof.wire.verdicts import verdict_from_json
from ackproof.wire.witnesses import witness_from_json
from ackproof.witness import Witness
from attrs import evolve
from common.command import Command
from common.verdicts import verdicts
from rich.console import Console

CERTIFICATES = Path(__file__).parents[3] / "docs" / "certificates"
FEW = 30
"""Number of examples, enough to break several rules."""

WRONG = [
    ("mutant:acks-refresh", "ACK-[012][17]", "ACK-17"),
    ("mutant:or-instead-of-xor", "ACK-0*", "ACK-04"),
    ("mutant:early-fail-dropped", "ACK-0*", "ACK-07"),
    ("mutant:says-it-twice", "ACK-0*", "ACK-09"),
    ("mutant:map-get-refreshes", "RM-*", "RM-04"),
    ("mutant:fails-at-the-first-tick", "SPT-0*", "SPT-05"),
    ("mutant:children-forgotten", "ANC-0*", "ANC-03"),
    ("wrong_ackers.ackers:forgets_early_fails", "ACK-*[78]", "ACK-07"),
    ("wrong_ackers.ackers:completes_before_init", "ACK-*[2357]", "ACK-02"),
]


def broken(target: str, rules: str, examples: int = FEW) -> list[Verdict]:
    """Return the violations of a target under storm2. Witnesses are only pruned, not shrunk, to save time."""
    with mock.patch.object(Shrinking, "smallest", lambda shrinking: shrinking._pruned(shrinking.first)):
        found = verdicts(target, rules, examples=examples, profile="storm2")
    return [verdict for verdict in found if verdict.outcome is Outcome.FAIL]


def violation(rule: str, operations: list[Json], results: list[Json], at: int) -> Verdict:
    """Return a violation of a rule about ackers."""
    witness = witness_from_json(
        {
            "rule": rule,
            "title": rule,
            "target": {"name": "it", "version": "1"},
            "seed": 0,
            "component": "acker",
            "config": {"profile": "storm2"},
            "violation": "it is wrong",
            "at": at,
            "operations": operations,
            "results": results,
            "story": [],
        }
    )
    return Verdict(
        target="it",
        rule=rule,
        title=rule,
        level="MUST",
        profile="storm2",
        outcome=Outcome.FAIL,
        reason="it is wrong",
        witness=witness,
    )


def test_a_witness_about_a_task_that_there_is_not_has_causes_all_the_same() -> None:
    """It may have been written by hand: the reference cannot run it, but the command must not fail."""
    verdict = violation("SYS-01", [INIT], [NOTHING], 0)
    assert verdict.witness is not None
    config = Config(profile="storm2", spout_tasks=(1,), ackers=1, wiring=Wiring(("m1",), ()))
    run = Run(TOPOLOGY.name, config, (Die("spout-2"),))
    (cause,) = causes(
        [evolve(verdict, witness=evolve(verdict.witness, run=run, results=(TopologyResult((), None, 0),)))]
    )
    assert "SYS-01" == cause.first.rule


FAIL: Json = {"op": "fail", "root": "1"}
INIT: Json = {"op": "init", "root": "1", "value": "5", "task": 3}
ACK: Json = {"op": "ack", "root": "1", "value": "5"}
OTHER_ACK: Json = {"op": "ack", "root": "1", "value": "4"}
NOTHING: Json = {}


def notified(kind: str, root: str = "1", times: int = 1) -> Json:
    """Return a result with a notification."""
    return {"notifications": [{"kind": kind, "root": root, "task": 3}] * times}


@pytest.mark.parametrize(("target", "rules", "first"), WRONG, ids=[target for target, _, _ in WRONG])
def test_the_rule_that_is_about_the_mistake_stands_first(target: str, rules: str, first: str) -> None:
    """The others have the same cause, and none is left out."""
    found = broken(target, rules)
    (cause,) = causes(found)
    assert first == cause.first.rule
    assert len(found) > 1
    assert sorted(each.rule for each in found) == sorted(each.rule for each in (cause.first, *cause.others))
    assert "the same answers to all of their witnesses" in cause.why


def test_two_mistakes_are_two_causes() -> None:
    """Each has its own mutant; the one that explains more is first."""
    tasks = broken("mutant:tells-task-0", "ACK-0*")
    refreshing = broken("mutant:acks-refresh", "ACK-1*") + broken("mutant:acks-refresh", "ACK-21")
    found = causes([*refreshing, *tasks])
    assert [set(map(id, tasks)), set(map(id, refreshing))] == [
        set(map(id, (each.first, *each.others))) for each in found
    ]


def test_what_no_mutant_explains_is_put_together_by_the_difference() -> None:
    """Two rules are broken by three notifications in place of one; the shorter witness is first."""
    long = violation(
        "ACK-04", [INIT, OTHER_ACK, OTHER_ACK, ACK], [NOTHING, NOTHING, NOTHING, notified("ack", times=3)], 3
    )
    short = violation("ACK-06", [INIT, ACK], [NOTHING, notified("ack", times=3)], 1)
    (cause,) = causes([long, short])
    assert (short, (long,)) == (cause.first, cause.others)
    assert "in all of their witnesses the answer has 2 ack too many" == cause.why


def test_other_differences_are_other_causes() -> None:
    """One violation has an ack too many about its own root, the other one about another root."""
    own = violation("ACK-04", [INIT, ACK], [NOTHING, notified("ack", times=3)], 1)
    foreign = violation("ACK-09", [INIT, OTHER_ACK], [NOTHING, notified("ack", "9", times=3)], 1)
    assert [(own, ()), (foreign, ())] == [(cause.first, cause.others) for cause in causes([own, foreign])]
    assert ["", ""] == [cause.why for cause in causes([own, foreign])]


def test_what_only_compares_with_the_reference_falls_with_the_rest() -> None:
    """A differential rule does not explain a mistake; but alone, it is shown."""
    own = violation("ACK-04", [INIT, ACK], [NOTHING, notified("ack", times=3)], 1)
    compared = violation("ACK-27", [INIT, OTHER_ACK], [NOTHING, notified("ack", "9", times=4)], 1)
    assert [(own, (compared,))] == [(cause.first, cause.others) for cause in causes([compared, own])]
    assert [(compared, ())] == [(cause.first, cause.others) for cause in causes([compared])]


def test_a_broken_should_is_told_after_broken_musts() -> None:
    """A broken SHOULD does not fail a certificate."""
    should = evolve(violation("ACK-25", [INIT], [notified("ack")], 0), level="SHOULD")
    must = violation("ACK-04", [INIT, ACK, ACK], [NOTHING, NOTHING, notified("fail", times=3)], 2)
    assert [must, should] == [cause.first for cause in causes([should, must])]


def test_a_refusal_explains_nothing() -> None:
    """It has no answers to compare."""
    refused = [violation(rule, [INIT, ACK], [], 0) for rule in ("ACK-04", "ACK-06")]
    assert [(each, ()) for each in refused] == [(cause.first, cause.others) for cause in causes(refused)]


@pytest.mark.parametrize("name", ["storm-2.0.0", "jstorm-2.2.1", "storm-stack-2.3.0"])
def test_no_violation_of_a_real_acker_is_left_out(name: str) -> None:
    """Every behaviour of real targets can be ordered, here as if no deviations were recorded."""
    verdicts = json.loads((CERTIFICATES / f"{name}.json").read_text(encoding="utf-8"))["verdicts"]
    found = [verdict_from_json({**each, "seconds": 0.0}) for each in verdicts if each["verdict"] == "DEVIATES"]
    named = [verdict for cause in causes(found) for verdict in (cause.first, *cause.others)]
    assert len(found) == len(named)
    assert {(each.rule, each.profile) for each in found} == {(each.rule, each.profile) for each in named}


def test_a_mutant_of_size_is_no_cause_of_short_witnesses() -> None:
    """It counts refreshes in a byte. A witness of six messages has no 256 of them, whatever it answers."""
    tick: Json = {"op": "tick"}
    rows = [
        (INIT, NOTHING),
        (tick, NOTHING),
        (FAIL, notified("fail")),
        (ACK, NOTHING),
        (tick, NOTHING),
        (INIT, NOTHING),
    ]
    operations, results = [row[0] for row in rows], [row[1] for row in rows]
    short = [violation(rule, operations, results, 5) for rule in ("ACK-36", "ACK-16")]
    (cause,) = causes([evolve(each, profile="storm1", witness=_under_storm1(each)) for each in short])
    assert ("ACK-16", ["ACK-36"]) == (cause.first.rule, [each.rule for each in cause.others])
    assert "mutant:" not in cause.why


def _under_storm1(verdict: Verdict) -> Witness:
    assert verdict.witness is not None
    return evolve(verdict.witness, run=evolve(verdict.witness.run, config=Config(profile="storm1")))


def test_the_same_rule_under_another_profile_is_introduced(capsys: pytest.CaptureFixture[str]) -> None:
    """The same words are not repeated."""
    first = violation("ACK-04", [INIT, ACK], [NOTHING, NOTHING], 1)
    for reason, line in (
        ("it is wrong", "The same under storm1."),
        ("it is late", "ACK-04 too under storm1: it is late."),
    ):
        other = evolve(first, profile="storm1", reason=reason)
        _show_others(Console(width=100), ViolationGroup(first, (other,)))
        assert f"  {line}\n" == capsys.readouterr().out
    _show_others(Console(width=100), ViolationGroup(first, (violation("ACK-27", [INIT], [NOTHING], 0),)))
    assert "  One mistake may be behind this and the following:\n    ACK-27 under storm2: it is wrong\n" == (
        capsys.readouterr().out
    )


def test_the_summary_tells_one_story_and_a_line_for_each_of_the_others(ackproof: Command) -> None:
    """The rule about the mistake is shown in full; the exit code is that of a violation."""
    run = ackproof(
        "certify", "mutant:early-fail-dropped", "--rule", "ACK-0[78]", "--profile", "storm2", "--examples", "30"
    )
    assert 1 == run.code
    stories = [line for line in run.out.splitlines() if line.startswith("FAIL ")]
    assert ["FAIL ACK-07 A fail before init is remembered: mutant:early-fail-dropped under storm2"] == stories
    assert "One mistake may be behind this and the following" in run.words
    assert 1 == sum(line.startswith("    ACK-08 under storm2: at ") for line in run.out.splitlines())
