"""The error for a missing package has the remedy, before anything is imported."""

import importlib.util

import pytest
from ackproof_adapters import shards
from ackproof_adapters.spark.targets.sharded import spark_shards


@pytest.mark.parametrize("package", ["numpy", "pyarrow", "xxhash", "numba"])
def test_a_missing_package_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """The log and the target raise it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == package else object())
    expected = f"{package} is not installed: pip install 'ackproof[shards]'"
    assert [expected, expected] == [shards.missing(), spark_shards.missing()]
