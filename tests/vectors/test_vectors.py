"""Vectors: the reference passes them, the mutants that they kill fail them, and other languages can read them."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from ackproof.mutants import all_mutants
from ackproof.targets import reference
from ackproof.vectors.corpus import all_vectors
from ackproof.vectors.vector import Vector, vector_from_json, vector_to_json
from ackproof.wire import schemas
from common.command import Command

from tools.vectors import RIGHT, passes

ROOT = Path(__file__).resolve().parents[2]
SKELETONS = ROOT / "conformance" / "ackproof" / "skeletons"


@pytest.fixture(scope="module")
def vectors() -> list[Vector]:
    """All shipped vectors."""
    return all_vectors()


def test_what_is_right_passes_all(vectors: list[Vector]) -> None:
    """Right are the reference, and an acker that counts a repeated init once, which no MUST forbids."""
    assert 50 < len(vectors)
    for make in (reference.make, *RIGHT):
        target = make()
        assert [] == [each.id for each in vectors if not passes(each, target)]


def test_each_mutant_fails_the_vectors_that_are_said_to_kill_it(vectors: list[Vector]) -> None:
    """The first of the vectors that the index names for a mutant is one that it fails."""
    by_mutant: dict[str, list[Vector]] = {}
    for each in vectors:
        for name in each.kills:
            by_mutant.setdefault(name, []).append(each)
    alive = [
        name
        for name, killing in by_mutant.items()
        if name not in all_mutants()
        or any(passes(each, all_mutants()[name].make()) for each in killing[:: len(killing)])
    ]
    assert [] == alive
    assert 150 < len(by_mutant)


def test_a_vector_is_what_its_json_says(vectors: list[Vector]) -> None:
    """It is equal after encoding and decoding, valid by the schema, and has a unique id."""
    assert vectors == [vector_from_json(json.loads(json.dumps(vector_to_json(each)))) for each in vectors]
    assert len({each.id for each in vectors}) == len(vectors)


def test_an_answer_that_another_right_acker_gives_is_allowed(vectors: list[Vector]) -> None:
    """If right ackers differ, a vector has each of their answers, and no other."""
    (first, *_) = [each for each in vectors if each.allowed]
    assert all(map(first.accepts, first.allowed))
    assert not first.accepts(first.allowed[0][:-1])


def test_the_command_publishes_them_with_an_index(ackproof: Command, tmp_path: Path) -> None:
    """There is a file for each component and profile; the index has the mutants that they kill and miss."""
    out = tmp_path / "out"
    result = ackproof("vectors", "--out", str(out), "--component", "acker", "--profile", "storm2")
    assert 0 == result.code
    index = json.loads((out / "index.json").read_text(encoding="utf-8"))
    schemas.check(index, "vectors", "index")
    (entry,) = index["files"]
    lines = (out / entry["file"]).read_text(encoding="utf-8").splitlines()
    assert entry["count"] == len(lines)
    assert "acks-refresh" in entry["kills"]
    assert not set(entry["kills"]) & set(entry["misses"])
    assert "loses-an-entry-when-the-table-grows-15360" in entry["misses"]
    assert 2 == ackproof("vectors", "--out", str(out / "index.json")).code
    assert 2 == ackproof("vectors", "--out", str(out), "--component", "toaster").code


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory, vectors: list[Vector]) -> Path:
    """The vectors of an acker under storm2, as a file."""
    path = tmp_path_factory.mktemp("vectors") / "acker-storm2.jsonl"
    own = [each for each in vectors if each.run.component == "acker" and each.run.config.profile == "storm2"]
    path.write_text("".join(f"{json.dumps(vector_to_json(each))}\n" for each in own), encoding="utf-8")
    return path


RIGHT_LINE, WRONG_LINE = "record.failed || record.ackVal === 0n", "record.ackVal === 0n"


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_javascript_reads_them(published: Path, tmp_path: Path) -> None:
    """The skeleton's acker passes them; one that forgets a fail fails them."""
    for name in (ROOT / "examples" / "vectors" / "vectors.mjs", SKELETONS / "javascript" / "acker.mjs"):
        shutil.copy(name, tmp_path)
    command = ["node", "vectors.mjs", str(published)]
    right = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (0, True) == (right.returncode, right.stdout.endswith("vectors, 0 failed\n"))
    acker = tmp_path / "acker.mjs"
    text = acker.read_text(encoding="utf-8")
    assert RIGHT_LINE in text
    acker.write_text(text.replace(RIGHT_LINE, WRONG_LINE), encoding="utf-8")
    wrong = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (1, True) == (wrong.returncode, "expected" in wrong.stdout)


FAIL_FIRST, ZERO_FIRST = "case r.known && r.failed:", "case r.known && r.failed && r.ackVal != 0:"


@pytest.mark.skipif(shutil.which("go") is None, reason="Go is not installed")
def test_go_reads_them(published: Path, tmp_path: Path) -> None:
    """The skeleton's acker passes them; one that tests for zero first fails them."""
    shutil.copy(ROOT / "examples" / "vectors" / "vectors_test.go", tmp_path)
    shutil.copy(SKELETONS / "go" / "acker.go", tmp_path)
    (tmp_path / "go.mod").write_text("module acker\n\ngo 1.21\n", encoding="utf-8")
    (tmp_path / "main.go").write_text("package main\n\nfunc main() {}\n", encoding="utf-8")
    right = _go_test(tmp_path, published)
    assert (0, "") == (right.returncode, right.stderr)
    acker = tmp_path / "acker.go"
    text = acker.read_text(encoding="utf-8")
    acker.write_text(
        text.replace("case r.known && r.failed:", "case r.known && r.failed && r.ackVal != 0:"), encoding="utf-8"
    )
    wrong = _go_test(tmp_path, published)
    assert (1, True) == (wrong.returncode, "ACK-08" in wrong.stdout)


def _go_test(folder: Path, published: Path) -> "subprocess.CompletedProcess[str]":
    surroundings = {**os.environ, "VECTORS": str(published)}
    return subprocess.run(
        ["go", "test", "-vet=off", "-count=1", "./..."],  # noqa: S607 - the one on the path
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
