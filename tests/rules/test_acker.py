"""Rules of the acker on answers that none of the mutants gives, but another acker may."""

import pytest
from ackproof.components.acker import AckerResult, Notification
from ackproof.oracle.lives import Chronicle
from ackproof.rules.registry import all_checks
from ackproof.target import INIT_FIRST
from ackproof.workloads.worked_examples import EXAMPLES, worked_example
from attrs import evolve
from common.chronicles import premises_met, violated
from common.messages import TASK, Row, chronicle, message, tick

OTHER = 9
WITHIN = "another root's message within the life"
TWO_TASKS = "an ack, with two spout tasks"
INIT, DONE = message("init A"), message("ack A", "ack")


def saying(row: Row, *words: Notification) -> Row:
    """Return the row with these notifications as its result."""
    return row[0], AckerResult(words)


@pytest.mark.parametrize("root", [0, 2])
def test_whose_task_is_told_of_another_root_is_no_matter_of_the_latest_init(root: int) -> None:
    """ACK-09 judges that, whether the other root is a smaller or a larger number."""
    seen = chronicle(INIT, saying(message("ack A"), Notification("ack", root, OTHER)))
    expected = f"at an ack of root 1 the acker said ack of root {root} to task {OTHER}"
    assert violated("ACK-05", seen) is None
    assert (1, f"{expected}, about a root that the message was not about") == violated("ACK-09", seen)


def test_whose_task_is_told_of_the_own_root_counts_beside_a_notification_of_another() -> None:
    """A message with two notifications is not done with at the first."""
    both = (Notification("ack", 2, TASK), Notification("ack", 1, OTHER))
    found = violated("ACK-05", chronicle(INIT, saying(message("ack A"), *both)))
    assert found is not None
    assert found[1].endswith(f"but the latest init named task {TASK}")


@pytest.mark.parametrize(("tasks", "premises"), [((), {}), ((TASK,), {}), ((TASK, OTHER), {TWO_TASKS: 1})])
def test_a_wrong_task_could_be_told_where_there_are_two(tasks: tuple[int, ...], premises: dict[str, int]) -> None:
    """With one task there is no other, and without a task there is nobody to notify."""
    inits = [message("init A", root=root, task=task) for root, task in enumerate(tasks, 2)]
    seen = chronicle(*inits, saying(message("ack A"), Notification("ack", 2, TASK)))
    assert premises == premises_met("ACK-05", seen)


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ((INIT, message("ack A", "ack", task=OTHER)), f"the latest init named task {TASK}"),
        ((INIT, message("init B", task=OTHER), message("fail", "fail", task=3)), f"the latest init named task {OTHER}"),
        ((message("fail", "fail"),), "no init has named a task"),
    ],
)
def test_what_is_said_of_the_own_root_goes_to_the_task_of_the_latest_init(rows: tuple[Row, ...], named: str) -> None:
    """The violation names it."""
    found = violated("ACK-05", chronicle(*rows))
    assert found is not None
    assert (len(rows) - 1, named) == (found[0], found[1].partition(", but ")[2])


@pytest.mark.parametrize(("first", "latest"), [(TASK, OTHER), (OTHER, TASK)])
@pytest.mark.parametrize("by", [("latest", "latest"), ("first", "first"), ("first", "latest"), ("latest", "first")])
def test_an_acker_goes_by_the_first_init_always_or_by_the_latest(first: int, latest: int, by: tuple[str, str]) -> None:
    """Both are right if inits are repeated; but not one of them sometimes and the other at other times."""
    again = (message("init A", task=first), message("init B", task=latest))
    tasks = {"first": first, "latest": latest}
    lives = [row for which in by for row in (*again, message("fail", "fail", task=tasks[which]))]
    found = violated("ACK-05", chronicle(*lives))
    if by[0] == by[1]:
        assert found is None
    else:
        assert found is not None
        assert found[0] == 5
        assert f"the latest init named task {latest} and the first task {first}" in found[1]


@pytest.mark.parametrize(
    ("rows", "last"),
    [
        ([message("init A"), message("ack A", "ack")], None),
        ([message("init A"), message("ack A B"), message("ack B", "ack")], None),
        ([message("ack A B"), message("init A"), message("ack B", "ack")], None),
        ([message("ack A B", "ack")], "B is"),
        ([message("init B"), message("ack A C", "ack")], "B, C are"),
        ([message("init C"), message("ack A", "ack")], None),
        ([message("init C"), message("ack C", "ack")], "A is"),
    ],
)
def test_a_repeated_init_may_be_counted_once_or_always(rows: list[Row], last: str | None) -> None:
    """ACK-03: an ack has to be right by one of the two counts, whatever the repeated init contains and whenever it
    comes.
    """
    found = violated("ACK-03", chronicle(INIT, *rows))
    expected = None if last is None else f"{last} still open"
    assert expected == (None if found is None else found[1].partition(", while ")[2])


