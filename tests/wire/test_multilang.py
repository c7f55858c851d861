"""The output of a bolt, read as ShellBolt reads it; and the messages to a bolt."""

import json
from pathlib import Path

import pytest
from ackproof.components.multilang import (
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
from ackproof.wire import multilang
from ackproof.wire.multilang import BoltReader, heartbeat
from ackproof.workloads.multilang import OTHER_VALUES


def read(*chunks: bytes) -> list[BoltLine]:
    """Return all lines of some chunks."""
    reader = BoltReader(lambda pid: pid == 7)
    return [*(line for chunk in chunks for line in reader.feed(chunk)), *reader.rest()]


def line_of(message: object) -> BoltLine:
    """Return the line for a single message."""
    (line,) = read(json.dumps(message).encode() + b"\nend\n")
    return line


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({"pid": 7}, PidLine(own=True, filed=False)),
        ({"pid": 8}, PidLine(own=False, filed=False)),
        ({"command": "ack", "id": "5"}, AckLine("5")),
        ({"command": "fail", "id": "5"}, FailLine("5")),
        ({"command": "ack", "id": 5}, AckLine("int 5")),
        ({"command": "ack"}, AckLine("NoneType None")),
        ({"command": "sync"}, SyncLine()),
        ({"command": "error", "msg": "no"}, RemarkLine("error")),
        (
            {"command": "emit", "tuple": ["e", None, "t"], "anchors": ["5"]},
            EmitLine(name="e", anchors=("5",), text="t"),
        ),
        ({"command": "emit", "tuple": ["e", [3, 4], ""]}, EmitLine(name="e", heard=(3, 4))),
        ({"command": "emit", "tuple": ["e", [], ""], "anchors": "5"}, EmitLine(name="e", anchors=("5",), heard=())),
        ({"command": "emit", "tuple": ["e", None, ""], "anchors": 5}, EmitLine(name="e", anchors=("int 5",))),
        ({"command": "emit", "tuple": ["e", None, ""], "task": 4}, EmitLine(name="e", task=4)),
        ({"command": "emit", "tuple": ["e", None, ""], "task": 0}, EmitLine(name="e")),
        ({"command": "emit", "tuple": ["e", None, ""], "need_task_ids": False}, EmitLine(name="e", asks=False)),
        ({"command": "emit", "tuple": 5}, EmitLine(name="5")),
        ({"command": "emit", "tuple": ["e", None, None]}, EmitLine(name="e", text="null", is_json=True)),
        (
            {"command": "emit", "tuple": ["e", None, {"b": 1.5, "a": []}]},
            EmitLine(name="e", text='{"a": [], "b": 1.5}', is_json=True),
        ),
        ({"command": "dance"}, RemarkLine("dance")),
        ({"nothing": 1}, StrayLine('{"nothing": 1}')),
        ([1, 2], StrayLine("[1, 2]")),
    ],
)
def test_a_message_is_read(message: object, line: BoltLine) -> None:
    """Ids are strings; a number is not equal to its text. A task of 0 means none, and anchors may be a single
    string.
    """
    assert line == line_of(message)


def test_messages_are_found_wherever_the_chunks_end() -> None:
    """They are split byte by byte, also within characters of several bytes; a text may contain `end`."""
    text = '{"command": "emit", "tuple": ["e", null, "\u4e2d\\nend\\n"]}\nend\n{"command": "sync"}\nend\n'.encode()
    expected = [EmitLine(name="e", text="\u4e2d\nend\n"), SyncLine()]
    assert expected == read(text) == read(*(text[place : place + 1] for place in range(len(text))))


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_a_line_ends_as_a_reader_of_java_sees_it(ending: bytes) -> None:
    """A chunk may end between a carriage return and its line feed. An empty line is none of the message."""
    text = ending.join([b'{"command": "ack",', b"", b'"id": "5"}', b"end", b'{"command": "sync"}', b"end", b""])
    expected = [AckLine("5"), SyncLine()]
    assert expected == read(text) == read(*(text[place : place + 1] for place in range(len(text))))


