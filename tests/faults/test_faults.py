"""The short form of the harness; and each of its parts finds an injected fault."""

import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import pytest
from ackproof.wire import schemas
from assurance.progress import Progress
from common.started import started

from . import clusters, concurrency, data, determinism, lives, replies, resources, signals
from .forked import Forking, is_here
from .run import PARTS, tried
from .trials import Outcome, Trial

FORGIVING = """
from ackproof.wire import protocol
def lenient(reply, component, operations, read=protocol.read_applied):
    try:
        return read(reply, component, operations)
    except protocol.NotTheProtocol:
        return [protocol.COMPONENTS[component].result() for _ in operations]
protocol.read_applied = lenient
"""
"""A reply that cannot be parsed counts as an empty one."""

UNGUARDED = """
from ackproof.engine.workers import guardian
guardian.watch = lambda: None
"""
"""The processes of a killed command are not ended."""

IN_PLACE = """
from ackproof.wire import output
def written(path, content):
    with path.open("wb", buffering=0) as file:
        for first in range(0, len(content), 100):
            file.write(content[first:first + 100])
output.write_whole = written
"""
"""Files are overwritten in place."""

UNLOCKED = """
from ackproof.engine.evidence import folder
folder._locked = lambda folder: None
"""
"""Folders are not locked."""

BY_HASH = """
from ackproof.engine.evidence import certificate
from ackproof import __version__
import ackproof
ackproof.__version__ = f"{__version__}.{hash('a') % 1000}"
"""
"""The output depends on the hash of a string."""

SAYS_ALL_IS_WELL = """
from ackproof_adapters.spark import track_log
from ackproof.errors import AckproofError
def tracked(*words, track=track_log.track_log):
    try:
        track(*words)
    except AckproofError:
        pass
track_log.track_log = tracked
"""
"""A log that could not be tracked ends with exit code 0."""


SLOW = ("concurrency", "determinism")
"""Parts whose trials start two whole commands each: they are for `tox -e slow`, and for `tox -e faults` itself."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in PARTS if name != "clusters"],
)
def test_a_few_trials_of_each_part_find_nothing(name: str, tmp_path: Path) -> None:
    """This is the short form. `tox -e faults` runs everything."""
    part = PARTS[name]
    lack = part.lack()
    if lack is not None:
        pytest.skip(lack)
    for number, trial in enumerate(part.few()):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert () == trial.run(folder).faults


@pytest.mark.parametrize(("load", "judged"), [(1.0, True), (1e6, False)])
def test_what_takes_too_long_is_a_fault_unless_the_machine_is_busy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, load: float, *, judged: bool
) -> None:
    """Then it is repeated in another run. Other faults are faults on any machine."""
    monkeypatch.setattr("psutil.getloadavg", lambda: (load, load, load))
    late, wrong = Outcome(faults=("smoke: goes on for 90 s",)), Outcome(faults=("smoke: shows a traceback",))
    trials = [Trial("late", lambda _: late), Trial("wrong", lambda _: wrong), Trial("right", lambda _: Outcome())]
    progress = Progress(tmp_path / "faults.json", "lives", [])
    assert ([late, wrong] if judged else [wrong]) == tried(trials, progress, "lives", float("inf"))
    assert ["right"] == [*progress.outcomes]


def test_a_decoder_that_holds_replies_to_no_schema_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle of replies finds it."""
    monkeypatch.setattr(schemas, "check", lambda *_: None)
    outcome = replies.block(tmp_path, range(3000))
    assert any("and not ('broken',)" in fault for fault in outcome.faults)


@pytest.mark.slow
def test_a_suite_that_forgives_a_process_is_found(tmp_path: Path) -> None:
    """The table of misbehaving processes finds it."""
    outcome = lives.tried(tmp_path, "replay", "answers with an empty line", 3, wrong=True, planted=FORGIVING)
    assert any("and not 3" in fault for fault in outcome.faults), outcome


ESCAPES = """
import os, subprocess
subprocess.Popen(["sleep", "20.25"], env={}, start_new_session=True, stdin=-3, stdout=-3, stderr=-3)
os.kill(os.getppid(), 9)
"""
"""A target that starts a process without the mark, as described in the docs, and kills the command."""


