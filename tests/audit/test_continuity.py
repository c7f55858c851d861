"""Logs that are not whole: a part is missing in the middle, or several logs were joined in one file."""

import gzip
from collections.abc import Sequence
from pathlib import Path

import acking
import pytest
from ackproof_adapters.audit.causes.verdicts import Explainer, TreeVerdict
from ackproof_adapters.audit.logs.files import worker_logs
from ackproof_adapters.audit.logs.reading import Reader
from ackproof_adapters.audit.reports.report import AuditReport, report
from ackproof_adapters.audit.trees.continuity import Continuity
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place

from .test_queues import BEGINNING, STEP, events_of, executed, received, reported, unrelated

CLUSTER = Path(__file__).parent / "cluster"
HELD = (*BEGINNING, received(0.1), executed(0.2), unrelated(4, 3))
"""A tuple that its task has, and does not ack. Then nothing is written for ten seconds."""

WHOLE = (0.5, 3.5, 6.5, 9.5, 12.5, 15.5, 18.5)
"""An acker's ticks, with an interval of three seconds."""

GAP = tuple(each for each in WHOLE if not 4 < each < 14)
LATE = (0.5, 3.5, 14.1, 17.1)
"""As if the process had stood still."""


def given_up(second: float) -> STEP:
    """Return the line by which the spout gives the tree up."""
    return (second, "spout-fail", 1, ":-3", "", 0)


def with_ticks(steps: Sequence[STEP], ticks: Sequence[float]) -> tuple[TreeVerdict, Gathering]:
    """Return the verdict on the tree of some steps among ticks, and what is known."""
    known = Gathering()
    ticking = [each._replace(kind="tick", about="3", extra=4) for each in events_of([unrelated(at, 4) for at in ticks])]
    events = sorted([*events_of(steps), *ticking], key=lambda each: each.when)
    for line, event in enumerate(events, 1):
        known.add(0, 0, event._replace(line=line))
    return next(Explainer(known).verdicts()), known


def test_an_ack_may_be_in_a_gap() -> None:
    """Ticks are missing while nothing was written."""
    found, known = with_ticks((*HELD, given_up(14), unrelated(19, 3)), GAP)
    assert reported(found) == ("AUD-15", None)
    missing = "lines of 10.0 s may be missing after line 10"
    assert found.words == f"no line shows whether task 2 acked a tuple of words:1: {missing}"
    assert [(each.before.line, each.took) for each in known.order.continuity.gaps[0]] == [(10, 10_000.0)]


def test_a_quiet_day_has_thousands_of_pauses_and_no_gap() -> None:
    """The ticks are looked through once, and not for each pause: that took half an hour."""
    moments = [
        f"2026-01-02 {second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000" for second in range(86_400)
    ]
    known = Continuity()
    for line, when in enumerate(moments[::2], 1):
        known.note(0, Place(0, 0, line), when, is_start=False)
    for task in range(1, 9):
        [tick] = events_of([unrelated(0, task)])
        for when in moments[::30]:
            known.note_tick(0, tick._replace(kind="tick", about="30", extra=task, when=when))
    assert (len(known.pauses[0]), known.gaps) == (43_199, {})


def test_a_spouts_notification_may_be_in_a_gap() -> None:
    """So it is unknown whether the tree is open."""
    found, _ = with_ticks((*HELD, unrelated(14, 3), unrelated(19, 3)), GAP)
    assert (found.status, *reported(found)) == ("unknown", "AUD-15", None)
    assert found.words == "no line shows what its spout did, and lines of 10.0 s may be missing after line 10"


def test_between_two_lives_no_tick_is_missing() -> None:
    """A worker that starts writes nothing for a while."""
    known = Gathering()
    ticks = [each._replace(kind="tick", about="3", extra=4) for each in events_of([unrelated(at, 4) for at in GAP])]
    starts = [each._replace(kind="life") for each in events_of([unrelated(at, -3) for at in (4, 4.1, 14)])]
    for line, event in enumerate(sorted([*ticks, *starts], key=lambda each: each.when), 1):
        if event.kind != "life" or event.when < starts[-1].when:
            known.add(0, 0, event._replace(line=line))
    assert known.order.continuity.pauses[0]
    assert known.order.continuity.gaps == {}


@pytest.mark.parametrize("ticks", [(), WHOLE, LATE])
def test_where_no_tick_is_missing_there_is_no_gap(ticks: Sequence[float]) -> None:
    """None came before, or all came, or one came as soon as the log goes on."""
    found, known = with_ticks((*HELD, given_up(14), unrelated(30, 3)), ticks)
    assert reported(found) == ("AUD-01", 2)
    assert known.order.continuity.gaps == {}


def test_an_ack_in_a_gap_may_have_come_after_the_spout_gave_up() -> None:
    """Then its task was slow. A tuple that it received after the gap is not acked."""
    found, _ = with_ticks((*BEGINNING, received(0.1), given_up(3), unrelated(4, 3), unrelated(14, 3)), GAP)
    assert reported(found) == ("AUD-15", None)
    late = tuple((15, *each[1:]) for each in (*BEGINNING, received(0.1), executed(0.2)))
    found, known = with_ticks((unrelated(4, 3), unrelated(14, 3), *late, given_up(25), unrelated(60, 3)), GAP)
    assert reported(found) == ("AUD-01", 2)
    assert known.order.continuity.gaps


def test_a_task_that_goes_on_has_ended_its_execution() -> None:
    """Without a line of that, another line may be lost as well. Those of a life that was killed are."""
    steps = (*BEGINNING, received(1), unrelated(8, 2), given_up(14), unrelated(30, 3))
    found, _ = with_ticks(steps, WHOLE)
    assert reported(found) == ("AUD-15", None)
    assert found.words == "task 2 went on, and no line shows that its execution of a tuple of words:1 has ended"


def audited(*paths: Path) -> AuditReport:
    """Return the report on some logs."""
    logs = worker_logs(paths)
    reader, known = Reader(logs), Gathering(profile=acking.PROFILES["storm2"])
    for worker, file, event in reader.events():
        known.add(worker, file, event)
    return report(known, logs, reader.counts)


@pytest.mark.parametrize(("name", "joints"), [("killed", 1), ("rebalanced", 2)])
def test_logs_that_were_joined_have_no_wrong_cause(name: str, joints: int, tmp_path: Path) -> None:
    """The logs of several workers in one file. A cause is that of the logs one by one, or unknown."""
    paths = sorted((CLUSTER / name).glob("*.log.gz"))
    joined = tmp_path / "joined.log"
    joined.write_bytes(b"".join(gzip.decompress(each.read_bytes()) for each in paths))
    right = {each.root: (each.cause, each.task) for each in audited(*paths).verdicts}
    made = audited(joined)
    causes = {each.root: each for each in made.verdicts if each.cause is not None and each.cause.id != "AUD-15"}
    assert causes
    assert {root: (each.cause, each.task) for root, each in causes.items()} == {root: right[root] for root in causes}
    assert sum("the times go back by" in each for each in made.not_known) == joints
    assert any("between its lines the times of the log go back" in each.words for each in made.verdicts)
