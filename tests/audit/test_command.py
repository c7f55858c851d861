"""The command `ackproof audit`: its output, its files, and its errors for files that are not logs."""

import gzip
import io
import json
import re
import shutil
from contextlib import closing
from pathlib import Path

import jsonschema_rs
import pytest
from ackproof_adapters.audit.causes.verdicts import Explainer
from ackproof_adapters.audit.logs.files import worker_logs
from ackproof_adapters.audit.logs.lines import Parser
from ackproof_adapters.audit.reports import report as reports
from ackproof_adapters.audit.reports.follow import Tail, follow
from ackproof_adapters.audit.reports.report import report
from ackproof_adapters.audit.trees.gathering import Gathering
from common.command import Command
from rich.console import Console

LOG = Path(__file__).parent / "storm-2.8.3.log.gz"
SCHEMA = Path(reports.__file__).with_name("report.schema.json")
FIRST = "18 trees: 6 done, 2 failed, 10 timed out, 0 open, 0 unknown"
ROLLED = 300
"""Number of lines in the part that was rotated first."""


@pytest.fixture
def rolled(tmp_path: Path) -> list[Path]:
    """The log as a worker leaves it: the older part compressed, the newer one not."""
    lines = gzip.decompress(LOG.read_bytes()).splitlines(keepends=True)
    older, newer = tmp_path / "worker.log.1.gz", tmp_path / "worker.log"
    older.write_bytes(gzip.compress(b"".join(lines[:ROLLED])))
    newer.write_bytes(b"".join(lines[ROLLED:]))
    return [newer, older]


def test_it_says_which_bolt(ackproof: Command) -> None:
    """It shows trees by status, causes with their component and lines, components, and what is unknown."""
    ran = ackproof("audit", LOG)
    assert ran.code == 0
    first, *_ = ran.out.splitlines()
    assert first == FIRST
    assert "AUD-04  failed by a bolt" in ran.out
    assert "AUD-05 tree -1012585189624886771 timed out: task 4 acked its tuple of split:8 after 12.0 s" in ran.out
    assert "storm-2.8.3.log.gz:" in ran.out
    assert "Limits of this log" in ran.out


def test_what_nobody_waits_for_is_told(ackproof: Command) -> None:
    """They are shown by component, without a tree: three messages without a receiver, and tuples without an anchor.

    1.x logs an ack of message 0; 2.x sends the acker an init of zero.
    """
    ran = ackproof("audit", LOG.with_name("nobody-2.8.3.log.gz"))
    shown = " ".join(ran.out.split())
    assert "AUD-08 nobody receives: 3 messages of lines were acked at once" in shown
    assert "AUD-09 emitted without an anchor: lines sent 3 tuples that belong to no tree" in shown
    within = (
        "split sent 15 tuples that belong to no tree on stream default, 3 of them while it executed a tuple of a tree"
    )
    assert f"AUD-09 emitted without an anchor: {within}: if they are lost" in shown
    assert ran.out.startswith("9 trees: 9 done")
    head = b"2026-01-31 12:00:00.000 o.a.s.d.executor Thread-9-words-executor[7 7] [INFO] "
    known = Gathering()
    for event in Parser().events(head + b"SPOUT Acking message 0: 17\n", 1):
        known.add(0, 0, event)
    assert known.empty == {"words": 1}


def test_unknown_causes_are_shown_last(ackproof: Command, tmp_path: Path) -> None:
    """However many trees have them: they do not help. The others are in the order of their numbers of trees."""
    cut = tmp_path / "worker.log"
    lines = gzip.decompress(LOG.read_bytes()).splitlines(keepends=True)
    cut.write_bytes(b"".join(line for line in lines if b"count" not in line or b"BOLT ack" not in line))
    made = json.loads(ackproof("audit", cut, "--format", "json").out)["causes"]
    assert "AUD-15" == made[-1]["id"]
    assert made[-1]["trees"] > made[0]["trees"]
    known = [each["trees"] for each in made if each["id"] != "AUD-15"]
    assert known == sorted(known, reverse=True) != []
    rows = [each.split()[0] for each in ackproof("audit", cut).out.splitlines() if each.startswith("AUD-")]
    assert rows[: len(made)] == [each["id"] for each in made]
    pytest.importorskip("jinja2")
    assert ackproof("audit", cut, "--html", tmp_path / "page.html").code == 0
    in_page = re.findall(r"<tr><td><code>(AUD-\d\d)", (tmp_path / "page.html").read_text())
    assert in_page == [each["id"] for each in made]


