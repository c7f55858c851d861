"""One Spark session for all tests of this directory. Starting it takes longer than most of them."""

from typing import TYPE_CHECKING

import pytest
from ackproof_adapters.spark.session import OLDEST_PACKAGES, local_session, missing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LACK = missing()

# Without PySpark these could not even be imported. Without Java alone they are collected, and skipped with the reason.
if LACK is not None and LACK.startswith(tuple(OLDEST_PACKAGES)):
    collect_ignore_glob = [
        "test_parcels.py",
        "test_releases.py",
        "test_skew.py",
        "test_target.py",
        "test_track.py",
        "test_track_command.py",
        "test_stream*.py",
        "test_validation.py",
    ]


@pytest.fixture(scope="session")
def spark() -> "SparkSession":
    """The session of this process, which is the one that the target uses too."""
    if LACK is not None:
        pytest.skip(LACK)
    return local_session()
