"""The files of a worker's log, which are in one folder and have one name (`rolling`), and their content in blocks of
whole lines.
"""

import gzip
import re
import zlib
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import IO

from ackproof.errors import UsageError
from ackproof.text.sanitize import quoted, shell_quoted
from attrs import define, evolve, frozen

from ackproof_adapters.audit.logs.heads import BYTES_OF_A_HEAD, LOG, begun
from ackproof_adapters.audit.logs.heads import beginning as message_time
from ackproof_adapters.audit.logs.hook import BEGINNING
from ackproof_adapters.audit.logs.layouts import Head, Layout, found_layout
from ackproof_adapters.audit.logs.messages import is_event
from ackproof_adapters.audit.logs.refusals import require_text, way_to_a_log
from ackproof_adapters.audit.logs.rolling import BESIDE, NOW, Part, in_order, missing, part_of

BLOCK = 4 << 20
"""Bytes of a block, or one line if that is longer."""

LONGEST_LINE = 64 << 20
"""Bytes of a line. A longer line is refused: the file is no log."""

LINES_LOOKED_AT = 1000
"""The most lines of one message that are kept together."""

FEWEST_DESCENTS = 5
"""Descents of times. A clock may have been set back, and a worker may have been started again."""

LOOKED_AT = 1 << 16
"""Bytes at the beginning of a file from which its format is recognized."""

_OLD = re.compile(rb" Processing received message source: ")
"""Later releases have the task here."""
_FIELD = re.compile(rb'"([\w@.-]+)": ?"((?:[^"\\]|\\.)*)')
_BOM = b"\xef\xbb\xbf"
NAMED_BY_STORM = re.compile(r"(?:worker|(?P<topology>.+)-worker-\d+)\.log")
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
    """A file, the part of its log that it is, and the time of its first message.

    `layout` describes the part before its messages, if that is none of the usual patterns.
    """

    path: Path
    part: Part = NOW
    begins: str = ""
    layout: Layout | None = None


@frozen
class WorkerLog:
    """The files of one worker, the oldest first, and the numbers that are missing between them."""

    name: str
    files: tuple[RolledFile, ...]
    is_of_hook: bool = False
    empty: tuple[Path, ...] = ()
    """Files without a line that were named with it, of any worker: of the first log only."""

    @property
    def missing(self) -> tuple[int, ...]:
        """The missing numbers of rolled files, between the oldest and the newest existing ones."""
        return () if self.is_of_hook else missing([each.part for each in self.files])


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
    workers: dict[str, dict[Part, RolledFile]] = {}
    beginnings: dict[str, list[tuple[Path, bytes]]] = {}
    empty: list[Path] = []
    is_of_hook = {HOOK.fullmatch(path.name) is not None for path in paths}
    if len(is_of_hook) > 1:
        raise UsageError("files of the hook and debug logs tell the same in two ways; give one kind of them")
    for path in paths:
        if len(paths) > 1 and BESIDE.fullmatch(path.name):
            continue
        beginning = _beginning(path)
        if not beginning:
            empty.append(path)
            continue
        begins, own = _require_log(path, beginning, layout)
        log, part = _part_of(path, paths)
        of_worker = workers.setdefault(log, {})
        if part in of_worker and of_worker[part].path != path:
            raise UsageError(
                f"{shell_quoted(of_worker[part].path)} and {shell_quoted(path)} are the same part of one log; "
                "give one of them"
            )
        of_worker[part] = RolledFile(path, part, begins, own)
        _require_no_copy(path, beginning, beginnings.setdefault(log, []))
    _require_some(workers, empty)
    for log, files in [*workers.items()]:
        perhaps = {part: each for part, each in files.items() if part_of(each.path) != (log, part)}
        if perhaps and True not in is_of_hook and not _follow_each_other(_in_order([*files.values()])):
            for part, each in perhaps.items():
                workers[str(each.path)] = {NOW: evolve(files.pop(part), part=NOW)}
    first, *others = (
        WorkerLog(name, _in_order([*files.values()]), is_of_hook=True in is_of_hook)
        for name, files in sorted(workers.items())
    )
    return evolve(first, empty=tuple(empty)), *others


def _require_some(workers: Collection[str], empty: Sequence[Path]) -> None:
    """Raise `UsageError` if there is no log."""
    if not workers:
        raise UsageError(
            f"{shell_quoted(empty[0])} is empty; name the files of a worker's log"
            if empty
            else f"none of the files is a worker's log; wanted {EXPECTED}"
        )


def _part_of(path: Path, paths: Sequence[Path]) -> tuple[str, Part]:
    """Return the log that a file is a part of, and which; of a hook's file that is its start."""
    hook = HOOK.fullmatch(path.name)
    if hook is not None:
        return str(path.with_name(hook[1])), Part("", (int(hook[2]),))
    return part_of(path, {each.name for each in paths if each.parent == path.parent})


def _require_no_copy(path: Path, beginning: bytes, others: list[tuple[Path, bytes]]) -> None:
    """Raise `UsageError` if another file of the same log has the same lines: one is a copy, perhaps of an earlier
    moment. Read twice, its bolts would have acked twice.
    """
    for other, its in others:
        if other != path and (beginning.startswith(its) or its.startswith(beginning)):
            raise UsageError(
                f"{shell_quoted(other)} and {shell_quoted(path)} begin with the same lines: one is a copy of the "
                "other; give one of them"
            )
    others.append((path, beginning))


def _in_order(files: Sequence[RolledFile]) -> tuple[RolledFile, ...]:
    """Return the files of one worker, the oldest first."""
    if HOOK.fullmatch(files[0].path.name):
        return tuple(sorted(files, key=lambda each: each.part))
    return tuple(files[place] for place in in_order([(each.part, each.begins) for each in files]))


