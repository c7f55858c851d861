"""Campaigns on Spark: on this machine's cores, and on a real standalone cluster on loopback."""

import gc
import json
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from ackproof.errors import ClusterUnavailable
from ackproof_adapters.spark import campaign
from ackproof_adapters.spark.session import missing
from attrs import define
from common.command import Command
from common.started import hear_signals

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(missing() is not None, reason=f"Spark cannot run here: {missing()}"),
]

FORGETFUL = "ackproof.examples.forgetful:make"
PIPED = f"exec:{sys.executable} -m ackproof serve {FORGETFUL}"
CLOCK = re.compile(r'("(?:seconds|started)": )[^,\n]+')
LOCAL = "local[2]"
MANY = ("--rule", "ACK-08", "--profile", "storm2", "--examples", "1010")
"""The arguments for a rule that takes twice as many workloads: two pieces for each target."""

PATH = os.pathsep.join(sys.path)


@pytest.fixture
def master(request: pytest.FixtureRequest) -> str:
    """The name of a master: this machine's cores, or a cluster."""
    return LOCAL if request.param == "local" else str(request.getfixturevalue(request.param))


def masters(quick: str) -> pytest.MarkDecorator:
    """Return a mark that runs a test on both masters; the one that is not `quick` only with slow tests."""
    each = [pytest.param(name, marks=() if name == quick else pytest.mark.slow) for name in ("local", "standalone")]
    return pytest.mark.parametrize("master", each, indirect=True)


def certify(folder: Path, *arguments: str, script: str = "") -> tuple[int, str, str]:
    """Run `ackproof certify` in a separate process; return its exit code, certificate and stderr."""
    folder.mkdir(exist_ok=True)
    command = f"import sys\n{script}\nfrom ackproof.start import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", command, "certify", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PATH},
        capture_output=True,
        text=True,
        check=False,
    )
    path = folder / "out" / "certificate.json"
    certificate = path.read_text(encoding="utf-8") if path.exists() else ""
    return done.returncode, CLOCK.sub(r"\1", certificate), done.stderr


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, str]:
    """The certificate of a run in one process, of wrong targets."""
    code, certificate, _ = certify(tmp_path_factory.mktemp("alone"), FORGETFUL, PIPED, *MANY)
    assert 1 == code
    return code, certificate


@define
class Lasting(campaign.SparkWorkers):
    """The workers of the session that these tests share, which is kept after the campaign."""

    def close(self) -> None:
        """Leave the session as it is."""


@pytest.mark.shrinks
def test_a_session_says_what_one_process_says(spark: "SparkSession", ackproof: Command) -> None:
    """Every verdict is compared, with the witness of a wrong acker, whose examples are in many pieces."""
    arguments = ("certify", FORGETFUL, "--rule", "ACK-0[38]", "--examples", "40")
    with (
        mock.patch("ackproof.engine.examination.drawing.BATCH", 9),
        mock.patch("ackproof.engine.workers.pool.connect", return_value=Lasting(spark.sparkContext, LOCAL)),
    ):
        assert 1 == ackproof(*arguments, "--master", LOCAL, "--out", "spread").code
    assert 1 == ackproof(*arguments, "--out", "alone").code
    spread, alone = (
        CLOCK.sub(r"\g<1>0", Path(folder, "certificate.json").read_text(encoding="utf-8"))
        for folder in ("spread", "alone")
    )
    assert json.loads(alone)["verdicts"] == json.loads(spread)["verdicts"]
    assert '"witness"' in alone


@pytest.mark.parametrize(
    "arguments",
    [
        ("mutants", "or-instead-of-xor", "seen-acks-dropped", "--matrix", "--examples", "5", "--out", "matrix.json"),
        ("explore", "--tuples", "2", "--roots", "1", "--variant", "zero-first", "--out", "witness.json"),
    ],
)
def test_kills_and_explorations_are_those_of_one_process(
    spark: "SparkSession", ackproof: Command, arguments: tuple[str, ...]
) -> None:
    """What is printed is compared, without its times, and what is written."""
    found = []
    for more in ((), ("--master", LOCAL)):
        with mock.patch("ackproof.engine.workers.pool.connect", return_value=Lasting(spark.sparkContext, LOCAL)):
            done = ackproof(*arguments, *more)
        written = Path(arguments[-1])
        found.append((done.code, re.sub(r"seconds .*", "", done.out), written.read_text(encoding="utf-8")))
        written.unlink()
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.parametrize("master", ["local", "standalone"], indirect=True)
def test_the_certificate_is_that_of_one_process(master: str, alone: tuple[int, str], tmp_path: Path) -> None:
    """It is equal byte for byte except for the times, with the witness of a wrong acker, and of one that runs as a
    process.

    On a cluster, this is tested together with the kill of an executor.
    """
    code, certificate, result = certify(tmp_path, FORGETFUL, PIPED, *MANY, "--master", master)
    assert alone == (code, certificate), result
    assert '"witness"' in certificate


