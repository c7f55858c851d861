"""A sharded log from JSON lines: one message on a line, in order of `seq`.

    {"seq": 1, "op": "init", "root": "-5", "value": "17", "spout_task": 7}
    {"seq": 2, "op": "tick"}

Ids may be numbers or strings: many programs cannot write a number of 64 bits, and a string is always exact. A missing
field is null. An unknown field is refused, because a misspelt name would be a missing value.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError
from ackproof.text.sanitize import printable, quoted, shown

from ackproof_adapters.shards.folder import ShardedLog
from ackproof_adapters.shards.layout import BATCH_ROWS
from ackproof_adapters.shards.writing import COLUMNS, Where, write_placed

LINES = 1 << 16
"""Lines that are read before they are routed and split."""

LONGEST_LINE = 1 << 20
"""The most bytes of a line; a message takes some two hundred. A longer line is not read into memory."""

LONGEST_NAME = 40
"""Characters that are shown of a field's name."""

_DECIMAL = re.compile(r"-?[0-9]{1,19}")


def shards_of_json_lines(
    source: Path | str | Iterable[str],
    folder: Path | str,
    acker_tasks: int,
    watch: Callable[[int], None] = lambda _: None,
) -> ShardedLog:
    """Write the messages of a file, given by its path, or of an open stream of lines, as a sharded log; return it.

    `watch` is called with the number of lines read.

    Raise `UsageError` with file and line if one is no message.
    """
    if not isinstance(source, (Path, str)):
        name = str(getattr(source, "name", "the stream"))
        return write_placed(_batches(source, name, watch), folder, acker_tasks, BATCH_ROWS)
    try:
        with Path(source).open("rb") as lines:
            bounded = _bounded(lines, str(source))
            return write_placed(_batches(bounded, str(source), watch), folder, acker_tasks, BATCH_ROWS)
    except OSError as error:
        raise UsageError(f"{source}: cannot be read: {error.strerror}") from error


def _bounded(lines: IO[bytes], name: str) -> Iterator[str]:
    """Yield the lines of a file; raise `UsageError` for one that is not UTF-8, and for one that is too long, before it
    is in memory.
    """
    number = 0
    while line := lines.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            where = f"{name}, line {number}"
            raise UsageError(f"{where}: has more than {LONGEST_LINE:,} bytes; each line holds one message")
        try:
            yield line.decode()
        except UnicodeDecodeError as error:
            where = f"{name}, line {number}"
            raise UsageError(f"{where}: is not UTF-8 at its byte {error.start + 1}: {quoted(line)}") from error


def _batches(lines: Iterable[str], name: str, watch: Callable[[int], None]) -> Iterator[tuple[pa.RecordBatch, Where]]:
    stream = iter(lines)
    first = 1
    while chunk := list(islice(stream, LINES)):
        rows = [_message(line, f"{name}, line {number}") for number, line in enumerate(chunk, first)]
        arrays = {column: pa.array([row.get(column) for row in rows], kind) for column, kind in COLUMNS.items()}
        yield pa.record_batch(arrays), _where(name, first)
        first += len(chunk)
        watch(first - 1)


def _where(name: str, first: int) -> Where:
    return lambda row: f"{name}, line {first + row}"


def _message(line: str, where: str) -> dict[str, Any]:
    try:
        words = json.loads(line, object_pairs_hook=_pairs)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where}: is no JSON: {error}; each line holds one message") from error
    if not isinstance(words, _Pairs):
        raise UsageError(f"{where}: is {line.strip()[:80]!r} and not an object; each line holds one message")
    message = dict(words)
    if len(message) < len(words):
        raise UsageError(f"{where}: has a field twice, among {', '.join(_short(name) for name, _ in words)}")
    unknown = [name for name in message if name not in COLUMNS]
    if unknown:
        raise UsageError(
            f"{where}: has the unknown field {', '.join(map(_short, unknown))}; the fields are {', '.join(COLUMNS)}"
        )
    return {name: _value(name, value, where) for name, value in message.items() if value is not None}


def _short(name: str) -> str:
    return printable(name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…")


class _Pairs(list[tuple[str, Any]]):
    """The fields of an object in their order: a list of its own type, because a plain list could also be a JSON
    array.
    """


def _pairs(pairs: list[tuple[str, Any]]) -> _Pairs:
    return _Pairs(pairs)


def _value(name: str, value: Any, where: str) -> Any:  # noqa: ANN401 - what stands in a line of JSON
    """Return a value in the type of its column."""
    if name == "op":
        if not isinstance(value, str):
            raise UsageError(f"{where}: op is {shown(value)} and not a string")
        if not value.isascii():  # no op has another letter, and half a surrogate pair could not even be stored
            raise UsageError(f"{where}: there is no op {shown(value)}")
        return value
    bits = COLUMNS[name].bit_width
    number = int(value) if isinstance(value, str) and _DECIMAL.fullmatch(value) else value
    if type(number) is not int or not -(2 ** (bits - 1)) <= number < 2 ** (bits - 1):
        raise UsageError(f"{where}: {name} is {shown(value)} and not a signed integer of {bits} bits")
    return number
