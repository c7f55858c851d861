"""The executions of tasks, in the form for the rules, when processes die."""

from collections.abc import Collection

from ackproof.components import happenings as reported
from ackproof.components.topology import BoltShape, Deliver, Die, Lose, NextTuple, TopologyOperation, Wiring
from ackproof.target import Config
from ackproof_adapters.running.journal import Execution
from ackproof_adapters.running.views import whole

CONFIG = Config(profile="storm2", wiring=Wiring(("m1", "m2"), (BoltShape(name="split"),)))


def emission(line: int, message: str, name: str) -> Execution:
    """Return an emission of one tuple."""
    tree = f"{message}/1"
    parts = (
        reported.Emission("spout-1", tree, message, line),
        reported.SpoutTuple(task="spout-1", to="split-1", name=name, tree=tree, value=message),
    )
    return Execution(line, NextTuple("spout-1"), tuple((line, part) for part in parts))


def arrival(line: int, name: str, *, torn: bool = False) -> Execution:
    """Return the execution of a tuple."""
    return Execution(
        line, Deliver("spout-1", "split-1"), ((line, reported.Arrival("split-1", name, f"{name}'")),), torn
    )


def death(line: int, task: str) -> Execution:
    """Return the death of a task."""
    return Execution(line, Die(task), ((line, reported.TaskDied(task)),))


def seen(*executions: Execution, cut_off: Collection[str] = ()) -> list[TopologyOperation]:
    """Return the steps of a finished run in the form for a rule."""
    return list(whole(CONFIG, executions, is_over=True, cut_off=cut_off).workload.steps)


def test_what_never_arrives_at_a_task_that_dies_is_lost() -> None:
    """The loss is at its place in the channel."""
    steps = seen(emission(1, "m1", "t1"), emission(2, "m2", "t2"), death(3, "split-1"), arrival(4, "t2"))
    assert [Die("split-1"), Lose("spout-1", "split-1", 0), Deliver("spout-1", "split-1")] == steps[2:5]


def test_what_never_arrives_where_nobody_dies_is_not_lost() -> None:
    """SYS-22 judges it."""
    steps = seen(emission(1, "m1", "t1"), emission(2, "m2", "t2"), arrival(4, "t2"))
    assert not any(isinstance(step, Lose) for step in steps)


def test_what_never_arrives_where_a_connection_was_broken_is_lost() -> None:
    """This holds for messages to the worker at the other end of the connection, but not from it."""
    executions = emission(1, "m1", "t1"), emission(2, "m2", "t2"), arrival(4, "t2")
    assert Lose("spout-1", "split-1", 0) in seen(*executions, cut_off=["split-1"])
    assert not any(isinstance(step, Lose) for step in seen(*executions, cut_off=["spout-1"]))


def test_nothing_is_seen_from_a_torn_execution_on() -> None:
    """The rest of it is unknown."""
    steps = seen(emission(1, "m1", "t1"), arrival(2, "t1", torn=True), death(3, "split-1"), emission(4, "m2", "t2"))
    assert [NextTuple("spout-1")] == steps
