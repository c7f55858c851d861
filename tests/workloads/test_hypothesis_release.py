"""The tested releases of Hypothesis: those within the bounds of the package's metadata."""

from importlib import metadata
from unittest import mock

import pytest
from ackproof.workloads import hypothesis_draws

ASKED = ["attrs>=24.3", "hypothesis<6.171,>=6.150", "hypothesis-like>=1"]


@pytest.mark.parametrize(
    ("release", "imported"),
    [("6.150.0", False), ("6.170.15", False), ("6.149.9", True), ("6.171.0", True), ("7.0.0", True)],
)
def test_a_release_beyond_the_bounds_is_looked_at_itself(release: str, *, imported: bool) -> None:
    """The backend is imported to see whether it has what shrinking needs; within the bounds this is skipped to save
    time.
    """
    hypothesis_draws._was_tried.cache_clear()
    with (
        mock.patch.object(metadata, "version", return_value=release),
        mock.patch.object(metadata, "requires", return_value=ASKED),
        mock.patch.object(hypothesis_draws, "_import_backend") as looked,
    ):
        hypothesis_draws.require_backend()
    hypothesis_draws._was_tried.cache_clear()
    assert imported is looked.called
