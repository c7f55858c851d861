"""Violations in logs that lack some lines: a collector drops single lines, or many at once."""

from itertools import groupby
from pathlib import Path

import pytest
from ackproof_adapters.audit.logs.events import ARRIVE, BOLT_ACK, SEND, Event
from ackproof_adapters.audit.trees.afterlives import Afterlives
from ackproof_adapters.audit.trees.tree import Place
from common.command import Command

from audit.test_afterlives import lines_of, reported

LOGS = ("storm-2.8.3", "emittinglate-2.4.0", "joining-2.8.3")
STEP = 7
"""One in this many lines is lost, with those behind it."""


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("number", [1, 4, 100])
def test_lost_lines_accuse_nobody(name: str, number: int) -> None:
    """A violation has to be one of the whole log: no acker and no bolt of these did anything else that is wrong."""
    lines = lines_of(name)
    whole = {*reported(lines).not_allowed}
    found: set[str] = set()
    for at in range(0, len(lines), STEP if number < STEP else number // STEP * STEP + 1):
        found.update(reported(lines[:at] + lines[at + number :]).not_allowed)
    assert found <= whole
    assert found == whole or number > STEP


def test_an_ack_whose_messages_are_missing_is_told_as_a_limit() -> None:
    """An acker acks a tree whose log lacks all lines about the last ack: its messages, and the bolt's own."""
    lines = lines_of("storm-2.8.3")
    made = reported(lines)
    root = next(int(line.split(b"message ")[1].split()[0]) for line in lines if b"SPOUT Acking message " in line)
    acks = [line for line in lines if b"__ack_ack" in line and b"source: count" in line and str(root).encode() in line]
    last = acks[-1].split(b"source: ")[1].split(b",")[0].decode()
    task = last.split(":")[1].encode()
    left = [
        line
        for line in lines
        if not (
            str(root).encode() in line and (b"source: " + last.encode() in line or b"BOLT ack TASK: " + task in line)
        )
    ]
    assert made.not_allowed == reported(left).not_allowed
    (told,) = (each for each in reported(left).not_known if "lines of tree" in each)
    assert told == (
        f"whether lines of tree {root} are missing, or its acker breaks ACK-03: the acker emitted __ack_ack to task 6, "
        "and the reference nothing"
    )


@pytest.mark.parametrize("lost", [None, 1])
def test_a_bolt_whose_receipt_is_missing_did_not_emit_late(lost: int | None) -> None:
    """Task 6 emits after its tree is done; 10 receives that, emits to 9, and acks. Without its receipt nobody is known
    to be late: the tuple of 6 may never have come, and 10 had acked nothing before.
    """
    after = Afterlives()
    lines = ((SEND, 10, "fan", 6, 1), (ARRIVE, 10, "fan", 6, 1), (SEND, 9, "work", 10, 2), (BOLT_ACK, 10, "fan", 6, 1))
    for number, (kind, task, component, source, edge) in enumerate((*lines, (ARRIVE, 9, "work", 10, 2))):
        if number != lost:
            event = Event(number, kind, "12:00:00.000", "", task, component, source, "s", ((7, edge),), -3, "")
            after.note_tuple(7, edge, event, Place(0, 0, number), "")
    late = [each.source for each in after.late(after.trees[7])]
    assert late == ([6] if lost is None else [])


def test_lines_of_one_time_in_another_order_accuse_nobody() -> None:
    """As after a search that sorts by time. What is sorted back to front within each time is told as a limit."""
    lines = lines_of("storm-2.8.3")
    right = reported(lines)
    made = reported([each for _, same in groupby(lines, lambda line: line[:23]) for each in reversed([*same])])
    assert made.not_allowed == right.not_allowed == []
    assert any("in which order lines were written" in each for each in made.not_known)
    assert not any("in which order lines were written" in each for each in right.not_known)
    causes = {each.root: each.cause.id for each in right.verdicts if each.cause}
    for each in made.verdicts:
        assert each.cause is None or each.cause.id in ("AUD-15", causes.get(each.root)), each


def test_a_log_with_its_newest_line_first_is_refused(ackproof: Command, tmp_path: Path) -> None:
    """With another one that is right, too."""
    (tmp_path / "worker.log").write_bytes(b"\n".join(reversed(lines_of("storm-2.8.3"))) + b"\n")
    assert "begins with its newest lines" in ackproof("audit", tmp_path / "worker.log").complaint
