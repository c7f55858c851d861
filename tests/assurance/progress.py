"""The progress of a long check, kept in a file while it runs: a run that is interrupted can be resumed.

An outcome is valid as long as its key is unchanged. A key is a hash of everything that the outcome depends on: see
`key_of`.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from attrs import define, field

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("ACKPROOF_ASSURANCE", ROOT / ".assurance"))
"""The folder for the progress of checks that is not committed. Tests use another folder."""

SOURCES = ("reference", "conformance", "adapters", "spec", "tests", "examples", "docs", "requirements")
GENERATED = ("docs/assurance.json", "docs/assurance.md", "tests/mutation/tried.json")
"""Files that long checks write, so no check may depend on them."""

OURSELVES = "ackproof"


@define
class Progress:
    """Outcomes by name, of one part of a check. Outcomes of another key are discarded.

    The key is computed from `files` and `words`, see `key_of`. If the files are only known later, `files` is None: then
    the files in the record are used, until `depend_on` names others.

    The record at `path` may have several parts, each with its own key. `anew` discards earlier outcomes. `encode` and
    `decode` convert outcomes for the file. `began` is the time of the first outcome, and `seconds` the time of all
    sessions together.
    """

    path: Path
    part: str
    files: Sequence[str] | None = None
    words: Sequence[str] = ()
    anew: bool = False
    encode: Callable[[Mapping[str, Any]], Any] = dict
    decode: Callable[[Any], Mapping[str, Any]] = dict
    key: str = field(init=False)
    outcomes: dict[str, Any] = field(init=False, factory=dict)
    began: str = field(init=False)
    seconds: float = field(init=False, default=0)
    _named: list[str] | None = field(init=False, default=None)
    _since: float = field(init=False, factory=time.monotonic)

    def __attrs_post_init__(self) -> None:
        kept = {} if self.anew else read(self.path).get(self.part, {})
        if self.files is None:
            self._named = kept.get("files", [])
        self.key = self._key()
        self.began = now()
        if kept and kept["key"] == self.key:
            self.outcomes = dict(self.decode(kept["outcomes"]))
            self.began, self.seconds = kept["began"], kept["seconds"]

    def _key(self) -> str:
        return key_of((self._named if self.files is None else self.files) or (), *self.words)

    def depend_on(self, files: Sequence[str]) -> None:
        """Name the files that outcomes depend on. Earlier outcomes remain valid if none of the previously named files
        has changed, which was checked when the record was read.
        """
        known = self._named or []
        self._named = sorted({*files, *known} if self.outcomes else files)
        self.key = self._key()

    def keep(self, name: str, outcome: Any) -> None:
        """Record an outcome, and write the record."""
        self.outcomes[name] = outcome
        self.write()

    def write(self) -> None:
        """Write the record. An interruption leaves a complete file."""
        moment = time.monotonic()
        self.seconds, self._since = self.seconds + moment - self._since, moment
        part = {"key": self.key, "began": self.began, "seconds": round(self.seconds)}
        if self._named is not None:
            part["files"] = self._named
        parts = {**read(self.path), self.part: {**part, "outcomes": self.encode(self.outcomes)}}
        write_whole(self.path, json.dumps(dict(sorted(parts.items())), indent=1, ensure_ascii=False) + "\n")


def now() -> str:
    """Return the time, to the minute."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")


def read(path: Path) -> dict[str, Any]:
    """Return the parts of a file of outcomes, or none if there is no such file."""
    try:
        parts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return parts


def write_whole(path: Path, text: str) -> None:
    """Write a temporary file and rename it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def key_of(files: Iterable[str], *others: str) -> str:
    """Return a hash of some files and folders, relative to the checkout, of this Python, of all installed packages, and
    of any other strings. For a folder, the names in it are used.
    """
    digest = hashlib.sha256()
    for word in (*environment(), *others):
        digest.update(f"{word}\n".encode())
    for file in sorted(set(files)):
        path = ROOT / file
        digest.update(f"{file}\n".encode())
        if path.is_dir():
            digest.update(repr(sorted(each.name for each in path.iterdir() if not _is_cache(each))).encode())
        elif path.exists():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def environment() -> list[str]:
    """Return this Python's version, and the name and version of each installed distribution except this one."""
    installed = {f"{each.name.lower()} {each.version}" for each in distributions() if each.name != OURSELVES}
    return [sys.version, *sorted(installed)]


def whole_checkout() -> list[str]:
    """Return all files that a test could depend on."""
    found = [path.relative_to(ROOT) for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.is_file()]
    names = [str(path) for path in found if not any(_is_cache(each) for each in (path, *path.parents[:-1]))]
    return ["pyproject.toml", *(name for name in names if name not in GENERATED)]


def _is_cache(path: Path) -> bool:
    return path.name == "__pycache__" or path.name.startswith(".") or path.suffix == ".pyc"
