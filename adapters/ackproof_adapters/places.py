"""Names of files and folders: whether they are local, and whether one is within another."""

import re
from itertools import permutations
from pathlib import Path

from ackproof.errors import UsageError

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
"""The beginning of a URI, also where a `Path` has made one slash of two. A drive has one letter, so it is none."""


def is_uri(name: Path | str) -> bool:
    """Whether a name is not that of a local file."""
    return _SCHEME.match(str(name)) is not None


def local(name: Path | str) -> Path:
    """Return the path of a local file or folder. Raise `UsageError` for a URI: as a path it would be a folder
    with the name of its scheme, below the current one.
    """
    if is_uri(name):
        raise UsageError(f"{name}: is a URI; Python reads and writes here by itself, so name a local or mounted folder")
    return Path(name)


def require_apart(*places: Path | str | None) -> None:
    """Raise `UsageError` if one of some places is another, or within it: those of a log, of notifications, and of a
    state or checkpoint. Those that are None, or URIs, are left out.
    """
    named = [place for place in places if place is not None and not is_uri(place)]
    for inner, outer in permutations(named, 2):
        where, around = Path(inner).resolve(), Path(outer).resolve()
        if where == around or around in where.parents:
            relation = "the same place as" if where == around else "within"
            raise UsageError(f"{inner}: is {relation} {outer}; these two need places apart")
