"""Files that are no log as they are: the refusal names the command that makes one of them."""

import bz2
import gzip
import io
import lzma
import re
import tarfile
import zipfile
from pathlib import Path

import pytest
from common.command import Command

from audit.test_causes import lines_of

LINES = lines_of("storm-2.8.3")
LOG = b"\n".join(LINES) + b"\n"


def zipped() -> bytes:
    with zipfile.ZipFile(made := io.BytesIO(), "w") as archive:
        archive.writestr("worker.log", LOG)
    return made.getvalue()


def tarred() -> bytes:
    with tarfile.open(fileobj=(made := io.BytesIO()), mode="w:gz") as archive:
        (member := tarfile.TarInfo("6700/worker.log")).size = len(LOG)
        archive.addfile(member, io.BytesIO(LOG))
    return made.getvalue()


def complaint(ackproof: Command, content: bytes, *options: str) -> str:
    Path("worker.log").write_bytes(content)
    return " ".join(ackproof("audit", "worker.log", *options).complaint.split())


PACKED = {
    "bzip2 -dk": bz2.compress(LOG),
    "xz -dk": lzma.compress(LOG),
    "zstd -d": b"\x28\xb5\x2f\xfd\x04",
    "unzip": zipped(),
    "is a tar archive: unpack it": tarred(),
    "iconv -f UTF-16 -t UTF-8": gzip.compress(LOG.decode().encode("utf-16")),
    "zcat FILE > OTHER keeps what is there": gzip.compress(LOG * 9)[:-9],
}


@pytest.mark.parametrize("way", PACKED)
def test_what_is_no_plain_text_is_refused_with_the_way_to_unpack_it(ackproof: Command, way: str) -> None:
    """The tar archive was read as one log."""
    assert way in complaint(ackproof, PACKED[way])


def test_an_empty_file_is_left_out(ackproof: Command, tmp_path: Path) -> None:
    """The log was rolled just now. If all are empty, nothing is left."""
    (tmp_path / "worker.log.1").write_bytes(LOG)
    (tmp_path / "worker.log").touch()
    out = ackproof("audit", "worker.log", "worker.log.1").out
    assert out.startswith("18 trees: 6 done")
    assert "worker.log: is empty" in out
    assert "worker.log is empty; name the files" in ackproof("audit", "worker.log").complaint


def test_colours_are_named(ackproof: Command) -> None:
    """Also with the pattern, which cannot say where they are."""
    coloured = re.sub(rb"(?m)^(\S+ \S+)", b"\x1b[32m\\1\x1b[m", LOG)
    for options in ((), ("--pattern", "%d{yyyy-MM-dd HH:mm:ss.SSS} %c{1.} %t [%p] %msg%n")):
        assert "it has colours; remove them, with sed" in complaint(ackproof, coloured, *options)


HEAD = re.compile(rb"(?m)^(\d{4})-(\d\d)-(\d\d) (\d\d)(:\d\d:\d\d)\.(\d{3}) (\S+) (.*?) \[([A-Z]+)\] ")
REST = rb"\4\5.\6 \9 \7 [\8] "
OTHERS = {
    "month first": (rb"\2/\3/\1 " + REST, "rewrite them, with sed -E 's|^(..)"),
    "a month's name": (rb"\3 Nov \1 " + REST, "cut them, if the log is of one day, with sed -E"),
    "AM and PM": (rb"\1-\2-\3 11\5.\6 PM \9 \7 [\8] ", "rewrite them, with perl -pe"),
    "digits": (rb"\1\2\g<3>220000\6 \9 \7 [\8] ", "rewrite them, with sed -E 's/^(....)"),
    "kubectl": (rb"[pod/a/b] \g<0>", "cut it: kubectl logs without --prefix"),
    "journalctl": (rb"Nov 28 17:13:00 host storm[123]: \g<0>", "cut it: journalctl -o cat"),
    "docker compose": (rb"worker-1  | \g<0>", "cut it: docker compose logs --no-log-prefix"),
}


@pytest.mark.parametrize("form", OTHERS)
def test_a_form_that_is_not_read_is_refused_with_the_way_to_rewrite_it(ackproof: Command, form: str) -> None:
    """A pattern cannot help."""
    text, way = OTHERS[form]
    found = complaint(ackproof, HEAD.sub(text, LOG))
    assert way in found
    assert "--pattern" not in found


@pytest.mark.parametrize(("name", "way"), [("@timestamp", "@timestamp"), ("instant", "instant.epochSecond")])
def test_json_is_refused_with_the_way_to_rewrite_it(ackproof: Command, name: str, way: str) -> None:
    """Layouts of log4j2."""
    content = b"".join(b'{"%s": 1, "message": "Execute done %d"}\n' % (name.encode(), each) for each in range(50))
    found = complaint(ackproof, content)
    assert "jq -r" in found
    assert way in found


def test_loggers_without_a_package_are_named(ackproof: Command) -> None:
    """Debug is on, and nobody knows whose lines they are."""
    short = re.sub(rb"(?m)^(\S+ \S+) \S+\.(\w+) ", rb"\1 \2 ", LOG)
    found = complaint(ackproof, short, "--pattern", "%d %c{1} %t [%p] %m%n")
    assert "their logger has no package of Storm" in found
    assert "topology.debug" not in found
