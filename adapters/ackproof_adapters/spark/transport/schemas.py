"""The two schemas: a log of acker messages, and a log of notifications.

A row of `MESSAGES` is a message to an acker task, or a tick:

- `seq`: its place in the order of the log. Unique: no two rows of a log share it.
- `op`: one of `codes.OPERATIONS`.
- `root`: the root id of the tuple tree. Null for a tick, and only there.
- `value`: the xor of edge ids in an init or an ack. Null where the operation has none.
- `spout_task`: the spout task of an init, the one to notify. Null where the operation has none.
- `acker`: the index, from 0, of the acker task that it goes to. If null, that is the one to which `root` routes; a tick
  then goes to all.

A row of `NOTIFICATIONS` is a notification of an acker task to a spout task. Nothing in it is null:

- `seq`: that of the message that caused it. A message causes one notification at most.
- `acker`: the index of the acker task.
- `kind`: ack, fail or reset-timeout.
- `root`, `spout_task`: the tuple tree that it is about, and the task that is notified.

Ids and values are 64-bit numbers, written as Java writes them: signed.
"""

from pyspark.sql.types import ByteType, IntegerType, LongType, StringType, StructField, StructType

from ackproof_adapters.codes import KINDS

MESSAGES = StructType(
    [
        StructField("seq", LongType(), nullable=False),
        StructField("op", StringType(), nullable=False),
        StructField("root", LongType()),
        StructField("value", LongType()),
        StructField("spout_task", IntegerType()),
        StructField("acker", IntegerType()),
    ]
)

NOTIFICATIONS = StructType(
    [
        StructField("seq", LongType(), nullable=False),
        StructField("acker", IntegerType(), nullable=False),
        StructField("kind", StringType(), nullable=False),
        StructField("root", LongType(), nullable=False),
        StructField("spout_task", IntegerType(), nullable=False),
    ]
)

NUMBERED_NOTIFICATIONS = StructType(
    [StructField("kind", ByteType(), nullable=False) if each.name == "kind" else each for each in NOTIFICATIONS]
)
"""Notifications on their way: the kind is a number of `codes`, because a string costs as much as the rest of a row."""

NOTIFIED = [
    # Never null, which Spark 3.5 does not infer for an element.
    "coalesce(element_at(array({}), kind + 1), '') AS kind".format(", ".join(f"'{kind}'" for kind in KINDS))
    if name == "kind"
    else name
    for name in NOTIFICATIONS.names
]
"""SQL for the columns of `NOTIFICATIONS`, given those of `NUMBERED_NOTIFICATIONS`."""
