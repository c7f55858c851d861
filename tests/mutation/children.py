"""Work in forked child processes, a few at a time, with the last message of each."""

import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from typing import IO, TypeVar

from attrs import frozen

SURVIVED, KILLED, BROKEN = 0, 1, 70
"""Exit codes of trials: all tests passed, one failed, or the trial could not be run."""

T = TypeVar("T")

Work = Callable[["Note"], int]
"""The work of a child: it may leave a note, and returns the exit code."""


@frozen
class Note:
    """A file that parent and child share. Reading gives the last text that was written."""

    file: IO[bytes]

    def write(self, text: str) -> None:
        """Replace the text."""
        content = text.encode()
        os.pwrite(self.file.fileno(), len(content).to_bytes(8, "big") + content, 0)

    def read(self) -> str:
        """Return the text, or "" if none was written."""
        length = int.from_bytes(os.pread(self.file.fileno(), 8, 0), "big")
        return os.pread(self.file.fileno(), length, 8).decode()


@frozen
class Ended:
    """The end of a child: its exit code, below 0 if a signal ended it, its note, and the seconds it took."""

    code: int
    text: str
    seconds: float


def forked(jobs: Iterable[tuple[T, Work]], workers: int) -> Iterator[tuple[T, Ended]]:
    """Do each job in a separate child, at most `workers` at a time; yield the end of each, in the order of their ends.

    If the iteration stops early, also by an exception, the remaining children are killed.
    """
    waiting = iter(jobs)
    running: dict[int, tuple[T, Note, float]] = {}
    try:
        while True:
            while len(running) < workers and (job := next(waiting, None)) is not None:
                what, work = job
                note = Note(tempfile.TemporaryFile())  # noqa: SIM115 - closed when the child has ended
                running[_forked(work, note)] = (what, note, time.monotonic())
            if not running:
                return
            child, status = os.wait()
            what, note, begun = running.pop(child)
            with note.file:
                ended = Ended(os.waitstatus_to_exitcode(status), note.read(), time.monotonic() - begun)
            yield what, ended
    finally:
        for child in running:
            os.kill(child, 9)
        for child, (_, note, _) in running.items():
            os.waitpid(child, 0)
            note.file.close()


def _forked(work: Work, note: Note) -> int:
    child = os.fork()
    if child:
        return child
    code = BROKEN
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        code = work(note)
    except BaseException as error:  # noqa: BLE001 - the parent reports it
        note.write(f"{type(error).__name__}: {error}")
    finally:
        os._exit(code)
