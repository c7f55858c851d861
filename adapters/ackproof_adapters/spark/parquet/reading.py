"""Row groups become pieces: the Spark task that reads Parquet with Arrow.

`op` is read as a dictionary, whether it is one in the file or plain text: so each name is looked up once for a page or
a batch, and a row has an index. The checksums of pages are verified, if the file has them.
"""

import uuid
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError
from pyarrow import parquet

from ackproof_adapters.codes import OPERATIONS
from ackproof_adapters.spark.parquet.source import Block, LogFile, ParquetLog, reading
from ackproof_adapters.spark.transport.pieces import ROW, LogPiece, gathered, write_piece


def pieces_of(log: ParquetLog, folder: Path, acker_tasks: int, piece_rows: int, block: Block) -> list[LogPiece]:
    """Write the rows of a block as pieces into a new file of `folder`; return their entries.

    Raise `UsageError` that names the file if it cannot be read, or has changed since the log was opened.
    """
    name = f"{uuid.uuid4().hex}.pieces"
    try:
        with (folder / name).open("xb", buffering=0) as file:
            return [
                write_piece(file, name, piece, acker_tasks)
                for piece in gathered(_read(log, block, piece_rows), piece_rows)
            ]
    except OSError as error:
        raise UsageError(f"{folder / name}: cannot be written: {error.strerror or error}") from error


def _read(log: ParquetLog, block: Block, rows: int) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a block in batches of at most so many; columns are named as in `MESSAGES`."""
    for file, groups in block.parts:
        for batch in batches_of(log, file, groups, rows):
            yield rows_of(batch, file)


def batches_of(log: ParquetLog, file: LogFile, groups: tuple[int, ...], rows: int) -> Iterator[pa.RecordBatch]:
    """Yield the content of row groups of a file, in batches of at most so many rows."""
    op = file.columns[ROW.get_field_index("op")]
    with reading(file.path), log.filesystem.open_input_file(file.path) as source:
        opened = parquet.ParquetFile(source, read_dictionary=[op], page_checksum_verification=True, pre_buffer=False)
        about = opened.metadata
        if file.groups != tuple(about.row_group(number).num_rows for number in range(about.num_row_groups)):
            raise UsageError(f"{file.path}: has changed since it was opened; track the log when it stays as it is")
        for batch in opened.iter_batches(rows, row_groups=groups, columns=list(file.columns), use_threads=False):
            if batch.num_rows:
                yield batch


def rows_of(batch: pa.RecordBatch, file: LogFile) -> pa.RecordBatch:
    """Return a batch with the columns of `ROW`: `op` is a number, and -1 for an unknown operation."""
    columns = []
    with reading(file.path):  # the column may have another type than text
        for name, wanted in zip(file.columns, ROW, strict=True):
            column = batch.column(name)
            columns.append(_numbers(column) if wanted.name == "op" else column.cast(wanted.type))
    return pa.RecordBatch.from_arrays(columns, schema=ROW)


def _numbers(op: pa.Array) -> pa.Array:
    """Return the number of each operation; -1 for an unknown one."""
    if not pa.types.is_dictionary(op.type):
        op = op.dictionary_encode()
    number_of = {name: number for number, name in enumerate(OPERATIONS)}
    names = op.dictionary.to_pylist()
    numbers = np.array([*(number_of.get(name, -1) for name in names), -1], np.int8)
    indices = op.indices.fill_null(len(names)) if op.null_count else op.indices
    return pa.array(numbers[indices.to_numpy()])
