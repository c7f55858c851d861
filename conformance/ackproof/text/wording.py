"""Results in words: the same in the violations of all rules, in stories and in replays."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from ackproof.components.acker import Ack, Notification
from ackproof.components.anchoring import AnchoringResult, Message
from ackproof.components.multilang import (
    AckLine,
    BoltLine,
    Deed,
    EmitLine,
    FailLine,
    Give,
    Launch,
    MultilangOperation,
    MultilangResult,
    PidLine,
    RemarkLine,
    StrayLine,
    SyncLine,
    is_probe,
)
from ackproof.components.rotating_map import Expired, MapResult
from ackproof.components.spout import Callback, Effect, InitSent, Sent
from ackproof.text.truncate import ENDS, truncated_names

NOTHING = "nothing"


def a(noun: str) -> str:
    """Return a noun with its indefinite article."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is 1."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def ago(number: int, unit: str) -> str:
    """Return when it was that so many ticks or rotations ago."""
    return f"{count(number, unit)} ago" if number else f"since the last {unit}"


def notification_words(notifications: Iterable[Notification]) -> str:
    """Return the notifications of an acker."""
    return _listed(f"{each.kind} of root {each.root} to task {each.task}" for each in notifications)


def map_words(result: MapResult) -> str:
    """Return the result of a map. Whether a null value was found or nothing was asked for it cannot be seen in it."""
    return _listed(map_items(result))


def map_items(result: MapResult) -> list[str]:
    """Return the items of a map's result: what was found, and each entry that expired."""
    parts = []
    if result.value is not None:
        parts.append(f"{'' if result.found else 'not '}there with value {result.value!r}")
    elif result.found is not None:
        parts.append("there" if result.found else "not there")
    if result.size is not None:
        parts.append(f"{result.size} {'entry' if result.size == 1 else 'entries'}")
    if result.expired is not None:
        first, *others = _entries(result.expired) or [NOTHING]
        parts += [f"expired {first}", *others]
    return parts


def _entries(entries: Iterable[Expired]) -> list[str]:
    return [f"{each.key}={value_words(each.value)}" for each in entries]


def value_words(value: object) -> str:
    """Return a value as it is in JSON, a string without its quotes."""
    return "null" if value is None else str(value)


def quoted_value(value: str | None) -> str:
    """Return a value of a map, so that no text looks like null."""
    return "null" if value is None else repr(value)


def anchoring_words(result: AnchoringResult) -> str:
    """Return the result of a collector: a refusal, the tuples that it made, and its messages to ackers."""
    return _listed(anchoring_items(result))


def anchoring_items(result: AnchoringResult) -> list[str]:
    """Return the items of a collector's result."""
    if result.refused is not None:
        return [f"a refusal ({result.refused})"]
    made = [f"a tuple of {message_id_words(each)}" for each in result.message_ids]
    return [*made, *map(_message, result.messages)]


def message_words(messages: Iterable[Message]) -> str:
    """Return messages to ackers."""
    return _listed(map(_message, messages))


def message_id_words(message_id: Mapping[int, int]) -> str:
    """Return the roots and edges of a tuple."""
    return " and ".join(f"root {root} with edge {edge}" for root, edge in message_id.items()) or "no tree"


def effect_words(effects: Sequence[Effect]) -> str:
    """Return the effects of a spout executor."""
    return _listed(effect_items(effects))


def effect_items(effects: Sequence[Effect]) -> list[str]:
    """Return each effect of a spout executor."""
    return list(map(_effect, effects))


def _message(message: Message) -> str:
    value = f" with value {message.value}" if isinstance(message, Ack) else ""
    return f"{message.op} of root {message.root}{value}"


def _effect(effect: Effect) -> str:
    match effect:
        case Sent(receiver, message_id):
            return f"tuple to receiver {receiver} of {message_id_words(message_id)}"
        case InitSent(root, value, task):
            return f"init of root {root} with value {value} and task {task}"
        case Callback(kind, task, message):
            return f"callback {kind} of {message!r} on task {task}"


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(parts) or NOTHING


def line_words(line: BoltLine) -> str:  # noqa: PLR0911 - one for each kind
    """Return a line of a bolt."""
    match line:
        case PidLine(own, filed):
            about = ("" if own else " of another process") + ("" if filed else " (no file)")
            return f"its pid{about}"
        case EmitLine():
            to = "" if line.task is None else f" to task {line.task}"
            return f"emit {line.name}{to} (anchored to {input_words(line.anchors)})"
        case AckLine(name):
            return f"ack {name}"
        case FailLine(name):
            return f"fail {name}"
        case SyncLine():
            return "sync"
        case RemarkLine(kind):
            return kind
        case StrayLine(text):
            return f"{text!r}"


def input_words(names: Iterable[str]) -> str:
    """Return the ids of inputs. The name of an input that the parent chose itself is not informative."""
    known = ["a probe of the parent" if is_probe(name) else name for name in names]
    return " and ".join(truncated_names(known)) or NOTHING


def multilang_items(result: MultilangResult) -> list[str]:
    """Return the lines of a bolt while it was listened to, and whether its process ended."""
    parts = []
    for words, group in groupby(map(line_words, result.said)):
        count = len(list(group))
        parts.append(words if count == 1 else f"{count} times {words}")
    return [*parts, *(["the process has ended"] if result.ended else [])]


def conversation_words(operation: MultilangOperation) -> str:
    """Return an operation on a bolt."""
    match operation:
        case Launch(deeds):
            about = ""
        case Give(id=name, deeds=deeds):
            about = f" {name}{_source_words(operation)}"
        case _:
            return operation.op
    return (
        f"{operation.op}{about}{': ' if deeds else ''}{', '.join(truncated_names(list(map(deed_words, deeds)), ENDS))}"
    )


def _source_words(given: Give) -> str:
    """Return where an input comes from, unless that is the usual place."""
    if given.is_tick:
        return " (a tick)"
    usual = Give(id=given.id)
    if (given.component, given.stream, given.task) == (usual.component, usual.stream, usual.task):
        return ""
    return f" (of {given.component!r}, stream {given.stream!r}, task {given.task})"


def deed_words(deed: Deed) -> str:
    """Return a deed of a bolt's code."""
    match deed.do:
        case "emit":
            value = deed.text if deed.is_json else repr(deed.text)
            text = f" {value}" if deed.text else ""
            to = "" if deed.task is None else f" to task {deed.task}"
            anchors = "" if deed.anchors is None else f" anchored to {input_words(deed.anchors)}"
            return f"emit {deed.name}{text}{to}{anchors}"
        case "ack" | "fail":
            return f"{deed.do} {deed.id}"
        case "print" | "log":
            return f"{deed.do} {deed.text!r}"
    return deed.do
