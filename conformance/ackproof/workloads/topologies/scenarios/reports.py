"""Scenarios of messages between tasks and ackers: inits that are late, lost or repeated, and requests for more time."""

from ackproof.components.topology import (
    CONDUCTS,
    MORE_TIME,
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
from ackproof.workloads.topologies.topology import CALM_ROUNDS, NAMES, SURVIVED, GrowingTopology


def tree_again(growing: GrowingTopology) -> None:
    """Double all messages to ackers about an emission of a spout task, so that they arrive twice."""
    growing.steps += [NextTuple(growing.pick(growing.spouts)), Flow("tuples")]
    growing.steps += [
        Double(sender, acker) for sender in (*growing.spouts, *growing.bolt_tasks) for acker in growing.ackers
    ]
    growing.steps += [Flow("reports"), Flow("words")]


def three_inits(growing: GrowingTopology) -> None:
    """Deliver an init three times to its acker, with an ack between the first two."""
    spout = growing.pick(growing.spouts)
    growing.steps.append(NextTuple(spout))
    for acker in growing.ackers:
        growing.steps += [Double(spout, acker), Double(spout, acker), Lose(spout, acker, 0), Deliver(spout, acker)]
    growing.steps.append(Flow("tuples"))
    growing.steps += [Deliver(task, acker) for task in growing.tasks_of(NAMES[0]) for acker in growing.ackers]
    growing.steps += [Flow("reports"), Flow("words")]


def late_init(growing: GrowingTopology) -> None:
    """Deliver an init after all other messages of its tree."""
    spout = growing.pick(growing.spouts)
    growing.steps += [NextTuple(spout), Flow("tuples")]
    growing.steps += [Deliver(task, acker) for task in growing.bolt_tasks for acker in growing.ackers for _ in range(2)]
    growing.steps += [Flow("reports"), Flow("words")]


def more_time(growing: GrowingTopology) -> None:
    """Let bolt tasks ask for more time, with ticks before, after, and while the notification is under way, or
    without. Where the spout task is paused when it should hear of that, they give other inputs up.
    """
    spout = growing.pick(growing.spouts)
    first, others = growing.first_and_others
    growing.steps += [NextTuple(spout)] * 2
    growing.some_ticks(spout, 1)
    paused = chance(growing.choices, growing.mix.crossed)
    for conduct in (MORE_TIME, "give-up" if paused else MORE_TIME):
        growing.steps += [Deliver(spout, task, conduct=conduct) for task in growing.tasks_of(first.name)]
    growing.steps.append(Flow("reports"))
    if chance(growing.choices, 25):
        growing.some_ticks(spout, 2)
    growing.steps += [Pause(spout), Flow("words"), Resume(spout)] if paused else []
    growing.steps.append(Flow("words"))
    growing.some_ticks(spout, 2)
    growing.steps += [TaskTick(task) for task in growing.tasks_of(first.name)]
    later = [task for bolt in others if first.name in bolt.after for task in growing.tasks_of(bolt.name)]
    growing.steps += [
        Deliver(task, other, conduct=MORE_TIME) for task in growing.tasks_of(first.name) for other in later
    ]
    growing.steps += [Flow("tuples"), Flow("reports"), Flow("words")]


def more_time_in_vain(growing: GrowingTopology) -> None:
    """Let bolt tasks ask for more time and lose what they send to the ackers next. The spout task hears once or twice
    of the request, before its next tick or after it, and then it has as many ticks as an emission waits for.
    """
    spout = growing.pick(growing.spouts)
    tasks = growing.tasks_of(NAMES[0])
    to_ackers = [(task, acker) for task in tasks for acker in growing.ackers]
    growing.steps += [NextTuple(spout)] * 2
    growing.steps += [TaskTick(spout)] * growing.choices.integer(0, 1)
    growing.steps += [Deliver(spout, task, conduct=MORE_TIME) for task in tasks]
    growing.steps += [Lose(*channel, 1) for channel in to_ackers]
    if chance(growing.choices, 50):
        growing.steps += [Double(*channel) for channel in to_ackers]
    growing.steps += [Flow("reports"), Flow("words"), TaskTick(spout), TaskTick(spout), TaskTick(spout)]


def more_time_early(growing: GrowingTopology) -> None:
    """Send reset-timeouts to an acker task twice before it has the init, with ticks in between. The other messages
    of the tree come before them, or not.
    """
    spout = growing.pick(growing.spouts)
    first, others = growing.first_and_others
    elsewhere = [task for bolt in others if "spout" in bolt.after for task in growing.tasks_of(bolt.name)]
    early = [] if chance(growing.choices, 30) else elsewhere
    tasks = growing.tasks_of(first.name)
    growing.steps += [NextTuple(spout), *[Deliver(spout, task, conduct=MORE_TIME) for task in tasks]]
    growing.steps += [step for task in early for step in (Deliver(spout, task), TaskTick(task))]
    growing.steps += [Deliver(task, acker) for task in early for acker in growing.ackers]
    for again in (True, False):
        times = 1 + growing.choices.integer(0, SURVIVED[growing.config.profile] - 1)
        growing.steps += [TaskTick(acker) for acker in growing.ackers for _ in range(times)] * again
        channels = [(task, acker) for task in tasks for acker in growing.ackers]
        growing.steps += [Double(*channel) for channel in channels] * again
        growing.steps += [Deliver(*channel) for channel in channels]
        growing.steps += [TaskTick(acker) for acker in growing.ackers for _ in range(times)] * (not again)
    growing.steps.append(Flow("reports"))
    growing.processed()
    growing.steps.append(Flow("reports"))


def kept_waiting(growing: GrowingTopology) -> None:
    """Let bolt tasks ask for more time after each of several ticks of a spout task, for copies of one tuple, so that
    the emission is pending all the while. Then all spout tasks are asked.
    """
    spout = growing.pick(growing.spouts)
    tasks = growing.tasks_of(NAMES[0])
    growing.steps += [NextTuple(spout), *[Double(spout, task) for task in tasks] * 2]
    for _ in range(CALM_ROUNDS):
        growing.steps += [TaskTick(spout), *[Deliver(spout, task, conduct=MORE_TIME) for task in tasks]]
        growing.steps += [Flow("reports"), Flow("words")]
    growing.steps += [*map(NextTuple, growing.spouts), Flow("tuples"), Flow("reports"), Flow("words")]


def initless(growing: GrowingTopology) -> None:
    """Lose the init of an emission, and send the ackers other messages of its tree, by a conduct that is drawn."""
    spout = growing.pick(growing.spouts)
    ways = (*growing.mix.conducts, CONDUCTS[0])
    way = ways[growing.choices.integer(0, len(ways) - 1)]
    growing.steps += [NextTuple(spout), *[Lose(spout, acker, place=None) for acker in growing.ackers]]
    growing.steps += [Deliver(spout, task, conduct=way) for task in growing.tasks_of(NAMES[0])]
    growing.steps.append(Flow("reports"))


def late_word(growing: GrowingTopology) -> None:
    """Deliver a reset-timeout to a spout task for an emission that failed by timeout or by the death of the task,
    after the message was emitted again and a tick has passed for the new emission.
    """
    spout = growing.pick(growing.spouts)
    asked = [NextTuple(spout)] * len(growing.config.wiring.messages)
    over = [Die(spout)] if chance(growing.choices, 30) else [TaskTick(spout)] * 2
    growing.steps += [*asked, *[Deliver(spout, task, conduct=MORE_TIME) for task in growing.tasks_of(NAMES[0])] * 2]
    growing.steps += [Flow("reports"), *over, *asked, TaskTick(spout), Flow("words"), TaskTick(spout)]


def begun_late(growing: GrowingTopology) -> None:
    """Deliver some or all other messages of a tree to acker tasks before its init. In between the acker tasks have
    two ticks, and the spout task has one.
    """
    spout = growing.pick(growing.spouts)
    growing.steps.append(NextTuple(spout))
    growing.processed()
    most = 1 + growing.choices.integer(0, 1)
    growing.steps += [Deliver(task, acker) for task in growing.bolt_tasks for acker in growing.ackers] * most
    ticks = [TaskTick(acker) for acker in growing.ackers]
    growing.steps += [*ticks, TaskTick(spout), *ticks, Flow("reports"), Flow("words")]
