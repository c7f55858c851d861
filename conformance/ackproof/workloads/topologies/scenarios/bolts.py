"""Scenarios of bolts: how they treat inputs, what their batches hold, and in which of their lives they do it."""

from itertools import starmap

from ackproof.components.topology import (
    CONDUCTS,
    MORE_TIME,
    BoltShape,
    Deliver,
    Die,
    Double,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    TaskTick,
)
from ackproof.workloads.choices import chance
from ackproof.workloads.topologies.topology import NAMES, GrowingTopology

REFUSED = ("ack-twice", "emit-after-ack", "give-up", MORE_TIME)
"""Conducts by which a call is refused after some tuples were emitted; and two that are no misconduct."""


def conduct(growing: GrowingTopology) -> None:
    """Let a bolt treat an input in a way that is drawn of the mix's `conducts`."""
    bolts = growing.config.wiring.bolts
    _treated(growing, bolts[growing.choices.integer(0, len(bolts) - 1)])


def then_as_usual(growing: GrowingTopology) -> None:
    """Let a bolt treat an input in a way that is drawn of the mix's `conducts`, and the next ones as usual."""
    bolts = growing.config.wiring.bolts
    bolt = bolts[growing.choices.integer(0, len(bolts) - 1)]
    channel = _treated(growing, bolt)
    growing.steps += [NextTuple(spout) for spout in growing.spouts]
    growing.upstream(bolt)
    growing.steps += [Deliver(*channel), Flow("tuples"), Flow("reports")]


def _treated(growing: GrowingTopology, bolt: BoltShape) -> tuple[str, str]:
    """Deliver a tuple to a task of a bolt, to be treated as is drawn, and return the tasks from which and to which."""
    way = growing.mix.conducts[growing.choices.integer(0, len(growing.mix.conducts) - 1)]
    growing.upstream(bolt)
    sender = growing.pick([task for component in bolt.after for task in growing.tasks_of(component)])
    receiver = growing.pick(growing.tasks_of(bolt.name))
    growing.steps.append(Deliver(sender, receiver, conduct=way))
    return sender, receiver


def apart(growing: GrowingTopology) -> None:
    """Deliver the tuples of one task of a bolt before those of the others."""
    bolts = growing.config.wiring.bolts
    bolt = bolts[growing.choices.integer(0, len(bolts) - 1)]
    growing.steps += [NextTuple(spout) for spout in growing.spouts]
    growing.upstream(bolt)
    task = growing.pick(growing.tasks_of(bolt.name))
    growing.steps += [Deliver(sender, task) for each in bolt.after for sender in growing.tasks_of(each)]
    growing.steps += [Flow("reports"), Flow("tuples"), Flow("reports")]


def copies_in_hand(growing: GrowingTopology) -> None:
    """Let batches hold two copies of a tuple, and lose the ack of one copy, while the tuples made of them are still
    open.
    """
    spout = growing.pick(growing.spouts)
    followed = {component for bolt in growing.config.wiring.bolts for component in bolt.after}
    bolts = [bolt for bolt in growing.config.wiring.bolts if bolt.kind == "batch" and bolt.name in followed]
    if not bolts:
        return
    bolt = bolts[growing.choices.integer(0, len(bolts) - 1)]
    tasks, place = growing.tasks_of(bolt.name), growing.choices.integer(0, 1)
    finished = [TaskTick(task) for task in growing.bolt_tasks]
    others = [
        task for each in growing.config.wiring.bolts if bolt.name in each.after for task in growing.tasks_of(each.name)
    ]
    pairs = growing.channels_to(bolt)
    growing.steps += [Flow("tuples"), *finished, TaskTick(spout), TaskTick(spout), NextTuple(spout)]
    growing.upstream(bolt)
    growing.steps += [Flow("reports"), *[Double(*pair) for pair in pairs]]
    growing.steps += [Deliver(*pair) for pair in pairs for _ in range(2)]
    growing.steps += [TaskTick(task) for task in tasks]
    growing.steps += [Lose(task, acker, place=place) for task in tasks for acker in growing.ackers]
    growing.steps += [*map(Pause, others), Flow("tuples"), *finished, Flow("reports"), Flow("words")]
    growing.steps += map(Resume, others)


