"""Checks of a user's log before it is tracked. A bad one is refused with one line that names the first fault.

There are two checks. `conform` looks at the schema only and costs no job: every column of `MESSAGES` must be there,
under a name that differs at most in case, with its type or one that widens to it without loss. The rows are checked in
SQL, while the log is packed (`parcels`), and `refuse` looks at the results. Only if they are bad do more jobs look for
the row to name.

Whether `seq` is unique is the costly question, because messages of different acker tasks never meet. It is if the
packed pieces do not overlap, and `seq` rose within each. Otherwise, and if there are several logs, the log is read once
more. To count distinct numbers, Spark would send each of them through a shuffle, which takes longer than the tracking
itself. So 64 neighbours share a word, with one bit for each: the log is reduced to words before anything is sent, and
no number is repeated if the words have as many bits set as there are messages. That is exact, and for numbers without
neighbours it is no slower than counting.

Fields that an operation does not have are not checked: a fail may carry a value. But a tick with a root is refused,
because its author expected something of it that would not happen.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from string import Formatter

from ackproof.errors import UsageError
from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as sql
from pyspark.sql.types import (
    ByteType,
    DataType,
    IntegerType,
    LongType,
    NullType,
    ShortType,
    StringType,
    StructField,
)

from ackproof_adapters.codes import ACK, FAIL, INIT, OPERATIONS, RESET_TIMEOUT, TICK
from ackproof_adapters.spark.transport.schemas import MESSAGES, NOTIFICATIONS

LOG = "log"
"""The name, in a conforming log, of the column that identifies a log, whatever the user calls it."""

NUMBER = "number"
"""The name, in a conforming log, of the column with the index of `op` among the operations, or null if it is none.

