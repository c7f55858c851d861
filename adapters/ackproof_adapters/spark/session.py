"""A Spark session on this machine, for the targets and the command line; a Spark context on a cluster, for campaigns;
and the checks of what they need.

Each process has one session, which lasts as long as the process. Starting a JVM takes seconds, so later callers get the
same session. It is not stopped: the JVM ends with Python. A session that was started elsewhere is used as it is, with
its settings.

The JVM writes its warnings to a file, so that they do not mix with the program's own messages on standard error. If the
JVM does not start, the error quotes the file.
"""

import os
import re
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from ackproof.engine.workers import scratch
from ackproof.errors import ClusterUnavailable, TargetUnavailable, UsageError

from ackproof_adapters import java
from ackproof_adapters.spark.transport.workers import KEEPING_MEMORY

if TYPE_CHECKING:
    from py4j.java_gateway import JavaGateway  # type: ignore[import-untyped]  # it brings no types
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

OLDEST_JAVA = 17  # what Spark 4 asks for; Spark 3.5 runs on it too
OLDEST_PACKAGES = {
    "pyspark": (3, 5),  # the oldest that was tested; `releases` has what it lacks
    "pyarrow": (18,),  # what PySpark 4.3 asks for
    "pandas": (2, 2),  # the same: `mapInArrow` does not use it, but fails without it
    "numba": (0, 61),
}
KNOCKING = 5.0
"""Seconds for a master to accept a connection."""

WHERE_IT_IS = 256
"""Bytes of a file with room for the address that a JVM reports."""

QUICK_TO_COMPILE = "-XX:TieredStopAtLevel=1"
"""An option of the JVM: it uses only its first compiler (C1), and not the optimizing one."""

OWN_NAME = "spark-application-"
"""The beginning of the name that Spark gives an application if no master has given it one."""

HERE = ("127.0.0.1", "localhost", "::1")

SOCKET_NAME = 43
"""Characters in which PySpark names a socket within a folder: `/.`, a UUID, `.sock`."""

MOST_IN_A_PATH = 103
"""Characters in the path of a socket that every system allows: macOS allows this many, Linux four more."""

_GET_PACKAGES = "pip install 'ackproof[spark]'"
JAVA = java.Wanted(
    OLDEST_JAVA,
    f"Spark needs {OLDEST_JAVA}",
    f"install a Java runtime, {OLDEST_JAVA} or later (Debian, Ubuntu: apt-get install openjdk-17-jre-headless; "
    "macOS: brew install openjdk@17), or set JAVA_HOME to one",
)


def missing() -> str | None:
    """Return what this machine lacks for Spark, and how to get it; None if nothing. This neither starts nor imports
    Spark.
    """
    return _missing_package() or _missing_java()


def missing_for_streams() -> str | None:
    """Return what streams lack where Spark itself can run; None if nothing.

    With the rows of PySpark 3.5 the state of a shard comes to Python in counts that are floats, which PyArrow does not
    take since 26.
    """
    if _numbers(version("pyspark")) < (4,) and _numbers(version("pyarrow")) >= (26,):
        found = f"PySpark {version('pyspark')} cannot keep the state of a stream with pyarrow {version('pyarrow')}"
        return f"{found}: pip install 'pyarrow<26', or a newer PySpark"
    return None


def _missing_package() -> str | None:
    for package, oldest in OLDEST_PACKAGES.items():
        try:
            found = version(package)
        except PackageNotFoundError:
            return f"{package} is not installed: {_GET_PACKAGES}"
        if _numbers(found) < oldest:
            return f"{package} {'.'.join(map(str, oldest))} or later is needed, and this is {found}: {_GET_PACKAGES}"
    return None


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", release))


def _missing_java() -> str | None:
    try:
        java.require_version(java.find("java", JAVA), JAVA)
    except LookupError as lack:
        return str(lack)
    return None


def local_session(*, for_python: bool = False) -> "SparkSession":
    """Return the Spark session of this process; if there is none, start one on all cores of this machine.

    `for_python` as in `session_on`. Raise `TargetUnavailable` if it cannot be started, with the reason and the remedy.
    """
    _refuse(_missing_package())
    from pyspark import SparkContext  # noqa: PLC0415  # only now is it known to be there
    from pyspark.sql import SparkSession  # noqa: PLC0415

    if SparkContext._active_spark_context is None:  # noqa: SLF001  # the public ways to ask start one
        return session_on("local[*]", for_python=for_python)
    return SparkSession.builder.getOrCreate()


