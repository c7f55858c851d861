"""Pools: the places where the pieces of work of a run are done.

A piece is a callable that can be pickled. It is done in this process (`Inline`), in processes of this machine
(`ackproof.engine.workers.processes`), of which each may have its own targets (`SideBySide`), or on a cluster that an
installed package can reach.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from itertools import cycle
from typing import Protocol, TypeVar

from attrs import define, field

from ackproof.engine.discovery.entries import offers
from ackproof.engine.workers.open_targets import kept
from ackproof.errors import ClusterUnavailable, UsageError

RUNNERS = "ackproof.runners"
"""Entry points for clusters. Each is named after the prefix of its masters, such as `spark` for `spark://host:7077`,
and is a function from the master to its `Pool`. It raises `ClusterUnavailable` if the cluster cannot be reached.
"""

AHEAD = 2
"""Pieces submitted for each worker, so that no worker has to wait for the next."""

PATIENCE = 1.0
"""Seconds between two checks whether there is still a worker."""

SWITCHING = 0.0002
"""The switch interval of threads, in seconds. A job on a cluster causes a thousand short replies; with Python's default
of 0.005, the other thread would wait that long for each.
"""

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Pool(Protocol):
    """Workers that do pieces of work."""

    def submit(self, work: Callable[[], R], /) -> Future[R]:
        """Have a piece done by one of the workers.

        A cluster tries it again if the process dies. The future raises `WorkerLost` if the process died at every
        attempt, and any error of the work.
        """

    def size(self) -> int:
        """Return how many pieces can be done at once; raise `ClusterUnavailable` if there is no worker any more."""

    def close(self) -> None:
        """End the workers. Work under way is abandoned."""


@define
class Inline:
    """Does each piece at once, in this process. Targets are kept from one piece to the next."""

    _waiting: ThreadPoolExecutor | None = field(init=False, default=None)
    _switching: float = field(init=False, factory=sys.getswitchinterval)

    def __attrs_post_init__(self) -> None:
        kept.begin()

    def submit(self, work: Callable[[], R]) -> Future[R]:
        """See `Pool`. An error of the work is raised at once, and ends the run."""
        future: Future[R] = Future()
        future.set_result(work())
        return future

    def submit_waiting(self, call: Callable[[], R]) -> Future[R]:
        """Run a call that mostly waits in a thread."""
        if self._waiting is None:
            self._waiting = ThreadPoolExecutor(1)
            sys.setswitchinterval(SWITCHING)
        return self._waiting.submit(call)

    def size(self) -> int:
        """See `Pool`."""
        return 1

    def close(self) -> None:
        """See `Pool`. Closes the targets."""
        if self._waiting is not None:
            self._waiting.shutdown(wait=False, cancel_futures=True)
            sys.setswitchinterval(self._switching)
        kept.end()


class WorkOnTarget(Protocol[R_co]):
    """A piece of work that is about one target."""

    @property
    def target(self) -> str:
        """The name of the target."""

    def __call__(self) -> R_co:
        """Do the work."""


@define
class SideBySide:
    """Several targets, each with its own pool, or with one that it shares if there are more targets than pools. If a
    pool is one process, a target is started once, and no target waits for another.
    """

    pools: Mapping[str, Pool]
    """The pool of each target."""

    def submit(self, work: WorkOnTarget[R]) -> Future[R]:
        """Have a piece done by the pool of its target. See `Pool`."""
        return self.pools[work.target].submit(work)

    def busy(self, under_way: Iterable[str]) -> set[str]:
        """Return the targets whose pool has enough to do, given the target of each piece that is under way."""
        pieces = Counter(id(self.pools[target]) for target in under_way)
        return {target for target, pool in self.pools.items() if pieces[id(pool)] >= room(pool)}

    def size(self) -> int:
        """See `Pool`."""
        return sum(pool.size() for pool in self._different())

    def close(self) -> None:
        """See `Pool`. Closes all pools."""
        for pool in self._different():
            pool.close()

    def _different(self) -> Iterable[Pool]:
        return {id(pool): pool for pool in self.pools.values()}.values()


def room(pool: Pool | SideBySide) -> int:
    """Return how many pieces may be under way: one, if work is done during `submit`."""
    return 1 if isinstance(pool, Inline) else AHEAD * pool.size()


def open_pool(workers: int = 0, master: str | None = None) -> Pool:
    """Return the pool of a cluster, of `workers` processes of this machine, or of this process for 0 or 1 workers.

    Raise `UsageError` if there is no such kind of cluster, `ClusterUnavailable` if it cannot be used.
    """
    if master is not None:
        return connect(master)
    if workers > 1:
        from ackproof.engine.workers.processes import Processes  # noqa: PLC0415  # most runs need none

        return Processes(workers)
    return Inline()


def side_by_side(targets: Sequence[str]) -> Pool | SideBySide:
    """Return a pool in which each of these targets has a process of its own, or shares one if there are more targets
    than cores. On a single core it is this process.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if min(cores, len(targets)) < 2:  # noqa: PLR2004  # one process: this one
        return Inline()
    from ackproof.engine.workers.processes import Processes  # noqa: PLC0415  # most runs need none

    pools = [Processes(1) for _ in range(min(cores, len(targets)))]
    return SideBySide(dict(zip(targets, cycle(pools), strict=False)))


def connect(master: str) -> Pool:
    """Return the pool of a cluster, by the name of its master.

    Raise `UsageError` if no installed package knows such a name.
    """
    runners = {entry.name: entry for entry in offers(RUNNERS)}
    scheme = re.match(r"[A-Za-z0-9]*", master)
    entry = runners.get(scheme[0] if scheme else "")
    if entry is None:
        known = f"there are {', '.join(sorted(runners))}" if runners else "install ackproof[spark]"
        raise UsageError(f"no cluster {master!r}: a master begins with its kind, as spark://HOST:7077 does; {known}")
    try:
        runner: Callable[[str], Pool] = entry.load()
    except ImportError as error:
        raise ClusterUnavailable(f"{master} cannot be used here: {error}; install ackproof[spark]") from error
    return runner(master)


def completed(pool: Pool, works: Iterable[Callable[[], R]]) -> Iterator[tuple[int, R]]:
    """Yield the index and the result of each piece of work as soon as it is done."""
    waiting = enumerate(works)
    under_way: dict[Future[R], int] = {}
    while True:
        while len(under_way) < room(pool) and (following := next(waiting, None)) is not None:
            place, work = following
            under_way[pool.submit(work)] = place
        if not under_way:
            return
        done, _ = wait(under_way, PATIENCE, FIRST_COMPLETED)
        for future in done:
            yield under_way.pop(future), future.result()


def in_order(
    pool: Pool | None,
    works: Sequence[Callable[[], R]],
    watch: Callable[[int], None],
    reached: Callable[[R], None] = lambda _: None,
) -> list[R]:
    """Return the result of each piece of work, in order. `watch` is called with the number of finished pieces, and
    before it `reached` with each result, as soon as it is there.

    Without a pool, they are done in this process.
    """
    if pool is None:
        with closing(Inline()) as own:
            return in_order(own, works, watch, reached)
    results: dict[int, R] = {}
    for place, result in completed(pool, works):
        results[place] = result
        reached(result)
        watch(len(results))
    return [results[place] for place in range(len(works))]
