"""Witnesses of known bugs: a user's own, which no variant of the reference explains.

A list of deviations names the file of the witness and its SHA-256. The witness is replayed in each run: if the target
does not give the same answers any more, the entry is stale. A violation counts as the known one if, fully shrunk, it is
the same history with the same answers. Ids and names may differ, since another seed draws others.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from ackproof.components import Result
from ackproof.errors import UsageError
from ackproof.target import Run
from ackproof.wire import forms
from ackproof.wire.witnesses import witness_of_content
from ackproof.witness import Witness

LONGEST_WITNESS = 64 * 1024 * 1024
"""Maximum size of a witness in bytes."""

NAMES = frozenset({"op", "kind", "component", "profile", "type"})
"""Members whose values are keywords of the protocol, not names."""


def read(path: Path, sha256: str, rule: str) -> Witness:
    """Return the recorded witness in a file; raise `UsageError` if it is invalid, has another hash, or is not about the
    rule.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_WITNESS + 1)
    except OSError as error:
        raise UsageError(f"cannot read the witness {path}: {error.strerror}") from error
    if len(content) > LONGEST_WITNESS:
        raise UsageError(f"{path} has more than {LONGEST_WITNESS:,} bytes, and no witness has")
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise UsageError(
            f"{path} is not the witness that is recorded: its SHA-256 is {found}, and the list has {sha256}"
        )
    try:
        witness = witness_of_content(content)
    except ValueError as error:
        raise UsageError(f"{path} is not a witness: {error}") from error
    if witness.rule != rule:
        raise UsageError(f"{path} is a witness of {witness.rule}, and recorded of {rule}")
    return witness


def is_the_same(witness: Witness, run: Run, results: Sequence[Result]) -> bool:
    """Whether a run with these results has the witness's history and results, apart from ids and names."""
    if (run.component, run.config.profile) != (witness.run.component, witness.run.config.profile):
        return False
    return _renamed(run, results) == _renamed(witness.run, witness.results)


def _renamed(run: Run, results: Sequence[Result]) -> object:
    """Return operations and results in JSON, with each number and text replaced by its place among those that occur."""
    names: dict[object, int] = {}

    def renamed(value: object, member: str = "") -> object:
        if isinstance(value, dict):
            return {name: renamed(each, name) for name, each in value.items()}
        if isinstance(value, (list, tuple)):
            return [renamed(each, member) for each in value]
        if value is None or isinstance(value, bool) or member in NAMES:
            return value
        return names.setdefault(value, len(names))

    operations = [forms.operation_to_json(each) for each in run.operations]
    return renamed([operations, [forms.result_to_json(each) for each in results]])
