"""What holds for all tests: their order, how often Python looks for garbage, and the command line as a fixture."""

import gc
import os

import pytest
from ackproof.start import OBJECTS
from common.command import ackproof

__all__ = ["ackproof"]  # a fixture

FIRST = ("spark", "shards", "bench")
"""Folders whose tests share a session of Spark, the long ones first.

Each process of pytest-xdist is given as many tests in a row as the others, and takes from the end of another's when it
has done its own. So one of them alone starts Spark, and what is left for the end is short.
"""


JVM_OF_SPARK = "-XX:+UseSerialGC"
"""The logs of these tests are small: to look for garbage beside the work costs a fifth of the processor time. Whoever
runs Spark for something else chooses for himself.
"""


def pytest_configure() -> None:
    """Look for garbage as seldom as the command does; with thousands of tests collected, each look takes long."""
    gc.freeze()
    gc.set_threshold(OBJECTS)
    os.environ.setdefault("SPARK_SUBMIT_OPTS", JVM_OF_SPARK)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests with a session of Spark first."""
    items.sort(key=lambda item: next((FIRST.index(part) for part in item.path.parts if part in FIRST), len(FIRST)))
