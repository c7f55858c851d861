"""The destinations of tuples by their grouping, compared with the reference's, and with changed ones."""

from collections.abc import Mapping, Sequence

import pytest
from ackproof.components.happenings import SpoutTuple
from ackproof.components.topology import (
    BoltShape,
    Deliver,
    Flow,
    NextTuple,
    Settle,
    Subscription,
    TopologyOperation,
    Wiring,
)
from ackproof.oracle.lapses import Findings, Lapse, Occasion, Part
from ackproof.oracle.places import Places
from common.chronicles import altered, played

EMIT, TUPLES, TAKE = NextTuple("spout-1"), Flow("tuples"), Deliver("spout-1", "split-1")
Steps = tuple[TopologyOperation, ...]


def taking(grouping: str, stream: int = 1, *, streams: int = 1) -> tuple[BoltShape, ...]:
    """Return a bolt that emits two values and a bolt of two tasks after it, with a grouping."""
    takes = (Subscription("split", stream, grouping),)
    split = BoltShape(name="split", fan=2, streams=streams)
    return split, BoltShape(name="count", after=("split",), tasks=2, fan=0, takes=takes)


@pytest.mark.parametrize("grouping", ["fields", "shuffle", "none", "all", "direct"])
@pytest.mark.parametrize("stream", [1, 2])
def test_the_reference_sends_as_it_should(grouping: str, stream: int) -> None:
    """Each grouping and stream is tested."""
    assert [] == played(EMIT, TUPLES, EMIT, Settle(), bolts=taking(grouping, stream, streams=2)).judged.lapses


@pytest.mark.parametrize(
    ("bolts", "changes", "what"),
    [
        (
            taking("all"),
            {"tuple split-1 > count-2 t3: t1": ()},
            "split-1 emitted 3 tuples to count; of t1 it makes 4",
        ),
        (
            taking("all"),
            {"tuple split-1 > count-2 t3: t1": ("tuple split-1 > count-1 t3: t1",)},
            "split-1 did not send to count-2 what went to the others by all grouping",
        ),
        (
            taking("direct"),
            {"tuple split-1 > count-2 t3: t1": ("tuple split-1 > count-1 t3: t1",)},
            "split-1 sent 2 tuples to count-1; by direct grouping it sends 1 to count-1, 1 to count-2",
        ),
        (
            taking("shuffle", 2, streams=2),
            {1: ("tuple split-1 > count-1 t9: t1",)},
            "split-1 emitted 2 tuples to count; of t1 it makes 1",
        ),
    ],
)
def test_a_tuple_in_the_wrong_place_is_a_lapse(
    bolts: tuple[BoltShape, ...], changes: Mapping[str | int, Sequence[str]], what: str
) -> None:
    """It is a lapse of the grouping, with values."""
    seen = altered(played(EMIT, TAKE, bolts=bolts), changes)
    assert [Lapse(Part.GROUPING, what, 1)] == [each for each in seen.judged.lapses if each.part is Part.GROUPING]


def test_a_tuple_too_few_of_a_plain_subscription_is_a_lapse_of_what_a_bolt_emits() -> None:
    """This was so before there were other groupings."""
    seen = altered(played(EMIT, TAKE), {"tuple split-1 > count-1 t3: t1": ()})
    assert Lapse(Part.EMITS, "split-1 emitted 1 tuple to count; of t1 it makes 2", 1) in seen.judged.lapses


def test_a_copy_of_an_emission_that_is_missing_is_a_lapse() -> None:
    """This holds for the spout's tuples as for those of bolts."""
    bolts = (BoltShape(name="count", tasks=2, fan=0, takes=(Subscription("spout", grouping="all"),)),)
    seen = altered(played(EMIT, bolts=bolts), {"tuple spout-1 > count-2 t2: m1/1": ()})
    assert [Lapse(Part.GROUPING, "spout-1 emitted 1 tuple to count; of m1/1 it makes 2", 0)] == seen.judged.lapses