@pytest.mark.parametrize(
    ("master", "target"),
    [
        pytest.param("local", "kills_its_worker_once", marks=pytest.mark.slow),
        pytest.param("standalone", "kills_its_worker_once", marks=pytest.mark.slow),
        pytest.param("standalone", "kills_its_executor_once", marks=pytest.mark.slow),
        pytest.param("standalone_with_one_worker", "kills_its_executor_once", marks=pytest.mark.slow),
    ],
    indirect=["master"],
)
def test_a_process_that_dies_costs_a_retry(master: str, target: str, marks: Path, tmp_path: Path) -> None:
    """The certificate equals that of a later run without deaths.

    In the next test a worker dies once too, among others, for every change.
    """
    for mark in marks.iterdir():
        mark.unlink()
    arguments = (f"spark.deadly:{target}", "--rule", "ACK-0[38]", "--examples", "50")
    code, certificate, result = certify(tmp_path / "spread", *arguments, "--master", master)
    assert 0 == code, result
    assert 1 == len(list(marks.iterdir())), "nothing was killed"
    assert (code, certificate) == certify(tmp_path / "alone", *arguments)[:2]


@masters(quick="local")
def test_one_that_always_dies_is_an_error_of_its_rule(master: str, marks: Path, tmp_path: Path) -> None:
    """The run continues, and reports the number of attempts. One that dies once is tried again."""
    for mark in marks.iterdir():
        mark.unlink()
    targets = ("spark.deadly:kills_always", "spark.deadly:kills_its_worker_once", "reference")
    code, certificate, result = certify(
        tmp_path, *targets, "--rule", "ACK-03", "--profile", "storm2", "--examples", "60", "--master", master
    )
    assert 3 == code, result
    assert "was given the examples 0 to 59, and the process that it ran in died, each of 4 times" in certificate
    assert 1 == certificate.count('"verdict": "ERROR"')
    assert 1 == len(list(marks.iterdir())), "nothing was killed once"
    assert 2 == certificate.count('"verdict": "PASS"')
    assert "Traceback" not in result


@pytest.mark.parametrize("name", ["spark://127.0.0.1:{}", "spark://127.0.0.1:{0},localhost:{0}"])
def test_a_master_that_is_not_there_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    """The error comes at once, not after a minute of tries."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: nobody else can be there
        port = taken.getsockname()[1]
        code, certificate, result = certify(tmp_path, "reference", "--master", name.format(port))
    assert (3, "") == (code, certificate)
    (line,) = result.splitlines()
    assert line.startswith(f"ackproof: no Spark master answers at 127.0.0.1:{port}: ")


@pytest.mark.parametrize("name", ["spark://nowhere", "local[x]"])
def test_a_name_that_is_no_master_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    """Nothing is run."""
    code, certificate, result = certify(tmp_path, "reference", "--master", name)
    assert code in (2, 3)
    assert "" == certificate
    usage, line = result.splitlines()
    assert usage.startswith("usage: ackproof certify ")
    assert name in line


def other_suites(expected: str) -> str:
    """Return the error for a worker with another suite."""
    return f"a worker of {expected} has another suite: version {version('ackproof')} instead of 99.0"


def test_a_worker_with_another_suite_is_noticed(spark: "SparkSession", monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has both versions. The worker would draw other workloads, or judge them differently."""
    workers = campaign.SparkWorkers(spark.sparkContext, "the-master")
    monkeypatch.setattr(campaign, "_ours", lambda: {"version": "99.0"})
    with pytest.raises(ClusterUnavailable, match=other_suites("the-master")):
        workers._done(pickle.dumps("work"))


def test_the_jvm_does_not_keep_the_work_of_jobs_that_are_done(
    spark: "SparkSession", monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds also if Python collects no garbage by itself: a log of a hundred million lines had filled the JVM's
    heap.
    """
    from py4j.java_gateway import JavaObject  # type: ignore[import-untyped]  # noqa: PLC0415  # only now is it there

    def held() -> int:
        """Return the number of the JVM's objects that cannot be collected yet."""
        return sum(type(each) is JavaObject for each in gc.get_objects())

    workers = campaign.SparkWorkers(spark.sparkContext, "the-master")
    work = pickle.dumps(partial(len, bytes(1000)))
    monkeypatch.setattr(campaign, "MOST_HELD", 2 * len(work))
    gc.collect()
    gc.disable()
    try:
        counts = [held() for _ in range(9) if workers._done(work) == 1000]
    finally:
        gc.enable()
    assert max(counts[5:]) <= max(counts[:5])


@pytest.mark.slow
@pytest.mark.parametrize("master", ["local", "standalone"], indirect=True)
def test_a_worker_with_another_suite_is_told(master: str, tmp_path: Path) -> None:
    """The command's error is one line."""
    newer = "from ackproof_adapters.spark import campaign\ncampaign._ours = lambda: {'version': '99.0'}"
    code, certificate, result = certify(tmp_path, "reference", "--rule", "ACK-03", "--master", master, script=newer)
    assert (3, "") == (code, certificate)
    (line,) = [line for line in result.splitlines() if " elapsed" not in line]
    assert other_suites(master) in line


def test_an_interrupted_campaign_ends_at_once(tmp_path: Path) -> None:
    """It ends with one line, without a traceback of Spark."""
    command = [sys.executable, "-m", "ackproof", "certify", "reference", "--rule", "ACK-0?", "--examples", "20000"]
    with subprocess.Popen(
        [*command, "--master", LOCAL],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PATH},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_signals,  # noqa: PLW1509 - one thread
    ) as process:
        assert process.stderr is not None
        # On a slow machine Spark is still starting when the first line is due.
        begun = next(line for line in process.stderr if not line.startswith("starting, "))
        process.send_signal(signal.SIGINT)
        _, written = process.communicate()
    assert begun.startswith("0/18 verdicts, no violation, ")
    assert 130 == process.returncode
    assert ["ackproof: interrupted"] == [line for line in written.splitlines() if " verdicts, " not in line]
