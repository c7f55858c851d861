"""Fetching jars: once, completely, by one process at a time, and with an error that has the remedy."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from ackproof.errors import TargetUnavailable
from ackproof_adapters import cache
from ackproof_adapters.storm import jars
from ackproof_adapters.storm.jars import Jar
from ackproof_adapters.storm.versions import RELEASES, Artifact

from .conftest import program

THING = (Artifact("org.example", "thing", "1.0"),)
HASH = hashlib.sha256(b"a jar\n").hexdigest()

UNREACHED = "[ERROR] Could not transfer artifact org.example:thing:jar:1.0 from/to central: Unknown host"
NOT_FOUND = "[ERROR] Could not find artifact org.example:thing:jar:1.0 in central"


def fetch(programs: Path, name: str = "a release") -> tuple[Jar, ...]:
    return jars.fetched(str(programs / "mvn"), name, THING)


def calls(programs: Path) -> int:
    return len((programs / "mvn.calls").read_text().splitlines())


def test_a_jar_is_fetched_once_and_told_with_its_hash(programs: Path, empty_cache: Path) -> None:
    """The second time it comes from the cache."""
    first, second = fetch(programs), fetch(programs)
    assert first == second
    assert [("thing-1.0.jar", HASH)] == [(Path(jar.path).name, jar.sha256) for jar in first]
    assert empty_cache in Path(first[0].path).parents
    assert 1 == calls(programs)


def test_a_jar_that_has_changed_is_fetched_again(programs: Path, empty_cache: Path) -> None:
    """A certificate has the hash, so the jar that runs has to match it."""
    assert not empty_cache.exists()
    Path(fetch(programs)[0].path).write_text("another jar")
    assert [HASH] == [jar.sha256 for jar in fetch(programs)]
    assert 2 == calls(programs)


@pytest.mark.usefixtures("empty_cache")
def test_a_jar_that_is_not_the_certified_one_is_refused(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds even if the server has a matching checksum, and for the cache; the error has both hashes."""
    monkeypatch.setattr(jars, "PINNED", {"thing-1.0.jar": "0" * 64})
    for _ in range(2):
        with pytest.raises(TargetUnavailable, match="is not the jar that was certified") as raised:
            fetch(programs)
        assert HASH in str(raised.value)
        assert "0" * 64 in str(raised.value)


def test_each_jar_of_a_certificate_is_pinned() -> None:
    """The exception is a release without a stated version. The hashes in the certificates are the required ones."""
    quoted = {
        jar["file"]: jar["sha256"]
        for path in (Path(__file__).parents[2] / "docs" / "certificates").glob("*storm-*.json")
        for jar in json.loads(path.read_text(encoding="utf-8"))["targets"][0]["description"]["evidence"].get("jars", ())
    }
    assert len(quoted) > len(RELEASES)
    assert quoted.items() <= jars.PINNED.items()


@pytest.mark.usefixtures("empty_cache")
def test_several_processes_at_once_fetch_once(programs: Path) -> None:
    """The workers of a run do that when the cache is empty."""
    script = f"""if True:
        from ackproof_adapters.storm import jars
        from ackproof_adapters.storm.versions import Artifact
        print(jars.fetched({str(programs / "mvn")!r}, "a release", [Artifact("org.example", "thing", "1.0")]))
    """
    started = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    stderr = {process.communicate()[0] for process in started}
    assert [0, 0, 0, 0] == [process.returncode for process in started]
    assert 1 == len(stderr)
    assert 1 == calls(programs)


@pytest.mark.parametrize(
    ("maven_says", "remedy"),
    [(UNREACHED, "has to reach its repository once"), (NOT_FOUND, "look whether the repository that Maven uses has")],
)
def test_a_maven_that_fails_is_quoted_with_a_remedy(
    programs: Path, empty_cache: Path, maven_says: str, remedy: str
) -> None:
    """A missing network and a missing jar have different remedies. Nothing incomplete is kept."""
    program(programs / "mvn", f"#!/bin/sh\necho '{maven_says}'\nexit 1\n")
    with pytest.raises(TargetUnavailable) as raised:
        fetch(programs, "storm-0.0")
    message = str(raised.value)
    assert [] == [part for part in ("the jars of storm-0.0", maven_says, remedy) if part not in message], message
    assert [] == [path for path in empty_cache.rglob("*") if path.is_file() and path.suffix != ".lock"]


def test_a_cache_that_cannot_be_written_is_named(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the variable that moves it elsewhere."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("ACKPROOF_CACHE", str(tmp_path / "file"))
    with pytest.raises(TargetUnavailable, match=r"cannot write to the cache .*/file: .*; set ACKPROOF_CACHE to"):
        fetch(programs)


def test_the_cache_is_where_the_system_keeps_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable overrides it."""
    monkeypatch.delenv("ACKPROOF_CACHE", raising=False)
    assert "ackproof" == cache.root().name


@pytest.mark.parametrize("with_dependencies", [True, False])
def test_maven_is_asked_for_the_artifacts_alone_or_with_what_they_need(
    programs: Path, empty_cache: Path, *, with_dependencies: bool
) -> None:
    """The dependencies in an artifact's POM are left out by excluding everything."""
    jars.fetched(str(programs / "mvn"), "a release", THING, with_dependencies=with_dependencies)
    (pom,) = empty_cache.rglob("pom.xml")
    text = pom.read_text()
    assert "<groupId>org.example</groupId><artifactId>thing</artifactId><version>1.0</version>" in text
    assert with_dependencies is ("<groupId>*</groupId><artifactId>*</artifactId>" not in text)
    (listed,) = empty_cache.rglob("jars.json")
    assert {"thing-1.0.jar": HASH} == json.loads(listed.read_text())
