"""Replaying a witness: on targets that keep its rule, break it, refuse, break or lack the component."""

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

CONFORMANT, VIOLATION, USAGE, BROKE, INCONCLUSIVE = 0, 1, 2, 3, 5

WITNESS: dict[str, Any] = {
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
    assert [
        "> 3",
        "init root=5 value=9 task=3",
        "ack of 5 to task 3",
        "ack of 5 to task 3",
        "fail of 5 to task 3",
    ] == [cell.strip() for cell in marked.split("  ") if cell.strip()]
    assert [
        "The answers differ at 3.",
        f"{wrong} breaks ACK-08 here, as recorded.",
        "reference keeps ACK-08 here.",
    ] == lines[-3:]


def test_the_answers_are_shown_even_if_the_page_cannot_be_written(ackproof: Command) -> None:
    """The exit code says that it was not."""
    pytest.importorskip("jinja2")
    result = ackproof("replay", written(), "reference", "--html", "nowhere/page.html")
    assert (2, "reference keeps ACK-08 here.") == (result.code, result.out.splitlines()[-1])
    assert "cannot write nowhere/page.html: No such file or directory" in result.complaint


def test_targets_that_keep_the_rule_end_with_0(ackproof: Command) -> None:
    """They differ from what is recorded, which is marked; the first column has it."""
    result = ackproof("replay", written(), "wrong_ackers.right:right", "reference")
    assert CONFORMANT == result.code
    lines = result.out.splitlines()
    assert ["wrong_ackers.right:right keeps ACK-08 here.", "reference keeps ACK-08 here."] == lines[-2:]
    (heading,) = (line for line in lines if line.split()[:1] == ["operation"])
    assert ["operation", "recorded", "wrong_ackers.right:right", "reference"] == heading.split()
    assert 1 == len([line for line in lines if line.startswith(">")])


def test_a_single_target_is_compared_with_what_is_recorded(ackproof: Command) -> None:
    """The one that breaks the rule ends with 1, though there is nobody else to differ from."""
    right = ackproof("replay", written(), "reference")
    assert (CONFORMANT, ["The answers differ at 3.", "reference keeps ACK-08 here."]) == (
        right.code,
        right.out.splitlines()[-2:],
    )
    wrong = ackproof("replay", written(), "wrong_ackers.ackers:tests_zero_before_fail")
    assert (
        VIOLATION,
        ["All answers are alike.", "wrong_ackers.ackers:tests_zero_before_fail breaks ACK-08 here, "],
    ) == (
        wrong.code,
        [line.removesuffix("as recorded.") for line in wrong.out.splitlines()[-2:]],
    )


def test_a_target_that_breaks_the_rule_otherwise_is_told_how(ackproof: Command) -> None:
    """It says what the check of the rule says, at the step of the witness."""
    more = [{"op": "fail", "root": "6"}, {"op": "init", "root": "6", "value": "0", "task": 3}]
    said = [*WITNESS["results"], {}, {"notifications": [{"kind": "fail", "root": "6", "task": 3}]}]
    path = written({"operations": [*WITNESS["operations"], *more], "results": said})
    result = ackproof("replay", path, "wrong_ackers.ackers:tests_zero_before_fail")
    assert VIOLATION == result.code
    assert "The answers differ at 6." == result.out.splitlines()[-2]
    assert (
        "tests_zero_before_fail breaks ACK-08 here, at 3: at an init of root 5 the acker said ack of root 5 to"
        in (result.out.splitlines()[-1])
    )


def test_what_cannot_be_judged_has_an_exit_code_of_its_own(ackproof: Command) -> None:
    """Such as answers to a witness whose recorded answers break no rule, or one of a rule that is not known here."""
    for change in (
        {"results": [{}, {}, {"notifications": [{"kind": "fail", "root": "5", "task": 3}]}, {}]},
        {"rule": "ACK-99"},
    ):
        result = ackproof("replay", written(change), "reference")
        assert INCONCLUSIVE == result.code
        assert "here cannot be judged from this witness." in result.out.splitlines()[-1]
    recorded = ackproof("replay", written({"rule": "ACK-99"}), "wrong_ackers.ackers:tests_zero_before_fail")
    assert (VIOLATION, True) == (recorded.code, "breaks ACK-99 here, as recorded." in recorded.out)


def test_results_of_some_operations_are_refused(ackproof: Command) -> None:
    """They could not stand beside the others."""
    result = ackproof("replay", written({"results": [{}]}), "reference")
    assert (USAGE, True) == (result.code, "it has 1 results of 4 operations" in result.complaint)


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
    ("buckets", "results", "code", "expected"),
    [(1, [{}], CONFORMANT, "keeps RM-01 here."), (2, [], VIOLATION, "breaks RM-01 here, as recorded.")],
)
def test_a_refusal_is_an_answer_where_the_rule_is_about_it(
    ackproof: Command, buckets: int, results: list[Any], code: int, expected: str
) -> None:
    """The witness of such a rule shows whether a target refuses."""
    config = {"profile": "storm2", "buckets": buckets}
    about = {"rule": "RM-01", "component": "rotating-map", "config": config, "operations": [{"op": "rotate"}]}
    result = ackproof(
        "replay", written({**about, "at": 0, "results": results}), "common.bad_targets:NeverOpens", "reference"
    )
    assert code == result.code
    assert [f"common.bad_targets:NeverOpens {expected}", "reference keeps RM-01 here."] == result.out.splitlines()[-2:]


def test_a_target_without_the_component_is_a_usage_error(ackproof: Command) -> None:
    """There is nothing to compare."""
    change = {"component": "spout", "config": {"profile": "storm2", "spout_tasks": [1]}, "operations": [{"op": "tick"}]}
    result = ackproof("replay", written({**change, "results": [{}]}), "wrong_ackers.right:right")
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
    operations: list[Any] = WITNESS["operations"]
    results: list[Any] = WITNESS["results"]
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


def test_long_texts_have_names_also_in_recorded_answers(ackproof: Command) -> None:
    """The recorded target found another value than was put."""
    put, found = "put/" * 500, "found/" * 500
    change = {
        "rule": "RM-02",
        "component": "rotating-map",
        "config": {"profile": "storm2", "buckets": 2},
        "at": 1,
        "operations": [{"op": "put", "key": "k", "value": put}, {"op": "get", "key": "k"}],
        "results": [{}, {"found": True, "value": found}],
    }
    result = ackproof("replay", written(change), "reference")
    assert "put key=k value=text-1" in result.out
    assert "text-2 is 'found/found/" in result.out
    assert "3,000 characters" in result.out
    assert max(map(len, result.out.splitlines())) < 200


def test_a_witness_of_ids_is_replayed(ackproof: Command) -> None:
    """Each target is judged by the ids that it draws, which nobody else draws."""
    draws = [{"op": "draw", "executor": executor, "count": 2} for executor in range(2)]
    change = {
        "rule": "IDS-06",
        "component": "ids",
        "config": {"profile": "storm2", "executors": 2},
        "at": 1,
        "operations": draws,
        "results": [{"ids": ["1", "2"]}] * 2,
    }
    result = ackproof("replay", written(change), "reference", "mutant:executors-share-a-seed")
    assert (VIOLATION, True) == (result.code, "draw executor=0 count=2" in result.out)
    *_, kept, broken = result.out.splitlines()
    assert "reference keeps IDS-06 here." == kept
    assert broken.startswith("mutant:executors-share-a-seed breaks IDS-06 here, ")
