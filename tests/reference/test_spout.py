"""The spout side: the messages of an emission, the pending emissions, and the one callback that resolves each."""

import re
from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any

import pytest
from acking import Callback, Effect, Init, Kind, Notification, RotatingMap, Sent, SpoutExecutor

from .refusal import refused
from .worked_tables import worked_tables

ACK, FAIL, RESET = Kind.ACK, Kind.FAIL, Kind.RESET_TIMEOUT


def executor(ackers: int = 1) -> SpoutExecutor:
    """Return an executor of the spout tasks 3 and 4."""
    return SpoutExecutor(frozenset({3, 4}), ackers)


def pending(spout: SpoutExecutor) -> tuple[set[int], ...]:
    """Return the pending roots by bucket, nursery first."""
    return tuple(set(bucket) for bucket in spout.pending.cohorts())


def emitted(*emissions: tuple[int, int, str]) -> SpoutExecutor:
    """Return an executor that has emitted to one task each, given by task, root and message id."""
    spout = executor()
    for task, root, message in emissions:
        spout.emit(task, root, message, [root + 100])
    return spout


def test_the_table_of_a_run_with_two_tasks_is_what_happens() -> None:
    """SPT-05: the effects of each operation, in order, and the pending emissions after it."""
    (table,) = worked_tables("spout.md")
    assert 7 == len(table.rows)
    spout = executor()
    for row in table.rows:
        where = f"step {row['step']}"
        follows = [] if row["what follows, in order"] == "nothing" else row["what follows, in order"].split("; ")
        assert follows == [messages_of(effect) for effect in perform(spout, row["operation"], follows)], where
        roots = set() if row["pending roots"] == "none" else {int(root) for root in row["pending roots"].split(", ")}
        assert roots == set.union(*pending(spout)), where


def perform(spout: SpoutExecutor, operation: str, follows: Sequence[str]) -> tuple[Effect, ...]:
    """Do the operation in the table; fresh ids are those that it shows."""
    if emission := re.fullmatch(r"task (\d+) emits (\w+) to (one task|two tasks)", operation):
        sent = [re.findall(r"-?\d+", line) for line in follows if line.startswith("tuple")]
        assert {"one task": 1, "two tasks": 2}[emission[3]] == len(sent)
        return spout.emit(int(emission[1]), int(sent[0][1]), emission[2], [int(edge) for _, _, edge in sent])
    if word := re.fullmatch(r"`(.+)` for root (\d+), task (\d+)", operation):
        return spout.notified(Notification(Kind(word[1]), int(word[2]), int(word[3])))
    assert operation == "tick"
    return spout.tick()


def messages_of(effect: Effect) -> str:
    """Return an effect in the notation of the table."""
    match effect:
        case Sent(receiver, message_id):
            ((root, edge),) = message_id.items()
            return f"tuple to receiver {receiver} with root {root}: edge {edge}"
        case Init(root, value, task):
            return f"`init` root {root}, value {value}, task {task}"
        case Callback(kind, task, message):
            return f"`{kind.value}` of {message} on task {task}"


def test_without_the_reset_timeout_of_the_table_the_first_emission_fails_a_tick_earlier() -> None:
    """SPT-05: step 4, by the text below its table."""
    spout = executor()
    spout.emit(3, 5, "m1", [1, 2])
    assert () == spout.tick()
    spout.emit(4, 6, "m2", [4])
    assert (Callback(FAIL, 3, "m1"),) == spout.tick()
    assert (Callback(FAIL, 4, "m2"),) == spout.tick()


@pytest.mark.parametrize("edges", [[9], [1, 2], [5, 5], [-1, 2**63 - 1, -(2**63)], [0]])
def test_a_tracked_emission_sends_its_tuples_and_then_init(edges: list[int]) -> None:
    """SPT-01 and SPT-02: each tuple has the root and its own edge, then comes the xor of the edges; the root is
    pending.
    """
    spout = executor()
    effects = spout.emit(4, -5, "m", edges)
    assert (*(Sent(index, {-5: edge}) for index, edge in enumerate(edges)), Init(-5, reduce(xor, edges), 4)) == effects
    assert ({-5}, set()) == pending(spout)


