"""A stream that is killed at random moments has the same notifications: none is lost or repeated.

`tox -e kills` kills a stream fifty times, and ten times executors; for every change a whole driver is killed, with all
its processes, in the tests of the target `spark-stream`. On one machine the executor is in the driver's JVM, and dies
with it; on a cluster it is a separate process, and the stream continues without it.
"""

from collections import Counter
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark.killing import HERE, KilledStream

pytestmark = [pytest.mark.spark, pytest.mark.slow]

SOON = 0.3
"""Maximum number of seconds before a kill; with this few, fewer processes have finished by then."""


def killed(session: SparkSession, stream: KilledStream, kills: int) -> Counter[str]:
    """Kill a stream this often, check its notifications, and return the victims."""
    victims = Counter(stream.kill(number) for number in range(kills))
    stream.finish(session)
    stream.check(session)
    return victims


@pytest.mark.parametrize("by_path", [False, True])
def test_a_python_worker_and_the_jvm_are_killed(spark: SparkSession, tmp_path: Path, by_path: bool) -> None:  # noqa: FBT001
    """Once each."""
    victims = ("Python worker", "JVM")
    stream = KilledStream(tmp_path, victims, longest_delay=SOON, by_path=by_path)
    assert dict.fromkeys(victims, 1) == killed(spark, stream, len(victims))


def test_an_executor_is_killed(spark: SparkSession, tmp_path: Path, standalone: str) -> None:
    """The cluster has two workers: the same driver continues."""
    assert {"executor": 1} == killed(spark, KilledStream(tmp_path, ["executor"], standalone), 1)


def test_everything_is_killed(spark: SparkSession, tmp_path: Path) -> None:
    """Driver, Python worker and JVM, twice each."""
    assert dict.fromkeys(HERE, 2) == killed(spark, KilledStream(tmp_path), 2 * len(HERE))
