"""Stories: the contents of their rows."""

import json
import re
from pathlib import Path

import pytest
from ackproof import components
from ackproof.components import Result
from ackproof.components.acker import AckerResult, Notification
from ackproof.components.anchoring import AnchoringResult
from ackproof.components.rotating_map import Expired, MapResult, Put, Size
from ackproof.components.spout import SpoutResult
from ackproof.rules.registry import Violation
from ackproof.stories import violations as explain
from ackproof.stories.step_words import result_words, shown_result
from ackproof.stories.steps import delivered_steps
from ackproof.target import Config
from ackproof.text.truncate import ENDS
from ackproof.wire.witnesses import read_witness
from ackproof.workloads.rotating_map import MapWorkload
from attrs import evolve
from common.command import Command
from common.messages import TASK, Row, chronicle, message, tick
from mutants.violations import read_violations

CLASSES = [
    name
    for module in (
        components.acker,
        components.anchoring,
        components.rotating_map,
        components.spout,
        components.topology,
    )
    for name, each in vars(module).items()
    if isinstance(each, type)
]
"""The classes of operations and results, and of their parts."""


def whole_story_of(*rows: Row, at: int = 0, profile: str = "storm2", tasks: int = 1) -> list[str]:
    """Return the story of messages and ticks."""
    seen = chronicle(*rows, profile=profile, tasks=tasks)
    return list(explain.story(seen.workload, list(seen.results), Violation("it is wrong", at)))


def story_of(*rows: Row, at: int = 0, profile: str = "storm2", tasks: int = 1) -> list[str]:
    """Return the rows of a story of messages and ticks."""
    story = whole_story_of(*rows, at=at, profile=profile, tasks=tasks)
    return story[next(place for place, line in enumerate(story) if line.endswith("open after it")) + 1 :]


def last_cells(rows: list[str]) -> list[str]:
    """Return the last cell of each row."""
    return [re.split(r"  +", row)[-1] for row in rows]


@pytest.mark.parametrize(
    ("profile", "cells"),
    [
        ("storm1", ["A", "forgotten: none", "forgotten: root 1", "forgotten: none"]),
        ("storm2", ["A", "forgotten: none", "forgotten: none", "forgotten: root 1"]),
    ],
)
def test_the_row_of_a_tick_says_which_records_were_forgotten(profile: str, cells: list[str]) -> None:
    """They follow from the ground truth of the profile, not from the acker."""
    assert cells == last_cells(story_of(message("init A"), tick(), tick(), tick(), profile=profile))


@pytest.mark.parametrize(("profile", "tick_of_death"), [("storm1", "second"), ("storm2", "third")])
def test_a_story_with_ticks_says_when_a_record_is_forgotten(profile: str, tick_of_death: str) -> None:
    """The reason is true: the record expires at that tick. A story without ticks does not mention it."""
    ticks = {"second": 2, "third": 3}[tick_of_death]
    rows = [message("init A"), *[tick()] * ticks]
    words = f"in {profile} a record is forgotten at the {tick_of_death} tick after it was made or last refreshed"
    assert any(words in line for line in whole_story_of(*rows, profile=profile))
    assert ["A", *["forgotten: none"] * (ticks - 1), "forgotten: root 1"] == last_cells(
        story_of(*rows, profile=profile)
    )
    assert not any("is forgotten at" in line for line in whole_story_of(message("init A"), profile=profile))


def test_a_record_made_anew_is_said_to_be_new() -> None:
    """This is said once, with or without an init; before any record was forgotten there is nothing to distinguish."""
    early, *_, anew, later = last_cells(
        story_of(message("ack A"), tick(), tick(), tick(), message("ack A"), message("ack B"))
    )
    assert ["A (no init yet)", "A (a new record, without init)", "A, B (no init yet)"] == [early, anew, later]
    assert "A (a new record)" == last_cells(story_of(message("init A"), *[tick()] * 3, message("init A")))[-1]


