"""The JSON form of a kill matrix: `schemas/mutants.schema.json`."""

from pathlib import Path

from attrs import asdict, frozen

from ackproof.errors import UsageError
from ackproof.wire import documents

FORM = 1
"""The version of the form."""

ANY_PROFILE = "-"
"""Placeholder for the profile in rules that have none."""

WRITES_ONE = "'ackproof mutants --matrix --out FILE' writes"

Kills = dict[str, dict[str, int | None]]
"""By rule and profile, the number of the example that killed, from 1, or None if the mutant survived."""


@frozen(kw_only=True)
class WrittenKills:
    """A matrix as it is written: kills by the name of the mutant, for one seed."""

    kills: int = FORM
    ackproof: str
    seed: int
    examples: int
    mutants: dict[str, Kills]


def write_kills(path: Path, matrix: WrittenKills) -> None:
    """Write a matrix to a file. Raise OSError if it cannot be written."""
    documents.write_document(path, asdict(matrix), indent=1)


def read_kills(path: Path) -> WrittenKills:
    """Return the matrix in a file; raise `UsageError`, with the place, if it is invalid."""
    document = documents.read(path)
    if not isinstance(document, dict) or document.get("kills") != FORM:
        raise UsageError(f"{path} is not a kill matrix; {WRITES_ONE} one")
    try:
        return documents.structure(document, WrittenKills, "matrix")
    except ValueError as error:
        raise UsageError(f"{path} is not a whole kill matrix: {error}; {WRITES_ONE} it anew") from error
