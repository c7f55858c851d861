"""The log: what is in it, that it is always the same, and that what it expects is what the reference says."""

from pathlib import Path

import acking
import numpy as np
import pytest
from ackproof.errors import SuiteError
from ackproof.oracle.lives import acker_of
from ackproof.target import Config, Target
from ackproof.targets import reference
from ackproof_adapters.bench.check import difference
from ackproof_adapters.bench.layout import LogPlan
from ackproof_adapters.bench.log import make_log
from ackproof_adapters.bench.patterns import Tempo
from ackproof_adapters.bench.schemas import MESSAGES, NOTIFICATIONS, OPERATIONS
from ackproof_adapters.bench.ways import ByOperations
from ackproof_adapters.routing import ackers_of
from attrs import evolve
from pyarrow.compute import count_distinct  # type: ignore[import-untyped]  # it brings no types

from .fakes import SMALL, Forgetting, small_log


def verdict_on(target: Target, folder: Path, profile: str = "storm2", acker_tasks: int = 3) -> str | None:
    """Run a target over the small log; return how it differs from what is expected."""
    log = small_log(profile, acker_tasks)
    log.write(folder / "log.parquet")
    config = Config(profile=profile, tasks=acker_tasks)
    ByOperations(target).track(folder / "log.parquet", folder / "notifications.parquet", config)
    return difference(log.expected, folder / "notifications.parquet")


def test_the_same_plan_makes_the_same_log() -> None:
    first, second = small_log(), make_log(SMALL)
    assert first.messages.equals(second.messages)
    assert first.expected.equals(second.expected)
    assert first.shape == second.shape


def test_another_seed_makes_another_log() -> None:
    assert not small_log().messages.equals(make_log(evolve(SMALL, seed=2)).messages)


def test_profiles_share_the_messages_and_expect_something_else() -> None:
    assert small_log("storm1").messages.equals(small_log("storm2").messages)
    assert not small_log("storm1").expected.equals(small_log("storm2").expected)


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
@pytest.mark.parametrize("acker_tasks", [1, 3, 8])
def test_what_is_expected_is_what_the_reference_says(tmp_path: Path, profile: str, acker_tasks: int) -> None:
    assert verdict_on(reference.make(), tmp_path, profile, acker_tasks) is None


@pytest.mark.parametrize(
    ("profile", "more_buckets"), [("storm1", 1), ("storm2", 1), ("storm2", -1)]
)  # storm1 has two buckets, and a RotatingMap cannot have fewer
def test_an_acker_that_forgets_a_rotation_early_or_late_is_found_out(
    tmp_path: Path, profile: str, more_buckets: int
) -> None:
    """So what the log says of expiry is put to the test, though expiry itself is silent."""
    assert verdict_on(Forgetting(more_buckets), tmp_path, profile) is not None


def test_the_records_kept_are_those_that_the_reference_keeps() -> None:
    """`most_open`, `mean_open` and `expired` come from rows in which lives begin and end; here they are counted."""
    log = small_log("storm1", 1)
    acker = acking.Acker(acking.STORM1)
    expired = 0
    pending = []
    for message in log.messages.to_pylist():
        match message["op"]:
            case "init":
                acker.receive(acking.Init(message["root"], message["value"], message["spout_task"]))
            case "ack":
                acker.receive(acking.Ack(message["root"], message["value"]))
            case "fail":
                acker.receive(acking.Fail(message["root"]))
            case "tick":
                expired += len(acker.tick())
        pending.append(len(acker.pending))
    assert log.shape.expired == expired > 0
    assert log.shape.most_open == max(pending)
    assert log.shape.mean_open == pytest.approx(sum(pending) / len(pending), abs=0.06)


def test_the_shape_counts_what_is_there() -> None:
    log = small_log()
    counts = {each["values"]: each["counts"] for each in log.messages.column("op").value_counts().to_pylist()}
    kinds = {each["values"]: each["counts"] for each in log.expected.column("kind").value_counts().to_pylist()}
    shape = log.shape
    assert counts == {"init": shape.trees, "ack": shape.acks, "fail": shape.fails, "tick": shape.ticks}
    assert kinds == {"ack": shape.notified_acks, "fail": shape.notified_fails}
    assert shape.messages == SMALL.messages == len(log.messages)
    assert 2 < shape.tuples_per_tree < 6


def test_rows_are_well_formed() -> None:
    """Rows are numbered, roots and values are random 64-bit numbers, and only what an operation has is given."""
    messages = small_log().messages
    assert messages.schema == MESSAGES
    assert messages.column("seq").to_pylist() == list(range(len(messages)))
    for row in messages.to_pylist():
        assert row["op"] in OPERATIONS
        assert (row["root"] is None) == (row["op"] == "tick")
        assert (row["value"] is None) == (row["op"] not in ("init", "ack"))
        assert (row["spout_task"] is None) == (row["op"] != "init")
        assert row["acker"] is None
    roots = messages.column("root").drop_null().to_numpy()
    assert roots.min() < -(2**62) < 2**62 < roots.max()


def test_every_tree_has_a_root_of_its_own() -> None:
    messages = small_log().messages
    inits = messages.filter(messages.column("op").to_numpy(zero_copy_only=False) == "init")
    assert count_distinct(inits.column("root")).as_py() == len(inits)


def test_ticks_come_at_a_steady_pace() -> None:
    """Steady in time, and about steady in rows, since the log has about one message per unit of time."""
    plan = LogPlan(messages=200_000, acker_tasks=1, profile="storm2")
    ticks = np.flatnonzero(make_log(plan).messages.column("op").to_numpy(zero_copy_only=False) == "tick")
    between = np.diff(ticks)
    assert len(between) > 5
    assert between == pytest.approx(plan.tempo.pace, rel=0.15)


@pytest.mark.parametrize("messages", [1, 2, 37])
def test_a_log_may_be_tiny(messages: int) -> None:
    log = make_log(evolve(SMALL, messages=messages))
    assert log.shape.messages == messages == len(log.messages)


def test_expected_notifications_are_in_order() -> None:
    expected = small_log().expected
    assert expected.schema == NOTIFICATIONS
    seqs = expected.column("seq").to_pylist()
    assert seqs == sorted(set(seqs))


@pytest.mark.parametrize("acker_tasks", [1, 2, 7, 64])
def test_routing_is_that_of_the_oracle(acker_tasks: int) -> None:
    roots = [0, -1, 1, 2**63 - 1, -(2**63), 2**31, -(2**31), 2**32 - 32, 2**31 - 32, 2**31 - 31, 0x0123456789ABCDEF]
    routed = ackers_of(np.array(roots, np.int64), acker_tasks)
    assert routed.tolist() == [acker_of(root, acker_tasks) for root in roots]


def test_a_tempo_in_which_prompt_trees_could_expire_is_refused() -> None:
    with pytest.raises(SuiteError, match="two ticks"):
        Tempo(pace=10, span=11)


def test_the_default_plan_is_of_the_size_that_is_asked_for() -> None:
    log = make_log(LogPlan(messages=50_000, acker_tasks=8, profile="storm2"))
    assert log.shape.ticks == 2
    assert log.shape.most_open > 1_000