def test_many_forgotten_records_are_abridged() -> None:
    """Both ends are shown, and the number between them."""
    inits = [message("init A", root=root) for root in range(1, 21)]
    *_, last = story_of(*inits, tick(), tick(), tick(), at=22)
    assert last.endswith("forgotten: roots 1, 2, 3, 4, … 12 more …, 17, 18, 19, 20")


def test_a_tick_forgets_the_records_of_the_acker_task_that_it_reaches() -> None:
    """Acker tasks 1 and 0 of two have the roots 0 and 1."""
    rows = [message("init A", root=0), message("init B", root=1), tick(0), tick(0), tick(1), tick(0), tick(1), tick(1)]
    assert ["A", "B", *["none"] * 3, "root 1", "none", "root 0"] == [
        cell.removeprefix("forgotten: ") for cell in last_cells(story_of(*rows, tasks=2))
    ]


@pytest.mark.parametrize(
    ("tasks", "words"), [(1, "storm2)"), (2, "storm2, 2 acker tasks)"), (1023, "1,023 acker tasks)")]
)
def test_a_story_says_how_many_acker_tasks_there_are(tasks: int, words: str) -> None:
    """Without their number, a reader could not tell which ticks reach a record."""
    (heading,) = [line for line in whole_story_of(message("init A"), tasks=tasks) if "What was delivered" in line]
    assert words in heading


def test_a_tick_that_forgets_the_root_in_question_is_never_left_out() -> None:
    """If there are many rows, those about other roots are truncated."""
    others = [message("ack B", root=root) for root in range(2, 80)]
    rows = story_of(message("init A"), *others[:40], tick(), tick(), tick(), *others[40:], message("ack A"), at=82)
    assert any("more, which the witness has" in row for row in rows)
    assert 1 == sum("forgotten: root" in row for row in rows)


def test_the_row_of_the_violation_says_what_should_have_been_said() -> None:
    """Other rows do not: what is wrong in them is a consequence, or another violation."""
    rows = story_of(message("init A"), message("ack A"), message("ack A"), at=1)
    assert ["nothing", "nothing (should: ack to task 7)", "nothing"] == [re.split(r"  +", row)[-2] for row in rows]


@pytest.mark.parametrize(
    ("answered", "words"),
    [
        (MapResult(size=2), "2 entries (should: 1 entry)"),
        (MapResult(size=1), "1 entry"),
    ],
)
def test_the_row_of_the_violation_says_what_should_have_been_answered(answered: MapResult, words: str) -> None:
    """If the answer is right in itself, as where two answers contradict each other, only the answer stands there."""
    workload = MapWorkload(config=Config(buckets=2), buckets=2, steps=(Put("a", "1"), Size()))
    story = explain.story(workload, [MapResult(), answered], Violation("it is wrong", 1))
    assert re.split(r"  +", story[-1])[-2] == words


def test_edge_ids_are_printed_if_they_matter() -> None:
    """A witness is shrunk to small powers of two unless the violation depends on the ids."""
    seen = chronicle(message("init A"), message("ack A"))
    assert not [line for line in whole_story_of(message("init A")) if line.startswith("Edge ids")]
    extreme = evolve(seen.workload, values=(-(1 << 63), *seen.workload.values[1:]))
    lines = explain.story(extreme, list(seen.results), Violation("it is wrong", 1))
    assert ["Edge ids: A is -9223372036854775808"] == [line for line in lines if line.startswith("Edge ids")]


def test_of_many_rows_those_about_the_root_in_question_and_what_happens_to_all_records_are_shown() -> None:
    """Of what comes before the root, two rows are shown at either end; later, one of each stretch of other roots."""
    before = [message("init A", root=root) for root in range(2, 42)]
    between = [message("fail", root=root) for root in range(2, 12)]
    rows = story_of(*before, message("init A"), *between, tick(), message("ack A"), at=52)
    assert ["2", "3", "40", "41"] == [row.split()[3] for row in (*rows[:2], *rows[3:5])]
    assert ["… 36 more, which the witness has", "… 8 more, which the witness has"] == [rows[2].strip(), rows[7].strip()]
    assert ["41", "42", "51", "52", "53"] == [row.strip(" >").split()[0] for row in (*rows[5:7], *rows[8:])]