@pytest.mark.parametrize(
    ("row", "open_edges"), [(message("ack B", "ack"), "A, B are"), (message("ack A C", "ack"), "C is")]
)
def test_the_edges_that_an_early_ack_leaves_open_are_named(row: Row, open_edges: str) -> None:
    """All of them are named, however many."""
    expected = f"at an ack of root 1 the acker said ack of root 1 to task {TASK}, while {open_edges} still open"
    assert (1, expected) == violated("ACK-03", chronicle(INIT, row))


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
def test_a_refreshed_record_is_looked_at_whatever_was_due_before(profile: str) -> None:
    """A tree that is done at its only message has no record to refresh; a later tree has."""
    reset = message("reset-timeout", "reset-timeout")
    laps = [each for _ in range(3) for each in (tick(), reset)]
    seen = chronicle(message("init", "ack", root=2), INIT, *laps, message("ack A"), profile=profile)
    found = violated("ACK-18", seen)
    assert found is not None
    assert (8, "a reset-timeout refreshed the record in time") == (found[0], found[1].partition("because ")[2])


def test_a_tree_that_other_rules_judge_does_not_keep_the_next_ones_from_being_looked_at() -> None:
    """A fail after an early reset-timeout is not for ACK-22 if no other root came in between; what follows is."""
    early = (message("reset-timeout"), message("init A", task=TASK), message("fail"))
    others = (message("init A", root=2, task=TASK), message("init A", root=3, task=TASK), message("ack A", root=2))
    assert violated("ACK-22", chronicle(*early)) is None
    found = violated("ACK-22", chronicle(*early, *others))
    assert found is not None
    assert found[0] == 5


@pytest.mark.parametrize("wrong", [(), (Notification("fail", 1, 4),), (Notification("ack", 1, 4),) * 2])
@pytest.mark.parametrize("title", ["the tree of A to E", "word count"])
def test_what_a_worked_example_does_not_say_is_found_at_its_row(title: str, wrong: tuple[Notification, ...]) -> None:
    """Wrong are another notification in place of the ack, an additional one, and none."""
    workload = worked_example(title, "storm2")
    observe = all_checks()["ACK-32"].observe
    last = len(EXAMPLES[title]) - 1
    results = [*workload.expected[:last], AckerResult(wrong)]
    answer = ", ".join(f"{word.kind} of root 1 to task 4" for word in wrong) or "nothing"
    when = f"in {title}, when {EXAMPLES[title][last].why}"
    expected = f"{when}, the acker said {answer}; it should have said ack of root 1 to task 4"
    assert (last, expected) == violated("ACK-32", observe(workload, results))
    early = [AckerResult((Notification("ack", 1, 4),)), *workload.expected[1:]]
    found = violated("ACK-32", observe(workload, early))
    assert found is not None
    assert (0, True) == (found[0], found[1].endswith("it should have said nothing"))


def test_the_worked_example_in_which_an_ack_comes_first_is_not_for_who_assumes_that_none_does() -> None:
    """The other examples apply to such targets. Each is a premise of its own."""
    observe = all_checks()["ACK-32"].observe
    for title in EXAMPLES:
        workload = worked_example(title, "storm2")
        assert {title: 1} == premises_met("ACK-32", observe(workload, workload.expected))
    excluded = {each.name: each.excluded_by for each in all_checks()["ACK-32"].premises if each.excluded_by}
    assert {"a DAG": (INIT_FIRST,)} == excluded


LARGE, VERY_LARGE = "a tree of more than fifty messages is done", "a tree of more than three hundred messages is done"


@pytest.mark.parametrize(
    ("messages", "premises"),
    [(50, ()), (51, (LARGE,)), (300, (LARGE,)), (301, (LARGE, VERY_LARGE))],
)
def test_a_tree_is_large_by_the_number_of_its_messages(messages: int, premises: tuple[str, ...]) -> None:
    """The limits are more than fifty, and more than three hundred."""
    seen = chronicle(INIT, *[message("ack")] * (messages - 2), DONE)
    assert dict.fromkeys(premises, 1) == premises_met("ACK-33", seen)


MANY, LATE = "a tree is done while a thousand others are open", "a tree is done after hundreds of ticks"


@pytest.mark.parametrize(("others", "premise"), [(1000, LATE), (1001, MANY)])
def test_trees_are_many_by_the_number_of_those_that_stay_open(others: int, premise: str) -> None:
    """The limit is more than a thousand, besides the tree that is done."""
    seen = chronicle(tick(), INIT, *[message("init A", root=root) for root in range(2, 2 + others)], DONE)
    assert {premise: 1} == premises_met("ACK-34", seen)


