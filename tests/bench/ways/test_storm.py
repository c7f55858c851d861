"""Real Storm ackers in the tight loop: their notifications are written, and checked like all others."""

from contextlib import closing
from pathlib import Path

import pytest
from ackproof.errors import TargetBroke
from ackproof_adapters.bench.contestants import entries
from ackproof_adapters.bench.ways.storm import LOOPS, Loop, StormWay
from ackproof_adapters.storm import toolchain
from ackproof_adapters.storm.versions import OLDEST_JAVA
from attrs import evolve

from bench.fakes import small_log

LACK = toolchain.missing(OLDEST_JAVA)
pytestmark = [pytest.mark.storm, pytest.mark.skipif(LACK is not None, reason=str(LACK))]


@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.label)
def test_a_real_acker_is_right_on_a_log_in_which_nothing_competes(tmp_path: Path, loop: Loop) -> None:
    with closing(StormWay("storm-2.8.2", loop)) as way:
        for run in range(2):
            timing = way.track(small_log(), tmp_path / f"said-{run}")
            assert timing.seconds > 0
            assert way.check(small_log(), tmp_path / f"said-{run}") is None


@pytest.mark.parametrize(
    "release", ["storm-2.0.0", *(pytest.param(name, marks=pytest.mark.slow) for name in ("storm-2.3.0", "storm-2.8.3"))]
)
def test_other_releases(tmp_path: Path, release: str) -> None:
    with closing(StormWay(release, LOOPS[0])) as way:
        way.track(small_log(), tmp_path / "said")
        assert way.check(small_log(), tmp_path / "said") is None


def test_a_real_acker_of_the_other_profile_is_found_out(tmp_path: Path) -> None:
    """Storm 2 is compared with the expected notifications of `storm1`."""
    log = small_log("storm1")
    with closing(StormWay("storm-2.8.2", LOOPS[0])) as way:
        way.track(log, tmp_path / "said")
        assert str(way.check(log, tmp_path / "said")).startswith("message ")


def test_a_jvm_that_ends_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = small_log()
    (tmp_path / "columns").mkdir()
    (tmp_path / "columns" / "0").mkdir()
    with closing(StormWay("storm-2.8.2", LOOPS[0])) as way, pytest.raises(TargetBroke, match="the JVM ended with 1"):
        way.track(evolve(log, folder=tmp_path), tmp_path / "said")
    assert "NoSuchFileException" in capfd.readouterr().err


def test_a_release_is_four_rows_on_two_cores_and_two_on_one() -> None:
    assert [entry.label for entry in entries(["storm-2.8.2", "reference"], 2)] == [
        "storm-2.8.2 building x1",
        "storm-2.8.2 building x2",
        "storm-2.8.2 ready x1",
        "storm-2.8.2 ready x2",
        "reference",
    ]
    assert len(entries(["storm-2.8.2"], 1)) == 2
    assert [entry.loop for entry in entries(["storm-1.2.4"], 2)] == [None], "no class of this package"
