"""Expect crossings between workers in the order of their lines, each once, whatever order they are added in."""

from itertools import pairwise

import numpy as np
import pytest
from ackproof_adapters.audit.logs.stamps import STYLE, stamp_of
from ackproof_adapters.audit.trees.crossing_queue import CrossedArrays, CrossingQueue
from ackproof_adapters.audit.trees.crossings import Crossing, Crossings
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import FILE, Place
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def crossed(places: list[int]) -> CrossedArrays:
    at = np.array(places, np.int64)
    times = at << STYLE
    sent, received = at + (1 << FILE), at + (2 << FILE)
    return CrossedArrays(
        at=at, sender=at * 0, sent=sent, receiver=at * 0 + 1, received=received, sent_when=times, when=times
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # machines are busy
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
        assert queue.prepare(until) in ([], [(0, 1)])
        for at in [until // 2, until]:
            passed_on += [sent - (1 << FILE) for sent, *_ in queue.before((0, 1), at)]
            assert [place for place in passed_on if place >= until] == []
    assert passed_on == sorted(places)


def test_each_pair_of_workers_has_its_own() -> None:
    queue = CrossingQueue()
    queue.add(crossed([7, 3]))
    other = crossed([5])
    queue.add(evolve(other, sender=other.receiver, receiver=other.sender))
    assert queue.prepare(8) == [(0, 1), (1, 0)]
    assert [len(queue.before(pair, 8)) for pair in ((0, 1), (1, 0), (1, 2))] == [2, 1, 0]


def test_those_of_lines_before_an_event_are_noted_before_its_own() -> None:
    """So the order is that of the lines, whichever way they came."""
    known, order = Gathering(), list[str]()
    known.order.before_crossing = lambda *pair: order.append(f"before {pair}")
    known.order.cross(Place(0, 0, 5), Place(1, 0, 9), "sent", "received")
    assert order == ["before (0, 1)"]
    assert [*known.order.crossings[0, 1]] == [Crossing(Place(0, 0, 5), Place(1, 0, 9), "sent", "received")]


def test_one_that_another_implies_is_not_kept() -> None:
    """Places are told apart by file and line, and times may be stamps."""
    kept, when = Crossings(0, 1), "2026-11-23T22:19:50,694"
    kept.add([(5, 90, "a", "b"), (4, 95, "a", "b"), (7, 80, "a", "b")])
    kept.add([((1 << FILE) + 2, (2 << FILE) + 3, stamp_of(when), stamp_of(when))])
    last = Crossing(Place(0, 1, 2), Place(1, 2, 3), when, when)
    assert [*kept] == [Crossing(Place(0, 0, 7), Place(1, 0, 80), "a", "b"), last]
    assert kept.sent_from(Place(0, 0, 8)) == kept.received_from(Place(1, 0, 81)) == last
    assert kept.sent_from(Place(0, 1, 3)) is None
    assert [each and each.sent.line for each in map(kept.received_before, (Place(1, 0, 80), Place(1, 2, 3)))] == [
        None,
        7,
    ]


def test_many_are_kept_at_greater_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ackproof_adapters.audit.trees.crossings.MOST_CROSSINGS", 10)
    kept = Crossings(0, 1)
    kept.add((line, line, "", "") for line in range(1, 1000))
    lines = [each.sent.line for each in kept]
    assert 4 <= len(lines) <= 10
    assert lines == sorted(lines)
    assert min(after - before for before, after in pairwise(lines)) > 8
