"""What the acker does in three short histories. `ackproof certify my_acker:make` tries thousands."""

import pytest

from my_acker import Acker


@pytest.fixture(params=["storm1", "storm2"])
def acker(request):
    """An acker of each profile."""
    return Acker(request.param)


def test_a_tree_is_done_when_each_edge_was_told_of_twice(acker):
    """Also if an ack overtakes the init of its tree."""
    assert acker.ack(5, 17 ^ 9) == []
    assert acker.init(5, 17, 7) == []
    assert acker.ack(5, 9) == [("ack", 5, 7)]


def test_a_fail_before_the_init_is_remembered(acker):
    """And told as soon as the init names the spout task, which may be task 0."""
    assert acker.fail(6) == []
    assert acker.init(6, 3, 0) == [("fail", 6, 0)]


def test_a_record_is_forgotten_after_enough_ticks(acker):
    """Then an ack begins a new record, of which nothing is said."""
    acker.init(8, 3, 7)
    for _ in range(3):
        assert acker.tick() == []
    assert acker.ack(8, 3) == []
