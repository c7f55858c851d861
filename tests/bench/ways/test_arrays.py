"""The ways in memory: they are right on both profiles, and wrong notifications in shards are found out."""

from pathlib import Path

import pytest
from ackproof_adapters.bench.contestants import COMPARED, OWN_WAYS
from ackproof_adapters.bench.ways.arrays import loaded, write_notifications
from ackproof_adapters.bench.ways.check import verdict, whole
from ackproof_adapters.shards.folder import open_notifications
from attrs import evolve

from bench.fakes import small_log

WAYS = {"kernel": OWN_WAYS["kernel"], "python-dict": COMPARED["python-dict"][1]}


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("name", WAYS)
def test_what_they_notify_is_right(tmp_path: Path, name: str, cores: int, profile: str) -> None:
    if name == "kernel":
        pytest.importorskip("numba")
    log, way = small_log(profile), WAYS[name](cores)
    timing = way.track(log, tmp_path / "notified")
    assert timing.seconds > 0
    assert way.check(log, tmp_path / "notified") is None


def test_the_wrong_profile_is_found_out(tmp_path: Path) -> None:
    log, way = small_log("storm1"), WAYS["python-dict"](1)
    way.track(evolve(log, plan=evolve(log.plan, profile="storm2")), tmp_path / "notified")
    assert str(way.check(log, tmp_path / "notified")).startswith("message ")


@pytest.mark.parametrize("column", range(4))
def test_one_wrong_value_in_a_shard_is_found_out(tmp_path: Path, column: int) -> None:
    log = small_log()
    expected = open_notifications(log.expected)
    notifications = [[each.copy() for each in whole(expected.shard(acker))] for acker in range(expected.acker_tasks)]
    write_notifications(notifications, tmp_path / "right")
    assert verdict(log, tmp_path / "right") is None
    last = notifications[2][column]
    last[-1] = 1 - last[-1] if column == 1 else last[-1] + 1
    write_notifications(notifications, tmp_path / "wrong")
    assert str(verdict(log, tmp_path / "wrong")).startswith("message ")


def test_a_damaged_file_of_notifications_is_found_out(tmp_path: Path) -> None:
    log = small_log()
    expected = open_notifications(log.expected)
    write_notifications([whole(expected.shard(acker)) for acker in range(expected.acker_tasks)], tmp_path / "notified")
    file = tmp_path / "notified" / "acker-00001.arrow"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    difference_found = verdict(log, tmp_path / "notified")
    assert difference_found is not None
    assert difference_found.startswith("the notifications cannot be read")
    assert file.name in difference_found


def test_the_bound_reads_every_byte(tmp_path: Path) -> None:
    way = COMPARED["memory-bandwidth"][1](2)
    way.track(small_log(), tmp_path / "nothing")
    assert way.check(small_log(), tmp_path / "nothing") is None
    assert sum(each.nbytes for columns in loaded(small_log()) for each in columns) > 100_000