def test_the_lines_are_counted_in_words(ackproof: Command) -> None:
    """A line of the hook may be several events, so there may be more of these."""
    assert ackproof("audit", LOG).out.splitlines()[1] == "737 lines: 706 events, 31 other lines of Storm"
    of_hook = ackproof("audit", LOG.with_name("hook-2.8.3.jsonl.gz")).out.splitlines()[1]
    assert of_hook == "317 lines: 557 events (a line may be several events)"


def test_rolled_parts_are_one_log(ackproof: Command, rolled: list[Path]) -> None:
    """The order of their names on the command line does not matter."""
    whole = json.loads(ackproof("audit", LOG, "--format", "json").out)
    parts = json.loads(ackproof("audit", *rolled, "--format", "json").out)
    assert parts["trees"] == whole["trees"]
    assert parts["causes"] == whole["causes"]
    assert parts["components"] == whole["components"]
    assert parts["workers"][0]["files"] == ["worker.log.1.gz", "worker.log"]


def test_a_missing_part_is_told(ackproof: Command, rolled: list[Path]) -> None:
    """The message has its number."""
    third = rolled[1].with_name("worker.log.3.gz")
    rolled[1].rename(third)
    ran = ackproof("audit", rolled[0], third)
    assert "the rolled files 1, 2 are missing" in " ".join(ran.out.split())


