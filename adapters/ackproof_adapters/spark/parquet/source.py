"""The Parquet files of a log, by a path or a URI: their names, their row groups, and a check of their columns.

Only footers are read here. What only Spark can read (columns in the names of folders, Spark's own types, a file system
that Arrow does not know) is not taken; the caller uses a DataFrame then.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError
from attrs import frozen
from pyarrow import fs, parquet
from pyspark.sql.types import (
    BooleanType,
    ByteType,
    DataType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    NullType,
    ShortType,
    StringType,
    StructField,
)

from ackproof_adapters.places import is_uri
from ackproof_adapters.spark.transport.schemas import MESSAGES
from ackproof_adapters.spark.transport.validation import check_columns

OF_SPARK = re.compile(r"_SUCCESS|_(committed|started)_.*|_(common_)?metadata|\..*\.crc")
"""Files that Spark puts beside those of a table."""

_SPARK_TYPES: dict[pa.DataType, DataType] = {
    pa.int8(): ByteType(),
    pa.int16(): ShortType(),
    pa.int32(): IntegerType(),
    pa.int64(): LongType(),
    pa.uint8(): ShortType(),
    pa.uint16(): IntegerType(),
    pa.uint32(): LongType(),
    pa.uint64(): DecimalType(20, 0),
    pa.float32(): FloatType(),
    pa.float64(): DoubleType(),
    pa.bool_(): BooleanType(),
    pa.string(): StringType(),
    pa.large_string(): StringType(),
    pa.null(): NullType(),
}
"""Spark's types of the columns that Arrow reads as well as Spark does. Some are those of no message: where files
differ, Spark would only say that it cannot convert the column."""


@frozen
class LogFile:
    """One file: its path within the file system, the rows of each row group, and the names that the columns of
    `MESSAGES` have here, in their order.
    """

    path: str
    groups: tuple[int, ...]
    columns: tuple[str, ...]


@frozen
class Block:
    """Consecutive row groups: for each file, the numbers of its row groups."""

    parts: tuple[tuple[LogFile, tuple[int, ...]], ...]


@frozen
class ParquetLog:
    """The files of a log, in the order of their names."""

    name: str
    files: tuple[LogFile, ...]
    filesystem: fs.FileSystem

    @property
    def rows(self) -> int:
        """The number of rows of all files together."""
        return sum(sum(file.groups) for file in self.files)

    def blocks(self, count: int) -> list[tuple[Block, int]]:
        """Divide the row groups into at most so many blocks, with rows as even as possible; return each with its number
        of rows.
        """
        groups = [(file, number, rows) for file in self.files for number, rows in enumerate(file.groups) if rows]
        found: list[list[tuple[LogFile, int, int]]] = [[] for _ in range(count)]
        before = 0
        for file, number, rows in groups:  # by the middle of each
            found[(2 * before + rows) * count // (2 * self.rows)].append((file, number, rows))
            before += rows
        return [(_block(block), sum(rows for *_, rows in block)) for block in found if block]


def _block(groups: Sequence[tuple[LogFile, int, int]]) -> Block:
    parts: dict[str, tuple[LogFile, list[int]]] = {}
    for file, number, _ in groups:
        parts.setdefault(file.path, (file, []))[1].append(number)
    return Block(tuple((file, tuple(numbers)) for file, numbers in parts.values()))


def open_parquet(log: str) -> ParquetLog | None:
    """Return the Parquet files at a path or a URI; None if only Spark can read it.

    Raise `UsageError` if there is no file, or if one is not Parquet or does not have the columns of a log.
    """
    try:
        filesystem, path = fs.FileSystem.from_uri(log) if is_uri(log) else (fs.LocalFileSystem(), _absolute(log))
        paths = _files(filesystem, path)
    except (pa.ArrowException, OSError, ValueError):  # Spark may know this scheme, or have a better message
        return None
    if not paths:
        return None
    files = [_opened(filesystem, each) for each in paths]
    whole = [file for file in files if file is not None]
    return ParquetLog(log, tuple(whole), filesystem) if len(whole) == len(files) else None


def _absolute(path: str) -> str:
    return str(Path(path).absolute())


def _files(filesystem: fs.FileSystem, path: str) -> list[str]:
    """Return the files of a log, if all of them are directly in its folder, under names that Spark reads. Raise
    `UsageError` if there is none at all.
    """
    about = filesystem.get_file_info(path)
    if about.type == fs.FileType.File:
        return [path]
    there = [
        each
        for each in filesystem.get_file_info(fs.FileSelector(path, recursive=True))
        if each.type == fs.FileType.File and not OF_SPARK.fullmatch(each.base_name)
    ]
    if not there:
        raise UsageError(f"{path}: has no files; a log in Parquet is a file, or a folder with at least one")
    if any(Path(each.path).parent != Path(path) or each.base_name[0] in "._" for each in there):
        return []
    return sorted(each.path for each in there)


def _opened(filesystem: fs.FileSystem, path: str) -> LogFile | None:
    with reading(path), filesystem.open_input_file(path) as file:
        opened = parquet.ParquetFile(file)
        about, schema = opened.metadata, opened.schema_arrow
        groups = tuple(about.row_group(number).num_rows for number in range(about.num_row_groups))
        fields = list(_fields(schema))
    names = {name.lower() for name in MESSAGES.names}
    if any(field.dataType == _UNKNOWN and field.name.lower() in names for field in fields):
        return None
    try:
        columns = check_columns(fields)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error
    return LogFile(path, groups, tuple(columns))


_UNKNOWN = DataType()


def _fields(schema: pa.Schema) -> Iterator[StructField]:
    for each in schema:
        kind = each.type.value_type if pa.types.is_dictionary(each.type) else each.type
        yield StructField(each.name, _SPARK_TYPES.get(kind, _UNKNOWN))


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Return an error of Arrow's as a `UsageError` that names the file."""
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:  # names and texts are decoded by Python
        line = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
        raise UsageError(f"{path}: cannot be read as Parquet: {line}") from error
