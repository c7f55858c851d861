"""The worked tables of the chapters on the acker and on anchoring, run on the reference.

Notifications, the open set and the whole record are compared with each row. Other tables are tested with their
components.
"""

import re

import pytest
from acking import STORM1, STORM2, Ack, Acker, AckerMessage, Fail, Init, Kind, Notification, Order, Profile
from attrs import evolve

from .worked_tables import Table, check_acker_table, worked_tables

TABLES = [*worked_tables("acker.md"), *worked_tables("anchoring.md")]
WRITTEN_OUT = worked_tables("acker.md", first_column="message")
TOLD_IN_TIME = [
    table
    for table in TABLES
    if "tuples really open" in table.rows[0] and table.section in {"ACK-11", "ACK-26", "ANC-11"}
]
DIALECTS = [evolve(profile, order=order) for profile in (STORM1, STORM2) for order in Order]
EVERY_DIALECT = pytest.mark.parametrize(
    "dialect", DIALECTS, ids=lambda dialect: f"{dialect.name}-{dialect.order.value}"
)


def dialects_of(table: Table) -> list[Profile]:
    """Return the profiles of a table: a single column of answers with ticks is for storm2, and ACK-08's is not for
    zero-first.
    """
    return [
        dialect
        for dialect in DIALECTS
        if dialect.name == "storm2" or table.answers_twice or not table.has_ticks
        if dialect.order is Order.FAIL_FIRST or table.section != "ACK-08"
    ]


@pytest.mark.parametrize(
    ("table", "dialect"),
    [
        pytest.param(table, dialect, id=f"{table}, {dialect.name} {dialect.order.value}")
        for table in TABLES
        for dialect in dialects_of(table)
    ],
)
def test_the_table_is_what_happens(table: Table, dialect: Profile) -> None:
    """Chapters acker and anchoring: notifications, the open set and the record, after every step of every table."""
    check_acker_table(table, Acker(dialect))


def test_every_worked_table_is_run() -> None:
    """The tables by section, with their numbers of rows: a table that is not read would not be tested."""
    steps: dict[str, list[int]] = {}
    for table in [*TABLES, *WRITTEN_OUT]:
        steps.setdefault(table.section, []).append(len(table.rows))
    assert {
        "Theory": [5],
        "ACK-01": [3],
        "ACK-07": [2],
        "ACK-08": [3],
        "ACK-10": [7],
        "ACK-11": [5, 4, 6, 4],
        "ACK-14": [4],
        "ACK-15": [5],
        "ACK-16": [7],
        "ACK-17": [6],
        "ACK-18": [6, 6],
        "ACK-19": [5],
        "ACK-21": [6],
        "ACK-26": [3],
        "ACK-32": [6, 8, 6, 5],
        "ANC-03": [4, 3],
        "ANC-07": [4, 4, 3],
        "ANC-10": [4, 4, 3],
        "ANC-11": [4],
    } == steps


@pytest.mark.parametrize("table", TOLD_IN_TIME, ids=str)
def test_the_tuples_really_open_are_those_told_of_and_not_acked(table: Table) -> None:
    """An ack's first edge is the acked tuple's and the others are its children's; in other tables tuples are reported
    late.
    """
    made: set[str] = set()
    acked: set[str] = set()
    for row in table.rows:
        match = re.match(r"`(init|ack) (\S+)`", row["message"])
        edges = match[2].split("^") if match else []
        made |= set(edges)
        acked |= set(edges[:1] if match and match[1] == "ack" else [])
        shown = re.split("[:;]", row["tuples really open"])[0]
        assert (made - acked or {"none"}) == set(shown.split(", ")), f"{table}, step {row['step']}"


def written_out(row: dict[str, str]) -> tuple[AckerMessage, tuple[Notification, ...]]:
    """Read a row of ACK-32: a message with its root, 1 if it has none, and the notification of spout task 4."""
    message = re.fullmatch(r"`(init|ack) (\S+)`(?:, root (\d))?", row["message"])
    assert message, row
    root = int(message[3] or 1)
    value = sum(1 << (ord(letter) - ord("A")) for letter in message[2].split("^"))
    answers = {"nothing": (), "`ack`": (Notification(Kind.ACK, root, 4),)}
    notifications = answers[row["the acker says"].removesuffix(f", root {root}")]
    return (Init(root, value, 4) if message[1] == "init" else Ack(root, value)), notifications


@EVERY_DIALECT
@pytest.mark.parametrize("table", WRITTEN_OUT, ids=str)
def test_the_worked_example_comes_out_as_written(table: Table, dialect: Profile) -> None:
    """ACK-32: every message of the four tables, and nothing is left at the end."""
    acker = Acker(dialect)
    for message, notifications in map(written_out, table.rows):
        assert notifications == acker.receive(message), message
    assert Acker(dialect) == acker


@EVERY_DIALECT
def test_the_join_that_fails_comes_out_as_written(dialect: Profile) -> None:
    """ACK-32, between its tables: after four messages of the join, a fail of either root causes a fail notification."""
    acker = Acker(dialect)
    for message, _ in map(written_out, WRITTEN_OUT[2].rows[:4]):
        assert () == acker.receive(message)
    for root in (1, 2):
        assert (Notification(Kind.FAIL, root, 4),) == acker.receive(Fail(root))
    assert Acker(dialect) == acker


def test_the_odds_of_a_false_zero_are_computed_right() -> None:
    """Introduction, the odds of a false zero: 64 bits and 10,000 acks per second, each step of the computation."""
    (table,) = worked_tables("README.md")
    assert [
        f"2^-64, that is 1 in {2**64:.3g}",
        f"2^64 = {2**64:.3g}",
        f"{2**64 / 10_000:.3g} seconds",
        f"{2**64 / 10_000 / 31_557_600 / 1e6:.3g} million years",
    ] == [row["value"].replace("e1", "e+1") for row in table.rows]
