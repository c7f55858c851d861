"""Logs with lines of Storm that are not in the pattern in which the log begins."""

import re
from pathlib import Path

from ackproof_adapters.audit.reports.report import AuditReport
from common.command import Command

from audit.test_causes import lines_of
from audit.test_cut_lines import reported

LINES = lines_of("storm-2.8.3")
HEAD = re.compile(rb"^(\S+) (\S+) (\S+) (.*?) \[INFO\] ")
OTHER = rb"\1T\2Z INFO  \3 [\4] "
MIDDLE = 400


def ids(made: AuditReport) -> set[str]:
    return {each.cause.id for each in made.verdicts if each.cause}


def test_no_cause_rests_on_the_absence_of_a_line_after_the_pattern_changes() -> None:
    """Tuples are acked in the second half."""
    made = reported([*LINES[:MIDDLE], *(HEAD.sub(OTHER, line) for line in LINES[MIDDLE:])])
    assert "AUD-05" in ids(reported(LINES))
    assert ids(made) <= {"AUD-04", "AUD-15"}
    assert not made.statuses["open"]
    (hidden,) = made.counts.hidden.values()
    assert MIDDLE < hidden.first < MIDDLE + 5
    assert hidden.number > MIDDLE // 2
    assert any("may be about it" in each.words for each in made.verdicts)


def test_lines_behind_dots_are_counted(ackproof: Command, tmp_path: Path) -> None:
    """A topology prints to the console of Storm."""
    behind = [number for number, line in enumerate(LINES) if b"] BOLT ack" in line][:6]
    dotted = [b"..." + line if number in behind else line for number, line in enumerate(LINES)]
    (tmp_path / "worker.log").write_bytes(b"\n".join(dotted) + b"\n")
    out = " ".join(ackproof("audit", "worker.log").out.split())
    assert f"worker.log:{behind[0] + 1}: from here on, 6 lines with one of Storm's messages" in out
    assert "AUD-01" not in out
    assert "6 lines of Storm are not in the pattern of the log" in out


def test_a_value_that_looks_like_a_message_is_no_line_of_storm() -> None:
    """A message that goes on in a second line, and one that says what is emitted."""
    of_spout = b"2026-11-28 12:00:00.000 o.a.s.d.Task Thread-1 [INFO] Emitting Tuple: values=["
    value = b"BOLT ack TASK: 5 TIME: 3 TUPLE: source: a:1, stream: s, id: {}, []"
    lines = [line for each in LINES for line in (each, b"line 1, " + value, b"." + of_spout + value)]
    assert not reported(lines).counts.hidden


def test_a_pattern_that_few_lines_have_is_refused(ackproof: Command, tmp_path: Path) -> None:
    """Nothing is read with it, which looks as if debug were off."""
    pattern = ("--pattern", "%d{ISO8601}Z %-5p %c{1.} [%t] %m%n")
    other = [HEAD.sub(OTHER, line) for line in LINES]
    (tmp_path / "worker.log").write_bytes(b"\n".join(other) + b"\n")
    assert not ackproof("audit", "worker.log", *pattern).code
    first = next(number for number, line in enumerate(other) if b"] TRANSFERRING" in line)
    few = [b"wEx" + line if number != first else line for number, line in enumerate(other)]
    (tmp_path / "worker.log").write_bytes(b"\n".join(few) + b"\n")
    complaint = ackproof("audit", "worker.log", *pattern).complaint
    assert "2 lines with one of Storm's messages in that --pattern, and 6" in complaint
    assert "one begins 'wEx20" in complaint