def test_a_tree_is_done_over_a_tick_if_one_came_since_it_began() -> None:
    """A tick before it began, or after it was done, does not count."""
    others = [message("init A", root=root) for root in range(2, 1003)]
    over = "a tree is done over a tick, while a thousand others are open"
    assert {MANY: 1, over: 1} == premises_met("ACK-34", chronicle(INIT, *others, tick(), DONE))
    assert {MANY: 1} == premises_met("ACK-34", chronicle(tick(), INIT, *others, DONE, tick()))


def script(text: str, profile: str = "storm2") -> Chronicle:
    """Return the oracle's view of a line such as `init A, tick, 2: ack A > ack`: a root other than 1 is written before
    the message, and the acker's notification after it.
    """
    return chronicle(*[_row(each) for each in text.split(", ")], profile=profile)


def _row(text: str) -> Row:
    if text == "tick":
        return tick()
    text_of_step, _, answer = text.partition(" > ")
    root, _, operation = text_of_step.rpartition(": ")
    return message(operation, answer, root=int(root or 1))


@pytest.mark.parametrize(
    ("rule", "text", "premises"),
    [
        ("ACK-01", "ack A, init A > ack", ["a tree whose first message is an ack is done"]),
        ("ACK-01", "ack A, init B", []),
        ("ACK-01", "init A, ack A > ack", []),
        ("ACK-01", "ack A, reset-timeout, init A > ack", []),
        ("ACK-01", "ack A, tick, init A > ack", []),
        ("ACK-01", "ack A B, init A, init B > ack", []),
        ("ACK-01", "init > ack, ack A, init A > ack", []),
        ("ACK-01", "ack A, ack B, tick, tick, tick, init A B", ["a record of acks alone expired"]),
        ("ACK-01", "ack A, fail, tick, tick, tick, init A", []),
        ("ACK-01", "init A, tick, tick, tick, ack A", []),
        ("ACK-02", "ack A, fail", ["an ack before init", "a fail before init"]),
        ("ACK-02", "ack", ["an ack before init", "an ack val of zero before init"]),
        ("ACK-02", "fail", ["a fail before init"]),
        ("ACK-02", "init A, ack B, fail > fail", []),
        ("ACK-02", "reset-timeout", []),
        ("ACK-03", "init A", ["init is in and edges are open"]),
        ("ACK-03", "init > ack", ["an ack is said"]),
        ("ACK-03", "ack A", []),
        ("ACK-04", "init A, ack A > ack", ["a tree is done by an ack"]),
        ("ACK-04", "ack A, init A > ack", ["a tree is done by its init"]),
        ("ACK-04", "ack A, fail, init A > fail", []),
        ("ACK-04", "init A, init A > ack", []),
        ("ACK-04", "ack", []),
        (
            "ACK-04",
            "init > ack, ack A, init A B, ack B > ack",
            ["a tree is done by its init", "a tree is done by an ack", "a tree is done whose root was finished before"],
        ),
        ("ACK-04", "init A, tick, tick, tick, init B, ack B > ack", []),
        ("ACK-06", "init A, fail > fail", ["a fail after init"]),
        (
            "ACK-06",
            "reset-timeout, init A, fail > fail",
            ["a fail after init", "a fail after a reset-timeout and the init alone"],
        ),
        ("ACK-06", "reset-timeout, init A, tick, fail > fail", ["a fail after init"]),
        ("ACK-06", "init A, init B, fail > fail", ["a fail after a second init"]),
        ("ACK-06", "fail, init A > fail", []),
        ("ACK-07", "fail, init A > fail", ["an init after a fail"]),
        ("ACK-07", "fail, init > ack", ["an init after a fail"]),
        ("ACK-07", "init A, fail > fail", []),
        ("ACK-07", "ack A, init B", []),
        ("ACK-08", "init A, fail > fail", ["a life with a fail in it ends"]),
        ("ACK-08", "fail, init A > fail", ["a life with a fail in it ends"]),
        (
            "ACK-08",
            "fail, init > fail",
            ["a life with a fail in it ends", "a fail and an ack val of zero at the same step"],
        ),
        ("ACK-08", "init > ack", []),
        ("ACK-08", "fail", []),
        ("ACK-09", "init > ack", ["a message that calls for a notification"]),
        ("ACK-09", "init A", ["a message that calls for none"]),
        ("ACK-10", "init > ack, ack A", ["an ack after the tree was finished"]),
        ("ACK-10", "init > ack, fail", ["a fail after the tree was finished"]),
        ("ACK-10", "init > ack, reset-timeout", ["a reset-timeout after the tree was finished"]),
        ("ACK-10", "init > ack, init A", []),
        ("ACK-10", "init A, tick, tick, tick, ack A", []),
        ("ACK-11", "init A, init B", ["a second init in one life"]),
        ("ACK-11", "init A, init B, reset-timeout > reset-timeout", ["a second init in one life"]),
        ("ACK-11", "init A, ack B", []),
        ("ACK-12", "init > ack", ["an init with value zero"]),
        ("ACK-12", "init A", []),
        ("ACK-12", "ack A, init", []),
        ("ACK-12", "ack", []),
        ("ACK-13", "init A, tick, tick, tick", ["a tick that ends a record with an init"]),
        ("ACK-13", "ack A, tick, tick, tick", ["a tick that ends a record without"]),
        ("ACK-13", "init A, tick, tick", []),
        ("ACK-14", "init A, ack A > ack", []),
        ("ACK-14", "init A, tick, ack A > ack", ["a record is due that is one rotation old or more"]),
        (
            "ACK-14",
            "init A, tick, tick, ack A > ack",
            ["a record is due that is one rotation old or more", "a record is due one rotation before its end"],
        ),
        ("ACK-14", "init A, reset-timeout > reset-timeout, tick, ack A > ack", []),
        ("ACK-14", "init A, tick, fail > fail", []),
        (
            "ACK-14",
            "reset-timeout, init A, tick, fail > fail",
            ["a tree fails of which a reset-timeout and the init came a rotation before"],
        ),
        ("ACK-14", "reset-timeout, init A, fail > fail", []),
        ("ACK-14", "reset-timeout, ack B, init A, tick, fail > fail", []),
        (
            "ACK-15",
            "init A, tick, tick, tick, ack A",
            ["a record of one message expired, and would have changed the answer"],
        ),
        ("ACK-15", "init A, tick, tick, tick, ack B", []),
        (
            "ACK-15",
            "init A, ack B, tick, tick, tick, ack A B",
            ["a record of several messages expired, and would have changed the answer"],
        ),
        ("ACK-15", "init A, tick, ack B, tick, tick, ack A B", []),
        ("ACK-15", "init A, tick, ack B, tick, tick, ack A, tick, ack B", []),
        ("ACK-15", "init > ack, ack A", []),
        (
            "ACK-17",
            "init A, tick, ack B, tick, tick, ack A B",
            ["expired in spite of an ack or a second init"],
        ),
        ("ACK-17", "init A, ack B, tick, tick, tick, ack A B", []),
        (
            "ACK-17",
            "init A, reset-timeout > reset-timeout, tick, ack B, tick, tick, ack A B",
            ["expired in spite of an ack or a second init"],
        ),
        ("ACK-17", "reset-timeout, tick, init A, tick, tick, ack A", []),
        (
            "ACK-15",
            "init A, tick, tick, tick, reset-timeout",
            [
                "a record of one message expired, and would have changed the answer",
                "a reset-timeout for a record that expired with its spout task",
            ],
        ),
        (
            "ACK-19",
            "init A, init, reset-timeout > reset-timeout, ack A > ack",
            ["an ack is due after a reset-timeout", "an ack or fail is due after a second init and a reset-timeout"],
        ),
        ("ACK-19", "init A, init B, reset-timeout > reset-timeout, ack A B > ack", []),
        (
            "ACK-18",
            "init A, tick, reset-timeout > reset-timeout, tick, tick, ack A > ack",
            ["alive only because of a reset-timeout"],
        ),
        (
            "ACK-18",
            "init A, init B, tick, tick, reset-timeout > reset-timeout, tick, fail > fail",
            ["alive only because of a reset-timeout after a second init"],
        ),
        (
            "ACK-18",
            "init A, init B, init C, tick, tick, reset-timeout > reset-timeout, tick, fail > fail",
            ["alive only because of a reset-timeout after a second init"],
        ),
        ("ACK-18", "init A, init B, tick, reset-timeout > reset-timeout, tick, fail > fail", []),
        ("ACK-18", "ack A, tick, fail, tick, tick, init B > fail", ["alive only because of a fail"]),
        ("ACK-18", "init A, reset-timeout > reset-timeout, tick, tick, ack A > ack", []),
        ("ACK-19", "init A, reset-timeout > reset-timeout, ack A > ack", ["an ack is due after a reset-timeout"]),
        ("ACK-19", "init A, reset-timeout > reset-timeout, fail > fail", ["a fail is due after a reset-timeout"]),
        ("ACK-19", "fail, reset-timeout, init A > fail", ["a fail is due after a reset-timeout"]),
        ("ACK-19", "init A, reset-timeout > reset-timeout, tick, ack A > ack", []),
        ("ACK-19", "reset-timeout, init A, ack A > ack", []),
        ("ACK-19", "init A, ack A > ack", []),
        ("ACK-20", "init A, reset-timeout > reset-timeout", ["a reset-timeout after init"]),
        ("ACK-20", "ack A, reset-timeout", ["a reset-timeout before init"]),
        ("ACK-20", "init A, init B, reset-timeout > reset-timeout", ["a reset-timeout after a second init"]),
        ("ACK-21", "reset-timeout", ["a reset-timeout for an unknown root"]),
        ("ACK-21", "ack A, reset-timeout, init A > ack", []),
        (
            "ACK-21",
            "reset-timeout, init A, ack A > ack",
            ["a reset-timeout for an unknown root", "a record begun by a reset-timeout is due"],
        ),
        ("ACK-21", "reset-timeout, init A, fail > fail", ["a reset-timeout for an unknown root"]),
        (
            "ACK-21",
            "reset-timeout, ack A, tick, tick, tick, init A",
            ["a reset-timeout for an unknown root", "a record begun by a reset-timeout expired"],
        ),
        ("ACK-21", "reset-timeout, init A, tick, tick, tick, ack A", ["a reset-timeout for an unknown root"]),
        ("ACK-21", "ack A, tick, tick, tick, init A", []),
        ("ACK-22", "init A, 2: init A, ack A > ack", [WITHIN, "another root with the same high word"]),
        ("ACK-22", "2: init A, init A, ack A > ack", ["another root with the same high word"]),
        ("ACK-22", "init A, ack A > ack, 2: ack A", ["another root with the same high word"]),
        ("ACK-22", "init A, -1: init A, ack A > ack", [WITHIN, "another root that differs in sign"]),
        ("ACK-22", f"init A, {1 - 2**63}: init A, ack A > ack", [WITHIN, "another root that differs in sign"]),
        ("ACK-22", f"init A, {1 + 2**32}: init A, ack A > ack", [WITHIN, "another root with the same low word"]),
        ("ACK-22", f"init A, {2**32}: init A, ack A > ack", [WITHIN]),
        ("ACK-22", "init A, ack B, tick, ack A B > ack", []),
        ("ACK-22", "reset-timeout, init A, 2: init A, fail > fail", [WITHIN, "another root with the same high word"]),
        ("ACK-22", "reset-timeout, init A, fail > fail, 2: init A", []),
        ("ACK-23", "0: init > ack", ["the root 0"]),
        ("ACK-23", "-1: init > ack", ["a negative root"]),
        ("ACK-23", f"{2**53}: init > ack", []),
        ("ACK-23", f"{2**53 + 1}: init > ack", ["a root beyond 2**53"]),
        ("ACK-23", f"{-1 - 2**53}: init > ack", ["a root beyond 2**53", "a negative root"]),
        ("ACK-23", "0: ack A, 0: init A > ack", []),
        ("ACK-23", "0: init A", []),
        ("ACK-35", "init A", ["nothing failed, and edges are open"]),
        ("ACK-35", "fail, init A > fail", ["a fail is said"]),
        ("ACK-35", "ack A", []),
    ],
)
def test_a_premise_is_met_where_the_rule_could_be_broken(rule: str, text: str, premises: list[str]) -> None:
    """Each is met once, and no other premise."""
    assert dict.fromkeys(premises, 1) == premises_met(rule, script(text))


