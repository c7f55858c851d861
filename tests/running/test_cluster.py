"""A Storm of real processes, some of which are killed: the orders, the journals, and the findings."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.errors import TargetUnavailable
from ackproof_adapters.running import orders, target
from ackproof_adapters.running.acker_lives import lives
from ackproof_adapters.running.cluster import faults, namespaces, runs
from ackproof_adapters.running.cluster.daemons import Cluster, Home
from ackproof_adapters.running.cluster.source import LastingSource
from ackproof_adapters.running.cluster.warden import TopologyRun
from ackproof_adapters.running.cluster.watching import JournalWatch
from ackproof_adapters.running.local_cluster import CUT, Ran
from ackproof_adapters.running.offer import storm_cluster_2_8_3
from ackproof_adapters.running.orders import clustered
from ackproof_adapters.running.target import HELD, ClusterStorm, RunOfStorm, journal, watched
from ackproof_adapters.storm import process, toolchain
from ackproof_adapters.storm.versions import LOCAL_CLUSTERS, OLDEST_JAVA
from attrs import evolve
from common import java_ackers

from .judging import broken, recorded_in_processes, short

LIVE = LOCAL_CLUSTERS["storm-local-2.8.3"]


@pytest.fixture(scope="module")
def parts() -> process.ClusterParts:
    """The parts of a cluster; tests that need one are skipped with the reason if it is not available."""
    lack = toolchain.missing(OLDEST_JAVA) or namespaces.missing()
    if lack is not None:
        pytest.skip(lack)
    try:
        return process.cluster_parts(LIVE)
    except TargetUnavailable as unavailable:
        pytest.skip(str(unavailable))


def test_what_is_done_follows_from_the_seed_and_the_number() -> None:
    """Another seed gives other operations."""
    assert clustered(1, 4, "storm2").to_json() == clustered(1, 4, "storm2").to_json()
    assert clustered(1, 4, "storm2").faults != clustered(2, 4, "storm2").faults


def test_forty_topologies_have_all_that_is_done_to_topologies() -> None:
    """They have every kind of fault, and kills of workers with each kind of task."""
    kinds = {faults.KILL, faults.PAUSE, faults.NIMBUS, faults.SUPERVISOR, faults.REBALANCE, faults.DELAY, faults.SEVER}
    done = [fault for number in range(40) for fault in clustered(0, number, "storm2").faults]
    assert kinds == {fault.what for fault in done}
    killed = {fault.whom.rpartition("-")[0] for fault in done if fault.what == faults.KILL}
    assert {"spout", "acker", *orders.NAMES} == killed


def test_everything_is_offered_once_and_in_portions() -> None:
    """There is a portion before each fault, and one after the last."""
    messages = tuple(f"m{number}" for number in range(26))
    offered = faults.portions(messages, 3)
    assert 4 == len(offered)
    assert messages == tuple(message for portion in offered for message in portion)


WHAT_DIES = {
    "right": "two kills and a pause",
    "torn": "a process died in an execution of which others had received something",
    "taken-anew": "a spout task died when it had taken a message again, and had not written that",
    "done-without-ackers": "a spout task died when its source had heard that a message is done, in the emission of it",
    "stopped-in-an-emission": "a spout task was stopped between an emission and its being done",
    "fails-beside-a-tick": "an acker's fail came eleven milliseconds after those of a tick",
    "failed-twice": "a bolt task failed two tuples of a tree: the first of two reports that say the same was lost",
    "died-in-a-tick": "a spout task died between two of the fails of a tick, on a machine without time",
    "word-was-lost": "an acker's fail was lost before the connection stood, and the tree failed by time",
}
"""Runs of a right Storm; each of the last seven once gave a false violation because of a bug in the reader."""


@pytest.mark.parametrize("name", WHAT_DIES)
def test_a_right_storm_is_accused_of_nothing_whoever_dies(name: str) -> None:
    """It does not matter when it dies either."""
    of, ran = recorded_in_processes(name)
    assert {} == broken(of, ran.ran())


def test_what_was_lost_in_a_connection_that_was_broken_is_held_against_nobody() -> None:
    """A tuple and two reports were under way to its worker. Nobody died, so without the broken connections this would
    be a violation.
    """
    of, ran = recorded_in_processes("links")
    assert ["sever", "delay", "sever", "delay"] == [note["what"] for note in ran.report["notes"]]
    assert {} == broken(of, ran.ran())
    whole = evolve(ran, report={**ran.report, "notes": []})
    assert "SYS-22" in broken(of, whole.ran())


def test_a_run_that_ended_before_all_tasks_were_opened_tells_little() -> None:
    """A worker had begun two tasks, but opened neither in twenty seconds: messages to them waited."""
    of, ran = recorded_in_processes("unopened")
    one = ran.ran()
    assert (CUT, "split-1 was not opened before the end, on this machine") == (one.end, one.why)
    assert {} == broken(of, one)
    assert "SYS-24" in broken(of, evolve(one, end="settled", why=""))


def test_nothing_is_done_to_a_topology_before_its_tasks_are_opened(tmp_path: Path) -> None:
    """It is not enough that the tasks exist."""
    order: dict[str, Any] = {"bolts": [{"name": "split", "tasks": 1}], "spouts": 1, "ackers": 1, "messages": ["m1"]}
    source = LastingSource(order["messages"])
    source.asked["spout-1", os.getpid()] += 1
    home = Home("java", tmp_path, tmp_path)
    run = TopologyRun(order=order, folder=tmp_path, cluster=Cluster(home), source=source, watch=JournalWatch(tmp_path))
    path = tmp_path / f"{os.getpid()}-1.jsonl"
    lines = [("began", "spout-1"), ("began", "split-1"), ("began", "acker-1"), ("opened", "spout-1")]
    for what, task in [*lines, ("opened", "split-1")]:
        run.watch.look()
        assert not run.is_up()
        with path.open("a", encoding="ascii") as file:
            file.write(json.dumps({"at": 1, "task": task, "what": what}) + "\n")
    run.watch.look()
    assert run.is_up()


EARLY = "acker-answers-early"
PLANTED = {
    "bolt-throws-away": {"SYS-29": "emitted 0 tuples to count"},
    "spout-swallows-fail": {"SYS-25": "with fail, and the source did not offer it again", "SYS-01": "m1 was not done"},
    EARLY: {
        "SYS-04": "was told ack of m2/15, and t1727-199@count-3, which went to count-3, had not arrived there",
        "ACK-27": "as the reference does",
        "SYS-12": "m3/12 is done and acker-1 has all messages of it, but does not say ack",
    },
}
"""The injected faults, and the rules that report each. The bolt emits to several tasks, for SYS-29."""


@pytest.mark.parametrize("plant", PLANTED)
def test_what_was_planted_in_a_cluster_is_found_by_name(plant: str) -> None:
    """The run also has two kills of workers and one of nimbus."""
    found = broken(*_one(plant))
    assert PLANTED[plant].keys() == found.keys()
    assert all(message in found[rule] for rule, message in PLANTED[plant].items())


def _one(name: str) -> tuple[orders.TopologyOrder, Ran]:
    of, ran = recorded_in_processes(name)
    return of, ran.ran()


def test_each_life_of_an_acker_is_one_of_its_own() -> None:
    """A new life begins with no records."""
    of, ran = recorded_in_processes("torn")
    read = journal(of, ran.ran().lines)
    assert ["acker-1", "acker-1", "acker-2"] == sorted(
        task for task, _ in {(each.acker, each.life) for each in read.ackers}
    )
    assert 3 == len(list(lives("storm2", read.ackers)))


def test_a_task_in_two_processes_at_once_is_held_to_little() -> None:
    """Only rules that do not depend on a task's state apply."""
    of, ran = recorded_in_processes("right")
    one = ran.ran()
    doubled = RunOfStorm(of, one.end, journal(of, one.lines), "two processes had split-1 at the same time")
    assert {"ACK-27", "SYS-01", "SYS-04"} == {rule for rule in HELD if list(watched(rule, 0, doubled))}


