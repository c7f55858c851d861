"""The errors if Spark cannot run, and the session if it can."""

import os
import subprocess
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from ackproof.errors import TargetUnavailable, shortage
from ackproof_adapters.spark import session
from ackproof_adapters.spark.session import local_session, missing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def in_another_python(script: str, cwd: Path | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a separate process, without a session."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    command = [sys.executable, "-c", script]
    # ruff takes this for an unsafe command
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=environment)


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only java of this machine: an executable file, which a test writes."""
    command = tmp_path / "bin" / "java"
    command.parent.mkdir()
    command.touch(mode=0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    return command


def says(version: str) -> str:
    """Return a fake java that answers like the one of that version."""
    return (
        f"#!/bin/sh\necho 'Picked up JAVA_TOOL_OPTIONS: -Dx=\"1\"' >&2\necho 'openjdk version \"{version}\" 2024' >&2\n"
    )


@pytest.mark.parametrize(("version", "named"), [("1.8.0_392", "Java 8"), ("11.0.21", "Java 11"), ("16", "Java 16")])
def test_a_java_that_is_too_old_is_named(java: Path, version: str, named: str) -> None:
    """The error has the required version, and how to get it."""
    java.write_text(says(version))
    message = missing()
    assert message is not None
    assert [] == [part for part in (str(java), named, "17", "apt-get", "JAVA_HOME") if part not in message], message


@pytest.mark.parametrize("version", ["17.0.15", "21.0.4", "25-ea"])
def test_a_java_that_will_do_is_not_complained_of(java: Path, version: str) -> None:
    """Versions newer than this file are accepted, too."""
    java.write_text(says(version))
    assert missing() is None


@pytest.mark.skipif(sys.platform != "linux", reason="limits are there on Linux alone")
def test_a_jvm_is_not_waited_for_that_could_not_say_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no room to write its port, but continues to run, and would be waited for forever."""
    import resource  # noqa: PLC0415 - not on every machine

    monkeypatch.setattr("pyspark.java_gateway.launch_gateway", mock.Mock(side_effect=AssertionError))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as found:
            session._launched(mock.Mock(), tmp_path / "jvm.log")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "there is no room on the disk for this" in (shortage(found.value) or "")


def test_a_java_that_says_no_version_is_named(java: Path) -> None:
    """The error quotes it."""
    java.write_text("#!/bin/sh\necho 'no such thing' >&2\n")
    assert "no such thing" in str(missing())


def test_a_java_home_without_java_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spark does not search the PATH then, so the check does not either."""
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    message = missing()
    assert message is not None
    assert message.startswith(f"JAVA_HOME is {tmp_path}, which has no bin/java: install a Java runtime")


def test_no_java_at_all_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has the remedy."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    message = missing()
    assert message is not None
    assert message.startswith("there is no java on the PATH: install a Java runtime, 17 or later")


@pytest.mark.parametrize(
    ("needed", "expected"),
    [
        ({"no-such-package": (1,)}, "no-such-package is not installed: pip install 'ackproof[spark]'"),
        ({"attrs": (2**31, 5)}, "attrs 2147483648.5 or later is needed"),
    ],
)
def test_a_package_that_is_missing_or_too_old_is_named(
    monkeypatch: pytest.MonkeyPatch, needed: dict[str, tuple[int, ...]], expected: str
) -> None:
    """A session is refused for the same reason."""
    monkeypatch.setattr(session, "OLDEST_PACKAGES", needed)
    assert str(missing()).startswith(expected)
    with pytest.raises(TargetUnavailable, match=r"^Spark cannot run here: "):
        local_session()


@pytest.mark.spark
def test_a_session_that_is_there_is_used_as_it_is(spark: "SparkSession", monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is started, so Java is not checked."""
    monkeypatch.setenv("JAVA_HOME", os.devnull)
    before = spark.conf.getAll
    assert spark.sparkContext is local_session().sparkContext
    assert before == spark.conf.getAll


