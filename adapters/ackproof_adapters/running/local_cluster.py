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
from ackproof_adapters.running.orders import BOUND, TopologyOrder

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
    """A topology that ran: how that ended, and its journal; and why it tells nothing, if it was cut off."""

    end: str
    lines: tuple[Line, ...]
    why: str = ""


def run(command: Sequence[str], orders: Sequence[TopologyOrder]) -> list[Ran]:
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
                env={**os.environ, "TMPDIR": str(folder), "JAVA_TOOL_OPTIONS": _with_temporary_files_in(folder)},
            )
        try:
            ends = _ends(process, orders, folder / "errors")
        finally:
            process.kill()  # it reads until the end of its input, and would outlive nobody: but it is not waited for
            process.communicate()
        return [ran_from(ends.get(order.name, (CUT, "")), _journal(folder / f"{order.name}.jsonl")) for order in orders]


def _with_temporary_files_in(folder: Path) -> str:
    """Return options for a JVM that keeps its temporary files in a folder: nimbus leaves 75 MB of RocksDB in there."""
    return f'{os.environ.get("JAVA_TOOL_OPTIONS", "")} "-Djava.io.tmpdir={folder}"'.strip()


def ran_from(outcome: tuple[str, str], lines: Sequence[Line]) -> Ran:
    """Return what became of a topology, from how it is said to have ended, and why, and from its journal."""
    end, why = outcome
    opened = [line["task"] for line in lines if line["what"] == "opened"]
    if len(opened) > len(set(opened)):
        # A worker that Storm took for dead: a LocalCluster does not kill any, and a busy machine makes them late.
        return Ran(CUT, (), "Storm started tasks of it anew")
    if end == CUT:
        return Ran(CUT, tuple(lines), why or f"it was not over after {BOUND} s, on this machine")
    return Ran(end, tuple(lines))


def _ends(
    process: "subprocess.Popen[bytes]", orders: Sequence[TopologyOrder], errors: Path
) -> dict[str, tuple[str, str]]:
    """Return how each topology ended, and why it was cut off; those that a JVM did not come to are cut off with it."""
    assert process.stdin is not None and process.stdout is not None  # noqa: PT018, S101 - they are pipes
    lines = "".join(json.dumps(order.to_json()) + "\n" for order in orders)
    ends: dict[str, tuple[str, str]] = {}
    ready, rest = False, b""
    until = time.monotonic() + START + BOUND * -(-len(orders) // AT_ONCE)
    try:
        process.stdin.write(lines.encode())
        process.stdin.flush()
    except OSError as error:
        raise TargetBroke(f"ended before it was given its topologies: {_last_words(errors)}") from error
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while len(ends) < len(orders) and selector.select(max(0.0, until - time.monotonic())):
            read = os.read(process.stdout.fileno(), 65536)
            if not read:
                return _ended(process, ends, orders, errors, ready=ready)
            *whole, rest = (rest + read).split(b"\n")
            for answer in map(json.loads, whole):
                ready = ready or "ready" in answer
                if "name" in answer:
                    ends[answer["name"]] = (
                        (CUT, f"it could not be run: {answer['error']}") if "error" in answer else (answer["end"], "")
                    )
    return ends


def _ended(
    process: "subprocess.Popen[bytes]",
    ends: dict[str, tuple[str, str]],
    orders: Sequence[TopologyOrder],
    errors: Path,
    *,
    ready: bool,
) -> dict[str, tuple[str, str]]:
    """Return how topologies ended where their JVM did: Storm ends it when ZooKeeper is late, as on a busy machine."""
    words = f"its JVM ended with {process.wait(LAST_MOMENT)}: {_last_words(errors)}"
    if not ready:
        raise TargetBroke(f"did not start: {words}")
    return {**{order.name: (CUT, words) for order in orders}, **ends}


def _journal(path: Path) -> tuple[Line, ...]:
    if not path.exists():
        return ()
    whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")  # a JVM that was ended may have begun another line
    return tuple(json.loads(line) for line in whole.splitlines())


def _last_words(errors: Path) -> str:
    lines = errors.read_bytes()[-LAST_WORDS:].decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"
