"""The processes of a cluster: ZooKeeper, nimbus, supervisors, and a clerk, the client of nimbus."""

import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from ackproof_adapters.running.cluster.watching import is_alive

ZOOKEEPER = "org.apache.storm.shade.org.apache.zookeeper.server.ZooKeeperServerMain"
NIMBUS = "org.apache.storm.daemon.nimbus.Nimbus"
SUPERVISOR = "org.apache.storm.daemon.supervisor.Supervisor"
CLERK = "ackproof.storm.local.Clerk"

SUPERVISORS = 2
SLOTS = 4
ZOOKEEPER_PORT, NIMBUS_PORT = 2181, 6627

START = 300.0
"""Seconds for a daemon to start on a busy machine."""

ERRAND = 180.0
"""Seconds for nimbus to answer."""

POLL = 0.05

_SMALL = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")

# Workers may be late on a busy machine, and must not be taken for dead. A nimbus that was killed is replaced when
# ZooKeeper has given up its session.
_SETTINGS: Mapping[str, Any] = {
    "storm.zookeeper.servers": ["127.0.0.1"],
    "storm.zookeeper.port": ZOOKEEPER_PORT,
    "nimbus.seeds": ["127.0.0.1"],
    "nimbus.thrift.port": NIMBUS_PORT,
    "storm.local.hostname": "127.0.0.1",
    "storm.zookeeper.connection.timeout": 60000,
    "storm.zookeeper.session.timeout": 40000,
    "nimbus.task.timeout.secs": 120,
    "nimbus.supervisor.timeout.secs": 120,
    "nimbus.task.launch.secs": 240,
    "nimbus.monitor.freq.secs": 3,
    "supervisor.worker.timeout.secs": 120,
    "supervisor.worker.start.timeout.secs": 240,
    "supervisor.monitor.frequency.secs": 1,
    "supervisor.worker.shutdown.sleep.secs": 1,
    "supervisor.memory.capacity.mb": 16384.0,
    "supervisor.cpu.capacity": 1600.0,
    "storm.topology.classpath.beginning.enabled": True,
    "worker.childopts": " ".join(("-Xmx256m", *_SMALL)),
    "topology.worker.logwriter.childopts": "-Xmx32m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
    "topology.disable.loadaware.messaging": True,  # otherwise shuffle grouping stays within its own worker
}


class ClusterBroke(Exception):
    """A part of the cluster did not start, or did not answer."""


@frozen
class Home:
    """The needs of a cluster: the Java to run, Storm's home (see `runs`), and a folder for its files."""

    java: str
    path: Path
    folder: Path


