"""A cluster that loses an executor, a worker or its master, or a network that stalls, during `track` and a campaign.

The result is right, or there is none and a sentence gives the reason; a command never hangs, and leaves no processes.
`tox -e kills` kills a stream.
"""

import atexit
import random
import re
import select
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import psutil
from attrs import define, field
from common.started import command, left, started

from .inputs import json_lines
from .signals import without_spark
from .trials import Outcome, Part, Trial, drawing

if TYPE_CHECKING:
    from spark.clusters import Standing

ROUNDS = 2
LONGEST = 300.0
"""Maximum number of seconds for a command after the failure. Spark gives up a master after a minute of tries."""

STALLED = 8.0
"""Seconds until a command is interrupted if its network stalls."""

BROKE = 3
CLOCK = re.compile(r'("(?:seconds|started)": )[^,\n]+')
VICTIMS = ("executor", "worker", "master")
"""The victims; those that cost most to replace are last."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "track": ("track", "log.jsonl", "--acker-tasks", "4", "--out", "out", "--master", "MASTER"),
    "campaign": ("certify", "reference", "--rule", "ACK-0[1-5]", "--examples", "400", "--master", "MASTER"),
}
ROWS = 50_000
EXECUTOR_THERE = 90.0


def result(folder: Path, name: str) -> Any:
    """Return the result of a command: notifications, or a certificate without the values that depend on the clock."""
    if name == "track":
        from ackproof_adapters.shards.folder import read_notifications  # noqa: PLC0415 - not on every machine

        return read_notifications(folder / "out").to_pylist() if (folder / "out" / "manifest.json").exists() else None
    path = folder / "out" / "certificate.json"
    return CLOCK.sub(r"\1", path.read_text(encoding="utf-8")) if path.exists() else None


@cache
def right(name: str) -> Any:
    """Return the right result of a command, run without a cluster."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "log.jsonl").write_bytes(json_lines(ROWS))
        words = [word.replace("MASTER", "local[2]") for word in COMMANDS[name]]
        subprocess.run(command(words), cwd=folder, capture_output=True, check=True)
        return result(folder, name)


@cache
def standing() -> "Standing":
    """Return the cluster, which is kept until this process ends: three JVMs for each trial would be slow."""
    from spark.clusters import Standing  # noqa: PLC0415 - not on every machine

    made = Standing()
    atexit.register(made.__exit__, None, None, None)
    return made


def killed(folder: Path, name: str, victim: str, delay: float, planted: str = "") -> Outcome:
    """Kill a part of the cluster that a command works on, some time after its executors have started."""
    from spark.clusters import running  # noqa: PLC0415 - not on every machine

    process, errors = _started(folder, name, standing().mended(), planted)
    until = time.monotonic() + EXECUTOR_THERE
    while not running("executor") and process.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    with suppress(subprocess.TimeoutExpired):
        process.wait(delay)
    missed = process.poll() is not None
    for each in running(victim)[:1]:
        with suppress(psutil.NoSuchProcess):
            each.kill()
    faults = _ended(folder, name, process, errors)
    where = f"{name} whose {victim} is killed after {delay:.1f} s"
    counts = {"clusters damaged": 1, f"{victim} killed under {name}": int(not missed), "ended before": int(missed)}
    return Outcome(counts, tuple(f"{where}: {each}" for each in faults))


def stalled(folder: Path, name: str, delay: float) -> Outcome:
    """Stall the connection between a command and its master, and interrupt the command if that does not end it."""
    with proxy(int(standing().mended().rpartition(":")[2])) as through:
        process, errors = _started(folder, name, f"spark://127.0.0.1:{through.port}", "")
        with suppress(subprocess.TimeoutExpired):
            process.wait(delay)
        through.stalls.set()
        with suppress(subprocess.TimeoutExpired):
            process.wait(STALLED)
        waited = process.poll() is None
        if waited:
            process.send_signal(signal.SIGINT)
        faults = _ended(folder, name, process, errors)
    where = f"{name} whose network stalls after {delay:.1f} s"
    counts = {"networks stalled": 1, "interrupted meanwhile": int(waited)}
    return Outcome(counts, tuple(f"{where}: {each}" for each in faults))


