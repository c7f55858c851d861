"""Routing in SQL, against the routing of the reference."""

import random

import pytest
from acking import acker_index
from ackproof_adapters.spark.routing import acker_of
from pyspark.sql import SparkSession

pytestmark = pytest.mark.spark

EXTREMES = [sign * (2**bit) + step for bit in (0, 31, 32, 33, 62) for sign in (1, -1) for step in (-32, -31, -1, 0, 1)]
BOUNDS = [-(2**63), -(2**63) + 1, 2**63 - 1, 2**63 - 32]
# The hash of these is just below and above where the addition of 31 wraps a Java int.
WRAPPING = [2**31 - 32, 2**31 - 31, (1 << 32) ^ (2**31 - 32), -(2**31), -32, -31]
ACKER_TASKS = (1, 2, 3, 7, 8, 97, 2**31 - 1)


@pytest.mark.parametrize("ansi", ["true", "false"])
def test_it_is_the_routing_of_the_reference(spark: SparkSession, ansi: str) -> None:
    """For extreme and random roots and any number of acker tasks; in ANSI mode too, where an overflow is an error."""
    draw = random.Random(2)
    roots = [*EXTREMES, *BOUNDS, *WRAPPING, *(draw.randrange(-(2**63), 2**63) for _ in range(2_000))]
    session = spark.newSession()
    session.conf.set("spark.sql.ansi.enabled", ansi)
    frame = session.createDataFrame([(root,) for root in roots], "root long")
    routed = frame.selectExpr("root", *(acker_of("root", tasks) for tasks in ACKER_TASKS)).collect()
    assert [(root, *(acker_index(root, tasks) for tasks in ACKER_TASKS)) for root in roots] == [
        tuple(row) for row in routed
    ]
