"""Mutated replies, and the results of the suite's decoder for them, compared with an independent oracle.

The decoder is a function of a line, so a million lines can be tried. Behaviour over time is tested in `processes`.
"""

import copy
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
from ackproof.components import COMPONENTS, Operation
from ackproof.engine import driver
from ackproof.errors import TargetBroke
from ackproof.wire import protocol
from ackproof.wire.forms import operation_from_json
from attrs import frozen

from .reply_oracle import BROKEN, ERROR, TAKEN, Said, judged
from .trials import Outcome, Part, Trial, drawing, in_blocks

REPLIES = 1_000_000
BLOCK = 20_000
FEW = 4_000
LONGEST = 5.0
"""Maximum number of seconds for decoding a reply of a few kilobytes, on a busy machine."""

LONGEST_MESSAGE = 2_000
"""Maximum number of characters of the message about a wrong reply."""

MOST_FAULTS = 5
"""Maximum number of faults of a block that are reported."""


@frozen
class Right:
    """A right reply, and the request that it answers."""

    request: str
    reply: dict[str, Any]
    component: str = ""
    operations: tuple[dict[str, Any], ...] = ()


STARTED = {
    "protocol": 1,
    "name": "it",
    "version": "1",
    "language": "p",
    "components": ["acker", "spout"],
    "profiles": ["storm2"],
    "operations": ["init", "ack", "fail", "tick", "emit", "notify"],
    "capabilities": ["pending"],
    "evidence": {"commit": "c0ffee", "n": [1, {"a": None}]},
}
INIT = {"op": "init", "root": "5", "value": "17", "task": 7}
TICK = {"op": "tick"}
RIGHT = (
    Right("start", STARTED),
    Right(
        "start", {**{key: STARTED[key] for key in ("protocol", "name", "version", "language")}, "components": ["acker"]}
    ),
    Right("start", {**STARTED, "profile": "storm1"}),
    Right("open", {"ok": True}),
    Right("open", {"error": "closed on Mondays"}),
    Right(
        "apply",
        {
            "results": [
                {"notifications": [{"kind": "ack", "root": "5", "task": 7}], "acked": True, "pending": 0},
                {},
                {"notifications": [], "pending": 3},
            ]
        },
        "acker",
        (INIT, TICK, {"op": "fail", "root": "-6"}),
    ),
    Right(
        "apply",
        {"results": [{}, {"found": True, "value": "x"}, {"size": 1}, {"expired": [{"key": "b", "value": None}]}]},
        "rotating-map",
        ({"op": "put", "key": "a", "value": "x"}, {"op": "get", "key": "a"}, {"op": "size"}, {"op": "rotate"}),
    ),
    Right(
        "apply",
        {
            "results": [
                {"message_ids": [{"5": "2"}, {"5": "8", "-7": "0"}]},
                {"messages": [{"op": "ack", "root": "5", "value": "27"}, {"op": "fail", "root": "6"}]},
                {"refused": "it is not held"},
            ]
        },
        "anchoring",
        (
            {"op": "emit", "tuples": ["W1", "W2"], "anchors": ["S"], "edges": [["2"], ["8"]]},
            {"op": "ack", "tuple": "S"},
            {"op": "fail", "tuple": "S"},
        ),
    ),
    Right(
        "apply",
        {
            "results": [
                {
                    "effects": [
                        {"effect": "sent", "receiver": 0, "message_id": {"5": "2"}},
                        {"effect": "init", "root": "5", "value": "10", "task": 3},
                        {"effect": "callback", "kind": "ack", "task": 3, "message": "m1"},
                    ],
                    "pending": 1,
                },
                {"pending": 0},
            ]
        },
        "spout",
        ({"op": "emit", "task": 3, "root": "5", "message": "m1", "edges": ["2", "8"]}, TICK),
    ),
    Right(
        "apply",
        {
            "results": [
                {
                    "happenings": [
                        {"what": "emission", "task": "spout-1", "name": "m1/1", "about": ["m1"], "root": "9"},
                        {
                            "what": "tuple",
                            "task": "spout-1",
                            "to": "a-1",
                            "name": "t1",
                            "about": ["m1/1"],
                            "value": "v",
                        },
                        {"what": "tuple", "task": "a-1", "to": "b-1", "name": "t2", "about": ["t1", "t0"]},
                        {"what": "init", "task": "spout-1", "to": "acker-1", "name": "i1", "about": ["m1/1"]},
                    ]
                },
                {
                    "happenings": [
                        {"what": "ack", "task": "a-1", "to": "acker-1", "name": "r1", "about": ["m1/1", "t1"]},
                        {"what": "says-ack", "task": "acker-1", "to": "spout-1", "name": "w", "about": ["m1/1"]},
                        {"what": "arrives", "task": "a-1", "name": "t1", "about": ["t1"]},
                        {"what": "acks", "task": "a-1", "name": "t1"},
                        {"what": "refused", "task": "a-1", "name": "ack", "about": ["t1"]},
                        {"what": "called-ack", "task": "spout-1", "name": "m1/1", "about": ["m1"]},
                        {"what": "done", "task": "spout-1", "name": "m1"},
                        {"what": "died", "task": "a-1"},
                        {"what": "lost", "task": "b-1", "name": "t2"},
                    ],
                    "records": 1,
                    "waiting": 0,
                },
            ]
        },
        "topology",
        ({"op": "next-tuple", "spout": "spout-1"}, {"op": "settle"}),
    ),
)

ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        7,
        7.0,
        7.5,
        1e300,
        -0.0,
        2**31 - 1,
        2**31,
        -(2**31),
        -(2**31) - 1,
        2**53 - 1,
        2**53,
    ),
    *(
        "",
        "0",
        "-0",
        "+5",
        "05",
        " 5",
        "5\n",
        "\u0665",
        "5",
        "-9223372036854775808",
        "9223372036854775808",
        "1e3",
        "0x5",
    ),
    *("ack", "ACK", "fail", "reset-timeout", "init", "sent", "callback", "tuple", "died", "storm1", "acker", "spout-1"),
    *("\x1b[2J", "\u202e", "x" * 201, "é🦆", "\x00", [], {}, [[]], [{}], ["ack"], {"5": "2"}, {"5": 2}, {"05": "2"}),
)
NAMES = (
    *("error", "unsupported", "results", "ok", "protocol", "kind", "root", "task", "value", "pending", "note", "found"),
    *("notifications", "effects", "messages", "message_ids", "happenings", "expired", "size", "what", "about", "name"),
    *("profile", "profiles", "operations", "capabilities", "evidence", "acked", "refused", "to", "records", "waiting"),
)
PIECES = (
    *(b"NaN", b"Infinity", b"-Infinity", b"1e999", b"9" * 5000, b"\xff", b"\x00", b"\xef\xbb\xbf", b"\\ud800", b"\r"),
    *(b"[" * 60, b"[" * 200, b"[" * 100_000, b"{}", b",", b'"', b"\\", b"'", b"7.0", b"-", b"01", b"true", b"null"),
    *(b"\\u0000", b"\\ud83d\\ude00", b"\t", b"\xc3\xa9", b"\xc3", b'"error":"x",', b'"ok":true,', b"/* */", b"1"),
)


