"""The steps of a violation as data: what was delivered at each, what the target said, and how the record stood then.

A witness holds them beside its operations and results, and the story is rendered from them. Whoever draws a picture of
a witness, or reads it with a program, finds here what numbers alone do not say: which edges a value stands for, what
was open, and what the specification calls for.
"""

from collections.abc import Collection, Sequence
from typing import Any

from attrs import frozen

from ackproof.components.acker import AckerResult, Notification
from ackproof.components.fields import Long
from ackproof.errors import Refused
from ackproof.oracle.lives import Chronicle, Moment, TickMoment, acker_of
from ackproof.target import Answer
from ackproof.wire import forms
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.anchoring import AnchoringWorkload
from ackproof.workloads.trees import Forest
from ackproof.workloads.workload import Workload

Json = dict[str, Any]


@frozen(kw_only=True)
class Record:
    """The record of a root after a message, by the specification: the names of the edges that are `open`, the `ack_val`
    that follows from their ids, how many inits came, whether a fail did, and its `age` in rotations since its last
    refresh.
    """

    open: tuple[str, ...]
    ack_val: Long
    inits: int
    failed: bool
    age: int

    @property
    def is_false_zero(self) -> bool:
        """Whether the ack val is zero though edges are open."""
        return self.ack_val == 0 and bool(self.open)


@frozen(kw_only=True)
class DeliveredStep:
    """One operation, and what is known of it.

    `sender` is a spout task or the bolt task that holds a tuple, `to` the index of the acker task that the root routes
    to, or to which a tick goes (None for all). `edges` names what the value is the xor of, `why` says in words what the
    message is. `said` is the target's answer, and `expected` what the specification calls for; `record` is the record
    after a message, and `forgotten` are the roots whose records expire at a tick.
    """

    op: str
    why: str
    said: tuple[Notification, ...]
    expected: tuple[Notification, ...]
    root: Long | None = None
    task: int | None = None
    sender: str | None = None
    to: int | None = None
    edges: tuple[str, ...] | None = None
    record: Record | None = None
    forgotten: tuple[Long, ...] | None = None


@frozen(kw_only=True)
class TupleOfTree:
    """A tuple: how its bolt ended it (`fate`), what it is anchored to, and the edges that lead to it."""

    name: str
    fate: str
    anchors: tuple[str, ...]
    edges: tuple[str, ...]


@frozen(kw_only=True)
class Tree:
    """An emission and those of its tuples that the steps are about. Without a root: tuples that belong to no tree."""

    root: Long | None
    task: int | None
    tuples: tuple[TupleOfTree, ...]


def delivered_steps(workload: AckerWorkload, answer: Sequence[AckerResult]) -> list[DeliveredStep]:
    """Return the steps of a workload for an acker, with what a target answered."""
    events = {event.index: event for event in Chronicle(workload, answer).events}
    rows = enumerate(zip(workload.steps, answer, strict=True))
    return [
        _delivered(workload, step, tuple(result.notifications), events.get(index)) for index, (step, result) in rows
    ]


def _delivered(
    workload: AckerWorkload, step: Step, said: tuple[Notification, ...], event: Moment | TickMoment | None
) -> DeliveredStep:
    is_message = isinstance(event, Moment)
    return DeliveredStep(
        op=step.op,
        root=step.root if is_message else None,
        task=step.task if step.op == "init" else None,
        sender=_sender(workload, step) if is_message else None,
        to=acker_of(step.root, workload.config.tasks) if is_message else step.acker,
        edges=names_of(workload, step.edges) if step.op in ("init", "ack") else None,
        why=step.about,
        said=said,
        expected=event.expected if isinstance(event, Moment) else (),
        record=_record(workload, event) if isinstance(event, Moment) else None,
        forgotten=tuple(life.root for life in event.expired) if isinstance(event, TickMoment) else None,
    )


def _sender(workload: AckerWorkload, step: Step) -> str | None:
    if step.op == "init":
        return f"spout task {step.task}"
    holders = [workload.forest.tuples[place].name for place in sorted(step.tuples)]
    return f"bolt task of {holders[0]}" if holders else None  # a message out of nowhere has no sender


def _record(workload: AckerWorkload, moment: Moment) -> Record:
    life = moment.after
    return Record(
        open=names_of(workload, life.open_set),
        ack_val=life.ack_val,
        inits=life.inits,
        failed=life.failed,
        age=life.age,
    )


def names_of(workload: AckerWorkload, edges: Collection[int]) -> tuple[str, ...]:
    """Return the names of edges, in the order of their creation."""
    return tuple(workload.names[edge] for edge in sorted(edges))


def trees_of(forest: Forest, shown: Collection[int]) -> list[Tree]:
    """Return every emission with those of its tuples that are to be shown, and those that belong to none."""
    names = forest.edge_names()

    def tuples(places: Sequence[int]) -> tuple[TupleOfTree, ...]:
        return tuple(
            TupleOfTree(
                name=forest.tuples[place].name,
                fate=forest.tuples[place].fate.value,
                anchors=tuple(forest.tuples[anchor].name for anchor in forest.tuples[place].anchors),
                edges=tuple(names[edge] for edge in forest.tuples[place].edges),
            )
            for place in places
        )

    below = _below(forest)
    trees = [
        Tree(
            root=emission.root,
            task=emission.task,
            tuples=tuples([place for place in sorted(shown) if number in below[place]]),
        )
        for number, emission in enumerate(forest.emissions)
    ]
    loose = [place for place in sorted(shown) if not below[place]]
    others = [Tree(root=None, task=None, tuples=tuples(loose))] if loose else []
    return [tree for tree in trees if tree.tuples] + others


def _below(forest: Forest) -> list[set[int]]:
    """Return the emissions that each tuple comes of, by their numbers."""
    below: list[set[int]] = []
    for each in forest.tuples:
        own = {each.emission} if each.emission is not None else set()
        below.append(own.union(*(below[anchor] for anchor in each.anchors)))
    return below


def steps_and_trees(workload: Workload, answer: Answer, shown: Collection[int]) -> Json:
    """Return what a witness holds of its steps, and of its trees where there are any, in JSON form.

    `shown` are the tuples that the steps are about.
    """
    document: Json = {}
    if isinstance(workload, AckerWorkload) and not isinstance(answer, Refused):
        results = [each for each in answer if isinstance(each, AckerResult)]
        document["steps"] = [forms.to_json(each) for each in delivered_steps(workload, results)]
    if isinstance(workload, AckerWorkload | AnchoringWorkload):
        document["trees"] = [forms.to_json(each) for each in trees_of(workload.forest, shown)]
    return document
