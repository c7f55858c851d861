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


FEW, MANY = (
    ("words-1-1764109843", "other-2-1764109850"),
    tuple(f"t{number}-{number}-1764109850" for number in range(17)),
)


def test_a_folder_of_two_topologies_is_refused(ackproof: Command, tmp_path: Path) -> None:
    """Their tasks have the same numbers."""
    for name in FEW:
        put(tmp_path / name / "6700/worker.log", LOG)
    told = ackproof("audit", tmp_path).complaint
    assert "has logs of 2 topologies: other-2-1764109850, words-1-1764109843; their tasks have" in told
    assert ackproof("audit", tmp_path / "words-1-1764109843").code == 0


def test_copies_in_folders_with_the_ids_of_two_topologies_are_refused(ackproof: Command, tmp_path: Path) -> None:
    """Also without the folders of the workers, as a folder and as files."""
    for name in FEW:
        put(tmp_path / name / "worker.log", LOG)
    told = "of 2 topologies: other-2-1764109850, words-1-1764109843; their tasks have"
    assert told in ackproof("audit", tmp_path).complaint
    assert told in ackproof("audit", *(tmp_path / name / "worker.log" for name in FEW)).complaint
    assert ackproof("audit", tmp_path / "words-1-1764109843").code == 0


@pytest.mark.parametrize("how", [(), ("--follow",), ("--master", "local[2]"), ("--profile", "storm2")])
@pytest.mark.parametrize("what", ["{}", "{}/6700", "{}/6700/worker.log", "{}/6700/worker.log.1.gz"])
def test_topologies_in_several_arguments_are_refused(
    ackproof: Command, tmp_path: Path, what: str, how: tuple[str, ...]
) -> None:
    """Before anything is read, however they are named: as folders, folders of workers, or files."""
    for name in FEW:
        put(tmp_path / name / "6700/worker.log", LOG)
        put(tmp_path / name / "6700/worker.log.1.gz", LOG)
    ran = ackproof("audit", *(tmp_path / what.format(name) for name in FEW), *how)
    assert (ran.code, ran.out) == (2, "")
    assert "these files are of 2 topologies: other-2-1764109850, words-1-1764109843; their tasks" in ran.complaint


def test_a_folder_and_a_file_of_other_topologies_are_refused(ackproof: Command, tmp_path: Path) -> None:
    """Also if the name of the file has the id, as in 0.10, and if the path has `..` in it."""
    put(tmp_path / "words-1-1764109843/6700/worker.log", OLD)
    put(tmp_path / "other-2-1764109850-worker-6700.log", OLD)
    ran = ackproof("audit", tmp_path / "words-1-1764109843", tmp_path / "other-2-1764109850-worker-6700.log")
    assert "these files are of 2 topologies: other-2-1764109850, words-1-1764109843; their" in ran.complaint
    put(tmp_path / "other-2-1764109850/6700/worker.log", OLD)
    around = tmp_path / "words-1-1764109843/6700/../../other-2-1764109850/6700/../6700/worker.log"
    assert (
        "these files are of 2 topologies"
        in ackproof("audit", tmp_path / "words-1-1764109843/6700/worker.log", around).complaint
    )


def test_of_many_topologies_some_are_named(ackproof: Command, tmp_path: Path) -> None:
    for name in MANY:
        put(tmp_path / name / "6700/worker.log", LOG)
    told = ackproof("audit", *sorted(tmp_path.glob("*/*/worker.log"))).complaint
    assert "these files are of 17 topologies: t0-0-1764109850, t1-1-1764109850, " in told
    assert "t13-13-1764109850 and 11 more; their tasks have the same numbers" in told


def test_workers_of_one_topology_are_one_log(ackproof: Command, tmp_path: Path) -> None:
    """In Storm's folders, also from several machines, with rolled and gzipped files, as folders and as files."""
    lines = LOG.splitlines(keepends=True)
    first, second = tmp_path / "host1/words-1-1764109843/6700", tmp_path / "host2/words-1-1764109843/6700"
    put(first / "worker.log.1.gz", b"".join(lines[:300]))
    put(first / "worker.log", b"".join(lines[300:]))
    put(second / "worker.log", b"".join(lines[:10]))
    for named in (
        [first, second],
        [*first.iterdir(), *second.iterdir()],
        [first.parent, second / "worker.log"],
        [tmp_path],
    ):
        ran = ackproof("audit", *named)
        assert (ran.code, "18 trees: " in ran.out) == (0, True), ran.err


def test_copied_logs_need_no_folders_of_storm(ackproof: Command, tmp_path: Path) -> None:
    """The path of a copy does not show its topology. A name that only looks like one of 0.10 does not either."""
    lines = LOG.splitlines(keepends=True)
    for path in ("a/worker.log", "b/worker.log", "host1-worker-6700.log", "host2-worker-6700.log"):
        put(tmp_path / path, b"".join(lines[:300]))
    put(tmp_path / "words-1-1764109843/6700/worker.log", LOG)
    for named in (
        [tmp_path / "a", tmp_path / "b"],
        [tmp_path / "a/worker.log", tmp_path / "b/worker.log"],
        [tmp_path / "host1-worker-6700.log", tmp_path / "host2-worker-6700.log"],
        [tmp_path / "words-1-1764109843", tmp_path / "a"],
    ):
        ran = ackproof("audit", *named)
        assert ran.code == 0, ran.err