def test_the_occasions_are_counted() -> None:
    """An occasion needs several tasks to choose from."""
    occasions = played(EMIT, TUPLES, bolts=taking("all")).judged.occasions
    assert (1, 0) == (occasions[Occasion.DEALT_TO_ALL], occasions[Occasion.DEALT_BY_NAME])
    occasions = played(EMIT, TUPLES, bolts=taking("direct", 2, streams=2)).judged.occasions
    assert (1, 1) == (occasions[Occasion.DEALT_BY_NAME], occasions[Occasion.ON_ANOTHER_STREAM])


def wired(*takes: Subscription, streams: int = 1, tasks: int = 3) -> Places:
    """Return the places of a topology with one bolt, `count`."""
    shape = BoltShape(name="count", tasks=tasks, fan=0, takes=takes)
    return Places(Wiring(("m1",), (shape,), streams=streams), Findings())


def to(task: str, value: str | None = None, name: str = "t1") -> SpoutTuple:
    """Return a tuple of the spout."""
    return SpoutTuple(task="spout-1", to=task, name=name, tree="m1/1", value=value)


@pytest.mark.parametrize(
    ("task", "known"),
    [
        ("count-0", False),
        ("count-1", True),
        ("count-3", True),
        ("count-4", False),
        ("count-x", False),
        ("store-1", False),
    ],
)
@pytest.mark.parametrize(("grouping", "part"), [("fields", Part.EMISSION), ("shuffle", Part.GROUPING)])
def test_a_tuple_goes_to_a_task_of_the_plan(task: str, *, known: bool, grouping: str, part: Part) -> None:
    """The tasks of a bolt are counted from 1."""
    places = wired(Subscription("spout", grouping=grouping))
    places.hold(to(task), Part.EMISSION)
    lapse = Lapse(Part.EMISSION if task == "store-1" else part, f"t1 went to {task}, which is no task of the plan", 0)
    assert ([] if known else [lapse]) == places.findings.judged.lapses


@pytest.mark.parametrize(("grouping", "same"), [("fields", True), ("shuffle", False), ("direct", False)])
def test_a_value_goes_to_one_task_by_fields_grouping_alone(grouping: str, *, same: bool) -> None:
    """A tuple without a value may go to any task."""
    places = wired(Subscription("spout", grouping=grouping))
    for sent in (to("count-2", "a"), to("count-2", "a"), to("count-1", "b"), to("count-3"), to("count-1", "a", "t9")):
        places.hold(sent, Part.EMITS)
    lapse = Lapse(Part.EMITS, "t9 went to count-1; the value a went to count-2 before", 0)
    assert ([lapse] if same else []) == places.findings.judged.lapses
    sooner = wired()
    sooner.hold(to("count-1", "a"), Part.EMITS)
    sooner.hold(to("count-2", "a", "t9"), Part.EMITS)
    lapse = Lapse(Part.EMITS, "t9 went to count-2; the value a went to count-1 before", 0)
    assert [lapse] == sooner.findings.judged.lapses


@pytest.mark.parametrize(
    ("takes", "streams", "tasks", "number", "expected"),
    [
        ((), 1, 3, 0, [(True, "emitted 0 tuples to count; of m1 it makes 2")]),
        ((), 1, 3, 1, [(True, "emitted 1 tuple to count; of m1 it makes 2")]),
        ((), 1, 3, 2, []),
        ((), 1, 3, 3, [(True, "emitted 3 tuples to count; of m1 it makes 2")]),
        ((), 2, 3, 1, []),
        ((), 2, 3, 2, [(False, "emitted 2 tuples to count; of m1 it makes 1")]),
        ((Subscription("spout", 2),), 2, 3, 1, []),
        ((Subscription("spout", 3),), 3, 3, 0, []),
        ((Subscription("spout", 3),), 2, 3, 1, [(False, "emitted 1 tuple to count; of m1 it makes 0")]),
        ((Subscription("other", 2),), 1, 3, 2, []),
        ((Subscription("spout", grouping="all"),), 1, 2, 4, []),
        ((Subscription("spout", grouping="all"),), 1, 2, 2, [(False, "emitted 2 tuples to count; of m1 it makes 4")]),
    ],
)  # fmt: skip
def test_a_bolt_takes_its_stream(
    takes: tuple[Subscription, ...], streams: int, tasks: int, number: int, expected: list[tuple[bool, str]]
) -> None:
    """The spout makes two tuples, of which the first goes out on stream 1."""
    sent = [to(f"count-{each % tasks + 1}") for each in range(number)]
    emits = [1, 2], [1, 2]
    places = wired(*takes, streams=streams, tasks=tasks)
    assert expected == list(places.faults("spout", [*sent, to("store-1"), to("alarm-1")], emits=emits, of="m1"))


