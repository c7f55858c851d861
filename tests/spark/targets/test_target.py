"""The target `spark-batch`: its claims, and that batches, single runs and the reference agree."""

import pytest
from ackproof.components import results_of
from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init, Notification, ResetTimeout, Tick
from ackproof.components.fields import Long
from ackproof.errors import Refused
from ackproof.target import BatchTarget, Config, Run
from ackproof.targets import reference
from ackproof_adapters.spark.targets.batch import make

from spark.logs import MessageRow, random_log

pytestmark = pytest.mark.spark


def operation_of(row: MessageRow) -> AckerOperation:
    """Return the suite's operation for a row of a log."""
    match row:
        case (_, "init", int(root), int(value), int(task), _):
            return Init(Long(root), Long(value), task)
        case (_, "ack", int(root), int(value), _, _):
            return Ack(Long(root), Long(value))
        case (_, "fail", int(root), _, _, _):
            return Fail(Long(root))
        case (_, "reset-timeout", int(root), _, _, _):
            return ResetTimeout(Long(root))
        case (_, "tick", _, _, _, acker):
            return Tick(acker)
    raise AssertionError(row)


def run_of(seed: int, length: int, config: Config) -> Run:
    """Return a run of random operations."""
    return Run("acker", config, tuple(operation_of(row) for row in random_log(seed, length, acker_tasks=config.tasks)))


def reference_results(run: Run) -> list[AckerResult]:
    """Return the answers of the reference, without the fields that `spark-batch` does not claim."""
    results = results_of(AckerResult, reference.make().open("acker", run.config).apply(run.operations))
    return [AckerResult(result.notifications) for result in results]


def test_it_claims_acker_tasks_and_both_profiles() -> None:
    """It claims all operations, but not the number of pending records."""
    description = make().describe()
    assert ("spark-batch", ("acker",), ("storm1", "storm2"), None, frozenset({"acker-tasks"})) == (
        description.name,
        description.components,
        description.profiles,
        description.operations,
        description.capabilities,
    )
    assert "PySpark" in description.version


@pytest.mark.usefixtures("spark")
def test_many_runs_in_one_call() -> None:
    """There are both profiles, several numbers of acker tasks, and some runs without operations: each gets the answers
    that it gets alone.
    """
    target = make()
    assert isinstance(target, BatchTarget)
    configs = [Config(profile=profile, tasks=tasks) for profile in ("storm1", "storm2") for tasks in (1, 3)]
    runs = [run_of(seed, seed % 50, configs[seed % 4]) for seed in range(200)]
    assert [reference_results(run) for run in runs] == target.run_all(runs)


@pytest.mark.usefixtures("spark")
def test_state_lasts_from_one_apply_to_the_next() -> None:
    """Operations in several requests get the same answers as in one, and a second component is independent."""
    run = run_of(3, 60, Config(profile="storm2", tasks=2))
    target = make()
    component = target.open("acker", run.config)
    pieces = [run.operations[:1], run.operations[1:40], (), run.operations[40:]]
    results = [result for piece in pieces for result in component.apply(piece)]
    assert reference_results(run) == results
    assert [results] == target.run_all([run])
    other = target.open("acker", run.config)
    assert [AckerResult()] == other.apply([Ack(Long(5), Long(0))])


@pytest.mark.usefixtures("spark")
def test_a_result_holds_the_notification() -> None:
    """The expected result is written out, with ids of 64 bits."""
    root, value = Long(-(2**63)), Long(2**63 - 1)
    answer = AckerResult((Notification("ack", root, 7),))
    component = make().open("acker", Config(profile="storm1"))
    assert [AckerResult(), answer] == component.apply([Init(root, value, 7), Ack(root, value)])


@pytest.mark.parametrize("config", [Config(profile="storm3"), Config(profile="storm2", tasks=0)], ids=str)
def test_it_refuses_what_it_does_not_have(config: Config) -> None:
    """Examples are another component, an unknown profile, and zero acker tasks."""
    with pytest.raises(Refused):
        make().open("acker", config)
    with pytest.raises(Refused):
        make().run_all([Run("acker", config, ())])
    with pytest.raises(Refused):
        make().open("spout", Config())


def test_no_operations_need_no_spark() -> None:
    """Spark is not started for them."""
    assert [[], []] == make().run_all([Run("acker", Config(), ())] * 2)
