"""The target `spark-stream`: many runs in one stream, restarts by SIGKILL, and its refusals."""

import random

import pytest
from ackproof.components.acker import AckerResult, Restart
from ackproof.errors import Refused
from ackproof.target import BatchTarget, Config, Run
from ackproof_adapters.spark.streaming.process import StreamFolder
from ackproof_adapters.spark.targets.stream import make
from attrs import evolve
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from .test_target import reference_results, run_of

pytestmark = pytest.mark.spark


def with_restarts(run: Run, count: int) -> tuple[Run, list[AckerResult]]:
    """Return a run in which the target is killed this often, and the expected answers: the same as without kills."""
    operations, results = list(run.operations), reference_results(run)
    for _ in range(count):
        place = random.Random(f"{run} {count}").randrange(len(operations) + 1)
        operations.insert(place, Restart())
        results.insert(place, AckerResult())
    return evolve(run, operations=tuple(operations)), results


@pytest.mark.usefixtures("spark")
def test_it_takes_many_runs_in_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are both profiles and ways, several numbers of acker tasks, and some runs without operations: each gets the
    answers that it gets alone.
    """
    ways: set[bool] = set()
    track = StreamFolder.track

    def tracked(folder: StreamFolder, session: SparkSession) -> StreamingQuery:
        ways.add(folder.by_path)
        return track(folder, session)

    monkeypatch.setattr(StreamFolder, "track", tracked)
    target = make()
    assert isinstance(target, BatchTarget)
    configs = [Config(profile="storm1", tasks=1), Config(profile="storm2", tasks=3)]
    runs = [run_of(seed, seed % 50, configs[seed % 2]) for seed in range(58)]
    assert [reference_results(run) for run in runs] == target.run_all(runs)
    assert {False, True} == ways


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize(
    ("runs", "told", "least", "most"),
    [(4, 30, 1, 1), *(pytest.param(11, 100, *kills, marks=pytest.mark.slow) for kills in ((1, 1), (0, 1), (0, 2)))],
)
def test_it_is_killed_and_answers_as_if_it_had_not_been(runs: int, told: int, least: int, most: int) -> None:
    """Runs are killed more or less often, or not at all, each separately, with one acker task or several."""
    pairs = [
        with_restarts(run_of(seed, 60, Config(profile="storm2", tasks=1 + seed % 3)), max(least, seed % (1 + most)))
        for seed in range(runs)
    ]
    assert told < sum(len(result.notifications) for _, results in pairs for result in results)
    assert [results for _, results in pairs] == make().run_all([run for run, _ in pairs])


@pytest.mark.slow
@pytest.mark.usefixtures("spark")
def test_state_lasts_from_one_apply_to_the_next() -> None:
    """Operations in several requests get the same answers as in one. After a kill, the state has to be there as
    well.
    """
    run = run_of(3, 60, Config(profile="storm2", tasks=2))
    component = make().open("acker", run.config)
    pieces = [run.operations[:40], (), run.operations[40:]]
    assert reference_results(run) == [result for piece in pieces for result in component.apply(piece)]


@pytest.mark.parametrize("config", [Config(profile="storm3"), Config(profile="storm2", tasks=0)], ids=str)
def test_it_refuses_what_it_does_not_have(config: Config) -> None:
    """Examples are another component, an unknown profile, and zero acker tasks."""
    with pytest.raises(Refused):
        make().open("acker", config)
    with pytest.raises(Refused):
        make().run_all([Run("acker", config, ())])
    with pytest.raises(Refused, match="spark-stream is an acker and has no spout"):
        make().open("spout", Config())


def test_it_names_itself_without_spark() -> None:
    """Its description needs no JVM, and no operations need none."""
    description = make().describe()
    assert ("spark-stream", ("acker",), frozenset({"acker-tasks", "durable"})) == (
        description.name,
        description.components,
        description.capabilities,
    )
    no_results: list[AckerResult] = []
    assert [no_results] * 2 == make().run_all([Run("acker", Config(), ())] * 2)
