"""The destinations of tuples by their grouping, compared with the reference's, and with changed ones."""

from collections.abc import Mapping, Sequence

import pytest
from ackproof.components.topology import BoltShape, Deliver, Flow, NextTuple, Settle, Subscription, TopologyOperation
from ackproof.oracle.lapses import Lapse, Occasion, Part
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
    assert Lapse(Part.EMITS, "split-1 emitted 1 tuples to count; of t1 it makes 2", 1) in seen.judged.lapses


def test_a_copy_of_an_emission_that_is_missing_is_a_lapse() -> None:
    """This holds for the spout's tuples as for those of bolts."""
    bolts = (BoltShape(name="count", tasks=2, fan=0, takes=(Subscription("spout", grouping="all"),)),)
    seen = altered(played(EMIT, bolts=bolts), {"tuple spout-1 > count-2 t2: m1/1": ()})
    assert [Lapse(Part.GROUPING, "spout-1 emitted 1 tuples to count; of m1/1 it makes 2", 0)] == seen.judged.lapses


def test_the_occasions_are_counted() -> None:
    """An occasion needs several tasks to choose from."""
    occasions = played(EMIT, TUPLES, bolts=taking("all")).judged.occasions
    assert (1, 0) == (occasions[Occasion.DEALT_TO_ALL], occasions[Occasion.DEALT_BY_NAME])
    occasions = played(EMIT, TUPLES, bolts=taking("direct", 2, streams=2)).judged.occasions
    assert (1, 1) == (occasions[Occasion.DEALT_BY_NAME], occasions[Occasion.ON_ANOTHER_STREAM])
