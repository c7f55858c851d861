"""The acker distributed over PySpark: `track` for a log of messages, and the target `spark-batch` that certifies it.

Read it in this order: `schemas` (what goes in and what comes out), `tracking` (how it is distributed), `parcels` (how
messages travel), `fold` (what a Spark task does with them), `validation`; and then what the suite uses, `session` and
`target`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ackproof_adapters.spark.schemas import MESSAGES, NOTIFICATIONS
    from ackproof_adapters.spark.tracking import track

__all__ = ["MESSAGES", "NOTIFICATIONS", "track"]


def __getattr__(name: str) -> Any:  # a module has attributes of any type
    # On demand, because `target` is in this package too, and is what says that PySpark is missing.
    if name == "track":
        from ackproof_adapters.spark.tracking import track  # noqa: PLC0415  # needs PySpark

        return track
    if name in __all__:
        from ackproof_adapters.spark import schemas  # noqa: PLC0415  # needs PySpark

        return getattr(schemas, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
