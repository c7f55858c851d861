"""JSON documents: every written one can be read, and the error for an invalid one has the place."""

from pathlib import Path

import pytest
from ackproof.errors import UsageError
from ackproof.wire import documents
from attrs import frozen

TEXT = {"name": "späte Bestätigung \x9b31m", "values": [1, None, "2"]}


@frozen
class Point:
    """A record to be read."""

    x: int
    names: tuple[str, ...] = ()


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("indent", [None, 2])
def test_what_is_encoded_is_parsed_again(indent: int | None, *, ascii_only: bool) -> None:
    """It is encoded in UTF-8 or as text. For a terminal it is ASCII only."""
    text = documents.encode(TEXT, indent=indent, ascii_only=ascii_only)
    assert ascii_only == text.isascii()
    assert TEXT == documents.parse(text) == documents.parse(text.encode())


@pytest.mark.parametrize("content", ["", "{", "[1,]", "[" * 100_000, b"\xff"])
def test_what_is_no_document_is_a_value_error(content: str | bytes) -> None:
    """This includes documents that are nested too deeply for Python."""
    with pytest.raises(ValueError, match=r"."):
        documents.parse(content)


def test_a_record_is_read_and_what_is_more_is_not_looked_at() -> None:
    """A missing field has its default."""
    assert Point(3, ("a",)) == documents.structure({"x": 3, "names": ["a"]}, Point)
    assert Point(3) == documents.structure({"x": 3, "colour": "red"}, Point)


@pytest.mark.parametrize(
    ("document", "place"),
    [({}, "point.x"), ({"x": "three"}, "point.x"), ([], "point.x"), ({"x": 1, "names": 2}, "point.names")],
)
def test_what_is_no_record_is_said_with_its_place(document: object, place: str) -> None:
    """The place begins with the caller's name for the document."""
    with pytest.raises(ValueError, match=place):
        documents.structure(document, Point, "point")


def test_a_form_of_another_release_is_refused(tmp_path: Path) -> None:
    """The error has its version, and the one that can be read."""
    path = tmp_path / "point.json"
    documents.write_document(path, {"point": 2})
    with pytest.raises(UsageError, match="is a point of form 2, and this release reads form 1"):
        documents.read_form(path, "point", 1)
    assert {"point": 2} == documents.read_form(path, "point", 2)
