"""Campaigns on a Spark cluster: each piece of work is a row, and a job of its own.

So the result of a piece is there as soon as the piece is done, and one that fails does not affect the others. If the
Python process or the executor of a piece dies, Spark tries the piece again, and gives up after `ATTEMPTS`: the job
fails, and the campaign makes a verdict of that.

The rows are pickled on the driver, so Spark handles them as bytes. A worker first compares its suite with ours: another
version would draw other workloads, or judge them differently.
"""

import gc
import pickle
import re
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

import ackproof
from ackproof.engine.evidence.certificate import suite
from ackproof.errors import AckproofError, ClusterUnavailable, SuiteError, TargetUnavailable, WorkerLost
from ackproof.text.sanitize import printable
from attrs import asdict, define, field

from ackproof_adapters.spark.session import context_on
from ackproof_adapters.spark.transport.workers import settle

if TYPE_CHECKING:
    from pyspark import SparkContext

ATTEMPTS = 4
"""The number of attempts for a piece whose process dies each time."""

ALONE = 180.0
"""Seconds to wait for the first worker, or for another one when the last is gone."""

MOST_JOBS = 512
"""Jobs at once: each has a thread in this process."""

MOST_HELD = 1 << 27
"""Bytes of finished work that the JVM may hold. Its heap is 1 GB."""

LONGEST_WORDS = 200
"""Characters that are quoted of a message of Spark's."""

OF_THE_CLUSTER = r"PYTHON_VERSION_MISMATCH|Cannot run program|Error: "
"""Parts of a job's failure that do not come from the target: the process that runs the target catches all its errors.
"""

RETURNED, RAISED, BUG, OTHER_SUITE = "returned", "raised", "bug", "other"
Answer = tuple[str, bytes | str | dict[str, str]]
"""A worker's answer, by its kind: a pickled result, a pickled error to raise here, the traceback of a bug, or the
worker's suite if it is not ours. It is plain data, so that the answer of another version can be read.
"""

R = TypeVar("R")


def connect(master: str) -> "SparkWorkers":
    """Return the workers of a Spark master: `local[N]`, `spark://host:port`, or another name that Spark knows.

    Raise `ClusterUnavailable` if it cannot be reached, or Spark cannot run here; `UsageError` if the name is not valid.
    """
    try:
        context = context_on(_with_attempts(master), for_python=True)
    except TargetUnavailable as error:
        raise ClusterUnavailable(f"{master} cannot be used: {error}") from error
    return SparkWorkers(context, master)


def _with_attempts(master: str) -> str:
    """Return the name of the master with the number of attempts in it, if Spark needs that: `local[2]` tries
    only once.
    """
    match = re.fullmatch(r"local(?:\[\s*([0-9]+|\*)\s*\])?", master)
    return f"local[{match[1] or 1},{ATTEMPTS}]" if match else master


PAUSE = 0.1
"""Seconds between two attempts to cancel running jobs."""


@define
class SparkWorkers:
    """The Python processes of a Spark application."""

    context: "SparkContext"
    master: str
    _threads: ThreadPoolExecutor = field(init=False, factory=lambda: ThreadPoolExecutor(MOST_JOBS))
    _look: ThreadPoolExecutor = field(init=False, factory=lambda: ThreadPoolExecutor(1))
    _submitted: set[Future[Any]] = field(init=False, factory=set)
    _last_seen: float = field(init=False, factory=time.monotonic)
    _held: int = field(init=False, default=0)

    def submit(self, work: Callable[[], R]) -> Future[R]:
        """See `ackproof.engine.workers.pool.Pool`."""
        submitted = cast("Future[R]", self._threads.submit(self._done, pickle.dumps(work)))
        self._submitted.add(submitted)
        submitted.add_done_callback(self._submitted.discard)
        return submitted

    def size(self) -> int:
        """Return how many cores there are, as far as Spark knows now."""
        return self._look.submit(self._size).result()  # in a thread: Ctrl-C must not interrupt a call to the JVM

    def _size(self) -> int:
        spark = self.context._jsc.sc()  # noqa: SLF001  # the Python API has no method for it
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
        """Stop the application, and with it all running work."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._look.shutdown()
        with suppress(Exception):  # it may be gone already
            # A job that a thread was about to start is not among those that are cancelled, and one that starts while
            # Spark stops never ends.
            self.context.cancelAllJobs()
            while wait(self._submitted.copy(), PAUSE).not_done:
                self.context.cancelAllJobs()
        with suppress(Exception):
            self.context.stop()
        self._threads.shutdown()

    def _let_go(self, more: int) -> None:
        """Have the JVM forget finished jobs, if it holds much of their work.

        The JVM keeps the work of a job as long as Python has PySpark's objects for it. These are in cycles, and a large
        process collects its garbage so rarely that the JVM runs out of memory first.
        """
        self._held += more
        if self._held > MOST_HELD:
            self._held = 0
            gc.collect()

    def _done(self, work: bytes) -> object:
        """Return what a piece of work returned, or raise what it raised."""
        self._let_go(len(work))
        try:
            (answer,) = self.context.parallelize([work], 1).map(partial(_at_the_worker, _ours())).collect()
        except Exception as error:  # whatever the error, there is no answer
            raise _in_our_words(str(error), self.master) from error
        return _result_of(answer, self.master)


def _result_of(answer: Answer, master: str) -> object:
    """Return the result that a worker answered with, or raise what went wrong there."""
    match answer:
        case (str(kind), bytes(pickled)) if kind in (RETURNED, RAISED):
            result = pickle.loads(pickled)  # noqa: S301  # of our own worker
            if kind == RAISED:
                raise result
            return result
        case (str(kind), dict(theirs)) if kind == OTHER_SUITE:
            differing = [f"{name} {theirs.get(name)} instead of {ours}" for name, ours in _ours().items()]
            raise ClusterUnavailable(f"a worker of {master} has another suite: {'; '.join(differing)}")
        case _:
            raise SuiteError(f"the suite itself failed on a worker:\n{answer[1]!s}")


@cache
def _ours() -> dict[str, str]:
    """Return what has to be the same on driver and worker for the same workloads, verdicts and witnesses."""
    return {name: value for name, value in asdict(suite()).items() if name != "python"}  # Spark checks that


def _at_the_worker(ours: dict[str, str], work: bytes) -> Answer:
    """Do a piece of work, in a Python process of Spark's."""
    settle()  # otherwise the collector takes longer between two tasks than a small piece of work
    theirs = _ours()
    if theirs != ours:
        return OTHER_SUITE, theirs
    try:
        return RETURNED, pickle.dumps(pickle.loads(work)())  # noqa: S301  # of our own driver
    except AckproofError as error:
        return RAISED, pickle.dumps(error)
    except BaseException:  # noqa: BLE001  # the driver raises it
        return BUG, traceback.format_exc()


def _in_our_words(failure: str, master: str) -> AckproofError:
    """Return what the failure of a job means, as an error."""
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
