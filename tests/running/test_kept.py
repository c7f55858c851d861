"""Stored journals: a finished run is not repeated, and the journal of another topology is not used for it."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from ackproof.errors import TargetBroke
from ackproof_adapters.running.cluster import runs
from ackproof_adapters.running.cluster.kept import JOURNALS, KeptRuns, kept_runs
from ackproof_adapters.running.cluster.record import Recorded
from ackproof_adapters.running.orders import TopologyOrder, clustered
from ackproof_adapters.storm.jars import Jar
from ackproof_adapters.storm.process import ClusterParts
from attrs import evolve

from .judging import broken, recorded_in_processes

PARTS = ClusterParts("java", (Jar("storm.jar", "1234"),), (), (Path("local-1"), Path("cluster-1")))
BROKEN = Recorded("cut", "it ended", {"error": "it ended", "notes": []}, {})


def test_what_was_kept_is_judged_as_it_was(tmp_path: Path) -> None:
    """All its journals are stored."""
    of, ran = recorded_in_processes("right")
    kept = KeptRuns(tmp_path, PARTS)
    assert kept.find(of) is None
    kept.keep(of, ran)
    found = kept.find(of)
    assert found == ran
    assert {} == broken(of, found.ran())


@pytest.mark.parametrize(
    "parts",
    [
        evolve(PARTS, storm=(Jar("storm.jar", "5678"),)),
        evolve(PARTS, classes=(Path("local-2"), Path("cluster-1"))),
    ],
    ids=["another jar", "other classes"],
)
def test_what_ran_with_other_parts_is_another_run(parts: ClusterParts, tmp_path: Path) -> None:
    """So a changed release, or a changed task of the suite, is run again."""
    of, ran = recorded_in_processes("right")
    KeptRuns(tmp_path, PARTS).keep(of, ran)
    assert KeptRuns(tmp_path, parts).find(of) is None


def test_a_topology_of_the_same_name_is_another_run(tmp_path: Path) -> None:
    """The other run has another seed, or one fault less."""
    of, ran = recorded_in_processes("right")
    kept = KeptRuns(tmp_path, PARTS)
    kept.keep(of, ran)
    assert kept.find(evolve(of, faults=of.faults[1:])) is None
    assert kept.find(clustered(1, 4, "storm2", name=of.name)) is None


def test_a_run_that_broke_its_cluster_is_not_kept(tmp_path: Path) -> None:
    """It is incomplete."""
    of = clustered(0, 4, "storm2")
    kept = KeptRuns(tmp_path, PARTS)
    kept.keep(of, BROKEN)
    assert kept.find(of) is None


def test_nothing_is_kept_unless_the_environment_says_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The environment gives the folder."""
    monkeypatch.delenv(JOURNALS, raising=False)
    assert kept_runs(PARTS) is None
    monkeypatch.setenv(JOURNALS, str(tmp_path))
    assert KeptRuns(tmp_path, PARTS) == kept_runs(PARTS)


class Standing:
    """A fake for clusters: each runs a number of topologies, and breaks at the next."""

    def __init__(self, *lasting: int) -> None:
        """Set the number for each; None does not start."""
        self.lasting = list(lasting)
        self.ran: list[str] = []
        self.ended = 0

    def __call__(self, _: ClusterParts) -> "Standing":
        """Create the next cluster."""
        return self

    def start(self) -> None:
        """Start, unless there is none left."""
        if not self.lasting:
            raise TargetBroke("did not start: no room")

    def run(self, order: TopologyOrder, _: Path | None) -> Recorded:
        """Run a topology, or break."""
        self.ran.append(order.name)
        if not self.lasting[0]:
            self.lasting.pop(0)
            return BROKEN
        self.lasting[0] -= 1
        return Recorded("settled", "", {"notes": []}, {})

    def end(self) -> None:
        """Count the ends."""
        self.ended += 1


def ends(monkeypatch: pytest.MonkeyPatch, clusters: Standing, numbers: Sequence[int]) -> list[str]:
    """Return the outcomes of topologies on these clusters."""
    monkeypatch.setattr(runs, "_RunningCluster", clusters)
    return [each.end for each in runs.run(PARTS, [clustered(0, number, "storm2") for number in numbers])]


def test_what_was_stopped_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Topologies that another process has run meanwhile are not run again."""
    monkeypatch.setenv(JOURNALS, str(tmp_path))
    ends(monkeypatch, Standing(2), range(2))
    clusters = Standing(9)
    assert ["settled"] * 4 == ends(monkeypatch, clusters, range(4))
    assert ["t2", "t3"] == clusters.ran


def test_where_a_cluster_breaks_the_rest_is_run_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run of the topology at which it broke is cut off."""
    monkeypatch.delenv(JOURNALS, raising=False)
    clusters = Standing(1, 9)
    assert ["settled", "cut", "settled", "settled"] == ends(monkeypatch, clusters, range(4))
    assert 2 == clusters.ended


def test_two_that_break_at_once_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the machine is not retried a hundred times."""
    monkeypatch.delenv(JOURNALS, raising=False)
    clusters = Standing(1, 0, 9)
    assert ["settled", "cut", "cut", "cut"] == ends(monkeypatch, clusters, range(4))
    assert ["t0", "t1", "t2"] == clusters.ran


def test_a_first_cluster_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later one is no error: the earlier runs are kept."""
    monkeypatch.delenv(JOURNALS, raising=False)
    with pytest.raises(TargetBroke, match="no room"):
        ends(monkeypatch, Standing(), range(4))
    assert ["settled", "cut", "cut"] == ends(monkeypatch, Standing(1), range(3))
