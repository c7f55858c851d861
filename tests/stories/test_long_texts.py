"""Long texts in stories: each has a short name."""

from ackproof.components.multilang import Deed, Give
from ackproof.components.rotating_map import Get, MapResult, Put, Size
from ackproof.rules.registry import Violation
from ackproof.stories import violations as explain
from ackproof.stories.long_texts import long_texts_in
from ackproof.target import Config
from ackproof.workloads.rotating_map import MapWorkload

STEM = "message/" * 100
LEFT, RIGHT = f"{STEM}left", f"{STEM}right"


def test_a_story_names_long_keys_and_says_how_they_differ() -> None:
    """A key of 800 characters in each cell would hide everything else, and its ends may be those of another."""
    steps = (Put(LEFT, "short"), Put(RIGHT, "1"), Get(LEFT), Size())
    results = [MapResult(), MapResult(), MapResult(found=True, value="short"), MapResult(size=1)]
    story = explain.story(MapWorkload(config=Config(buckets=2), buckets=2, steps=steps), results, Violation("no", 3))
    assert max(map(len, story)) < 200
    assert any("put key=text-1 value=short" in line for line in story)
    assert any("text-1=short (age 0), text-2=1 (age 0)" in line for line in story)
    assert story[-2] == f"text-1 is '{STEM[:59]}…age/message/left', 804 characters"
    assert story[-1].endswith("805 characters; like text-1 up to character 800")


def test_a_text_that_is_a_part_of_another_keeps_its_own_name() -> None:
    """The longer one is replaced first."""
    texts = long_texts_in([Put(STEM, LEFT)])
    assert texts.named(f"{LEFT} and {STEM!r}") == "text-2 and text-1"


def test_only_texts_that_are_named_in_the_lines_are_told() -> None:
    """Of many rows some are left out. A text without a common beginning is told by itself."""
    texts = long_texts_in([Give(id="5", deeds=(Deed(do="emit", text=LEFT), Deed(do="log", text="x" * 61)))])
    [line] = texts.lines(["emit text-2"])
    assert line == f"text-2 is '{'x' * 61}', 61 characters"
    assert long_texts_in([Give(id="5", deeds=(Deed(do="emit", text="x" * 60),))]).lines(["text-1"]) == []
