"""The right result of a reply, by `spec/protocol.md` alone: an oracle that shares no code with the suite's decoder.

It uses no JSON Schema, no class and no function of the suite. The content of a reply is returned as plain tuples.
"""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Said = tuple[Any, ...]

TAKEN, ERROR, BROKEN = "taken", "an error", "broken"
"""A reply is accepted, is a well-formed error, or breaks the protocol."""

DEEPEST = 100
RESULTS = 2 * 1024 * 1024
LONGEST_NAME = 200
COMPONENTS = {
    "rotating-map": ("put", "get", "contains", "remove", "size", "rotate"),
    "acker": ("init", "ack", "fail", "reset-timeout", "tick", "restart"),
    "anchoring": ("receive", "emit", "ack", "fail"),
    "spout": ("emit", "notify", "tick"),
    "topology": (
        *("next-tuple", "deliver", "flow", "task-tick", "settle", "die", "pause", "resume", "lose", "double"),
    ),
}
OPERATIONS = {name for names in COMPONENTS.values() for name in names}
PROFILES = ("storm1", "storm2")
CAPABILITIES = {
    "acker-tasks",
    "acks-input",
    "pending",
    "sessions",
    "durable",
    "configurable",
    "given-edges",
    "groupings",
    "more-time",
    "executors",
    "bursts",
    "lifecycle",
    "outboxes",
}
KINDS = ("ack", "fail", "reset-timeout")
TASKS = range(-(2**31), 2**31)
COUNTS = range(2**53)
LONGS = range(-(2**63), 2**63)

SENDS = {"to": True, "name": True}
HAPPENINGS: Mapping[str, Mapping[str, Any]] = {
    **{key: {"name": True, "about": (0, 1), "root": False} for key in ("emission", "untracked")},
    "tuple": {**SENDS, "about": None, "value": False},
    "init": {**SENDS, "about": (1, 1)},
    **{key: {**SENDS, "about": (1, 2)} for key in ("ack", "fail", "reset")},
    **{key: {**SENDS, "about": (1, 1)} for key in ("says-ack", "says-fail", "says-reset")},
    "arrives": {"name": True, "about": (0, 1)},
    **{key: {"name": True} for key in ("acks", "fails")},
    "refused": {"name": True, "about": None},
    **{key: {"name": True, "about": (0, 1)} for key in ("called-ack", "called-fail")},
    **{key: {"name": True} for key in ("done", "back")},
    **{key: {} for key in ("died", "opened", "activated", "deactivated", "closed")},
    **{key: {"name": True} for key in ("lost", "doubled")},
}
"""The table of `spec/topology.md`: for each kind of happening its fields, and whether each is required; and the number
of names in `about`, None for any number. The rules judge the meaning of names.
"""


class Broken(Exception):
    """The reply is not valid by the protocol."""


def judged(text: bytes, request: str, component: str = "", asked: int = 0) -> Said:
    """Return the right result of the reply to a request: `TAKEN` and its content, `ERROR` and the reason, `BROKEN`."""
    try:
        document = _object_in(text)
        if "error" in document:
            return ERROR, _text(document["error"])
        read: Callable[[], Said] = {
            "start": lambda: _started(document),
            "open": lambda: _opened(document),
            "apply": lambda: _applied(document, component, asked),
        }[request]
        return TAKEN, read()
    except Broken:
        return (BROKEN,)