@pytest.mark.parametrize("ackers", [0, 1, 3])
@pytest.mark.parametrize("edges", [[], [9], [1, 2]])
def test_an_emission_without_a_message_id_is_not_tracked(ackers: int, edges: list[int]) -> None:
    """SPT-08: its tuples belong to no tree, no acker receives anything about it, and there is no callback."""
    spout = executor(ackers)
    assert tuple(Sent(index, {}) for index in range(len(edges))) == spout.emit(3, 5, None, edges)
    assert executor(ackers) == spout


@pytest.mark.parametrize(
    ("ackers", "edges"),
    [(0, [1, 2]), (0, []), (1, [])],
    ids=["SPT-09", "SPT-09 without receivers", "SPT-10 and SPT-11"],
)
def test_an_emission_that_needs_no_acker_is_acked_inside_the_emit(ackers: int, edges: list[int]) -> None:
    """Without ackers or without receivers, there are tuples without a tree, then the callback, no init, and nothing
    pending.
    """
    spout = executor(ackers)
    assert (*(Sent(index, {}) for index in range(len(edges))), Callback(ACK, 3, "m")) == spout.emit(3, 5, "m", edges)
    assert executor(ackers) == spout


def test_an_empty_message_id_is_a_message_id() -> None:
    """SPT-08: only None disables tracking."""
    spout = emitted((3, 5, ""))
    assert (Callback(ACK, 3, ""),) == spout.notified(Notification(ACK, 5, 3))


@pytest.mark.parametrize("kind", [ACK, FAIL])
@pytest.mark.parametrize("late", [ACK, FAIL, RESET])
@pytest.mark.parametrize("ticks", [0, 1])
def test_the_first_word_resolves_and_later_ones_find_nothing(kind: Kind, late: Kind, ticks: int) -> None:
    """SPT-03, SPT-04, SPT-06: there is one callback, on the task that emitted, and no later notification or tick causes
    another.
    """
    spout = emitted((4, 5, "m"))
    for _ in range(ticks):
        spout.tick()
    assert (Callback(kind, 4, "m"),) == spout.notified(Notification(kind, 5, 4))
    assert executor() == spout
    assert [(), (), ()] == [spout.notified(Notification(late, 5, 4)), spout.tick(), spout.tick()]
    assert executor() == spout


@pytest.mark.parametrize("late", [ACK, FAIL, RESET])
@pytest.mark.parametrize("task", [3, 4, 99])
def test_a_word_after_the_timeout_finds_nothing(late: Kind, task: int) -> None:
    """SPT-05 and SPT-06: it fails at the second tick, and later notifications, for any task, have no effect."""
    spout = emitted((3, 5, "m"))
    assert [(), (Callback(FAIL, 3, "m"),)] == [spout.tick(), spout.tick()]
    assert () == spout.notified(Notification(late, 5, task))
    assert executor() == spout


def test_a_reset_timeout_gives_a_pending_root_its_full_life_and_calls_nobody() -> None:
    """SPT-07: it has two more ticks from then on, after each reset-timeout."""
    spout = emitted((3, 5, "m"))
    for _ in range(3):
        assert () == spout.tick()
        assert (set(), {5}) == pending(spout)
        assert () == spout.notified(Notification(RESET, 5, 3))
        assert ({5}, set()) == pending(spout)
    assert [(), (Callback(FAIL, 3, "m"),)] == [spout.tick(), spout.tick()]


def test_other_emissions_and_their_words_do_not_refresh() -> None:
    """SPT-07: only the root's own reset-timeout does."""
    spout = emitted((3, 5, "m"), (3, 6, "n"))
    spout.tick()
    spout.emit(3, 7, "o", [1])
    assert [(Callback(ACK, 3, "n"),), ()] == [
        spout.notified(Notification(ACK, 6, 3)),
        spout.notified(Notification(RESET, 7, 3)),
    ]
    assert ({7}, {5}) == pending(spout)
    assert (Callback(FAIL, 3, "m"),) == spout.tick()


@pytest.mark.parametrize("tasks", [{3}, {3, 4}, {0, 1, 2, 3, 4, 5}])
def test_a_tick_rotates_once_however_many_tasks_there_are(tasks: set[int]) -> None:
    """SPT-12: the tasks share one pending map of two buckets, and one tick is one rotation of it."""
    spout = SpoutExecutor(frozenset(tasks), 1)
    spout.emit(3, 5, "m", [1])
    assert [(), ({5},)] == [spout.tick(), pending(spout)[1:]]
    assert [(Callback(FAIL, 3, "m"),), (set(), set())] == [spout.tick(), pending(spout)]


