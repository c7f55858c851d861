"""Rows on their way into one file: buffered until there are enough for a record batch."""

from pathlib import Path

import numpy as np

from ackproof_adapters.shards.layout import FolderLayout
from ackproof_adapters.shards.manifest import ShardEntry
from ackproof_adapters.shards.shard import Columns, ShardWriter


class ShardBuffer:
    """Takes pieces of any length and writes record batches of `batch_rows` rows, and a last one with the rest."""

    def __init__(self, path: Path, layout: FolderLayout, batch_rows: int) -> None:
        """Begin the file."""
        self._writer = ShardWriter(path, layout)
        self._batch_rows = batch_rows
        self._pieces: list[Columns] = []
        self.waiting = 0

    def append(self, columns: Columns) -> None:
        """Append the next rows."""
        self._pieces.append(columns)
        self.waiting += len(columns[0])
        if self.waiting >= self._batch_rows:
            self._write(whole_batches=True)

    def flush(self) -> None:
        """Write the buffered rows, however few."""
        if self.waiting:
            self._write(whole_batches=False)

    def close(self, name: str) -> ShardEntry:
        """Write the rest and end the file; return its entry in the manifest, under this name."""
        self.flush()
        return self._writer.close(name)

    def _write(self, *, whole_batches: bool) -> None:
        columns = [np.concatenate(pieces) for pieces in zip(*self._pieces, strict=True)]
        end = self.waiting - self.waiting % self._batch_rows if whole_batches else self.waiting
        for start in range(0, end, self._batch_rows):
            self._writer.append([column[start : min(start + self._batch_rows, end)] for column in columns])
        # A copy, so that the remaining rows do not keep all the others in memory.
        self._pieces = [[column[end:].copy() for column in columns]] if end < self.waiting else []
        self.waiting -= end