@pytest.mark.spark
@pytest.mark.usefixtures("spark")
def test_a_jvm_that_does_not_start_is_quoted() -> None:
    """The quote is in one line, and not printed elsewhere."""
    script = """if True:
        from ackproof.errors import TargetUnavailable
        from ackproof_adapters.spark.session import local_session
        try:
            local_session()
        except TargetUnavailable as unavailable:
            print(unavailable)
    """
    ran = in_another_python(script, PYSPARK_SUBMIT_ARGS="--driver-memory 1000000t pyspark-shell")
    lines = ran.stdout.splitlines()
    assert (1, "", 0) == (len(lines), ran.stderr, ran.returncode), ran
    assert lines[0].startswith("Spark's JVM did not start: ")
    assert "heap" in lines[0]


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.usefixtures("spark")
def test_it_starts_quietly_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """There is nothing on standard error, nothing in the current directory, and workers always run this Python.

    Its JVM compiles as requested.
    """
    script = """if True:
        import os
        from ackproof_adapters.spark.session import QUICK_TO_COMPILE, local_session
        spark = local_session(for_python=True)
        print(spark.sparkContext.pythonExec, os.environ["PYSPARK_PYTHON"], spark.conf.get("spark.driver.host"))
        jvm = spark.sparkContext._jvm.java.lang.management.ManagementFactory.getRuntimeMXBean()
        assert QUICK_TO_COMPILE in list(jvm.getInputArguments()), list(jvm.getInputArguments())
    """
    ran = in_another_python(script, cwd=tmp_path, PYSPARK_PYTHON="no-such-python")
    assert (f"{sys.executable} no-such-python 127.0.0.1\n", "", 0) == (ran.stdout, ran.stderr, ran.returncode)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("pyspark", "pyarrow", "begins"),
    [("3.5.9", "26.0.1", "PySpark 3.5.9 cannot keep the state"), ("3.5.9", "25.0.0", ""), ("4.0.5", "26.0.1", "")],
)
def test_a_pyarrow_that_streams_of_an_old_spark_cannot_use_is_named(
    monkeypatch: pytest.MonkeyPatch, pyspark: str, pyarrow: str, begins: str
) -> None:
    """The error says what to install; any other pair is accepted."""
    monkeypatch.setattr(session, "version", {"pyspark": pyspark, "pyarrow": pyarrow}.__getitem__)
    message = session.missing_for_streams()
    assert bool(begins) == (message is not None)
    assert str(message or "").startswith(begins)


@pytest.mark.parametrize(
    ("folder", "master", "by_file"),
    [
        ("/var/spark", "local[2]", True),
        ("/var/spark", "spark://127.0.0.1:7077", True),
        ("/var/spark", "spark://elsewhere:7077", False),
        ("/" + 59 * "x", "local[2]", True),
        ("/" + 60 * "x", "local[2]", False),
    ],
)
def test_workers_are_talked_to_over_a_file_where_its_path_is_short_enough(
    folder: str, master: str, *, by_file: bool
) -> None:
    """The system with the shortest socket paths has room for 104 bytes, including the final zero."""
    found = session._settings(Path(folder), master, "")  # no session has such a folder
    assert by_file == ("spark.python.unix.domain.socket.enabled" in found)
    assert len(f"{folder}/.{uuid.uuid4()}.sock") <= 103 or not by_file


class NoMaster:
    """A context with a name by Spark itself, because no master accepted it."""

    applicationId = "spark-application-1795393020828"  # noqa: N815  # Spark's name


class Registered:
    """A context with a name by a master, which has not stopped."""

    applicationId = "app-20261123000000-0000"  # noqa: N815  # Spark's name
    _jsc = mock.Mock(sc=lambda: mock.Mock(isStopped=lambda: False))


@pytest.mark.parametrize(("context", "expected"), [(NoMaster(), True), (Registered(), False)])
def test_an_application_that_no_master_took_is_recognized(context: Any, *, expected: bool) -> None:
    """It is recognized by its name, or because it stopped during the check."""
    assert expected == session._has_no_master(context)
