"""The log: its contents, that it is reproducible, and that its expected notifications are the reference's."""

from pathlib import Path

import acking
import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from ackproof.errors import SuiteError
from ackproof.oracle.lives import acker_of
from ackproof.target import Target
from ackproof.targets import reference
from ackproof_adapters.bench.logs.log import Log, write_log
from ackproof_adapters.bench.logs.schemas import MESSAGES, NOTIFICATIONS
from ackproof_adapters.bench.logs.shapes import SHAPES, Tempo
from ackproof_adapters.bench.logs.stream import LogPlan
from ackproof_adapters.bench.ways.way import ByOperations
from ackproof_adapters.codes import OPERATIONS
from ackproof_adapters.routing import ackers_of
from ackproof_adapters.shards.folder import open_log
from attrs import evolve
from pyarrow import parquet
from pyarrow.compute import count_distinct  # type: ignore[import-untyped]  # the same

from bench.fakes import SMALL, Forgetting, made, small_log


def messages_of(log: Log) -> pa.Table:
    return parquet.read_table(log.parquet)


def verdict_on(target: Target, folder: Path, log: Log) -> str | None:
    """Run a target over a log; return the difference from the expected notifications."""
    way = ByOperations(target)
    way.track(log, folder / "notifications.parquet")
    return way.check(log, folder / "notifications.parquet")


def test_the_same_plan_makes_the_same_log(tmp_path: Path) -> None:
    first, second = small_log(), write_log(SMALL, tmp_path / "log")
    assert messages_of(first).equals(messages_of(second))
    assert first.expected_table().equals(second.expected_table())
    assert first.shape == second.shape


def test_another_seed_makes_another_log() -> None:
    assert not messages_of(small_log()).equals(messages_of(made(evolve(SMALL, seed=2))))


def test_profiles_share_the_messages_and_expect_something_else() -> None:
    assert messages_of(small_log("storm1")).equals(messages_of(small_log("storm2")))
    assert not small_log("storm1").expected_table().equals(small_log("storm2").expected_table())


def test_a_shorter_log_is_the_beginning_of_a_longer_one() -> None:
    """So targets that cannot process all of a log get the same messages, as far as they get. It is longer than one
    generated block.
    """
    long, short = (
        made(LogPlan(messages=messages, acker_tasks=3, profile="storm2", patterns=300))
        for messages in (300_000, 200_000)
    )
    assert messages_of(long)[:200_000].equals(messages_of(short))
    expected = long.expected_table()
    within = expected.column("seq").to_numpy() < 200_000
    assert expected.filter(within).equals(short.expected_table())


@pytest.mark.parametrize("messages", [4_000, 300_000])
def test_the_sharded_log_has_the_same_messages_as_the_file(messages: int) -> None:
    log = (
        made(LogPlan(messages=messages, acker_tasks=3, profile="storm2", patterns=300))
        if messages > SMALL.messages
        else small_log()
    )
    opened = open_log(log.shards)
    file = messages_of(log)
    rows: dict[int, tuple[int, int, int]] = {}
    for acker in range(opened.acker_tasks):
        for columns in opened.shard(acker).batches():
            seq, *content = (column.tolist() for column in columns[:4])
            rows.update(zip(seq, zip(*content, strict=True), strict=True))
    assert sorted(rows) == file.column("seq").to_pylist()
    op = [OPERATIONS.index(each) for each in file.column("op").to_pylist()]
    root, value = (file.column(name).fill_null(0).to_pylist() for name in ("root", "value"))
    assert [rows[seq] for seq in range(messages)] == list(zip(op, root, value, strict=True))


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
@pytest.mark.parametrize("acker_tasks", [1, 3, 8])
def test_what_is_expected_is_what_the_reference_says(tmp_path: Path, profile: str, acker_tasks: int) -> None:
    assert verdict_on(reference.make(), tmp_path, small_log(profile, acker_tasks)) is None


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_expects_what_the_reference_says(tmp_path: Path, shape: str, profile: str) -> None:
    """The log is faster than its own pace, so that records expire in a small log."""
    tempo = evolve(SHAPES[shape].tempo, pace=400, span=300)
    log = made(LogPlan(messages=4_000, acker_tasks=2, profile=profile, shape=shape, own_tempo=tempo, patterns=200))
    assert log.shape.notified_acks > 10
    assert verdict_on(reference.make(), tmp_path, log) is None


