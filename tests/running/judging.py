"""A journal of a topology, judged by all rules for a running Storm."""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ackproof.components.happenings import AckNotification, AckOrFail
from ackproof.components.topology import BoltShape, Subscription, Wiring
from ackproof.oracle.histories import TopologyChronicle
from ackproof.rules.registry import Premises, Violation, all_checks
from ackproof.target import Config
from ackproof_adapters.running.cluster.faults import DELAY, KILL, SEVER, Fault
from ackproof_adapters.running.cluster.record import Recorded
from ackproof_adapters.running.local_cluster import Ran
from ackproof_adapters.running.orders import WORKERS, TopologyOrder, clustered, order
from ackproof_adapters.running.target import HELD_IN_PROCESSES, RunOfStorm, journal, watched
from ackproof_adapters.running.views import piecemeal
from attrs import evolve

PLANTS = ("bolt-throws-away", "spout-swallows-fail", "acker-answers-early")
NUMBER = 190
"""The topology of seed 0 in which faults are injected. Some of its inputs are given up, and some forgotten."""


def _bolt(name: str, after: str) -> BoltShape:
    return BoltShape(name=name, after=(after,), takes=(Subscription(after, 1, "shuffle"),))


LATE = TopologyOrder(
    name="emit-after-ack",
    config=Config(
        profile="storm2",
        spout_tasks=(1,),
        ackers=1,
        wiring=Wiring(("m1", "m2", "m3", "m4"), (_bolt("split", "spout"), _bolt("count", "split")), max_pending=1),
    ),
    conducts={"split": {"m1": ("emit-after-ack",)}, "count": {}},
    work=300,
    workers=WORKERS,
    faults=(Fault(what=KILL, whom="count-1", after=2),),
)
"""The shortest topology in which a tuple that was emitted after the ack of its anchor is lost for good: its worker is
killed as soon as the next message is emitted, which the bound allows once the first was acked.
"""


def short(name: str, messages: int, work: int, *faults: Fault) -> TopologyOrder:
    """Return a spout, two bolts and an acker, one task each, with this many messages, and this many milliseconds of
    work.
    """
    wiring = evolve(LATE.config.wiring, messages=tuple(f"m{number + 1}" for number in range(messages)))
    return TopologyOrder(
        name=name,
        config=evolve(LATE.config, wiring=wiring),
        conducts={"split": {"m2": ("give-up",)}, "count": {}},
        work=work,
        workers=WORKERS,
        faults=faults,
    )


LINKS = short(
    "links",
    24,
    40,
    Fault(what=SEVER, whom="count-1", after=3),
    Fault(what=DELAY, whom="count-1", after=3),
    Fault(what=SEVER, whom="acker-1", after=3),
    Fault(what=DELAY, whom="spout-1", after=3),
)
"""Links are broken and held, but no process dies."""

TOGETHER = TopologyOrder(
    name="two-spouts-in-one-executor",
    config=Config(
        profile="storm1",
        spout_tasks=(1, 2),
        ackers=1,
        wiring=Wiring(tuple(f"m{number + 1}" for number in range(10)), (_bolt("split", "spout"),), executor_tasks=2),
    ),
    conducts={"split": {f"m{number + 1}": ("give-up",) for number in range(10)}},
    work=300,
)
"""Two spout tasks in one executor, as in STORM-3693. The bolt is slow and gives each message up once, so that some are
emitted half-way between two ticks.
"""

_OWN = {each.name: each for each in (LATE, LINKS, TOGETHER)}


def broken(of: TopologyOrder, ran: Ran) -> Mapping[str, str]:
    """Return the rules that a run breaks, each with its violation."""
    run = RunOfStorm(of, ran.end, journal(of, ran.lines), ran.why)
    found: dict[str, str] = {}
    for rule in sorted(HELD_IN_PROCESSES):
        check = all_checks()[rule]
        for each in watched(rule, 0, run):
            try:
                check.check(check.observe(each.workload, each.answer), Premises())
            except Violation as violation:
                found[rule] = str(violation)
    return found


def recorded(name: str) -> tuple[TopologyOrder, Ran]:
    """Return a topology that ran once on Storm 2.8.3, and its journal."""
    with gzip.open(Path(__file__).with_name(f"{name}.jsonl.gz"), "rt", encoding="utf-8") as file:
        head, *lines = [json.loads(line) for line in file]
    planted = tuple(head["order"]["planted"])
    of = _OWN.get(name) or order(0, head["number"], "storm2", planted)
    if of.to_json() != head["order"]:
        raise AssertionError(f"topologies are drawn in another way than when {name} was recorded: record it anew")
    return of, Ran(head["end"], tuple(lines))


def record(name: str, number: int, of: TopologyOrder, ran: Ran, folder: Path) -> None:
    """Store a run for `recorded`."""
    head: dict[str, Any] = {"number": number, "order": of.to_json(), "end": ran.end}
    with gzip.GzipFile(folder / f"{name}.jsonl.gz", "wb", mtime=0) as file:
        for line in (head, *ran.lines):
            file.write(f"{json.dumps(line)}\n".encode())


def recorded_in_processes(name: str) -> tuple[TopologyOrder, Recorded]:
    """Return a topology that ran once in a cluster of Storm 2.8.3, and the journals of its processes."""
    with gzip.open(Path(__file__).with_name(f"cluster-{name}.jsonl.gz"), "rt", encoding="utf-8") as file:
        head, *journals = [json.loads(line) for line in file]
    planted = tuple(head["order"]["planted"])
    of = _OWN.get(name) or clustered(0, head["number"], "storm2", planted, name=head["order"]["name"])
    if of.to_json() != head["order"]:
        raise AssertionError(f"topologies are drawn in another way than when {name} was recorded: record it anew")
    written = {each["journal"]: tuple(each["lines"]) for each in journals}
    return of, Recorded(head["end"], head["why"], head["said"], written)


def record_in_processes(name: str, number: int, of: TopologyOrder, ran: Recorded, folder: Path) -> None:
    """Store a run for `recorded_in_processes`."""
    head = {"number": number, "order": of.to_json(), "end": ran.end, "why": ran.why, "said": ran.report}
    journals = [{"journal": process, "lines": lines} for process, lines in ran.journals.items()]
    with gzip.GzipFile(folder / f"cluster-{name}.jsonl.gz", "wb", mtime=0) as file:
        for line in (head, *journals):
            file.write(f"{json.dumps(line)}\n".encode())


def unheard(of: TopologyOrder, ran: Recorded) -> list[str]:
    """Return the trees for which an acker had sent an ack, but which their spout task failed by a timeout."""
    seen = _seen(of, ran)
    return [
        tree.name
        for tree in seen.tracked
        for call in tree.calls[:1]
        if call.answer is AckOrFail.FAIL
        and any(
            isinstance(word.sent, AckNotification) and not word.arrivals and word.place < call.place
            for word in tree.words
        )
    ]


def lost_for_good(of: TopologyOrder, ran: Recorded) -> Mapping[str, str]:
    """Return the tuples that were never processed although the spout task got an ack of their tree, by tree."""
    seen = _seen(of, ran)
    acked = [tree for tree in seen.tracked if any(call.answer is AckOrFail.ACK for call in tree.calls)]
    left = {tree.name: seen.history.open_tuple(tree, len(seen.moments)) for tree in acked}
    return {name: lost for name, lost in left.items() if lost is not None}


def _seen(of: TopologyOrder, ran: Recorded) -> TopologyChronicle:
    one = ran.ran()
    view = piecemeal(of.config, journal(of, one.lines).executions, is_over=True)
    return TopologyChronicle(view.workload, view.results)