def test_processes_find_the_same(ackproof: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The findings equal those of a single process."""
    monkeypatch.setattr("ackproof_adapters.audit.logs.reading.FEWEST_BYTES", 0)
    monkeypatch.setattr("ackproof_adapters.audit.logs.reading.BLOCK", 20_000)
    log = tmp_path / "worker.log"
    log.write_bytes(gzip.decompress(LOG.read_bytes()))
    alone = ackproof("audit", log, "--workers", "1")
    assert ackproof("audit", log, "--workers", "2").out == alone.out


@pytest.mark.parametrize("format_", ["text", "json"])
def test_it_finds_the_same_without_numpy(ackproof: Command, monkeypatch: pytest.MonkeyPatch, format_: str) -> None:
    """It takes longer, because lines are read one by one."""
    quick = ackproof("audit", LOG, "--format", format_)
    monkeypatch.setattr("ackproof_adapters.audit.audit.find_spec", lambda _: None)
    monkeypatch.setattr("ackproof_adapters.audit.trees.sifting.sift", None)
    assert ackproof("audit", LOG, "--format", format_).out == quick.out


def test_the_life_of_a_tree(ackproof: Command) -> None:
    """It has each line, and the outcome."""
    ran = ackproof("audit", LOG, "--tree", "-1012585189624886771")
    assert ran.out.startswith("tree -1012585189624886771: timed out: task 4 acked its tuple")
    assert "the spout gets fail (TIMEOUT)" in ran.out
    assert "sentences:7 sends init" in ran.out
    assert "is no root id" in ackproof("audit", LOG, "--tree", str(1 << 63)).complaint
    missing = ackproof("audit", LOG, "--tree", "5")
    assert (missing.code, missing.out) == (2, "")
    assert "no line is about a tree with the root 5" in missing.err


def test_the_report_has_the_form_of_its_schema(ackproof: Command, tmp_path: Path) -> None:
    """The table of events is beside it."""
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "out"
    assert ackproof("audit", LOG, "--out", out).code == 0
    document = json.loads((out / "report.json").read_text())
    jsonschema_rs.validator_for(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(document)
    events = parquet.read_table(out / "events.parquet")
    assert events.num_rows == 706
    assert events.column_names[:5] == ["worker", "file", "line", "kind", "when"]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["out"]
    again = ackproof("audit", LOG, "--out", out)
    assert again.code == 2
    assert "is there already" in again.err


def test_no_value_of_a_user_is_kept(ackproof: Command, tmp_path: Path) -> None:
    """They are neither printed nor written."""
    pytest.importorskip("pyarrow.parquet")
    assert b"slow-1000" in gzip.decompress(LOG.read_bytes())
    out = tmp_path / "out"
    printed = ackproof("audit", LOG, "--out", out)
    for written in (printed.out.encode(), *(each.read_bytes() for each in out.iterdir())):
        assert b"slow-1000" not in written


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is empty"),
        (b"a line\n", "it begins 'a line'; wanted a worker's log"),
        (b"\x1b[31mred\n", r"it begins '\x1b[31mred'"),
        (b"\x1f\x8bnone", "cannot read"),
        (b"2026-11-23 22:19:50.666 mine main [INFO] hello\n", "none of 1 lines is an event (1 not of Storm itself)"),
    ],
)
def test_a_file_that_is_no_log_is_told_in_a_sentence(
    ackproof: Command, tmp_path: Path, content: bytes, why: str
) -> None:
    """The error has the beginning of the file, and the expected form."""
    path = tmp_path / "worker.log"
    path.write_bytes(content)
    ran = ackproof("audit", path)
    assert (ran.code, ran.out) == (2, "")
    assert why in " ".join(ran.err.split())


def test_a_gzipped_log_that_was_cut_is_told(ackproof: Command, tmp_path: Path) -> None:
    """It is not audited up to that point: the missing tuples would look lost."""
    path = tmp_path / "worker.log.1.gz"
    path.write_bytes(LOG.read_bytes()[:9000])
    ran = ackproof("audit", path)
    assert (ran.code, ran.out) == (2, "")
    assert "to its end" in ran.err


def test_one_part_in_two_files_is_refused(ackproof: Command, tmp_path: Path) -> None:
    """`worker.log.1` and `worker.log.1.gz` would be counted twice."""
    for name in ("worker.log.1", "worker.log.1.gz"):
        shutil.copy(LOG, tmp_path / name)
    ran = ackproof("audit", *tmp_path.iterdir())
    assert ran.code == 2
    assert "the same part of one log" in ran.err


def test_workers_are_told_by_folder_and_name(tmp_path: Path) -> None:
    """The file that is written now comes last, and files that begin at the same time have no order."""
    names = ("6700/worker.log", "6700/worker.log.2.gz", "6700/worker.log.10.gz", "6701/worker.log")
    lines = gzip.decompress(LOG.read_bytes()).splitlines(keepends=True)
    for number, name in enumerate(names):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(lines[number] + lines[10] * 2)
    found = worker_logs([tmp_path / name for name in names])
    assert [[file.part.numbers for file in log.files] for log in found] == [[(2,), (10,), ()], [()]]


@pytest.mark.parametrize("is_newest_first", [False, True])
@pytest.mark.parametrize("number", [2, 3, 11])
def test_rolled_files_come_in_the_order_of_their_times(
    ackproof: Command, tmp_path: Path, number: int, *, is_newest_first: bool
) -> None:
    """log4j2 numbers newer files higher; with `fileIndex="min"` it is the other way round."""
    lines = gzip.decompress(LOG.read_bytes()).splitlines(keepends=True)
    size = len(lines) // (number + 1) + 1
    parts = [b"".join(lines[at : at + size]) for at in range(0, len(lines), size)]
    *rolled, now = parts
    (tmp_path / "worker.log").write_bytes(now)
    for place, part in enumerate(rolled):
        of = len(rolled) - place if is_newest_first else place + 1
        (tmp_path / f"worker.log.{of}.gz").write_bytes(gzip.compress(part, 1))
    whole = json.loads(ackproof("audit", LOG, "--format", "json").out)
    found = json.loads(ackproof("audit", *tmp_path.iterdir(), "--format", "json").out)
    for each in ("trees", "causes", "components"):
        assert found[each] == whole[each]
    assert found["workers"][0]["missing"] == []


def test_what_storm_writes_beside_the_log_is_left_out(ackproof: Command, rolled: list[Path]) -> None:
    """`worker.log*` matches it as well."""
    for name in ("worker.log.err", "worker.log.out.1.gz"):
        rolled[0].with_name(name).write_bytes(b"")
    ran = ackproof("audit", *rolled[0].parent.glob("worker.log*"))
    assert (ran.code, ran.out.splitlines()[0]) == (0, FIRST)


def test_a_log_of_0_9_is_told(ackproof: Command, tmp_path: Path) -> None:
    """It can be read, but it proves no cause."""
    log = tmp_path / "worker.log"
    log.write_text("2014-01-31T12:00:00.000+0000 b.s.d.executor [INFO] Processing received message source: a:1\n")
    ran = ackproof("audit", log)
    assert ran.code == 2
    assert "is a log of Storm 0.9" in ran.complaint


def test_a_pattern_with_more_before_the_message_is_asked_for(ackproof: Command, tmp_path: Path) -> None:
    """Here `%X`, an MDC. It is no reason to switch the debug log on."""
    log = tmp_path / "worker.log"
    log.write_bytes(gzip.decompress(LOG.read_bytes()).replace(b" [INFO] ", b" [INFO] {} "))
    assert "their pattern has more before the message: give it" in ackproof("audit", log).complaint
    pattern = "%d{yyyy-MM-dd HH:mm:ss.SSS} %c{1.} %t [%p] %X %msg%n"
    assert ackproof("audit", log, "--pattern", pattern).out.splitlines()[0] == FIRST
    quiet = b"2026-11-23 22:19:50.666 o.a.s.d.Task Thread-9-words-executor[7, 7] [INFO] Opening spout\n"
    log.write_bytes(quiet)
    assert "Storm writes them with topology.debug: true" in ackproof("audit", log).complaint


def test_a_log_that_grows_is_followed(tmp_path: Path) -> None:
    """It shows open trees by age and place; also after a rotation of the log, until Ctrl-C."""
    lines = gzip.decompress(LOG.read_bytes()).splitlines(keepends=True)
    log = tmp_path / "worker.log"
    log.write_bytes(b"".join(lines[:ROLLED]))
    parts = [lines[ROLLED : ROLLED + 50], lines[ROLLED + 50 :]]

    def wait() -> None:
        if not parts:
            raise KeyboardInterrupt
        if len(parts) == 1:
            log.rename(tmp_path / "worker.log.1")
        with log.open("ab") as file:
            file.write(b"".join(parts.pop(0)))

    known, shown = Gathering(), io.StringIO()
    logs, counts = follow(Console(file=shown, width=200), known, worker_logs([log]), wait)
    made = report(known, logs, counts)
    assert counts.lines == len(lines)
    assert (made.statuses["done"], made.statuses["failed"], made.statuses["timed out"]) == (6, 2, 10)
    assert [len(each.files) for each in logs] == [2]
    assert re.search(r"trees done, \d+ open", shown.getvalue())
    assert re.search(r"by age: .*\d+ under 1 s", shown.getvalue())
    assert re.search(r"count +\d +in execution|count +\d +not acked", shown.getvalue())


def test_a_message_that_goes_on_after_a_look_is_followed_to_its_end(tmp_path: Path) -> None:
    """Each line is written after a look of its own, as a worker may that is slow to write."""
    content = gzip.decompress(LOG.read_bytes())
    lines = re.sub(rb"\[([a-z-]+-[\d-]+)\]", rb"[\1\n  at a.b.C(D.java)\n]", content).splitlines(keepends=True)
    log = tmp_path / "worker.log"
    log.write_bytes(b"".join(lines[:ROLLED]))
    left = lines[ROLLED:]

    def wait() -> None:
        if not left:
            raise KeyboardInterrupt
        with log.open("ab") as file:
            file.write(left.pop(0))

    known = Gathering()
    logs, counts = follow(Console(file=io.StringIO()), known, worker_logs([log]), wait)
    assert counts.lines == len(lines)
    whole, [events] = Gathering(), [[*Parser().events(b"".join(lines), 1)]]
    for event in events:
        whole.add(0, 0, event)
    assert counts.events.total() == len(events)
    assert report(known, logs, counts).statuses == report(whole, logs, counts).statuses


def test_the_last_message_is_taken_when_nothing_comes(tmp_path: Path) -> None:
    """Otherwise a topology that stands still would be shown a message behind."""
    log = tmp_path / "worker.log"
    log.write_bytes(gzip.decompress(LOG.read_bytes()))
    [last] = [*Parser().events(log.read_bytes(), 1)][-1:]
    with closing(Tail(0, worker_logs([log])[0])) as tail:
        before = [event for _, _, event in tail.news()]
        assert last not in before
        assert [event for _, _, event in tail.news()][-1:] == [last]
        assert not [*tail.news()]


@pytest.mark.parametrize("is_gzipped", [False, True])
@pytest.mark.parametrize("is_newest_first", [False, True])
def test_a_log_that_is_rolled_several_times_between_two_looks_is_followed_whole(
    tmp_path: Path, *, is_newest_first: bool, is_gzipped: bool
) -> None:
    """A busy worker does this: no line is left out or read twice, whatever the numbers of the files."""
    lines = gzip.decompress(LOG.read_bytes()).splitlines(keepends=True)
    log = tmp_path / "worker.log"
    (tmp_path / "worker.log.7").write_bytes(
        b"2026-11-20 00:00:00.000 o.a.s.e.Executor main [INFO] of the week before\n"
    )
    log.write_bytes(b"".join(lines[:ROLLED]))
    parts = [lines[at : at + 60] for at in range(ROLLED, len(lines), 60)]
    rolled = 0

    def roll() -> None:
        nonlocal rolled
        rolled += 1
        if is_newest_first:
            for number in range(rolled - 1, 0, -1):
                for each in tmp_path.glob(f"worker.log.{number}*"):
                    each.rename(tmp_path / each.name.replace(str(number), str(number + 1)))
        to = tmp_path / f"worker.log.{1 if is_newest_first else rolled}"
        log.rename(to)
        if is_gzipped:
            to.with_name(f"{to.name}.gz").write_bytes(gzip.compress(to.read_bytes()))
            to.unlink()

    def wait() -> None:
        if not parts:
            raise KeyboardInterrupt
        for _ in range(3):  # between two looks
            if parts:
                roll()
                log.write_bytes(b"".join(parts.pop(0)))

    known = Gathering()
    logs, counts = follow(Console(file=io.StringIO()), known, worker_logs([log]), wait)
    assert counts.lines == len(lines)
    made = report(known, logs, counts)
    assert (made.statuses["done"], made.statuses["failed"], made.statuses["timed out"]) == (6, 2, 10)


def test_values_may_go_over_lines() -> None:
    """The part after the values is at the end of the last line."""
    content = gzip.decompress(LOG.read_bytes())
    broken = re.sub(rb"\[([a-z-]+-[\d-]+)\]", rb"[\1\n  at a.b.C(D.java)\n]", content)
    assert broken.count(b"\n") > content.count(b"\n") + 500
    found = []
    for each in (content, broken):
        known = Gathering()
        for event in Parser().events(each, 1):
            known.add(0, 0, event)
        found.append({(one.root, one.status, one.cause, one.task) for one in Explainer(known).verdicts()})
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.spark
def test_a_cluster_finds_the_same(ackproof: Command, tmp_path: Path) -> None:
    """The findings equal those of this machine."""
    log = tmp_path / "worker.log"
    log.write_bytes(gzip.decompress(LOG.read_bytes()))
    assert ackproof("audit", log, "--master", "local[2]").out == ackproof("audit", log).out
