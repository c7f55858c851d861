"""Violations rendered for people: the tree, the messages, the notifications, and the place of the violation."""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from itertools import zip_longest

from attrs import frozen

from ackproof.components import TOPOLOGY, Operation
from ackproof.components.ids import Draw
from ackproof.components.rotating_map import Size
from ackproof.errors import Refused
from ackproof.rules.registry import Violation
from ackproof.stories.differences import differing
from ackproof.stories.long_texts import NO_LONG_TEXTS, LongTexts, long_texts_in
from ackproof.stories.step_words import (
    THERE,
    after_words,
    answer_words,
    delivered_words,
    lifetime_words,
    made_anew,
    operation_words,
    said_words,
    there_words,
)
from ackproof.stories.steps import ABOUT_OTHERS, roots_in, steps_of, trees_of
from ackproof.stories.topology import event_lines, topology_lines
from ackproof.target import Answer, Config
from ackproof.text.sanitize import printable
from ackproof.text.truncate import LONG, left_out_of_witness, truncated, truncated_rows
from ackproof.witness import (
    CollectorStep,
    ConversationStep,
    DeliveredStep,
    DrawnIdStep,
    EdgeIdStep,
    LotStep,
    MapStep,
    ShownTree,
    SpoutStep,
    TopologyStep,
    TupleOfTree,
    WitnessStep,
)
from ackproof.workloads.acker import AckerWorkload
from ackproof.workloads.anchoring import AnchoringWorkload, makes, uses
from ackproof.workloads.workload import Workload

MARK = ">"

AskedStep = MapStep | CollectorStep | SpoutStep | ConversationStep

LEGIBLE_IDS = frozenset(1 << bit for bit in range(16))
"""Edge ids that a story does not print: the names stand for them, and which they are does not matter."""
MOST_IDS = 8
"""Maximum number of edges whose ids a story prints."""


@frozen(kw_only=True)
class RenderedViolation:
    """The parts of a witness besides its operations and results."""

    steps: Sequence[WitnessStep]
    trees: Sequence[ShownTree]
    story: Sequence[str]


def render(workload: Workload, answer: Answer, violation: Violation) -> RenderedViolation:
    """Return the steps of a violation, their trees, and the story that is rendered from both."""
    shown = (
        _mentioned(workload, violation.index)
        if isinstance(workload, AckerWorkload | AnchoringWorkload)
        else frozenset()
    )
    steps = steps_of(workload, answer, violation.index)
    trees = (
        trees_of(workload.forest, shown, roots_in(workload.steps))
        if isinstance(workload, AckerWorkload | AnchoringWorkload)
        else []
    )
    lines = _lines(workload, answer, violation, steps, trees)
    return RenderedViolation(steps=steps, trees=trees, story=[printable(line) for line in lines])


def story(workload: Workload, answer: Answer, violation: Violation) -> Sequence[str]:
    """Return the lines of a violation."""
    return render(workload, answer, violation).story


def _lines(
    workload: Workload, answer: Answer, violation: Violation, steps: Sequence[WitnessStep], trees: Sequence[ShownTree]
) -> list[str]:
    about, config = str(violation), workload.config
    is_topology = workload.component == TOPOLOGY.name
    lines = [f"{about if is_topology else about[:1].upper() + about[1:]}.", ""]
    if trees:
        lines += ["The trees:", *(f"  {line}" for line in tree_lines(trees)), ""]
    if isinstance(workload, AckerWorkload):
        lines += _edge_ids(workload, violation.index)
    if isinstance(answer, Refused):
        return [*lines, f"The target refused to open the component: {answer}"]
    if is_topology:
        lines += ["The topology:", *(f"  {line}" for line in topology_lines(config)), "", "What happened:"]
    return [*lines, *step_lines(workload.run.operations, steps, config, violation.index, violation.happening)]


