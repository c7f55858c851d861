"""The messages between a ShellBolt and its process: JSON, each followed by a line that says `end`.

The bolt's output is read as ShellBolt reads it. A line ends with a line feed, a carriage return or both. A message may
have several lines. Of two messages before one `end`, each on a line of its own, the first is read and the second is
lost. There is one exception: if lines that are no message come before one, as when the code prints, ShellBolt dies;
this reader skips them and finds the message, if that has one line.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field

from ackproof.components.multilang import (
    HEARTBEAT_STREAM,
    SYSTEM_TASK,
    AckLine,
    BoltLine,
    Deed,
    EmitLine,
    FailLine,
    Give,
    PidLine,
    RemarkLine,
    StrayLine,
    SyncLine,
)
from ackproof.text.sanitize import shown
from ackproof.wire import documents, forms

END = b"end"
LINE_END = re.compile(rb"\r\n|\r|\n")
DEEDS = "ackproof.deeds"
"""Key in the configuration of a topology whose value is the list of deeds of the bolt's initialization."""

HEARTBEAT_ID = str(1 << 60)
TASK = 3
COMPONENT = "bolt"
LONGEST_STRAY = 200
REMARKS = ("error", "log", "metrics")
VALUES = 3
"""Number of values of an emission: its name, the task ids that the bolt had received, and a text."""


def handshake(deeds: Sequence[Deed], pid_folder: Path) -> bytes:
    """Return the first message to a bolt."""
    return _message(
        {
            "conf": {"topology.name": "ackproof", "topology.message.timeout.secs": 30, DEEDS: _deeds(deeds)},
            "pidDir": str(pid_folder),
            "context": {
                "taskid": TASK,
                "componentid": COMPONENT,
                "task->component": {"1": "source", str(TASK): COMPONENT},
                "streams": ["default"],
                "stream->outputfields": {"default": ["name", "heard", "text"]},
                "stream->target->grouping": {},
                "source->stream->grouping": {},
            },
        }
    )


def given(what: Give) -> bytes:
    """Return the message for an input. Its only value is the list of deeds for the bolt; a tick has a number, a
    heartbeat has no value.
    """
    if what.stream == HEARTBEAT_STREAM:
        values: list[object] = []
    else:
        values = [1] if what.is_tick else [_deeds(what.deeds)]
    return _message(
        {
            "id": what.id,
            "comp": what.component or None,
            "stream": what.stream,
            "task": what.task,
            "tuple": values,
        }
    )


def heartbeat() -> Give:
    """Return a heartbeat, as an input."""
    return Give(id=HEARTBEAT_ID, component="", stream=HEARTBEAT_STREAM, task=SYSTEM_TASK)


def task_ids(numbers: Sequence[int]) -> bytes:
    """Return the message with the task ids of an emission."""
    return _message(list(numbers))


def _message(document: object) -> bytes:
    # Like ShellBolt's JSON, it escapes a character only if JSON requires it.
    return documents.encode(document, indent=None).encode() + b"\nend\n"


def _deeds(deeds: Sequence[Deed]) -> list[forms.Json]:
    return [{**_without_mark(forms.to_json(deed)), "text": value_of(deed)} for deed in deeds]


def _without_mark(deed: forms.Json) -> forms.Json:
    return {name: each for name, each in deed.items() if name != "is_json"}


def value_of(deed: Deed) -> object:
    """Return the last value of an emission, or the text of another deed."""
    return documents.parse(deed.text) if deed.is_json else deed.text


def said_value(value: object) -> tuple[str, bool]:
    """Return the text of a value that was emitted, and whether that is JSON. Equal values have equal texts."""
    return (value, False) if isinstance(value, str) else (documents.encode_sorted(value), True)