def test_a_component_may_have_a_choice() -> None:
    """Then the least and the most are named, and a tuple too many for one task is one above the most."""
    places = wired(Subscription("spout", grouping="direct"), tasks=2)
    many = [to("count-1")] * 4
    for few in ([], [to("count-1")], [to("count-2")]):
        assert [] == list(places.faults("spout", few, emits=([], [1, 2, 3]), of="m1"))
    assert [(False, "emitted 4 tuples to count; of m1 it makes 1 to 3")] == list(
        places.faults("spout", many, emits=([1], [1, 2, 3]), of="m1")
    )
    assert [(False, "sent 3 tuples to count-1; by direct grouping it sends 2 to count-1, 1 to count-2")] == list(
        places.faults("spout", many[:3], emits=([1], [1, 2, 3]), of="m1")
    )


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (("count-1", "count-1", "count-1"), None),
        (("count-1", "count-2", "count-2"), "sent 2 tuples to count-2"),
        (("count-2", "count-2", "count-3"), "sent 2 tuples to count-2"),
        (("count-3", "count-2", "count-2"), "sent 1 tuple to count-3"),
    ],
)
def test_by_direct_grouping_a_task_is_named(sent: tuple[str, ...], expected: str | None) -> None:
    """They are named in turn, here each time the first of three; the first that got too many is a fault."""
    places = wired(Subscription("spout", grouping="direct"))
    what = f"{expected}; by direct grouping it sends 3 to count-1, 0 to count-2, 0 to count-3"
    faults = places.faults("spout", list(map(to, sent)), emits=([1, 4, 7], [1, 4, 7]), of="m1")
    assert ([(False, what)] if expected else []) == list(faults)


@pytest.mark.parametrize(
    ("sent", "low", "right"),
    [
        (("count-1", "count-2", "count-3", "count-1"), 4, True),
        (("count-2", "count-1", "count-3", "count-1"), 4, False),
        (("count-1", "count-1", "count-2", "count-3"), 4, False),
        (("count-1", "count-3", "count-1"), 0, True),
        (("count-2", "count-3"), 0, True),
        (("count-3", "count-2"), 0, False),
    ],
)
def test_by_direct_grouping_tasks_are_named_in_order(sent: tuple[str, ...], low: int, *, right: bool) -> None:
    """A bolt that gives up may have emitted some of the tuples, in the order of their places."""
    places = wired(Subscription("spout", grouping="direct"))
    faults = places.faults("spout", list(map(to, sent)), emits=(range(1, low + 1), range(1, 5)), of="m1")
    order = "by direct grouping they go to count-1, count-2, count-3, count-1, in this order"
    what = f"sent its tuples to {', '.join(sent)}; {order}"
    assert ([] if right else [(False, what)]) == list(faults)


@pytest.mark.parametrize(
    ("stream", "streams", "place", "words"),
    [(1, 1, 2, "value 2"), (2, 2, 2, "value 2 on stream 2"), (1, 2, 5, "value 5 on stream 1")],
)
def test_by_direct_grouping_a_single_tuple_is_named_with_its_place(
    stream: int, streams: int, place: int, words: str
) -> None:
    """The places are counted among all values, not among those of the stream."""
    places = wired(Subscription("spout", stream, "direct"), streams=streams)
    [fault] = places.faults("spout", [to("count-1")], emits=([place], [place]), of="m1")
    assert fault == (False, f"sent t1 to count-1; t1 is {words}, which goes to count-2 by direct grouping")