def step_lines(
    operations: Sequence[Operation],
    steps: Sequence[WitnessStep],
    config: Config,
    marked: int,
    happening: int | None = None,
) -> list[str]:
    """Return the lines of the steps of a run. The marked one is where the violation shows, or the `happening` at that
    place among those of the marked step.
    """
    delivered = [each for each in steps if isinstance(each, DeliveredStep)]
    if delivered:
        rows = [
            (delivered_words(step), step.why, said_words(step, marked=index == marked), after_words(step, anew=anew))
            for index, (step, anew) in enumerate(zip(delivered, made_anew(delivered), strict=True))
        ]
        lifetime = lifetime_words(delivered, config.profile)
        tasks = f", {config.tasks:,} acker tasks" if config.tasks > 1 else ""
        headings = ("", "message", "why", "said", "open after it")
        kinds = _kinds_of_rows(delivered, marked)
        return [
            f"What was delivered (profile {config.profile}{tasks}), and what the acker said:",
            *([f"({lifetime})"] if lifetime else []),
            *_table(headings, rows, marked, kinds),
        ]
    happened = [each for each in steps if isinstance(each, TopologyStep)]
    if happened:
        return list(event_lines(happened, marked, happening))
    lots = [each for each in steps if isinstance(each, LotStep)]
    if lots:
        return ["What became of the trees, by the bits of their ids:", *map(_lot, lots)]
    edges = [each for each in steps if isinstance(each, EdgeIdStep)]
    if edges:
        return [
            f"The first of {len(edges)} edge ids, bit 63 to bit 0:",
            *(f"  {edge.said}" for edge in edges[:SHOWN_IDS]),
        ]
    drawn = [each for each in steps if isinstance(each, DrawnIdStep)]
    if drawn:
        return _drawn_ids(drawn, operations[marked])
    asked = [each for each in steps if isinstance(each, MapStep | CollectorStep | SpoutStep | ConversationStep)]
    return ["What was asked, and what the target answered:", *_asked_table(operations, asked, marked)]


def _asked_table(operations: Sequence[Operation], steps: Sequence[AskedStep], marked: int) -> list[str]:
    with_answers = [each for each in steps if not isinstance(each, ConversationStep)]
    differs = differing(operations, with_answers) if len(with_answers) == len(steps) else [False] * len(steps)
    rows = [
        (
            operation_words(operation),
            *([] if isinstance(step, ConversationStep) else [step.why]),
            answer_words(step, differs=differs[index] and index == marked),
            there_words(step),
        )
        for index, (operation, step) in enumerate(zip(operations, steps, strict=True))
    ]
    why = ["what it means"] if with_answers else []
    in_head = ("", "operation", *why, "answer", *([THERE[type(steps[0])]] if steps else []))
    long_texts = long_texts_in([*operations, *steps])
    kinds: Sequence[Hashable] = list(map(_is_about_the_marked, steps))
    table = _table(in_head, rows, marked, kinds, long_texts)
    if len(table) > LONG:  # what the marked operation is about, and what it is not, alternate too often
        table = _table(in_head, rows, marked, [None] * len(rows), long_texts)
    return [*table, *([""] if long_texts.names else []), *long_texts.lines(table)]


def _is_about_the_marked(step: AskedStep) -> bool:
    """Whether a step of a long history is about what the marked operation is about. A rotation or a tick is if
    something of that expires.
    """
    if step.why == ABOUT_OTHERS or step.op == Size.op:
        return False
    return not isinstance(step, MapStep | SpoutStep) or step.forgotten != ()


def _drawn_ids(steps: Sequence[DrawnIdStep], marked: Operation) -> list[str]:
    """Return a table with the first ids of a few executors: the one of the marked draw, then those that drew one of its
    ids, then others by number.
    """
    streams: dict[int, list[str]] = {}
    for step in steps:
        streams.setdefault(step.executor, []).append(step.said)
    about = marked.executor if isinstance(marked, Draw) else min(streams)
    own = set(streams.get(about, ()))
    near = sorted(streams, key=lambda executor: (executor != about, not own & set(streams[executor]), executor))
    shown = sorted(near[:SHOWN_EXECUTORS])
    of_many = f" ({len(shown)} of {len(streams)} executors)" if len(shown) < len(streams) else ""
    rows = zip_longest(*(streams[executor] for executor in shown), fillvalue="")
    return [
        f"The first ids of executors, in hexadecimal{of_many}:",
        *(f"  {line}" for line in columns([[f"executor {executor}" for executor in shown], *rows])),
    ]


SHOWN_EXECUTORS = 4
"""Maximum number of executors whose first ids a story shows side by side."""

SHOWN_IDS = 16
"""Maximum number of edge ids of a statistical rule that a story shows: most of them have the same fault."""


def _lot(lot: LotStep) -> str:
    least, most = lot.expected
    return (
        f"  {lot.why}: {lot.trees} trees of {lot.tuples} tuples, {lot.said} completed early; "
        f"{least} to {most} are accepted"
    )


def truth_key(workload: Workload) -> str:
    """Return a key for the meaning of a workload's operations, in which workloads with equal operations may differ."""
    return repr(workload.steps) if isinstance(workload, AckerWorkload) else ""


