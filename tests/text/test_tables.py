"""Tables for terminals: at every width, all of their content is printed."""

import io
import re
from datetime import UTC, datetime
from itertools import cycle, pairwise

import pytest
from ackproof.commands.summary import show_certificate
from ackproof.engine.certify import CertificationOrder
from ackproof.engine.discovery import discover
from ackproof.engine.evidence.certificate import Certificate, TargetReport
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules
from ackproof.text import terminal
from ackproof.text.tables import NARROWEST, Column, Table
from ackproof.verdict import Outcome, Verdict
from common.command import Command
from rich.console import Console

Cells = dict[tuple[str, str], str]
"""Cells by row and column."""


def printed(table: Table, width: int) -> list[str]:
    """Return the lines of a table."""
    return [line.plain for line in table.lines(width)]


def test_a_table_that_fits_is_one_block() -> None:
    """Numbers are aligned right, and no line ends in blanks."""
    table = Table([Column("name"), Column("count", right=True), Column("note")])
    table.add("one", "1")
    table.add("thirteen", "13", "more")
    assert ["name      count  note", "one           1", "thirteen     13  more"] == printed(table, 80)


def test_prose_is_wrapped_before_another_block_begins() -> None:
    """It is wrapped at blanks, with the other cells of its row beside its first line."""
    table = Table([Column("rule"), Column("", prose=True), Column("a"), Column("b")], naming=2)
    table.add("R-1", "a rule of several words", "PASS", "FAIL")
    assert [
        "rule                     a     b",
        "R-1   a rule of several  PASS  FAIL",
        "      words",
    ] == printed(table, 35)


def test_what_does_not_fit_goes_into_another_block() -> None:
    """Each block has the columns that name the rows; a row or a heading without content in a block is left out of
    it.
    """
    table = Table([Column("rule"), Column("first"), Column("second"), Column("third")])
    table.add_heading("x")
    table.add("R-1", "PASS", "PASS", "PASS")
    table.add_heading("y")
    table.add("R-2", "", "", "FAIL")
    assert [
        *("rule  first  second", "x", "R-1   PASS   PASS"),
        "",
        *("rule  third", "x", "R-1   PASS", "y", "R-2   FAIL"),
    ] == printed(table, NARROWEST)


def test_a_table_without_rows_is_nothing() -> None:
    """Headings without rows would be confusing."""
    assert [] == printed(Table([Column("rule"), Column("", prose=True)]), 80)


def test_a_column_may_be_empty() -> None:
    """It may be empty in its heading and in all rows."""
    table = Table([Column("rule"), Column(""), Column("", prose=True)])
    table.add("R-1", "")
    assert ["rule", "R-1"] == printed(table, 80)


def test_a_row_of_names_alone_is_in_every_block() -> None:
    """Otherwise it would not be shown at all."""
    table = Table([Column("rule"), Column("first" * 4), Column("second" * 4)])
    table.add("R-1")
    assert 2 == sum(line.startswith("R-1") for line in printed(table, 30))


@pytest.mark.parametrize("width", [0, 1, NARROWEST, 40])
def test_a_cell_that_is_wider_than_all_is_broken_between_letters(width: int) -> None:
    """This holds at any width: a block has at least one column."""
    table = Table([Column("name"), Column("heading\nof two lines")])
    table.add("x", "0123456789" * 10)
    lines = printed(table, width)
    assert max(NARROWEST, width) >= max(map(len, lines))
    assert "0123456789" * 10 == "".join(re.findall(r"\d+", "".join(lines)))


TITLES = 8
"""The column of the terminal at which titles begin."""
TARGETS = (
    "reference",
    "wrong_ackers.ackers:expires_one_rotation_early",
    "storm-stack-2.8.2",
    "exec:/opt/somewhere/far/away/from/here/my-acker --stdio --with-an-option=42 --and-another-one-which-is-long",
)


def verdicts_of(target: str, outcomes: "cycle[Outcome]") -> list[Verdict]:
    """Return a verdict on every rule that is checked, under each of its profiles, with outcomes in turn."""
    rules = [all_rules()[rule] for rule in all_checks()]
    return [
        Verdict(
            target=target,
            rule=rule.id,
            title=rule.title,
            level=rule.level,
            profile=profile,
            outcome=next(outcomes),
            reason="because",
        )
        for rule in rules
        for profile in rule.profiles or [None]
    ]


def made() -> Certificate:
    """Return a certificate with long names and all outcomes except violations, which need witnesses."""
    outcomes = cycle([Outcome.PASS, Outcome.DEVIATES, Outcome.INCONCLUSIVE, Outcome.SKIP, Outcome.ERROR])
    reports = [TargetReport(name=name, description=None, verdicts=verdicts_of(name, outcomes)) for name in TARGETS]
    return Certificate(
        targets=reports, selection=Selection(), effort=Effort(), strict=False, seconds=1.0, started=datetime.now(UTC)
    )


