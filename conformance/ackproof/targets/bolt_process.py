"""A bolt that runs as a process, connected by two pipes.

The process is foreign code. It may end, hang, write without end or stop reading. Each read waits no longer than the
reply timeout, and `close` leaves neither the process nor its process group running.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import psutil
from attrs import define, field

from ackproof.components.multilang import BoltLine, Deed, Give
from ackproof.errors import TargetBroke, TargetTimedOut
from ackproof.targets.shell_parent import NothingToRead
from ackproof.targets.starting import start
from ackproof.text.sanitize import printable
from ackproof.wire import multilang

CHUNK = 1 << 16
SILENCE = 1.0
"""Seconds of silence after which another heartbeat is sent to a bolt. No verdict depends on it."""

PATIENT = 5.0
"""If a process whose input has ended sleeps for this many seconds, or has computed for as many since then, nothing more
is expected from it.
"""

IMPATIENT = 0.5
"""The same for the processes of a target of which one stayed: a right bolt leaves none, and the search for the smallest
example would take an hour.
"""

IDLE = 0.05
"""The part of its time that an idle process may compute: some runtimes look at their clocks."""

LOOK = 0.05
LONGEST = 64 * 1024 * 1024
"""Maximum size of a message in bytes."""

KEPT_WORDS, SHOWN_WORDS = 4096, 300
END_OF_ALL = 5.0
"""Maximum time in seconds for the system to end a killed process."""


@define
class PidFolder:
    """A folder in which bolts leave their pids."""

    _made: "tempfile.TemporaryDirectory[str] | None" = field(init=False, default=None)

    @property
    def path(self) -> Path:
        """The path of the folder, which is created at the first access."""
        if self._made is None:
            self._made = tempfile.TemporaryDirectory(prefix="ackproof-pids-")
        return Path(self._made.name)

    def close(self) -> None:
        """Remove the folder."""
        if self._made is not None:
            self._made.cleanup()
            self._made = None


@define
class Patience:
    """How many seconds the processes of a target are waited for after their input has ended."""

    seconds: float = PATIENT

    def is_over(self, slept: float, computed: float) -> bool:
        """Whether a process has slept or computed for so long that it stays."""
        return max(slept, computed) > self.seconds

    def one_stayed(self) -> None:
        """Note that a process did not end."""
        self.seconds = IMPATIENT


@define(kw_only=True)
class BoltProcess:
    """The process that `command` starts, with a bolt in it. `reply_timeout` is in seconds, for each line."""

    command: Sequence[str]
    deeds: Sequence[Deed]
    pids: PidFolder
    patience: Patience
    reply_timeout: float
    _process: subprocess.Popen[bytes] = field(init=False)
    _reader: multilang.BoltReader = field(init=False)
    _unsent: bytearray = field(init=False, factory=bytearray)
    _unread: deque[BoltLine] = field(init=False, factory=deque)
    _words: bytearray = field(init=False, factory=bytearray)
    _pid: int | None = field(init=False, default=None)
    _open: set[str] = field(init=False, factory=lambda: {"in", "out", "words"})
    _hung_up: bool = field(init=False, default=False)
    _patient_until: float = field(init=False, default=0.0)
    _idle_since: tuple[float, float] | None = field(init=False, default=None)
    """Since when it has been asleep, and how much processor time it had used by then."""

    def __attrs_post_init__(self) -> None:
        """Start the process, without a shell and in a separate process group, and give it the handshake."""
        self._process = start(self.command)
        for pipe in self._pipes():
            os.set_blocking(pipe.fileno(), False)
        self._reader = multilang.BoltReader(self._is_own)
        self._send(multilang.handshake(self.deeds, self.pids.path))

    def give(self, given: Give) -> None:
        """See `BoltChild`."""
        self._send(multilang.given(given))

    def give_task_ids(self, task_ids: tuple[int, ...]) -> None:
        """See `BoltChild`."""
        self._send(multilang.task_ids(task_ids))

    def hang_up(self) -> None:
        """See `BoltChild`. Earlier messages are written first."""
        until = time.monotonic() + self.reply_timeout
        while self._unsent and "in" in self._open and time.monotonic() < until:
            self._move(LOOK)
        self._hung_up = True
        self._shut("in")

    def read(self) -> BoltLine | NothingToRead:
        """See `BoltChild`."""
        computed = self._computed()
        slept = time.monotonic()
        while not self._unread:
            if "out" not in self._open:
                return self._ended()
            now = time.monotonic()
            left = max(0.0, self._patient_until - now)
            moved = self._move(LOOK if self._hung_up else min(SILENCE, left))
            if moved or self._unread:
                slept = time.monotonic()
            elif self._hung_up:
                used, asleep = self._computed() - computed, self._is_asleep()
                slept = slept if asleep else now
                if self.patience.is_over(now - slept, used):
                    self.patience.one_stayed()
                    return NothingToRead.DONE
            if not self._unread and now > self._patient_until:
                raise TargetTimedOut(f"the bolt said nothing within {self.reply_timeout:g} s{self._last_words()}")
            if not moved and not self._unread and not self._hung_up:
                return NothingToRead.SILENT
        self._patient_until = time.monotonic() + self.reply_timeout
        self._idle_since = None
        return self._unread.popleft()

    def is_idle(self) -> bool:
        """See `BoltChild`. It has slept whenever it was looked at for as long as after the end of its input, and has
        computed for next to no time since then.
        """
        now, used = time.monotonic(), self._used_asleep()
        if used is None or self._unsent:
            self._idle_since = None
        elif self._idle_since is None or used - self._idle_since[1] > IDLE * (1 + now - self._idle_since[0]):
            self._idle_since = now, used
        return self._idle_since is not None and now - self._idle_since[0] > PATIENT

    def has_filed(self) -> bool:
        """See `BoltChild`."""
        return self._pid is not None and (self.pids.path / str(self._pid)).is_file()

    def close(self) -> None:
        """See `BoltChild`."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_OF_ALL)
        for name in ("in", "out", "words"):
            self._shut(name)
        if self._pid is not None:
            (self.pids.path / str(self._pid)).unlink(missing_ok=True)

    def _pipes(self) -> Iterator[IO[bytes]]:
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None  # noqa: S101 - a pipe was asked for
            yield pipe

    def _pipe(self, name: str) -> IO[bytes]:
        return dict(zip(("in", "out", "words"), self._pipes(), strict=True))[name]

    def _shut(self, name: str) -> None:
        self._open.discard(name)
        with contextlib.suppress(OSError):
            self._pipe(name).close()

    def _send(self, message: bytes) -> None:
        self._idle_since = None
        if "in" in self._open:
            self._unsent += message
        self._patient_until = time.monotonic() + self.reply_timeout

    def _move(self, seconds: float) -> bool:
        """Write and read what is possible, waiting for at most this many seconds; return whether anything was ready."""
        with selectors.DefaultSelector() as selector:
            if self._unsent and "in" in self._open:
                selector.register(self._pipe("in"), selectors.EVENT_WRITE, self._write)
            if "out" in self._open:
                selector.register(self._pipe("out"), selectors.EVENT_READ, self._read_out)
            if "words" in self._open:
                selector.register(self._pipe("words"), selectors.EVENT_READ, self._read_words)
            if not selector.get_map():
                return False
            ready = selector.select(seconds)
        for key, _ in ready:
            key.data()
        return bool(ready)

    def _write(self) -> None:
        try:
            written = os.write(self._pipe("in").fileno(), self._unsent[:CHUNK])
        except BlockingIOError:
            return
        except OSError:  # it has stopped reading; its end is noticed when we read
            self._unsent.clear()
            self._shut("in")
            return
        del self._unsent[:written]

    def _read_out(self) -> None:
        chunk = self._chunk("out")
        if chunk:
            self._unread.extend(self._reader.feed(chunk))
            if self._reader.held > LONGEST:
                raise TargetBroke(f"the bolt wrote more than {LONGEST >> 20} MiB without the end of a message")
        elif chunk is not None:
            self._unread.extend(self._reader.rest())
            self._shut("out")

    def _read_words(self) -> None:
        chunk = self._chunk("words")
        if chunk:
            self._words += chunk
            del self._words[:-KEPT_WORDS]
        elif chunk is not None:
            self._shut("words")

    def _chunk(self, name: str) -> bytes | None:
        """Return the available bytes of a pipe: None if there are none now, empty at its end."""
        try:
            return os.read(self._pipe(name).fileno(), CHUNK)
        except BlockingIOError:
            return None

    def _ended(self) -> NothingToRead:
        """Wait for the process, which has closed its output, to end; return that it has."""
        try:
            self._process.wait(self.reply_timeout)
        except subprocess.TimeoutExpired as late:
            raise TargetBroke(
                f"the bolt closed its output, and did not end within {self.reply_timeout:g} s{self._last_words()}"
            ) from late
        return NothingToRead.ENDED

    def _last_words(self) -> str:
        words = printable(" ".join(self._words.decode(errors="replace").split()))
        return f"; its last words on stderr: {words[-SHOWN_WORDS:]}" if words else "; its stderr is empty"

    def _is_own(self, pid: int) -> bool:
        """Whether a pid is that of the process, or of a descendant: the process may be a script that starts the
        bolt.
        """
        self._pid = pid
        if pid == self._process.pid:
            return True
        with contextlib.suppress(psutil.Error):
            return pid in {each.pid for each in psutil.Process(self._process.pid).children(recursive=True)}
        return False

    def _computed(self) -> float:
        """Return the processor time in seconds that the process has used; 0 before its input is closed."""
        with contextlib.suppress(psutil.Error):
            if self._hung_up:
                times = psutil.Process(self._process.pid).cpu_times()
                return times.user + times.system
        return 0.0

    def _used_asleep(self) -> float | None:
        """Return the processor time in seconds that the process and its descendants, for it may be a script, have used;
        None if one of them is not asleep.
        """
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self._process.pid)
            family = [process, *process.children(recursive=True)]
            if all(each.status() == psutil.STATUS_SLEEPING for each in family):
                return sum(times.user + times.system for times in (each.cpu_times() for each in family))
        return None

    def _is_asleep(self) -> bool:
        with contextlib.suppress(psutil.Error):
            return psutil.Process(self._process.pid).status() == psutil.STATUS_SLEEPING
        return False