def _object_in(text: bytes) -> dict[str, Any]:
    try:
        document = json.loads(text.decode("utf-8"), parse_constant=_refused, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise Broken from error
    _whole_characters(document)
    return _mapping(document)


def _refused(_: str) -> None:
    raise Broken


def _finite(text: str) -> float:
    return float(text) if math.isfinite(float(text)) else _never()


def _never() -> Any:
    raise Broken


def _whole_characters(value: Any) -> None:
    """Refuse half a surrogate pair, in a string or in a name, at any depth."""
    rest = [value]
    while rest:
        each = rest.pop()
        if isinstance(each, dict):
            rest += [*each, *each.values()]
        elif isinstance(each, list):
            rest += each
        elif isinstance(each, str) and re.search("[\ud800-\udfff]", each):
            raise Broken


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else _never()


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else _never()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else _never()


def _text_or_null(value: Any) -> str | None:
    return None if value is None else _text(value)


def _truth_or_null(value: Any) -> bool | None:
    return value if value is None or value is True or value is False else _never()


def _number(value: Any, within: range) -> int:
    """Return a JSON number that is written as an integer, not as 7.0 or true."""
    return value if type(value) is int and value in within else _never()


def _count_or_null(value: Any) -> int | None:
    return None if value is None else _number(value, COUNTS)


def _long(value: Any) -> int:
    text = _text(value)
    if not re.fullmatch("0|-?[1-9][0-9]{0,18}", text) or int(text) not in LONGS:
        raise Broken
    return int(text)


def _one_of(value: Any, words: Sequence[str]) -> str:
    return value if isinstance(value, str) and value in words else _never()


def _field(document: Mapping[str, Any], name: str) -> Any:
    return document[name] if name in document else _never()


def _started(document: dict[str, Any]) -> Said:
    _number(_field(document, "protocol"), range(1, 2))
    words = []
    for name in ("name", "version", "language"):
        word = _text(_field(document, name))
        if not word.isprintable() or len(word) > LONGEST_NAME:
            raise Broken
        words.append(word)
    if not words[0]:
        raise Broken
    components = _names(_field(document, "components"), set(COMPONENTS), at_least=1)
    if "profile" in document:
        _text(document["profile"])
    profiles: tuple[str, ...] = PROFILES
    if "profiles" in document:
        profiles = _names(document["profiles"], set(PROFILES), at_least=1)
    elif "profile" in document:
        profiles = (_one_of(document["profile"], PROFILES),)
    operations = _names(document["operations"], OPERATIONS) if "operations" in document else None
    if "acker" in components and operations is not None and not {"init", "ack", "fail"} <= set(operations):
        raise Broken
    capabilities = _names(document.get("capabilities", []), CAPABILITIES)
    limits = _mapping(document.get("limits", {}))
    for of_component in limits.values():
        for size in _mapping(of_component).values():
            _size(size)
    evidence = _mapping(document.get("evidence", {}))
    _not_too_deep(document)
    listed = None if operations is None else tuple(sorted(set(operations)))
    return *words, components, profiles, listed, tuple(sorted(set(capabilities))), limits, evidence


def _size(value: Any) -> None:
    """Accept a number from 1 of the JSON Schema's type integer, which includes floats without a fraction."""
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not is_whole or value < 1:
        raise Broken


def _names(value: Any, known: set[str], at_least: int = 0) -> tuple[str, ...]:
    names = tuple(_text(each) for each in _items(value))
    if len(names) < at_least or not set(names) <= known:
        raise Broken
    return names


def _not_too_deep(document: Any) -> None:
    level = [document]
    for _ in range(DEEPEST):
        inner = [list(each.values()) if isinstance(each, dict) else each for each in level]
        level = [each for values in inner if isinstance(values, list) for each in values]
    if level:
        raise Broken


def _opened(document: dict[str, Any]) -> Said:
    return () if _field(document, "ok") is True else _never()


def _applied(document: dict[str, Any], component: str, asked: int) -> Said:
    results = _items(_field(document, "results"))
    if len(results) != asked or len(json.dumps(results)) > RESULTS:
        raise Broken
    read = {
        "acker": _of_acker,
        "rotating-map": _of_map,
        "anchoring": _of_anchoring,
        "spout": _of_spout,
        "topology": _of_topology,
    }[component]
    for result in results:
        if "unsupported" in _mapping(result):
            raise Broken
    return tuple(read(result) for result in results)


def _of_acker(result: dict[str, Any]) -> Said:
    notifications = tuple(
        (
            _one_of(_field(_mapping(each), "kind"), KINDS),
            _long(_field(each, "root")),
            _number(_field(each, "task"), TASKS),
        )
        for each in _items(result.get("notifications", []))
    )
    return notifications, _truth_or_null(result.get("acked")), _count_or_null(result.get("pending"))


def _of_map(result: dict[str, Any]) -> Said:
    expired = result.get("expired")
    entries = None
    if expired is not None:
        entries = tuple(
            (_text(_field(_mapping(each), "key")), _text_or_null(_field(each, "value"))) for each in _items(expired)
        )
    return (
        _truth_or_null(result.get("found")),
        _text_or_null(result.get("value")),
        _count_or_null(result.get("size")),
        entries,
    )


def _message_id(value: Any) -> dict[int, int]:
    return {_long(root): _long(edge) for root, edge in _mapping(value).items()}


def _of_anchoring(result: dict[str, Any]) -> Said:
    ids = tuple(_message_id(each) for each in _items(result.get("message_ids", [])))
    messages: list[Said] = []
    for each in _items(result.get("messages", [])):
        op, root = _one_of(_field(_mapping(each), "op"), ("ack", "fail")), _long(_field(each, "root"))
        value = _long(each["value"]) if "value" in each else None
        if op == "ack" and value is None:
            raise Broken
        messages.append((root, value) if op == "ack" else (root,))
    return ids, tuple(messages), _text_or_null(result.get("refused"))


def _of_spout(result: dict[str, Any]) -> Said:
    effects: list[Said] = []
    for each in _items(result.get("effects", [])):
        effect = _one_of(_field(_mapping(each), "effect"), ("sent", "init", "callback"))
        if effect == "sent":
            effects.append((_number(_field(each, "receiver"), COUNTS), _message_id(each.get("message_id", {}))))
        elif effect == "init":
            root, value = _long(_field(each, "root")), _long(_field(each, "value"))
            effects.append((root, value, _number(_field(each, "task"), TASKS)))
        else:
            kind, task = _one_of(_field(each, "kind"), KINDS), _number(_field(each, "task"), TASKS)
            effects.append((kind, task, _text(_field(each, "message"))))
    return tuple(effects), _count_or_null(result.get("pending"))


def _of_topology(result: dict[str, Any]) -> Said:
    happenings = tuple(_happening(_mapping(each)) for each in _items(result.get("happenings", [])))
    counts = tuple(_number(result[name], COUNTS) if name in result else None for name in ("records", "waiting"))
    return happenings, *counts


def _happening(each: dict[str, Any]) -> Said:
    what, task = _one_of(_field(each, "what"), list(HAPPENINGS)), _text(_field(each, "task"))
    about = tuple(_text(name) for name in _items(each.get("about", [])))
    checked: dict[str, Any] = {
        "to": _text_or_null(each.get("to")),
        "name": _text_or_null(each.get("name")),
        "value": _text_or_null(each.get("value")),
        "root": None if each.get("root") is None else _long(each["root"]),
    }
    has = HAPPENINGS[what]
    for name, value in checked.items():
        if has.get(name, False) and value is None:
            raise Broken
    bounds = has.get("about", ())
    if what == "tuple" and task.startswith("spout-"):
        bounds = (1, 1)
    if bounds and not bounds[0] <= len(about) <= bounds[1]:
        raise Broken
    kept = about if bounds is None or bounds else ()
    return what, task, *(checked[name] if name in has else None for name in ("to", "name", "root", "value")), kept
