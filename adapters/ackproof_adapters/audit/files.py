"""The files of a worker's log, their order, and their content in blocks of whole lines.

All files of one folder and one name are one worker's. Storm rolls `worker.log` to the next free of `worker.log.1.gz` to
`worker.log.9.gz`; when all exist, the first is deleted and the others move down: the higher the number, the newer. With
`fileIndex="min"`, and in other programs, the order is reversed. The times in the files show which it is.
"""

import gzip
import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import IO

from ackproof.errors import UsageError
from ackproof.text.sanitize import quoted, shell_quoted
from attrs import define, frozen

from ackproof_adapters.audit.heads import BYTES_OF_A_HEAD, LOG, begun
from ackproof_adapters.audit.heads import beginning as message_time
from ackproof_adapters.audit.hook import BEGINNING
from ackproof_adapters.audit.layouts import Layout, found_layout
from ackproof_adapters.audit.messages import is_event

BLOCK = 4 << 20
"""Bytes of a block, or one line if that is longer."""

LONGEST_LINE = 64 << 20
"""Bytes of a line. A longer line is refused: the file is no log."""

LINES_LOOKED_AT = 1000
"""The most lines of one message that are kept together."""

LOOKED_AT = 1 << 16
"""Bytes at the beginning of a file from which its format is recognized."""

BESIDE = re.compile(r".*\.(?:err|out|metrics)(?:\.\d+)?(?:\.gz)?")
"""Files that Storm writes beside `worker.log`, and that `worker.log*` matches, too."""
_OLD = re.compile(rb" Processing received message source: ")
"""Later releases have the task here."""
_BOM = b"\xef\xbb\xbf"
_ROLLED = re.compile(r"(.*?)(?:\.([0-9]{1,4}))?(?:\.gz)?")
"""More digits are no number of a rolled file, but a date, such as `worker.log.20261124`."""
NAMED_BY_STORM = re.compile(r"(?:worker|(?P<topology>.+)-worker-\d+)\.log(?:\.\d{1,4})?(?:\.gz)?")
"""The log of a worker: since 1.0 in a folder of its topology, and before with its topology's id in its name."""

HOOK = re.compile(r"(\d+)-(\d+)\.jsonl(?:\.gz)?")
"""Port and start of a worker. It begins a new file when it is started again."""

UNREADABLE = (OSError, EOFError, zlib.error)

EXPECTED = (
    "a worker's log of Storm 0.10 to 2.x, whose lines begin as '2026-01-31 12:00:00.000 o.a.s.e.Executor THREAD "
    "[INFO] ', or as '4711 [THREAD] INFO  o.a.s.e.Executor - '"
)
TOO_OLD = "a log of Storm 0.9, whose lines do not say which task acked a tuple, nor when: no cause can be told from it"


@frozen
class RolledFile:
    """A file, its number, and the time of its first message; 0 is the file that the worker writes now.

    `layout` describes the part before its messages, if that is none of the usual patterns.
    """

    path: Path
    number: int
    begins: str = ""
    layout: Layout | None = None


