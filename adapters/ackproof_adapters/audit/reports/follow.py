"""`--follow`: the open trees of a growing log, by age and by where they wait, until Ctrl-C.

A worker's log is read on from where the last look ended. When Storm rolls it, the old file is read to its end, and then
the new one of that name. The last message may go on in lines that are not written yet, so it is taken with the next
message, or when nothing has come for a whole look.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event as Bell
from typing import IO

from ackproof.text.tables import Column, Table, show
from attrs import define, evolve, field
from rich.console import Console

from ackproof_adapters.audit.logs.files import UNREADABLE, RolledFile, WorkerLog, end_of_messages, opened
from ackproof_adapters.audit.logs.heads import milliseconds
from ackproof_adapters.audit.logs.lines import Counts, Parser
from ackproof_adapters.audit.logs.reading import Placed
from ackproof_adapters.audit.logs.rolling import is_rolled
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Tree

INTERVAL = 5.0
"""Seconds between two looks."""

AGES = ((1, "under 1 s"), (10, "1 to 10 s"), (60, "10 to 60 s"), (600, "1 to 10 min"))
OLDEST = "over 10 min"
SHOWN = 10
"""The most places at which trees wait that are shown."""

MOST_TREES = 200_000
"""The most trees that are kept. Beyond that, the oldest of those that were given up are dropped."""

READ = 1 << 22


def wait_a_while() -> None:
    """Wait until the next look."""
    Bell().wait(INTERVAL)


@define
class Tail:
    """The lines of a worker's log that were written after the last look."""

    number: int
    log: WorkerLog
    _stream: IO[bytes] | None = field(init=False, default=None)
    _inode: int = field(init=False, default=0)
    _file: int = field(init=False, default=0)
    _line: int = field(init=False, default=1)
    _rest: bytes = field(init=False, default=b"")
    _parser: Parser = field(init=False, factory=Parser)
    _seen: set[bytes] = field(init=False, factory=set)
    """The first lines of the files that were read, or that were there before: rolling gives them other names."""

    @property
    def counts(self) -> Counts:
        """The lines and events that were read."""
        return self._parser.counts

    def news(self) -> Iterator[Placed]:
        """Yield the events of new lines, also after the log was rolled once or several times."""
        if not self._seen:
            self._seen = {first for path in self._siblings() if (first := first_line(path))}
        for place in range(self._file, len(self.log.files)):
            if self._stream is None:
                self._open(place)
            yield from self._lines()
            if place + 1 < len(self.log.files):
                yield from self.rest()
                self.close()
        while self._was_rolled() and (path := self._following()) is not None:
            yield from self._lines()
            yield from self.rest()
            self.close()
            last = self.log.files[-1]
            self.log = evolve(self.log, files=(*self.log.files, RolledFile(path, layout=last.layout)))
            self._open(len(self.log.files) - 1)
            yield from self._lines()

    def _siblings(self) -> list[Path]:
        """Return the files that the log was rolled to, the one that was written to first at the beginning, and then
        the one that the worker writes to.
        """
        now = Path(self.log.name)
        rolled = [each for each in now.parent.iterdir() if is_rolled(each, now.name)] if now.parent.is_dir() else []
        # While a file is compressed, both are there: the whole one is read.
        whole = [each for each in rolled if each.suffix != ".gz" or each.with_suffix("") not in rolled]
        return [*sorted(whole, key=_written_at), now]

    def _following(self) -> Path | None:
        """Return the file that was written after the one that was read last; None if it has no line yet."""
        for path in self._siblings():
            first = first_line(path)
            if first and first not in self._seen:
                self._seen.add(first)
                return path
        return None

    def _open(self, place: int) -> None:
        path, self._parser.layout = self.log.files[place].path, self.log.files[place].layout
        self._parser.place = self.number, place
        self._inode = path.stat().st_ino
        self._stream, self._file, self._line, self._rest = opened(path), place, 1, b""

    def close(self) -> None:
        """Close the file."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _was_rolled(self) -> bool:
        try:
            found = Path(self.log.name).stat()
        except FileNotFoundError:
            return False  # the new one does not exist yet
        at = self._stream.tell() if self._stream is not None else 0
        return found.st_ino != self._inode or (found.st_size < at and not self.log.name.endswith(".gz"))

    def rest(self) -> Iterator[Placed]:
        """Yield the events of the whole lines that are left, when no more belongs to them."""
        yield from self._events(self._rest.rfind(b"\n") + 1)

    def _lines(self) -> Iterator[Placed]:
        nothing_came = True
        while self._stream is not None and (content := self._stream.read(READ)):
            nothing_came = False
            self._rest += content
            # With a line before it, the first is looked at as the others are.
            yield from self._events(end_of_messages(b"\n" + self._rest, self._parser.layout) - 1)
        if nothing_came:
            yield from self.rest()

    def _events(self, end: int) -> Iterator[Placed]:
        """Yield the events of what is read up to there."""
        lines, self._rest = self._rest[:end], self._rest[end:]
        for event in self._parser.events(lines, self._line):
            yield self.number, self._file, event
        self._line += lines.count(b"\n")


def first_line(path: Path) -> bytes:
    """Return the first line of a file, which identifies it among the files of its log; nothing if there is none yet."""
    try:
        with opened(path) as stream:
            line = stream.readline(READ)
    except UNREADABLE:
        return b""
    return line if line.endswith(b"\n") else b""


def _written_at(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:  # it was renamed just now
        return 0


def follow(
    console: Console, known: Gathering, logs: Sequence[WorkerLog], wait: Callable[[], None] = wait_a_while
) -> tuple[Sequence[WorkerLog], Counts]:
    """Show the open trees of logs until Ctrl-C; return the logs with their rolled files, and the counts of lines."""
    tails = [Tail(number, log) for number, log in enumerate(logs)]
    try:
        while True:
            latest = ""
            for tail in tails:
                for worker, file, event in tail.news():
                    known.add(worker, file, event)
                    latest = event.when
            if latest:
                _show(console, known, latest)
            _drop(known)
            wait()
    except KeyboardInterrupt:
        counts = Counts()
        for tail in tails:
            for placed in tail.rest():
                known.add(*placed)
            counts.add(tail.counts)
        return [tail.log for tail in tails], counts
    finally:
        for tail in tails:
            tail.close()


def _show(console: Console, known: Gathering, now: str) -> None:
    trees = [tree for tree in known.trees.values() if not tree.callback and tree.emitted_when]
    given_up = sum(1 for tree in known.trees.values() if tree.callback == "fail")
    console.print(f"{now}: {known.done:,} trees done, {len(trees):,} open, {given_up:,} failed or timed out")
    ages = Counter(_age(milliseconds(tree.emitted_when, now) / 1000) for tree in trees)
    if not trees:
        return
    console.print("  by age: " + ", ".join(f"{ages[name]:,} {name}" for name in (*_names(), OLDEST) if ages[name]))
    table = Table([Column("waits at"), Column("task", right=True), Column("how"), Column("trees", right=True)])
    places = Counter(place for tree in trees for place in _waits(known, tree))
    for (component, task, how), number in places.most_common(SHOWN):
        table.add(component or "?", "-" if task is None else str(task), how, f"{number:,}")
    show(console, table)


def _waits(known: Gathering, tree: Tree) -> set[tuple[str, int | None, str]]:
    """Return where the unanswered tuples of a tree are."""
    found: set[tuple[str, int | None, str]] = set()
    for receipt in tree.open.values():
        how = "not acked" if receipt.executed else "in execution" if receipt.received else "sent"
        found.add((known.component(receipt.task), receipt.task, how))
    return found or {("__acker", None, "all acked, and the spout not notified")}


def _names() -> tuple[str, ...]:
    return tuple(name for _, name in AGES)


def _age(seconds: float) -> str:
    return next((name for most, name in AGES if seconds < most), OLDEST)


def _drop(known: Gathering) -> None:
    if len(known.trees) <= MOST_TREES:
        return
    over = [root for root, tree in known.trees.items() if tree.callback][: len(known.trees) // 2]
    for root in over:
        del known.trees[root]
