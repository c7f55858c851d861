"""Logs of which a program cut the long lines, left out some, or wrapped each."""

import json
import re
from pathlib import Path

import acking
import pytest
from ackproof_adapters.audit.logs.columns import columns_of
from ackproof_adapters.audit.logs.files import RolledFile, WorkerLog
from ackproof_adapters.audit.logs.lines import Parser
from ackproof_adapters.audit.reports.report import AuditReport, report
from ackproof_adapters.audit.trees.gathering import Gathering
from common.command import Command

from audit.test_causes import lines_of

LINES = lines_of("storm-2.8.3")
CUT = re.compile(rb"((?:Processing received|Execute done) TUPLE.*?stream: default, id: \{[^}]*\}, \[.).*")
"""The lines of receipts and executions, up to the first character of their values."""


def reported(lines: list[bytes]) -> AuditReport:
    """Return the report on the lines of a log of Storm 2."""
    known, parser = Gathering(profile=acking.PROFILES["storm2"]), Parser()
    for event in parser.events(b"\n".join(lines) + b"\n", 1):
        known.add(0, 0, event)
    return report(known, [WorkerLog("worker.log", (RolledFile(Path("worker.log")),))], parser.counts)


def causes(lines: list[bytes]) -> dict[int, tuple[str, str]]:
    made = reported(lines).verdicts
    return {each.root: (each.cause.id, each.component) for each in made if each.cause is not None}


def test_a_message_without_its_end_is_an_event_if_its_thread_has_one_task() -> None:
    """The ids are before the end, and only one task can have received it."""
    cut = [CUT.sub(rb"\1", line) for line in LINES]
    assert sum(map(len, cut)) < sum(map(len, LINES))
    whole, parser = Parser(), Parser()
    events = [*parser.events(b"\n".join(cut) + b"\n", 1)]
    assert events == [*whole.events(b"\n".join(LINES) + b"\n", 1)]
    assert parser.counts.recovered == {"arrive": 74, "done": 70}
    columns, counts = columns_of(b"\n".join(cut) + b"\n", 1)
    assert ([*columns.events()], counts) == (events, parser.counts)


def test_what_a_cut_line_may_be_is_not_lost() -> None:
    """In an executor of several tasks the missing end says which received the tuple."""
    forgotten = {root: each for root, each in causes(LINES).items() if each == ("AUD-01", "count")}
    assert forgotten
    shared = [re.sub(rb"count-executor\[\d, \d\]", b"count-executor[3, 5]", line) for line in LINES]
    assert causes(shared).items() >= forgotten.items()
    of = b"|".join(str(root).encode() for root in forgotten)
    cut = [CUT.sub(rb"\1", line) if re.search(rb"count-ex.*\{(?:" + of + rb")=", line) else line for line in shared]
    made = reported(cut)
    found = {each.root: each for each in made.verdicts if each.root in forgotten}
    assert {"AUD-15"} == {each.cause.id for each in found.values() if each.cause}
    assert all("lines of Storm have no end" in each.words for each in found.values())
    assert any("lines of Storm that have no end" in each for each in made.not_known)


def test_lines_that_are_cut_before_their_ids_leave_every_cause_unknown() -> None:
    """A collector cuts after so many bytes."""
    made = reported([line[:170] for line in LINES])
    assert {"AUD-15"} == {each.cause.id for each in made.verdicts if each.cause}
    assert all("are cut before the end of their ids" in each.words for each in made.verdicts)


def test_a_log_without_inits_is_told() -> None:
    """Somebody left them out with a search."""
    made = reported([line for line in LINES if b"__ack_init" not in line])
    assert {"the log has no line about any __ack_init"} == {each.words for each in made.verdicts}
    (said,) = (each for each in made.not_known if "no line is about an __ack_init" in each)
    assert "no acker" not in said  # the log has lines of one
    assert not any("__ack_init" in each for each in reported(LINES).not_known)


@pytest.mark.parametrize("end", ["\n", ""])
def test_lines_in_json_are_refused_with_the_way_to_unwrap_them(ackproof: Command, tmp_path: Path, end: str) -> None:
    """Docker writes them so, and a pattern would not help."""
    lines = [{"time": "2026-11-28T12:00:00.000Z", "log": line.decode() + end} for line in LINES]
    (tmp_path / "worker.log").write_text("".join(json.dumps(each) + "\n" for each in lines))
    complaint = " ".join(ackproof("audit", tmp_path / "worker.log").complaint.split())
    assert "has its lines in JSON; unwrap them, with jq -j .log" in complaint
    assert "--pattern" not in complaint
