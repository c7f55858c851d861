"""A bolt library for Storm in a hundred lines of Python, and a bolt on it that the suite can certify.

    ackproof certify shell-bolt:"python3 examples/bolt/bolt.py"

`Library` is what you would use, or compare yours with; `Doer` is the bolt, which does what its inputs say.
"""

import json
import os
import sys
import traceback
from collections import deque
from pathlib import Path

SYSTEM_TASK, HEARTBEAT = -1, "__heartbeat"


class Library:
    """The side of the process. A bolt derives from it and has `initialize` and `process`.

    One input is processed at a time. Unless it is `holding`, what is emitted is anchored to that, and it is acked when
    `process` returns and failed when that raises.
    """

    holding = False

    def __init__(self):
        self.current = None
        self.inputs, self.task_ids = deque(), deque()
        # What the code prints must not get between the messages: it goes to the log, by way of stderr.
        self.source, self.sink = sys.stdin.buffer, sys.stdout.buffer
        sys.stdout = sys.stderr

    def initialize(self, conf, context):
        """Override this: the bolt is about to begin."""

    def process(self, given):
        """Override this: an input came. It has `id`, `comp`, `stream`, `task` and `tuple`."""

    def emit(self, values, anchors=None, task=None):
        """Emit, and return the task ids that it went to; None for a direct emission."""
        if anchors is None:
            anchors = [] if self.holding or self.current is None else [self.current["id"]]
        message = {"command": "emit", "tuple": values, "anchors": anchors}
        if task is not None:
            self.say({**message, "task": task})
            return None
        self.say(message)
        while not self.task_ids:
            self.sort(self.read())
        return self.task_ids.popleft()

    def ack(self, name):
        """Say that an input is done."""
        self.say({"command": "ack", "id": name})

    def fail(self, name):
        """Give an input up."""
        self.say({"command": "fail", "id": name})

    def log(self, text):
        """Say something to people."""
        self.say({"command": "log", "msg": text})

    def run(self):
        """Talk to ShellBolt until it hangs up."""
        try:
            setup = self.read()
            Path(setup["pidDir"], str(os.getpid())).touch()
            self.say({"pid": os.getpid()})
            self.initialize(setup["conf"], setup["context"])
            while True:
                while not self.inputs:
                    self.sort(self.read())
                self.current = self.inputs.popleft()
                self.process_current()
                self.current = None
        except EOFError:
            return

    def process_current(self):
        """Process an input, and let go of it."""
        try:
            self.process(self.current)
        except EOFError:
            raise  # the end came while task ids were waited for
        except Exception:
            self.say({"command": "error", "msg": traceback.format_exc()})
            if not self.holding:
                self.fail(self.current["id"])
        else:
            if not self.holding:
                self.ack(self.current["id"])

    def sort(self, message):
        """Answer a heartbeat; keep an input or task ids until their turn comes."""
        if isinstance(message, list):
            self.task_ids.append(message)
        elif (message["task"], message["stream"]) == (SYSTEM_TASK, HEARTBEAT):
            self.say({"command": "sync"})
        else:
            self.inputs.append(message)

    def read(self):
        """Return the next message; raise EOFError if there will be none."""
        rows = []
        while (row := self.source.readline()) != b"end\n":
            if not row:
                raise EOFError
            rows.append(row)
        return json.loads(b"".join(rows))

    def say(self, message):
        """Send a message."""
        self.sink.write(json.dumps(message).encode() + b"\nend\n")
        self.sink.flush()


class Doer(Library):
    """Does deeds: see spec/multilang.md."""

    def __init__(self, holding):
        super().__init__()
        self.holding = holding

    def initialize(self, conf, context):
        del context
        self.do(conf["ackproof.deeds"])

    def process(self, given):
        deeds = given["tuple"][0]
        self.do(deeds if isinstance(deeds, list) else [])

    def do(self, deeds):
        heard = None
        for deed in deeds:
            if deed["do"] == "emit":
                task_ids = self.emit([deed["name"], heard, deed["text"]], deed.get("anchors"), deed.get("task"))
                heard = heard if task_ids is None else task_ids
            elif deed["do"] == "ack":
                self.ack(deed["id"])
            elif deed["do"] == "fail":
                self.fail(deed["id"])
            elif deed["do"] == "raise":
                raise RuntimeError(deed["text"])
            elif deed["do"] == "print":
                print(deed["text"])
            elif deed["do"] == "log":
                self.log(deed["text"])


if __name__ == "__main__":
    Doer(holding=sys.argv[1] == "holding").run()
