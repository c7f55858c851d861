"""The acker distributed over PySpark: `track` for a log of messages, `track_parquet` for a log in Parquet,
`track_stream` for a stream, `track_stream_parquet` for a stream of Parquet files, and the targets that certify them.

Read it in this order: `transport` (`schemas`, the forms of messages and notifications; `parcels` and `results`, how
they travel; `validation`), `batch` (`tracking`, how it is distributed; `fold`, what a Spark task does), `streaming`,
`sharded`, `parquet`; and then what the suite uses, `session` and `targets`.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ackproof_adapters.spark.batch.tracking import track
    from ackproof_adapters.spark.parquet.tracking import track_parquet
    from ackproof_adapters.spark.streaming.by_path import track_stream_parquet
    from ackproof_adapters.spark.streaming.tracking import read_stream_notifications, track_stream, wait_for
    from ackproof_adapters.spark.transport.schemas import MESSAGES, NOTIFICATIONS

__all__ = [
    "MESSAGES",
    "NOTIFICATIONS",
    "read_stream_notifications",
    "track",
    "track_parquet",
    "track_stream",
    "track_stream_parquet",
    "wait_for",
]

_MODULES = {
    "MESSAGES": "transport.schemas",
    "NOTIFICATIONS": "transport.schemas",
    "track": "batch.tracking",
    "track_parquet": "parquet.tracking",
    "track_stream_parquet": "streaming.by_path",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module has attributes of any type
    # On demand, because `targets` are in this package too, and are what says that PySpark is missing.
    if name in __all__:
        module = importlib.import_module(f"ackproof_adapters.spark.{_MODULES.get(name, 'streaming.tracking')}")
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
