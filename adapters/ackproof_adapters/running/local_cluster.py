"""Topologies run in a LocalCluster: one JVM that is given orders, and writes a journal for each."""

import json
import os
import selectors
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from ackproof.errors import TargetBroke
from attrs import frozen

from ackproof_adapters.running.journal import Line
from ackproof_adapters.running.orders import BOUND, Order

AT_ONCE = 3
"""Topologies that run beside each other: they mostly wait."""

START = 180.0
"""Seconds that a JVM may take to start its cluster, and topologies to be submitted, on a busy machine."""

SETTLED, QUIET, CUT = "settled", "quiet", "cut"
"""How a run ends: all is done; something is left, and nothing happens any more; nobody waits any longer."""

LAST_MOMENT = 30.0
"""Seconds that a JVM which has closed its output may take to end."""

LAST_WORDS = 2000
"""Bytes of what a JVM said that are searched for why it ended."""


@frozen
class Ran:
    """A topology that ran: how that ended, and its journal."""

    end: str
    lines: tuple[Line, ...]


def run(command: Sequence[str], orders: Sequence[Order]) -> list[Ran]:
    """Run topologies; return what became of each, in their order.

    `command` starts the JVM; a folder for journals and the number of topologies at once are added. Raise `TargetBroke`
    if it ends before it has answered. A topology that takes too long is cut off, and the others are not.
    """
    with tempfile.TemporaryDirectory(prefix="ackproof-running-") as name:
        folder = Path(name)
        with (folder / "errors").open("wb") as errors:
            process = subprocess.Popen(  # noqa: S603 - a command that is made in `ackproof_adapters.storm`
                [*command, str(folder), str(AT_ONCE)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=folder,
                env={**os.environ, "TMPDIR": str(folder)},
            )
        try:
            ends = _ends(process, orders, folder / "errors")
        finally:
            process.kill()  # it reads until the end of its input, and would outlive nobody: but it is not waited for
            process.communicate()
        return [Ran(ends.get(order.name, CUT), _journal(folder / f"{order.name}.jsonl")) for order in orders]


def _ends(process: "subprocess.Popen[bytes]", orders: Sequence[Order], errors: Path) -> dict[str, str]:
    assert process.stdin is not None and process.stdout is not None  # noqa: PT018, S101 - they are pipes
    lines = "".join(json.dumps(order.to_json()) + "\n" for order in orders)
    ends: dict[str, str] = {}
    until = time.monotonic() + START + BOUND * -(-len(orders) // AT_ONCE)
    try:
        process.stdin.write(lines.encode())
        process.stdin.flush()
    except OSError as error:
        raise TargetBroke(f"ended before it was given its topologies: {_last_words(errors)}") from error
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        rest = b""
        while len(ends) < len(orders) and selector.select(max(0.0, until - time.monotonic())):
            read = os.read(process.stdout.fileno(), 65536)
            if not read:
                code = process.wait(LAST_MOMENT)
                raise TargetBroke(f"ended before its topologies had, with {code}: {_last_words(errors)}")
            *whole, rest = (rest + read).split(b"\n")
            for line in whole:
                said = json.loads(line)
                if "error" in said:
                    raise TargetBroke(f"could not run a topology: {said['error']}")
                ends[said["name"]] = said["end"]
    return ends


def _journal(path: Path) -> tuple[Line, ...]:
    if not path.exists():
        return ()
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def _last_words(errors: Path) -> str:
    said = errors.read_bytes()[-LAST_WORDS:].decode("utf-8", "replace").strip().splitlines()
    return said[-1] if said else "it said nothing"
