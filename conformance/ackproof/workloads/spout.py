"""Workloads for the spout side: emissions of every kind, notifications by ackers, and ticks."""

from collections.abc import Mapping
from itertools import islice

from attrs import frozen

from ackproof.components.spout import Notify, SpoutEmit, SpoutOperation, SpoutTick
from ackproof.target import Config
from ackproof.workloads import ids
from ackproof.workloads.choices import Choices, chance
from ackproof.workloads.dimensions import PENDING, RECEIVERS, TICKS
from ackproof.workloads.independent import IndependentOperations
from ackproof.workloads.trees import TASKS

EMPTY_MESSAGE = 5
INSISTENT = (256, 256, 128)
"""Numbers of reset-timeouts of one emission between two ticks: as many as a byte counts, or half of them."""

KINDS = ("ack", "fail", "reset-timeout")


@frozen(slots=False)
class SpoutWorkload(IndependentOperations[SpoutOperation]):
    """Operations on the spout tasks of one executor."""

    component = "spout"

    def counted(self) -> Mapping[str, int]:
        """Return the size of the workload by dimension, as far as it can be counted."""
        emits = [step for step in self.steps if isinstance(step, SpoutEmit)]
        ticks = sum(isinstance(step, SpoutTick) for step in self.steps)
        return {PENDING: len(emits), RECEIVERS: max((len(each.edges) for each in emits), default=0), TICKS: ticks}


@frozen(kw_only=True)
class SpoutMix:
    """The parameters of a spout workload. Percentages are chances: of an emission without message id, without
    receivers, or with the message id of the emission before, and of a topology without ackers. `to_nobody` is the
    chance that an emission which no acker tracks has no receivers, besides that of `no_receivers`. `emit` and `tick`
    are the numbers of emissions and ticks among ten operations. The rest are notifications, and `early` percent of them
    are about the next emission. With `expires`, all emissions still pending at the end fail by timeout. `insistent` is
    the chance of one more emission that gets one tick, then as many reset-timeouts as one of `INSISTENT`, then another
    tick.
    """

    untracked: int = 12
    no_receivers: int = 12
    to_nobody: int = 0
    same_message: int = 8
    no_ackers: int = 10
    emit: int = 4
    tick: int = 2
    resets: int = 20
    early: int = 0
    expires: bool = False
    insistent: int = 0
    tasks: int = 3
    most: int = 16


def grow_spout_workload(choices: Choices, profile: str, mix: SpoutMix) -> SpoutWorkload:
    """Draw one workload. A notification always goes to the task that has emitted its root, or will emit it. It comes
    once or more often, in time, late or too early.
    """
    tasks = TASKS[: 1 + choices.integer(0, mix.tasks - 1)]
    ackers = 0 if chance(choices, mix.no_ackers) else 1 + choices.integer(0, 2)
    family = ids.ROOT_FAMILIES[choices.integer(0, len(ids.ROOT_FAMILIES) - 1)]
    edges = iter(ids.edge_ids(3 * mix.most, ids.BITS, choices.integer(0, ids.SCHEMES - 1)))
    emissions: list[SpoutEmit] = []
    steps: list[SpoutOperation] = []
    to_come: int | None = None
    for _ in range(choices.integer(2, mix.most)):
        part = choices.integer(0, 9)
        if part < mix.emit or not emissions:
            receivers = 0 if chance(choices, mix.no_receivers) else 1 + choices.integer(0, 2)
            task = to_come if to_come is not None else tasks[choices.integer(0, len(tasks) - 1)]
            message = _draw_message(choices, mix, emissions)
            if (message is None or not ackers) and chance(choices, mix.to_nobody):
                receivers = 0
            emission = SpoutEmit(task, family(len(emissions)), message, tuple(next(edges) for _ in range(receivers)))
            to_come = None
            emissions.append(emission)
            steps.append(emission)
        elif part < mix.emit + mix.tick:
            steps.append(SpoutTick())
        elif chance(choices, mix.early):
            to_come = tasks[choices.integer(0, len(tasks) - 1)]
            steps.append(Notify(KINDS[choices.integer(0, len(KINDS) - 1)], family(len(emissions)), to_come))
        else:
            about = emissions[len(emissions) - 1 - choices.integer(0, len(emissions) - 1)]
            kind = KINDS[2] if chance(choices, mix.resets) else KINDS[choices.integer(0, 1)]
            steps.append(Notify(kind, about.root, about.task))
    if chance(choices, mix.insistent):
        about = SpoutEmit(
            tasks[choices.integer(0, len(tasks) - 1)],
            family(len(emissions)),
            f"m{len(emissions) + 1}",
            tuple(islice(edges, 1)),
        )
        times = INSISTENT[choices.integer(0, len(INSISTENT) - 1)]
        steps += [about, SpoutTick(), *[Notify(KINDS[2], about.root, about.task)] * times, SpoutTick()]
    if mix.expires:
        steps += [SpoutTick(), SpoutTick()]
    return SpoutWorkload(Config(profile=profile, spout_tasks=tasks[::-1], ackers=ackers), tuple(steps))


def _draw_message(choices: Choices, mix: SpoutMix, emissions: list[SpoutEmit]) -> str | None:
    if chance(choices, mix.untracked):
        return None
    if emissions and emissions[-1].message is not None and chance(choices, mix.same_message):
        return emissions[-1].message
    return "" if chance(choices, EMPTY_MESSAGE) else f"m{len(emissions) + 1}"
