"""JSON documents: encoded, parsed, read from files and written to them. Outside of `wire` nothing imports `json`."""

import json
from pathlib import Path
from typing import TypeVar

import cattrs

from ackproof.errors import UsageError
from ackproof.wire.output import write_whole

LONGEST_DOCUMENT = 64 * 1024 * 1024
"""Bytes of a witness or a certificate that is read, at most: it is read as a whole."""

Made = TypeVar("Made")


def encode(document: object, *, indent: int | None = 2, ascii_only: bool = False) -> str:
    """Return a document as text. With `ascii_only` a terminal or another program cannot misread any of it."""
    return json.dumps(document, indent=indent, ensure_ascii=ascii_only)


def write_document(path: Path, document: object, *, indent: int = 2) -> None:
    """Write a document to a file, whole or not at all. Raise OSError if it cannot be written."""
    write_whole(path, encode_file(document, indent=indent))


def encode_file(document: object, *, indent: int = 2) -> bytes:
    """Return the content of a file that has one document."""
    return f"{encode(document, indent=indent)}\n".encode()


def parse(content: str | bytes) -> object:
    """Return the document in a text, or in UTF-8; raise ValueError if there is none, or it is nested too deep."""
    try:
        document: object = json.loads(content if isinstance(content, str) else content.decode())
    except RecursionError as error:
        raise ValueError(f"it is nested too deep: {error}") from error
    return document


def structure(document: object, kind: type[Made], place: str = "$") -> Made:
    """Return the record of a class that a document is; raise ValueError if it is none. `place` is what messages call
    the document as a whole.
    """
    try:
        return cattrs.structure(document, kind)
    except cattrs.BaseValidationError as error:
        raise ValueError("; ".join(cattrs.transform_error(error, path=place))) from error


def read(path: Path) -> object:
    """Return the document in a file; raise `UsageError` if there is none, or if it is too long to be read."""
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_DOCUMENT + 1)
        if len(content) > LONGEST_DOCUMENT:
            raise UsageError(f"{path} has more than {LONGEST_DOCUMENT:,} bytes, and no witness or certificate has")
        return parse(content)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not a JSON document: it is not UTF-8 at byte {error.start}") from error
    except ValueError as error:
        raise UsageError(f"{path} is not a whole JSON document ({error}); was it cut off?") from error


def read_form(path: Path, kind: str, form: int) -> object:
    """Return the document in a file. Its member named like its kind is the version of its form: raise `UsageError` if
    another release wrote it, in a form that this one does not know.
    """
    document = read(path)
    written = document.get(kind) if isinstance(document, dict) else None
    if isinstance(written, int) and written != form:
        raise UsageError(
            f"{path} is a {kind} of form {written}, and this release reads form {form}; use the one it is of"
        )
    return document