@pytest.mark.skipif(not is_here(), reason="needs Linux")
def test_what_a_forked_command_leaves_is_found_without_a_mark(tmp_path: Path) -> None:
    """The command is killed, so that nothing ends its processes. The next command is not affected."""
    (tmp_path / "escapes.py").write_text(ESCAPES, encoding="utf-8")
    (tmp_path / "temporary").mkdir()
    with Forking() as forking:

        def smoke(target: str) -> int | None:
            order = ("smoke", f"exec:{target}")
            streams = (tmp_path / "out", tmp_path / "err")
            return forking.run(tmp_path, tmp_path / "temporary", *order, streams=streams, seconds=90)

        assert smoke(f"{sys.executable} escapes.py") == -9
        assert ["sleep 20.25"] == [each for each in forking.left(0.2) if "sleep" in each]
        assert smoke("/no/such/target") == 3
        assert [] == forking.left()
    assert "/no/such/target" in (tmp_path / "err").read_text(encoding="utf-8")


def no_checksum() -> None:
    """Accept every checksum: injected into the process that reads damaged logs."""
    from ackproof_adapters.shards import shard  # noqa: PLC0415 - only there

    shard.xxhash.xxh3_64_hexdigest = _AnyDigest  # type: ignore[attr-defined]


class _AnyDigest(str):
    """A string that equals all others."""

    __slots__ = ()

    def __new__(cls, _: object = b"") -> Self:
        return super().__new__(cls, "0" * 16)

    def __eq__(self, _: object) -> bool:
        return True

    def __ne__(self, _: object) -> bool:
        return False

    __hash__ = str.__hash__


@pytest.mark.skipif(data.lack_of("shards") is not None, reason="no packages for sharded logs")
def test_a_checksum_that_nobody_reads_is_found(tmp_path: Path) -> None:
    """Flipping bytes of a record batch shows it."""
    everything = data.cases("shards")
    numbers = [
        number
        for number, (way, file, place) in enumerate(everything)
        if way == "flip" and file == 0 and place in range(344, 900, 8)
    ]
    outcome = data.block(tmp_path, {"shards": numbers}, no_checksum)
    assert any("other rows in silence" in fault for fault in outcome.faults), outcome


def test_a_command_without_a_guardian_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A target that ignores the end of its input outlives the command."""
    goes_on = "import time\ninput()\nopen('begun', 'w').close()\ntime.sleep(20)\n"
    (tmp_path / "goes_on.py").write_text(goes_on, encoding="utf-8")

    def begun(*arguments: Any, **options: Any) -> "subprocess.Popen[bytes]":
        process = started(*arguments, **options)
        while not (tmp_path / "begun").exists():
            assert process.poll() is None
            time.sleep(0.01)
        return process

    monkeypatch.setattr(signals, "started", begun)
    target = ("smoke", f"exec:{sys.executable} goes_on.py")
    monkeypatch.setitem(signals.COMMANDS, "smoke", signals.Command(target, 3.0, 1))
    outcome = signals.tried(tmp_path, "smoke", signal.SIGKILL, 0.1, planted=UNGUARDED, patience=1.0)
    assert any("left a process" in fault for fault in outcome.faults), outcome


@pytest.mark.slow
def test_files_that_are_written_in_place_are_found(tmp_path: Path) -> None:
    """A disk without room for all files shows it."""
    outcome = resources.tried(tmp_path, "certify", resource.RLIMIT_FSIZE, 1500, IN_PLACE, at_start=True)
    assert any("is not whole" in fault for fault in outcome.faults), outcome


@pytest.mark.slow
def test_a_folder_that_nobody_owns_is_found(tmp_path: Path) -> None:
    """Two commands that write into it show it."""
    outcome = concurrency.pair(tmp_path, "certify, waiting", "certify", 0.0, UNLOCKED)
    assert outcome.faults, "what each does to the other depends on who is first"


@pytest.mark.slow
def test_a_certificate_that_follows_a_hash_is_found(tmp_path: Path) -> None:
    """Another hash seed shows it."""
    way = determinism.Way({"PYTHONHASHSEED": "42"})
    outcome = determinism.tried(tmp_path, "hash seed", way, determinism.SHORT, BY_HASH)
    assert any("other certificate.json" in fault for fault in outcome.faults), outcome


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.skipif(signals.without_spark() is not None, reason=f"Spark cannot run here: {signals.without_spark()}")
def test_a_log_that_is_lost_with_its_master_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command must not report success."""
    from spark.clusters import Standing  # noqa: PLC0415 - not on every machine

    with Standing() as cluster:
        monkeypatch.setattr(clusters, "standing", lambda: cluster)
        monkeypatch.setattr(clusters, "EXECUTOR_THERE", 0.0)  # a job on started executors ends without the master
        outcome = clusters.killed(tmp_path, "track", "master", 0.0, SAYS_ALL_IS_WELL)
    assert any("another result" in fault for fault in outcome.faults), outcome
