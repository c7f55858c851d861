"""Replaying a witness: on targets that agree, differ, refuse, break or lack the component."""

import json
from pathlib import Path
from typing import Any

import pytest
from ackproof.wire.forms import (
    component_named,
    operation_from_json,
    operation_to_json,
    result_from_json,
    result_to_json,
)
from common.command import Command

CONFORMANT, VIOLATION, USAGE, BROKE = 0, 1, 2, 3

WITNESS = {
    "witness": 1,
    "rule": "ACK-08",
    "title": "Fail dominates ack",
    "target": {"name": "somebody", "version": "1"},
    "seed": 0,
    "component": "acker",
    "config": {"profile": "storm2"},
    "violation": "at an init of root 5 the acker said ack, though a fail came",
    "at": 2,
    "operations": [
        {"op": "fail", "root": "5"},
        {"op": "ack", "root": "5", "value": "9"},
        {"op": "init", "root": "5", "value": "9", "task": 3},
        {"op": "tick"},
    ],
    "results": [{}, {}, {"notifications": [{"kind": "ack", "root": "5", "task": 3}]}, {}],
    "story": ["It said ack.", "> 3  init"],
}

DAMAGES = {
    "an operation of another component": ({"component": "spout"}, "'fail' is not an operation of spout"),
    "an unknown component": ({"component": "toaster"}, "is not a witness: component: "),
    "an unknown profile": ({"config": {"profile": "storm3"}}, "is not a witness: config.profile: "),
    "a root as a number": ({"operations": [{"op": "fail", "root": 5}]}, "5 is not a signed 64-bit number"),
    "a root beyond 64 bits": ({"operations": [{"op": "fail", "root": str(1 << 63)}]}, "is not a signed 64-bit number"),
    "a task as text": (
        {"operations": [{"op": "init", "root": "5", "value": "9", "task": "3"}]},
        "'3' is not a",
    ),
    "a field left out": ({"operations": [{"op": "ack", "root": "5"}]}, "'value' is missing"),
    "no operation at all": ({"operations": [{}]}, "is not a witness: operations[0]: "),
}


def written(change: dict[str, Any] | None = None) -> Path:
    """Write a witness, with some fields changed, into the current folder."""
    path = Path("witness.json")
    path.write_text(json.dumps({**WITNESS, **(change or {})}), encoding="utf-8")
    return path


def test_targets_stand_side_by_side_and_are_marked_where_they_differ(ackproof: Command) -> None:
    """Each operation is shown with each answer; the story of the witness comes first."""
    wrong = "wrong_ackers.ackers:tests_zero_before_fail"
    result = ackproof("replay", written(), wrong, "reference")
    assert VIOLATION == result.code
    lines = result.out.splitlines()
    assert "ACK-08 Fail dominates ack, broken by somebody 1:" == lines[0]
    assert ["  It said ack.", "  > 3  init"] == lines[1:3]
    (marked,) = (line for line in lines if line.startswith(">"))
    assert ["> 3", "init root=5 value=9 task=3", "ack of 5 to task 3", "fail of 5 to task 3"] == [
        cell.strip() for cell in marked.split("  ") if cell.strip()
    ]
    assert "The targets differ at 3." == lines[-1]


def test_targets_that_agree_end_with_0(ackproof: Command) -> None:
    """A replay only compares: it does not matter who is right."""
    result = ackproof("replay", written(), "wrong_ackers.right:right", "reference")
    assert CONFORMANT == result.code
    assert "The targets answer alike." == result.out.splitlines()[-1]
    assert [] == [line for line in result.out.splitlines() if line.startswith(">")]


def test_a_target_that_breaks_is_told_beside_the_others(ackproof: Command) -> None:
    """Its last output is shown, and the exit code is 3."""
    result = ackproof("replay", written(), "reference", "common.bad_targets:raises_in_apply")
    assert BROKE == result.code
    assert "failed to apply operations: RuntimeError: I will not" in result.words
    assert "fail of 5 to task 3" in result.words


def test_a_target_that_refuses_what_it_claims_is_broken(ackproof: Command) -> None:
    """`certify` and `smoke` treat it the same; a single target would otherwise agree with itself."""
    result = ackproof("replay", written(), "common.bad_targets:NeverOpens")
    assert BROKE == result.code
    assert "claims acker and refused to open it" in result.words


@pytest.mark.parametrize(
    ("buckets", "code", "expected"), [(1, CONFORMANT, "answer alike"), (2, VIOLATION, "differ at 1")]
)
def test_a_refusal_is_an_answer_where_the_rule_is_about_it(
    ackproof: Command, buckets: int, code: int, expected: str
) -> None:
    """The witness of such a rule shows whether a target refuses."""
    config = {"profile": "storm2", "buckets": buckets}
    about = {"rule": "RM-01", "component": "rotating-map", "config": config, "operations": [{"op": "rotate"}]}
    result = ackproof(
        "replay", written({**about, "at": 0, "results": [{}]}), "common.bad_targets:NeverOpens", "reference"
    )
    assert code == result.code
    assert expected in result.out.splitlines()[-1]


def test_a_target_without_the_component_is_a_usage_error(ackproof: Command) -> None:
    """There is nothing to compare."""
    change = {"component": "spout", "config": {"profile": "storm2", "spout_tasks": [1]}, "operations": [{"op": "tick"}]}
    result = ackproof("replay", written(change), "wrong_ackers.right:right")
    assert USAGE == result.code
    assert "wrong_ackers.right:right has no component spout, which this witness is about" in result.complaint


@pytest.mark.parametrize(("change", "words"), DAMAGES.values(), ids=DAMAGES)
def test_a_witness_that_does_not_make_sense_is_refused(ackproof: Command, change: dict[str, Any], words: str) -> None:
    """The error is one line with the place, before anything runs."""
    result = ackproof("replay", written(change), "reference")
    assert (USAGE, "") == (result.code, result.out)
    assert words in result.complaint


def test_the_json_form_says_everything() -> None:
    """Operations and results are equal after encoding and decoding."""
    component = component_named("acker")
    operations: list[Any] = WITNESS["operations"]  # type: ignore[assignment]  # its values have several types
    results: list[Any] = WITNESS["results"]  # type: ignore[assignment]  # the same
    assert operations == [operation_to_json(operation_from_json(component, each)) for each in operations]
    assert results == [result_to_json(result_from_json(component, each)) for each in results]


def test_nothing_in_a_witness_acts_upon_the_terminal(ackproof: Command) -> None:
    """Witnesses are exchanged, and anybody can write one."""
    harm = "\x1b[2J\x1b]0;mine\x07\u202e"
    path = written(
        {"title": harm, "story": [f"It said {harm}.", "> 3  init"], "target": {"name": harm, "version": harm}}
    )
    result = ackproof("replay", path, "reference")
    assert CONFORMANT == result.code
    assert [] == [letter for letter in result.out + result.err if not letter.isprintable() and letter != "\n"]
    assert "\\x1b[2J" in result.out


def test_a_witness_of_ids_is_replayed(ackproof: Command) -> None:
    """Two targets that draw random ids differ."""
    draw = {"op": "draw", "executor": 0, "count": 2}
    change = {"rule": "IDS-06", "component": "ids", "at": 0, "operations": [draw], "results": [{"ids": ["1", "1"]}]}
    result = ackproof("replay", written(change), "reference", "mutant:executors-share-a-seed")
    assert (VIOLATION, True) == (result.code, "draw executor=0 count=2" in result.out)
