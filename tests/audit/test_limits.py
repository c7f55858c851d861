"""What a report says of a log in which only some components write their lines, as with `setDebug` of one of them."""

import pytest

from audit.test_afterlives import lines_of, reported

ALL = ("sentences", "split", "count", "__acker")
"""The components of the topology that wrote the log: a spout, two bolts and the ackers."""


@pytest.mark.parametrize(
    ("writing", "silent"),
    [
        (ALL, None),
        (("sentences", "__acker"), "bolts"),
        (("sentences",), "bolts and ackers"),
        (("count",), "spouts and ackers"),
        (("split", "count", "__acker"), None),
        (("sentences", "split", "count"), "ackers"),
    ],
)
def test_components_that_write_nothing_are_named(writing: tuple[str, ...], silent: str | None) -> None:
    """An acker names the spout task, and tells it what became of a tree: that is no line of the spout."""
    lines = [line for line in lines_of("storm-2.8.3") if any(f"-{each}-executor".encode() in line for each in writing)]
    assert lines
    found = [each for each in reported(lines).not_known if "no line of theirs" in each]
    assert [f"what {silent} did"] * (silent is not None) == [each.split(":")[0] for each in found]
