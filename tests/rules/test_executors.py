"""The rules on executors with several tasks (SYS-33): right histories, and the same with one thing changed."""

from collections.abc import Sequence

import pytest
from ackproof.components.happenings import AckReport, InputAcked
from ackproof.components.topology import BoltShape, Deliver, Die, NextTuple, Pause, Resume, TaskTick, Wiring
from ackproof.oracle.executors import mates_of
from ackproof.target import Config
from common.chronicles import altered, played_by_two, premises_met, violated
from common.topologies import REPORTS, TUPLES

BATCH = BoltShape(name="batch", kind="batch", fan=0, enough=3, tasks=2, executor_tasks=2)
ASKED = NextTuple("spout-1")


def test_an_executor_runs_so_many_tasks_the_last_the_rest() -> None:
    """This holds for the spout, and for each bolt."""
    bolts = (BoltShape(name="one"), BoltShape(name="two", tasks=3, executor_tasks=2))
    mates = mates_of(Config(spout_tasks=(1, 2, 3), wiring=Wiring((), bolts, executor_tasks=3)))
    assert dict.fromkeys(("spout-1", "spout-2", "spout-3"), ("spout-1", "spout-2", "spout-3")) == {
        task: mates[task] for task in mates if task.startswith("spout")
    }
    assert [("one-1",), ("two-1", "two-2"), ("two-1", "two-2"), ("two-3",)] == [
        mates[task] for task in ("one-1", "two-1", "two-2", "two-3")
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, None),
        (
            {"called-fail spout-1 m1/1: m1": ("called-fail spout-2 m1/1: m1",)},
            (2, "fail of m1/1 was called on spout-2; spout-1 emitted it"),
        ),
        ({"called-fail spout-1 m1/1: m1": ()}, (2, "spout-1 was told nothing of m1/1 by its second tick after it")),
    ],
)
def test_what_fails_by_time_is_told_to_the_task_that_emitted(
    changes: dict[str | int, tuple[str, ...]], expected: tuple[int, str] | None
) -> None:
    """SYS-33: at the second tick of the executor, to any of its tasks."""
    seen = played_by_two(ASKED, TaskTick("spout-2"), TaskTick("spout-1"), executor_tasks=2)
    lies = {**changes, "back spout-1 m1": ()} if changes else {}
    assert expected == violated("SYS-33", altered(seen, lies))


def test_a_task_with_an_executor_of_its_own_is_another_matter() -> None:
    """SYS-02 and SYS-03 judge its callbacks."""
    seen = played_by_two(ASKED, TaskTick("spout-1"), TaskTick("spout-1"))
    assert violated("SYS-33", altered(seen, {"called-fail spout-1 m1/1: m1": ()})) is None
    assert {} == premises_met("SYS-33", seen)


def test_tasks_of_an_executor_die_together() -> None:
    """SYS-33: so the messages that they have open are offered again."""
    seen = played_by_two(ASKED, Die("spout-2"), executor_tasks=2)
    assert violated("SYS-33", seen) is None
    assert (1, "spout-1 was to die, and did not") == violated("SYS-33", altered(seen, {"died spout-1": ()}))
    assert (1, "spout-1 died with m1 open, and the source did not offer that again") == violated(
        "SYS-33", altered(seen, {"back spout-1 m1": ()})
    )


def test_the_premises_of_one_executor_are_counted() -> None:
    """They are a tick and a death of a task while another task of its executor waits for something, and a message that
    waits because another task of the executor is paused.
    """
    seen = played_by_two(
        ASKED,
        TaskTick("spout-2"),
        TUPLES,
        REPORTS,
        Pause("spout-2"),
        Deliver("acker-1", "spout-1"),
        Resume("spout-2"),
        Die("spout-2"),
        executor_tasks=2,
    )
    assert {
        "a task waits, or has inputs in hand, when another task of its executor has a tick": 1,
        "a task waits, or has inputs in hand, when another task of its executor dies": 1,
        "a message waits for a task while another of its executor is paused": 1,
    } == premises_met("SYS-33", seen)


def test_at_a_tick_all_batches_of_an_executor_are_finished() -> None:
    """This includes the tasks that the tick does not name."""
    held = (ASKED, NextTuple("spout-2"), ASKED, NextTuple("spout-2"), TUPLES)
    seen = played_by_two(*held, TaskTick("batch-2"), bolts=(BATCH,))
    happenings = seen.results[-1].happenings
    acked = [each for each in happenings if isinstance(each, InputAcked)]
    assert {"batch-1", "batch-2"} == {each.task for each in acked}
    assert violated("SYS-33", seen) is None
    lies: dict[str | int, Sequence[str]] = {
        f"acks {each.task} {each.receipt}": () for each in acked if each.task == "batch-1"
    }
    for each in happenings:
        if isinstance(each, AckReport) and each.task == "batch-1":
            lies[f"ack {each.task} > {each.to} {each.name}: {each.tree} {each.receipt}"] = ()
    found = violated("SYS-33", altered(seen, lies))
    assert found is not None
    assert "did not ack" in found[1]
