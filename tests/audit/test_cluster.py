"""Logs of several worker processes, one of which is killed, and of a rebalance that moves tasks to other workers."""

import gzip
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from heapq import merge
from pathlib import Path
from random import Random

import acking
import pytest
from ackproof_adapters.audit.causes.verdicts import Explainer, TreeVerdict
from ackproof_adapters.audit.logs.events import Event
from ackproof_adapters.audit.logs.files import worker_logs
from ackproof_adapters.audit.logs.lines import Parser
from ackproof_adapters.audit.logs.reading import Reader
from ackproof_adapters.audit.reports.report import report
from ackproof_adapters.audit.trees.gathering import Gathering
from common.command import Command

from .test_recorded import damaged_at
from .truth import acts, check

HERE = Path(__file__).parent / "cluster"
ENDED = {"killed": {2, 4, 6, 8}, "rebalanced": {1, 2, 3, 4, 5, 6, 7, 8}}
"""Clusters of Storm 2.8.3 that ran `topology/Unusual.java` ("small"), each with the tasks whose workers ended.

`killed`: the worker at port 6700 of two was killed by SIGKILL, and its supervisor started it again. `rebalanced`: a
rebalance from two workers to three, which moved two of the tasks. Storm's log4j2 writes in blocks, so the last lines of
each life are missing.
"""
CAUSES = {
    "killed": {"AUD-12": 16, "AUD-01": 12, "AUD-04": 9, "AUD-06": 4, "AUD-15": 1},
    "rebalanced": {"AUD-12": 8, "AUD-01": 5, "AUD-04": 12, "AUD-06": 3},
}

QUIET = "quiet"
"""A LocalCluster of Storm 2.7.1 with a bolt of windows that hold seven tuples, divided by worker. At its end the spout
emits nothing, so that no tuple goes from its worker, 1027, to the other.
"""

BOTH = "both"
"""A LocalCluster of Storm 1.0.6, divided by worker: three trees of which two tasks failed a tuple each."""

Lines = list[list[Event]]
"""The events of each line that has any."""


def paths(name: str) -> list[Path]:
    return sorted((HERE / name).glob("*.log.gz"))


@cache
def workers(name: str) -> list[Lines]:
    """Return the lines of each worker."""
    found = []
    for path in paths(name):
        lines: dict[int, list[Event]] = {}
        for event in Parser().events(gzip.decompress(path.read_bytes()), 1):
            lines.setdefault(event.line, []).append(event)
        found.append([lines[number] for number in sorted(lines)])
    return found


def judged(logs: Sequence[Lines]) -> dict[int, TreeVerdict]:
    """Return the verdicts on the lines of some workers, read in the order of their clocks."""
    streams = []
    for worker, lines in enumerate(logs):
        latest, stream = "", []
        for number, events in enumerate(lines, 1):
            latest = max(latest, events[0].when)
            stream += [(latest, worker, event._replace(line=number)) for event in events]
        streams.append(stream)
    known = Gathering(profile=acking.PROFILES["storm2"])
    for _, worker, event in merge(*streams, key=lambda each: each[0]):
        known.add(worker, 0, event)
    return {each.root: each for each in Explainer(known).verdicts()}


def place(verdict: TreeVerdict | None) -> tuple[str, str, int | None] | None:
    """Return cause, component and task, if there is a cause."""
    return (verdict.cause.id, verdict.component, verdict.task) if verdict is not None and verdict.cause else None


@pytest.mark.parametrize("name", ENDED)
def test_the_causes_are_those_of_what_was_done(name: str) -> None:
    """With component and task. What was lost with a worker is known by the messages before it and after it."""
    logs = worker_logs(paths(name))
    reader, known = Reader(logs), Gathering(profile=acking.PROFILES["storm2"])
    for worker, file, event in reader.events():
        known.add(worker, file, event)
    made = report(known, logs, reader.counts)
    assert made.not_allowed == []
    assert Counter(each.cause.id for each in made.verdicts if each.cause) == CAUSES[name]
    found = {each.root: each for each in made.verdicts}
    truth = acts((HERE / name / "truth").read_text())
    unknown = [root for root in found if (place(found[root]) or ("",))[0] == "AUD-15"]
    check(found, {root: truth[root] for root in truth if root not in unknown}, ended=ENDED[name])
    assert all(each.task in ENDED[name] for each in made.verdicts if each.cause and each.cause.id == "AUD-12")