@pytest.mark.parametrize(
    ("rule", "text", "because"),
    [
        ("ACK-01", "ack A, init A", "the record was begun by an ack, and all that came since counts"),
        (
            "ACK-01",
            "ack A, tick, tick, tick, init A > ack",
            "the record was begun by an ack, and its rotations count from there",
        ),
        ("ACK-04", "init A, ack A > fail", "init is in, no fail came and no edge is open"),
        ("ACK-06", "init A, fail > ack", "a tuple failed and the spout task is known"),
        ("ACK-07", "fail, init A", "a fail came before this init"),
        ("ACK-10", "init > ack, ack A > ack", "the tree was finished before, and no init has come since"),
        ("ACK-11", "init A, init A", "2 inits came in this life, and all of them count"),
        ("ACK-12", "init", "the init says that no tuple was emitted"),
        ("ACK-06", "init A, tick, fail", "a tuple failed and the spout task is known"),
        ("ACK-06", "reset-timeout, init A, fail", "a tuple failed and the spout task is known"),
        ("ACK-06", "init A, init B, fail", "a tuple failed and the spout task is known, from whichever init"),
        ("ACK-14", "init A, tick, ack A", "the record was last refreshed 1 rotation ago and lives for 3 rotations"),
        (
            "ACK-14",
            "reset-timeout, init A, tick, fail",
            "the record was last refreshed 1 rotation ago and lives for 3 rotations",
        ),
        (
            "ACK-15",
            "init A, tick, tick, tick, ack A > ack",
            "its record expired before this life began, and only what came since counts",
        ),
        (
            "ACK-15",
            "init A, ack B, tick, tick, tick, ack A B > ack",
            "its record expired before this life began, and only what came since counts",
        ),
        (
            "ACK-17",
            "init A, tick, ack B, tick, tick, ack A B > ack",
            "the record expired, since neither an ack nor a second init refreshes it",
        ),
        ("ACK-18", "fail, tick, fail, tick, tick, init A", "a fail refreshed the record in time"),
        (
            "ACK-18",
            "init A, init B, tick, tick, reset-timeout > reset-timeout, tick, fail",
            "a reset-timeout refreshed the record in time",
        ),
        (
            "ACK-19",
            "init A, reset-timeout > reset-timeout, fail",
            "the reset-timeout before it changed nothing but the record's age",
        ),
        ("ACK-20", "reset-timeout > reset-timeout", "it came before the init that names the spout task"),
        ("ACK-20", "init A, reset-timeout", "it came after the init that names the spout task"),
        (
            "ACK-20",
            "init A, init B, reset-timeout",
            "it came after the init that names the spout task, whichever that is",
        ),
        ("ACK-21", "reset-timeout > ack", "nothing was known of the root"),
        ("ACK-21", "reset-timeout, init A, ack A", "the reset-timeout that began the record left it empty"),
        (
            "ACK-21",
            "reset-timeout, ack A, tick, tick, tick, init A > ack",
            "the record was begun by a reset-timeout, and its rotations count from there",
        ),
        ("ACK-22", "init A, 2: init A, ack A", "messages of other roots do not count here"),
        ("ACK-22", "reset-timeout, init A, 2: init A, tick, fail", "messages of other roots do not count here"),
        ("ACK-23", "init A, ack A", "root 1 and the values [1, 1] are ordinary 64-bit numbers"),
        ("ACK-33", f"init A{', ack' * 49}, ack A", "this was the last of the 51 messages of its tree"),
        (
            "ACK-34",
            "tick, init A, ack A",
            "1 ticks have passed before this tree began, and that changes nothing",
        ),
        (
            "ACK-34",
            "init A, tick, tick, tick, ack A > ack",
            "the tree expired, however many ticks came before: 3 in all",
        ),
    ],
)
def test_what_should_have_been_said_is_told_with_the_reason(rule: str, text: str, because: str) -> None:
    """The violation is at the last operation."""
    found = violated(rule, script(text))
    assert found is not None
    assert (text.count(", "), because) == (found[0], found[1].partition("because ")[2])


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("ACK-02", "ack > ack", "but no init of root 1 has come in this record's life"),
        ("ACK-03", "ack > ack", "before any init of root 1"),
        ("ACK-07", "fail, init", "though a fail came before this init"),
        ("ACK-08", "fail, init > ack", "though a fail of root 1 came in this record's life"),
        ("ACK-20", "init A > reset-timeout", "which only a reset-timeout calls for"),
        ("ACK-35", "init A > fail", "but no fail of root 1 came in this record's life"),
    ],
)
def test_what_should_not_have_been_said_is_told_with_the_reason(rule: str, text: str, expected: str) -> None:
    """The violation is at the last operation."""
    found = violated(rule, script(text))
    assert found is not None
    assert (text.count(", "), expected) == (found[0], found[1].partition(", ")[2])


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("ACK-03", "init A, fail"),
        ("ACK-04", "init A, ack B > ack"),
        ("ACK-06", "init A, ack A"),
        ("ACK-10", "init A, ack A"),
        ("ACK-11", "init A, ack A"),
        ("ACK-12", "ack, init"),
        ("ACK-14", "init A, ack A"),
        ("ACK-15", "init A, tick, ack B, tick, tick, ack A B > ack"),
        ("ACK-17", "init A, tick, tick, tick, ack A > ack"),
        ("ACK-18", "init A, tick, tick, ack A"),
        ("ACK-19", "init A, ack A"),
        ("ACK-21", "ack, init"),
        ("ACK-22", "init A, init A"),
        ("ACK-23", "ack, init"),
        ("ACK-35", "init A, ack A"),
    ],
)
def test_what_another_rule_is_about_is_left_to_it(rule: str, text: str) -> None:
    """The acker is wrong here, but this rule does not judge it."""
    assert violated(rule, script(text)) is None


