"""Topologies run in a cluster of real processes, one after another: it takes orders and returns journals."""

import json
import os
import selectors
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from ackproof.engine.workers import scratch
from ackproof.errors import TargetBroke
from attrs import define, field, frozen

from ackproof_adapters.running.cluster import namespaces
from ackproof_adapters.running.cluster.kept import KeptRuns, kept_runs
from ackproof_adapters.running.cluster.record import Recorded
from ackproof_adapters.running.journal import Line
from ackproof_adapters.running.local_cluster import CUT, lines_of
from ackproof_adapters.running.orders import TopologyOrder
from ackproof_adapters.storm.process import CLUSTER, ClusterParts

START = 1200.0
"""Seconds for a cluster to start, on a busy machine."""

LONGEST = 3600.0
"""Seconds after which a topology is given up; the bounds of its parts add up to less."""

LAST_MOMENT = 30.0


def run(parts: ClusterParts, orders: Sequence[TopologyOrder], *, first: Path | None = None) -> list[Recorded]:
    """Run topologies; return their records, in their order. `first` is put before Storm's own class path, for tests.

    Journals that are kept by the environment are read instead of run, and new ones are kept, unless `first` is given.
    If a cluster breaks, the rest is run in another one. Raise `TargetBroke` if the first one does not start.
    """
    kept = kept_runs(parts) if first is None else None
    with _Clusters(parts, first) as clusters:
        return [_found(kept, order) or _run(kept, order, clusters) for order in orders]


def _found(kept: KeptRuns | None, order: TopologyOrder) -> Recorded | None:
    return None if kept is None else kept.find(order)


def _run(kept: KeptRuns | None, order: TopologyOrder, clusters: "_Clusters") -> Recorded:
    ran = clusters.run(order)
    if kept is not None:
        kept.keep(order, ran)
    return ran


@define
class _Clusters:
    """Starts a cluster for some orders, and another one if it broke."""

    parts: ClusterParts
    first: Path | None
    _now: "_RunningCluster | None" = field(init=False, default=None)
    _started: int = field(init=False, default=0)
    _has_run: bool = field(init=False, default=True)
    """Whether the last cluster has completed a topology."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def run(self, order: TopologyOrder) -> Recorded:
        """Run a topology. It is cut off if its cluster breaks."""
        if self._now is None:
            if not self._has_run:
                return _lost("the cluster before had broken at its first topology")
            self._now = _RunningCluster(self.parts)
            self._has_run = False
            self._started += 1
            try:
                self._now.start()
            except TargetBroke as broke:
                self._end()
                if self._started == 1:
                    raise
                return _lost(f"another cluster, after one that had broken, {broke}")
        ran = self._now.run(order, self.first)
        if ran.is_broken:
            self._end()
        else:
            self._has_run = True
        return ran

    def _end(self) -> None:
        if self._now is not None:
            self._now.end()
        self._now = None


@define
class _RunningCluster:
    """A cluster in its own namespaces, and the folder that it writes into."""

    parts: ClusterParts
    _left: ExitStack = field(init=False, factory=ExitStack)
    _folder: Path = field(init=False)
    _conversation: "_WardenPipes" = field(init=False)

    def start(self) -> None:
        """Start it. Raise `TargetBroke` if it does not."""
        self._folder = self._left.enter_context(scratch.folder("cluster"))
        home = _home(self.parts, self._folder)
        warden = [*namespaces.command(), sys.executable, "-m", "ackproof_adapters.running.cluster.warden"]
        errors = self._left.enter_context((self._folder / "errors").open("wb"))
        process = subprocess.Popen(  # noqa: S603 - a command that is made here
            warden,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, "TMPDIR": str(self._folder)},
        )
        self._left.callback(process.communicate)
        self._left.callback(process.kill)  # and so its child, and all processes of its namespace
        self._conversation = _WardenPipes(process, self._folder / "errors")
        self._conversation.send({"java": self.parts.java, "home": str(home), "folder": str(self._folder)})
        ready = self._conversation.hear(START)
        if "error" in ready:
            raise TargetBroke(f"did not start: {ready['error']}")

    def run(self, order: TopologyOrder, first: Path | None) -> Recorded:
        """Run a topology."""
        folder = self._folder / order.name
        folder.mkdir()
        before = {} if first is None else {"first": str(first)}
        self._conversation.send({**order.to_json(), "folder": str(folder), **before})
        report = self._conversation.hear(LONGEST)
        recorded = Recorded(report["end"], report.get("why", ""), report, _journals(folder))
        shutil.rmtree(folder, ignore_errors=True)
        return recorded

    def end(self) -> None:
        """End it, with all its processes."""
        self._left.close()


def _lost(why: str) -> Recorded:
    report = _nothing(why)
    return Recorded(report["end"], why, report, {})


@frozen
class _WardenPipes:
    process: "subprocess.Popen[bytes]"
    errors: Path

    def send(self, what: Mapping[str, Any]) -> None:
        """Write a line; if it is not read, the missing answer shows that."""
        assert self.process.stdin is not None  # noqa: S101 - it is a pipe
        try:
            self.process.stdin.write(f"{json.dumps(what)}\n".encode())
            self.process.stdin.flush()
        except OSError:
            return

    def hear(self, seconds: float) -> Mapping[str, Any]:
        """Return the next line of its output; or one that says that there was none, after so long or at the end."""
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
    return {path.stem: lines_of(path) for path in sorted(folder.glob("*.jsonl"))}


def _home(parts: ClusterParts, folder: Path) -> Path:
    """Make a Storm home: a release's jars in its library folder, ours before them, and the configuration of its
    logs.
    """
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
    lines = errors.read_bytes()[-4000:].decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"