def in_two_lives(growing: GrowingTopology) -> None:
    """Let the tasks of a bolt take a tuple, die, and take a copy of it in their next life."""
    bolts = growing.config.wiring.bolts
    bolt = bolts[growing.choices.integer(0, len(bolts) - 1)]
    growing.steps.append(NextTuple(growing.pick(growing.spouts)))
    growing.upstream(bolt)
    pairs = growing.channels_to(bolt)
    taken = list(starmap(Deliver, pairs))
    growing.steps += [*starmap(Double, pairs), *taken, *map(Die, growing.tasks_of(bolt.name)), *taken, Flow("reports")]


def rootless_first(growing: GrowingTopology) -> None:
    """Let the batches of the bolts after the spout begin with an input that is in no tree, and finish them."""
    spout = growing.pick(growing.spouts)
    tasks = [
        task for bolt in growing.config.wiring.bolts if "spout" in bolt.after for task in growing.tasks_of(bolt.name)
    ]
    finished = [TaskTick(task) for task in tasks]
    growing.steps += [Flow("tuples"), *finished, TaskTick(spout), TaskTick(spout)]
    growing.steps += [NextTuple(spout, tracked=False), *[NextTuple(spout)] * 2, Flow("tuples"), *finished]
    growing.steps += [Flow("tuples"), Flow("reports")]


def after_a_refusal(growing: GrowingTopology) -> None:
    """Let the tasks of a bolt take inputs, and treat every second one in a way by which a call may be refused, give
    it up, or ask for more time for it. The places of their tuples decide where these go, by streams or by direct
    grouping.
    """
    bolts = growing.config.wiring.bolts
    placing = {
        component
        for bolt in bolts
        for component in bolt.after
        if bolt.tasks > 1 and bolt.subscription(component).grouping == "direct"
    }
    placing |= {component for bolt in bolts for component in bolt.after if growing.streams_of(component) > 1}
    shapes = [bolt for bolt in bolts if bolt.name in placing]
    if not shapes:
        return
    bolt = shapes[growing.choices.integer(0, len(shapes) - 1)]
    pairs = growing.channels_to(bolt)
    finished = [TaskTick(task) for task in growing.tasks_of(bolt.name)]
    growing.steps += [Flow("tuples"), *finished, *[TaskTick(spout) for spout in growing.spouts] * 2]
    growing.steps += [NextTuple(spout) for spout in growing.spouts] * 2
    growing.upstream(bolt)
    growing.steps += [Double(*pair) for pair in pairs] * 2
    for conduct in growing.rotated(REFUSED):
        growing.steps += [*(Deliver(*pair, conduct=conduct) for pair in pairs), *finished, *starmap(Deliver, pairs)]
    growing.steps += finished


def copied(growing: GrowingTopology) -> None:
    """Let bolts treat two copies of a tuple in different ways, one of them as usual or with a request for more
    time. The init comes after all other messages of the tree.
    """
    spout = growing.pick(growing.spouts)
    conduct = growing.mix.conducts[growing.choices.integer(0, len(growing.mix.conducts) - 1)]
    other = MORE_TIME if chance(growing.choices, 50) else CONDUCTS[0]
    ways = (conduct, other) if chance(growing.choices, 50) else (other, conduct)
    tasks = growing.tasks_of(NAMES[0])
    growing.steps += [NextTuple(spout), *[Double(spout, task) for task in tasks]]
    growing.steps += [Deliver(spout, task, conduct=way) for task in tasks for way in ways]
    growing.processed()
    growing.steps += [Deliver(task, acker) for task in growing.bolt_tasks for acker in growing.ackers for _ in range(2)]
    growing.steps += [Flow("reports"), Flow("words")]


def lives(growing: GrowingTopology) -> None:
    """Let the tasks of a bolt between two others die before each tuple of a tree, so that each is taken in another
    life.
    """
    spout = growing.pick(growing.spouts)
    followed = {component for bolt in growing.config.wiring.bolts for component in bolt.after}
    bolts = [bolt for bolt in growing.config.wiring.bolts if bolt.after != ("spout",) and bolt.name in followed]
    if not bolts:
        return
    bolt = bolts[growing.choices.integer(0, len(bolts) - 1)]
    growing.steps.append(NextTuple(spout))
    growing.upstream(bolt)
    for _ in range(2):
        for task in growing.tasks_of(bolt.name):
            growing.steps += [
                Die(task),
                *[Deliver(each, task) for name in bolt.after for each in growing.tasks_of(name)],
            ]
    growing.steps += [Flow("reports"), Flow("words")]
