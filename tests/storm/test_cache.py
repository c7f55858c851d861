"""The cache: the leftovers of a process that was killed while it filled a folder."""

from pathlib import Path

import pytest
from ackproof_adapters import cache


def test_what_a_killed_process_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next process that fills the folder removes them, because it has the lock; other folders are kept."""
    monkeypatch.setenv(cache.ELSEWHERE, str(tmp_path))
    for name in ("driver.a1b2c3d_", "driver.of-somebody", "other.a1b2c3d_"):
        (tmp_path / name / "half").mkdir(parents=True)
    made = cache.folder("driver", lambda folder: (folder / "whole").touch())
    assert ["whole"] == [path.name for path in made.iterdir()]
    left = {path.name for path in tmp_path.iterdir() if path.is_dir()}
    assert {"driver", "driver.of-somebody", "other.a1b2c3d_"} == left
