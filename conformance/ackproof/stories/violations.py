"""Violations told to people: the tree, what was delivered, what was said, and where it went wrong."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from ackproof.components import Operation, Result, results_of
from ackproof.components.acker import AckerResult
from ackproof.components.anchoring import AnchoringResult
from ackproof.components.rotating_map import MapResult
from ackproof.components.spout import SpoutResult
from ackproof.components.topology import TopologyOperation, TopologyResult
from ackproof.errors import Refused
from ackproof.rules.registry import Violation
from ackproof.rules.statistics import SeenEdges, Trials
from ackproof.stories.steps import DeliveredStep, Record, delivered_steps, steps_and_trees
from ackproof.stories.topology import event_lines, event_words, happening_words, topology_lines
from ackproof.target import Answer
from ackproof.text.sanitize import printable
from ackproof.text.truncate import LONG, abridged, abridged_names, abridged_rows, left_out_of_witness
from ackproof.text.wording import anchoring_words, effect_words, map_words
from ackproof.wire import forms as wire
from ackproof.workloads.acker import AckerWorkload
from ackproof.workloads.anchoring import AnchoringWorkload, makes, uses
from ackproof.workloads.statistics import ManyEdges, ManyTrees
from ackproof.workloads.topology import TopologyWorkload
from ackproof.workloads.trees import Forest
from ackproof.workloads.workload import Workload

MARK = ">"


def story(workload: Workload, answer: Answer, violation: Violation) -> list[str]:
    """Return the lines that tell a violation."""
    return [printable(line) for line in _story(workload, answer, violation)]


def _story(workload: Workload, answer: Answer, violation: Violation) -> list[str]:
    told = str(violation)
    lines = [f"{told if isinstance(workload, TopologyWorkload) else told[:1].upper() + told[1:]}.", ""]
    if isinstance(workload, AckerWorkload | AnchoringWorkload):
        trees = tree_lines(workload.forest, _mentioned(workload, violation.index))
        lines += ["The trees:", *(f"  {line}" for line in trees), ""] if trees else []
    if isinstance(answer, Refused):
        return [*lines, f"The target refused to open the component: {answer}"]
    if isinstance(workload, ManyTrees):
        return [*lines, *Trials(workload, results_of(AckerResult, answer)).told()]
    if isinstance(workload, ManyEdges):
        return [
            *lines,
            *SeenEdges(workload, [each for each in answer if isinstance(each, AnchoringResult | SpoutResult)]).told(),
        ]
    if isinstance(workload, TopologyWorkload):
        lines += ["The topology:", *(f"  {line}" for line in topology_lines(workload.config)), "", "What happened:"]
        return [*lines, *event_lines(workload.steps, results_of(TopologyResult, answer), violation.index)]
    if isinstance(workload, AckerWorkload):
        steps = delivered_steps(workload, results_of(AckerResult, answer))
        told_steps = [(_message(step), step.why, _said(step), _after(step)) for step in steps]
        lines += [f"What was delivered (profile {workload.config.profile}), and what the acker said:"]
        roots = _roots_of_rows(steps, violation.index)
        lines += _table(("", "message", "why", "said", "open after it"), told_steps, violation.index, roots)
    else:
        pairs = zip(workload.run.operations, answer, strict=True)
        rows = [(operation_words(operation), result_words(result)) for operation, result in pairs]
        lines += ["What was asked, and what the target answered:"]
        lines += _table(("", "operation", "answer"), rows, violation.index, [None] * len(rows))
    return lines


def data(workload: Workload, answer: Answer, violation: Violation) -> dict[str, Any]:
    """Return the steps of a violation, and the trees that they are about, in JSON form."""
    if isinstance(workload, AckerWorkload | AnchoringWorkload):
        return steps_and_trees(workload, answer, _mentioned(workload, violation.index))
    return steps_and_trees(workload, answer, ())


def truth_key(workload: Workload) -> str:
    """Return what two workloads with the same operations may still differ in: what the operations mean."""
    return repr(workload.steps) if isinstance(workload, AckerWorkload) else ""


def tree_lines(forest: Forest, shown: Collection[int]) -> list[str]:
    """Draw a forest: every emission with those of its tuples that are to be shown, each below its first anchor."""
    lines = []
    for index, emission in enumerate(forest.emissions):
        heads = [place for place, each in enumerate(forest.tuples) if each.emission == index and place in shown]
        if heads or not emission.copies:
            nobody = "" if emission.copies else " to nobody"
            lines.append(f"root {emission.root}, emitted by spout task {emission.task}{nobody}")
            lines += _branches(forest, heads, shown, "")
    loose = [
        place
        for place in shown
        if forest.tuples[place].emission is None and not set(forest.tuples[place].anchors) & set(shown)
    ]
    if loose:
        lines += ["tuples without anchors here", *_branches(forest, sorted(loose), shown, "")]
    return lines


def _mentioned(workload: AckerWorkload | AnchoringWorkload, marked: int) -> frozenset[int]:
    """Return the tuples that the operations are about, or of many operations those of the marked one's root: a witness
    shows no others.
    """
    if isinstance(workload, AckerWorkload):
        steps = workload.steps
        asked = steps[marked].root if len(steps) > LONG else None
        return frozenset().union(*(step.tuples for step in steps if asked in (None, step.root)))
    names = {name for step in workload.steps for name in uses(step) | makes(step)}
    return frozenset(place for place, each in enumerate(workload.forest.tuples) if each.name in names)


def _branches(forest: Forest, places: Sequence[int], shown: Collection[int], indent: str) -> list[str]:
    branches = []
    for place in places:
        each = forest.tuples[place]
        last = place == places[-1]
        others = [forest.tuples[anchor].name for anchor in each.anchors[1:]]
        also = f", anchored to {' and '.join(others)} too" if others else ""
        children = [child for child in sorted(shown) if forest.tuples[child].anchors[:1] == (place,)]
        branches.append(
            [
                f"{indent}{'└─' if last else '├─'} {each.name}, {each.fate.value}{also}",
                *_branches(forest, children, shown, indent + ("   " if last else "│  ")),
            ]
        )
    shown_branches = abridged(branches, lambda more: [f"{indent}├─ … {more} more"])
    return [line for branch in shown_branches for line in branch]


def _said(step: DeliveredStep) -> str:
    return ", ".join(f"{word.kind} to task {word.task}" for word in step.said) or "nothing"


def _after(step: DeliveredStep) -> str:
    """Return how things stand after a step: what is open after a message, or what was forgotten at a tick."""
    if step.record is not None:
        return _open(step.record)
    if step.forgotten is None:
        return ""  # a restart, which is nothing to any life
    roots = abridged_names([str(root) for root in step.forgotten])
    return f"forgotten: root{'s' * (len(step.forgotten) > 1)} {', '.join(roots)}" if roots else "forgotten: none"


def _roots_of_rows(steps: Sequence[DeliveredStep], marked: int) -> list[int | None]:
    """Return the root that each row is about. A tick that forgets the root of the marked row is about that one."""
    root = steps[marked].root
    return [root if root is not None and root in (step.forgotten or ()) else step.root for step in steps]


def _message(step: DeliveredStep) -> str:
    if step.op == "restart":
        return step.op
    if step.op == "tick":
        return "tick" if step.to is None else f"tick of acker task {step.to}"
    parts = [step.op, f"root {step.root}"]
    if step.edges is not None:
        parts.append(f"value {' ^ '.join(abridged_names(step.edges)) or '0'}")
    if step.op == "init":
        parts.append(f"task {step.task}")
    return " ".join(parts)


def _open(record: Record) -> str:
    names = ", ".join(abridged_names(record.open)) or "none"
    marks = [] if record.inits else ["no init yet"]
    if record.failed:
        marks.append("failed")
    if record.is_false_zero:
        marks.append("ack val 0")
    return f"{names} ({', '.join(marks)})" if marks else names


def operation_words(operation: Operation) -> str:
    """Return an operation in one line."""
    if isinstance(operation, TopologyOperation):
        return printable(event_words(operation))
    asked = wire.operation_to_json(operation)
    name = asked.pop("op")
    return printable(f"{name} {_fields(asked)}".strip())


def result_words(result: Result) -> str:
    """Return a result in one line."""
    if isinstance(result, AckerResult):
        return (
            ", ".join(f"{word.kind} of {word.root} to task {word.task}" for word in result.notifications) or "nothing"
        )
    if isinstance(result, TopologyResult):
        return ", ".join(happening_words(result)) or "nothing"
    return printable(_words(result))


def _words(result: AnchoringResult | SpoutResult | MapResult) -> str:
    match result:
        case AnchoringResult():
            return anchoring_words(result)
        case SpoutResult(effects, pending):
            return effect_words(effects) + ("" if pending is None else f", pending {pending}")
        case MapResult():
            return map_words(result)


def _fields(document: dict[str, Any]) -> str:
    return " ".join(f"{key}={_value(value)}" for key, value in document.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)


def _table(
    headings: tuple[str, ...], rows: Sequence[tuple[str, ...]], marked: int, roots: Sequence[int | None]
) -> list[str]:
    """Return the rows below their headings. Of many rows, each long stretch is abridged that is all about the root of
    the marked one, or all about others.
    """
    numbered = [[f"{MARK if index == marked else ' '} {index + 1}", *row] for index, row in enumerate(rows)]
    shown = abridged_rows(
        numbered,
        partial(left_out_of_witness, len(headings)),
        lambda index: (roots[index] == roots[marked], index == marked),
    )
    return columns([list(headings), *shown])


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines, with the cells of a column below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
