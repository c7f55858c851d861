"""Fake programs for Java and Maven, and a separate cache for tests that ask for it."""

from pathlib import Path

import pytest
from ackproof_adapters.storm import toolchain
from ackproof_adapters.storm.versions import OLDEST_JAVA

LACK = toolchain.missing(OLDEST_JAVA)

FETCHES = """#!/bin/sh
# Pretends to be Maven: notes that it was called, and fetches one jar.
echo called >> "$0.calls"
for argument; do case "$argument" in -DoutputDirectory=*) folder="${argument#*=}";; esac; done
echo "a jar" > "$folder/thing-1.0.jar"
"""


@pytest.fixture(autouse=True)
def _toolchain(request: pytest.FixtureRequest) -> None:
    """Skip tests that need a JDK and Maven if they are missing, with the reason."""
    if request.node.get_closest_marker("storm") is not None and LACK is not None:
        pytest.skip(LACK)


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("ACKPROOF_CACHE", str(folder))
    return folder


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with a JDK and Maven: a java of a suitable version, javac and mvn. Tests remove or rewrite
    them.
    """
    folder = tmp_path / "programs" / "bin"
    folder.mkdir(parents=True)
    for name, script in (("java", says("17.0.15")), ("javac", "#!/bin/sh\n"), ("mvn", FETCHES)):
        program(folder / name, script)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def program(path: Path, script: str) -> None:
    """Write an executable file."""
    path.write_text(script)
    path.chmod(0o755)


def says(version: str) -> str:
    """Return a fake java that answers like the one of that version."""
    return f"#!/bin/sh\necho 'openjdk version \"{version}\" 2024' >&2\n"
