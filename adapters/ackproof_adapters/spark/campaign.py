"""Campaigns on a Spark cluster: each piece of work is a row, and a job of its own.

So a piece comes back as soon as it is done, and one that cannot be done takes no other with it. Spark tries a piece
again whose Python process or executor died, and gives up after `ATTEMPTS`: that is the job's failure, and the campaign
makes a verdict of it.

The rows are pickled on this side, so to Spark they are bytes. A worker says first which suite it has; another version
would draw other workloads, or judge them otherwise.
"""

import pickle
import re
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

import ackproof
from ackproof.engine.certificate import suite
from ackproof.errors import AckproofError, ClusterUnavailable, SuiteError, TargetUnavailable, WorkerLost
from ackproof.text.sanitize import printable
from attrs import asdict, define, field

from ackproof_adapters.spark.session import context_on

if TYPE_CHECKING:
    from pyspark import SparkContext

ATTEMPTS = 4
"""So often a piece is begun, if the process dies each time."""

ALONE = 180.0
"""Seconds to wait for the first worker, or for another when the last is gone."""

MOST_JOBS = 512
"""Jobs at once: each has a thread on this side."""

LONGEST_WORDS = 200
"""Characters of Spark's that are quoted."""

OF_THE_CLUSTER = r"PYTHON_VERSION_MISMATCH|Cannot run program|Error: "
"""Words of a job's failure in which the target has no part: the process that it runs in catches all that it raises."""

CAME, FAILED, BUG, OTHER = "came", "failed", "bug", "other"
"""What a worker sends back: a result, an error to raise here, the traceback of a bug, or the suite that it has where
that is not ours."""

R = TypeVar("R")

Came = tuple[str, Any]


def connect(master: str) -> "SparkWorkers":
    """Return the workers of a Spark master: `local[N]`, or `spark://host:port`; others as Spark understands them.

    Raise `ClusterUnavailable` if it cannot be reached, or Spark cannot run here; `UsageError` if it is no such name.
    """
    try:
        context = context_on(_with_attempts(master), for_python=True)
    except TargetUnavailable as error:
        raise ClusterUnavailable(f"{master} cannot be used: {error}") from error
    return SparkWorkers(context, master)


def _with_attempts(master: str) -> str:
    """Return the name of the master with the attempts in it, where Spark asks for that: `local[2]` tries only once."""
    match = re.fullmatch(r"local(?:\[\s*([0-9]+|\*)\s*\])?", master)
    return f"local[{match[1] or 1},{ATTEMPTS}]" if match else master


PAUSE = 0.1
"""Seconds between two attempts to cancel what is under way."""


@define
class SparkWorkers:
    """The Python processes of a Spark application."""

    context: "SparkContext"
    master: str
    _threads: ThreadPoolExecutor = field(init=False, factory=lambda: ThreadPoolExecutor(MOST_JOBS))
    _look: ThreadPoolExecutor = field(init=False, factory=lambda: ThreadPoolExecutor(1))
    _submitted: set[Future[Any]] = field(init=False, factory=set)
    _last_seen: float = field(init=False, factory=time.monotonic)

    def submit(self, work: Callable[[], R]) -> Future[R]:
        """See `ackproof.engine.pool.Pool`."""
        submitted = cast("Future[R]", self._threads.submit(self._done, pickle.dumps(work)))
        self._submitted.add(submitted)
        submitted.add_done_callback(self._submitted.discard)
        return submitted

    def size(self) -> int:
        """Return how many cores there are, as far as Spark knows by now."""
        return self._look.submit(self._size).result()  # in a thread, so that Ctrl-C does not meet a talk with the JVM

    def _size(self) -> int:
        spark = self.context._jsc.sc()  # noqa: SLF001  # the Python side does not tell
        if spark.isStopped():
            raise ClusterUnavailable(f"{self.master} has ended this application; its pages and logs say why")
        here = 1  # the driver counts as one
        if self.master.startswith("local") or len(spark.statusTracker().getExecutorInfos()) > here:
            self._last_seen = time.monotonic()
        elif time.monotonic() - self._last_seen > ALONE:
            raise ClusterUnavailable(
                f"{self.master} has given no executor for {ALONE:.0f} s: it may have no worker, or none with 1 GB free"
            )
        return min(MOST_JOBS // 2, self.context.defaultParallelism)

    def close(self) -> None:
        """Stop the application, and with it all that is under way."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._look.shutdown()
        with suppress(Exception):  # it may be gone, which is as well
            # A job that a thread was about to start is not among those that are cancelled, and one that starts while
            # Spark stops never ends.
            self.context.cancelAllJobs()
            while wait(self._submitted.copy(), PAUSE).not_done:
                self.context.cancelAllJobs()
        with suppress(Exception):
            self.context.stop()
        self._threads.shutdown()

    def _done(self, work: bytes) -> object:
        """Return what a piece of work returned, or raise what it raised."""
        try:
            ((kind, came),) = self.context.parallelize([work], 1).map(partial(_at_the_worker, _ours())).collect()
        except Exception as error:  # whatever it was, nothing came back
            raise _in_our_words(str(error), self.master) from error
        if kind == OTHER:
            differing = [f"{name} {came.get(name)} instead of {ours}" for name, ours in _ours().items()]
            raise ClusterUnavailable(f"a worker of {self.master} has another suite: {'; '.join(differing)}")
        if kind == BUG:
            raise SuiteError(f"the suite itself failed on a worker:\n{came}")
        found = pickle.loads(came)  # noqa: S301  # of our own worker
        if kind == FAILED:
            raise found
        return found


def _ours() -> dict[str, str]:
    """Return what has to be the same on both sides for the same workloads, verdicts and witnesses."""
    return {name: value for name, value in asdict(suite()).items() if name != "python"}  # Spark sees to that


def _at_the_worker(ours: dict[str, str], work: bytes) -> Came:
    """Do a piece of work, in a Python process of Spark's."""
    theirs = _ours()
    if theirs != ours:
        return OTHER, theirs
    try:
        return CAME, pickle.dumps(pickle.loads(work)())  # noqa: S301  # of our own driver
    except AckproofError as error:
        return FAILED, pickle.dumps(error)
    except BaseException:  # noqa: BLE001  # told on the other side, which raises it
        return BUG, traceback.format_exc()


def _in_our_words(failure: str, master: str) -> AckproofError:
    """Return what the failure of a job means."""
    if "SparkContext was shut down" in failure or "stopped SparkContext" in failure:
        return ClusterUnavailable(f"{master} has ended this application; its pages and logs say why")
    if re.search(r"No module named '(ackproof|acking)|_at_the_worker", failure):
        return ClusterUnavailable(
            f"the workers of {master} have no ackproof {ackproof.__version__}: install it, with what the targets need, "
            "for the Python of every worker"
        )
    words = next((line for line in failure.splitlines() if re.search(OF_THE_CLUSTER, line)), None)
    if words is not None:
        return ClusterUnavailable(
            f"the workers of {master} cannot run Python: {words.strip()}; PYSPARK_PYTHON names the Python to run there"
        )
    last = re.search(r"most recent failure: .*?\): (.*)", failure)
    quoted = f"; Spark says: {printable(last[1][:LONGEST_WORDS])}" if last else ""
    return WorkerLost(f"the process that it ran in died, each of {ATTEMPTS} times{quoted}")
