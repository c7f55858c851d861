"""Temporary folders of a run. The process that makes one holds a lock on it, which the system releases when the process
ends, in whatever way. So a folder without a lock was left by a killed run, and the next run removes it.
"""

import atexit
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".ackproof-run-"
NAME = re.compile(rf"{re.escape(PREFIX)}[a-z]+-[a-z0-9_]{{8}}")
"""The form of a folder's name: its purpose, and eight random letters."""

MADE_BY = ".made-by-ackproof"
"""A file in each folder, so that a foreign folder with such a name is not removed."""

_held: dict[Path, int | None] = {}
"""The folders of this process, and the descriptors of their locks."""


@contextmanager
def folder(purpose: str, within: Path | None = None) -> Iterator[Path]:
    """Yield a new folder that nobody else can read, and remove it afterwards. `purpose` is a word for its name.

    It is created in the folder `within`, or in the system's folder for temporary files.
    """
    path = _made(purpose, within)
    try:
        yield path
    finally:
        remove(path)


def folder_to_the_end(purpose: str) -> Path:
    """Return a new folder that nobody else can read; it is removed when this process ends."""
    path = _made(purpose, None)
    atexit.register(remove, path)
    return path


def remove(path: Path) -> None:
    """Remove a folder of this process. It may be called again, if another process has created files there meanwhile."""
    shutil.rmtree(path, ignore_errors=True)
    lock = _held.pop(path, None)
    if lock is not None:
        os.close(lock)


def remove_all() -> None:
    """Remove all folders of this process: it is about to end."""
    for path in list(_held):
        remove(path)


def sweep(within: Path | None = None) -> None:
    """Remove the folders that this user's ended runs have left there."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        for entry in list(os.scandir(within or tempfile.gettempdir())):
            if NAME.fullmatch(entry.name):
                _sweep(Path(entry.path))


def _made(purpose: str, within: Path | None) -> Path:
    sweep(within)
    while True:
        path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{purpose}-", dir=within))
        lock = _locked(path)
        # Another run may have removed it between the two steps, as a leftover.
        if lock is None or (lock >= 0 and _is_still(path, lock)):
            _held[path] = lock
            (path / MADE_BY).touch()
            return path
        if lock >= 0:
            os.close(lock)


def _sweep(path: Path) -> None:
    with suppress(OSError):
        about = path.lstat()
        if about.st_uid != os.getuid() or path.is_symlink() or not path.is_dir():
            return
        if not (path / MADE_BY).is_file() and any(path.iterdir()):
            return
        lock = _locked(path)
        if lock is not None and lock >= 0:
            shutil.rmtree(path, ignore_errors=True)
            os.close(lock)


def _is_still(path: Path, lock: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(lock))
    except OSError:
        return False


def _locked(path: Path) -> int | None:
    """Return the descriptor of a folder's lock, -1 if another process has it, None on a system without such locks."""
    if sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415  # not on every platform

    try:
        opened = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return -1
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(opened)
        return -1 if isinstance(error, BlockingIOError) else None
    return opened
