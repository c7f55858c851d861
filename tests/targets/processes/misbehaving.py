"""A right acker over the protocol that misbehaves in one way, named by its first argument. Needs nothing but Python.

The pid of every process involved is added to the file that MISBEHAVING_PIDS names, so that a test can check that none
is left.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

Json = dict[str, Any]

WAY = sys.argv[1] if len(sys.argv) > 1 else "rightly"
FOREVER = 600
FLOOD = b"nonsense " * 8000
LIFETIME = 3
HELD_BACK: list[bytes] = []

DESCRIPTION: Json = {
    "protocol": 1,
    "name": "misbehaving",
    "version": "1.0",
    "language": "python",
    "profiles": ["storm2"],
    "components": ["acker"],
}
SAYS_ACK = {"kind": "ack", "root": "5", "task": 7}

DESCRIBES: dict[str, Json] = {
    "speaks version 2": {"protocol": 2},
    "speaks version 0": {"protocol": 0},
    "speaks a version in words": {"protocol": "1"},
    "speaks a version that is true": {"protocol": True},
    "has a number for a name": {"name": 7},
    "has an empty name": {"name": ""},
    "has a name of 20 MB": {"name": "long" * 5_000_000},
    "has a name that moves the cursor": {"name": "\x1b[2J\x1b[31mred"},
    "has a name in two lines": {"name": "two\nlines"},
    "has half a character for a name": {"name": "\ud800"},
    "has a language that is null": {"language": None},
    "has no components": {"components": []},
    "has a string of components": {"components": "acker"},
    "has a component nobody knows": {"components": ["acker", "flux-compensator"]},
    "has no profiles": {"profiles": []},
    "has a profile nobody knows": {"profiles": ["storm2", "storm9"]},
    "has a capability nobody knows": {"capabilities": ["telepathy"]},
    "has an operation nobody knows": {"operations": ["init", "ack", "fail", "dance"]},
    "has no fail": {"operations": ["init", "ack"]},
    "has deep evidence": {"evidence": {"it": json.loads("[" * 300 + "]" * 300)}},
    "describes itself in an error": {"error": "no licence \x1b[31mfound\n"},
    "has a component that it refuses": {"components": ["acker", "rotating-map"]},
    "has more fields": {"motto": "ack!", "protocols": [1, 2], "evidence": {"commit": "c0ffee", "deep": [[[1.5]]]}},
    "has a pretty name": {"name": "größter Acker 🦆", "version": "β2"},
    "has a map that lies in colour": {"components": ["rotating-map"]},
    "has only one profile": {"profile": "storm2"},
}
"""The fields of the reply to start that replace the right ones."""

RESULTS: dict[str, Any] = {
    "says a task in words": {"notifications": [{**SAYS_ACK, "task": "7"}]},
    "says a task and a half": {"notifications": [{**SAYS_ACK, "task": 7.5}]},
    "says a task with a point": {"notifications": [{**SAYS_ACK, "task": 7.0}]},
    "says a task that is true": {"notifications": [{**SAYS_ACK, "task": True}]},
    "says a task too large": {"notifications": [{**SAYS_ACK, "task": 1 << 31}]},
    "says no task": {"notifications": [{"kind": "ack", "root": "5"}]},
    "says a root as a number": {"notifications": [{**SAYS_ACK, "root": 5}]},
    "says a root with a plus": {"notifications": [{**SAYS_ACK, "root": "+5"}]},
    "says a root with a zero": {"notifications": [{**SAYS_ACK, "root": "05"}]},
    "says a root with a line's end": {"notifications": [{**SAYS_ACK, "root": "5\n"}]},
    "says a root past 64 bits": {"notifications": [{**SAYS_ACK, "root": "9223372036854775808"}]},
    "says a kind in capitals": {"notifications": [{**SAYS_ACK, "kind": "ACK"}]},
    "says null notifications": {"notifications": None},
    "says a notification alone": {"notifications": SAYS_ACK},
    "says nothing but null": None,
    "does not support what it claims": {"unsupported": "not on a Monday"},
    "says a wrong notification": {"notifications": [{**SAYS_ACK, "task": -7}]},
    "says the least task": {"notifications": [{**SAYS_ACK, "task": -(1 << 31)}]},
}
"""The replacement for the first result."""

APPLIED: dict[str, bytes] = {
    "answers apply with ok": b'{"ok":true}',
    "answers apply with an error": b'{"error":"out of \\u001b[31mink"}',
    "answers apply with an array": b"[]",
    "answers apply with a number": b"7",
    "answers apply with an empty line": b"",
    "gives an object of results": b'{"results":{"0":{}}}',
    "gives no results": b'{"results":[]}',
    "gives a result too many": b'{"results":[' + b"{}," * 5000 + b"{}]}",
    "writes invalid UTF-8": b'{"results":[],"note":"\xff\xfe"}',
    "writes NUL bytes": b"\0\0\0\0",
    "writes not quite JSON": b"{'results': []}",
    "nests 100000 deep": b'{"results":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "nests results deep": b'{"results":[{"notifications":' + b"[" * 400 + b"]" * 400 + b"}]}",
    "writes a number of 10000 digits": b'{"results":[{"pending":' + b"9" * 10_000 + b"}]}",
    "writes 1e999": b'{"results":[{"pending":1e999}]}',
    "writes NaN": b'{"results":[{"pending":NaN}]}',
    "writes half a surrogate pair": b'{"results":[],"note":"\\ud800"}',
    "writes two objects in a line": b'{"results":[]}{"results":[]}',
}
"""The reply to the first apply, byte by byte."""


class Acker:
    """A right acker of the profile storm2, as a dictionary from root id to ack val, spout task, whether it failed, and
    rotations left.
    """

    def __init__(self) -> None:
        self.records: dict[str, list[Any]] = {}

    def apply(self, operation: Json) -> Json:
        """Do one operation; return its result."""
        what, root = operation["op"], operation.get("root", "")
        if what == "tick":
            for record in self.records.values():
                record[3] -= 1
            self.records = {root: record for root, record in self.records.items() if record[3]}
            return {}
        record = self.records.setdefault(root, [0, None, False, LIFETIME])
        record[0] ^= int(operation.get("value", 0))
        record[1] = operation.get("task", record[1])
        record[2] = record[2] or what == "fail"
        record[3] = LIFETIME if what in ("fail", "reset-timeout") else record[3]
        kind = "fail" if record[2] else "ack" if record[0] == 0 else what
        if record[1] is None or (kind in ("init", "ack") and record[0]):
            return {}
        if kind != "reset-timeout":
            del self.records[root]
        return {"notifications": [{"kind": kind, "root": root, "task": record[1]}]}


def write(text: bytes) -> None:
    """Write all bytes to stdout, without buffers."""
    while text:
        text = text[os.write(1, text) :]


def line(document: Json) -> bytes:
    """Return a message as its line."""
    return json.dumps(document).encode() + b"\n"


def requests() -> Iterator[Json]:
    """Yield requests. Replies that are held back are sent before the next request is read."""
    rest = b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from map(json.loads, lines)
        write(b"".join(HELD_BACK))
        HELD_BACK.clear()


def mutter(text: bytes) -> None:
    """Write to stderr."""
    os.write(2, text)


def sleep() -> None:
    """Sleep for longer than any timeout."""
    time.sleep(FOREVER)


def note_pid() -> None:
    """Record this process."""
    name = os.environ.get("MISBEHAVING_PIDS")
    if name:
        with Path(name).open("a", encoding="ascii") as pids:
            pids.write(f"{os.getpid()}\n")


def starts() -> int:
    """Return how often this program was started, this time included."""
    return len(Path(os.environ["MISBEHAVING_PIDS"]).read_text(encoding="ascii").split())


def child(task: Callable[[], object] = sleep, *, daemon: bool = False) -> None:
    """Start a process with our stdin, stdout and stderr; a daemon is in another session and has no parent."""
    told, tell = os.pipe()
    if os.fork() == 0:
        if daemon:
            os.setsid()
            if os.fork():
                os._exit(0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        note_pid()
        os.write(tell, b".")
        task()
    os.read(told, 1)


def bare_child() -> None:
    """Start a process in another session without our environment."""
    before = starts()
    command = [sys.executable, "-I", "-S", __file__, "never answers"]
    subprocess.Popen(command, env={"MISBEHAVING_PIDS": os.environ["MISBEHAVING_PIDS"]}, start_new_session=True)
    while starts() == before:
        time.sleep(0.01)


def dies(code: int, words: bytes = b"") -> NoReturn:
    """End at once."""
    mutter(words)
    os._exit(code)


def floods(text: bytes = FLOOD) -> NoReturn:
    """Write forever."""
    while True:
        write(text)


def floods_stderr() -> NoReturn:
    """Write to stderr forever."""
    while True:
        mutter(FLOOD)


def writes(text: bytes, then: Callable[[], object]) -> None:
    """Write, and do something else afterwards."""
    write(text)
    then()


def closes(*descriptors: int) -> None:
    """Close some of stdin, stdout and stderr, and continue to run."""
    for descriptor in descriptors:
        os.close(descriptor)
    sleep()


def when(so: bool, deed: Callable[[], object]) -> None:  # noqa: FBT001 - reads as a sentence
    """Do something if a condition holds."""
    if so:
        deed()


def has_tick(request: Json) -> bool:
    """Whether a request contains a tick."""
    return any(each["op"] == "tick" for each in request.get("operations", ()))


def dies_behind_a_child() -> None:
    """Exit, and leave a process that keeps our stdout open."""
    child(daemon=True)
    dies(7)


def has_a_child_that_floods() -> None:
    """Leave a process that writes."""
    child(floods)
    sleep()


AT_START: dict[str, Callable[[], object]] = {
    "exits at start with 0": lambda: dies(0),
    "exits at start with 7": lambda: dies(7, b"no \x1b[31mink\x1b[0m \xff left\x00\n"),
    "is killed at start": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "closes stdout at start": lambda: closes(1),
    "closes everything at start": lambda: closes(0, 1, 2),
    "never answers": sleep,
    "floods stdout without a line's end": floods,
    "floods stdout with lines": lambda: floods(b"nonsense\n" * 8000),
    "floods stdout with good lines": lambda: floods(b'{"ok":true}\n' * 5000),
    "floods stderr instead of answering": floods_stderr,
    "writes half a line and sleeps": lambda: writes(b'{"proto', sleep),
    "writes half a line and exits": lambda: writes(b'{"proto', lambda: dies(9)),
    "greets": lambda: write(b"Welcome to the acker!\n"),
    "answers before it is asked": lambda: write(b'{"ok":true}\n'),
    "dies behind a child that holds stdout": dies_behind_a_child,
    "has a child": child,
    "has a daemon": lambda: child(daemon=True),
    "has a bare child": bare_child,
    "dies at the second start": lambda: when(starts() > 1, lambda: dies(7, b"Address already in use\n")),
    "ignores every polite signal": lambda: [signal.signal(each, signal.SIG_IGN) for each in (1, 2, 13, 15)],
    "is noisy": lambda: mutter(b"starting\n" * 400),
}
"""Actions before anything is read."""


AT_APPLY: dict[str, Callable[[], object]] = {
    "exits in the middle": lambda: dies(7, b"Traceback of sorts\nInkError: the pen is dry\n"),
    "dies with a line number": lambda: dies(2, b"main.go:100: panic\n"),
    "is killed in the middle": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "stops itself in the middle": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "stops reading in the middle": sleep,
    "closes stdin in the middle": lambda: closes(0),
    "closes stdout in the middle": lambda: closes(1),
    "writes half a reply and sleeps": lambda: writes(b'{"resul', sleep),
    "writes half a reply and exits": lambda: writes(b'{"resul', lambda: dies(9, b"half is enough\n")),
    "answers just past the time-out": lambda: time.sleep(4),
    "has a child that floods": has_a_child_that_floods,
    "dies once": lambda: when(starts() == 2, lambda: dies(7)),
}
"""Actions at an apply, before it is answered."""

AT_ANY: dict[str, Callable[[int, Json], object]] = {
    "dies at the 50th request": lambda number, _: when(number == 50, lambda: dies(50)),
    "dies at a tick": lambda _, request: when(has_tick(request), lambda: dies(13, b"what time is it?\n")),
    "answers just inside the time-out": lambda number, _: when(number == 3, lambda: time.sleep(1)),
    "answers every second time too late": lambda number, _: when(number in (4, 6, 8), lambda: time.sleep(4)),
    "is noisy": lambda *_: mutter(b"\x1b[31mwarning\x1b[0m\xff: " + FLOOD[:2000] + b"\n"),
    "floods stderr before each answer": lambda number, _: when(number < 20, lambda: mutter(FLOOD * 4)),
}
"""Actions at a request, the `number`th, before it is answered."""

OPENED: dict[str, Json] = {
    "answers open with results": {"results": []},
    "answers open with not quite ok": {"ok": 1},
    "refuses to open what it claims": {"error": "closed on \x1b[31mMondays"},
}
"""The replacement for the reply to open."""

WRITTEN: dict[str, Callable[[Json], bytes]] = {
    "has spaces in its JSON": lambda reply: (
        b"  " + json.dumps(reply, indent=1).replace("\n", " ").encode() + b" \t\r\n"
    ),
    "has keys twice": lambda reply: b'{"ok":false,"results":null,' + json.dumps(reply)[1:].encode() + b"\n",
    "has more fields": lambda reply: line({**reply, "took": 1.5e-3, "note": "ä🦆", "warnings": [None, {}]}),
    "answers start twice": lambda reply: line(reply) * 2,
    "answers apply twice": lambda reply: line(reply) * (2 if "results" in reply else 1),
}
"""Ways to write a reply."""


class Server:
    """Answers requests, with the requested misbehaviour."""

    def __init__(self) -> None:
        self.acker: Acker | None = None
        self.applied = 0

    def answer(self, number: int, request: Json) -> None:
        """Answer a request, the `number`th."""
        if WAY in AT_ANY:
            AT_ANY[WAY](number, request)
        reply: Json = {"start": self.start, "open": self.open, "apply": self.apply}[request["cmd"]](request)
        if self.applied == 1 and WAY in APPLIED:
            mutter(b"it will be garbage\n")
            write(APPLIED[WAY] + b"\n")
        elif WAY == "answers in bursts":
            HELD_BACK.append(line(reply))
        elif WAY == "answers in small pieces":
            for byte in line(reply):
                write(bytes([byte]))
        else:
            write(WRITTEN.get(WAY, line)(reply))
        if WAY == "dies after an answer" and number == 41:
            dies(1)

    def start(self, _: Json) -> Json:
        """Describe this acker."""
        reply = {**DESCRIPTION, **DESCRIBES.get(WAY, {})}
        if WAY == "has no name":
            del reply["name"]
        if WAY == "says what it was called with":
            reply["name"] = " ".join(sys.argv[2:])
        return reply

    def open(self, request: Json) -> Json:
        """Discard all state."""
        self.acker = Acker() if request["component"] == "acker" else None
        may = self.acker or WAY == "has a map that lies in colour"
        return OPENED.get(WAY, {"ok": True} if may else {"error": "this is an acker"})

    def apply(self, request: Json) -> Json:
        """Apply correctly, except for the first result."""
        AT_APPLY.get(WAY, lambda: None)()
        self.applied += 1
        if WAY == "has a map that lies in colour":
            return {"results": [{"found": True, "value": "\x1b[31mred"} for _ in request["operations"]]}
        if self.acker is None:
            return {"error": "nothing is open"}
        results = [self.acker.apply(operation) for operation in request["operations"]]
        if WAY in RESULTS and results:
            results[0] = RESULTS[WAY]
        return {"results": results[:-1] if WAY == "forgets the last result" else results}


def main() -> None:
    """Answer line by line, until the stop request."""
    note_pid()
    AT_START.get(WAY, lambda: None)()
    server = Server()
    for number, request in enumerate(requests(), start=1):
        if request["cmd"] == "stop":
            when(WAY in ("ignores stop", "ignores every polite signal"), sleep)
            break
        server.answer(number, request)


if __name__ == "__main__":
    main()
