"""The two schemas, in Arrow's words: a log of acker messages, and a log of notifications.

They are those of `ackproof_adapters.spark.transport.schemas`, which says what each column means. They are told again
because a bench of targets that need no Spark should run where there is none; a test holds the two together.
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
