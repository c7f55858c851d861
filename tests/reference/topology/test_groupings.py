"""Streams and groupings: which tasks a tuple goes to."""

from collections.abc import Mapping, Sequence
from itertools import count

import pytest
from acking import STORM2, Acker, Kind
from acking.errors import UnknownComponent
from acking.topology import Topology
from acking.topology.bolts import Plain
from acking.topology.events import Deliver, Flow, Flowing, NextTuple, Settle
from acking.topology.groupings import Grouping, Subscription, chosen, stream_of
from acking.topology.happenings import BoltTupleSent, CalledBack, SpoutTupleSent
from acking.topology.plan import BoltPlan, Plan
from acking.topology.tasks import SPOUT, Task

TASKS = tuple(Task("count", number) for number in (1, 2, 3))
SPOUT_1 = Task(SPOUT, 1)


def passed_on(values: Sequence[str]) -> Sequence[str]:
    """Emit each letter of a value separately."""
    return list("".join(values))


def nothing(values: Sequence[str]) -> Sequence[str]:
    """Emit nothing."""
    del values
    return []


def bolt(name: str, takes: Mapping[str, Subscription], *, tasks: int = 3, last: bool = True) -> BoltPlan:
    return BoltPlan(name, lambda: Plain(nothing if last else passed_on), tuple(takes), tasks, takes=takes)


def running(*bolts: BoltPlan, messages: Sequence[str] = ("a", "b", "c"), streams: int = 1) -> Topology:
    """Return a topology with some messages, and ids that are single bits."""
    plan = Plan(
        messages={f"m{number + 1}": value for number, value in enumerate(messages)},
        bolts=bolts,
        make_acker=lambda _: Acker(STORM2),
        streams=streams,
    )
    return Topology(plan, (1 << number for number in count()))


@pytest.mark.parametrize(
    ("grouping", "number", "turn", "expected"),
    [
        (Grouping.SHUFFLE, 1, 0, [1]),
        (Grouping.SHUFFLE, 1, 4, [2]),
        (Grouping.NONE, 1, 2, [3]),
        (Grouping.ALL, 1, 0, [1, 2, 3]),
        (Grouping.DIRECT, 1, 5, [1]),
        (Grouping.DIRECT, 3, 0, [3]),
        (Grouping.DIRECT, 5, 0, [2]),
    ],
)
def test_a_grouping_chooses_tasks(grouping: Grouping, number: int, turn: int, expected: list[int]) -> None:
    """They are in turn, all of them, or the one that is named."""
    assert expected == [task.index for task in chosen(grouping, TASKS, "v", number, turn)]


def test_fields_choose_by_the_value_alone() -> None:
    """The same value goes to the same task, whatever came before; and each task gets values."""
    places = {value: {chosen(Grouping.FIELDS, TASKS, value, 1, turn)[0] for turn in range(4)} for value in "abcdef"}
    assert {1} == {len(tasks) for tasks in places.values()}
    assert set(TASKS) == set().union(*places.values())


@pytest.mark.parametrize(("streams", "expected"), [(1, [1, 1, 1, 1]), (2, [1, 2, 1, 2]), (3, [1, 2, 3, 1])])
def test_what_is_emitted_takes_turns_on_the_streams(streams: int, expected: list[int]) -> None:
    """The stream follows from the value's number."""
    assert expected == [stream_of(number, streams) for number in (1, 2, 3, 4)]


def test_a_message_goes_out_on_the_stream_of_its_number() -> None:
    """A bolt takes one of them, and a replay uses the same stream."""
    topology = running(bolt("count", {SPOUT: Subscription(stream=2)}), streams=2)
    sent = [each for _ in range(3) for each in topology.step(NextTuple(SPOUT_1)) if isinstance(each, SpoutTupleSent)]
    assert ["m2/1"] == [each.tree for each in sent]


def test_messages_are_dealt_out_by_their_place_from_1() -> None:
    """They use the streams in turn; with `direct` the first goes to the first task (SYS-29)."""
    third = bolt("third", {SPOUT: Subscription(stream=3)})
    sent = [each.tree for each in running(third, streams=3).step(Settle()) if isinstance(each, SpoutTupleSent)]
    assert ["m3/1"] == sent
    topology = running(bolt("count", {SPOUT: Subscription(grouping=Grouping.DIRECT)}))
    sent_to = [(each.tree, each.receiver) for each in topology.step(Settle()) if isinstance(each, SpoutTupleSent)]
    assert list(zip(("m1/1", "m2/1", "m3/1"), TASKS, strict=True)) == sent_to


def test_each_copy_of_a_tuple_is_a_tuple_of_its_own() -> None:
    """The tree is acked when the last copy is."""
    topology = running(bolt("count", {SPOUT: Subscription(grouping=Grouping.ALL)}), messages="a")
    sent = [each for each in topology.step(NextTuple(SPOUT_1)) if isinstance(each, SpoutTupleSent)]
    assert [("t1", 1), ("t2", 2), ("t3", 3)] == [(each.name, each.receiver.index) for each in sent]
    for number, task in enumerate(TASKS):
        topology.step(Deliver(SPOUT_1, task))
        topology.step(Flow(Flowing.REPORTS))
        called = [each for each in topology.step(Flow(Flowing.NOTIFICATIONS)) if isinstance(each, CalledBack)]
        assert [Kind.ACK] * (number == 2) == [each.kind for each in called]


def test_the_values_of_a_bolt_are_dealt_out_by_their_place() -> None:
    """The places are counted for each input."""
    bolts = (
        BoltPlan("split", lambda: Plain(passed_on), streams=2),
        bolt("first", {"split": Subscription(1, Grouping.DIRECT)}),
        bolt("second", {"split": Subscription(2, Grouping.SHUFFLE)}),
    )
    happened = running(*bolts, messages=("abc", "de")).step(Settle())
    sent = [f"{each.value} to {each.receiver}" for each in happened if isinstance(each, BoltTupleSent)]
    assert ["a to first-1", "b to second-1", "c to first-3", "d to first-1", "e to second-2"] == sent


def test_a_bolt_says_how_it_takes_from_those_that_it_stands_after() -> None:
    """It has no subscription to other components."""
    with pytest.raises(UnknownComponent, match="says how it takes tuples from 'split', and does not stand after it"):
        BoltPlan("count", lambda: Plain(nothing), takes={"split": Subscription()})
