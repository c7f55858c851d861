"""The state of a kernel as bytes, to keep it while no process has it.

Only the living records are packed, so the bytes are in proportion to the open roots. A record's age is packed, and not
the clock: no rule depends on the number of ticks. Counters and cohorts are counted again from the ages.

    magic    4 bytes  `ackK`
    version  u16      1
    buckets  u16      of the profile: a record of that age is dead
    records  u64      how many follow
    records  25 bytes each, a `PACKED`

All numbers are little-endian.
"""

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ackproof_adapters.kernel import table

MAGIC = b"ackK"
VERSION = 1
HEAD = struct.Struct("<4sHHQ")
PACKED = np.dtype([("root", "<i8"), ("ack_val", "<i8"), ("spout_task", "<i4"), ("age", "<u4"), ("flags", "u1")])

State = tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]
"""Table, counters and cohorts, as `table.receive` takes them."""


def pack(records: NDArray[Any], counters: NDArray[np.int64], cohorts: NDArray[np.int64]) -> bytes:
    """Return the living records of a table as bytes."""
    ages = counters[table.ROTATION] - records["refreshed"]
    living = (records["flags"] != 0) & (ages < len(cohorts))
    packed = np.empty(int(living.sum()), PACKED)
    packed["age"] = ages[living]
    for name in ("root", "ack_val", "spout_task", "flags"):
        packed[name] = records[name][living]
    packed["spout_task"][packed["flags"] & table.HAS_TASK == 0] = 0  # the rest of an earlier record in the same slot
    return HEAD.pack(MAGIC, VERSION, len(cohorts), len(packed)) + packed.tobytes()


def unpack(content: bytes, buckets: int) -> State:
    """Return the unpacked state. Raise ValueError if these are no such bytes, or of another version or bucket count."""
    if len(content) < HEAD.size:
        raise ValueError(f"{len(content)} bytes are no packed kernel, which has {HEAD.size} or more")
    magic, version, packed_buckets, count = HEAD.unpack_from(content)
    if magic != MAGIC:
        raise ValueError(f"a packed kernel begins with {MAGIC!r}, and this with {magic!r}")
    if version != VERSION:
        raise ValueError(f"the packed kernel is of version {version}; this is ackproof for version {VERSION}")
    if packed_buckets != buckets:
        raise ValueError(f"the packed kernel has {packed_buckets} buckets, and the profile {buckets}")
    if len(content) != HEAD.size + count * PACKED.itemsize:
        raise ValueError(f"{len(content)} bytes are not {count} packed records: some are missing, or too many")
    packed = np.frombuffer(content, PACKED, offset=HEAD.size)
    if len(packed) and int(packed["age"].max()) >= buckets:
        raise ValueError(f"a packed record is {packed['age'].max()} rotations old, and lives for {buckets}")
    records = np.empty(len(packed), table.RECORD)
    records["refreshed"] = buckets - packed["age"].astype(np.int64)
    for name in ("root", "ack_val", "spout_task", "flags"):
        records[name] = packed[name]
    counters = np.zeros(3, np.int64)
    counters[table.ROTATION], counters[table.LIVING] = buckets, len(packed)
    cohorts = np.bincount(packed["age"], minlength=buckets).astype(np.int64)
    return table.moved(records, counters, buckets), counters, cohorts
