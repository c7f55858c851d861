"""Scenarios of a single task: it dies, is shut down, or has ticks."""

from ackproof.components.topology import Deliver, Die, NextTuple, Stop, TaskTick
from ackproof.workloads.topologies.topology import CALM_ROUNDS, SURVIVED, GrowingTopology


def die(growing: GrowingTopology) -> None:
    """Let a task die."""
    growing.steps.append(Die(growing.pick([*growing.bolt_tasks, *growing.ackers, *growing.spouts])))


def stop(growing: GrowingTopology) -> None:
    """Shut a task down in an orderly way."""
    growing.steps.append(Stop(growing.pick([*growing.bolt_tasks, *growing.ackers, *growing.spouts, *growing.spouts])))


def ticks(growing: GrowingTopology) -> None:
    """Give one task several ticks: a spout or acker task, or without ackers, where nobody waits, one of a bolt."""
    tasks = [*growing.ackers, *growing.spouts] if growing.ackers else growing.bolt_tasks
    growing.steps += [TaskTick(growing.pick(tasks))] * CALM_ROUNDS


def aged(growing: GrowingTopology) -> None:
    """Let an acker or spout task die after ticks that its records or emissions survive."""
    task = growing.pick([*growing.ackers, *growing.ackers, *growing.spouts])
    growing.steps += [NextTuple(spout) for spout in growing.spouts]
    growing.steps += [Deliver(spout, task) for spout in growing.spouts if task in growing.ackers]
    most = SURVIVED[growing.config.profile] if task in growing.ackers else 1
    growing.steps += [*[TaskTick(task)] * (1 + growing.choices.integer(0, most - 1)), Die(task)]
