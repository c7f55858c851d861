"""The sharded log: acker messages on disk, split by acker task, ready for the kernel without a copy or a shuffle.

Read it in this order: `layout` (what is in the files), `manifest` (what says that they are whole), `shard` (one file,
written and read), `folder` (all of them); then what makes a log, `writing` and `json_lines`. What makes one of a
DataFrame, and what tracks one, is in `ackproof_adapters.spark.sharded`. The format is told for other languages in
`docs/sharded-log.md`.
"""

import importlib.util

_PACKAGES = ("numpy", "pyarrow", "xxhash", "numba")


def missing() -> str | None:
    """Say which package the sharded log lacks on this machine, and how to get it; None if nothing. Imports nothing."""
    for package in _PACKAGES:
        if importlib.util.find_spec(package) is None:
            return f"{package} is not installed: pip install 'ackproof[shards]'"
    return None
