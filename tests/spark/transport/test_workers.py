"""Settling workers, tested in a process that is not a worker."""

import gc
from itertools import count

import pytest
from ackproof_adapters.spark.transport import workers


def test_only_what_the_first_calls_find_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may run for days, and the objects of each task must not be kept."""
    monkeypatch.setattr(workers, "_calls", count())
    frozen: list[int] = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(1))
    for _ in range(100):
        workers.settle()
    assert [1] * 8 == frozen