def _follow_each_other(files: Sequence[RolledFile]) -> bool:
    """Whether each of some files ends before the next begins. The logs of two workers do not."""
    return all(_ends(one) <= (len(other.begins), other.begins) for one, other in pairwise(files))


def _ends(file: RolledFile) -> tuple[int, str]:
    """Return the time of the last message of a file, so that it can be compared."""
    *_, last = blocks(WorkerLog("", (file,)))
    for line in reversed(last.content.split(b"\n")):
        head = file.layout.head(line) if file.layout is not None else None
        usual = message_time(line) if file.layout is None else None
        time = head.time if head is not None else usual[0] if usual is not None else b""
        if time:
            return len(time), time.decode()
    return 0, ""


def blocks(log: WorkerLog, size: int = BLOCK) -> Iterator[LinesOfFile]:
    """Yield the lines of a worker, file by file, in blocks of about this size; `file` counts the files from 0."""
    for place, file in enumerate(log.files):
        try:
            with opened(file.path) as stream:
                yield from _blocks(stream, place, file, size)
        except UNREADABLE as error:
            is_cut = isinstance(error, EOFError)
            kept = ": it is cut; zcat FILE > OTHER keeps what is there" if is_cut else f": {error}"
            raise UsageError(f"cannot read {shell_quoted(file.path)} to its end{kept}") from error


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


def _beginning(path: Path) -> bytes:
    """Return the beginning of a file; raise `UsageError` if it has none that can be read."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise UsageError(f"{shell_quoted(path)} is a pipe or a device, and a log is read twice; name a file")
    try:
        with opened(path) as stream:
            beginning = stream.read(LOOKED_AT)
    except UNREADABLE as error:
        what = getattr(error, "strerror", None) or error
        raise UsageError(f"cannot read {shell_quoted(path)}: {what}; name the files of a worker's log") from error
    require_text(path, beginning)
    return beginning


def _require_log(path: Path, beginning: bytes, layout: Layout | None) -> tuple[str, Layout | None]:
    """Return the time of the first message of a file, given its beginning, and its layout if it is none of the usual
    ones; raise `UsageError` if it is no log.
    """
    if _OLD.search(beginning):
        raise UsageError(f"{shell_quoted(path)} is {TOO_OLD}; wanted {EXPECTED}")
    lines = beginning.removeprefix(_BOM).split(b"\n")
    heads = [line[:BYTES_OF_A_HEAD] for line in lines[: max(1, len(lines) - 1)]]  # the last one is incomplete
    _require_ascending(path, heads, layout)
    wrapped = next((name for line in lines if (name := _field_of_json(line))), "")
    if wrapped:
        raise UsageError(
            f"{shell_quoted(path)} has its lines in JSON; unwrap them, with jq -j .{wrapped} if their line ends "
            f"are in it, as Docker writes them, or else with jq -r .{wrapped}"
        )
    if layout is None and not any((usual := begun(head)) and usual.is_storm for head in heads):
        layout = _found_layout(path, heads, beginning.removeprefix(_BOM))
    if layout is not None:
        head = next((each for line in lines[1:] if (each := layout.head(line))), None)
        if head is None and layout.head(lines[0]) is None and not beginning.startswith(BEGINNING):
            way = way_to_a_log(heads) or "a time has milliseconds, and a date such as 2026-01-31 or none"
            raise UsageError(f"{shell_quoted(path)} has no line of that --pattern: it begins {quoted(lines[0])}; {way}")
        return (head.time.decode() if head else ""), layout
    found = next((time for line in lines[1:] if (time := message_time(line))), None)
    return (found[0].decode() if found else ""), None


def _found_layout(path: Path, heads: Sequence[bytes], beginning: bytes) -> Layout | None:
    """Return the layout of a file that has no line of Storm in one of the usual patterns, or None if it may have some
    later; raise `UsageError` if it is no log.
    """
    way = way_to_a_log(heads)
    layout = None if way else found_layout([*heads])
    if way or (layout is None and not LOG.search(beginning)):
        way = way or f"wanted {EXPECTED}; or give the pattern of its configuration with --pattern"
        raise UsageError(f"{shell_quoted(path)} is no log that can be read: it begins {quoted(heads[0])}; {way}")
    return layout


def _require_ascending(path: Path, heads: Sequence[bytes], layout: Layout | None) -> None:
    """Raise `UsageError` if the times of lines descend, as where the newest is shown first."""
    found = (layout.head(each) if layout is not None else message_time(each) for each in heads)
    times = [each.time if isinstance(each, Head) else each[0] for each in found if each is not None]
    pairs = [((len(one), one), (len(other), other)) for one, other in pairwise(times)]
    descents = sum(one > other for one, other in pairs)
    if descents >= FEWEST_DESCENTS and descents > sum(one < other for one, other in pairs):
        raise UsageError(
            f"{shell_quoted(path)} begins with its newest lines; name the file as the worker wrote it, with its "
            "oldest line first"
        )


def _field_of_json(line: bytes) -> str:
    """Return the field of a JSON object that has a line of a log, if a program wrapped that; or nothing."""
    fields = _FIELD.finditer(line) if line.startswith(b"{") else ()
    return next((each[1].decode() for each in fields if begun(each[2][:BYTES_OF_A_HEAD])), "")


def opened(path: Path) -> IO[bytes]:
    """Open a file to read its lines, also if it is gzipped."""
    with path.open("rb") as file:
        is_gzip = file.read(2) == b"\x1f\x8b"
    return gzip.open(path, "rb") if is_gzip else path.open("rb")  # type: ignore[return-value]  # a GzipFile reads bytes
