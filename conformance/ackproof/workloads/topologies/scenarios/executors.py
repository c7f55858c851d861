"""Scenarios of executors with several tasks, and of components with many."""

from ackproof.components.topology import Deliver, Die, Flow, NextTuple, Pause, Resume, TaskTick
from ackproof.workloads.topologies.topology import NAMES, GrowingTopology


def beside_a_mate(growing: GrowingTopology) -> None:
    """Let one task of an executor work while another is paused, or let another die or tick while
    one holds inputs.
    """
    pairs = [
        (mates[place], mates[1 - place])
        for component, together in (
            ("spout", growing.config.wiring.executor_tasks),
            *((bolt.name, bolt.executor_tasks) for bolt in growing.config.wiring.bolts),
        )
        if together > 1
        for mates in [growing.tasks_of(component)]
        for place in (0, 1)
    ]
    if not pairs:
        return
    one, other = pairs[growing.choices.integer(0, len(pairs) - 1)]
    bolt = next((bolt for bolt in growing.config.wiring.bolts if one.startswith(f"{bolt.name}-")), None)
    senders = [task for each in bolt.after for task in growing.tasks_of(each)] if bolt else growing.ackers
    growing.steps += [NextTuple(spout) for spout in (growing.spouts if bolt else [one])]
    if bolt is not None:
        growing.upstream(bolt)
    kind = growing.choices.integer(0, 4)
    if kind < 2:  # noqa: PLR2004 - two parts of five
        growing.steps += [] if bolt else [Flow("tuples"), Flow("reports")]
        asked = [] if bolt else [NextTuple(one)]
        growing.steps += [Pause(other), *asked, *[Deliver(sender, one) for sender in senders]]
        growing.steps += [TaskTick(one), Resume(other)]
        return
    growing.steps += [Deliver(sender, one) for sender in senders] if bolt else []
    growing.steps += [Die(other)] if kind == 2 else [TaskTick(other)] * (kind - 2)  # noqa: PLR2004 - one part of five


def hands_full(growing: GrowingTopology) -> None:
    """Give an input to each task of an executor of a batch bolt, and then a tick, at which they all emit."""
    followed = {component for bolt in growing.config.wiring.bolts for component in bolt.after}
    bolts = [
        bolt
        for bolt in growing.config.wiring.bolts
        if bolt.executor_tasks > 1 and bolt.kind == "batch" and bolt.name in followed
    ]
    if not bolts:
        return
    bolt = bolts[growing.choices.integer(0, len(bolts) - 1)]
    mates = growing.mates(growing.pick(growing.tasks_of(bolt.name)))
    growing.steps += [TaskTick(task) for task in (mates[0], *growing.spouts, *growing.spouts)]
    growing.steps += [NextTuple(spout) for spout in growing.spouts] * 2
    growing.upstream(bolt)
    growing.steps += [
        Deliver(sender, task) for each in bolt.after for sender in growing.tasks_of(each) for task in mates
    ]
    growing.steps.append(TaskTick(mates[0]))


def among_many(growing: GrowingTopology) -> None:
    """Let the first task of a crowded component die or pause, if the mix has such scenarios, or have a tick. If it
    dies where messages wait with their senders, it does so in a pause.
    """
    kinds: dict[str, type[Die | Pause]] = {"die": Die, "pause": Pause}
    kind = next((kinds[name] for name in kinds if name in growing.mix.scenarios), TaskTick)
    growing.steps += [Flow("tuples"), Flow("reports")][: growing.choices.integer(0, 2)]
    tasks = [growing.spouts[0], growing.tasks_of(NAMES[0])[0]]
    for task in tasks[: 1 + growing.choices.integer(0, 1)]:
        growing.steps += [*[Pause(task)] * (kind is Die and growing.config.wiring.outboxes), kind(task)]
    growing.steps += [Flow("tuples"), Flow("reports")]