def cells_of(text: str) -> Cells:
    """Parse a table of verdicts: the cell in each column of each rule, joined from all of its lines."""
    found: Cells = {}
    for block in text.strip("\n").split("\n\n"):
        cells = cells_of_block(block.split("\n"))
        assert all(found.get(place, cell) == cell for place, cell in cells.items()), "two blocks differ"
        found |= cells
    return found


def cells_of_block(lines: list[str]) -> Cells:
    height = next(number for number, line in enumerate(lines, start=1) if line.startswith("rule "))
    starts = [0, TITLES, *(each.start() for each in re.finditer(r"(?<=  )\S+", lines[height - 1]))]
    rows = [[line[start:end].replace(" ", "") for start, end in pairwise([*starts, None])] for line in lines]
    targets = ["".join(cells) for cells in zip(*rows[: height - 1], strict=True)]
    names = [f"{target}|{profile}" for target, profile in zip(targets, rows[height - 1], strict=True)]
    components = {rule.component for rule in all_rules().values()}
    cells: Cells = {}
    rule = ""
    for line, row in zip(lines[height:], rows[height:], strict=True):
        rule = row[0] or rule
        if line.strip() not in components:
            cells |= {(rule, name): cells.get((rule, name), "") + cell for name, cell in zip(names, row, strict=True)}
    return {(rule, name): cell for (rule, name), cell in cells.items() if cell and name != "|rule"}


def table_in(output: str) -> str:
    """Return the table of verdicts in the summary of a certificate."""
    lines = output.split("\n")
    first = next(place for place, line in enumerate(lines) if line.startswith("rule "))
    while lines[first - 1].startswith("   "):
        first -= 1
    last = next(place for place in range(first, len(lines)) if lines[place].startswith(("ERROR ", "INCONCLUSIVE ")))
    return "\n".join(lines[first:last])


def expected_cells() -> Cells:
    """Return the expected cells of the table, without blanks."""
    verdicts = [verdict for report in made().targets for verdict in report.verdicts]
    cells = {
        (each.rule, f"{each.target}|{each.profile or 'any profile'}".replace(" ", "")): each.outcome.value
        for each in verdicts
    }
    titles = {each.rule: each.title + ("" if each.level == "MUST" else f" ({each.level})") for each in verdicts}
    return cells | {(rule, "|"): title.replace(" ", "") for rule, title in titles.items()}


@pytest.mark.parametrize("width", [60, 80, 100, 120, 240, None], ids=str)
def test_every_verdict_of_a_certificate_is_printed(
    width: int | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There are four targets with long names, under both profiles, on terminals of several widths and without a
    terminal.
    """
    monkeypatch.delenv("COLUMNS", raising=False)
    console = terminal.console() if width is None else Console(file=io.StringIO(), width=width, markup=False)
    show_certificate(console, made(), CertificationOrder(targets=TARGETS))
    output = capsys.readouterr().out if width is None else console.file.getvalue()  # type: ignore[attr-defined]
    assert "…" not in table_in(output)
    assert (width or terminal.LOG_WIDTH) >= max(map(len, table_in(output).split("\n")))
    assert expected_cells() == cells_of(table_in(output))


FEW_WORDS = 20
ALIKE = (
    ("targets",),
    ("rules",),
    ("mutants", "tells-task-0", "acks-refresh", "--examples", "20"),
    ("explore", "--tuples", "1", "--roots", "1"),
    ("explore", "--width", "2", "--tuples", "1"),
)


@pytest.mark.parametrize("arguments", ALIKE, ids=" ".join)
def test_a_narrow_terminal_shows_what_a_wide_one_shows(
    arguments: tuple[str, ...], ackproof: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text is the same except for durations. Only targets of this suite are run, because others are slower."""
    quick = {name: entry for name, entry in discover.registered().items() if "reference" in name}
    monkeypatch.setattr(discover, "registered", lambda: quick)
    shown = []
    for width in ("500", "60"):
        monkeypatch.setenv("COLUMNS", width)
        words = ackproof(*arguments).out.split()
        shown.append({word for word in words if not re.fullmatch(r"\d+\.\d", word)})
    assert len(shown[0]) > FEW_WORDS
    assert shown[0] == shown[1]


@pytest.mark.parametrize("columns", ["", "0", "wide", "-3"])
def test_nonsense_in_columns_is_not_asked(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some editors set it to 0 for their subprocesses."""
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal.LOG_WIDTH == terminal.console().width