def tree_lines(trees: Sequence[ShownTree]) -> list[str]:
    """Draw trees: every emission with its tuples, each below its first anchor."""
    lines: list[str] = []
    names = {each.name for tree in trees for each in tree.tuples}
    for tree in trees:
        heads = [each for each in tree.tuples if not each.anchors]
        if tree.root is not None and (heads or not tree.tuples):
            nobody = "" if tree.tuples else " to nobody"
            lines.append(f"root {tree.root}, emitted by spout task {tree.task}{nobody}")
            lines += _branches(tree.tuples, heads, "")
    loose = {
        each.name: (tree, each)
        for tree in trees
        for each in tree.tuples
        if not names & set(each.anchors) and (each.anchors or tree.root is None)
    }
    if loose:
        lines.append("tuples without anchors here")
        of_one = [tree for tree, _ in loose.values()]
        for tree in dict.fromkeys(of_one):
            lines += _branches(tree.tuples, [each for own, each in loose.values() if own is tree], "")
    return lines


def _mentioned(workload: AckerWorkload | AnchoringWorkload, marked: int) -> frozenset[int]:
    """Return the tuples that the operations are about; if there are many operations, only those about the root of the
    marked one. A witness shows no other tuples.
    """
    if isinstance(workload, AckerWorkload):
        steps = workload.steps
        asked = steps[marked].root if len(steps) > LONG else None
        return frozenset().union(*(step.tuples for step in steps if asked in (None, step.root)))
    names = {name for step in workload.steps for name in uses(step) | makes(step)}
    return frozenset(place for place, each in enumerate(workload.forest.tuples) if each.name in names)


def _edge_ids(workload: AckerWorkload, marked: int) -> list[str]:
    """Return a line with the ids of few edges, if one is not legible: a witness is shrunk to legible ids unless the
    violation depends on others.
    """
    long, root = len(workload.steps) > LONG, workload.steps[marked].root
    edges = sorted(frozenset().union(*(step.edges for step in workload.steps if not long or step.root == root)))
    if len(edges) > MOST_IDS or all(workload.values[edge] in LEGIBLE_IDS for edge in edges):
        return []
    return [f"Edge ids: {', '.join(f'{workload.names[edge]} is {workload.values[edge]}' for edge in edges)}", ""]


def _branches(tuples: Sequence[TupleOfTree], heads: Sequence[TupleOfTree], indent: str) -> list[str]:
    branches = []
    for each in heads:
        last = each is heads[-1]
        others = each.anchors[1:]
        also = f", anchored to {' and '.join(others)} too" if others else ""
        children = [child for child in tuples if child.anchors[:1] == (each.name,)]
        branches.append(
            [
                f"{indent}{'└─' if last else '├─'} {each.name}, {each.fate}{also}",
                *_branches(tuples, children, indent + ("   " if last else "│  ")),
            ]
        )
    shown_branches = truncated(branches, lambda more: [f"{indent}├─ … {more} more"])
    return [line for branch in shown_branches for line in branch]


OWN, BEFORE, OTHERS = "about the root of the marked row", "before anything about it", "about other roots"
ENDS_OF_KINDS: Mapping[Hashable, int] = {BEFORE: 2, OTHERS: 1, "tick": 2, "restart": 2}
"""How many rows of a kind are shown at either end of a stretch."""


def _kinds_of_rows(steps: Sequence[DeliveredStep], marked: int) -> list[Hashable]:
    """Return what each row has to do with the root of the marked row. A tick that expires its record is a row of that
    root, and so is the row of each message for it. Of the others, ticks and restarts are kinds of their own: they
    happen to all records.
    """
    root = steps[marked].root
    if root is None:
        return [step.root for step in steps]
    own = [root == step.root or root in (step.forgotten or ()) for step in steps]
    first = own.index(True)
    return [
        OWN if about else BEFORE if place < first else step.op if step.root is None else OTHERS
        for place, (about, step) in enumerate(zip(own, steps, strict=True))
    ]


def _table(
    headings: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    marked: int,
    kinds: Sequence[Hashable],
    long_texts: LongTexts = NO_LONG_TEXTS,
) -> list[str]:
    """Return the rows below their headings, with the names of long texts. If there are many rows, truncate each long
    stretch of rows of one kind. The marked row is shown in any case.
    """
    numbered = [[f"{MARK if index == marked else ' '} {index + 1}", *row] for index, row in enumerate(rows)]
    left_out = partial(left_out_of_witness, len(headings))
    shown = truncated_rows(numbered, left_out, lambda index: MARK if index == marked else kinds[index], ENDS_OF_KINDS)
    return columns([list(headings), *(list(map(long_texts.named, row)) for row in shown)])


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines, with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
