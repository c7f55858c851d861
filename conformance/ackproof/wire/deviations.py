"""The written form of recorded deviations: a list in TOML, `schemas/deviations.schema.json`, and the entries of a list
in a certificate.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import tomli_w
from attrs import frozen

from ackproof.errors import UsageError
from ackproof.verdict import RecordedDeviation
from ackproof.wire import documents, schemas
from ackproof.wire.forms import Json
from ackproof.wire.output import write_whole

LONGEST_LIST = 1024 * 1024
"""Bytes of a list, at most."""


@frozen
class WrittenDeviations:
    """A list as it is written: the name of the target, and its entries."""

    target: str
    entries: Sequence[RecordedDeviation]


def read_deviations(path: Path) -> WrittenDeviations:
    """Return the list in a file; raise `UsageError` with the place if it is invalid."""
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is not a file; a list of deviations is read several times")
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_LIST + 1)
        if len(content) > LONGEST_LIST:
            raise UsageError(f"{path} has more than {LONGEST_LIST:,} bytes, and no list of deviations has")
        document = tomllib.loads(content.decode())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not TOML: it is not UTF-8 at byte {error.start}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from error
    try:
        schemas.check(document, "deviations")
        return WrittenDeviations(document["target"], [*map(deviation_from_json, document.get("deviation", []))])
    except ValueError as error:
        raise UsageError(f"{path} is not a list of deviations: {error}") from error


def write_deviations(path: Path, listed: WrittenDeviations) -> None:
    """Write a list to a file. Raise OSError if it cannot be written."""
    document = {"target": listed.target, "deviation": [deviation_to_json(each) for each in listed.entries]}
    write_whole(path, tomli_w.dumps(document).encode())


def deviation_to_json(entry: RecordedDeviation) -> Json:
    """Return the entry in the form that lists and certificates use."""
    document: Json = {"rule": entry.rule}
    if entry.witness is None:
        document["variant"] = entry.variant
    else:
        document |= {"witness": entry.witness, "sha256": entry.sha256}
    if entry.profile is not None:
        document["profile"] = entry.profile
    return {**document, "reason": entry.reason, "link": entry.link, "versions": list(entry.versions)}


def deviation_from_json(document: Json) -> RecordedDeviation:
    """Return the entry that `deviation_to_json` wrote; raise ValueError if it is invalid."""
    return documents.structure(document, RecordedDeviation)