@pytest.mark.parametrize(("between", "met"), [("tick", True), ("tick, ack C, tick", False)])
def test_what_an_ack_keeps_alive_as_well_shows_nothing_of_resets(between: str, *, met: bool) -> None:
    """Under storm1 an acker by which acks do not refresh would have forgotten the record earlier."""
    text = f"init A, init B, {between}, reset-timeout > reset-timeout, tick, fail > fail"
    premise = "alive only because of a reset-timeout after a second init"
    assert ({premise: 1} if met else {}) == premises_met("ACK-18", script(text, "storm1"))


@pytest.mark.parametrize(("rule", "kind"), [("ACK-06", "fail"), ("ACK-20", "reset-timeout")])
@pytest.mark.parametrize("task", [TASK, OTHER])
def test_after_two_inits_the_task_of_either_may_be_told(rule: str, kind: str, task: int) -> None:
    """Which of them is for ACK-05 to say; a third task is wrong."""
    rows = [INIT, message("init B", task=OTHER)]
    assert violated(rule, chronicle(*rows, saying(message(kind), Notification(kind, 1, task)))) is None
    found = violated(rule, chronicle(*rows, saying(message(kind), Notification(kind, 1, TASK + OTHER))))
    assert found is not None
    assert found[0] == len(rows)


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("init A, tick, ack B, tick, ack A B > ack", "the ack"),
        ("init A, tick, ack B, ack C, tick, ack A B C > ack", "the acks"),
        ("ack A, tick, init A B, tick, ack B > ack", "the init"),
        ("fail, tick, ack A, tick, init A B > fail", "the ack"),
        ("init A, tick, ack A > ack", None),
        ("ack A, tick, fail, tick, init A > fail", None),
    ],
)
def test_what_an_ack_keeps_alive_under_storm1_is_told_from_the_rest(text: str, who: str | None) -> None:
    """If the record was forgotten, the violation names the ack that should have kept it."""
    premise = "alive only because of an ack or a second init"
    assert ({premise: 1} if who else {}) == premises_met("ACK-16", script(text, "storm1"))
    found = violated("ACK-16", script(text.partition(" > ")[0], "storm1"))
    because = f"{who} before it refreshed the record in time"
    assert (found and found[1].partition("because ")[2]) == (because if who else None)