def _started(folder: Path, name: str, master: str, planted: str) -> tuple["subprocess.Popen[bytes]", Path]:
    temporary, errors = folder / "temporary", folder / "stderr"
    temporary.mkdir()
    (folder / "log.jsonl").write_bytes(json_lines(ROWS))
    words = [word.replace("MASTER", master) for word in COMMANDS[name]]
    with errors.open("wb") as err:
        return started(folder, temporary, *words, planted=planted, stderr=err), errors


def _ended(folder: Path, name: str, process: "subprocess.Popen[bytes]", errors: Path) -> list[str]:
    """Wait for the end of a command; return the faults."""
    faults = []
    try:
        code = process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        code = process.wait()
        faults.append(f"goes on for {LONGEST} s")
    stderr = errors.read_text(encoding="utf-8", errors="replace")
    found = result(folder, name)
    if code == 0 and found != right(name):
        faults.append("ended with 0, and another result than without the fault")
    if code not in (0, 2, BROKE, 130) and not faults:
        faults.append(f"ended with {code}: {stderr[-300:]!r}")
    if code == BROKE and name == "track" and found is not None:
        faults.append("ended with 3 and left a result")
    if "Traceback" in stderr or "this is a bug" in stderr:
        faults.append(f"shows a traceback: {stderr[-300:]!r}")
    # The executors belong to the cluster, which still runs; they do not inherit the mark of the command.
    faults += [f"left a process: {each:.150}" for each in left(folder) if "CoarseGrained" not in each]
    return faults


@define
class Proxy:
    """A port on loopback that forwards to another until it stalls: then connections stay open without any data."""

    port: int
    stalls: threading.Event = field(factory=threading.Event)
    ended: threading.Event = field(factory=threading.Event)


@contextmanager
def proxy(to: int) -> Iterator[Proxy]:
    """Run a proxy to a port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        through = Proxy(server.getsockname()[1])
        threads: list[threading.Thread] = []
        accepting = threading.Thread(target=_accept, args=(server, to, through, threads), daemon=True)
        accepting.start()
        try:
            yield through
        finally:
            through.ended.set()
            for thread in (accepting, *threads):
                thread.join()


def _accept(server: socket.socket, to: int, through: Proxy, threads: list[threading.Thread]) -> None:
    while not through.ended.is_set():
        with suppress(TimeoutError):
            client, _ = server.accept()
            thread = threading.Thread(target=_forward, args=(client, to, through), daemon=True)
            thread.start()
            threads.append(thread)


def _forward(client: socket.socket, to: int, through: Proxy) -> None:
    with client, suppress(OSError), socket.create_connection(("127.0.0.1", to)) as server:
        other = {client: server, server: client}
        while not through.ended.is_set():
            if through.stalls.is_set():
                through.ended.wait(0.2)
                continue
            for ready in select.select([*other], [], [], 0.2)[0]:
                content = ready.recv(1 << 16)
                if not content:
                    return
                other[ready].sendall(content)


def trials() -> Iterator[Trial]:
    """Yield each victim under each command, and a network that stalls before and after the executors have started."""
    for number in range(ROUNDS):
        for name in COMMANDS:
            delay = drawing(f"stall {number} {name}").uniform(1, 12)
            yield Trial(
                f"stall {number}, {name}",
                lambda folder, name=name, delay=delay: stalled(folder, name, delay),  # type: ignore[misc]
            )
        for victim in VICTIMS:
            for name in COMMANDS:
                yield _killing(number, name, victim)


def _killing(number: int, name: str, victim: str) -> Trial:
    delay = random.Random(f"{number} {name} {victim}").uniform(0, 4)
    return Trial(f"kill {number}, {name}, {victim}", lambda folder: killed(folder, name, victim, delay))


def few() -> Iterator[Trial]:
    """Yield none: starting a cluster takes too long for the short form."""
    return iter(())


PART = Part("clusters", "clusters of which a part is killed, and networks that stall", trials, few, lack=without_spark)