def test_its_description_tells_of_what_was_done() -> None:
    """It describes the runs so far."""
    described = storm_cluster_2_8_3.described
    assert described is not None
    assert described.has_operation("die")
    assert "drawn from the seed" in str(described.evidence["faults"])


@cache
def replayed() -> ClusterStorm:
    """Return the target with a cluster that is not started: one for this process, as offered targets are."""
    described = storm_cluster_2_8_3.described
    assert described is not None
    return ClusterStorm(described, lambda: process.ClusterParts("java", (), (), ()))


def test_the_certificate_has_what_was_done_to_which_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It also says that it depends on the clock."""
    of, ran = recorded_in_processes("right")
    monkeypatch.setattr(target, "clustered", lambda *_: of)
    monkeypatch.setattr(runs, "run", lambda _, ordered: [ran for _ in ordered])
    certify(
        CertificationOrder(
            targets=(f"{__name__}:replayed",),
            selection=Selection(rule="SYS-04"),
            effort=Effort(examples=10),
            out=tmp_path,
        )
    )
    written = json.loads((tmp_path / "certificate.json").read_text(encoding="utf-8"))
    assert not written["settings"]["reproducible"]
    evidence = written["targets"][0]["description"]["evidence"]["runs"]
    assert {"seed 0 t4": "pause spout-1, kill split-3, kill acker-2: settled"} == evidence


SHORT = evolve(short("short", 8, 20, faults.Fault(what=faults.KILL, whom="acker-1", after=2)), workers=2, timeout=2)
"""A spout, two bolts and an acker, one task each, eight messages and one kill, in two workers."""


@pytest.mark.storm
@pytest.mark.slow
def test_a_cluster_survives_a_kill(parts: process.ClusterParts) -> None:
    """The killed worker is the one with the acker."""
    (ran,) = runs.run(parts, [SHORT])
    one = ran.ran()
    assert {} == broken(SHORT, one)
    if one.end == CUT:
        pytest.skip(f"it was cut off, and accuses nobody: {one.why}")
    assert ["kill"] == [note["what"] for note in ran.report["notes"]]
    died = [line["task"] for line in one.lines if line["what"] == "died"]
    assert "acker-1" in died


@pytest.mark.storm
@pytest.mark.slow
def test_an_acker_that_answers_early_is_found_in_a_cluster(parts: process.ClusterParts, tmp_path: Path) -> None:
    """It precedes Storm's own on the class path of the workers."""
    class_path = os.pathsep.join(jar.path for jar in parts.storm)
    early = java_ackers.compiled("the first ack that finds the init is answered", class_path, tmp_path)
    of = clustered(0, 58, "storm2")
    (ran,) = runs.run(parts, [of], first=early)
    found = broken(of, ran.ran())
    assert "was told ack of" in found["SYS-04"]
    assert "as the reference does" in found["ACK-27"]


@pytest.mark.storm
@pytest.mark.slow
def test_what_is_planted_is_found_in_a_cluster_that_runs(parts: process.ClusterParts) -> None:
    """The run also has deaths."""
    planted = [clustered(0, 58, "storm2", (plant,), name=plant) for plant in PLANTED if plant != EARLY]
    for of, ran in zip(planted, runs.run(parts, planted), strict=True):
        found = broken(of, ran.ran())
        assert all(message in found[rule] for rule, message in PLANTED[of.name].items())