Comparing strings costs more than the rest of the SQL for a row, so it is done once.
"""

_INTEGERS = (ByteType, ShortType, IntegerType)
# A column of type void has only nulls, which fit any type: `lit(None)` is how a user says that no acker is given.
_WIDENS_TO: Mapping[type[DataType], tuple[type[DataType], ...]] = {
    IntegerType: (*_INTEGERS, NullType),
    LongType: (*_INTEGERS, LongType, NullType),
    StringType: (StringType, NullType),
}
_NAMES_A_LOG = (*_INTEGERS, LongType, StringType)


def conform(messages: DataFrame, log: str | None) -> DataFrame:
    """Return the columns of `MESSAGES` with exactly these names and types, and then `NUMBER`; before them a column
    `LOG` if there is a `log`.

    Raise `UsageError` for columns that are missing, ambiguous or of another type. Other columns are dropped.
    """
    fields = messages.schema.fields
    check_columns(fields)
    columns = [(_position(field.name, fields), field.dataType, field.name) for field in MESSAGES.fields]
    if log is not None:
        columns.insert(0, (*_log_column(log, fields), LOG))
    # Selected by position: an extra column may have any name at all, even a repeated one.
    numbered = messages.toDF(*(str(position) for position in range(len(fields))))
    conforming = numbered.selectExpr(
        *(f"CAST(`{at}` AS {kind.simpleString()}) AS {name}" for at, kind, name in columns)
    )
    # Compared in this order, because most messages are acks.
    numbers = " ".join(
        f"WHEN '{OPERATIONS[number]}' THEN {number}L" for number in (ACK, INIT, FAIL, RESET_TIMEOUT, TICK)
    )
    return conforming.selectExpr("*", f"CASE op {numbers} END AS {NUMBER}")


def check_columns(fields: Sequence[StructField]) -> list[str]:
    """Return the names that the columns of `MESSAGES` have among some fields, in their order. Raise `UsageError` for
    columns that are missing, ambiguous or of another type.
    """
    _check_names(MESSAGES.names, fields)
    _check_types(fields)
    return [fields[_position(name, fields)].name for name in MESSAGES.names]


def _position(name: str, fields: Sequence[StructField]) -> int:
    return [field.name.lower() for field in fields].index(name.lower())


def _check_names(wanted: Sequence[str], fields: Sequence[StructField]) -> None:
    there = [field.name.lower() for field in fields]
    missing = [name for name in wanted if name.lower() not in there]
    if missing:
        names = ", ".join(field.name for field in fields)
        raise UsageError(f"the log has no column {', '.join(missing)}; its columns are {names}")
    ambiguous = [name for name in wanted if there.count(name.lower()) > 1]
    if ambiguous:
        raise UsageError(f"the log has more than one column {', '.join(ambiguous)}, as SQL ignores case; rename one")


def _check_types(fields: Sequence[StructField]) -> None:
    wrong = []
    for wanted in MESSAGES.fields:
        field = fields[_position(wanted.name, fields)]
        if not isinstance(field.dataType, _WIDENS_TO[type(wanted.dataType)]):
            wrong.append(f"{field.name} is {field.dataType.simpleString()}, not {wanted.dataType.simpleString()}")
    if wrong:
        raise UsageError(f"the log has columns of a wrong type: {'; '.join(wrong)}. Cast them, if that loses nothing")


def _log_column(log: str, fields: Sequence[StructField]) -> tuple[int, DataType]:
    if log.lower() in {*MESSAGES.names, *NOTIFICATIONS.names}:
        raise UsageError(f"log={log!r} is what a column of messages or notifications is called; rename it")
    _check_names([log], fields)
    position = _position(log, fields)
    kind = fields[position].dataType
    if not isinstance(kind, _NAMES_A_LOG):
        raise UsageError(f"the log column {log} is {kind.simpleString()}; what names a log is an integer or a string")
    # A string may have a collation that takes different names for one. Here different names are different logs.
    return position, StringType() if isinstance(kind, StringType) else kind


def problem_of(messages: DataFrame, acker_tasks: int) -> str:
    """Return SQL for the number of the problem of a row in a conforming log, or null."""
    problems = _problems(acker_tasks, has_log=LOG in messages.columns)
    return f"CASE {' '.join(f'WHEN {wrong} THEN {number}' for number, wrong in enumerate(problems))} END"


def refuse(messages: DataFrame, notes: Sequence[Row], acker_tasks: int) -> None:
    """Raise `UsageError` if a row of a conforming log is illegal or `seq` is not unique.

    `notes` are those of all packed pieces (`parcels`).
    """
    pieces = sorted(notes, key=lambda note: note.first_seq)
    numbers = [piece.problem for piece in pieces if piece.problem is not None]
    if numbers:
        sentence = list(_problems(acker_tasks, has_log=LOG in messages.columns).values())[min(numbers)]
        raise UsageError(_illegal(messages.where(f"{problem_of(messages, acker_tasks)} = {min(numbers)}"), sentence))
    follow = all(before.last_seq < after.first_seq for before, after in pairwise(pieces))
    if not (follow and all(piece.rises for piece in pieces)):
        _require_unique(messages)


def _require_unique(messages: DataFrame) -> None:
    """Raise `UsageError` if two messages of a log share a `seq`."""
    place = [LOG, "seq"] if LOG in messages.columns else ["seq"]
    words = messages.groupBy(*place[:-1], sql.expr("shiftright(seq, 6)")).agg(
        sql.expr("count(*) AS messages"), sql.expr("bit_or(shiftleft(1L, CAST(seq & 63 AS INT))) AS word")
    )
    [found] = words.selectExpr("sum(messages) AS messages", "sum(bit_count(word)) AS places").collect()
    if found.messages != found.places:
        raise UsageError(
            _repeated(messages.groupBy(*place).agg(sql.expr("count(*) AS messages")).where("messages > 1"))
        )


def raising(acker_tasks: int) -> str:
    """Return SQL cases that raise an error for an illegal row, with the line that `check` has for it: for a stream,
    which cannot be checked in advance.
    """
    return " ".join(
        f"WHEN {wrong} THEN raise_error(concat({_in_sql('message {seq} (op {op}): ' + sentence)}))"
        for wrong, sentence in _problems(acker_tasks, has_log=False).items()
    )


def sentence_of(problem: int, acker_tasks: int) -> str:
    """Return the sentence for the number of a problem, to be formatted with the row."""
    return list(_problems(acker_tasks, has_log=False).values())[problem]


def _in_sql(sentence: str) -> str:
    """Return the parts of a sentence that is to be formatted with a row, as SQL for strings."""
    parts: list[str] = []
    for words, column, _, _ in Formatter().parse(sentence):
        parts += [f"'{words}'"] if words else []
        parts += [f"coalesce(CAST({column} AS STRING), 'null')"] if column else []
    return ", ".join(parts)


def _problems(acker_tasks: int, *, has_log: bool) -> dict[str, str]:
    """Return the problems of a row, in SQL, and the sentence for each, to be formatted with the row.

    The most basic come first: a condition may assume that those before it are false.
    """
    of_logs = {f"{LOG} IS NULL": "the log that it belongs to is null"} if has_log else {}
    operations = ", ".join(OPERATIONS)
    last = acker_tasks - 1
    return {
        **of_logs,
        "seq IS NULL": "seq is null; without it the message has no place in the order",
        f"{NUMBER} IS NULL": f"there is no such op; there are {operations}",
        f"root IS NULL AND {NUMBER} <> {TICK}": "root is null; only a tick has none",
        f"root IS NOT NULL AND {NUMBER} = {TICK}": "root is {root}; a tick has none, it is for all of an acker task",
        f"value IS NULL AND {NUMBER} IN ({INIT}, {ACK})": "value is null; init and ack bring one",
        f"spout_task IS NULL AND {NUMBER} = {INIT}": "spout_task is null; an init names the one to notify",
        "spout_task < 0": "spout_task {spout_task} is negative; task ids are counted from 0, and null is for none",
        f"acker NOT BETWEEN 0 AND {last}": f"acker {{acker}} is outside 0 to {last}, with acker_tasks={acker_tasks}",
    }


def _illegal(rows: DataFrame, sentence: str) -> str:
    first, more = _first(rows)
    return f"{_message(first)} (op {first.op!r}): {sentence.format(**first.asDict())}{more}"


def _repeated(places: DataFrame) -> str:
    first, more = _first(places)
    return f"{_message(first)}: {first.messages} messages have this seq, which says their order{more}"


def _first(faults: DataFrame) -> tuple[Row, str]:
    """Return the first of the rows in the order of their columns, and a remark on the others."""
    [found] = faults.agg(sql.expr("min(struct(*)) AS first"), sql.expr("count(*) - 1 AS others")).collect()
    return found.first, f" (and {found.others} more like it)" if found.others else ""


def _message(row: Row) -> str:
    return f"message {row.seq} of log {row[LOG]!r}" if LOG in row else f"message {row.seq}"