def test_a_tick_at_which_something_is_said_is_found() -> None:
    """Any notification at a tick is a violation."""
    rows = (INIT, saying(tick(), Notification("fail", 1, TASK), Notification("ack", 2, OTHER)))
    expected = "fail of root 1 to task 7, ack of root 2 to task 9"
    assert (1, f"the acker said {expected} at a tick, which must be silent") == violated("ACK-13", chronicle(*rows))


@pytest.mark.parametrize("wrong", [None, 0, 1, 2])
def test_every_message_is_acked_and_no_tick(wrong: int | None) -> None:
    """The violation names the operation at which this fails."""
    steps = [INIT[0], tick()[0], DONE[0]]
    acked = [(step.op != "tick") is (place != wrong) for place, step in enumerate(steps)]
    seen = chronicle(*[(step, AckerResult(acked=each)) for step, each in zip(steps, acked, strict=True)])
    if wrong is None:
        assert {"a message": 2, "a tick": 1} == premises_met("ACK-24", seen)
    else:
        expected = ["the acker did not ack the init", "the acker acked a tick", "the acker did not ack the ack"]
        assert (wrong, expected[wrong]) == violated("ACK-24", seen)


@pytest.mark.parametrize(("last", "expected"), [(0, None), (-1, -1), (1, 1)])
def test_pending_records_are_counted_after_each_operation(last: int, expected: int | None) -> None:
    """Records that a message finishes or a tick expires do not count."""
    pending = [1, 2, 1, 1, 1, last]
    rows = [INIT, message("ack A", root=2), DONE, tick(), tick(), tick()]
    seen = chronicle(
        *[(step, evolve(result, pending=each)) for (step, result), each in zip(rows, pending, strict=True)]
    )
    if expected is None:
        premises = {"records are pending": 5, "a message finishes a record": 1, "a tick ends a record": 1}
        assert premises == premises_met("ACK-25", seen)
    else:
        assert (5, f"the acker counts {expected} pending records; there are 0") == violated("ACK-25", seen)


