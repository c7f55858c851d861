"""One Spark session for all tests of this directory, and one cluster. Starting one takes longer than most of the
tests.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from ackproof_adapters import shards
from ackproof_adapters.spark.session import OLDEST_PACKAGES, local_session, missing

from .clusters import cluster
from .deadly import MARK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LACK = missing()

# Without PySpark these could not even be imported. Without Java alone they are collected, and skipped with the reason.
if LACK is not None and LACK.startswith(tuple(OLDEST_PACKAGES)):
    collect_ignore_glob = [
        "test_skew.py",
        "test_state.py",
        "test_track_command.py",
        "test_track_faults.py",
        "batch/*",
        "parquet/*",
        "sharded/*",
        "streaming/*",
        "targets/*",
        "transport/test_[!w]*.py",  # all but `test_workers`
    ]
elif shards.missing() is not None:
    collect_ignore_glob = [
        "test_skew.py",
        "test_state.py",
        "test_track_command.py",
        "test_track_faults.py",
        "batch/test_by_files.py",
        "parquet/*",
        "sharded/*",
        "streaming/*",
        "transport/test_pieces.py",
    ]


@pytest.fixture(scope="session")
def spark() -> "SparkSession":
    """The session of this process, which the target uses too."""
    if LACK is not None:
        pytest.skip(LACK)
    return local_session(for_python=True)


@pytest.fixture(scope="session")
def marks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which a target that kills once leaves its mark; executors inherit its name."""
    folder = tmp_path_factory.mktemp("marks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MARK, str(folder))
        yield folder


@pytest.fixture(scope="session")
def standalone(tmp_path_factory: pytest.TempPathFactory, marks: Path) -> Iterator[str]:
    """The master of a cluster of two workers with one core each."""
    assert marks.is_dir()
    with cluster(tmp_path_factory.mktemp("cluster")) as master:
        yield master


@pytest.fixture(scope="session")
def standalone_with_one_worker(tmp_path_factory: pytest.TempPathFactory, marks: Path) -> Iterator[str]:
    """The master of a cluster of one worker, which starts another executor when one is lost."""
    assert marks.is_dir()
    with cluster(tmp_path_factory.mktemp("cluster"), workers=1) as master:
        yield master