@pytest.mark.parametrize("how", [(), ("--follow",), ("--master", "local[2]"), ("--profile", "storm2")])
@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_logs_of_different_releases_are_refused(
    ackproof: Command, tmp_path: Path, how: tuple[str, ...], order: tuple[str, str]
) -> None:
    """One topology has one release, and together they would seem to break rules. A given profile does not change it."""
    older, newer = order
    put(tmp_path / older / "worker.log", gzip.decompress((HERE / "storm-1.2.2.log.gz").read_bytes()))
    put(tmp_path / newer / "worker.log", LOG)
    ran = ackproof("audit", tmp_path / "a/worker.log", tmp_path / "b/worker.log", *how)
    assert (ran.code, ran.out) == (2, "")
    assert ran.complaint.endswith(
        f"{tmp_path / older}/worker.log was written by Storm 0.10 or 1.x, and {tmp_path / newer}/worker.log by 2.x: "
        "they are not of one topology; name the logs of one"
    )


def test_rolled_files_of_different_releases_are_refused(ackproof: Command, tmp_path: Path) -> None:
    put(tmp_path / "worker.log.1.gz", OLD)
    put(tmp_path / "worker.log", LOG)
    assert "worker.log.1.gz was written by Storm 0.10 or 1.x" in ackproof("audit", tmp_path, "-q").complaint


def test_a_log_without_sends_agrees_with_any_release(ackproof: Command, tmp_path: Path) -> None:
    put(tmp_path / "a/worker.log", b"".join(each for each in OLD.splitlines(keepends=True) if b"TRANSFER" not in each))
    put(tmp_path / "b/worker.log", OLD)
    ran = ackproof("audit", tmp_path / "a", tmp_path / "b", "--format", "json")
    assert json.loads(ran.out)["profile"] == "storm1"


@pytest.mark.parametrize("name", ["", "nimbus.log", "worker.log.err", "deeper/worker.log"])
def test_a_folder_without_a_log_is_told(ackproof: Command, tmp_path: Path, name: str) -> None:
    (tmp_path / "logs").mkdir()
    if name:
        put(tmp_path / "logs" / name, b"" if "deeper" in name else LOG)
    told = ackproof("audit", tmp_path / "logs").complaint
    assert "logs is a folder without a worker.log" in told


LAUNCH = (
    b"2026-11-26 04:00:56.234 o.a.s.d.w.Worker main [INFO] Launching worker for %s on a1-127.0.0.1:6700 with id b\n"
)
FIRST_LAUNCH, OTHER_LAUNCH = LAUNCH % b"words-1-1764109843", LAUNCH % b"other-2-1764109850"
LAUNCHED = b"".join(line for line in LOG.splitlines(keepends=True) if b"Launching worker" not in line)


def test_copies_of_two_topologies_are_told_by_the_launches_of_their_workers(ackproof: Command, tmp_path: Path) -> None:
    """Nothing in their paths shows the topology, and rolled files do not have the line."""
    first, second, rolled = (tmp_path / f"{name}.log" for name in "abc")
    for path, line in ((first, FIRST_LAUNCH), (second, OTHER_LAUNCH), (rolled, b"")):
        put(path, line + LAUNCHED)
    put(second, LAUNCHED[: LAUNCHED.index(b"\n") + 1] * 2000 + OTHER_LAUNCH + LAUNCHED)
    for order in ((first, rolled, second), (second, first)):
        ran = ackproof("audit", *order)
        assert (ran.code, ran.out) == (2, "")
        assert ran.complaint.endswith(
            f"{first} is of the topology words-1-1764109843, and {second} of other-2-1764109850: their tasks have the "
            "same numbers, so name the folder or the files of one"
        )
    assert ackproof("audit", first, rolled).code == 0


def test_a_log_of_several_topologies_is_read_with_one_of_either(ackproof: Command, tmp_path: Path) -> None:
    """As a LocalCluster writes it. What a user's value says launches nothing."""
    value = b"2026-11-26 04:01:00.000 o.a.s.d.executor Thread-4-a-executor[2, 2] [INFO] said: " + OTHER_LAUNCH[24:]
    both, first = tmp_path / "both.log", tmp_path / "first.log"
    put(both, FIRST_LAUNCH + OTHER_LAUNCH + LAUNCHED)
    put(first, FIRST_LAUNCH + LAUNCHED)
    assert ackproof("audit", both, first).code == 0
    put(first, value + LAUNCHED)
    put(both, FIRST_LAUNCH + LAUNCHED)
    assert ackproof("audit", both, first).code == 0
