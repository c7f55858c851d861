"""Expect crossings between workers in the order of their lines, each once, whatever order they are added in."""

import numpy as np
from ackproof_adapters.audit.crossing import CrossedArrays, CrossingQueue
from ackproof_adapters.audit.gathering import Gathering
from ackproof_adapters.audit.merging import FILE
from ackproof_adapters.audit.trees import Place
from hypothesis import given
from hypothesis import strategies as st


def crossed(places: list[int]) -> CrossedArrays:
    at = np.array(places, np.int64)
    times = np.array([str(place) for place in places], object)
    sent, received = at + (1 << FILE), at + (2 << FILE)
    return CrossedArrays(
        at=at, sender=at * 0, sent=sent, receiver=at * 0 + 1, received=received, sent_when=times, when=times
    )


@given(
    st.lists(st.integers(0, 200), unique=True),
    st.lists(st.integers(0, 210), max_size=5).map(sorted),
    st.integers(1, 4),
)
def test_each_is_passed_on_once_in_the_order_of_its_line(places: list[int], looks: list[int], parts: int) -> None:
    queue, passed_on = CrossingQueue(), list[int]()
    for number in range(parts):
        queue.add(crossed(places[number::parts]))
    for until in [*looks, 300]:
        queue.prepare(until)
        for at in [until // 2, until]:
            passed_on += [int(when) for *_, when in queue.before(at)]
            assert [place for place in passed_on if place >= until] == []
    assert passed_on == sorted(places)


def test_file_and_line_are_told_apart() -> None:
    queue = CrossingQueue()
    queue.add(crossed([7]))
    queue.prepare(8)
    assert [*queue.before(8)] == [((0, 1, 7), (1, 2, 7), "7", "7")]


def test_bare_places_are_noted_as_places() -> None:
    known = Gathering()
    known.cross((0, 0, 5), (1, 0, 9), "sent", "received")
    (noted,) = known.crossings[0, 1]
    assert (type(noted.sent), type(noted.received)) == (Place, Place)
    assert (noted.sent.line, noted.received.line, noted.when) == (5, 9, "received")
