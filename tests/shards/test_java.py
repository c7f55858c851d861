"""A log that Java's Arrow wrote, according to the page on the format, is read: the format does not depend on our
writer.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import xxhash
from ackproof_adapters.shards.folder import open_log
from ackproof_adapters.shards.layout import MESSAGES, file_of

from .logs import stands_in

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.spark


def written_by_java(jvm: Any, path: Path, batches: int, rows: int) -> list[tuple[int, int]]:
    """Write inits and acks with the Arrow among Spark's jars; return the places of its record batches."""
    arrow = jvm.org.apache.arrow
    fields = jvm.java.util.ArrayList()
    for field in MESSAGES.schema:
        number = arrow.vector.types.pojo.ArrowType.Int(field.type.bit_width, True)
        kind = arrow.vector.types.pojo.FieldType.notNullable(number)
        fields.add(arrow.vector.types.pojo.Field(field.name, kind, None))
    allocator = arrow.memory.RootAllocator(1 << 24)
    root = arrow.vector.VectorSchemaRoot.create(arrow.vector.types.pojo.Schema(fields), allocator)
    writer = arrow.vector.ipc.ArrowFileWriter(root, None, jvm.java.io.FileOutputStream(str(path)).getChannel())
    writer.start()
    for batch in range(batches):
        for row in range(rows):
            values = (1 + batch * rows + row, row % 2, -5, 17, 1 - row % 2)
            for name, value in zip(MESSAGES.schema.names, values, strict=True):
                root.getVector(name).setSafe(row, value)
        root.setRowCount(rows)
        writer.writeBatch()
    writer.end()
    blocks = [
        (block.getOffset(), block.getMetadataLength() + block.getBodyLength()) for block in writer.getRecordBlocks()
    ]
    writer.close()
    root.close()
    allocator.close()
    return blocks


def test_a_log_written_by_java_is_read(spark: "SparkSession", tmp_path: Path) -> None:
    """The manifest is written according to the page, without our writer."""
    path = tmp_path / file_of(0)
    blocks = written_by_java(spark._jvm, path, batches=3, rows=4)
    content = path.read_bytes()
    batches = [
        {"offset": offset, "bytes": size, "rows": 4, "first_seq": 1 + 4 * number, "last_seq": 4 + 4 * number}
        | {"xxh3": xxhash.xxh3_64_hexdigest(content[offset : offset + size])}
        for number, (offset, size) in enumerate(blocks)
    ]
    frame = xxhash.xxh3_64_hexdigest(content[: blocks[0][0]] + content[sum(blocks[-1]) :])
    shard = {"file": path.name, "bytes": len(content), "rows": 12, "frame_xxh3": frame, "batches": batches}
    manifest = {"format": "ackproof-shards", "version": 1, "acker_tasks": 1, "shards": [shard]}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    expected = [(seq, "init", -5, 17, 1) if seq % 2 else (seq, "ack", -5, 17, 0) for seq in range(1, 13)]
    assert [expected] == stands_in(open_log(tmp_path))
