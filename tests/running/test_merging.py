"""The journals of several processes merged: by causes, and otherwise by the clock."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from ackproof.errors import TargetBroke
from ackproof_adapters.running.cluster.merging import merged
from ackproof_adapters.running.journal import Journal

Lines = Sequence[dict[str, Any]]


def line(at: int, task: str, what: str, **more: Any) -> dict[str, Any]:
    """Return a line of a journal."""
    return {"at": at, "task": task, "what": what, **more}


def report(**more: Any) -> dict[str, Any]:
    """Return the warden's report of a run without faults."""
    return {"until": 10_000, "living": [1, 2], "notes": [], "lost": [], **more}


def in_order(journals: Mapping[str, Lines], **more: Any) -> list[tuple[str, str]]:
    """Return the tasks and the kinds of the lines in their order."""
    lines, _ = merged(journals, report(**more))
    return [(each["task"], each["what"]) for each in lines if each["what"] != "began"]


def emission(at: int, name: str = "t1-1") -> dict[str, Any]:
    """Return the line before an emission of a spout task."""
    return line(at, "spout-1", "next", name=name, tree="m1/1", message="m1", tracked=True)


ARRIVES = line(20, "split-1", "arrives", name="t1-1", receipt="t1-1@split-1'")
SPOUT = [line(0, "spout-1", "began"), line(1, "spout-1", "opened")]
SPLIT = [line(0, "split-1", "began"), line(1, "split-1", "opened")]
INIT = line(
    12, "spout-1", "reports", stream="__ack_init", root="7", values=["7", "5", "1"], to=["acker-1"], about="m1/1"
)
SENT = line(13, "spout-1", "sent", name="t1-1", to=["split-1"])
GOES = line(11, "spout-1", "goes", name="t1-1", to=["split-1"])


def test_what_no_cause_decides_is_in_the_order_of_the_clock() -> None:
    """The lines are of two independent processes."""
    spout, split = (
        [*SPOUT, line(7, "spout-1", "stalled")],
        [*SPLIT, line(5, "split-1", "flush"), line(6, "split-1", "over")],
    )
    assert [("split-1", "flush"), ("split-1", "over"), ("spout-1", "stalled")] == in_order(
        {"1-0": spout, "2-0": split}
    )[2:]


def test_a_cause_comes_first_whatever_the_clocks_say() -> None:
    """A tuple does not arrive before it was emitted."""
    late = [*SPOUT, emission(90), {**GOES, "at": 91}, {**INIT, "at": 92}, {**SENT, "at": 93}]
    order = in_order({"1-0": late, "2-0": [*SPLIT, ARRIVES, line(21, "split-1", "over")]})
    assert order.index(("spout-1", "next")) < order.index(("split-1", "arrives"))


def test_journals_that_contradict_each_other_are_no_journals() -> None:
    """Each of two tuples arrived before the other was emitted."""
    one = [*SPLIT, {**ARRIVES, "name": "t2-1"}, line(21, "split-1", "emits", name="t1-1"), line(22, "split-1", "over")]
    other = [
        line(0, "count-1", "began"),
        line(20, "count-1", "arrives", name="t1-1", receipt="r"),
        line(21, "count-1", "emits", name="t2-1"),
        line(22, "count-1", "over"),
    ]
    with pytest.raises(TargetBroke, match="contradict"):
        merged({"1-0": one, "2-0": other}, report())


def test_what_was_not_sent_had_not_begun() -> None:
    """A spout task that is killed before it sends has emitted nothing; its message is offered again, but not by it."""
    lines, _ = merged({"1-0": [*SPOUT, emission(10)]}, report(living=[], lost=[lost("m1")]))
    assert ["began", "opened", "died"] == [each["what"] for each in lines]
    assert [] == lines[-1]["back"]


def lost(message: str) -> dict[str, Any]:
    """Return the source's note on the end of a spout task's process with an open message."""
    return {"at": 50, "task": "spout-1", "process": 1, "messages": [message]}


def test_what_was_sent_is_known_though_nobody_wrote_that_it_was() -> None:
    """The hook writes the receiver before the tuple is sent."""
    spout = [*SPOUT, emission(10), GOES, INIT]
    lines, _ = merged({"1-0": spout}, report(living=[], lost=[lost("m1")]))
    assert ["sent", "died"] == [each["what"] for each in lines][-2:]
    assert ["split-1"] == lines[-2]["to"]
    assert ["m1"] == lines[-1]["back"]