def test_a_message_may_have_several_lines() -> None:
    """JSON may be pretty-printed."""
    assert [AckLine("5")] == read(b'{"command": "ack",\n\n"id": "5"}\nend\n')


def test_a_message_behind_another_one_before_the_end_is_lost() -> None:
    """ShellBolt reads the first of two. A printed line before it is skipped."""
    ack, fail = '{"command": "ack", "id": "5"}', '{"command": "fail", "id": "6"}'
    assert [AckLine("5"), StrayLine(f"{fail}\n{ack}"), SyncLine()] == read(
        f'{ack}\n{fail}\n{ack}\nend\n{{"command": "sync"}}\nend\n'.encode()
    )
    assert [StrayLine("hello"), AckLine("5"), StrayLine(fail)] == read(f"hello\n{ack}\n{fail}\nend\n".encode())


def test_what_was_printed_does_not_hide_the_message_behind_it() -> None:
    """The printed text is reported as well."""
    assert [StrayLine("hello"), StrayLine("world"), SyncLine()] == read(b'hello\nworld\n{"command": "sync"}\nend\n')


@pytest.mark.parametrize("text", [b"\xff\xfe\nend\n", b"\nend\n", b'{"command": "sync"}', b"half a li"])
def test_what_is_no_whole_message_is_told(text: bytes) -> None:
    """This includes the end of the output."""
    (line,) = read(text)
    assert isinstance(line, StrayLine)


def test_a_heartbeat_is_what_shell_bolt_sends() -> None:
    """It comes from no component, and has no values."""
    message = json.loads(multilang.given(heartbeat()).removesuffix(b"\nend\n"))
    assert (None, "__heartbeat", -1, []) == (message["comp"], message["stream"], message["task"], message["tuple"])


def test_an_input_has_its_deeds_and_its_text_is_not_escaped() -> None:
    """Each deed has a text, which may be empty."""
    deeds = (Deed(do="emit", name="e", text="\u4e2d"), Deed(do="raise"))
    written = multilang.given(Give(id="5", deeds=deeds))
    assert "\u4e2d".encode() in written
    message = json.loads(written.removesuffix(b"\nend\n"))
    assert [[{"do": "emit", "name": "e", "text": "\u4e2d"}, {"do": "raise", "text": ""}]] == message["tuple"]
    assert ("5", "source", "default", 1) == tuple(message[name] for name in ("id", "comp", "stream", "task"))


@pytest.mark.parametrize("text", OTHER_VALUES)
def test_a_value_that_is_no_text_is_given_as_it_is_and_read_as_it_was_drawn(text: str) -> None:
    """It goes to the bolt as a value. What the bolt says is compared as a text."""
    deed = Deed(do="emit", name="e", text=text, is_json=True)
    message = json.loads(multilang.given(Give(id="5", deeds=(deed,))).removesuffix(b"\nend\n"))
    ((given,),) = message["tuple"]
    assert {"do": "emit", "name": "e", "text": json.loads(text)} == given
    line = line_of({"command": "emit", "tuple": ["e", None, given["text"]]})
    assert EmitLine(name="e", text=text, is_json=True) == line


def test_a_tick_has_a_number_and_task_ids_are_a_list() -> None:
    """They come from the system."""
    tick = Give(id="5", component="__system", stream="__tick", task=-1)
    assert [1] == json.loads(multilang.given(tick).removesuffix(b"\nend\n"))["tuple"]
    assert b"[4, 5]\nend\n" == multilang.task_ids((4, 5))


def test_the_handshake_names_the_folder_and_the_deeds() -> None:
    """It also has the additional fields of the documentation."""
    message = json.loads(multilang.handshake([Deed(do="log", text="x")], Path("/pids")).removesuffix(b"\nend\n"))
    assert "/pids" == message["pidDir"]
    assert [{"do": "log", "text": "x"}] == message["conf"]["ackproof.deeds"]
    assert message["context"]["task->component"][str(message["context"]["taskid"])] == message["context"]["componentid"]