def session_on(master: str, *, for_python: bool = False) -> "SparkSession":
    """Start a Spark session for a master, as `context_on` does."""
    context = context_on(master, for_python=for_python)
    from pyspark.sql import SparkSession  # noqa: PLC0415  # only now is it known to be there

    # The default of 200 is made for large clusters: here it would be two hundred Spark tasks for a handful of rows.
    return SparkSession.builder.config("spark.sql.shuffle.partitions", context.defaultParallelism).getOrCreate()


def context_on(master: str, *, for_python: bool = False) -> "SparkContext":
    """Start a Spark context for a master, such as `spark://host:7077`. The caller stops it.

    `for_python` says that its JVMs mostly start work in Python. They compile with C1 only, then: the second compiler
    takes longer than such a job lasts, and takes the cores from Python.

    Raise `TargetUnavailable` if Spark cannot start, with the reason and the remedy; `ClusterUnavailable` if no master
    answers or takes the application, as one of another release does not; `UsageError` if the name of the master is not
    valid.
    """
    if master.startswith("spark:"):
        _knock(master)
    _refuse(_missing_package())
    from pyspark import SparkContext  # noqa: PLC0415  # only now is it known to be there

    there = SparkContext._active_spark_context  # noqa: SLF001  # the public ways to ask start one
    _refuse(f"this process has one on {there.master} already; stop that first" if there is not None else None)
    return _started(master, QUICK_TO_COMPILE if for_python else "")


def is_here(master: str) -> bool:
    """Whether all of a cluster is on this machine, by its name."""
    return master.startswith("local") or all(host in HERE for host, _ in addresses(master))


def addresses(master: str) -> list[tuple[str, str]]:
    """Return host and port of each master in `spark://host:port,host:port`; none for another kind of master."""
    places = master.removeprefix("spark://").split(",") if master.startswith("spark://") else []
    return [(host.strip("[]"), port) for host, _, port in (place.rpartition(":") for place in places)]


@contextmanager
def settings(session: "SparkSession", wanted: Mapping[str, str]) -> Iterator[None]:
    """Change some settings of a session for a while. Queries that are started meanwhile keep them; then the user's are
    restored.
    """
    before = {name: session.conf.get(name, None) for name in wanted}
    try:
        for name, value in wanted.items():
            session.conf.set(name, value)
        yield
    finally:
        for name, known in before.items():
            if known is None:
                session.conf.unset(name)
            else:
                session.conf.set(name, known)


def _knock(master: str) -> None:
    """Check that a master can be reached. Spark itself would try for a minute, and then report another error."""
    refused = []
    for host, port in addresses(master):
        if not host or not port.isdigit():
            raise UsageError(f"{master!r} names no master; write spark://HOST:7077")
        try:
            socket.create_connection((host, int(port)), KNOCKING).close()
        except (OSError, OverflowError) as error:
            refused.append(f"{host}:{port}: {error}")
        else:
            return
    raise ClusterUnavailable(f"no Spark master answers at {'; '.join(refused)}; is it running, and is that its port?")


def _refuse(lack: str | None) -> None:
    if lack is not None:
        raise TargetUnavailable(f"Spark cannot run here: {lack}")


def _started(master: str, java_options: str) -> "SparkContext":
    _refuse(_missing_java())
    from pyspark import SparkConf, SparkContext, TaskContext  # noqa: PLC0415

    _refuse("this is a Spark task, and Spark does not run inside of Spark" if TaskContext.get() is not None else None)
    directory = scratch.folder_to_the_end("spark")
    conf = SparkConf().setAll(list(_settings(directory, master, java_options).items()))
    gateway = SparkContext._gateway  # noqa: SLF001  # the JVM of a context that was stopped can have another one
    with _workers_run_this_python(keep_named=not master.startswith("local")):
        if gateway is None:
            gateway = _launched(conf, directory / "jvm.log")
        try:
            with _interrupts_as_before():
                context = SparkContext(conf=conf, gateway=gateway)
        except Exception as error:  # whatever the error, Spark did not start
            if master.startswith("spark:") and "stopped SparkContext" in str(error):
                raise _not_taken(master) from error
            raise TargetUnavailable(f"Spark did not start: {_in_one_line(str(error))}") from error
    if master.startswith("spark:") and _has_no_master(context):
        with suppress(Exception):  # Spark is about to stop it anyway
            context.stop()
        raise _not_taken(master)
    return context


