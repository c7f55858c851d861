"""Finding Java: which one there is, whether it is recent enough, and how to get one."""

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from attrs import frozen


@frozen
class Wanted:
    """A Java that a program needs: the oldest version, who asks for it ("Spark needs 17"), and how to get one."""

    oldest: int
    needed: str
    remedy: str


def find(program: str, wanted: Wanted) -> str:
    """Return the path of a program of Java's; raise LookupError with the reason and the remedy if there is none.

    As the scripts of Spark and Maven choose: if JAVA_HOME is set it is the one there, or none.
    """
    home = os.environ.get("JAVA_HOME")
    path = shutil.which(program, path=str(Path(home) / "bin") if home else None)
    if path is None:
        where = f"JAVA_HOME is {home}, which has no bin/{program}" if home else f"there is no {program} on the PATH"
        raise LookupError(f"{where}: {wanted.remedy}")
    return path


def require_version(java: str, wanted: Wanted) -> None:
    """Raise LookupError with the reason and the remedy if a Java is too old, or does not say how old it is."""
    there = Path(java).stat()
    answer = _version_of(java, (there.st_ino, there.st_size, there.st_mtime_ns))
    found = re.search(r'version "(?:1\.)?(\d+)', answer)  # Java 8 says 1.8
    if found is None:
        raise LookupError(f"{java} -version does not say a version, but {answer.strip()!r}: {wanted.remedy}")
    if int(found[1]) < wanted.oldest:
        raise LookupError(f"{java} is Java {found[1]}, and {wanted.needed}: {wanted.remedy}")


@cache
def _version_of(java: str, _as_it_is: tuple[int, int, int]) -> str:
    """Return what a Java says of its version. The same file is asked once: that starts a JVM, and each target asks."""
    return subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr  # noqa: S603  # theirs