def test_records_are_not_counted_once_a_second_init_came() -> None:
    """Whether that refreshes the record is a SHOULD (ACK-11), and so is the number of records."""
    again = [(step, evolve(result, pending=7)) for step, result in (INIT, message("init B"), tick())]
    assert violated("ACK-25", chronicle(*again)) == (0, "the acker counts 7 pending records; there are 1")
    right, *others = [(step, evolve(result, pending=1)) for step, result in (INIT, message("init B"), tick())]
    wrong = [(step, evolve(result, pending=7)) for step, result in others]
    assert violated("ACK-25", chronicle(right, *wrong)) is None


@pytest.mark.parametrize(
    ("text", "premises", "found"),
    [
        ("init A B C > ack", 1, None),
        ("init A B C", 0, (0, "the ack val is zero, though A, B, C are open")),
        ("init A, ack A > ack", 0, None),
        ("ack A B C", 0, None),
        ("fail, init A B C > fail", 0, None),
        ("init A, init B C > ack", 0, None),
    ],
)
def test_a_false_zero_is_one_of_a_tree_that_was_begun_once_and_did_not_fail(
    text: str, premises: int, found: tuple[int, str] | None
) -> None:
    """The edges have the values 1, 2 and 3."""
    seen = chronicle(*[_row(each) for each in text.split(", ")], values=(1, 2, 3, 4, 5, 6, 7, 8))
    reason = violated("ACK-26", seen)
    assert found == (reason and (reason[0], reason[1].partition("because ")[2]))
    if not found:
        assert dict.fromkeys(["a false zero"] * premises, 1) == premises_met("ACK-26", seen)