def test_the_same_message_id_twice_is_two_emissions() -> None:
    """SPT-13 and SPT-14: a replay has its own root, and one may fail where the other is acked."""
    spout = emitted((3, 5, "m"), (3, 6, "m"))
    assert (Callback(FAIL, 3, "m"),) == spout.notified(Notification(FAIL, 5, 3))
    assert ({6}, set()) == pending(spout)
    assert (Callback(ACK, 3, "m"),) == spout.notified(Notification(ACK, 6, 3))


@pytest.mark.parametrize(
    ("task", "root", "edges", "named"),
    [
        (5, 1, [1], "task 5"),
        (3, 7, [1], "root 7 is pending"),
        (3, 2**63, [1], f"root {2**63}"),
        (3, 1, [1, 8], "edge 8 is outside signed 4 bits"),
        (3, 1, [-9], "edge -9"),
    ],
)
@pytest.mark.parametrize("message", ["m", None])
def test_an_illegal_emission_is_refused(
    task: int, root: int, edges: list[int], message: str | None, named: str
) -> None:
    """The errors are a task of another executor, a root that is pending or not a long, and an edge that is too wide:
    nothing is sent or pending.
    """
    spout = SpoutExecutor(frozenset({3, 4}), 1, edge_bits=4)
    spout.emit(4, 7, "pending", [-8, 7])
    with refused(spout, named):
        spout.emit(task, root, message, edges)


@pytest.mark.parametrize("kind", Kind)
def test_a_word_for_another_task_is_refused(kind: Kind) -> None:
    """No correct acker sends one, and the emission stays pending with its age."""
    spout = emitted((3, 5, "m"))
    spout.tick()
    with refused(spout, f"{kind.value} of root 5 for task 4", "task 3"):
        spout.notified(Notification(kind, 5, 4))


@pytest.mark.parametrize(
    ("tasks", "ackers", "bits", "named"),
    [({-1, 3}, 1, 64, "task -1"), ({3}, -2, 64, "-2 acker tasks"), ({3}, 1, 1, "1 bits"), ({3}, 1, 65, "65 bits")],
)
def test_an_illegal_executor_is_refused(tasks: set[int], ackers: int, bits: int, named: str) -> None:
    """Tasks are counted from 0, acker tasks too, and edges are of 2 to 64 bits."""
    with refused(None, named):
        SpoutExecutor(frozenset(tasks), ackers, bits)


def test_the_pending_map_has_two_buckets() -> None:
    """Chapter spout: this holds in every version, whatever the acker's buckets."""
    assert 2 == executor().pending.buckets
    assert RotatingMap[int, object](2) == executor().pending


@pytest.mark.parametrize(("emitting", "told_task"), [(3, 4), (4, 3)])
def test_a_word_for_a_task_before_or_after_the_emitting_one_is_refused(emitting: int, told_task: int) -> None:
    """Both are other tasks, and the root stays pending."""
    spout = emitted((emitting, 1, "m"))
    with refused(spout, f"ack of root 1 for task {told_task}; task {emitting} emitted it"):
        spout.notified(Notification(ACK, 1, told_task))
    assert {1} == set.union(*pending(spout))


def test_a_task_is_known_by_its_number() -> None:
    """This includes large numbers, for which every computation creates a new object."""
    spout = SpoutExecutor(frozenset({int("1000")}), 1)
    spout.emit(int("1000"), 1, "m", [5])
    assert (Callback(ACK, 1000, "m"),) == spout.notified(Notification(ACK, 1, int("1000")))


def test_what_only_looks_like_an_ackers_word_is_refused() -> None:
    """A notification's kind is not a string, and a string has no kind."""
    kind: Any = "ack"
    for word in (Notification(kind, 1, 3), kind):
        spout = emitted((3, 1, "m"))
        with refused(spout, "is not a notification of an acker"):
            spout.notified(word)


def test_there_are_no_fewer_than_no_acker_tasks() -> None:
    """Zero is allowed, a negative number is not."""
    assert 0 == executor(0).ackers
    with refused(None, "-1 acker tasks"):
        executor(-1)
