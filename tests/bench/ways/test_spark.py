"""The bench of `spark-batch`, and that both have the same schemas."""

from pathlib import Path

import pytest
from ackproof_adapters.bench.contestants import COMPARED, OWN_WAYS
from ackproof_adapters.bench.logs import schemas
from ackproof_adapters.bench.ways.spark import BitXorWay
from ackproof_adapters.spark.session import missing
from attrs import evolve
from pyarrow import parquet  # type: ignore[import-untyped]  # it brings no types

from bench.fakes import small_log

pytestmark = [pytest.mark.spark, pytest.mark.skipif(missing() is not None, reason=str(missing()))]


def test_schemas_are_those_of_spark() -> None:
    from ackproof_adapters.spark.transport import schemas as of_spark  # noqa: PLC0415 - imports PySpark
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415 - may be missing

    assert to_arrow_schema(of_spark.MESSAGES) == schemas.MESSAGES
    assert to_arrow_schema(of_spark.NOTIFICATIONS) == schemas.NOTIFICATIONS


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("spark-batch", "storm1"),
        ("spark-parquet", "storm2"),
        ("spark-shards", "storm2"),
        pytest.param("spark-batch", "storm2", marks=pytest.mark.slow),
        pytest.param("spark-shards", "storm1", marks=pytest.mark.slow),
    ],
)
def test_spark_tracks_the_log_from_disk_to_disk(tmp_path: Path, name: str, profile: str) -> None:
    log = small_log(profile)
    way = OWN_WAYS[name](2)
    timing = way.track(log, tmp_path / "said")
    assert timing.seconds > 0
    assert way.check(log, tmp_path / "said") is None


def test_spark_shards_finds_out_within_its_timed_region_that_it_was_wrong(tmp_path: Path) -> None:
    """It gets the messages of one log and the expected notifications of another."""
    log = small_log("storm1")
    way = OWN_WAYS["spark-shards"](1)
    way.track(evolve(log, plan=evolve(log.plan, profile="storm2")), tmp_path / "said")
    difference_found = way.check(log, tmp_path / "said")
    assert difference_found is not None
    assert difference_found.startswith("message ")


def test_the_xor_of_each_root_is_checked(tmp_path: Path) -> None:
    log = small_log()
    way = COMPARED["spark-bit-xor"][1](2)
    assert isinstance(way, BitXorWay)
    way.track(log, tmp_path / "said")
    assert way.check(log, tmp_path / "said") is None
    notifications = parquet.read_table(tmp_path / "said")
    ack_vals = notifications.column("ack_val").fill_null(0).to_numpy().copy()
    ack_vals[0] ^= 1
    parquet.write_table(notifications.set_column(1, "ack_val", [ack_vals]), tmp_path / "wrong.parquet")
    assert way.check(log, tmp_path / "wrong.parquet") == "the xor of 1 roots is wrong"
    parquet.write_table(notifications[1:], tmp_path / "less.parquet")
    assert "the result has" in str(way.check(log, tmp_path / "less.parquet"))
