"""A log may contain anything: `ackproof audit` reads it or refuses it in a sentence."""

import gzip
import os
import re
from pathlib import Path

import pytest
from ackproof_adapters.audit import audit
from ackproof_adapters.audit.logs.files import worker_logs
from common.command import Command

LOG = gzip.decompress((Path(__file__).parent / "storm-2.8.3.log.gz").read_bytes())
TREES = "18 trees: 6 done, 2 failed, 10 timed out"
MANY = b"9" * 5000
"""Too many digits for Python to read as a number."""

FORGED = {
    "a source of many digits": (rb"source: (\S+?):\d+", rb"source: \1:" + MANY),
    "a source of 30 digits": (rb"source: (\S+?):\d+", rb"source: \1:" + b"9" * 30),
    "a root of many digits": (rb"id: \{-?\d+=", b"id: {" + MANY + b"="),
    "a root of 65 bits": (rb"id: \{-?\d+=", b"id: {18446744073709551616="),
    "an edge of 30 digits": (rb"=-?\d+\}, \[", b"=" + b"7" * 30 + b"}, ["),
    "a task of many digits": (rb"\[dest: \d+", b"[dest: " + MANY),
    "a value of many digits": (rb"\[-?\d{9,}", b"[" + MANY),
    "a day on no calendar": (rb"^\d{4}-\d\d-\d\d", b"2026-02-30"),
    "an hour that no clock has": (rb" \d\d:", b" 25:"),
    "an executor of many digits": (rb"executor\[\d+", b"executor[" + MANY),
}


@pytest.mark.parametrize("way", FORGED)
def test_a_line_that_storm_cannot_have_written_is_no_event(ackproof: Command, tmp_path: Path, way: str) -> None:
    """These lines come after the others. No tree changes, and the table of events can be written."""
    pattern, text = FORGED[way]
    forged = [new for line in LOG.splitlines() if (new := re.sub(pattern, text, line, count=1)) != line]
    assert forged
    (tmp_path / "worker.log").write_bytes(LOG + b"".join(line + b"\n" for line in forged))
    ran = ackproof("audit", "worker.log", "--out", "out")
    assert (0, "") == (ran.code, ran.err)
    assert ran.out.startswith(TREES)
    assert {"report.json", "events.parquet"} == {path.name for path in (tmp_path / "out").iterdir()}


def test_a_damaged_gzip_is_refused_wherever_it_is_damaged(ackproof: Command, tmp_path: Path) -> None:
    """The parser of the format raises errors of several classes."""
    whole = gzip.compress(LOG)
    for place in range(10, len(whole), 2500):
        (tmp_path / "worker.log.1.gz").write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        ran = ackproof("audit", "worker.log.1.gz")
        assert (2, "") == (ran.code, ran.out)
        assert ran.complaint.startswith("ackproof: cannot read worker.log.1.gz")


def test_a_pipe_is_refused(ackproof: Command, tmp_path: Path) -> None:
    """A log is read twice, but a pipe can be read only once."""
    os.mkfifo(tmp_path / "worker.log")
    assert "worker.log is a pipe or a device" in ackproof("audit", "worker.log").complaint


def test_a_date_is_no_number_of_a_rolled_file(tmp_path: Path) -> None:
    """Some logs are rotated by the day: then twenty million files would seem to be missing."""
    paths = [tmp_path / name for name in ("worker.log", "worker.log.20261124", "worker.log.2.gz")]
    lines = LOG.splitlines(keepends=True)
    for number, path in enumerate(paths):
        path.write_bytes(b"".join(lines[number:]))
    assert [()] == [each.missing for each in worker_logs(paths)]
    assert [(1,)] == [each.missing for each in worker_logs([paths[0], paths[2]])]


@pytest.mark.parametrize("full", ["the table", "the report", "the name"])
def test_what_was_found_is_shown_if_there_is_no_room(
    ackproof: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    """No incomplete file is left that could be taken for a complete one."""
    (tmp_path / "worker.log").write_bytes(LOG)

    def no_room(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    if full == "the table":
        monkeypatch.setattr("pyarrow.parquet.ParquetWriter.write_table", no_room)
    elif full == "the report":
        monkeypatch.setattr(audit, "write_document", no_room)
    else:
        monkeypatch.setattr(Path, "rename", no_room)
    ran = ackproof("audit", "worker.log", "--out", "out")
    assert 2 == ran.code
    assert ran.out.startswith(TREES)
    assert ran.complaint == "ackproof: cannot write out: No space left on device; what was found is above"
    assert ["worker.log"] == [path.name for path in tmp_path.iterdir()]
