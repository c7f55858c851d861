"""The target `kernel` on a machine without its dependencies."""

import importlib.util

import pytest
from ackproof.engine.discovery import discover
from ackproof.errors import TargetUnavailable


def test_what_is_missing_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offer can be read without numba, and names the extra that installs it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(TargetUnavailable, match=r"numpy and numba not installed: pip install 'ackproof\[kernel\]'"):
        discover.find("kernel")


def test_it_can_be_had_here() -> None:
    """The test environment has its dependencies."""
    assert "kernel" == discover.find("kernel").describe().name
