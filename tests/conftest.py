"""What holds for all tests: their order, how often Python looks for garbage, that violations stay as they were found,
and the command line as a fixture.
"""

import gc
import os

import pytest
from ackproof.engine.examination import garbage
from ackproof.engine.examination.shrink import Shrinking
from ackproof.start import GC_THRESHOLD
from common.command import ackproof

__all__ = ["ackproof"]  # a fixture

FIRST = ("spark", "shards", "bench")
"""Folders whose tests share a session of Spark, the long ones first.

Each process of pytest-xdist gets as many tests in a row as the others, and takes tests from the end of another's when
it has finished its own. So only one of them starts Spark, and the remaining tests at the end are short.
"""


SELDOM = 900.0
"""Seconds between two full collections while examples are tried: with all tests in memory, each takes two seconds."""

JVM_OF_SPARK = "-XX:+UseSerialGC"
"""The logs of these tests are small: a concurrent garbage collector would cost a fifth of the processor time. Other
users of Spark choose for themselves.
"""


def pytest_configure() -> None:
    """Collect garbage as rarely as the command does; with thousands of tests collected, each collection takes long."""
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
    garbage.EVERY = SELDOM
    os.environ.setdefault("SPARK_SUBMIT_OPTS", JVM_OF_SPARK)


@pytest.fixture(autouse=True)
def as_found(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave a violation in this process as it was found, unless the test is about the smallest one (`shrinks`).

    To make violations smaller took a tenth of the time of all tests, and most of them ask only which rule is broken.
    """
    if not any(map(request.node.get_closest_marker, ("shrinks", "slow"))):
        monkeypatch.setattr(Shrinking, "smallest", lambda shrinking: shrinking.first)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests with a session of Spark first."""
    items.sort(key=lambda item: next((FIRST.index(part) for part in item.path.parts if part in FIRST), len(FIRST)))
