"""Input files for commands, created once in a run."""

import gzip
import json
import shlex
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from common.started import command

RIGHT = shlex.join(
    [sys.executable, "-S", str(Path(__file__).parents[1] / "targets/processes/misbehaving.py"), "rightly"]
)
"""The command line of a right acker that starts quickly."""

WORKER_LOG = Path(__file__).parents[1] / "audit" / "storm-2.8.3.log.gz"

JSON_FIELDS = ("seq", "op", "root", "value", "spout_task")


@cache
def evidence() -> tuple[bytes, bytes]:
    """Return a certificate of a wrong acker, and its witness."""
    with tempfile.TemporaryDirectory() as folder:
        target = ("ackproof.examples.forgetful:make", "--rule", "ACK-07", "--profile", "storm2", "--examples", "60")
        subprocess.run(command(("certify", *target)), cwd=folder, capture_output=True, check=False)
        (path,) = Path(folder, "out").glob("witness-*.json")
        return Path(folder, "out", "certificate.json").read_bytes(), path.read_bytes()


def a_certificate() -> bytes:
    """Return a certificate of a wrong acker."""
    return evidence()[0]


def a_witness() -> bytes:
    """Return a witness of a wrong acker."""
    return evidence()[1]


@cache
def worker_log() -> bytes:
    """Return a log that the worker of a real Storm wrote."""
    return gzip.decompress(WORKER_LOG.read_bytes())


def put_into(folder: Path, rows: int) -> tuple[str, ...]:
    """Write a file of each kind into a folder, the log in JSON lines with this many rows; return their names."""
    contents = {
        "witness.json": a_witness(),
        "certificate-of-old.json": a_certificate(),
        "worker.log": worker_log(),
        "log.jsonl": json_lines(rows),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return tuple(contents)


def json_lines(rows: int) -> bytes:
    """Return a log in JSON lines, of trees of one tuple each."""
    lines = []
    for seq in range(rows):
        root, value = seq // 2 - 3, seq // 2 * 7 + 1
        row = (seq, "ack", root, value, None) if seq % 2 else (seq, "init", str(root), str(value), 7)
        lines.append(
            json.dumps({name: value for name, value in zip(JSON_FIELDS, row, strict=True) if value is not None})
        )
    return "".join(f"{line}\n" for line in lines).encode()
