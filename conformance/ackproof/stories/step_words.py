"""A step in words: the message, the notifications, and the state after it.

Stories on a terminal and pictures on a page use the same words.
"""

from collections.abc import Sequence

from ackproof.components import Operation, Result
from ackproof.components.acker import AckerResult, Notification
from ackproof.components.anchoring import AnchoringResult
from ackproof.components.ids import IdsResult
from ackproof.components.multilang import MultilangOperation, MultilangResult
from ackproof.components.rotating_map import MapResult
from ackproof.components.spout import SpoutResult
from ackproof.components.topology import TopologyOperation, TopologyResult
from ackproof.oracle.lives import LIFETIME
from ackproof.stories.differences import expected_of
from ackproof.stories.topology import event_words, happening_words
from ackproof.text.sanitize import printable
from ackproof.text.truncate import ENDS, truncated_names
from ackproof.text.wording import (
    NOTHING,
    anchoring_items,
    conversation_words,
    effect_items,
    map_items,
    multilang_items,
    value_words,
)
from ackproof.wire import forms as wire
from ackproof.witness import CollectorStep, ConversationStep, DeliveredStep, MapStep, ShownRecord, SpoutStep

THERE = {
    MapStep: "there after it",
    CollectorStep: "held after it",
    SpoutStep: "waited for after it",
    ConversationStep: "held after it",
}
"""The heading of the last column in a table of steps."""

ORDINALS = {2: "second", 3: "third"}


def lifetime_words(steps: Sequence[DeliveredStep], profile: str) -> str:
    """Return how long an acker remembers a record; an empty string if there is no tick among the steps."""
    if not any(step.op == "tick" for step in steps):
        return ""
    return (
        f"a tick is a rotation; in {profile} a record is forgotten at the {ORDINALS[LIFETIME[profile]]} tick after it "
        "was made or last refreshed"
    )


def made_anew(steps: Sequence[DeliveredStep]) -> list[bool]:
    """Return for each step whether its message creates a new record for a root whose previous record expired."""
    forgotten: set[int] = set()
    anew = []
    for step in steps:
        anew.append(step.record is not None and step.root in forgotten)
        forgotten = (forgotten - {step.root}) | set(step.forgotten or ())
    return anew


def delivered_words(step: DeliveredStep) -> str:
    """Return the message of a step, with its value as the xor of named edges."""
    if step.op == "restart":
        return step.op
    if step.op == "tick":
        return "tick" if step.to is None else f"tick of acker task {step.to}"
    parts = [step.op, f"root {step.root}"]
    if step.edges is not None:
        parts.append(f"value {' ^ '.join(truncated_names(step.edges)) or '0'}")
    if step.op == "init":
        parts.append(f"task {step.task}")
    return " ".join(parts)


def open_words(record: ShownRecord, *, anew: bool = False) -> str:
    """Return the open edges of a tree and the state of its record. `anew` says that the record replaces one that
    expired, and so lacks the init of that one.
    """
    names = ", ".join(truncated_names(record.open)) or "none"
    marks = ["a new record"] if anew else []
    if not record.inits:
        marks.append("without init" if anew else "no init yet")
    if record.failed:
        marks.append("failed")
    if record.is_false_zero:
        marks.append("ack val 0")
    return f"{names} ({', '.join(marks)})" if marks else names


def emitted_words(notifications: Sequence[Notification]) -> str:
    """Return the notifications of an acker, for the row of the message that caused them."""
    return ", ".join(f"{each.kind} to task {each.task}" for each in notifications) or NOTHING


def said_words(step: DeliveredStep, *, marked: bool) -> str:
    """Return what an acker said at a step. For the step at which a violation shows, it is also said what it should have
    been, if that is another thing.
    """
    said, due = emitted_words(step.said), emitted_words(step.expected)
    return f"{said} (should: {due})" if marked and said != due else said


def after_words(step: DeliveredStep, *, anew: bool = False) -> str:
    """Return the state after a step: the open edges after a message, or the records that expired at a tick."""
    if step.record is not None:
        return open_words(step.record, anew=anew)
    if step.forgotten is None:
        return ""  # a restart, which does not affect the lives
    roots = truncated_names([str(root) for root in step.forgotten])
    return f"forgotten: root{'s' * (len(step.forgotten) > 1)} {', '.join(roots)}" if roots else "forgotten: none"


def there_words(step: MapStep | CollectorStep | SpoutStep | ConversationStep) -> str:
    """Return the state after a step, by the specification."""
    match step:
        case MapStep():
            names = [f"{each.key}={value_words(each.value)} (age {each.age})" for each in step.entries]
        case CollectorStep():
            names = list(step.open)
        case ConversationStep():
            names = list(step.held)
        case SpoutStep():
            names = [f"{each.message} on task {each.task} (root {each.root}, age {each.age})" for each in step.waiting]
    return ", ".join(truncated_names(names)) or NOTHING


def operation_words(operation: Operation) -> str:
    """Return an operation in one line."""
    if isinstance(operation, TopologyOperation):
        return printable(event_words(operation))
    if isinstance(operation, MultilangOperation):
        return printable(conversation_words(operation))
    asked = wire.operation_to_json(operation)
    name = asked.pop("op")
    return printable(f"{name} {_fields(asked)}".strip())


def result_words(result: Result) -> str:
    """Return a result in one line."""
    return ", ".join(_items(result)) or NOTHING


def shown_result(result: Result) -> str:
    """Return a result in one cell: of very many items only the ends."""
    return ", ".join(truncated_names(_items(result), ENDS)) or NOTHING


def answer_words(step: MapStep | CollectorStep | SpoutStep | ConversationStep, *, differs: bool) -> str:
    """Return what a component answered, and what it should have answered if it `differs`."""
    said = shown_result(step.said)
    expected = None if isinstance(step, ConversationStep) else expected_of(step)
    return f"{said} (should: {shown_result(expected)})" if differs and expected is not None else said


def _items(result: Result) -> list[str]:
    """Return the items of a result. An item may have commas of its own."""
    match result:
        case AckerResult(notifications):
            return [f"{each.kind} of {each.root} to task {each.task}" for each in notifications]
        case TopologyResult():
            return happening_words(result)
        case MultilangResult():
            items = multilang_items(result)
        case IdsResult(drawn):
            items = list(map(str, drawn))
        case AnchoringResult():
            items = anchoring_items(result)
        case SpoutResult(effects, pending):
            items = effect_items(effects)
            if pending is not None:
                items = [*(items or [NOTHING]), f"pending {pending}"]
        case MapResult():
            items = map_items(result)
    return list(map(printable, items))


def _fields(document: wire.Json) -> str:
    return " ".join(f"{key}={_value(value)}" for key, value in document.items())


def _value(value: object) -> str:
    if isinstance(value, dict):
        pairs = [f"{key}: {_value(each)}" for key, each in value.items()]
        return "{" + ", ".join(truncated_names(pairs, ENDS)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(truncated_names(list(map(_value, value)), ENDS)) + "]"
    return value_words(value)
