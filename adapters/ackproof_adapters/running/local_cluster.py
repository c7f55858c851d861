"""Topologies run in a LocalCluster: one JVM that is sent orders, and writes a journal for each."""

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
"""Topologies that run at the same time: they mostly wait."""

START = 180.0
"""Seconds for a JVM to start its cluster, and for topologies to be submitted, on a busy machine."""

SETTLED, QUIET, CUT = "settled", "quiet", "cut"
"""How a run ends: all is done; some trees are open, and nothing happens any more; the time is up."""

LAST_MOMENT = 30.0
"""Seconds for a JVM to end after it has closed its output."""

LAST_WORDS = 2000
"""Bytes of a JVM's output that are searched for the reason why it ended."""


@frozen
class Ran:
    """A topology that ran, how it ended, its journal, and the reason if it was cut off."""

    end: str
    lines: tuple[Line, ...]
    why: str = ""


def run(command: Sequence[str], orders: Sequence[TopologyOrder]) -> list[Ran]:
    """Run topologies; return their runs, in their order.

    `command` starts the JVM; a folder for journals and the number of topologies at once are added. Raise `TargetBroke`
    if it ends before it has answered. A topology that takes too long is cut off; the others are not affected.
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
            process.kill()  # it ends with its input, so it is not waited for
            process.communicate()
        return [ran_from(ends.get(order.name, (CUT, "")), lines_of(folder / f"{order.name}.jsonl")) for order in orders]


def _with_temporary_files_in(folder: Path) -> str:
    """Return options for a JVM that keeps its temporary files in a folder: nimbus leaves 75 MB of RocksDB there."""
    return f'{os.environ.get("JAVA_TOOL_OPTIONS", "")} "-Djava.io.tmpdir={folder}"'.strip()


def ran_from(outcome: tuple[str, str], lines: Sequence[Line]) -> Ran:
    """Return the run of a topology, from the end that was reported, the reason, and its journal."""
    end, why = outcome
    opened = [line["task"] for line in lines if line["what"] == "opened"]
    if len(opened) > len(set(opened)):
        # Storm took a worker for dead. A LocalCluster does not kill workers, but on a busy machine they can be late.
        return Ran(CUT, (), "Storm started tasks of it anew")
    if end == CUT:
        return Ran(CUT, tuple(lines), why or f"it was not over after {BOUND} s, on this machine")
    return Ran(end, tuple(lines))


def _ends(
    process: "subprocess.Popen[bytes]", orders: Sequence[TopologyOrder], errors: Path
) -> dict[str, tuple[str, str]]:
    """Return how each topology ended, and why it was cut off. If the JVM ended early, the rest is cut off with it."""
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
    """Return how topologies ended if their JVM did: Storm ends it when ZooKeeper is late, as on a busy machine."""
    words = f"its JVM ended with {process.wait(LAST_MOMENT)}: {_last_words(errors)}"
    if not ready:
        raise TargetBroke(f"did not start: {words}")
    return {**{order.name: (CUT, words) for order in orders}, **ends}


def _last_words(errors: Path) -> str:
    lines = errors.read_bytes()[-LAST_WORDS:].decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"


def lines_of(path: Path) -> tuple[Line, ...]:
    """Return the complete lines of a journal; none if there is no file. A killed process may leave half a line."""
    if not path.exists():
        return ()
    whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")
    return tuple(json.loads(line) for line in whole.splitlines())
