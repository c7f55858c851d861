"""A topology: each happening on its task, each message from task to task."""

from collections.abc import Iterator, Sequence

from ackproof.components import happenings
from ackproof.components.happenings import Happening, Sending
from ackproof.pages.timelines.timeline import (
    Arrow,
    Look,
    Timeline,
    TimelineRow,
    few_arrows,
    natural,
)
from ackproof.stories.topology import NOTHING_HAPPENS, sentences_of
from ackproof.witness import (
    TopologyStep,
    Witness,
)


def of_topology(steps: Sequence[TopologyStep], witness: Witness) -> Timeline:
    """Return the picture of a run of a topology."""
    names = {name for step in steps for name in (step.sender, step.to) if name is not None}
    for happening in (each for step in steps for each in step.said):
        names |= {happening.task} | ({happening.to} if isinstance(happening, Sending) else set())
    order = ["spout", *(shape.name for shape in witness.run.config.wiring.bolts), "acker"]
    lanes = sorted(names, key=lambda name: (_place(name, order), natural(name)))
    rows = [
        TimelineRow(
            number=index + 1,
            marked=index == witness.at,
            arrows=tuple(_topology_arrows(step)),
            cells=((step.why,), tuple(sentences) or (NOTHING_HAPPENS,), tuple(_open_trees(step))),
        )
        for index, (step, sentences) in enumerate(zip(steps, sentences_of(steps), strict=True))
    ]
    return Timeline(
        lanes=tuple(lanes),
        headings=("what is done", "what happens", "trees that are not done"),
        names="m1 is a message of the source, m1/1 the tree of its first emission, m1/2 that of the second; t1, t2 and "
        "so on are tuples",
        rows=tuple(rows),
    )


def _place(name: str, order: Sequence[str]) -> int:
    component = name.rpartition("-")[0]
    return order.index(component) if component in order else len(order)


def _open_trees(step: TopologyStep) -> Iterator[str]:
    if step.open is None:
        yield "unknown"
        return
    for tree in step.open:
        yield f"{tree.tree}: {', '.join(tree.tuples)}" if tree.tuples else tree.tree
    if not step.open:
        yield "none"


def _topology_arrows(step: TopologyStep) -> Iterator[Arrow]:
    arrows = [arrow for happening in step.said for arrow in _happening_arrows(happening)]
    mark = _DONE_TO.get(step.op)
    if mark is not None and step.to is not None:
        arrows.insert(0, Arrow(start=step.to, end=step.to, label=mark[0], look=mark[1]))

    yield from few_arrows(arrows)


_DONE_TO = {
    "die": ("dies", Look.DEATH),
    "task-tick": ("tick", Look.TICK),
    "pause": ("pauses", Look.TICK),
    "resume": ("goes on", Look.TICK),
}
"""What is shown of an operation on a task: its words and its look. Of the others one sees what came of them."""


def _happening_arrows(happening: Happening) -> Iterator[Arrow]:  # noqa: C901, PLR0912 - one case for each kind
    task = happening.task
    end, label, look = task, "", Look.NOTE
    match happening:
        case happenings.Emission(tree=tree) | happenings.UntrackedEmission(tree=tree):
            label = f"emits {tree}"
        case happenings.SpoutTuple(to=to, name=name) | happenings.BoltTuple(to=to, name=name):
            end, label, look = to, name, Look.SENT
        case happenings.InitReport(to=to, tree=tree) | happenings.AckReport(to=to, tree=tree):
            end, label, look = to, f"{happening.what} {tree}", Look.SENT
        case happenings.FailReport(to=to, tree=tree):
            end, label, look = to, f"fail {tree}", Look.FAIL
        case happenings.ResetReport(to=to, tree=tree):
            end, label, look = to, f"more time for {tree}", Look.SENT
        case happenings.AckNotification(to=to, tree=tree):
            end, label, look = to, f"ack of {tree}", Look.EMITTED
        case happenings.FailNotification(to=to, tree=tree):
            end, label, look = to, f"fail of {tree}", Look.FAIL
        case happenings.ResetNotification(to=to, tree=tree):
            end, label, look = to, f"more time for {tree}", Look.EMITTED
        case happenings.InputAcked(receipt=receipt):
            label = f"acks {receipt}"
        case happenings.InputFailed(receipt=receipt):
            label, look = f"fails {receipt}", Look.FAIL
        case happenings.CalledAck(tree=tree):
            label, look = f"is told ack of {tree}", Look.EMITTED
        case happenings.CalledFail(tree=tree):
            label, look = f"is told fail of {tree}", Look.FAIL
        case happenings.CallRefused(call=call):
            label, look = f"{call} refused", Look.FAIL
        case happenings.Lost(name=name):
            label, look = f"{name} lost", Look.LOST
        case happenings.MessageBack(message=message):
            label = f"offers {message} again"
        case happenings.Lived():
            label = f"is {happening.what}"
        case _:
            return  # an arrival is the end of an arrow, and of a death the operation tells
    yield Arrow(start=task, end=end, label=label, look=look)
