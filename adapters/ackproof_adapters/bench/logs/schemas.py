"""The two schemas for Arrow: a log of acker messages, and a log of notifications.

They are those of `ackproof_adapters.spark.transport.schemas`, which says what each column means. They are repeated here
so that targets without Spark can be benched where Spark is missing; a test compares the two.
"""

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types

MESSAGES = pa.schema(
    [
        pa.field("seq", pa.int64(), nullable=False),
        pa.field("op", pa.string(), nullable=False),
        pa.field("root", pa.int64()),
        pa.field("value", pa.int64()),
        pa.field("spout_task", pa.int32()),
        pa.field("acker", pa.int32()),
    ]
)

NOTIFICATIONS = pa.schema(
    [
        pa.field("seq", pa.int64(), nullable=False),
        pa.field("acker", pa.int32(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("root", pa.int64(), nullable=False),
        pa.field("spout_task", pa.int32(), nullable=False),
    ]
)