@pytest.mark.parametrize("name", ENDED)
def test_the_clocks_do_not_matter(name: str) -> None:
    """Of each worker one that is a minute ahead, or more than that behind."""
    logs = workers(name)
    right = {root: place(each) for root, each in judged(logs).items() if each.cause}
    for worker in range(len(logs)):
        for seconds in (-97, 61):
            moved = [skewed(lines, seconds) if worker == number else lines for number, lines in enumerate(logs)]
            assert {root: place(each) for root, each in judged(moved).items() if each.cause} == right


@pytest.mark.parametrize("seconds", [-97, 0, 61])
def test_a_log_that_goes_on_for_longer_than_the_spout_waited_goes_on_after_it_gave_up(seconds: int) -> None:
    """No tuple shows that, and neither do the clocks. If the log ends earlier, the cause is unknown."""
    bolts, spouts = workers(QUIET)
    truth = acts((HERE / QUIET / "truth").read_text())
    found = judged([bolts, skewed(spouts, seconds)])
    check(found, truth)
    assert Counter(each.cause.id for root, each in found.items() if root in truth and each.cause) == {
        "AUD-01": 8,
        "AUD-04": 8,
        "AUD-06": 8,
    }
    end = datetime.fromisoformat(spouts[-1][0].when) - timedelta(seconds=6)
    ending = [each for each in bolts if datetime.fromisoformat(each[0].when) < end]
    cut = judged([ending, skewed(spouts, seconds)])
    unknown = [cut[root] for root in truth if (place(cut.get(root)) or ("",))[0] == "AUD-15"]
    assert {each.words for each in unknown} == {"the log of task 3's worker may end before the spout gave up"}


@pytest.mark.parametrize("seconds", [-97, 0, 61])
def test_of_two_fails_the_cause_is_the_one_that_came_to_the_acker_first(seconds: int) -> None:
    """Task 9 is in one worker, and the others are in the other one. Their clocks do not matter."""
    first, second = workers(BOTH)
    found = judged([first, skewed(second, seconds)])
    assert {root: place(each) for root, each in found.items()} == {
        2008765252733876401: ("AUD-04", "work", 11),
        1751529278101672037: ("AUD-04", "work", 12),
        -2141387808214799830: ("AUD-04", "work", 11),
    }
    assert {each.words for each in found.values()} == {
        f"task {task} failed the tuple that it had of choose:4; so did task 9" for task in (11, 12)
    }


def skewed(lines: Lines, seconds: int) -> Lines:
    """Return lines of a worker whose clock is so many seconds ahead."""

    def later(when: str) -> str:
        return (datetime.fromisoformat(when) + timedelta(seconds=seconds)).isoformat(" ", "milliseconds")

    return [[event._replace(when=later(event.when)) for event in events] for events in lines]


@pytest.mark.parametrize("damage", ["lost", "doubled", "cut before", "cut behind"])
@pytest.mark.parametrize("name", ENDED)
def test_a_damaged_log_has_no_wrong_cause(name: str, damage: str) -> None:
    """A line that is lost or doubled, and a cut of the log of one worker, changes no cause; or it becomes unknown.

    A rebalance ends all workers at once. So of a tree that was open then, another task may be the one of AUD-12.
    """
    logs = workers(name)
    right = {root: place(each) for root, each in judged(logs).items()}
    choices, known = Random(f"{name} {damage}"), 0
    for _ in range(3):
        worker = choices.randrange(len(logs))
        at = choices.randrange(len(logs[worker]))
        broken = [damaged_at(lines, at, damage) if worker == number else lines for number, lines in enumerate(logs)]
        for root, verdict in judged(broken).items():
            found = place(verdict)
            if found is None or found[0] == "AUD-15" or found == right.get(root):
                known += found is not None and found[0] != "AUD-15"
                continue
            assert damage.startswith("cut"), (worker, at, verdict)
            assert verdict.status == "open", (worker, at, verdict)
            assert (found[0], found[2] in ENDED["rebalanced"]) == ("AUD-12", True), (worker, at, verdict)
            assert "was started again, and nobody waits" in verdict.words, (worker, at, verdict)
    assert known > 30


