"""The files of one worker are joined by their names, in the order of their times."""

import gzip
import json
from pathlib import Path

import pytest
from ackproof_adapters.audit.logs.files import worker_logs
from common.command import Command

LINES = gzip.decompress((Path(__file__).parent / "storm-2.8.3.log.gz").read_bytes()).splitlines(keepends=True)
PARTS = tuple(b"".join(each) for each in (LINES[:240], LINES[240:480], LINES[480:]))


def put(folder: Path, name: str, content: bytes) -> Path:
    """Write a file, gzipped if its name says so."""
    path = folder / name
    path.write_bytes(gzip.compress(content, 1) if path.suffix == ".gz" else content)
    return path


@pytest.mark.parametrize(
    "names",
    [
        ("worker.log.0", "worker.log.1", "worker.log.2"),
        ("worker.log.1", "worker.log.0", "worker.log"),
        ("worker.log.2026-11-20.gz", "worker.log.2026-11-21.gz", "worker.log"),
        ("worker.log-20261120.gz", "worker.log-20261121", "worker.log"),
        ("worker.2026-11-28.9.log.gz", "worker.2026-11-28.10.log.gz", "worker.log"),
        ("worker.2026-11-28.2.log", "worker.2026-11-28.1.log", "worker.2026-11-29.1.log"),
        ("worker-2026-11-28-22.log", "worker-2026-11-28-23.log", "worker-2026-11-29-00.log"),
        ("worker.log.3", "worker.log.20261121", "worker.log"),
        ("worker-0.log", "worker-1.log", "worker.log"),
    ],
)
def test_parts_are_joined_in_the_order_of_their_times(
    ackproof: Command, tmp_path: Path, names: tuple[str, ...]
) -> None:
    """Also those of a folder."""
    paths = [put(tmp_path, *each) for each in zip(names, PARTS, strict=True)]
    (log,) = worker_logs(sorted(paths))
    assert [each.path for each in log.files] == paths
    assert log.missing == ()
    whole = json.loads(ackproof("audit", Path(__file__).parent / "storm-2.8.3.log.gz", "--format", "json").out)
    made = json.loads(ackproof("audit", tmp_path, "--format", "json").out)
    for each in ("trees", "causes", "not_allowed"):
        assert made[each] == whole[each]


def test_a_log_with_a_number_in_its_name_may_be_another_workers(tmp_path: Path) -> None:
    """If it does not end before the other begins, or there is no other."""
    other = b"2026-11-23 00:00:00.000" + LINES[0][23:]
    paths = [put(tmp_path, "worker.log", PARTS[1]), put(tmp_path, "worker-1.log", other + PARTS[2])]
    assert [len(log.files) for log in worker_logs(paths)] == [1, 1]
    assert [len(log.files) for log in worker_logs(paths[1:])] == [1]
    put(tmp_path, "worker-1.log", other)
    assert [len(log.files) for log in worker_logs(paths)] == [2]


@pytest.mark.parametrize("copied", [len(PARTS[0]), len(PARTS[0]) // 2])
def test_a_copy_of_a_part_is_refused(ackproof: Command, tmp_path: Path, copied: int) -> None:
    """Also one of an earlier moment: read twice, all bolts would have acked twice."""
    put(tmp_path, "worker.log", PARTS[0])
    put(tmp_path, "worker.log.1", PARTS[0][:copied])
    ran = ackproof("audit", tmp_path)
    assert "begin with the same lines: one is a copy of the other; give one of them" in ran.err
