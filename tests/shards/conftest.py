"""The requirements of these tests: the packages of the sharded log, and for some of them a Spark session."""

from typing import TYPE_CHECKING

import pytest
from ackproof_adapters import shards
from ackproof_adapters.spark.session import OLDEST_PACKAGES, local_session, missing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LACK = missing()

if shards.missing() is not None:
    collect_ignore_glob = ["test_[!m]*.py", "test_memory.py"]  # all but `test_missing`
elif LACK is not None and LACK.startswith(tuple(OLDEST_PACKAGES)):
    collect_ignore_glob = ["test_java.py"]


@pytest.fixture(scope="session")
def spark() -> "SparkSession":
    """The session of this process, which the target uses too."""
    if LACK is not None:
        pytest.skip(LACK)
    return local_session(for_python=True)
