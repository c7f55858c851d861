"""Word count with a death in the middle: its counts, and the page about it."""

from collections import Counter
from pathlib import Path

from acking.topology.events import Deliver, Die, Lose, NextTuple, Settle, Tick
from acking.topology.happenings import BoltTupleSent
from ackproof.examples.word_count import OTHER, READER, SPLITTER, VICTIM, WordCount, sentences, story_lines, words_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "word-count.md"


def test_the_page_shows_what_the_program_prints() -> None:
    """They are compared line by line."""
    assert "\n".join(story_lines()) in PAGE.read_text(encoding="utf-8")


def test_without_a_fault_every_word_is_counted_as_often_as_it_is_there() -> None:
    """The text has 271 words."""
    run = WordCount.submitted()
    run.happens(Settle())
    assert Counter(words_of(list(sentences().values()))) == run.store
    assert 271 == run.store.total()


def test_what_is_counted_too_often_is_what_was_counted_before_the_death() -> None:
    """No word is counted too seldom."""
    run = WordCount.submitted()
    emitted = run.happens(NextTuple(READER), Deliver(READER, SPLITTER))
    early = [each.value for each in emitted if isinstance(each, BoltTupleSent) and each.receiver == VICTIM][:2]
    run.happens(Deliver(SPLITTER, VICTIM), Deliver(SPLITTER, VICTIM), Die(VICTIM), Lose(SPLITTER, VICTIM))
    run.happens(Lose(SPLITTER, OTHER), Tick(READER), Tick(READER), Settle())
    expected = Counter(words_of(list(sentences().values())))
    expected.update(early)
    assert expected == run.store
