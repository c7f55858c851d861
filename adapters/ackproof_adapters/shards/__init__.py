"""The sharded log: acker messages on disk, split by acker task, ready for the kernel without a copy or a shuffle.

Read it in this order: `layout` (the contents of the files), `manifest` (their checksums), `shard` (one file, written
and read), `folder` (all of them); then the writers of a log, `writing` and `json_lines`.
`ackproof_adapters.spark.sharded` writes one from a DataFrame, and tracks one. `docs/sharded-log.md` describes the
format for other languages.
"""

import importlib.util

_PACKAGES = ("numpy", "pyarrow", "xxhash", "numba")


def missing() -> str | None:
    """Return which package the sharded log lacks on this machine, and how to get it; None if nothing. This imports
    nothing.
    """
    for package in _PACKAGES:
        if importlib.util.find_spec(package) is None:
            return f"{package} is not installed: pip install 'ackproof[shards]'"
    return None
