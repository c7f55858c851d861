"""A cache of folders that are fetched or made once: each is either complete or missing.

Several processes may ask for the same folder at once, as the workers of a run do. One of them makes it, under a lock,
beside its place, and moves it there when it is complete; the others wait.
"""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from ackproof.errors import TargetUnavailable
from filelock import FileLock
from platformdirs import user_cache_path

ELSEWHERE = "ACKPROOF_CACHE"
"""The environment variable that names another folder than the system's usual one."""

_BESIDE = re.compile(r"[a-z0-9_]{8}")
"""The end of a name that `TemporaryDirectory` puts after a prefix."""


def root() -> Path:
    """Return the folder of the cache."""
    elsewhere = os.environ.get(ELSEWHERE)
    return Path(elsewhere).absolute() if elsewhere else user_cache_path("ackproof")


def folder(name: str, make: Callable[[Path], None], is_whole: Callable[[Path], bool] = Path.is_dir) -> Path:
    """Return the folder of that name. If it is missing or incomplete, `make` fills an empty one first.

    Raise `TargetUnavailable` if the cache cannot be written.
    """
    kept = root() / name
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{kept}.lock"):
            if not is_whole(kept):
                _replace(kept, make)
    except OSError as error:
        raise TargetUnavailable(
            f"cannot write to the cache {root()}: {error}; set {ELSEWHERE} to a folder that can be written"
        ) from error
    return kept


def _replace(kept: Path, make: Callable[[Path], None]) -> None:
    if kept.exists():
        shutil.rmtree(kept)
    for left in kept.parent.glob(f"{kept.name}.*"):  # of a process that was killed: no other process has the lock
        if _BESIDE.fullmatch(left.name.removeprefix(f"{kept.name}.")):
            shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(dir=kept.parent, prefix=f"{kept.name}.") as beside:
        made = Path(beside) / kept.name
        made.mkdir()
        make(made)
        made.rename(kept)