@pytest.mark.parametrize(
    ("tasks", "missing"),
    [((1, 2, 3), None), ((1, 1, 2), 3), ((2, 3, 3), 1), ((1, 2, 2), 3), ((1, 1, 1), 2), ((1, 1, 3), 2), ((1, 2, 1), 3)],
)
def test_by_all_grouping_each_task_gets_one(tasks: tuple[int, ...], missing: int | None) -> None:
    """The first task that got none is named."""
    places = wired(Subscription("spout", grouping="all"))
    what = f"did not send to count-{missing} what went to the others by all grouping"
    faults = places.faults("spout", [to(f"count-{task}") for task in tasks], emits=([1], [1]), of="m1")
    assert ([(False, what)] if missing else []) == list(faults)


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        (("1a", "2a", "2b", "1b"), None),
        (("1a", "2a", "1a", "2a"), None),
        (("1a", "2", "1", "2b"), None),
        (("1a", "1a", "2b", "2b"), "did not send to count-2 what went to the others by all grouping"),
        (("1a", "2a", "2b", "2b"), "did not send to count-1 what went to the others by all grouping"),
        (
            ("1a", "2b", "1b", "2a"),
            "sent the value a to count-1 and b to count-2, which are copies of one tuple by all grouping",
        ),
    ],
)
def test_by_all_grouping_each_task_gets_each_value(sent: tuple[str, ...], fault: str | None) -> None:
    """The copies of one value follow each other. A tuple without a value may be a copy of any."""
    places = wired(Subscription("spout", grouping="all"), tasks=2)
    tuples = [to(f"count-{each[0]}", each[1:] or None) for each in sent]
    assert ([(False, fault)] if fault else []) == list(places.faults("spout", tuples, emits=([1, 2], [1, 2]), of="m1"))


@pytest.mark.parametrize(
    ("grouping", "stream", "tasks", "expected"),
    [
        ("all", 1, 2, [Occasion.DEALT_TO_ALL]),
        ("direct", 1, 2, [Occasion.DEALT_BY_NAME]),
        ("shuffle", 1, 2, [Occasion.DEALT_TO_ANY]),
        ("none", 1, 2, [Occasion.DEALT_TO_ANY]),
        ("none", 1, 1, []),
        ("fields", 1, 2, []),
        ("fields", 2, 2, [Occasion.ON_ANOTHER_STREAM]),
        ("none", 2, 2, [Occasion.DEALT_TO_ANY, Occasion.ON_ANOTHER_STREAM]),
    ],
)
def test_an_occasion_of_a_grouping_has_a_choice(
    grouping: str, stream: int, tasks: int, expected: list[Occasion]
) -> None:
    """There are several tasks, or streams; and a tuple was sent."""
    places = wired(Subscription("spout", stream, grouping), streams=2, tasks=tasks)
    sent = [to(f"count-{task}") for task in ((1, 2)[:tasks] if grouping == "all" else (stream,))]
    emits = [stream], [stream]
    assert [] == list(places.faults("spout", sent, emits=emits, of="m1"))
    assert dict.fromkeys(expected, 1) == dict(places.findings.judged.occasions)
    assert [] == list(places.faults("spout", [], emits=([], [stream]), of="m1"))
    assert dict.fromkeys(expected, 1) == dict(places.findings.judged.occasions)


def test_a_bolt_stands_after_the_components_that_it_takes_from() -> None:
    """They are named in its shape."""
    bolts = (BoltShape(name="split", streams=2), BoltShape(name="count", after=("split", "spout")))
    places = Places(Wiring(("m1",), bolts, streams=3), Findings())
    assert {"spout": ["split", "count"], "split": ["count"], "count": []} == places.after
    assert {"spout": 3, "split": 2, "count": 1} == places.streams
    assert [False, False] == [places.is_plain(component, "count") for component in ("spout", "split")]
