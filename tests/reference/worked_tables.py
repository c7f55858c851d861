"""The worked tables of the specification, read from its chapters: the tests run what the text shows.

In a table of acker messages a letter names an edge id; a number is an id. A table has one root. `check_acker_table`
sends the messages to an acker and compares every column, and the whole record.
"""

import re
from functools import reduce
from operator import xor
from pathlib import Path

from acking import Ack, Acker, AckerMessage, Fail, Init, Kind, Notification, Profile, Record, ResetTimeout
from attrs import define, frozen

SPEC = Path(__file__).parents[2] / "spec"
ROOT = -6_148_914_691_236_517_206
"""Any root is possible. This one has bits set in both halves, and the sign."""

_MESSAGE = re.compile(r"`(?P<op>init|ack|fail|reset-timeout)(?: (?P<edges>\S+))?`(?:, task (?P<task>\d+))?")
_SAYS = re.compile(r"`(?P<kind>[a-z-]+)` to task (?P<task>\d+)")


@frozen
class Table:
    """The `number`-th table, from 1, under the rule or heading `section`; cells by column name."""

    section: str
    number: int
    rows: tuple[dict[str, str], ...]

    def __str__(self) -> str:
        return f"{self.section} table {self.number}"

    @property
    def answers_twice(self) -> bool:
        """Whether it has a column of answers for each profile."""
        return "storm1 says" in self.rows[0]

    @property
    def has_ticks(self) -> bool:
        """Whether it has ticks, so that the profile matters."""
        return any(row["message"] == "tick" for row in self.rows)


def worked_tables(chapter: str, first_column: str = "step") -> list[Table]:
    """Return the chapter's tables whose first column has that name, in order."""
    tables: list[Table] = []
    section = chapter
    block: list[list[str]] = []
    for line in [*(SPEC / chapter).read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("|"):
            block.append([cell.strip() for cell in line.strip("|").split("|")])
            continue
        if block and block[0][0] == first_column:
            columns, _, *rows = block
            number = 1 + sum(table.section == section for table in tables)
            tables.append(Table(section, number, tuple(dict(zip(columns, row, strict=True)) for row in rows)))
        block = []
        if line.startswith("#"):
            section = _section(line)
    return tables


def _section(heading: str) -> str:
    title = heading.lstrip("# ")
    rule = re.match(r"[A-Z]+-\d+", title)
    return rule.group() if rule else title


@define
class _Life:
    """The record life in a table, by the names of its edges."""

    open_set: frozenset[str] = frozenset()
    task: int | None = None
    failed: bool = False

    def record(self, ids: dict[str, int]) -> Record:
        return Record(reduce(xor, (ids[name] for name in self.open_set), 0), self.task, self.failed)


def check_acker_table(table: Table, acker: Acker) -> None:
    """Run the messages of the table; compare the notifications, the open set and the whole record with each step."""
    says, shown = _columns(table, acker.profile)
    ids: dict[str, int] = {}
    life: _Life | None = None
    for row in table.rows:
        where = f"{table}, step {row['step']}"
        if row["message"] == "tick":
            assert row[says] == "nothing", where
            died = acker.tick()
            if life is None:
                assert ("no record", {}) == (row[shown], died), where
            elif row[shown] == "forgotten":
                assert {ROOT: life.record(ids)} == died, where
                life = None
            else:
                assert (_names(row[shown]), {}) == (life.open_set, died), where
        else:
            life = life or _Life()
            notifications = acker.receive(_message(row["message"], ids, life))
            assert _notifications(row[says]) == notifications, where
            assert _names(row[shown]) == life.open_set, where
            assert int(row.get("ack val", life.record(ids).ack_val)) == life.record(ids).ack_val, where
            life = None if notifications and notifications[0].kind is not Kind.RESET_TIMEOUT else life
            _check_early(row, notifications, where)
        assert (life and life.record(ids)) == acker.pending.get(ROOT), where


def _columns(table: Table, profile: Profile) -> tuple[str, str]:
    if table.answers_twice:
        return f"{profile.name} says", f"{profile.name} open set"
    return "the acker says", "open set"


def _message(cell: str, ids: dict[str, int], life: _Life) -> AckerMessage:
    """Read a message, and add it to the life by the names of its edges."""
    match = _MESSAGE.fullmatch(cell)
    assert match, f"{cell!r} is no message for an acker"
    names = frozenset((match["edges"] or "").split("^")) - {""}
    life.open_set ^= names
    value = reduce(xor, (ids.setdefault(name, _fresh_id(name, len(ids))) for name in sorted(names)), 0)
    match match["op"]:
        case "init":
            life.task = int(match["task"])
            return Init(ROOT, value, life.task)
        case "ack":
            return Ack(ROOT, value)
        case "fail":
            life.failed = True
            return Fail(ROOT)
        case _:
            return ResetTimeout(ROOT)


def _fresh_id(name: str, used: int) -> int:
    """Return the number in a name, or a new one that is independent of those before it: its lowest set bit is lower."""
    return int(name) if name.isdigit() else -1 << (63 - used)


def _notifications(cell: str) -> tuple[Notification, ...]:
    match = _SAYS.fullmatch(cell)
    assert match or cell == "nothing", f"{cell!r} is nothing that an acker says"
    return (Notification(Kind(match["kind"]), ROOT, int(match["task"])),) if match else ()


def _names(cell: str) -> frozenset[str]:
    return frozenset(name.strip() for name in cell.strip("{}").split(",")) - {""}


def _check_early(row: dict[str, str], notifications: tuple[Notification, ...], where: str) -> None:
    """Check that there were open tuples if a table marks an ack as early."""
    if "the acker was early" in row.get("tuples really open", ""):
        assert [Kind.ACK] == [word.kind for word in notifications], where
        assert not row["tuples really open"].startswith("none"), where
