"""Messages under way, as recorded one by one."""

import pytest
from ackproof.oracle.under_way import Pair, Parcel, UnderWay, kind_of

ONE, OTHER, BACK = ("spout-1", "count-1"), ("spout-2", "count-1"), ("acker-1", "spout-1")


def sent(*messages: tuple[Pair, str, int]) -> UnderWay:
    """Return the messages under way after some were sent, each by an operation."""
    under_way = UnderWay()
    for pair, name, index in messages:
        under_way.sent(pair, name, index)
    return under_way


def several() -> UnderWay:
    """Return three messages of one channel, one of another to the same task, and one to another task."""
    return sent((ONE, "t1", 0), (ONE, "t2", 1), (OTHER, "t3", 2), (ONE, "t4", 3), (BACK, "t1", 4))


def names(under_way: UnderWay) -> dict[Pair, list[str]]:
    """Return the names of the messages of each channel."""
    return {pair: [parcel.name for parcel in channel] for pair, channel in under_way.channels.items()}


def test_a_place_is_counted_from_the_oldest_message() -> None:
    """Behind the last there is none, so the last is meant."""
    under_way = several()
    first, second, third = Parcel("t1", 0), Parcel("t2", 1), Parcel("t4", 3)
    assert [first, second, third, third] == [under_way.at(ONE, place) for place in range(4)]
    assert None is under_way.at(("count-1", "spout-1"), 0)
    assert [first, second, third] == under_way.all_of(ONE)
    assert [] == under_way.all_of(("count-1", "spout-1"))


@pytest.mark.parametrize(
    ("place", "left"), [(0, ["t2", "t4"]), (1, ["t1", "t4"]), (2, ["t1", "t2"]), (9, ["t1", "t2"])]
)
def test_the_message_at_a_place_is_taken(place: int, left: list[str]) -> None:
    """Other channels keep theirs."""
    under_way = several()
    under_way.taken(ONE, place)
    assert {ONE: left, OTHER: ["t3"], BACK: ["t1"]} == names(under_way)


def test_doubled_messages_are_behind_the_others() -> None:
    """They are under way since that operation; a channel without messages has none to double."""
    under_way = sent((ONE, "t1", 0), (ONE, "t2", 1), (OTHER, "t3", 2))
    under_way.doubled(ONE, 5)
    under_way.doubled(BACK, 5)
    assert [Parcel("t1", 0), Parcel("t2", 1), Parcel("t1", 5), Parcel("t2", 5)] == under_way.all_of(ONE)
    assert [["t3"], []] == [[parcel.name for parcel in under_way.all_of(pair)] for pair in (OTHER, BACK)]


@pytest.mark.parametrize(
    ("receiver", "name", "found"),
    [
        ("count-1", "t1", (Parcel("t1", 0), True)),
        ("count-1", "t2", (Parcel("t2", 1), False)),
        ("count-1", "t3", (Parcel("t3", 2), True)),
        ("spout-1", "t1", (Parcel("t1", 4), True)),
        ("spout-1", "t2", None),
        ("acker-1", "t1", None),
        ("zone-1", "t1", None),
    ],
)
def test_a_message_is_found_by_its_receiver_and_name(
    receiver: str, name: str, found: tuple[Parcel, bool] | None
) -> None:
    """It is known whether it is the oldest of its channel."""
    assert found == several().oldest(receiver, name)


def test_of_two_with_one_name_the_older_is_gone() -> None:
    """Messages to others, and those with other names, stay."""
    under_way = several()
    under_way.sent(ONE, "t2", 7)
    under_way.gone("count-1", "t2")
    assert {ONE: ["t1", "t4", "t2"], OTHER: ["t3"], BACK: ["t1"]} == names(under_way)
    for receiver, name in (("acker-1", "t1"), ("zone-1", "t1"), ("spout-1", "t0"), ("spout-1", "t9")):
        under_way.gone(receiver, name)
    assert {ONE: ["t1", "t4", "t2"], OTHER: ["t3"], BACK: ["t1"]} == names(under_way)


def test_the_oldest_of_each_channel_is_left_over() -> None:
    """A channel that is empty has none."""
    under_way = several()
    under_way.gone("count-1", "t3")
    assert [(ONE, Parcel("t1", 0)), (BACK, Parcel("t1", 4))] == list(under_way.left(None))
    assert [(ONE, Parcel("t1", 0))] == list(under_way.left("tuples"))
    assert [(BACK, Parcel("t1", 4))] == list(under_way.left("words"))
    assert [] == list(under_way.left("reports"))


def test_the_kind_of_a_message_is_known_by_its_receiver() -> None:
    """Whatever is neither a spout task nor an acker task is a bolt task."""
    assert ["words", "reports", "tuples"] == [kind_of(task) for task in ("spout-2", "acker-1", "count-1")]
