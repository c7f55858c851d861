"""The bench of `spark-batch`, and that both tell the same schemas."""

from pathlib import Path

import pytest
from ackproof.target import Config
from ackproof_adapters.bench import schemas
from ackproof_adapters.bench.check import difference
from ackproof_adapters.bench.ways import Alone, way_of
from ackproof_adapters.spark.session import missing
from ackproof_adapters.spark.target import make

from .fakes import small_log

pytestmark = [pytest.mark.spark, pytest.mark.skipif(missing() is not None, reason=str(missing()))]


def test_schemas_are_those_of_spark() -> None:
    from ackproof_adapters.spark import schemas as of_spark  # noqa: PLC0415 - imports PySpark
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415 - may be missing

    assert to_arrow_schema(of_spark.MESSAGES) == schemas.MESSAGES
    assert to_arrow_schema(of_spark.NOTIFICATIONS) == schemas.NOTIFICATIONS
    assert of_spark.OPERATIONS == schemas.OPERATIONS


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
def test_spark_tracks_the_log_from_file_to_file(tmp_path: Path, profile: str) -> None:
    log = small_log(profile)
    log.write(tmp_path / "log.parquet")
    way = way_of(make())
    way.track(tmp_path / "log.parquet", tmp_path / "said", Config(profile=profile, tasks=3))
    assert isinstance(way, Alone)
    assert difference(log.expected, tmp_path / "said") is None
