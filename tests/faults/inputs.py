"""Files that commands are given: made once in a sitting."""

import json
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from common.started import command

JSON_FIELDS = ("seq", "op", "root", "value", "spout_task")


@cache
def a_witness() -> bytes:
    """Return a witness of an acker that is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        target = ("ackproof.examples.forgetful:make", "--rule", "ACK-07", "--profile", "storm2", "--examples", "60")
        subprocess.run(command(("certify", *target)), cwd=folder, capture_output=True, check=False)
        (path,) = Path(folder, "out").glob("witness-*.json")
        return path.read_bytes()


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
