"""Rules of the acker on what no mutant of ours says: another acker may."""

import pytest
from ackproof.components.acker import AckerResult, Notification
from ackproof.rules.registry import all_checks
from ackproof.workloads.worked_examples import EXAMPLES, worked_example

from .chronicles import premises_met, violated
from .messages import TASK, Row, chronicle, message, tick

OTHER = 9
TWO_TASKS = "an ack, with two spout tasks"
INIT, DONE = message("init A"), message("ack A", "ack")


def saying(row: Row, *words: Notification) -> Row:
    """Return the row with these notifications as its result."""
    return row[0], AckerResult(words)


@pytest.mark.parametrize("root", [0, 2])
def test_whose_task_is_told_of_another_root_is_no_matter_of_the_latest_init(root: int) -> None:
    """ACK-09 is about that, whether the other root is a smaller number or a larger one."""
    seen = chronicle(INIT, saying(message("ack A"), Notification("ack", root, OTHER)))
    said = f"at an ack of root 1 the acker said ack of root {root} to task {OTHER}"
    assert violated("ACK-05", seen) is None
    assert (1, f"{said}, about a root that the message was not about") == violated("ACK-09", seen)


@pytest.mark.parametrize(("tasks", "premises"), [((), {}), ((TASK,), {}), ((TASK, OTHER), {TWO_TASKS: 1})])
def test_a_wrong_task_could_be_told_where_there_are_two(tasks: tuple[int, ...], premises: dict[str, int]) -> None:
    """With one there is no other, and with none nobody to tell."""
    inits = [message("init A", root=root, task=task) for root, task in enumerate(tasks, 2)]
    seen = chronicle(*inits, saying(message("ack A"), Notification("ack", 2, TASK)))
    assert premises == premises_met("ACK-05", seen)


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ((INIT, message("ack A", "ack", task=OTHER)), f"the latest init named task {TASK}"),
        ((INIT, message("init B", task=OTHER), message("fail", "fail")), f"the latest init named task {OTHER}"),
        ((message("fail", "fail"),), "no init has named a task"),
    ],
)
def test_what_is_said_of_the_own_root_goes_to_the_task_of_the_latest_init(rows: tuple[Row, ...], named: str) -> None:
    """The violation names it."""
    found = violated("ACK-05", chronicle(*rows))
    assert found is not None
    assert (len(rows) - 1, named) == (found[0], found[1].partition(", but ")[2])


@pytest.mark.parametrize(
    ("row", "open_edges"), [(message("ack B", "ack"), "A, B are"), (message("ack A C", "ack"), "C is")]
)
def test_the_edges_that_an_early_ack_leaves_open_are_named(row: Row, open_edges: str) -> None:
    """However many."""
    told = f"at an ack of root 1 the acker said ack of root 1 to task {TASK}, while {open_edges} still open"
    assert (1, told) == violated("ACK-03", chronicle(INIT, row))


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
def test_a_refreshed_record_is_looked_at_whatever_was_due_before(profile: str) -> None:
    """A tree that is done at its only message has no record to refresh; the tree after it has."""
    reset = message("reset-timeout", "reset-timeout")
    laps = [each for _ in range(3) for each in (tick(), reset)]
    seen = chronicle(message("init", "ack", root=2), INIT, *laps, message("ack A"), profile=profile)
    found = violated("ACK-18", seen)
    assert found is not None
    assert (8, "a reset-timeout refreshed the record in time") == (found[0], found[1].partition("because ")[2])


@pytest.mark.parametrize("wrong", [(), (Notification("fail", 1, 4),), (Notification("ack", 1, 4),) * 2])
@pytest.mark.parametrize("title", ["the tree of A to E", "word count"])
def test_what_a_worked_example_does_not_say_is_found_at_its_row(title: str, wrong: tuple[Notification, ...]) -> None:
    """Nothing where it says ack, another word, and one word too many."""
    workload = worked_example(title, "storm2")
    observe = all_checks()["ACK-32"].observe
    last = len(EXAMPLES[title]) - 1
    results = [*workload.expected[:last], AckerResult(wrong)]
    said = ", ".join(f"{word.kind} of root 1 to task 4" for word in wrong) or "nothing"
    when = f"in {title}, when {EXAMPLES[title][last].why}"
    told = f"{when}, the acker said {said}; it should have said ack of root 1 to task 4"
    assert (last, told) == violated("ACK-32", observe(workload, results))
    early = [AckerResult((Notification("ack", 1, 4),)), *workload.expected[1:]]
    found = violated("ACK-32", observe(workload, early))
    assert found is not None
    assert (0, True) == (found[0], found[1].endswith("it should have said nothing"))


LARGE, VERY_LARGE = "a tree of more than fifty messages is done", "a tree of more than three hundred messages is done"


@pytest.mark.parametrize(
    ("messages", "premises"),
    [(50, ()), (51, (LARGE,)), (300, (LARGE,)), (301, (LARGE, VERY_LARGE))],
)
def test_a_tree_is_large_by_the_number_of_its_messages(messages: int, premises: tuple[str, ...]) -> None:
    """More than fifty, and more than three hundred."""
    seen = chronicle(INIT, *[message("ack")] * (messages - 2), DONE)
    assert dict.fromkeys(premises, 1) == premises_met("ACK-33", seen)


MANY, LATE = "a tree is done while a thousand others are open", "a tree is done after hundreds of ticks"


@pytest.mark.parametrize(("others", "premise"), [(1000, LATE), (1001, MANY)])
def test_trees_are_many_by_the_number_of_those_that_stay_open(others: int, premise: str) -> None:
    """More than a thousand, beside the one that is done."""
    seen = chronicle(INIT, tick(), *[message("init A", root=root) for root in range(2, 2 + others)], DONE)
    assert {premise: 1} == premises_met("ACK-34", seen)