@frozen
class WorkerLog:
    """The files of one worker, the oldest first, and the numbers that are missing between them."""

    name: str
    files: tuple[RolledFile, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        """The missing numbers of rolled files, between the oldest and the newest existing ones."""
        there = [each.number for each in self.files]
        if min(there) < 0:  # of a hook
            return ()
        rolled = [number for number in there if number]
        is_oldest_first = len(rolled) > 1 and rolled[0] < rolled[-1]
        first = min(rolled if is_oldest_first else there)
        return tuple(number for number in range(first, max(there)) if number not in there)


@define
class LinesOfFile:
    """Whole lines of a file; `first` is the number of the first, from 1."""

    file: int
    first: int
    content: bytes
    layout: Layout | None = None


def worker_logs(paths: Sequence[Path], layout: Layout | None = None) -> tuple[WorkerLog, ...]:
    """Return the workers whose logs some paths are, in a given layout or in that of their first lines; raise
    `UsageError` if one is no log.
    """
    workers: dict[str, dict[int, RolledFile]] = {}
    if len({HOOK.fullmatch(path.name) is None for path in paths}) > 1:
        raise UsageError("files of the hook and debug logs tell the same in two ways; give one kind of them")
    for path in paths:
        if len(paths) > 1 and BESIDE.fullmatch(path.name):
            continue
        begins, own = _require_log(path, layout)
        hook = HOOK.fullmatch(path.name)
        name = _ROLLED.fullmatch(path.name)
        assert name is not None  # noqa: S101 - every name matches
        number = -int(hook[2]) if hook else int(name[2] or 0)
        of_worker = workers.setdefault(str(path.with_name(hook[1] if hook else name[1])), {})
        if number in of_worker and of_worker[number].path != path:
            raise UsageError(
                f"{shell_quoted(of_worker[number].path)} and {shell_quoted(path)} are the same part of one log; "
                "give one of them"
            )
        of_worker[number] = RolledFile(path, number, begins, own)
    if not workers:
        raise UsageError(f"none of the files is a worker's log; wanted {EXPECTED}")
    return tuple(
        WorkerLog(name, _in_order([files[number] for number in sorted(files)]))
        for name, files in sorted(workers.items())
    )


def is_rolled(path: Path, name: str) -> bool:
    """Whether a file is a part that a log of this name was rolled to."""
    found = _ROLLED.fullmatch(path.name)
    return found is not None and found[1] == name and found[2] is not None and not BESIDE.fullmatch(path.name)


def _in_order(files: Sequence[RolledFile]) -> tuple[RolledFile, ...]:
    """Return the files of one worker, the oldest first, in the order of their numbers.

    The majority of pairs of neighbours decides: a clock may have been set back, and times without a day start again at
    midnight.
    """
    if files[0].number < 0:  # of a hook: the number is the start, and negative
        return tuple(reversed(files))
    now, rolled = [each for each in files if not each.number], [each for each in files if each.number]
    times = [(len(each.begins), each.begins) for each in rolled if each.begins]
    later = sum(first < second for first, second in pairwise(times))
    sooner = sum(first > second for first, second in pairwise(times))
    return (*(reversed(rolled) if sooner > later else rolled), *now)


def blocks(log: WorkerLog, size: int = BLOCK) -> Iterator[LinesOfFile]:
    """Yield the lines of a worker, file by file, in blocks of about this size; `file` counts the files from 0."""
    for place, file in enumerate(log.files):
        try:
            with opened(file.path) as stream:
                yield from _blocks(stream, place, file, size)
        except UNREADABLE as error:
            raise UsageError(f"cannot read {shell_quoted(file.path)} to its end: {error}") from error


def _blocks(stream: IO[bytes], place: int, file: RolledFile, size: int) -> Iterator[LinesOfFile]:
    first, left = 1, b""
    if stream.read(len(_BOM)) != _BOM:
        stream.seek(0)
    while True:
        content = stream.read(size)
        if not content:
            break
        end = end_of_messages(content, file.layout)
        if not end:
            left += content
            if len(left) > LONGEST_LINE:
                raise UsageError(
                    f"{shell_quoted(file.path)} has a line of more than {LONGEST_LINE:,} bytes: it is no log"
                )
            continue
        block = left + content[:end]
        yield LinesOfFile(place, first, block, file.layout)
        first, left = first + block.count(b"\n"), content[end:]
    if left:
        yield LinesOfFile(place, first, left, file.layout)


def end_of_messages(content: bytes, layout: Layout | None) -> int:
    """Return where the last event of some lines begins, so that the messages before it are complete, also those of
    several lines. If none is near the end, return where the last message begins, and else the end of the last line;
    0 if none ends. A line of a value may look like another's message, but seldom like an event.
    """
    at, message = len(content), 0
    for _ in range(LINES_LOOKED_AT):
        at = content.rfind(b"\n", 0, at)
        if at < 0:
            break
        head = content[at + 1 : at + 1 + BYTES_OF_A_HEAD]
        found = begun(head) if layout is None else layout.begun(head)
        if head.startswith(BEGINNING) or (found is not None and is_event(found, head)):
            return at + 1
        message = message or (at + 1 if found is not None else 0)
    return message or content.rfind(b"\n") + 1


def _require_log(path: Path, layout: Layout | None) -> tuple[str, Layout | None]:
    """Return the time of the first message of a file, and its layout if it is none of the usual ones; raise
    `UsageError` if it is no log.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise UsageError(f"{shell_quoted(path)} is a pipe or a device, and a log is read twice; name a file")
    try:
        with opened(path) as stream:
            beginning = stream.read(LOOKED_AT)
    except UNREADABLE as error:
        what = getattr(error, "strerror", None) or error
        raise UsageError(f"cannot read {shell_quoted(path)}: {what}; name the files of a worker's log") from error
    if not beginning:
        raise UsageError(f"{shell_quoted(path)} is empty; name the files of a worker's log")
    if _OLD.search(beginning):
        raise UsageError(f"{shell_quoted(path)} is {TOO_OLD}; wanted {EXPECTED}")
    lines = beginning.removeprefix(_BOM).split(b"\n")
    heads = [line[:BYTES_OF_A_HEAD] for line in lines[: max(1, len(lines) - 1)]]  # the last one is incomplete
    if layout is None and not any((usual := begun(head)) and usual.is_storm for head in heads):
        layout = found_layout(heads)
        if layout is None and not LOG.search(beginning.removeprefix(_BOM)):
            raise UsageError(
                f"{shell_quoted(path)} is no log that can be read: it begins {quoted(lines[0])}; wanted {EXPECTED}; "
                "or give the pattern of its configuration with --pattern"
            )
    if layout is not None:
        head = next((each for line in lines[1:] if (each := layout.head(line))), None)
        if head is None and layout.head(lines[0]) is None and not beginning.startswith(BEGINNING):
            raise UsageError(
                f"{shell_quoted(path)} has no line of that --pattern: it begins {quoted(lines[0])}; a time has "
                "milliseconds, and a date such as 2026-01-31 or none"
            )
        return (head.time.decode() if head else ""), layout
    found = next((time for line in lines[1:] if (time := message_time(line))), None)
    return (found[0].decode() if found else ""), None


def opened(path: Path) -> IO[bytes]:
    """Open a file to read its lines, also if it is gzipped."""
    with path.open("rb") as file:
        is_gzip = file.read(2) == b"\x1f\x8b"
    return gzip.open(path, "rb") if is_gzip else path.open("rb")  # type: ignore[return-value]  # a GzipFile reads bytes
