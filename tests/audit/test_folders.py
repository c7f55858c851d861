"""A folder stands for the workers' logs in it, as Storm or an operator puts them there."""

import gzip
import json
from pathlib import Path

import pytest
from common.command import Command

HERE = Path(__file__).parent
LOG = gzip.decompress((HERE / "storm-2.8.3.log.gz").read_bytes())
OLD = gzip.decompress((HERE / "storm-0.10.2.log.gz").read_bytes())
HOOK = gzip.decompress((HERE / "hook-2.8.3.jsonl.gz").read_bytes())
FIRST = "18 trees: 6 done, 2 failed, 10 timed out, 0 open, 0 unknown"


def put(path: Path, content: bytes) -> None:
    """Write a file into a folder, gzipped if its name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content, 1) if path.suffix == ".gz" else content)


def test_a_folder_is_the_logs_in_it(ackproof: Command, tmp_path: Path) -> None:
    """As in `workers-artifacts`: what Storm writes beside them is left out, and so is an empty log."""
    lines = LOG.splitlines(keepends=True)
    put(tmp_path / "words-1-1764109843/6700/worker.log.1.gz", b"".join(lines[:300]))
    put(tmp_path / "words-1-1764109843/6700/worker.log", b"".join(lines[300:]))
    put(tmp_path / "words-1-1764109843/6701/worker.log", b"")
    for name in ("worker.log.err", "worker.log.out.1.gz", "worker.yaml", "gc.log.0.current", "worker.log.metrics"):
        put(tmp_path / "words-1-1764109843/6700" / name, b"no log")
    ran = ackproof("audit", tmp_path)
    assert (ran.code, ran.out.splitlines()[0]) == (0, FIRST)
    where = "words-1-1764109843/6700"
    assert ran.error_lines[0] == (
        f"ackproof: {tmp_path} has 2 files of worker logs: {where}/worker.log, {where}/worker.log.1.gz"
    )
    assert ackproof("audit", tmp_path, "-q").err == ""


def test_names_of_0_10_and_of_the_hook_are_known(ackproof: Command, tmp_path: Path) -> None:
    put(tmp_path / "old/words-1-1764109843-worker-6700.log", OLD)
    put(tmp_path / "hook/6700-1.jsonl", HOOK)
    assert json.loads(ackproof("audit", tmp_path / "old", "--format", "json").out)["trees"]["done"] > 0
    ran = ackproof("audit", tmp_path / "hook")
    assert (ran.code, "6700-1.jsonl" in ran.err) == (0, True)


def test_a_folder_of_many_files_names_some_of_them(ackproof: Command, tmp_path: Path) -> None:
    for port in range(6700, 6708):
        put(tmp_path / f"{port}/worker.log", LOG)
    assert ackproof("audit", tmp_path).error_lines[0].endswith("6705/worker.log and 2 more")


def test_topologies_are_told_apart(ackproof: Command, tmp_path: Path) -> None:
    """Their tasks have the same numbers."""
    for name in ("words-1-1764109843", "other-2-1764109850"):
        put(tmp_path / name / "6700/worker.log", LOG)
    told = ackproof("audit", tmp_path).complaint
    assert "has logs of 2 topologies: other-2-1764109850, words-1-1764109843" in told
    assert ackproof("audit", tmp_path / "words-1-1764109843").code == 0


@pytest.mark.parametrize("name", ["", "nimbus.log", "worker.log.err", "deeper/worker.log"])
def test_a_folder_without_a_log_is_told(ackproof: Command, tmp_path: Path, name: str) -> None:
    (tmp_path / "logs").mkdir()
    if name:
        put(tmp_path / "logs" / name, b"" if "deeper" in name else LOG)
    told = ackproof("audit", tmp_path / "logs").complaint
    assert "logs is a folder without a worker.log" in told