GONE = "tick, tick, tick"


@pytest.mark.parametrize(
    ("rule", "text", "index"),
    [
        ("ACK-03", f"init A, {GONE}, init B, init, ack C > ack", 6),
        ("ACK-03", f"init A, {GONE}, ack C, init B, ack B > ack", 6),
        ("ACK-03", f"init A, {GONE}, init B, ack A B > ack", None),
        ("ACK-03", f"init A, ack C, {GONE}, init B, ack B C > ack", None),
        ("ACK-03", f"init A, {GONE}, ack C, {GONE}, init B, ack A B C > ack", None),
        ("ACK-06", f"init A, {GONE}, init B, init, fail", 6),
        ("ACK-06", f"init A, {GONE}, init B, fail", 5),
        ("ACK-06", f"init A, {GONE}, init A B, ack B, fail", None),
        ("ACK-06", f"ack A, {GONE}, init A B, init B, fail", None),
        ("ACK-08", f"ack C, {GONE}, fail, init B > ack", 5),
        ("ACK-35", f"init A, {GONE}, init B, init, ack C > fail", 6),
        ("ACK-35", f"fail, {GONE}, init B > fail", None),
        ("ACK-15", f"init A, {GONE}, reset-timeout > reset-timeout", 4),
        ("ACK-15", f"fail, {GONE}, init B, init > fail", 5),
        ("ACK-15", f"fail, {GONE}, init B, init B > fail", None),
    ],
)
def test_a_life_after_an_expiry_is_judged_where_no_idea_of_expiry_matters(
    rule: str, text: str, index: int | None
) -> None:
    """An acker that kept some of what came before may be right, except for the rule that is about expiry."""
    found = violated(rule, script(text))
    assert index == (found[0] if found else None)


@pytest.mark.parametrize(
    ("rule", "text", "profile", "index"),
    [
        ("ACK-16", "init A, init, tick, ack B, tick, fail", "storm1", 5),
        ("ACK-16", "ack B, tick, init A, tick, init, tick, fail", "storm1", None),
        ("ACK-19", "init A, init, reset-timeout > reset-timeout, ack A", "storm2", 3),
        ("ACK-19", "init A, init B, reset-timeout > reset-timeout, ack A B", "storm2", None),
    ],
)
def test_a_life_with_a_second_init_is_judged_where_it_does_not_matter_what_that_does(
    rule: str, text: str, profile: str, index: int | None
) -> None:
    """An acker may ignore a repeated init, its value and that it refreshes."""
    found = violated(rule, script(text, profile))
    assert index == (found[0] if found else None)


def test_a_fail_of_a_record_that_only_an_ack_kept_is_judged_by_the_rule_about_acks_alone() -> None:
    """If acks did not refresh, nobody would be named in the life that the fail begins."""
    seen = script("init A, tick, ack B, tick, fail", "storm1")
    assert violated("ACK-06", seen) is None
    assert violated("ACK-16", seen) is not None


def test_a_notification_about_another_root_is_wrong_after_an_expiry_too() -> None:
    """Whatever is thought of expiry, ACK-09 has no reason to leave it out."""
    seen = chronicle(INIT, tick(), tick(), tick(), saying(message("ack A"), Notification("ack", 2, OTHER)))
    found = violated("ACK-09", seen)
    assert found is not None
    assert found[0] == 4


@pytest.mark.parametrize("count", [2, 3, 5, 8, 9, 64])
def test_an_ack_is_early_at_any_init_after_which_edges_are_open(count: int) -> None:
    """ACK-03: however many inits came before it in the life."""
    inits = [message(f"init {'ABCDEFGH'[place % 7]}") for place in range(count - 1)]
    found = violated("ACK-03", chronicle(message("init H"), *inits[1:], message("init H A", "ack")))
    assert found is not None
    assert found[0] == count - 1


@pytest.mark.parametrize(("count", "many"), [(7, 0), (8, 1), (9, 2), (64, 57)])
def test_many_inits_are_eight(count: int, many: int) -> None:
    """Each init from the eighth on counts, while edges are open."""
    rows = [message(f"init {'ABCDEFG'[place % 7]}") for place in range(count)]
    met = premises_met("ACK-03", chronicle(message("ack H"), *rows))
    assert met.get("eight inits or more are in and edges are open", 0) == many
