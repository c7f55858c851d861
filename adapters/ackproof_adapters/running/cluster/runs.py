"""Topologies run in a cluster of real processes, one after another: orders go in, and journals come out."""

import json
import os
import selectors
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ackproof.engine import scratch
from ackproof.errors import TargetBroke
from attrs import frozen

from ackproof_adapters.running.cluster import namespaces
from ackproof_adapters.running.cluster.merging import merged
from ackproof_adapters.running.journal import Line
from ackproof_adapters.running.local_cluster import CUT, Ran
from ackproof_adapters.running.orders import Order
from ackproof_adapters.storm.process import CLUSTER, ClusterParts

START = 1200.0
"""Seconds that a cluster may take to start, on a busy machine."""

LONGEST = 3600.0
"""Seconds after which nobody waits any more for a topology: all that it waits for has bounds that come to less."""

LAST_MOMENT = 30.0


@frozen
class Recorded:
    """What is left of a topology that ran: how that ended, what was done to it, and the journals of its processes."""

    end: str
    why: str
    said: Mapping[str, Any]
    journals: Mapping[str, tuple[Line, ...]]

    def told(self) -> str:
        """Return what was done to it and how it ended, in words."""
        done = [f"{note['what']} {note.get('not', note.get('whom', ''))}".strip() for note in self.said["notes"]]
        return f"{', '.join(done) or 'nothing was done'}: {self.end}{f', {self.why}' if self.why else ''}"

    def ran(self) -> Ran:
        """Return it with one journal."""
        lines, doubt = merged(self.journals, self.said)
        return Ran(self.end, tuple(lines), self.why or doubt)


def run(
    parts: ClusterParts,
    orders: Sequence[Order],
    *,
    first: Path | None = None,
    told: Callable[[Recorded], None] | None = None,
) -> list[Recorded]:
    """Run topologies; return what became of each, in their order. `first` is put before Storm's own class path, for
    tests; `told` is called with each as soon as it has ended.

    Raise `TargetBroke` if the cluster does not start. Topologies that it does not come to are cut off.
    """
    with scratch.folder("cluster") as folder:
        home = _home(parts, folder)
        warden = [*namespaces.command(), sys.executable, "-m", "ackproof_adapters.running.cluster.warden"]
        with (folder / "errors").open("wb") as errors:
            process = subprocess.Popen(  # noqa: S603 - a command that is made here
                warden,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "TMPDIR": str(folder)},
            )
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        try:
            conversation = _Conversation(process, folder / "errors")
            conversation.say({"java": parts.java, "home": str(home), "folder": str(folder)})
            ready = conversation.hear(START)
            if "error" in ready:
                raise TargetBroke(f"did not start: {ready['error']}")
            recorded = []
            for order in orders:
                recorded.append(_ran(conversation, order, folder, first))
                if told is not None:
                    told(recorded[-1])
            return recorded
        finally:
            process.kill()  # and so its child, and all processes of its namespace
            process.communicate()


def _ran(conversation: "_Conversation", order: Order, within: Path, first: Path | None) -> Recorded:
    folder = within / order.name
    folder.mkdir()
    before = {} if first is None else {"first": str(first)}
    conversation.say({**order.to_json(), "folder": str(folder), **before})
    said = conversation.hear(LONGEST)
    return Recorded(said.get("end", CUT), said.get("why", ""), said, _journals(folder))


@frozen
class _Conversation:
    process: "subprocess.Popen[bytes]"
    errors: Path

    def say(self, what: Mapping[str, Any]) -> None:
        """Say a line; that nobody hears it is noticed when nothing is answered."""
        assert self.process.stdin is not None  # noqa: S101 - it is a pipe
        try:
            self.process.stdin.write(f"{json.dumps(what)}\n".encode())
            self.process.stdin.flush()
        except OSError:
            return

    def hear(self, seconds: float) -> Mapping[str, Any]:
        """Return the next line that is said; one that says that nothing was, after so long or at the end."""
        assert self.process.stdout is not None  # noqa: S101 - it is a pipe
        until = time.monotonic() + seconds
        heard = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while not heard.endswith(b"\n"):
                if not selector.select(max(0.0, until - time.monotonic())):
                    return _nothing(f"nothing was heard of it for {seconds:.0f} s")
                read = os.read(self.process.stdout.fileno(), 65536)
                if not read:
                    ended = self.process.wait(LAST_MOMENT)
                    return _nothing(f"its first process ended with {ended}: {_last_words(self.errors)}")
                heard += read
        answer: Mapping[str, Any] = json.loads(heard)
        return answer


def _nothing(why: str) -> Mapping[str, Any]:
    return {"error": why, "end": CUT, "why": why, "until": 0, "living": [], "notes": [], "lost": []}


def _journals(folder: Path) -> Mapping[str, tuple[Line, ...]]:
    found = {}
    for path in sorted(folder.glob("*.jsonl")):
        whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")  # one that was killed may have begun a line
        found[path.stem] = tuple(json.loads(line) for line in whole.splitlines())
    return found


def _home(parts: ClusterParts, folder: Path) -> Path:
    """Make a Storm home: a release's jars as its own, ours behind them, and what is logged how."""
    home = folder / "home"
    extra = home / "extlib"
    extra.mkdir(parents=True)
    storm = Path(parts.storm[0].path).parent
    for name in ("lib", "lib-worker"):
        (home / name).symlink_to(storm)
    for jar in parts.libraries:
        (extra / Path(jar.path).name).symlink_to(jar.path)
    (home / "log4j2").symlink_to(CLUSTER / "log4j2")
    with zipfile.ZipFile(home / "topology.jar", "w") as jar_file:
        for classes in parts.classes:
            for path in sorted(classes.rglob("*.class")):
                jar_file.write(path, path.relative_to(classes).as_posix())
    return home


def _last_words(errors: Path) -> str:
    said = errors.read_bytes()[-4000:].decode("utf-8", "replace").strip().splitlines()
    return said[-1] if said else "it said nothing"