START = (
    "2026-11-26 04:00:0{second}.000 o.a.s.d.w.Worker main [INFO] Launching worker for a-1-1764109843 on host:{port} "
    "with id x\n"
)
LOADS = (
    "2026-11-26 04:00:0{second}.100 o.a.s.e.Executor main [INFO] Loading executor tasks {component}:[{task}, {task}]\n"
)
TICKS = (
    "2026-11-26 04:00:0{second}.200 o.a.s.e.Executor Thread-9-{component}-executor[{task}, {task}] [INFO] Processing "
    "received TUPLE: source: __system:-1, stream: __tick, id: {{}}, [30] PROC_START_TIME(sampled): null "
    "EXEC_START_TIME(sampled): null for TASK: {task} \n"
)


def life(second: int, component: str, task: int, port: int = 6700) -> str:
    """Return the lines of a worker that starts with one task, and of a tick of that."""
    each = {"second": second, "component": component, "task": task, "port": port}
    return START.format(**each) + LOADS.format(**each) + TICKS.format(**each)


def gathered(*logs: str) -> Gathering:
    known = Gathering()
    for worker, log in enumerate(logs):
        for event in Parser().events(log.encode(), 1):
            known.add(worker, 0, event)
    return known


def test_a_worker_that_starts_again_with_other_tasks_ends_those_that_it_had() -> None:
    """A rebalance moved them. In the log of a LocalCluster another port is another worker, whose start ends none."""
    moved = gathered(life(1, "work", 5) + life(5, "last", 7), life(6, "work", 5))
    assert [[place.line for place in moved.lives.again.get(task, [])] for task in (5, 7)] == [[4], []]
    assert moved.lives.left == {(5, moved.lives.again[5][0])}
    assert [*moved.lives.homes[5]] == [0, 1]
    assert len(moved.lives.starts(5)) == 3
    beside = gathered(life(1, "work", 5) + life(5, "last", 7, port=6701))
    assert (beside.lives.again, beside.lives.left) == ({}, set())


@pytest.mark.parametrize(
    "half",
    ["2026-11-26 04:00:04.9", "2026-11-26 04:00:04.999 o.a.s.e.Executor Thread-9-work-executor[5, 5] [INFO] BOL"],
)
def test_a_start_behind_half_a_line_is_a_start(half: str) -> None:
    """As a worker leaves it that is killed before log4j2 has written all. A value that looks like a start is none."""
    known = gathered(life(1, "work", 5) + half + life(5, "last", 7))
    assert [place.line for place in known.lives.again[5]] == [4]
    value = "2026-11-26 04:00:04.999 o.a.s.d.Task Thread-9-work-executor[5, 5] [INFO] Emitting Tuple: " + START
    forged = gathered(
        life(1, "work", 5) + 3 * value.format(second=4, port=6700) + TICKS.format(second=5, component="work", task=5)
    )
    assert forged.lives.again == {}


def test_the_command_says_who_died(ackproof: Command) -> None:
    """With the places in both logs."""
    ran = ackproof("audit", *paths("killed"))
    assert ran.code == 0
    assert "AUD-12  a worker died" in ran.out
    assert (
        "the worker of task 8 was started again while it had in its queue, or was yet to receive, a tuple of jobs:3"
        in ran.words
    )
