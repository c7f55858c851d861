"""Two spouts in one state: what happens to their messages, and the page about it."""

from itertools import islice
from pathlib import Path

from acking import Kind
from ackproof.examples.two_spouts import ORDERS, PAYMENTS, SECOND, TwoSpouts, seeded_by, story_lines

PAGE = Path(__file__).resolve().parents[2] / "docs" / "two-spouts-in-one-state.md"


def test_the_page_shows_what_the_program_prints() -> None:
    """They are compared line by line."""
    assert "\n".join(story_lines()) in PAGE.read_text(encoding="utf-8")


def test_in_one_state_a_message_is_acked_that_nobody_has_seen() -> None:
    """It is the second one; and both tuples are still held."""
    run = TwoSpouts({task: seeded_by(SECOND) for task in (ORDERS, PAYMENTS)})
    (first, quiet), (second, notifications) = run.emit(ORDERS, "a"), run.emit(PAYMENTS, "b")
    assert (first.root, first.value, ()) == (second.root, second.value, tuple(quiet))
    assert [(Kind.ACK, PAYMENTS)] == [(word.kind, word.task) for word in notifications]
    assert ["b"] == [call.message for call in run.heard(notifications)]
    assert 1 == len(run.bolt.ack("a"))
    assert 1 == len(run.bolt.ack("b"))


def test_seconds_apart_each_is_acked_by_its_own_bolt() -> None:
    """With another seed, the same program loses nothing."""
    run = TwoSpouts({task: seeded_by(SECOND + task) for task in (ORDERS, PAYMENTS)})
    for task, message in ((ORDERS, "a"), (PAYMENTS, "b")):
        assert () == tuple(run.emit(task, message)[1])
    for message in ("b", "a"):
        (ack,) = run.bolt.ack(message)
        assert [message] == [call.message for call in run.heard(run.acker.receive(ack))]


def test_ids_are_drawn_anew_for_each_generator() -> None:
    """Two generators of the same second are separate, and draw the same ids."""
    one, other = seeded_by(SECOND), seeded_by(SECOND)
    assert list(islice(one, 5)) == list(islice(other, 5))
    assert set(islice(one, 5)).isdisjoint(islice(seeded_by(SECOND + 1), 10))
