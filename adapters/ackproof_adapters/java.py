"""Finding Java: which one is installed, whether it is recent enough, and how to get one."""

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from attrs import frozen


@frozen
class Wanted:
    """The Java that a program needs: the oldest version, the program ("Spark needs 17"), and how to get one."""

    oldest: int
    needed: str
    remedy: str


def find(program: str, wanted: Wanted) -> str:
    """Return the path of one of Java's programs; raise LookupError with the reason and the remedy if there is none.

    Like the scripts of Spark and Maven: if JAVA_HOME is set, only its programs count.
    """
    path = path_of(program)
    if path is None:
        home = os.environ.get("JAVA_HOME")
        where = f"JAVA_HOME is {home}, which has no bin/{program}" if home else f"there is no {program} on the PATH"
        raise LookupError(f"{where}: {wanted.remedy}")
    return path


def path_of(program: str) -> str | None:
    """Return the path of one of Java's programs, or None: that of JAVA_HOME if it is set, otherwise one on the PATH."""
    home = os.environ.get("JAVA_HOME")
    return shutil.which(program, path=str(Path(home) / "bin") if home else None)


def version_line(java: str) -> str | None:
    """Return the line with the version that a Java prints, or None if it prints none."""
    return next((line for line in _version_of_file(java).splitlines() if "version" in line), None)


def require_version(java: str, wanted: Wanted) -> None:
    """Raise LookupError with the reason and the remedy if a Java is too old, or prints no version."""
    answer = _version_of_file(java)
    found = re.search(r'version "(?:1\.)?(\d+)', answer)  # Java 8 prints 1.8
    if found is None:
        raise LookupError(f"{java} -version does not say a version, but {answer.strip()!r}: {wanted.remedy}")
    if int(found[1]) < wanted.oldest:
        raise LookupError(f"{java} is Java {found[1]}, and {wanted.needed}: {wanted.remedy}")


def _version_of_file(java: str) -> str:
    there = Path(java).stat()
    return _version_of(java, (there.st_ino, there.st_size, there.st_mtime_ns))


@cache
def _version_of(java: str, _as_it_is: tuple[int, int, int]) -> str:
    """Return the version output of a Java. Each file is run once: that starts a JVM, and each target asks."""
    return subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr  # noqa: S603  # theirs
