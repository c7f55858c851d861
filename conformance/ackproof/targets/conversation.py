"""A conversation with a process: each line of input is answered by one line of output. Everything else that the process
does is handled here.

The process is foreign code. It may end, hang, flood either of its outputs, stop reading, print half a line, or start
other processes. Each of these raises `ConversationBroke`, which says what happened and quotes the end of stderr. No
wait for a reply is longer than the reply timeout, and `close` leaves neither the process nor its descendants running.

Up to `WINDOW` lines are sent ahead of their replies, so that not each costs a round trip.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO, Generic, TypeVar

import psutil
from attrs import define, field

from ackproof.errors import TargetUnavailable
from ackproof.targets.process_tree import descendants
from ackproof.targets.starting import start
from ackproof.text.sanitize import printable, quoted

T = TypeVar("T")

WINDOW = 64
"""Maximum number of requests under way at once."""

LONGEST_LINE = 64 * 1024 * 1024
"""Maximum length of a line in bytes, plus `LONGEST_ESCAPE` for each byte of the requests that it may follow from."""

LONGEST_ESCAPE = 6
"""The most bytes that JSON takes for a byte of a text, as in `\\u0061`. A character of four bytes takes 12 at most."""

CHUNK = 1 << 16
KEPT_WORDS = 4096
SHOWN_WORDS = 300
LAST_READS = 64
POLL = 0.002
"""Seconds between two checks whether a process has ended."""

GRACE = 5.0
"""Seconds that a process has to end by itself after a stop request, or after it has closed its stdout."""

PIPES_CAN_BE_WATCHED = os.name == "posix"
"""On Windows, a selector cannot wait for pipes, and there are no process groups."""

COOKIE = "ACKPROOF_PROCESS"
"""An environment variable that identifies the process and its descendants, unless they remove it, even if they have
left the process group.
"""


class ConversationBroke(Exception):
    """The process did something other than answer line by line. The message describes it and quotes the end of
    stderr.
    """


class TimedOut(ConversationBroke):
    """No reply came in time."""


@define(kw_only=True)
class _Exchange(Generic[T]):
    """Requests, and the results of `take` for their replies. The first `taken_up` requests are sent, or are in
    `unsent`.
    """

    requests: Sequence[bytes]
    take: Callable[[int, bytes], T]
    taken: list[T] = field(factory=list)
    taken_up: int = 0
    unsent: memoryview = memoryview(b"")

    @property
    def awaited(self) -> int:
        """The number of outstanding replies."""
        return len(self.requests) - len(self.taken)

    def take_up(self) -> bool:
        """Move more requests to `unsent`, as far as the window allows; return whether there is anything to send."""
        room = WINDOW - (self.taken_up - len(self.taken))
        if not self.unsent and room > 0:
            lines = self.requests[self.taken_up : self.taken_up + room]
            self.unsent = memoryview(b"".join(line + b"\n" for line in lines))
            self.taken_up += len(lines)
        return len(self.unsent) > 0


@define
class Conversation:
    """A running process, and the lines to it and from it.

    `reply_timeout` is in seconds, for each reply.
    """

    command: Sequence[str]
    reply_timeout: float
    _process: subprocess.Popen[bytes] = field(init=False)
    _cookie: str = field(factory=lambda: uuid.uuid4().hex, init=False)
    _out: bytearray = field(factory=bytearray, init=False)
    _searched: int = field(default=0, init=False)
    _words: bytearray = field(factory=bytearray, init=False)
    _lines: deque[bytes] = field(factory=deque, init=False)
    _deaf: bool = field(default=False, init=False)
    _longest: int = field(default=LONGEST_LINE, init=False)

    def __attrs_post_init__(self) -> None:
        """Start the process, without a shell and in a separate process group."""
        if not PIPES_CAN_BE_WATCHED:
            raise TargetUnavailable(
                f"cannot talk to {self.command[0]!r}: a program is run as a target on Linux and macOS only, as "
                f"{sys.platform} cannot wait for several pipes at once; use WSL or a Linux container"
            )
        self._process = start(self.command, {**os.environ, COOKIE: self._cookie})
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)

    def ask_all(self, requests: Sequence[bytes], take: Callable[[int, bytes], T], sent: int = 0) -> list[T]:
        """Send lines, given without newlines, and return the results of `take`. It is called with the index and the
        reply of each line, as soon as the reply has come. Replies are not kept. Each may contain what was in `sent`
        bytes of requests, these or earlier ones.

        Raises `ConversationBroke` if the process does anything else, and any error of `take`; afterwards the
        conversation is unusable.
        """
        exchange = _Exchange(requests=requests, take=take)
        self._longest = LONGEST_LINE + LONGEST_ESCAPE * sent
        self.expect_nothing()
        patient_until = time.monotonic() + self.reply_timeout
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ, self._read_stdout)
            selector.register(self._stderr, selectors.EVENT_READ, self._read_stderr)
            while exchange.awaited:
                if exchange.take_up() and not self._deaf and self._stdin not in selector.get_map():
                    selector.register(self._stdin, selectors.EVENT_WRITE, lambda: self._write(exchange))
                left = patient_until - time.monotonic()
                for key, _ in selector.select(max(0, left)):  # even if time is up: the delay may be ours
                    goes_on: bool = key.data()
                    if not goes_on:
                        selector.unregister(key.fileobj)
                if self._lines:
                    self._hand_over(exchange)
                    patient_until = time.monotonic() + self.reply_timeout
                elif self._stdout not in selector.get_map():
                    raise self._ended()
                elif left <= 0:
                    raise self._late()
        return exchange.taken

    def expect_nothing(self) -> None:
        """Raise `ConversationBroke` if there is a line that answers no request.

        This is to be called after `ask_all`, which does not check it: if the surplus line came before the last replies,
        it was taken for a reply, and the last reply is left over.
        """
        self._read_stdout()
        if self._lines:
            raise self._unasked(self._lines[0])

    def close(self, farewell: bytes | None = None) -> None:
        """End the process and its descendants. With a farewell, the process first gets some time to end by itself."""
        started = descendants(self._process.pid)  # now, because it is unknown once the process has ended
        try:
            if farewell is not None and self._process.poll() is None:
                with contextlib.suppress(OSError):
                    os.write(self._stdin.fileno(), farewell + b"\n")
            with contextlib.suppress(OSError):
                self._stdin.close()
            if farewell is not None:
                self._wait(GRACE)
        finally:  # also when the wait is interrupted
            self._end_tree(started)
            for pipe in (self._stdout, self._stderr):
                pipe.close()

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None  # noqa: S101 - a pipe was asked for
        return self._process.stdin

    @property
    def _stdout(self) -> IO[bytes]:
        assert self._process.stdout is not None  # noqa: S101 - a pipe was asked for
        return self._process.stdout

    @property
    def _stderr(self) -> IO[bytes]:
        assert self._process.stderr is not None  # noqa: S101 - a pipe was asked for
        return self._process.stderr

    def _write(self, exchange: _Exchange[T]) -> bool:
        """Write what can be written; return whether there is more."""
        try:
            exchange.unsent = exchange.unsent[os.write(self._stdin.fileno(), exchange.unsent[:CHUNK]) :]
        except BlockingIOError:
            return True
        except OSError:
            self._deaf = True  # it has stopped reading; its output and its end are noticed when we read
            return False
        return len(exchange.unsent) > 0

    def _hand_over(self, exchange: _Exchange[T]) -> None:
        while self._lines and len(exchange.taken) < exchange.taken_up:
            exchange.taken.append(exchange.take(len(exchange.taken), self._lines.popleft()))
        if self._lines and exchange.awaited:
            raise self._unasked(self._lines[0])

    def _read_stdout(self) -> bool:
        """Read the available bytes; return whether more may come."""
        chunk = _read(self._stdout)
        self._out += chunk or b""
        while (end := self._out.find(b"\n", self._searched)) >= 0:
            self._lines.append(bytes(self._out[:end]))
            del self._out[: end + 1]
            self._searched = 0
            if len(self._lines) > WINDOW:
                raise self._unasked(self._lines[-1])
        self._searched = len(self._out)
        if len(self._out) > self._longest:
            raise ConversationBroke(
                self._broken(f"wrote more than {self._longest >> 20} MiB to stdout without a line's end")
            )
        return chunk != b""

    def _read_stderr(self) -> bool:
        chunk = _read(self._stderr)
        if chunk:
            self._words += chunk
            del self._words[:-KEPT_WORDS]
        return chunk != b""

    def _unasked(self, line: bytes) -> ConversationBroke:
        return ConversationBroke(
            self._broken(f"wrote a line that answers no request: {quoted(line)}; only replies go to stdout")
        )

    def _ended(self) -> ConversationBroke:
        self._wait(GRACE)
        how = self._end() or "closed its stdout and went on running"
        return ConversationBroke(self._broken(how + self._half_a_line()))

    def _late(self) -> TimedOut:
        how = f"did not answer within {self.reply_timeout:g} s"
        end = self._end()
        if end is not None:
            how += f": it {end}, and something that it started keeps its stdout open"
        elif self._deaf:
            how += ", and had closed its stdin"
        return TimedOut(self._broken(how + self._half_a_line()))

    def _end(self) -> str | None:
        """Return how the process ended, or None if it is running."""
        code = self._process.poll()
        if code is None:
            return None
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"

    def _half_a_line(self) -> str:
        return f" in the middle of a line: {quoted(bytes(self._out))}" if self._out else ""

    def _broken(self, how: str) -> str:
        return f"{how}{self.last_words() or '; its stderr is empty'}"

    def last_words(self) -> str:
        """Return the end of the process's stderr as the continuation of a sentence; an empty string if there is
        none.
        """
        for _ in range(LAST_READS):
            if not self._read_stderr():
                break
        words = printable(" ".join(self._words.decode(errors="replace").split()))
        return f"; its last words on stderr: {words[-SHOWN_WORDS:]}" if words else ""

    def _wait(self, seconds: float) -> None:
        """Wait for the process to end, and continue reading: a full pipe may block it."""
        until = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < until:
            _read(self._stdout)
            self._read_stderr()
            time.sleep(POLL)

    def _end_tree(self, started: Sequence[psutil.Process]) -> None:
        left = [*started, *_with_cookie(self._cookie)]
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        until = time.monotonic() + GRACE
        while left and time.monotonic() < until:
            for each in left:
                with contextlib.suppress(psutil.Error):
                    each.kill()
            left = _with_cookie(self._cookie)  # processes that were started meanwhile, or are still running
        with contextlib.suppress(subprocess.TimeoutExpired):  # it cannot be killed by this user
            self._process.wait(GRACE)


def _read(pipe: IO[bytes]) -> bytes | None:
    """Return the available bytes of a pipe: None if there are none now, empty at its end."""
    try:
        return os.read(pipe.fileno(), CHUNK)
    except BlockingIOError:
        return None


def _with_cookie(cookie: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(COOKIE) == cookie:
                found.append(process)
    return found
