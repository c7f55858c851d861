"""A right acker over the protocol that misbehaves at one of its requests: `late.py WAY NUMBER FILE`.

It adds a line to the file each time. It needs only Python.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "targets" / "processes"))
WAY, NUMBER, NOTED = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
sys.argv[1:] = []
import misbehaving  # type: ignore[import-not-found]  # noqa: E402
from misbehaving import APPLIED, FLOOD, Json, Server, child, closes, dies, floods, line, sleep, write  # noqa: E402


def slowly(text: bytes) -> None:
    """Wait a moment before writing, well within the reply timeout."""
    time.sleep(0.3)
    write(text)


def ignore(number: int) -> object:
    """Ignore a signal."""
    return signal.signal(number, signal.SIG_IGN)


BEFORE: dict[str, Callable[[], object]] = {
    "exits with 0": lambda: dies(0),
    "exits with 7": lambda: dies(7, b"no \x1b[31mink\n"),
    "is killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "stops itself": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "says nothing more": sleep,
    "closes stdout": lambda: closes(1),
    "closes everything": lambda: closes(0, 1, 2),
    "floods without a line's end": floods,
    "floods with lines": lambda: floods(b"nonsense\n" * 8000),
    "floods with good lines": lambda: floods(b'{"ok":true}\n' * 5000),
    "floods stderr": misbehaving.floods_stderr,
    "writes half a line and sleeps": lambda: misbehaving.writes(b'{"resul', sleep),
    "writes half a line and exits": lambda: misbehaving.writes(b'{"resul', lambda: dies(9)),
    "dies behind a child that holds stdout": misbehaving.dies_behind_a_child,
    "has a child that floods": misbehaving.has_a_child_that_floods,
    "says a line that nobody asked for": lambda: write(b"nonsense\n"),
}
"""Actions in place of an answer."""

INSTEAD: dict[str, bytes] = {
    **{
        way.replace("answers apply ", "answers "): text
        for way, text in APPLIED.items()
        if way != "answers apply with ok"
    },
    "answers with null": b"null",
    "answers with an unknown object": b'{"yes":1}',
    "answers with an error that is none": b'{"error":7}',
}
"""Texts in place of the answer."""

HARMLESS: dict[str, Callable[[bytes], object]] = {
    "is slow": slowly,
    "answers byte by byte": lambda text: [write(bytes([each])) for each in text],
    "has spaces in its JSON": lambda text: write(b" \t" + text[:-1] + b"  \r\n"),
    "has more fields": lambda text: write(b'{"note":[1,{"a":null}],' + text[1:]),
    "complains": lambda text: [os.write(2, FLOOD), write(text)],
    "has a child": lambda text: [child(daemon=True), write(text)],
    "ignores every polite signal": lambda text: [*map(ignore, (1, 2, 13, 15)), write(text)],
}
"""Harmless ways to write the answer."""


class Late(Server):  # type: ignore[misc]  # the other program lies beside this one
    """Behaves correctly up to the request at which it misbehaves."""

    def answer(self, number: int, request: Json) -> None:
        """Answer a request, the `number`th."""
        reply = {"start": self.start, "open": self.open, "apply": self.apply}[request["cmd"]](request)
        if number != NUMBER:
            write(line(reply))
            return
        with NOTED.open("a", encoding="ascii") as noted:
            noted.write(f"{request['cmd']}\n")
        if WAY in HARMLESS:
            HARMLESS[WAY](line(reply))
        elif WAY in INSTEAD:
            write(INSTEAD[WAY] + b"\n")
        else:
            BEFORE[WAY]()
            write(line(reply))


def main() -> None:
    """Answer line by line, until the stop request."""
    server = Late()
    for number, request in enumerate(misbehaving.requests(), start=1):
        if request["cmd"] == "stop":
            break
        server.answer(number, request)


if __name__ == "__main__":
    main()
