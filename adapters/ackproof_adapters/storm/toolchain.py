"""The programs that a release of Storm needs: a JDK and Maven. It finds them, and says how to get missing ones."""

import re
import shutil
import subprocess
from collections.abc import Sequence

from ackproof.errors import TargetUnavailable
from attrs import frozen

from ackproof_adapters.java import Wanted, require_version
from ackproof_adapters.java import find as find_java

PATIENCE = 600.0
"""Seconds for a program. Maven has some sixty megabytes to fetch at its first use."""

SHOWN_LINES = 3
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # Maven resets colours even if it was told to use none

_GET_MAVEN = "install Maven (Debian, Ubuntu: apt-get install maven; macOS: brew install maven)"


@frozen
class Toolchain:
    """The paths of the programs. Java and its compiler are those of JAVA_HOME where it is set."""

    java: str
    javac: str
    maven: str


def missing(oldest_java: int) -> str | None:
    """Return what this machine lacks of a JDK of that version and Maven, and how to get it; None if nothing."""
    try:
        find(oldest_java)
    except TargetUnavailable as unavailable:
        return str(unavailable)
    return None


def find(oldest_java: int) -> Toolchain:
    """Return the programs; raise `TargetUnavailable` if one is missing or too old."""
    wanted = _jdk(oldest_java)
    try:
        java, javac = (find_java(program, wanted) for program in ("java", "javac"))
        require_version(java, wanted)
    except LookupError as lack:
        raise TargetUnavailable(str(lack)) from lack
    maven = shutil.which("mvn")
    if maven is None:
        raise TargetUnavailable(f"there is no mvn on the PATH: {_GET_MAVEN}")
    return Toolchain(java, javac, maven)


def failure(command: Sequence[str]) -> str | None:
    """Run a program to its end; return its error message, or None if it succeeded."""
    try:
        ran = subprocess.run(  # noqa: S603 - all commands are made here, of programs that were looked up
            command, capture_output=True, text=True, check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if ran.returncode == 0:
        return None
    return f"{command[0]} ended with {ran.returncode} and said: {_story(ran.stdout + ran.stderr)}"


def _jdk(oldest: int) -> Wanted:
    return Wanted(
        oldest,
        f"Java {oldest} is needed",
        f"install a JDK, {oldest} or later (Debian, Ubuntu: apt-get install openjdk-{oldest}-jdk-headless; "
        f"macOS: brew install openjdk@{oldest}), or set JAVA_HOME to one",
    )


def _story(output: str) -> str:
    # Maven and the compiler both begin with the error; help comes last, and warnings anywhere.
    lines = [line.strip() for line in _COLOUR.sub("", output).splitlines()]
    telling = [line for line in lines if line not in {"", "[ERROR]"} and not line.startswith("[WARNING]")]
    return " / ".join(telling[:SHOWN_LINES])
