"""Commands that are forked off a process which has imported all that they need: half a second less for each.

    with Forking() as forking:
        code = forking.run(folder, temporary, "smoke", "exec:…", streams=(out, err), seconds=90)

For trials that are about what a command does, not about how it starts. What a command leaves is found better than by
its environment: whatever it has started falls to the process that it was forked of, wherever it has gone.
"""

import atexit
import ctypes
import fcntl
import importlib
import json
import os
import pkgutil
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

import psutil
from common.started import TEN, TEST_MARK, hear_signals

COMMANDS = ("certify", "smoke", "replay", "explore", "mutants", "rules")
BESIDES = ("ackproof.commands.main", "ackproof.workloads.backend", "hypothesis.core")
OUR_CHILDREN_FALL_TO_US = 36
"""`PR_SET_CHILD_SUBREAPER` of Linux: orphaned descendants become children of this process."""


def is_here() -> bool:
    """Whether processes can be forked here, and orphans become children of this process."""
    return sys.platform == "linux"


class Forking:
    """A process that forks commands, one at a time."""

    def __init__(self) -> None:
        """Start the process; it imports while the first command is being prepared."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from faults.forked import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def __enter__(self) -> Self:
        """Enter the context."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the process, and all orphans that it adopted."""
        self.close()

    def close(self) -> None:
        """End the process, and all orphans that it adopted."""
        for each in self._fallen_to_it():
            each.kill()
        self._process.kill()
        self._process.communicate()

    def run(  # noqa: PLR0913 - what a process is given
        self,
        folder: Path,
        temporary: Path,
        *arguments: str,
        streams: tuple[Path, Path],
        seconds: float,
        planted: str = "",
        limits: Mapping[int, int] | None = None,
    ) -> int | None:
        """Run a command in a folder; return its exit code, or None if it had to be killed after so many seconds.

        `streams` are its output files. `planted` is Python code that is run before it, to inject a fault. `limits` are
        its resource limits; that of memory (`RLIMIT_AS`) is relative to the memory at its start.
        """
        order = {
            "arguments": arguments,
            "planted": planted,
            "folder": str(folder),
            "environment": {TEST_MARK: str(folder), "TMPDIR": str(temporary)},
            "streams": [str(each) for each in streams],
            "limits": list((limits or {}).items()),
        }
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(order)}\n".encode())
        self._process.stdin.flush()
        pid = self._number(None)
        assert pid is not None
        code = self._number(seconds)
        if code is None:
            os.kill(pid, signal.SIGKILL)
            self._number(None)
        return code

    def left(self, seconds: float = TEN) -> list[str]:
        """Wait until all processes of a command have ended; after this many seconds, return those that are left, and
        kill them.
        """
        until = time.monotonic() + seconds
        while (found := self._fallen_to_it()) and time.monotonic() < until:
            time.sleep(0.02)
        ended = []
        for each in found:
            with suppress(psutil.Error):
                ended.append(" ".join(each.cmdline()))
                each.kill()
        return ended

    def _number(self, seconds: float | None) -> int | None:
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], seconds)[0]:
            return None
        return int(self._process.stdout.readline())

    def _fallen_to_it(self) -> list[psutil.Process]:
        found = []
        for each in psutil.Process(self._process.pid).children(recursive=True):
            with suppress(psutil.Error):
                if each.status() != psutil.STATUS_ZOMBIE:
                    found.append(each)
        return found


@cache
def forking() -> Forking:
    """Return the process that forks the commands; it is kept until this one ends."""
    made = Forking()
    atexit.register(made.close)
    return made


def serve() -> None:
    """Run as that process: fork a command for each line of input, and write its process id, and then its exit code."""
    ctypes.CDLL(None).prctl(OUR_CHILDREN_FALL_TO_US, 1, 0, 0, 0)
    _import_all()
    for line in sys.stdin.buffer:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _become(order)
        _say(pid)
        _say(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _say(number: int) -> None:
    os.write(1, f"{number}\n".encode())


def _import_all() -> None:
    import ackproof.rules  # noqa: PLC0415 - not needed by the process that only starts this one

    for name in (*BESIDES, *(f"ackproof.commands.{name}" for name in COMMANDS), *_modules_of(ackproof.rules)):
        importlib.import_module(name)


def _modules_of(package: Any) -> Iterator[str]:
    return (each.name for each in pkgutil.iter_modules(package.__path__, f"{package.__name__}."))


def _become(order: Mapping[str, Any]) -> NoReturn:
    """Run the command in this process, up to the end of the interpreter."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    streams = [nowhere, *(os.open(name, os.O_WRONLY | os.O_CREAT, 0o600) for name in order["streams"])]
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    # The inherited stream objects have cached whether *their* files are seekable.
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - closed by the end of the process
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stderr.reconfigure(errors="backslashreplace", line_buffering=True)
    hear_signals()
    os.chdir(order["folder"])
    os.environ.update(order["environment"])
    sys.argv = ["ackproof", *order["arguments"]]
    exec(order["planted"], {})  # noqa: S102 - a fault injected by a test
    from ackproof.start import main  # noqa: PLC0415 - it is imported already

    for kind, value in order["limits"]:
        most = value + (_address_space() if kind == resource.RLIMIT_AS else 0)
        resource.setrlimit(kind, (most, most))

    sys.exit(main())


def _address_space() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()


class Pipe:
    """A named pipe, which keeps the output of a command until it has ended. Limits on file sizes do not apply to it."""

    ROOM = 1 << 20
    """Size in bytes; a command with more output would block."""

    def __init__(self, path: Path) -> None:
        """Create the pipe."""
        os.mkfifo(path)
        self.path = path
        self._end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(self._end, fcntl.F_SETPIPE_SZ, self.ROOM)

    def read(self) -> str:
        """Return the output, and close it."""
        output = b""
        with suppress(BlockingIOError):  # another process holds it, and will be found by `left`
            while chunk := os.read(self._end, self.ROOM):
                output += chunk
        os.close(self._end)
        self.path.unlink()
        return output.decode(errors="replace")
