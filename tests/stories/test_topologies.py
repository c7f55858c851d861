"""Stories of topologies: what shares an executor, and what shares a root id."""

from collections.abc import Sequence

import pytest
from ackproof.components.topology import (
    Activate,
    BoltShape,
    Deactivate,
    Deliver,
    Die,
    Double,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Stop,
    TaskTick,
    TopologyOperation,
    Wiring,
)
from ackproof.oracle.histories import TopologyChronicle
from ackproof.rules.registry import Premises, Violation, all_checks
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


ONE = (BoltShape(name="split", fan=0),)
TWO = (BoltShape(name="split"), BoltShape(name="count", after=("split",), fan=0))


def marked(rule: str, seen: TopologyChronicle) -> list[str]:
    """Return the marked lines of the story of a history that breaks a rule."""
    with pytest.raises(Violation) as found:
        all_checks()[rule].check(seen, Premises())
    lines = violations.story(seen.workload, list(seen.results), found.value)
    return [" ".join(line.removeprefix(">").split()) for line in lines if line.startswith(">")]


@pytest.mark.parametrize(
    ("rule", "bolts", "changes", "line"),
    [
        (
            "SYS-08",
            ONE,
            {
                "ack split-1 > acker-1 a2: m1/1 t1": (
                    "ack split-1 > acker-1 a2: m1/1 t1",
                    "ack split-1 > acker-1 a9: m1/1 t1",
                )
            },
            "split-1 sends acker-1 the ack of t1 for m1/1",
        ),
        ("SYS-08", ONE, {"ack split-1 > acker-1 a2: m1/1 t1": (), "arrives acker-1 a2": ()}, "split-1 acks t1"),
        (
            "SYS-20",
            TWO,
            {"tuple split-1 > count-1 t2: t1": ("tuple split-1 > count-1 t2",)},
            "split-1 sends t2 to count-1, without anchors",
        ),
        ("SYS-21", ONE, {"acks split-1 t1": ("fails split-1 t1",)}, "split-1 fails t1"),
        ("SYS-21", ONE, {"acks split-1 t1": ()}, "t1 arrives at split-1"),
        (
            "SYS-26",
            ONE,
            {"emission spout-1 m1/1: m1": ("untracked spout-1 m1/1: m1",)},
            "spout-1 emits m1, without a message id: tree m1/1",
        ),
        (
            "SYS-03",
            ONE,
            {"called-ack spout-1 m1/1: m1": (), "done spout-1 m1": ()},
            "the word 'ack of m1/1' arrives at spout-1",
        ),
        (
            "SYS-02",
            ONE,
            {"called-ack spout-1 m1/1: m1": ("called-ack spout-1 m9/1: m1",)},
            "spout-1 is told ack of m9/1",
        ),
    ],
)
def test_of_many_happenings_of_a_step_the_one_that_breaks_the_rule_is_marked(
    rule: str, bolts: tuple[BoltShape, ...], changes: dict[str | int, Sequence[str]], line: str
) -> None:
    """If something is missing, it is the one after which that was due."""
    seen = played(Settle(), bolts=bolts, messages=("m1",))
    assert [line] == marked(rule, altered(seen, changes))


def test_without_such_a_happening_the_step_is_marked() -> None:
    """What should have been doubled or lost is a matter of the whole step."""
    seen = played(ASKED, TaskTick("spout-1"), TaskTick("spout-1"), bolts=ONE, messages=("m1",))
    silent = altered(seen, {"called-fail spout-1 m1/1: m1": ()})
    assert ["3 time passes for spout-1"] == marked("SYS-03", silent)


def test_a_marked_line_is_shown_among_many() -> None:
    """Of those before it and after it the ends are shown."""
    seen = played(*[ASKED] * 20, Flow("tuples"), bolts=ONE, messages=tuple(f"m{number}" for number in range(20)))
    wrong = altered(seen, {"acks split-1 t7": ("fails split-1 t7",)})
    with pytest.raises(Violation) as found:
        all_checks()["SYS-21"].check(wrong, Premises())
    lines = [line.strip() for line in violations.story(wrong.workload, list(wrong.results), found.value)]
    place = lines.index(">       split-1 fails t7")
    assert "t7 arrives at split-1" == lines[place - 1]
    assert ["… 7 more …", "… 28 more …"] == [
        line for line in lines if line.startswith("… ") and line.endswith("more …")
    ]


def test_messages_that_are_doubled_or_lost_stand_in_the_line_of_their_step() -> None:
    """They are named once, however often they are under way."""
    doubled, lost = Double("spout-1", "split-1"), Lose("spout-1", "split-1", None)
    steps = (ASKED, ASKED, doubled, doubled, Lose("spout-1", "acker-1", 0), lost, lost)
    story = story_of(played(*steps, bolts=ONE))
    assert [
        "3  all messages from spout-1 to split-1 are doubled: t1 and t2",
        "4  all messages from spout-1 to split-1 are doubled: t1 (2 times) and t2 (2 times)",
        "5  a message from spout-1 to acker-1 is lost: the init for m1/1",
        "6  all messages from spout-1 to split-1 are lost: t1 (4 times) and t2 (4 times)",
        "7  all messages from spout-1 to split-1 are lost",
        "nothing happens",
    ] == story[-6:]


def test_of_many_steps_that_double_messages_only_the_ends_are_shown() -> None:
    """Whatever the messages are."""
    story = story_of(played(ASKED, *[Double("spout-1", "split-1")] * 6, bolts=ONE))
    assert [
        "2  all messages from spout-1 to split-1 are doubled: t1",
        "… 4 more like it …",
        "7  all messages from spout-1 to split-1 are doubled: t1 (32 times)",
    ] == story[-3:]


def test_messages_that_are_lost_with_their_sender_have_one_sentence() -> None:
    """The death of the task says more than that."""
    steps = (Pause("spout-1"), Settle())
    seen = altered(
        played(*steps, bolts=ONE), {0: ("lost spout-1 t8", "lost spout-1 t9", "back spout-1 m1", "lost spout-1 t7")}
    )
    assert ["t8 and t9 are lost", "the source offers m1 again", "t7 is lost"] == [
        line for line in story_of(seen) if "lost" in line or "again" in line
    ]
