"""The source of a topology whose spout tasks are in other processes: it outlives them, and decides what is done.

It is asked through a socket in the folder of the run, with one line of answer for each line. When a task's connection
is closed, the messages that it had open are offered again: its process is gone.
"""

import socketserver
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from attrs import define, field

NAME = "source"
"""The name of the socket in its folder."""


@define
class LastingSource:
    """Messages that are offered, open, or done; `lost` has what was open when a connection ended."""

    left: set[str] = field(converter=set)
    changed: Condition = field(init=False, factory=Condition)
    taken: int = field(init=False, default=0)
    asked: Counter[tuple[str, int]] = field(init=False, factory=Counter)
    """How often each spout task has asked, in the process of that id."""
    lost: list[dict[str, Any]] = field(init=False, factory=list)
    _offered: deque[str] = field(init=False, factory=deque)
    _emissions: Counter[str] = field(init=False, factory=Counter)
    _receipts: Counter[tuple[str, str]] = field(init=False, factory=Counter)

    def offer(self, messages: Sequence[str]) -> None:
        """Offer messages for the first time."""
        with self.changed:
            self._offered += messages

    @property
    def is_done(self) -> bool:
        """Whether all messages are done."""
        with self.changed:
            return not self.left

    def wait(self, until: Callable[[], bool], deadline: float) -> bool:
        """Wait until a condition is true, or until a time of the monotonic clock; return whether it is true."""
        with self.changed:
            return self.changed.wait_for(until, max(0.0, deadline - time.monotonic()))

    def answer(self, who: "Client", words: Sequence[str]) -> str:
        """Answer a line of a task."""
        with self.changed:
            match words:
                case ["hello", task, process]:
                    who.task, who.process = task, int(process)
                case ["take"]:
                    return self._take(who)
                case ["before", bolt, message]:
                    self._receipts[bolt, message] += 1
                    return str(self._receipts[bolt, message] - 1)
                case ["back", message]:
                    who.open.remove(message)
                    self._offered.append(message)
                case ["done", message]:
                    who.open.remove(message)
                    self.left.discard(message)
                case _:
                    raise ValueError(f"the source is told {words}")
            self.changed.notify_all()
            return "ok"

    def gone(self, who: "Client") -> None:
        """Offer again what a task had open, because its process is gone."""
        with self.changed:
            if who.open:
                at = time.monotonic_ns() // 1000
                self.lost.append({"at": at, "task": who.task, "process": who.process, "messages": list(who.open)})
            self._offered += who.open
            who.open = []
            self.changed.notify_all()

    def _take(self, who: "Client") -> str:
        self.asked[who.task, who.process] += 1
        self.changed.notify_all()
        if not self._offered:
            return "nothing"
        message = self._offered.popleft()
        who.open.append(message)
        self._emissions[message] += 1
        self.taken += 1
        return f"{message} {message}/{self._emissions[message]}"


@define
class Client:
    """A task that has connected, and the messages that it has open."""

    task: str = ""
    process: int = 0
    open: list[str] = field(factory=list)


class SourceServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Answers all tasks of a run, each in a thread of its own."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder: Path, source: LastingSource) -> None:
        """Listen in a folder, and answer until the end of this process."""
        self.source = source
        super().__init__(str(folder / NAME), _Handler)
        Thread(target=self.serve_forever, daemon=True).start()


class _Handler(socketserver.StreamRequestHandler):
    server: SourceServer

    def handle(self) -> None:
        """Answer a task, until it closes the connection."""
        client = Client()
        try:
            for line in self.rfile:
                self.wfile.write(f"{self.server.source.answer(client, line.decode().split())}\n".encode())
        except OSError:
            pass  # it died while it was answered
        finally:
            self.server.source.gone(client)
