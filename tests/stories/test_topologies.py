"""Stories of topologies: what shares an executor, and what shares a root id."""

from collections.abc import Sequence

import pytest
from ackproof.components.topology import (
    Activate,
    BoltShape,
    Deactivate,
    Deliver,
    Die,
    NextTuple,
    Pause,
    Resume,
    Stop,
    TaskTick,
    TopologyOperation,
    Wiring,
)
from ackproof.oracle.histories import TopologyChronicle
from ackproof.rules.registry import Violation
from ackproof.stories import violations
from ackproof.stories.topology import topology_lines
from ackproof.target import Config
from common.chronicles import altered, played, played_by_two

ASKED = NextTuple("spout-1")
MANY = (
    "split-1..2 | split-3..4 | split-5..6 | split-7..8 | … 5 more … | split-19..20 | split-21..22 | split-23..24 | "
    "split-25..26"
)


def story_of(seen: TopologyChronicle) -> list[str]:
    """Return the lines of the story of a history, without blanks."""
    lines = violations.story(seen.workload, list(seen.results), Violation("it is wrong", 0))
    return [line.strip() for line in lines]


@pytest.mark.parametrize(
    ("tasks", "together", "words"),
    [
        (1, 1, "1 task,"),
        (1, 3, "1 task,"),
        (3, 1, "3 tasks,"),
        (2, 2, "2 tasks (executor split-1..2),"),
        (2, 3, "2 tasks (executor split-1..2),"),
        (4, 3, "4 tasks (executors split-1..3 | split-4),"),
        (5, 2, "5 tasks (executors split-1..2 | split-3..4 | split-5),"),
        (26, 2, f"26 tasks (executors {MANY}),"),
    ],
)
def test_the_topology_shows_which_tasks_share_an_executor(tasks: int, together: int, words: str) -> None:
    """They are numbered in order. Where each task has its own there is nothing to show."""
    bolts = (BoltShape(name="split", tasks=tasks, executor_tasks=together),)
    assert topology_lines(Config(wiring=Wiring(("m1",), bolts)))[2].startswith(f"split: plain, {words}")
    spouts = Config(spout_tasks=tuple(range(1, tasks + 1)), wiring=Wiring(("m1",), (), executor_tasks=together))
    assert topology_lines(spouts)[1].startswith(f"spout: {words[:-1].replace('split', 'spout')}; ackers")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (TaskTick("spout-2"), "time passes for spout-2, and with it spout-1"),
        (Pause("spout-1"), "spout-1 pauses, and with it spout-2"),
        (Resume("spout-1"), "spout-1 goes on, and with it spout-2"),
        (Die("spout-1"), "spout-1 dies, and is started again, and with it spout-2"),
        (Deactivate("spout-1"), "spout-1 is deactivated, and with it spout-2"),
        (Activate("spout-1"), "spout-1 is activated, and with it spout-2"),
        (Stop("spout-1"), "spout-1 is shut down in good order, and is started again, and with it spout-2"),
        (TaskTick("acker-1"), "time passes for acker-1"),
        (ASKED, "spout-1 is asked for its next tuple"),
        (Deliver("spout-1", "store-1"), "the first message from spout-1 to store-1 arrives"),
    ],
)
def test_a_step_names_the_other_tasks_that_it_is_done_to(step: TopologyOperation, words: str) -> None:
    """These are the tasks of the executor, if it runs several."""
    assert f"> 1  {words}" in story_of(played_by_two(step, executor_tasks=2, lifecycle=True))
    assert f"> 1  {words.partition(', and with it')[0]}" in story_of(played_by_two(step, lifecycle=True))


def test_a_step_names_several_others() -> None:
    """This holds for bolts, too."""
    bolts = (BoltShape(name="split", tasks=4, executor_tasks=3),)
    story = story_of(played(TaskTick("split-1"), TaskTick("split-4"), bolts=bolts))
    assert "> 1  time passes for split-1, and with it split-2 and split-3" in story
    assert "2  time passes for split-4" in story


@pytest.mark.parametrize(
    ("roots", "remarks"),
    [
        ((" #7", " #7", " #7"), ("", ", with the root id of m1/1", ", with the root id of m1/1")),
        ((" #7", " #8", " #8"), ("", "", ", with the root id of m2/1")),
        ((" #7", " #8", " #9"), ("", "", "")),
        (("", "", ""), ("", "", "")),
    ],
)
def test_an_emission_with_the_root_id_of_another_says_so(roots: Sequence[str], remarks: Sequence[str]) -> None:
    """Two trees of one root explain what follows, and the root ids themselves are not shown."""
    seen = played(ASKED, ASKED, NextTuple("spout-1", tracked=False), messages=("m1", "m2", "m3"), bolts=())
    told = ("emission spout-1 m1/1: m1", "emission spout-1 m2/1: m2", "untracked spout-1 m3/1: m3")
    story = story_of(altered(seen, {each: (each + root,) for each, root in zip(told, roots, strict=True)}))
    tree = ("spout-1 emits m1: tree m1/1", "spout-1 emits m2: tree m2/1")
    expected = [*tree, "spout-1 emits m3, without a message id: tree m3/1"]
    assert [each + remark for each, remark in zip(expected, remarks, strict=True)] == [
        line for line in story if " emits " in line
    ]
