"""Scenarios of spout tasks: they rest, come to their bound, and emit messages that fail again and again."""

from ackproof.components.topology import (
    MORE_TIME,
    Activate,
    Deactivate,
    Deliver,
    Die,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Stop,
    TaskTick,
    TopologyOperation,
)
from ackproof.workloads.choices import chance
from ackproof.workloads.topologies.topology import CALM_ROUNDS, NAMES, GrowingTopology

FEW_FAILURES, MANY_FAILURES = 4, 40
"""The greatest number of failures in a row of a spout task's emissions: usually, and now and then."""

LASTING = (65, 110)
"""The least and greatest number of emissions of one message in a row, for a source that lasts."""


def staggered(growing: GrowingTopology) -> None:
    """Put a tick after each of several emissions."""
    spout = growing.pick(growing.spouts)
    growing.steps += [NextTuple(spout), TaskTick(spout)] * CALM_ROUNDS


def rest(growing: GrowingTopology) -> None:
    """Deactivate a spout task, once or twice, and activate it again. Meanwhile it is asked for tuples, at times for
    untracked ones, and has notifications or ticks. It was asked before in its life, or not.
    """
    spout = growing.pick(growing.spouts)
    again = [Deactivate(growing.pick(growing.mates(spout)))] if chance(growing.choices, 25) else []
    befores: tuple[list[TopologyOperation], ...] = ([NextTuple(spout)], [NextTuple(spout)], [Die(spout)], [])
    before = befores[growing.choices.integer(0, len(befores) - 1)]
    asked = NextTuple(spout, not chance(growing.choices, growing.mix.untracked), growing.at_once())
    growing.steps += [*before, Deactivate(spout), *again, asked]
    if chance(growing.choices, growing.mix.crossed):
        _heard_at_rest(growing, spout)
    elif chance(growing.choices, 50):
        growing.steps += [Flow("tuples"), Flow("reports"), Flow("words")]
    else:
        growing.steps += [TaskTick(spout)] * (1 + growing.choices.integer(0, 1))
    if chance(growing.choices, 30):
        ends = ([Die(spout)], [Stop(spout)], [Pause(spout), Die(spout)])
        end = ends[growing.choices.integer(0, len(ends) - 1)]
        growing.steps += [*end, *(NextTuple(mate) for mate in dict.fromkeys((spout, *growing.mates(spout))))]
    growing.steps += [Activate(spout), NextTuple(spout)]


def _heard_at_rest(growing: GrowingTopology, spout: str) -> None:
    """Let a spout task that is not active hear that a tree has failed, or that more time is asked for it. It has a
    tick after that, and may have one before.
    """
    conduct = MORE_TIME if chance(growing.choices, 60) else "give-up"
    tasks = growing.tasks_of(NAMES[0])
    ticks = [TaskTick(spout)] * growing.choices.integer(0, 1)
    growing.steps += [*ticks, *[Deliver(spout, task, conduct=conduct) for task in tasks]]
    growing.steps += [Deliver(sender, acker) for sender in (spout, *tasks) for acker in growing.ackers]
    growing.steps += [Flow("words"), TaskTick(spout)]


def unheard(growing: GrowingTopology) -> None:
    """Deactivate, activate or stop a spout task while it is paused; then resume it and ask it."""
    spout = growing.pick(growing.spouts)
    commands: tuple[TopologyOperation, ...] = (Deactivate(spout), Stop(spout), Activate(spout))
    command = commands[growing.choices.integer(0, 2)]
    rests = isinstance(command, Activate)
    growing.steps.append(NextTuple(spout))
    growing.steps += [Deactivate(spout)] if rests else []
    growing.steps += [Pause(spout), command, Resume(spout), NextTuple(spout)]
    growing.steps += [Activate(spout), NextTuple(spout)] if rests else []


def failed_at_bound(growing: GrowingTopology) -> None:
    """Ask spout tasks of an executor up to their bound, and again after a bolt gave up the pending emissions."""
    spout = growing.pick(growing.spouts)
    mates, takers = growing.mates(spout), growing.tasks_of(NAMES[0])
    growing.steps += [NextTuple(mate) for mate in mates] * 2
    growing.steps += [Deliver(mate, task, conduct="give-up") for mate in mates for task in takers] * 2
    growing.steps += [Flow("reports"), Flow("words")]
    if chance(growing.choices, 2 * growing.mix.untracked):
        growing.steps.append(NextTuple(spout, tracked=False))
    growing.steps.append(NextTuple(spout))


def out_of_turn(growing: GrowingTopology) -> None:
    """Let a spout task emit two messages, or more. All tuples of the first are lost, so that it stays open; the others
    are done. Then the task dies.
    """
    spout = growing.pick(growing.spouts)
    takers = [bolt.name for bolt in growing.config.wiring.bolts if "spout" in bolt.after]
    growing.steps.append(NextTuple(spout))
    growing.steps += [Lose(spout, task, place=None) for name in takers for task in growing.tasks_of(name)]
    growing.steps += [NextTuple(spout)] * (1 + growing.choices.integer(0, 1))
    growing.processed()
    growing.steps += [Flow("reports"), Flow("words"), Die(spout)]


def lasting(growing: GrowingTopology) -> None:
    """Make a spout task emit again and again. Each emission fails by timeout."""
    spout = growing.pick(growing.spouts)
    low, high = LASTING
    growing.steps += [NextTuple(spout), TaskTick(spout), TaskTick(spout)] * (
        low + growing.choices.integer(0, high - low)
    )


def failures(growing: GrowingTopology) -> None:
    """Let messages fail again and again, by timeout or by the death of their spout task, processed
    before or not.
    """
    spout = growing.pick(growing.spouts)
    times = 1 + growing.choices.integer(0, MANY_FAILURES if chance(growing.choices, 12) else FEW_FAILURES)
    processed = chance(growing.choices, 50)
    ticks = [TaskTick(spout)] * (1 + chance(growing.choices, 60))
    for _ in range(times):
        growing.steps.append(NextTuple(spout))
        growing.steps += [Flow("tuples")] if processed else []
        growing.steps += [Die(spout)] if chance(growing.choices, 30) else ticks
