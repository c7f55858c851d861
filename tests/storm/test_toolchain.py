"""The errors without a JDK or Maven for a release of Storm."""

from pathlib import Path

import pytest
from ackproof_adapters import programs as called
from ackproof_adapters.storm import toolchain

from .conftest import program, says


@pytest.mark.parametrize("version", ["17.0.15", "21.0.4", "25-ea"])
def test_a_machine_with_all_of_it_lacks_nothing(programs: Path, version: str) -> None:
    """A Java newer than this file is accepted, too."""
    program(programs / "java", says(version))
    assert toolchain.missing(17) is None


@pytest.mark.parametrize(
    ("absent", "expected"),
    [
        (
            "java",
            "there is no java on the PATH: install a JDK, 17 or later (Debian, Ubuntu: apt-get install openjdk-17",
        ),
        ("javac", "there is no javac on the PATH: install a JDK, 17 or later"),
        ("mvn", "there is no mvn on the PATH: install Maven (Debian, Ubuntu: apt-get install maven"),
    ],
)
def test_a_program_that_is_missing_is_named_with_the_remedy(programs: Path, absent: str, expected: str) -> None:
    """Each is tested separately: a JRE has java, but no javac."""
    (programs / absent).unlink()
    assert str(toolchain.missing(17)).startswith(expected)


@pytest.mark.parametrize(("version", "named"), [("1.8.0_392", "Java 8"), ("17.0.15", "Java 17")])
def test_a_java_that_is_too_old_for_the_release_is_named(programs: Path, version: str, named: str) -> None:
    """The oldest Java depends on the release."""
    program(programs / "java", says(version))
    message = str(toolchain.missing(25))
    assert message.startswith(f"{programs / 'java'} is {named}, and Java 25 is needed: install a JDK, 25 or later")


def test_a_java_that_says_no_version_is_quoted(programs: Path) -> None:
    """It may be any text."""
    program(programs / "java", "#!/bin/sh\necho 'no such thing' >&2\n")
    assert "no such thing" in str(toolchain.missing(17))


def test_java_home_goes_before_the_path(programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it has no java, no other one is used."""
    monkeypatch.setenv("JAVA_HOME", str(programs.parent))
    assert str(programs / "java") == toolchain.find(17).java
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert str(toolchain.missing(17)).startswith(f"JAVA_HOME is {tmp_path}, which has no bin/java: install a JDK")


def test_a_program_that_succeeds_has_no_failure(programs: Path) -> None:
    """Its output does not matter."""
    program(programs / "mvn", "#!/bin/sh\necho '[ERROR] never mind'\n")
    assert called.failure([str(programs / "mvn")]) is None


def test_a_program_that_fails_is_quoted_in_one_line(programs: Path) -> None:
    """The quote is the beginning, without colours and warnings: the end is only about help."""
    lines = "'\x1b[0m\x1b[1mone' '[WARNING] old' '[ERROR]' two '' three four"
    script = f'#!/bin/sh\nfor line in {lines}; do echo "$line"; done\nexit 7\n'
    program(programs / "mvn", script)
    mvn = str(programs / "mvn")
    assert f"{mvn} ended with 7 and said: one / two / three" == called.failure([mvn])


def test_a_program_that_does_not_end_is_given_up(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Maven may wait for a network that never answers."""
    program(programs / "mvn", "#!/bin/sh\nread line < /dev/zero\n")
    monkeypatch.setattr(called, "PATIENCE", 0.05)
    assert "timed out after 0.05 seconds" in str(called.failure([str(programs / "mvn")]))
