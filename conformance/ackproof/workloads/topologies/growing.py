"""Draws a workload: a topology, moves in any order, and a final phase without faults."""

from attrs import evolve

from ackproof.components.topology import (
    FLOWS,
    Activate,
    Deactivate,
    Deliver,
    Flow,
    NextTuple,
    Pause,
    Resume,
    Settle,
    TaskTick,
    TopologyOperation,
)
from ackproof.workloads.choices import Choices, chance
from ackproof.workloads.topologies.mix import TopologyMix
from ackproof.workloads.topologies.scenarios import OPENINGS, SCENARIOS
from ackproof.workloads.topologies.scenarios.executors import among_many
from ackproof.workloads.topologies.scenarios.reports import late_init, three_inits, tree_again
from ackproof.workloads.topologies.scenarios.spouts import failures, lasting
from ackproof.workloads.topologies.topology import CALM_ROUNDS, GrowingTopology
from ackproof.workloads.topologies.wirings import CROWD, draw_config
from ackproof.workloads.topologies.workload import TopologyWorkload

SILENT = (("spout",), ("acker",), ("spout", "acker"))
"""Components that have no ticks: one of them, or both."""


def grow_topology_workload(choices: Choices, profile: str, mix: TopologyMix) -> TopologyWorkload:
    """Draw one workload: a topology, moves and faults in any order, then a final phase with ticks and
    without faults.
    """
    config = draw_config(choices, profile, mix)
    lasts = chance(choices, mix.lasting)
    if lasts:
        config = evolve(config, wiring=evolve(config.wiring, messages=config.wiring.messages[:1]))
    growing = GrowingTopology(choices=choices, mix=mix, config=config)
    silent: tuple[str, ...] = ()
    if mix.clocks and chance(choices, mix.clocks):
        silent = SILENT[choices.integer(0, len(SILENT) - 1)]
    if chance(choices, mix.opened):
        OPENINGS[mix.opening](growing)
    growing.steps += [NextTuple(spout) for spout in growing.spouts] * mix.asked
    if len(growing.spouts) >= CROWD[0]:
        among_many(growing)
    if lasts:
        lasting(growing)
    for _ in range(choices.integer(1, mix.most)):
        _move(growing, mix)
    _calm(growing)
    return TopologyWorkload(config, tuple(step for step in growing.steps if not _is_silent(step, silent)))


def _is_silent(step: TopologyOperation, silent: tuple[str, ...]) -> bool:
    """Whether a step is a tick of a component that is to have none."""
    return isinstance(step, TaskTick) and step.task.rpartition("-")[0] in silent


def _move(growing: GrowingTopology, mix: TopologyMix) -> None:
    """Draw the next move."""
    choices = growing.choices
    if chance(choices, mix.tree_again):
        tree_again(growing)
    elif chance(choices, mix.three_inits):
        three_inits(growing)
    elif chance(choices, mix.late_init):
        late_init(growing)
    elif chance(choices, mix.failures):
        failures(growing)
    elif chance(choices, mix.scenario):
        SCENARIOS[mix.scenarios[choices.integer(0, len(mix.scenarios) - 1)]](growing)
    elif chance(choices, mix.tick):
        _tick(growing, mix)
    elif chance(choices, mix.flow):
        growing.steps.append(Flow(FLOWS[choices.integer(0, len(FLOWS) - 1)]))
    elif chance(choices, mix.settle):
        growing.steps.append(Settle())
    elif chance(choices, mix.deliver):
        growing.steps.append(Deliver(*growing.channel()))
    else:
        spout, tracked = growing.pick(growing.spouts), not chance(choices, mix.untracked)
        growing.steps.append(NextTuple(spout, tracked, growing.at_once()))


def _tick(growing: GrowingTopology, mix: TopologyMix) -> None:
    """Let a task tick: the next in turn, or any."""
    tasks = [*growing.spouts, *growing.ackers]
    if mix.in_turn:
        growing.steps.append(TaskTick(tasks[growing.ticked % len(tasks)]))
        growing.ticked += 1
    else:
        growing.steps.append(TaskTick(growing.pick([*tasks, *growing.bolt_tasks])))


def _calm(growing: GrowingTopology) -> None:
    """Begin the final phase without faults: paused tasks resume, inactive ones are activated, everything is
    delivered, and time passes.
    """
    for task in dict.fromkeys(step.task for step in growing.steps if isinstance(step, Pause)):
        growing.steps.append(Resume(task))
    for task in dict.fromkeys(step.task for step in growing.steps if isinstance(step, Deactivate)):
        growing.steps.append(Activate(task))
    growing.steps.append(Settle())
    for _ in range(CALM_ROUNDS):
        growing.steps += [TaskTick(task) for task in (*growing.spouts, *growing.ackers)]
        growing.steps.append(Settle())