@contextmanager
def _interrupts_as_before() -> Iterator[None]:
    """Keep the handling of Ctrl-C as it was. PySpark's handler calls the JVM, and if that interrupts a call of ours,
    both fail.
    """
    handler = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, handler)


def _has_no_master(context: "SparkContext") -> bool:
    """Whether no standalone master has given this application a name, which is the first thing that one does."""
    try:
        return context._jsc.sc().isStopped() or context.applicationId.startswith(OWN_NAME)  # noqa: SLF001
    except Exception:  # noqa: BLE001  # Spark has stopped it between the two
        return True


def _not_taken(master: str) -> ClusterUnavailable:
    # A master of another release cannot read the request, and does not answer: Spark asks for a minute.
    return ClusterUnavailable(
        f"{master} accepts connections, and no master there took this application within a minute; it may be of "
        f"another release of Spark than PySpark {version('pyspark')} here: install the pyspark of the cluster's release"
    )


def _launched(conf: "SparkConf", words: Path) -> "JavaGateway":
    from pyspark.java_gateway import launch_gateway  # noqa: PLC0415

    # The JVM writes its address into such a file. If it cannot, it lives on, and PySpark waits for it for ever.
    room = words.with_name("room")
    room.write_bytes(bytes(WHERE_IT_IS))
    room.unlink()
    with words.open("wb") as file:
        try:
            return launch_gateway(conf, {"stdout": file, "stderr": file})  # type: ignore[no-untyped-call]  # has no types
        except Exception as error:  # whatever the error, the JVM did not start
            output = _in_one_line(words.read_text(errors="replace"))
            raise TargetUnavailable(
                f"Spark's JVM did not start: {_in_one_line(str(error))} It said: {output}"
            ) from error


def _in_one_line(text: str) -> str:
    return " / ".join(line.strip() for line in text.splitlines() if line.strip())


def _settings(directory: Path, master: str, java_options: str) -> dict[str, str]:
    # Loopback only, if possible: then no firewall, VPN or host name that does not resolve is in the way.
    network = {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"} if is_here(master) else {}
    homes = " ".join(f'"-D{name}={directory}"' for name in ("derby.system.home", "java.io.tmpdir"))
    return {
        "spark.master": master,
        "spark.app.name": "ackproof",
        **network,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        # Adaptive execution plans again while a job runs, by the size of results so far. For small jobs that only adds
        # waiting time.
        "spark.sql.adaptive.enabled": "false",
        # Both would be created in the current directory.
        "spark.sql.warehouse.dir": str(directory / "warehouse"),
        # Files that Spark and its libraries leave if the JVM is killed are removed with the folder.
        "spark.driver.extraJavaOptions": f"{homes} {java_options}",
        **{f"spark.executorEnv.{name}": value for name, value in KEEPING_MEMORY.items()},
        **_sockets(directory, master),
        **({"spark.executor.extraJavaOptions": java_options} if java_options else {}),
    }


def _sockets(directory: Path, master: str) -> dict[str, str]:
    """Let the JVM and the Python workers of this machine use Unix sockets, if their paths are short enough.

    Spark begins each task with two short writes. Over TCP the second waits until the worker confirms the first, which
    systems delay by 40 milliseconds. PySpark before 4.1 ignores this setting.
    """
    fits = len(str(directory)) + SOCKET_NAME <= MOST_IN_A_PATH
    return {"spark.python.unix.domain.socket.enabled": "true"} if is_here(master) and fits else {}


@contextmanager
def _workers_run_this_python(*, keep_named: bool) -> Iterator[None]:
    """Set the Python of the workers. By default they run the `python3` on the PATH, which may lack Arrow or have
    another version.

    On other machines Python may be at another path, which PYSPARK_PYTHON names.
    """
    before = os.environ.get("PYSPARK_PYTHON")
    os.environ["PYSPARK_PYTHON"] = before if before and keep_named else sys.executable
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYSPARK_PYTHON"]
        else:
            os.environ["PYSPARK_PYTHON"] = before
