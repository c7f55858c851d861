"""The events of several workers' logs, parsed block by block by processes of this machine or a cluster, in one order.

That order is by the time of each line, so that a tree's lines are near each other and its memory is soon free again. No
cause depends on it: the lines of one worker keep their order, and between workers there is none.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from functools import partial
from heapq import merge
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ackproof.engine.workers.pool import connect
from ackproof.errors import UsageError, WorkerLost
from ackproof.text.sanitize import quoted, shell_quoted
from ackproof.text.wording import count
from attrs import define, evolve, field

from ackproof_adapters.audit.logs.events import DONE, Event
from ackproof_adapters.audit.logs.files import BLOCK, EXPECTED, TOO_OLD, LinesOfFile, WorkerLog, blocks
from ackproof_adapters.audit.logs.layouts import Layout
from ackproof_adapters.audit.logs.lines import MANY_WITHOUT_END, NO_END, OLD, STRANGE, Counts, Parser

AHEAD = 4
"""Blocks that are parsed ahead, for each process."""

FEWEST_BYTES = 1 << 23
"""Of all logs together. Fewer bytes are parsed sooner than processes are started."""

AT_ONCE = 4 * BLOCK
"""Bytes of one block of each log together. The process that assembles trees takes less for a line of larger blocks."""

BLOCK_OF_A_JOB = 4 * BLOCK
"""Bytes of a block on a cluster: each is a job, and a job costs some hundredths of a second."""

AT_ONCE_IN_JOBS = 1 << 27
"""Bytes of the blocks of all logs that are parsed ahead on a cluster, for which the driver and its JVM have room."""

BLOCKS_LOOKED_AT = 8
"""Blocks of each file that show the release that wrote it."""

_SENT = re.compile(rb"TRANSFER(R?)ING tuple (?:\[dest:|TASK:) ")

_RELEASE = re.compile(rb"INFO(?:\] | +[\w.$]+ +- )" + _SENT.pattern)

R = TypeVar("R")
F = TypeVar("F")

Parse = Callable[[bytes, int, Layout | None], tuple[F, Counts]]
"""Parses a block, given the number of its first line and a layout; it also returns the counts of its lines."""

Placed = tuple[int, int, Event]
"""Number of the worker, number of its file, and the event."""


@define
class Reader:
    """Reads logs in a number of processes. `bytes` of their lines were read; `counts` is complete after the
    last event.
    """

    logs: Sequence[WorkerLog]
    processes: int = 1
    master: str | None = None
    """A Spark master, whose workers parse instead."""
    counts: Counts = field(init=False, factory=Counts)
    bytes: int = field(init=False, default=0)

    @property
    def size(self) -> int:
        """The bytes of all files, as they are on the disk."""
        return sum(file.path.stat().st_size for log in self.logs for file in log.files)

    def profile(self) -> str:
        """Return the profile of the release that wrote the logs, by the spelling of its lines: 2.x has one R more.
        Raise `UsageError` if that differs between files: then they are of several topologies.
        """
        found: dict[str, Path] = {}
        for log in self.logs:
            for file in log.files:
                profile = _profile_of(evolve(log, files=(file,)))
                if profile is not None:
                    found.setdefault(profile, file.path)
        if len(found) > 1:
            older, newer = shell_quoted(found["storm1"]), shell_quoted(found["storm2"])
            raise UsageError(
                f"{older} was written by Storm 0.10 or 1.x, and {newer} by 2.x: they are not of one topology; name the "
                "logs of one"
            )
        return next(iter(found), "storm2")

    @property
    def is_of_hook(self) -> bool:
        """Whether a hook wrote the logs."""
        return any(log.is_of_hook for log in self.logs)

    def events(self) -> Iterator[Placed]:
        """Yield all events. Raise `UsageError` if a file cannot be read to its end."""
        with self._parsers() as pool:
            each = [self._placed(number, log, pool) for number, log in enumerate(self.logs)]
            in_order = merge(*each, key=lambda placed: (len(placed[2].when), placed[2].when))
            yield from each[0] if len(each) == 1 else in_order

    @contextmanager
    def found(self, parse: Parse[F]) -> Iterator[list[Iterator[tuple[int, F]]]]:
        """Yield a function that parses each worker's blocks, with the number of the block's file. The parsing processes
        end with it.
        """
        with self._parsers() as pool:
            yield [self._parsed(number, log, pool, parse) for number, log in enumerate(self.logs)]

    @contextmanager
    def _parsers(self) -> "Iterator[Parsers | None]":
        if self.master is not None:
            with closing(connect(self.master)) as cluster:
                self.processes = cluster.size()
                yield cluster
        elif self.processes == 1 or self.size < FEWEST_BYTES:
            yield None
        else:
            try:
                with ProcessPoolExecutor(self.processes, mp_context=get_context("spawn")) as pool:
                    yield _Processes(pool)
            except BrokenProcessPool as error:
                raise WorkerLost("a process that parsed lines died; is there enough memory?") from error

    def _parsed(self, worker: int, log: WorkerLog, pool: "Parsers | None", parse: Parse[F]) -> Iterator[tuple[int, F]]:
        ahead = max(1, AHEAD * self.processes // len(self.logs)) if pool is not None else 0
        if self.master is None:
            size = max(min(BLOCK, AT_ONCE // len(self.logs)), BLOCK // 16)
        else:
            size = max(min(BLOCK_OF_A_JOB, AT_ONCE_IN_JOBS // (len(self.logs) * ahead)), BLOCK // 16)
        under_way: deque[tuple[int, Future[tuple[F, Counts]]]] = deque()
        worker = self.logs.index(log)
        for block in blocks(log, size):
            self.bytes += len(block.content)
            work = partial(parse, block.content, block.first, block.layout)
            if pool is None:
                yield block.file, self._counted(work(), worker, block.file)
                continue
            under_way.append((block.file, pool.submit(work)))
            if len(under_way) > ahead:
                file, future = under_way.popleft()
                yield file, self._counted(future.result(), worker, file)
        for file, future in under_way:
            yield file, self._counted(future.result(), worker, file)

    def _counted(self, parsed: tuple[F, Counts], worker: int, file: int) -> F:
        found, counts = parsed
        counts.crashes = [each._replace(worker=worker, file=file) for each in counts.crashes]
        hidden, counts.hidden = counts.hidden, {}
        for each in hidden.values():
            counts.hide((worker, file), each)
        self.counts.add(counts)
        return found

    def _placed(self, worker: int, log: WorkerLog, pool: "Parsers | None") -> Iterator[Placed]:
        if pool is None:
            for file, found in self._parsed(worker, log, None, parsed):
                for event in found:
                    yield worker, file, event
            return
        make = partial(tuple.__new__, Event)
        for file, fields in self._parsed(worker, log, pool, fields_of):
            for each in zip(*fields, strict=True):
                yield worker, file, make(each)


def _profile_of(log: WorkerLog) -> str | None:
    """Return the profile of the release that wrote a log; None if its beginning has no line about a send."""
    for block in islice(blocks(log), BLOCKS_LOOKED_AT):
        found = _RELEASE.search(block.content) if block.layout is None else _sent(block)
        if found:
            return "storm2" if found[1] else "storm1"
    return None


def _sent(block: LinesOfFile) -> "re.Match[bytes] | None":
    """Return the first line of a block that is about a send."""
    layout = block.layout
    for line in block.content.split(b"\n") if layout is not None else ():
        head = layout.head(line) if layout is not None else None
        found = _SENT.match(line, head.end) if head is not None else None
        if found is not None:
            return found
    return None


class Parsers(Protocol):
    """The parsers: processes of this machine, or the workers of a cluster (`ackproof.engine.workers.pool`)."""

    def submit(self, work: Callable[[], R], /) -> Future[R]:
        """Submit a block to be parsed."""


@define
class _Processes:
    pool: ProcessPoolExecutor

    def submit(self, work: Callable[[], R]) -> Future[R]:
        return self.pool.submit(work)


def fields_of(content: bytes, first: int, layout: Layout | None = None) -> tuple[list[tuple[Any, ...]], Counts]:
    """Return the events of a block field by field, and the counts of its lines. Between processes this form takes a
    third of the time.
    """
    events, counts = parsed(content, first, layout)
    return [*zip(*events, strict=True)], counts


def parsed(content: bytes, first: int, layout: Layout | None = None) -> tuple[list[Event], Counts]:
    """Return the events of a block, and the counts of its lines."""
    parser = Parser(layout=layout)
    return [*parser.events(content, first)], parser.counts


def require_events(counts: Counts, *, has_pattern: bool) -> None:
    """Raise `UsageError` if no line was an event: then the debug log was off. Do so, too, if the end of no message was
    found: then there is something behind it.
    """
    if has_pattern:
        _require_in_pattern(counts)
    if counts.others[OLD]:
        raise UsageError(f"this is {TOO_OLD}; wanted {EXPECTED}")
    if not counts.events:
        others = ", ".join(f"{number:,} {what}" for what, number in counts.others.most_common())
        hint = "Storm writes them with topology.debug: true"
        if counts.others[STRANGE]:
            hint = (
                "their logger has no package of Storm, as if the pattern wrote its last part only, with %c{1}: any "
                "package may have such a class. Write it with %c or %c{1.}"
            )
        elif counts.displaced:
            hint = "their pattern has more before the message: give it, as in the configuration, with --pattern"
        raise UsageError(f"none of {counts.lines:,} lines is an event ({others}); {hint}")
    unended = counts.others[NO_END] - counts.without_ids + counts.recovered.total()
    if unended >= MANY_WITHOUT_END and counts.events[DONE] == counts.recovered[DONE]:
        raise UsageError(
            f"all {unended:,} messages that should end with a task have something else at their end; if "
            "their pattern has more after the message (%m), give it, as in the configuration, with --pattern"
        )


def _require_in_pattern(counts: Counts) -> None:
    """Raise `UsageError` if more lines of Storm are not in a pattern that was given than are events in it."""
    hidden = sum(each.number for each in counts.hidden.values())
    if hidden > counts.events.total():
        example = min(counts.hidden.values()).head
        raise UsageError(
            f"{count(counts.events.total(), 'line')} with one of Storm's messages in that --pattern, and {hidden:,} "
            f"that are not; one begins {quoted(example)}; give the pattern as in the configuration, and what %n, %ex "
            "and %wEx at its end leave in front of the next line"
        )