def _odd(draw: random.Random) -> Any:
    """Return an odd value that is not shared, because the document may be changed again inside of it."""
    return copy.deepcopy(draw.choice(ODD))


def mutated(draw: random.Random, right: Right) -> bytes:
    """Return a reply with one to three changes to a right one; sometimes without any."""
    document = json.loads(json.dumps(right.reply))
    times = draw.choice((0, 1, 1, 1, 2, 3))
    of_text = sum(draw.random() < 0.4 for _ in range(times))
    for _ in range(times - of_text):
        _change(draw, document)
    text = json.dumps(document, ensure_ascii=draw.random() < 0.5).encode(errors="surrogatepass")
    for _ in range(of_text):
        text = draw.choice(TEXT)(draw, text)
    return text.replace(b"\n", b" ")  # a line ends there, and the rest would be another line


def _change(draw: random.Random, document: Any) -> None:
    """Change one place of a document."""
    places = [*_places(document)]
    if not places:
        document[draw.choice(NAMES)] = _odd(draw)
        return
    inside, key = draw.choice(places)
    way = draw.randrange(7)
    if way == 0:
        del inside[key]
    elif way == 1 and isinstance(inside, list):
        inside.insert(key, json.loads(json.dumps(inside[key])))
    elif way in (1, 2) and isinstance(inside, dict):
        inside[draw.choice(NAMES)] = _odd(draw)
    elif way == 3 and isinstance(inside, dict):
        inside[draw.choice(NAMES)] = inside.pop(key)
    elif way == 4:
        inside[key] = draw.choice(([inside[key]], {"5": inside[key]}))
    elif way == 5:
        other, there = draw.choice(places)
        inside[key] = json.loads(json.dumps(other[there]))
    else:
        inside[key] = _odd(draw)


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    inner: Iterable[Any] = ()
    if isinstance(document, dict):
        inner = list(document)
    elif isinstance(document, list):
        inner = range(len(document))
    for key in inner:
        yield document, key
        yield from _places(document[key])


def _flip(draw: random.Random, text: bytes) -> bytes:
    place = draw.randrange(len(text)) if text else 0
    return text[:place] + bytes([text[place] ^ 1 << draw.randrange(8)]) + text[place + 1 :] if text else b"\x01"


def _cut(draw: random.Random, text: bytes) -> bytes:
    first, last = sorted((draw.randrange(len(text) + 1), draw.randrange(len(text) + 1)))
    return draw.choice((text[:first], text[last:], text[:first] + text[last:]))


def _repeat(draw: random.Random, text: bytes) -> bytes:
    first, last = sorted((draw.randrange(len(text) + 1), draw.randrange(len(text) + 1)))
    return text[:last] + text[first:]


