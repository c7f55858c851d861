"""A fake Spark session: its jobs run in this process, one Spark task after the other.

It is for tests of functions that are passed to `in_spark`: they have many examples, and a job of Spark takes a part of
a second.
"""

import pickle
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from attrs import frozen
from pyspark import cloudpickle

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CORES = 2


@frozen
class _Context:
    defaultParallelism: int = CORES  # noqa: N815 - as Spark calls it

    def parallelize(self, rows: Sequence[Any], slices: int) -> "_Rows":
        assert 0 < slices
        return _Rows(rows)


@frozen
class _Rows:
    rows: Sequence[Any]
    work: Callable[[Any], Iterable[Any]] = lambda row: [row]

    def flatMap(self, work: Callable[[Any], Iterable[Any]]) -> "_Rows":  # noqa: N802 - as Spark calls it
        return _Rows(self.rows, _sent(work))

    def collect(self) -> list[Any]:
        return [_sent(each) for row in self.rows for each in self.work(_sent(row))]


def _sent(value: Any) -> Any:
    return pickle.loads(cloudpickle.dumps(value))  # type: ignore[no-untyped-call]  # noqa: S301 - our own


@frozen
class _Session:
    sparkContext: _Context = _Context()  # noqa: N815 - as Spark calls it


def here() -> "SparkSession":
    """Return a fake session."""
    return cast("SparkSession", _Session())
