"""JSON documents: encoding, parsing, and reading and writing files. Outside of `wire` nothing imports `json`."""

import json
from pathlib import Path
from typing import TypeVar

import cattrs

from ackproof.errors import UsageError
from ackproof.wire.output import write_whole

LONGEST_DOCUMENT = 64 * 1024 * 1024
"""Maximum size in bytes of a witness or certificate: it is read into memory as a whole."""

Made = TypeVar("Made")


def encode(document: object, *, indent: int | None = 2, ascii_only: bool = False) -> str:
    """Return a document as text. `ascii_only` is for terminals and other programs that may misread other characters."""
    return json.dumps(document, indent=indent, ensure_ascii=ascii_only)


def encode_sorted(document: object) -> str:
    """Return a document as a text that is the same for equal documents."""
    return json.dumps(document, indent=None, ensure_ascii=False, sort_keys=True)


def write_document(path: Path, document: object, *, indent: int = 2) -> None:
    """Write a document to a file, whole or not at all. Raise OSError if it cannot be written."""
    write_whole(path, encode_file(document, indent=indent))


def encode_file(document: object, *, indent: int = 2) -> bytes:
    """Return the content of a file that contains one document."""
    return f"{encode(document, indent=indent)}\n".encode()


def parse(content: str | bytes) -> object:
    """Return the document in a text, or in UTF-8; raise ValueError if it is not JSON or is nested too deeply."""
    try:
        document: object = json.loads(content if isinstance(content, str) else content.decode())
    except RecursionError as error:
        raise ValueError(f"it is nested too deep: {error}") from error
    return document


def structure(document: object, kind: type[Made], place: str = "$") -> Made:
    """Return a document as a record of class `kind`; raise ValueError if it does not fit. Messages call the document
    `place`.
    """
    try:
        return cattrs.structure(document, kind)
    except cattrs.BaseValidationError as error:
        raise ValueError("; ".join(cattrs.transform_error(error, path=place))) from error


def read(path: Path) -> object:
    """Return the document in a file; raise `UsageError` if it is not JSON or too long."""
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
    """Return the document in a file. Its member named `kind` is the version of its form: raise `UsageError` if another
    release wrote it in an unknown form.
    """
    document = read(path)
    written = document.get(kind) if isinstance(document, dict) else None
    if isinstance(written, int) and written != form:
        raise UsageError(
            f"{path} is a {kind} of form {written}, and this release reads form {form}; use the one it is of"
        )
    return document