@define
class BoltReader:
    """Parses the output of a bolt into lines. `is_own` says whether a pid is that of the bolt's process."""

    is_own: Callable[[int], bool]
    _out: bytearray = field(init=False, factory=bytearray)
    _searched: int = field(init=False, default=0)
    _returned: bool = field(init=False, default=False)
    _message: list[bytes] = field(init=False, factory=list)

    def feed(self, chunk: bytes) -> Iterator[BoltLine]:
        """Add a chunk of output; yield the lines that are now complete."""
        self._out += chunk
        while (found := LINE_END.search(self._out, self._searched)) is not None:
            row, ending = bytes(self._out[: found.start()]), found[0]
            del self._out[: found.end()]
            self._searched = 0
            is_half = self._returned and ending == b"\n" and not row  # of a line end that came in two chunks
            self._returned = ending == b"\r"
            if is_half:
                continue
            if row == END:
                message, self._message = self._message, []
                yield from self._read(message)
            else:
                self._message.append(row)
        self._searched = len(self._out)

    @property
    def held(self) -> int:
        """Number of bytes of the incomplete message."""
        return len(self._out) + sum(map(len, self._message))

    def rest(self) -> Iterator[BoltLine]:
        """Yield the incomplete message that is left after the bolt ended, if there is one, as a stray line."""
        left = b"\n".join([*self._message, *([bytes(self._out)] if self._out else [])])
        self._message, self._out = [], bytearray()
        if left:
            yield _stray(left)

    def _read(self, rows: Sequence[bytes]) -> Iterator[BoltLine]:
        whole = self._line(b"\n".join(rows))
        if whole is not None or len(rows) <= 1:
            yield whole or _stray(b"\n".join(rows))
            return
        for place, row in enumerate(rows):
            line = self._line(row)
            yield line or _stray(row)
            if line is not None:
                lost = rows[place + 1 :]
                if lost:
                    yield _stray(b"\n".join(lost))
                return

    def _line(self, text: bytes) -> BoltLine | None:
        """Return the line for a text, or None if the text is no message. A command that ShellBolt does not know does
        nothing.
        """
        try:
            message = documents.parse(text)
        except ValueError:
            return None
        if not isinstance(message, dict):
            return None
        pid, command = message.get("pid"), message.get("command")
        if isinstance(pid, int) and "command" not in message:
            return PidLine(self.is_own(pid), filed=False)
        if not isinstance(command, str):
            return None
        return _WORDS[command](message) if command in _WORDS else RemarkLine(command[:LONGEST_STRAY])


def _stray(text: bytes) -> StrayLine:
    return StrayLine(text.decode(errors="replace")[:LONGEST_STRAY])


def _id(name: object) -> str:
    """Return an id as the bolt wrote it. ShellBolt's ids are strings: a number is not a valid one."""
    return name if isinstance(name, str) else f"{type(name).__name__} {shown(name)}"


def _emission(message: Mapping[str, Any]) -> EmitLine:
    anchors = message.get("anchors") or []
    named = anchors if isinstance(anchors, list) else [anchors]
    values = message.get("tuple")
    name, heard, text = values if isinstance(values, list) and len(values) == VALUES else (shown(values), None, "")
    said, is_json = said_value(text)
    task = message.get("task")
    return EmitLine(
        name=name if isinstance(name, str) else shown(name),
        anchors=tuple(map(_id, named)),
        text=said,
        is_json=is_json,
        task=task if isinstance(task, int) and task else None,
        heard=_numbers(heard),
        asks=message.get("need_task_ids") is not False,
    )


def _numbers(heard: object) -> tuple[int, ...] | None:
    if not isinstance(heard, list) or not all(type(each) is int for each in heard):
        return None
    return tuple(heard)


_WORDS: Mapping[str, Callable[[Mapping[str, Any]], BoltLine]] = {
    "ack": lambda message: AckLine(_id(message.get("id"))),
    "fail": lambda message: FailLine(_id(message.get("id"))),
    "sync": lambda _: SyncLine(),
    "emit": _emission,
    **{kind: (lambda message: RemarkLine(str(message["command"]))) for kind in REMARKS},
}
