"""What bolts did to trees after these were done: in real logs of bolts that misbehaved on purpose."""

import gzip
from pathlib import Path

import acking
import pytest
from ackproof_adapters.audit.logs.events import ACK, ARRIVE, BOLT_ACK, DONE, SEND, Event
from ackproof_adapters.audit.logs.files import RolledFile, WorkerLog
from ackproof_adapters.audit.logs.lines import Counts, Parser
from ackproof_adapters.audit.reports.report import AuditReport, report
from ackproof_adapters.audit.trees import afterlives
from ackproof_adapters.audit.trees.afterlives import Afterlives
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place

HERE = Path(__file__).parent
EMITTING_LATE = "emittinglate-2.4.0"
"""Each of six tuples is acked by `lookup`, which emits another tuple 0.7 s later, anchored to it."""
WINDOWING = "windowing-2.8.3"
"""The windowed bolt `window` acks each of six tuples, and Storm acks them again when they leave the window."""
RIGHT = "resetting-2.8.3"
"""Its bolts are slow, and do nothing wrong."""

AT = Place(0, 0, 9)


def lines_of(name: str) -> list[bytes]:
    return gzip.decompress((HERE / f"{name}.log.gz").read_bytes()).split(b"\n")[:-1]


def reported(lines: list[bytes]) -> AuditReport:
    """Return the report on the lines of a log of Storm 2."""
    known, parser = Gathering(profile=acking.PROFILES["storm2"]), Parser()
    for number, line in enumerate(lines, 1):
        event = parser.event(line, number)
        if event is not None:
            known.add(0, 0, event)
    return report(known, [WorkerLog("worker", (RolledFile(Path("worker.log")),))], Counts())


def misdeeds(made: AuditReport) -> dict[str, tuple[int, int]]:
    """Return for each component that did something wrong how often it acked a tuple twice, and emitted one late."""
    counts = {name: (each.acked_twice, each.emitted_after_ack) for name, each in made.figures.items()}
    return {name: each for name, each in counts.items() if any(each)}


@pytest.mark.parametrize(
    ("name", "expected"), [(EMITTING_LATE, {"lookup": (0, 6)}), (WINDOWING, {"window": (6, 0)}), (RIGHT, {})]
)
def test_misdeeds_are_counted_after_the_spout_was_notified(name: str, expected: dict[str, tuple[int, int]]) -> None:
    """All trees of the first two logs are done."""
    made = reported(lines_of(name))
    assert expected == misdeeds(made)
    assert name == RIGHT or made.verdicts == []


def test_each_tree_with_a_late_tuple_is_named_once() -> None:
    """Its spout was notified too early."""
    made = reported(lines_of(EMITTING_LATE))
    assert {"AUD-07, ANC-10)"} == {words.split("(")[1] for words in made.not_allowed}
    assert 6 == len({int(words.split()[1]) for words in made.not_allowed}) == len(made.not_allowed)


@pytest.mark.parametrize("name", [EMITTING_LATE, WINDOWING])
def test_a_log_that_is_read_twice_shows_nothing(name: str) -> None:
    """The second time, each tree has all its lines after it was done: its spout would not emit it again."""
    lines = lines_of(name)
    assert {} == misdeeds(reported([*lines, *lines]))


@pytest.mark.parametrize("name", [EMITTING_LATE, WINDOWING])
def test_doubled_lines_show_nothing_more(name: str) -> None:
    """Every line comes twice in a row."""
    lines = lines_of(name)
    once, twice = misdeeds(reported(lines)), misdeeds(reported([line for line in lines for _ in range(2)]))
    assert once == twice


def event(kind: str, task: int, edge: int, source: int, stream: str = "default") -> Event:
    """Return an event of the tree 10."""
    return Event(9, kind, "", "", task, "split", source, stream, ((10, edge),), 0, "")


def after(*events: Event) -> Afterlives:
    """Return what is kept of events of the tree 10."""
    kept = Afterlives()
    for each in events:
        if each.stream == ACK:
            kept.note_report(10, each, AT)
        else:
            kept.note_tuple(10, each.ids[0][1], each, AT, "count")
    return kept


def found(kept: Afterlives) -> tuple[list[int], list[int]]:
    """Return the edges of late tuples, and of those that were acked again."""
    ((root, tree),) = kept.trees.items()
    edges = {id(each): edge for edge, each in tree.receipts.items()}
    assert root == 10
    return [edges[id(each)] for each in kept.late(tree)], [edges[id(each)] for each in kept.acked_again(tree)]


@pytest.mark.parametrize(
    "events",
    [
        [event(SEND, 3, 5, 2)],
        [event(BOLT_ACK, 3, 5, 2)],
        [event(SEND, 1, 5, 3, ACK)],
        [event(ARRIVE, 3, 5, 2), event(BOLT_ACK, 3, 5, 2), event(SEND, 1, 5, 3, ACK)],
        [event(SEND, 3, 5, 2), event(BOLT_ACK, 3, 5, 2), event(SEND, 1, 5, 3, ACK)],
        [event(BOLT_ACK, 3, 5, 2), event(SEND, 1, 5, 4, ACK)],
    ],
)
def test_too_few_lines_show_nothing(events: list[Event]) -> None:
    """A late tuple was sent and received. An ack that came again was also sent to an acker, by the same task; but the
    first ack of a late tuple is none.
    """
    assert ([], []) == found(after(*events))


def test_an_execution_alone_is_not_kept() -> None:
    """It is often the last line about a tree."""
    assert {} == after(event(DONE, 3, 5, 2)).trees


def test_what_is_anchored_to_a_late_tuple_is_late_only_after_its_ack() -> None:
    """Task 3 holds the tuple 5 until it acks it."""
    kept = after(
        *(event(SEND, 3, 5, 2), event(ARRIVE, 3, 5, 2), event(SEND, 4, 6, 3), event(ARRIVE, 4, 6, 3)),
        *(event(BOLT_ACK, 3, 5, 2), event(SEND, 4, 7, 3), event(ARRIVE, 4, 7, 3)),
    )
    assert ([5, 7], []) == found(kept)


def test_only_so_many_trees_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are counted, and the limits of the log say so."""
    monkeypatch.setattr(afterlives, "MOST", 4)
    made = reported(lines_of(EMITTING_LATE))
    assert {"lookup": (0, 4)} == misdeeds(made)
    words = "what was done to 2 or more other trees after they were done: the first 4 are kept"
    assert words in made.not_known
