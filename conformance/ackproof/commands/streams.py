"""Standard output and error that may fail: a reader that closes the pipe, a full disk, a closed descriptor. The
findings of a run are in its evidence and its exit code. So a stream that cannot be written to is dropped, and the run
continues.
"""

import errno
import io
import os
import sys
from typing import TextIO


class Droppable(io.TextIOWrapper):
    """A text stream that drops text that it cannot write. `lost` is the reason, or None if nothing was dropped."""

    lost: str | None = None

    def write(self, text: str) -> int:
        """Write text, unless the stream was lost."""
        if self.lost is None:
            try:
                return super().write(text)
            except (OSError, ValueError) as error:
                self._drop(error)
        return len(text)

    def flush(self) -> None:
        """Flush, unless the stream was lost."""
        if self.lost is None:
            try:
                super().flush()
            except (OSError, ValueError) as error:
                self._drop(error)

    def _drop(self, error: OSError | ValueError) -> None:
        # A reader that closed the pipe has read enough, so nothing is lost.
        gone = isinstance(error, OSError) and error.errno == errno.EPIPE
        self.lost = "" if gone else str(getattr(error, "strerror", None) or error)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())  # the interpreter flushes the buffer when it ends
        os.close(nowhere)


def prepare() -> None:
    """Make standard output and error droppable, and escape characters that a terminal does not have."""
    closed = _occupy()
    sys.stdout = _droppable(sys.stdout, 1, closed)
    sys.stderr = _droppable(sys.stderr, 2, closed)


def lost_output() -> str | None:
    """Return why standard output was lost, or None if it was not, or if its reader closed it."""
    return getattr(sys.stdout, "lost", None) or None


def _occupy() -> set[int]:
    """Open closed standard descriptors. Otherwise the next file that is opened would get their numbers."""
    closed = set()
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)
            closed.add(descriptor)
    return closed


def _droppable(stream: TextIO | None, descriptor: int, closed: set[int]) -> TextIO:
    if stream is None or descriptor in closed or not isinstance(stream, io.TextIOWrapper):
        raw = open(descriptor, "wb", buffering=0, closefd=False)  # noqa: SIM115 - it is standard output
        return Droppable(io.BufferedWriter(raw), encoding="utf-8", errors="replace", line_buffering=True)
    encoding, line_buffering = stream.encoding, stream.line_buffering
    return Droppable(stream.detach(), encoding=encoding, errors="replace", line_buffering=line_buffering)