def test_shapes_are_what_they_are_called() -> None:
    shapes = {
        shape: made(LogPlan(messages=20_000, acker_tasks=2, profile="storm2", shape=shape, patterns=200)).shape
        for shape in SHAPES
    }
    assert shapes["chain"].tuples_per_tree == 10
    assert shapes["fan-out"].tuples_per_tree == 21
    assert shapes["deep-dag"].tuples_per_tree == 25
    assert shapes["many-fails"].fails > 0.4 * shapes["many-fails"].trees
    assert shapes["many-open-roots"].most_open > 0.7 * 20_000
    tempo = evolve(SHAPES["many-expiries"].tempo, pace=400, span=300)
    expiring = made(
        LogPlan(messages=20_000, acker_tasks=2, profile="storm2", shape="many-expiries", own_tempo=tempo, patterns=200)
    ).shape
    assert expiring.expired > 0.3 * expiring.trees


@pytest.mark.parametrize(
    ("profile", "more_buckets"), [("storm1", 1), ("storm2", 1), ("storm2", -1)]
)  # storm1 has two buckets, and a RotatingMap cannot have fewer
def test_an_acker_that_forgets_a_rotation_early_or_late_is_found_out(
    tmp_path: Path, profile: str, more_buckets: int
) -> None:
    """So expiry is tested, although it causes no notification."""
    assert verdict_on(Forgetting(more_buckets), tmp_path, small_log(profile)) is not None


def test_the_records_kept_are_those_that_the_reference_keeps() -> None:
    """`most_open`, `mean_open` and `expired` come from rows in which lives begin and end; here they are counted."""
    log = small_log("storm1", 1)
    acker = acking.Acker(acking.STORM1)
    expired = 0
    pending = []
    for message in messages_of(log).to_pylist():
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
    counts = {each["values"]: each["counts"] for each in messages_of(log).column("op").value_counts().to_pylist()}
    kinds = {each["values"]: each["counts"] for each in log.expected_table().column("kind").value_counts().to_pylist()}
    shape = log.shape
    assert counts == {"init": shape.trees, "ack": shape.acks, "fail": shape.fails, "tick": shape.ticks}
    assert kinds == {"ack": shape.notified_acks, "fail": shape.notified_fails}
    assert shape.messages == SMALL.messages == len(messages_of(log))
    assert 2 < shape.tuples_per_tree < 6


def test_rows_are_well_formed() -> None:
    """Rows are numbered, roots and values are random 64-bit numbers, and an operation has only its own fields."""
    messages = messages_of(small_log())
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
    messages = messages_of(small_log())
    inits = messages.filter(messages.column("op").to_numpy(zero_copy_only=False) == "init")
    assert count_distinct(inits.column("root")).as_py() == len(inits)


def test_ticks_come_at_a_steady_pace() -> None:
    """Steady in time, and about steady in rows, since the log has about one message per unit of time."""
    plan = LogPlan(messages=200_000, acker_tasks=1, profile="storm2")
    ticks = np.flatnonzero(messages_of(made(plan)).column("op").to_numpy(zero_copy_only=False) == "tick")
    between = np.diff(ticks)
    assert len(between) > 5
    assert between == pytest.approx(plan.tempo.pace, rel=0.15)


@pytest.mark.parametrize("messages", [1, 2, 37])
def test_a_log_may_be_tiny(messages: int) -> None:
    log = made(evolve(SMALL, messages=messages))
    assert log.shape.messages == messages == len(messages_of(log))


def test_expected_notifications_are_in_order() -> None:
    expected = small_log().expected_table()
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
    log = made(LogPlan(messages=50_000, acker_tasks=8, profile="storm2"))
    assert log.shape.ticks == 2
    assert log.shape.most_open > 1_000
