"""Commands that are forked off a process which has imported all that they need: half a second less for each.

    with Forking() as forking:
        code = forking.run(folder, temporary, "smoke", "exec:…", stdout=out, stderr=err, seconds=90)

For trials that are about what a command does, not about how it starts. What a command leaves is found better than by
its environment: whatever it has started falls to the process that it was forked of, wherever it has gone.
"""

import ctypes
import importlib
import json
import os
import pkgutil
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NoReturn, Self

import psutil
from common.started import TEN, TEST_MARK, hear_signals

COMMANDS = ("certify", "smoke", "replay")
BESIDES = ("ackproof.commands.main", "ackproof.workloads.backend", "hypothesis.core")
OUR_CHILDREN_FALL_TO_US = 36
"""`PR_SET_CHILD_SUBREAPER` of Linux: a process whose parent has ended becomes a child of this one."""


def is_here() -> bool:
    """Whether processes can be forked here, and fall to whom they came of."""
    return sys.platform == "linux"


class Forking:
    """A process that forks commands, one at a time."""

    def __init__(self) -> None:
        """Start it; it imports while the first command is being prepared."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from faults.forked import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def __enter__(self) -> Self:
        """Be a context."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End it, and whatever fell to it."""
        self.close()

    def close(self) -> None:
        """End it, and whatever fell to it."""
        for each in self._fallen_to_it():
            each.kill()
        self._process.kill()
        self._process.communicate()

    def run(  # noqa: PLR0913 - what a process is given
        self,
        folder: Path,
        temporary: Path,
        *arguments: str,
        stdout: BinaryIO,
        stderr: BinaryIO,
        seconds: float,
        planted: str = "",
    ) -> int | None:
        """Run a command in a folder; return its exit code, or None if it had to be killed after so many seconds.

        `planted` is Python that is run before it: a fault.
        """
        order = {
            "arguments": arguments,
            "planted": planted,
            "folder": str(folder),
            "environment": {TEST_MARK: str(folder), "TMPDIR": str(temporary)},
            "streams": [stdout.name, stderr.name],
        }
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(order)}\n".encode())
        self._process.stdin.flush()
        pid = self._told(None)
        assert pid is not None
        code = self._told(seconds)
        if code is None:
            os.kill(pid, signal.SIGKILL)
            self._told(None)
        return code

    def left(self, seconds: float = TEN) -> list[str]:
        """Wait until nothing is there that a command has started; return what is there after so many seconds, and end
        it.
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

    def _told(self, seconds: float | None) -> int | None:
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


def serve() -> None:
    """Be that process: fork a command for each line that is read, and say its process id, and then its exit code."""
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
    import ackproof.rules  # noqa: PLC0415 - whoever only starts this process need not

    for name in (*BESIDES, *(f"ackproof.commands.{name}" for name in COMMANDS), *_modules_of(ackproof.rules)):
        importlib.import_module(name)


def _modules_of(package: Any) -> Iterator[str]:
    return (each.name for each in pkgutil.iter_modules(package.__path__, f"{package.__name__}."))


def _become(order: Mapping[str, Any]) -> NoReturn:
    """Be the command, from its first line to the end of its interpreter."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    streams = [nowhere, *(os.open(name, os.O_WRONLY) for name in order["streams"])]
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    hear_signals()
    os.chdir(order["folder"])
    os.environ.update(order["environment"])
    sys.argv = ["ackproof", *order["arguments"]]
    exec(order["planted"], {})  # noqa: S102 - a fault of our own
    from ackproof.start import main  # noqa: PLC0415 - it is imported already

    sys.exit(main())