@define
class Cluster:
    """The daemons, once they are started."""

    home: Home
    _daemons: dict[str, "subprocess.Popen[bytes]"] = field(init=False, factory=dict)

    def start(self) -> None:
        """Start all of them, and wait until nimbus knows all supervisors."""
        (self.home.folder / "zoo.cfg").write_text(
            f"tickTime=2000\ndataDir={self.home.folder / 'zookeeper'}\nclientPort={ZOOKEEPER_PORT}\n"
            "clientPortAddress=127.0.0.1\nadmin.enableServer=false\nmaxClientCnxns=0\n",
            encoding="ascii",
        )
        self._spawn("zookeeper", ZOOKEEPER, str(self.home.folder / "zoo.cfg"), heap=128)
        self._wait_for_port("zookeeper", ZOOKEEPER_PORT)
        self.start_nimbus()
        for number in range(SUPERVISORS):
            self.start_supervisor(number)
        self._configure("clerk", {})
        self._spawn("clerk", CLERK, heap=128, pipes=True, flags=[f"-Dstorm.jar={self.home.path / 'topology.jar'}"])
        self.wait_for_nimbus()

    def start_nimbus(self) -> None:
        """Start nimbus, or start it again."""
        self._configure("nimbus", {"storm.zookeeper.session.timeout": 15000})
        self._spawn("nimbus", NIMBUS, heap=384)

    def start_supervisor(self, number: int) -> None:
        """Start a supervisor, or start it again."""
        first = 6700 + 10 * number
        name = f"supervisor-{number}"
        ports = {"supervisor.slots.ports": list(range(first, first + SLOTS)), "supervisor.thrift.port": first + 100}
        self._configure(name, ports)
        self._spawn(name, SUPERVISOR, heap=256)
        self._wait_for_port(name, first + 100)

    def wait_for_nimbus(self) -> None:
        """Wait until nimbus answers, and knows all supervisors."""
        until = time.monotonic() + START
        answer: Any = None
        while time.monotonic() < until:
            try:
                answer = self.ask(ask="summary")
                if answer["supervisors"] == SUPERVISORS:
                    return
            except ClusterBroke as broke:
                answer = broke
            self._require_alive("nimbus")
            time.sleep(POLL)
        raise ClusterBroke(f"nimbus did not get ready in {START:.0f} s: {answer}")

    def kill(self, name: str) -> None:
        """Kill a daemon by SIGKILL, and wait until it is gone."""
        process = self._daemons[name]
        process.send_signal(signal.SIGKILL)
        process.wait()

    def ask(self, **errand: Any) -> Any:
        """Send a request through the clerk; return nimbus's answer. Raise `ClusterBroke` with the message of an
        error.
        """
        clerk = self._daemons["clerk"]
        assert clerk.stdin is not None and clerk.stdout is not None  # noqa: PT018, S101 - they are pipes
        try:
            clerk.stdin.write(f"{json.dumps(errand)}\n".encode())
            clerk.stdin.flush()
        except OSError as error:
            raise ClusterBroke(f"the clerk ended: {self.last_words('clerk')}") from error
        line = b""
        until = time.monotonic() + ERRAND
        while not line.endswith(b"\n"):
            if not select.select([clerk.stdout], [], [], max(0.0, until - time.monotonic()))[0]:
                raise ClusterBroke(f"nimbus did not answer to {errand['ask']} in {ERRAND:.0f} s")
            read = os.read(clerk.stdout.fileno(), 65536)
            if not read:
                raise ClusterBroke(f"the clerk ended: {self.last_words('clerk')}")
            line += read
        answer = json.loads(line)
        if "error" in answer:
            raise ClusterBroke(f"nimbus said to {errand['ask']}: {answer['error']}")
        return answer["said"]

    def last_words(self, name: str) -> str:
        """Return the last line that a daemon wrote."""
        lines = (self.home.folder / f"{name}.err").read_bytes()[-4000:].decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def _configure(self, name: str, own: Mapping[str, Any]) -> None:
        folder = self.home.folder / name
        folder.mkdir(exist_ok=True)
        settings = {
            **_SETTINGS,
            "storm.local.dir": str(folder / "local"),
            "storm.log4j2.conf.dir": str(self.home.path / "log4j2"),
            **own,
        }
        (folder / "storm.yaml").write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML

    def _spawn(
        self, name: str, main: str, *more: str, heap: int, pipes: bool = False, flags: Sequence[str] = ()
    ) -> None:
        home, folder = self.home.path, self.home.folder
        command = [
            self.home.java,
            f"-Xmx{heap}m",
            *_SMALL,
            f"-Dstorm.home={home}",
            f"-Dstorm.log.dir={folder / 'logs'}",
            f"-Djava.io.tmpdir={folder}",  # nimbus puts 75 MB of RocksDB there, and leaves it
        ]
        command += [f"-Dlog4j.configurationFile={home / 'log4j2' / 'cluster.xml'}", *flags]
        own = "" if not pipes else f":{home / 'topology.jar'}"
        command += ["-cp", f"{home / 'lib'}/*:{home / 'extlib'}/*{own}:{folder / name}", main, *more]
        with (folder / f"{name}.err").open("ab") as errors:
            self._daemons[name] = subprocess.Popen(  # noqa: S603 - a command that is made here
                command,
                stdin=subprocess.PIPE if pipes else subprocess.DEVNULL,
                stdout=subprocess.PIPE if pipes else errors,
                stderr=errors,
                cwd=folder,
                env={
                    **os.environ,
                    "STORM_CONF_DIR": str(folder / name),
                    "JAVA_HOME": str(Path(self.home.java).parents[1]),
                },
            )

    def _wait_for_port(self, name: str, port: int) -> None:
        until = time.monotonic() + START
        while not _listens(port):
            self._require_alive(name)
            if time.monotonic() > until:
                raise ClusterBroke(f"{name} did not start in {START:.0f} s: {self.last_words(name)}")
            time.sleep(POLL)

    def _require_alive(self, name: str) -> None:
        if not is_alive(self._daemons[name].pid):
            raise ClusterBroke(f"{name} ended: {self.last_words(name)}")


def _listens(port: int) -> bool:
    """Whether a process listens on a port of this namespace."""
    wanted, listening = f":{port:04X}", "0A"
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            rows = Path(table).read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        for row in rows:
            _, local, _, state, *_ = row.split()
            if local.endswith(wanted) and state == listening:
                return True
    return False