def _insert(draw: random.Random, text: bytes) -> bytes:
    place = draw.randrange(len(text) + 1)
    return text[:place] + draw.choice(PIECES) + text[place:]


def _replace(draw: random.Random, text: bytes) -> bytes:
    words = text.split(b":")
    words[draw.randrange(len(words))] = draw.choice(PIECES)
    return b":".join(words)


TEXT: tuple[Callable[[random.Random, bytes], bytes], ...] = (_flip, _cut, _repeat, _insert, _replace)


def _comes_over_a_pipe(attribute: "attrs.Attribute[Any]", _: object) -> bool:
    """Whether a target in another process can report an attribute. Only a target in Python can name the rules that it
    is for.
    """
    return attribute.name not in ("only_rules", "unseen")


def as_the_suite_judges(text: bytes, right: Right) -> Said:
    """Return the suite's result for a reply, in the terms of the oracle."""
    operations = _operations(right)
    try:
        if right.request == "start":
            description = driver._checked("it", protocol.read_started(text))
            return TAKEN, tuple(
                tuple(sorted(value)) if isinstance(value, frozenset) else value
                for value in attrs.asdict(description, filter=_comes_over_a_pipe).values()
            )
        if right.request == "open":
            protocol.read_opened(text)
            return TAKEN, ()
        return TAKEN, tuple(_plain(result) for result in protocol.read_applied(text, right.component, operations))
    except protocol.ReportedError as error:
        return ERROR, str(error)
    except (protocol.NotTheProtocol, TargetBroke) as error:
        words = str(error)
        if "\n" in words or not words.isprintable() or len(words) > LONGEST_MESSAGE:
            raise AssertionError(f"says {words[:300]!r}") from error
        return (BROKEN,)


def _operations(right: Right) -> list[Operation]:
    return [operation_from_json(COMPONENTS[right.component], each) for each in right.operations]


def _plain(result: Any) -> Said:
    """Return a result as plain tuples. Happenings are classes whose fields have other names than on the wire."""
    if hasattr(result, "happenings"):
        return tuple(_leaves(each) for each in result.happenings), result.records, result.waiting
    return _tuple(result)  # type: ignore[no-any-return]  # for an attrs object it is one


def _tuple(value: Any) -> Any:
    if attrs.has(type(value)):
        return tuple(_tuple(getattr(value, each.name)) for each in attrs.fields(type(value)))
    return tuple(map(_tuple, value)) if isinstance(value, tuple) else value


def _leaves(happening: Any) -> Said:
    values = attrs.asdict(happening)
    return happening.what, values.pop("task"), _sorted(values.values())


def _sorted(values: Iterable[Any]) -> list[str]:
    flat = [each for value in values for each in (value if isinstance(value, (tuple, list)) else (value,))]
    return sorted(repr(each) for each in flat if each is not None)


def expected(text: bytes, right: Right) -> Said:
    """Return the expected result of a reply."""
    says = judged(text, right.request, right.component, len(right.operations))
    if right.component == "topology" and says[0] == TAKEN:
        return TAKEN, tuple(
            (tuple((what, task, _sorted(more)) for what, task, *more in happenings), *counts)
            for happenings, *counts in says[1]
        )
    return says


def agree(found: Said, wanted: Said) -> bool:
    """Whether the suite and the oracle agree; the suite shows the beginning of an error in printable form."""
    if found[0] == wanted[0] == ERROR:
        return True
    return found == wanted and repr(found) == repr(wanted)  # 1 equals True and 1.0, but is another value


def block(_: Path, numbers: range) -> Outcome:
    """Try a number of replies."""
    counts = Counter[str]()
    faults = []
    for number in numbers:
        draw = drawing(f"reply {number}")
        right = draw.choice(RIGHT)
        text = mutated(draw, right)
        since = time.monotonic()
        try:
            found: Said = as_the_suite_judges(text, right)
        except Exception as error:  # noqa: BLE001 - any error is a fault
            found = ("a crash", f"{type(error).__name__}: {error}"[:300])
        wanted = expected(text, right)
        counts["replies"] += 1
        counts[f"replies {wanted[0]}"] += 1
        if not agree(found, wanted):
            faults.append(
                f"reply {number} to {right.request} {right.component}: "
                f"{found!r:.300} and not {wanted!r:.300}: {text!r:.400}"
            )
        elif time.monotonic() - since > LONGEST:
            faults.append(f"reply {number} took {time.monotonic() - since:.1f} s: {text!r:.200}")
    return Outcome(dict(counts), tuple(faults[:MOST_FAULTS]))


def trials(total: int = REPLIES, size: int = BLOCK) -> Iterator[Trial]:
    """Yield the blocks of replies."""
    return in_blocks("replies", total, size, block)


PART = Part("replies", "mutated replies against an oracle of their own", trials, lambda: trials(FEW, FEW))