def test_an_emission_that_somebody_received_lacks_nothing_but_its_init() -> None:
    """The init was lost, because it is sent after the tuples. If no task has received a tuple, the emission does not
    count.
    """
    spout = [*SPOUT, emission(10), GOES]
    split = [*SPLIT, {**ARRIVES, "roots": {"7": "5"}}, line(21, "split-1", "over")]
    lines, _ = merged({"1-0": spout, "2-0": split}, report(living=[2], lost=[lost("m1")]))
    (init,) = [each for each in lines if each["what"] == "reports"]
    assert ("7", "m1/1") == (init["root"], init["about"])
    lines, _ = merged({"1-0": spout}, report(living=[], lost=[lost("m1")]))
    assert ["began", "opened", "died"] == [each["what"] for each in lines]


def test_the_source_has_the_last_word() -> None:
    """A spout task got an ack callback, wrote that the message is done, and died before it reported that to the
    source.
    """
    called_back = [line(30, "spout-1", what, tree="m1/1", message="m1") for what in ("called-ack", "done")]
    spout = [*SPOUT, emission(10), GOES, INIT, SENT, *called_back]
    assert "done" in [what for _, what in in_order({"1-0": spout}, living=[])]
    assert "done" not in [what for _, what in in_order({"1-0": spout}, living=[], lost=[lost("m1")])]


EMITS = [
    line(21, "split-1", "emits", name="t2-1", value="m1", anchors=[]),
    line(22, "split-1", "goes", name="t2-1", to=["count-1"]),
]


@pytest.mark.parametrize(
    ("did", "left"),
    [
        ([], ["died"]),
        (EMITS[:1], ["died"]),
        (EMITS, ["arrives", "emits", "goes", "sent", "torn", "died"]),
    ],
)
def test_an_execution_of_which_nobody_received_anything_is_taken_back(did: Lines, left: list[str]) -> None:
    """An execution of which one tuple was received is torn."""
    split = [*SPLIT, ARRIVES, *did]
    count = [line(0, "count-1", "began"), line(30, "count-1", "arrives", name="t2-1"), line(31, "count-1", "over")]
    both, _ = merged({"2-0": split, "3-0": count}, report(living=[3]))
    lines = [each for each in both if each["task"] == "split-1"]
    assert left == [each["what"] for each in lines if each["what"] not in ("began", "opened")]


def test_a_task_in_two_processes_at_once_is_said() -> None:
    """When Storm moves a task, it may start the new one before the old one has ended."""
    first = [*SPLIT, line(100, "split-1", "flush"), line(101, "split-1", "over")]
    second = [line(50, "split-1", "began")]
    _, doubt = merged({"1-0": first, "2-0": second}, report(living=[2]))
    assert "two processes had split-1 at the same time" == doubt
    _, doubt = merged({"1-0": first, "2-0": [line(150, "split-1", "began")]}, report(living=[2]))
    assert "" == doubt


def test_what_comes_after_the_end_is_left_out() -> None:
    """The run was over before that."""
    lines, _ = merged({"2-0": [*SPLIT, line(90, "split-1", "stalled")]}, report(until=50))
    assert ["began", "opened"] == [each["what"] for each in lines]


def test_a_connection_that_was_broken_stands_where_it_was_broken() -> None:
    """It names the tasks that the connection led to; a connection that could not be broken is not in the journal."""
    broken = {"what": "sever", "whom": "split-1", "at": 25, "tasks": ["count-1", "split-1"], "ends": 4}
    lines, _ = merged({"2-0": [*SPLIT, line(90, "split-1", "over")]}, report(notes=[broken]))
    assert ["began", "opened", "severed", "over"] == [each["what"] for each in lines]
    read = Journal(lines=lines, timeout=4, basic=frozenset())
    assert {"count-1", "split-1"} == read.cut_off
    del broken["ends"]
    lines, _ = merged({"2-0": SPLIT}, report(notes=[broken]))
    assert frozenset() == Journal(lines=lines, timeout=4, basic=frozenset()).cut_off


@pytest.mark.parametrize(
    ("taken_by", "back"), [((1,), []), ((1, 2), ["m1"])], ids=["the one that had it before", "another one"]
)
def test_an_emission_that_is_in_no_journal_was_taken_by_one_that_died(taken_by: list[int], back: list[str]) -> None:
    """If that was the task that had emitted the message before, its source knew the outcome of that emission."""
    first = [*SPOUT, emission(10), GOES, INIT, SENT, line(14, "spout-1", "back", message="m1")]
    second = [line(30, "spout-1", "began"), line(31, "spout-1", "opened")]
    third = [
        line(50, "spout-1", "began"),
        {**emission(51, "t3-1"), "tree": "m1/3"},
        {**SENT, "at": 52, "name": "t3-1"},
    ]
    lost = [{"process": process, "task": "spout-1", "messages": ["m1"], "at": 20 * process} for process in taken_by]
    lines, _ = merged({"1-0": first, "2-0": second, "3-0": third}, report(living=[3], lost=lost))
    died = next(each for each in lines if each["what"] == "died")
    assert back == died["back"]
    assert ("back" in [each["what"] for each in lines]) is not bool(back)