def test_a_record_that_was_finished_is_not_forgotten() -> None:
    """It was removed before."""
    assert (
        "forgotten: none"
        == last_cells(story_of(message("init A"), message("ack A", "ack"), tick(), tick(), tick()))[-1]
    )


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (AckerResult((Notification("ack", 1, TASK),)), "ack of 1 to task 7"),
        (AckerResult(), "nothing"),
        (AnchoringResult(), "nothing"),
        (AnchoringResult(refused="it was\nacked"), r"a refusal (it was\nacked)"),
        (MapResult(found=False), "not there"),
        (MapResult(found=True), "there"),
        (MapResult(found=True, value="v"), "there with value 'v'"),
        (MapResult(expired=(Expired("a", None), Expired("b", "1"))), "expired a=null, b=1"),
        (SpoutResult(), "nothing"),
        (SpoutResult(pending=2), "nothing, pending 2"),
    ],
)
def test_a_result_is_told_in_words(result: Result, words: str) -> None:
    """The same words are used in stories and in replays."""
    assert words == result_words(result)


def test_a_result_is_whole_in_a_cell_unless_it_has_very_many_items() -> None:
    """An answer of a whole history has thousands of items. One with commas is one item all the same."""
    for count in (1, 3 * ENDS - 1):
        result = MapResult(expired=tuple(Expired(f"k{number}", "a, b, c") for number in range(count)))
        assert result_words(result) == shown_result(result)
    many = MapResult(expired=tuple(Expired(f"k{number}", "a, b") for number in range(100)))
    assert "k6=a, b, k7=a, b, … 84 more …, k92=a, b, k93=a, b" in shown_result(many)
    assert shown_result(many).startswith("expired k0=a, b, k1=a, b")


def test_no_violation_quotes_an_object() -> None:
    """No message of a rule about its mutants contains a Python repr."""
    of_a_class = re.compile(rf"\b({'|'.join(CLASSES)})\(")
    messages = [
        words
        for by_mutant in read_violations().values()
        for by_profile in by_mutant.values()
        for words in by_profile.values()
    ]
    assert len(messages) > 400
    assert [] == [words for words in messages if of_a_class.search(words)]


def test_the_steps_of_a_witness_say_what_the_story_says(ackproof: Command) -> None:
    """It is data: the edges of the message, the notifications and the expected ones, the record, and the trees."""
    ackproof("certify", "ackproof.examples.forgetful:make", "--rule", "ACK-08", "--profile", "storm2", "-q")
    (path,) = Path("out").glob("witness-*")
    read_witness(path)
    witness = json.loads(path.read_text(encoding="utf-8"))
    steps, at = witness["steps"], witness["at"]
    assert [each["op"] for each in witness["operations"]] == [each["op"] for each in steps]
    assert [each.get("notifications", []) for each in witness["results"]] == [each["said"] for each in steps]
    assert [["fail"], ["ack"]] == [[word["kind"] for word in steps[at][name]] for name in ("expected", "said")]
    assert {"open": [], "ack_val": "0", "inits": 1, "failed": True, "age": 0} == steps[at]["record"]
    (tree,) = witness["trees"]
    edges = {edge for each in tree["tuples"] for edge in each["edges"]}
    assert edges == {edge for step in steps for edge in step.get("edges", [])}


def test_the_steps_of_a_tick_have_what_was_forgotten() -> None:
    """They have no record and no sender; a tick goes to one acker task, or to all of them."""
    seen = chronicle(message("init A"), tick(), tick(acker=0), tick(), profile="storm1", tasks=2)
    _, first, second, third = delivered_steps(seen.workload, list(seen.results))
    assert [(), None, None] == [first.forgotten, first.record, first.sender]
    assert [None, 0] == [first.to, second.to]
    assert {(1,)} == {each.forgotten for each in (second, third)} - {()}
