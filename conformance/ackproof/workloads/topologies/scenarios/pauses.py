"""Scenarios in which a task is paused: for a time, with messages on their way to it, or with some that it has sent."""

from collections.abc import Callable

from ackproof.components.topology import (
    FLOWS,
    Deliver,
    Die,
    Double,
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
from ackproof.workloads.topologies.topology import CALM_ROUNDS, GrowingTopology


def pause(growing: GrowingTopology) -> None:
    """Pause a task."""
    growing.steps.append(Pause(growing.pick([*growing.bolt_tasks, *growing.ackers, *growing.spouts])))


def resume(growing: GrowingTopology) -> None:
    """End the pause of a task before the final phase, if any was paused."""
    paused = [step.task for step in growing.steps if isinstance(step, Pause)]
    if paused:
        growing.steps.append(Resume(growing.pick(paused)))


def long_pause(growing: GrowingTopology) -> None:
    """Pause a task, which has ticks and is asked for a tuple meanwhile, and then resumes."""
    _pause(growing, dies=False)


def die_in_pause(growing: GrowingTopology) -> None:
    """Pause a task, and let it die in the pause."""
    _pause(growing, dies=True)


def _pause(growing: GrowingTopology, *, dies: bool) -> None:
    """Pause a task, at times with a second pause of its executor. Either it dies in the pause, or it has ticks and
    is asked for a tuple meanwhile, and then resumes.
    """
    task = growing.pick([*growing.bolt_tasks, *growing.ackers, *growing.spouts])
    growing.steps.append(Pause(task))
    if chance(growing.choices, growing.mix.crossed // 2):
        growing.steps.append(Pause(growing.pick(growing.mates(task))))
    if not dies:
        growing.steps += [TaskTick(task)] * CALM_ROUNDS
        growing.steps += [NextTuple(task)] if task in growing.spouts else []
    growing.steps.append(Die(task) if dies else Resume(task))


def meanwhile(growing: GrowingTopology) -> None:
    """Pause a bolt task, let a spout task emit with or without a message id, and resume when that has come so far."""
    task, spout = growing.pick(growing.bolt_tasks), growing.pick(growing.spouts)
    growing.steps += [Pause(task), NextTuple(spout, chance(growing.choices, 50)), Flow("tuples"), Resume(task)]


def passed_by(growing: GrowingTopology) -> None:
    """Pause a task, and let everything flow except to it. When it resumes, or has died, what is left flows to it."""
    task = growing.pick([*growing.bolt_tasks, *growing.ackers, *growing.spouts])
    flows = [Flow(kind) for kind in FLOWS]
    growing.steps += [Pause(task), *[NextTuple(spout) for spout in growing.spouts], *flows]
    growing.steps += [Die(task) if chance(growing.choices, 50) else Resume(task), *flows]


def amid(growing: GrowingTopology) -> None:
    """Pause a task when it has received some of the messages in its channels and others are left."""
    task = growing.pick([*growing.bolt_tasks, *growing.ackers, *growing.spouts])
    component = task.rpartition("-")[0]
    bolt = next((bolt for bolt in growing.config.wiring.bolts if bolt.name == component), None)
    growing.steps += [NextTuple(spout) for spout in growing.spouts] * 2
    if bolt is not None:
        growing.upstream(bolt)
        senders = [sender for each in bolt.after for sender in growing.tasks_of(each)]
    else:
        growing.steps += [Flow("tuples"), *[Flow("reports")] * (task in growing.spouts)]
        senders = growing.ackers if task in growing.spouts else [*growing.spouts, *growing.bolt_tasks]
    arrivals = [Deliver(sender, task) for sender in senders]
    growing.steps += [*arrivals, Pause(task), Resume(task), *arrivals, *arrivals]


def backlog(growing: GrowingTopology) -> None:
    """Pause a task that has sent messages, and deliver them. Then it dies or resumes, and they are
    delivered again.
    """
    task = growing.pick([*growing.bolt_tasks, *growing.bolt_tasks, *growing.spouts, *growing.ackers])
    receivers = growing.ackers if task in growing.spouts else [*growing.ackers, *growing.bolt_tasks]
    receivers = growing.spouts if task in growing.ackers else [*receivers, *growing.bolt_tasks]
    growing.steps += [NextTuple(growing.pick(growing.spouts)), *[Flow("tuples")] * (task in growing.ackers)]
    growing.steps += [Flow("tuples")] if chance(growing.choices, 30) else []
    if task in growing.bolt_tasks:
        growing.steps += [Deliver(sender, task) for sender in (*growing.spouts, *growing.bolt_tasks)]
    growing.steps.append(Pause(task))
    if chance(growing.choices, growing.mix.crossed // 2):
        again = (Pause, Pause, Stop)[growing.choices.integer(0, 2)]
        growing.steps.append(again(growing.pick(growing.mates(task))))
    if chance(growing.choices, growing.mix.crossed):
        _beside_a_backlog(growing, task, list(dict.fromkeys(receivers)))
    growing.steps += [Deliver(task, receiver) for receiver in dict.fromkeys(receivers)]
    growing.steps += [Flow(FLOWS[growing.choices.integer(0, len(FLOWS) - 1)])]
    growing.steps.append(Die(growing.pick(growing.mates(task))) if chance(growing.choices, 50) else Resume(task))
    growing.steps += [Deliver(task, receiver) for receiver in dict.fromkeys(receivers)]


def _beside_a_backlog(growing: GrowingTopology, task: str, receivers: list[str]) -> None:
    """Disturb the channels of a paused task, or let the tasks at their other ends die or tick."""
    kinds: list[Callable[[str], TopologyOperation]] = [
        lambda receiver: Double(task, receiver),
        Die,
        lambda receiver: Lose(task, receiver, place=0),
        lambda receiver: Deliver(task, receiver, place=1),
        TaskTick,
    ]
    kind = kinds[growing.choices.integer(0, len(kinds) - 1)]
    growing.steps += [kind(receiver) for receiver in receivers]


def held_up(growing: GrowingTopology) -> None:
    """Let messages fail by timeout, and emit them again while a bolt task is paused: they go to the same tasks as
    before. The sender or a receiver may have died in between.
    """
    spout, task = growing.pick(growing.spouts), growing.pick(growing.bolt_tasks)
    asked = [NextTuple(spout)] * len(growing.config.wiring.messages)
    died = [Die(growing.pick([spout, spout, *growing.bolt_tasks]))] if chance(growing.choices, 40) else []
    growing.steps += [*asked, Flow("tuples"), *died, TaskTick(spout), TaskTick(spout)]
    growing.steps += [Pause(task), *asked, Flow("tuples"), Resume(task)]
