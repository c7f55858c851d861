"""The files of a target, with their hashes, so that a certificate identifies what was certified. For a command these
are the words that name files: the program, scripts, jars. For a module it is the module. Other files that they load are
not known; a target can list them in its evidence.
"""

import hashlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from ackproof.wire.certificates import HashedFile

COMMAND = "exec:"
MOST = 100
"""The most files of a command that are hashed."""


def files_of(target: str) -> tuple[HashedFile, ...]:
    """Return the files of a target that follow from its name, by their names without folders. A file that cannot be
    read is left out; if the target needs it, the run will show that.
    """
    found = dict.fromkeys(_of_command(target) if target.startswith(COMMAND) else _of_module(target))
    hashed = [HashedFile(path.name, sha256) for path in list(found)[:MOST] if (sha256 := _sha256(path)) is not None]
    return tuple(sorted(hashed, key=lambda each: (each.name, each.sha256)))


def _of_command(target: str) -> Iterator[Path]:
    try:
        words = shlex.split(target.removeprefix(COMMAND))
    except ValueError:
        return
    program = shutil.which(words[0]) if words else None
    if program is not None:
        yield Path(program).resolve()
    for word in words[1:]:
        # A class path has several files in a word, and an option may contain one.
        for part in re.split(f"[={re.escape(os.pathsep)}]", word):
            path = Path(part)
            try:
                if part and path.is_file():
                    yield path.resolve()
            except (OSError, ValueError):
                continue  # not a path, or one that this user may not read


def _of_module(target: str) -> Iterator[Path]:
    module = sys.modules.get(target.partition(":")[0]) if ":" in target else None
    file = getattr(module, "__file__", None)
    if isinstance(file, str):
        yield Path(file)


def _sha256(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None
