"""The programs that a release of Storm needs: a JDK and Maven. It finds them, and says how to get missing ones."""

import shutil

from ackproof.errors import TargetUnavailable
from attrs import frozen

from ackproof_adapters.java import Wanted, require_version
from ackproof_adapters.java import find as find_java

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


def _jdk(oldest: int) -> Wanted:
    return Wanted(
        oldest,
        f"Java {oldest} is needed",
        f"install a JDK, {oldest} or later (Debian, Ubuntu: apt-get install openjdk-{oldest}-jdk-headless; "
        f"macOS: brew install openjdk@{oldest}), or set JAVA_HOME to one",
    )
