"""The first process of the namespaces of a cluster. It starts the cluster, runs topologies in it one after another, and
carries out the faults of their orders.

Its standard input has a line of JSON with its settings, and then one for each order; its standard output has a line
when the cluster is ready, and one for each topology that ended. It ends with its input, and all processes with it.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from attrs import define, field

from ackproof_adapters.running.cluster import faults, links, namespaces
from ackproof_adapters.running.cluster.daemons import Cluster, ClusterBroke, Home
from ackproof_adapters.running.cluster.source import LastingSource, SourceServer
from ackproof_adapters.running.cluster.watching import JournalWatch, is_alive, now

SETTLED, QUIET, CUT = "settled", "quiet", "cut"

POLL = 0.05
OPENED = 600.0
"""Seconds for the tasks of a topology to start, or to start again."""

COME_TO = 120.0
"""Seconds for the spout tasks to reach the message of a fault."""

GONE = 60.0
"""Seconds for the workers of a topology that was killed to end, before they are killed one by one."""

TICKS = 4
"""Ticks of each acker task after which every pending tree of a spout has timed out."""

SECOND = 1_000_000


class CutOff(Exception):
    """A condition was not met in time: the machine may be too slow."""


@define(kw_only=True)
class TopologyRun:
    """A running topology: its order, and the folder that its workers write into."""

    order: Mapping[str, Any]
    folder: Path
    cluster: Cluster
    source: LastingSource
    watch: JournalWatch
    notes: list[dict[str, Any]] = field(init=False, factory=list)
    """The faults that were carried out, with their times."""

    @property
    def tasks(self) -> set[str]:
        """All tasks of its plan."""
        order = self.order
        bolts = {f"{bolt['name']}-{number + 1}" for bolt in order["bolts"] for number in range(bolt["tasks"])}
        return {*self.spouts, *bolts, *(f"acker-{number + 1}" for number in range(order["ackers"]))}

    @property
    def spouts(self) -> list[str]:
        """Its spout tasks."""
        return [f"spout-{number + 1}" for number in range(self.order["spouts"])]

    # Waiting.

    def wait(self, what: str, until: Callable[[], bool], seconds: float) -> None:
        """Wait until a condition on the journals is true; raise `CutOff` if it is not after so long."""
        deadline = time.monotonic() + seconds
        while True:
            reap()
            self.watch.look()
            if until():
                return
            if time.monotonic() > deadline:
                raise CutOff(f"{what} after {seconds:.0f} s, on this machine")
            time.sleep(POLL)

    def is_up(self) -> bool:
        """Whether all tasks run and are opened, and each spout task has asked the source in its current process. A
        worker may have its tasks for long before it opens them: it waits until it can send to all others.
        """
        there = self.watch.tasks()
        if not self.tasks <= there.keys():
            return False
        if any(task not in there[task].opened for task in self.tasks if not task.startswith("acker-")):
            return False
        return all(self.source.asked[spout, there[spout].process] for spout in self.spouts)

    # From its beginning to its end.

    def run(self) -> str:
        """Run it, and return how it ended."""
        given = {key: value for key, value in self.order.items() if key not in ("faults", "first")}
        self.cluster.ask(ask="submit", order=given, first=self.order.get("first"))
        self.wait("its tasks were not there", self.is_up, OPENED)
        schedule = self.order["faults"]
        offers = faults.portions(tuple(self.order["messages"]), len(schedule))
        for fault, offer in zip(schedule, offers, strict=False):
            taken = self.source.taken
            self.source.offer(offer)
            deadline = time.monotonic() + COME_TO
            if self.source.wait(lambda: self.source.taken >= taken + fault["after"], deadline):  # noqa: B023 - at once
                self._do(fault)
            else:
                self.notes.append({"what": fault["what"], "not": "its message was not taken in time"})
        self.source.offer(offers[-1])
        return self._end()

    def _end(self) -> str:
        two_ticks = (2 * self.order["timeout"] + 0.5) * SECOND
        since = time.monotonic()
        asked: dict[str, int] | None = None
        while time.monotonic() < since + self.order["bound"]:
            reap()
            self.watch.look()
            quiet = now() - self.watch.last_event
            up = self.is_up()
            if up and self.source.is_done and quiet > two_ticks:
                return SETTLED
            if not (up and quiet > 2 * two_ticks and self._ticked()):
                asked = None
            elif asked is None:
                asked = self._asked()
            elif all(self._asked()[spout] > asked[spout] + 10 for spout in self.spouts):
                return QUIET
            time.sleep(POLL)
        raise CutOff(f"it was not over {self.order['bound']} s after its last fault, on this machine")

    def _ticked(self) -> bool:
        """Whether each acker task had enough ticks since the last event in its process."""
        there = self.watch.tasks()
        ackers = [task for task in self.tasks if task.startswith("acker-")]
        return all(there[acker].ticks[acker] >= TICKS for acker in ackers)

    def _asked(self) -> dict[str, int]:
        there = self.watch.tasks()
        return {spout: self.source.asked[spout, there[spout].process] for spout in self.spouts}

    # Faults.

    def _do(self, fault: Mapping[str, Any]) -> None:
        """Carry out a fault, and wait until it is over."""
        self.watch.look()
        of_a_task = {"whom": fault["whom"]} if fault["what"] in faults.OF_A_TASK else {}
        note: dict[str, Any] = {"what": fault["what"], **of_a_task, "at": now()}
        self.notes.append(note)
        match fault["what"]:
            case faults.KILL:
                self._kill(fault["whom"], note)
            case faults.PAUSE:
                self._pause(fault["whom"], note)
            case faults.DELAY | faults.SEVER:
                try:
                    self._link(fault, note)
                except links.LinkError as unable:
                    note["not"] = str(unable)
            case faults.NIMBUS:
                self.cluster.kill("nimbus")
                self.cluster.start_nimbus()
                self.cluster.wait_for_nimbus()
            case faults.SUPERVISOR:
                self.cluster.kill("supervisor-0")
                self.cluster.start_supervisor(0)
            case faults.REBALANCE:
                self._rebalance(note)
        self.wait(f"after {fault['what']} its tasks were not there again", self.is_up, OPENED)
        note["over"] = now()

    def _kill(self, whom: str, note: dict[str, Any]) -> None:
        there = self.watch.tasks()
        dead = there[whom]
        note |= {"process": dead.process, "tasks": sorted(dead.tasks), "at": now()}
        os.kill(dead.process, signal.SIGKILL)
        self.wait("the process did not end", lambda: not is_alive(dead.process), GONE)

    def _pause(self, whom: str, note: dict[str, Any]) -> None:
        """Pause a worker for longer than the timeout of any message."""
        paused = self.watch.tasks()[whom]
        note |= {"process": paused.process, "tasks": sorted(paused.tasks), "at": now()}
        os.kill(paused.process, signal.SIGSTOP)
        try:
            self._let_time_pass()
        finally:
            os.kill(paused.process, signal.SIGCONT)
        note["until"] = now()

    def _link(self, fault: Mapping[str, Any], note: dict[str, Any]) -> None:
        """Hold what is sent to a worker for longer than the timeout of any message, or break the connections to it."""
        worker = self.watch.tasks()[fault["whom"]]
        port = links.port_of(worker.process)
        note |= {"process": worker.process, "tasks": sorted(worker.tasks), "at": now()}
        if fault["what"] == faults.SEVER:
            note["ends"] = links.sever(port)
            return
        try:
            links.hold(port)
            self._let_time_pass()
        finally:
            links.let_go()

    def _let_time_pass(self) -> None:
        until = now() + int((2 * self.order["timeout"] + 0.5) * SECOND)
        self.wait("time did not pass", lambda: now() >= until, 60.0 + 2 * self.order["timeout"])

    def _rebalance(self, note: dict[str, Any]) -> None:
        before = {task: each.process for task, each in self.watch.tasks().items()}
        note["workers"] = self.order["workers"] - 1
        self.cluster.ask(ask="rebalance", name=self.order["name"], workers=note["workers"])

        def moved() -> bool:
            there = self.watch.tasks()
            return any(there[task].process != process for task, process in before.items() if task in there)

        with suppress(CutOff):  # it may leave all tasks where they were
            self.wait("nothing moved", moved, COME_TO)


def main() -> None:
    """Start the cluster, and run the orders."""
    namespaces.raise_loopback()
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(lines,), daemon=True).start()
    setup = json.loads(lines.get())
    home = Home(setup["java"], Path(setup["home"]), Path(setup["folder"]))
    cluster = Cluster(home)
    try:
        cluster.start()
    except ClusterBroke as broke:
        _answer(error=str(broke))
        return
    _answer(ready=True)
    while True:
        order = json.loads(lines.get())
        _run(cluster, order)


def _run(cluster: Cluster, order: Mapping[str, Any]) -> None:
    """Run a topology and report how it ended; then remove it."""
    folder = Path(order["folder"])
    source = LastingSource(order["messages"])
    server = SourceServer(folder, source)
    run = TopologyRun(order=order, folder=folder, cluster=cluster, source=source, watch=JournalWatch(folder))
    report: dict[str, Any] = {"name": order["name"]}
    try:
        report["end"] = run.run()
    except CutOff as cut:
        report |= {"end": CUT, "why": str(cut)}
    except ClusterBroke as broke:
        report |= {"end": CUT, "why": str(broke), "error": str(broke)}  # the parent starts another cluster
    run.watch.look()
    living = sorted({each.process for each in run.watch.journals.values() if each.is_alive})
    report |= {"until": now(), "living": living, "notes": run.notes, "lost": list(source.lost)}
    _answer(**report)  # the parent does not wait for the end of the last one
    with suppress(ClusterBroke):
        cluster.ask(ask="kill", name=order["name"])
    with suppress(CutOff):
        run.wait("workers were there", lambda: not run.watch.tasks(), GONE)
    for left in run.watch.tasks().values():
        with suppress(ProcessLookupError):
            os.kill(left.process, signal.SIGKILL)
    server.shutdown()


def reap() -> None:
    """Reap processes without a parent: the kernel hands orphans to the first process of the namespace."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _read(lines: "SimpleQueue[bytes]") -> None:
    """Pass on the orders; end this process, and with it all others, when there are no more."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


def _answer(**what: Any) -> None:
    """Write a line to the parent's pipe."""
    os.write(1, f"{json.dumps(what)}\n".encode())


if __name__ == "__main__":
    main()
