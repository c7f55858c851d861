"""Workloads for topologies: topologies of every shape, faults of a cluster, and a final phase without faults."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import starmap

from attrs import define, evolve, field, frozen

from ackproof.components.topology import (
    CONDUCTS,
    FLOWS,
    GROUPINGS,
    MORE_TIME,
    Activate,
    BoltShape,
    Deactivate,
    Deliver,
    Die,
    Double,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Stop,
    Subscription,
    TaskTick,
    TopologyOperation,
    Wiring,
)
from ackproof.target import BURSTS, EXECUTORS, GROUPED, LIFECYCLE, OUTBOXES, Config
from ackproof.workloads.choices import Choices, chance
from ackproof.workloads.independent import IndependentOperations

NAMES = ("split", "count", "store")
FAULTS = ("lose", "die", "overtake", "double", "conduct", "pause", "lose-all")
FEW_FAILURES, MANY_FAILURES = 4, 40
"""The greatest number of failures in a row of a spout task's emissions: usually, and now and then."""

LASTING = (65, 110)
"""The least and greatest number of emissions of one message in a row, for a source that lasts."""

CROWD = (10, 12)
"""The least and greatest number of tasks of a crowded component: with ten or more, some task names begin with others.
"""

DOUBLINGS = (6, 7)
"""How often a channel is doubled to make it long: it then has about a hundred messages."""

BY_PLACE = 3
"""The number of tasks of a bolt that takes tuples by their places: an input makes fewer, or one more in vain."""

REFUSED = ("ack-twice", "emit-after-ack", "give-up", MORE_TIME)
"""Conducts by which a call is refused after some tuples were emitted; and two that are no misconduct."""

SURVIVED = {"storm1": 1, "storm2": 2}
"""Consecutive ticks that a record of an acker task survives, by profile."""

SILENT = (("spout",), ("acker",), ("spout", "acker"))
"""Components that have no ticks: one of them, or both."""

CALM_ROUNDS = 3
"""Ticks of every spout and acker task in the final phase: as many as an acker has buckets under any profile."""


@frozen(slots=False)
class TopologyWorkload(IndependentOperations[TopologyOperation]):
    """A topology, and the operations on it."""

    component = "topology"

    def simpler(self) -> Iterator["TopologyWorkload"]:
        """Yield the workload in simpler topologies: without a bolt or a message, with fewer tasks, with plainer bolts;
        and with simpler steps: without an overtaking, or with one message asked for at a time.

        Steps about tasks that no longer exist are left out.
        """
        for wiring in _simpler_wirings(self.config.wiring):
            yield self._in(evolve(self.config, wiring=wiring))
        if self.config.ackers > 1:
            yield self._in(evolve(self.config, ackers=self.config.ackers - 1))
        if len(self.config.spout_tasks) > 1:
            yield self._in(evolve(self.config, spout_tasks=self.config.spout_tasks[:-1]))
        for place, step in enumerate(self.steps):
            if isinstance(step, Deliver) and step.place:
                yield evolve(self, steps=(*self.steps[:place], evolve(step, place=0), *self.steps[place + 1 :]))
            if isinstance(step, NextTuple) and step.most > 1:
                yield evolve(self, steps=(*self.steps[:place], evolve(step, most=1), *self.steps[place + 1 :]))

    def _in(self, config: Config) -> "TopologyWorkload":
        growing = _GrowingTopology(choices=_NoChoices(), mix=TopologyMix(), config=config)
        there = {*growing.spouts, *growing.ackers, *growing.bolt_tasks}
        steps = tuple(step for step in self.steps if there.issuperset(_tasks(step)))
        return evolve(self, config=config, steps=steps)

    def without_unclaimed(self, capabilities: frozenset[str]) -> "TopologyWorkload":
        """Return the workload without the parts that need a capability which a target does not claim."""
        wiring = self.config.wiring
        for capability, plainer in PLAINER.items():
            if capability not in capabilities:
                wiring = plainer(wiring)
        steps = self.steps
        if BURSTS not in capabilities:
            steps = tuple(evolve(step, most=1) if isinstance(step, NextTuple) else step for step in steps)
        if LIFECYCLE not in capabilities:
            steps = tuple(step for step in steps if not isinstance(step, Deactivate | Activate | Stop))
        if MORE_TIME not in capabilities:
            steps = tuple(
                evolve(step, conduct=CONDUCTS[0]) if isinstance(step, Deliver) and step.conduct == MORE_TIME else step
                for step in steps
            )
        if (wiring, steps) == (self.config.wiring, self.steps):
            return self
        return evolve(self, config=evolve(self.config, wiring=wiring), steps=steps)


@frozen(kw_only=True)
class TopologyMix:
    """The parameters of a topology workload. Numbers are chances in percent, unless stated otherwise.

    **Size.** `most` is the greatest number of moves before the final phase. Each spout task is asked for a tuple
    `asked` times before them. `bolts` is the greatest number of bolts, and `fan` chooses how many tuples a bolt may
    make of an input.

    **Moves.** `fault`, `tick`, `flow`, `settle` and `deliver` are the chances that a move is a fault, a tick, the
    delivery of all messages of a kind, the delivery of everything, or of one message. Otherwise a spout task is asked
    for a tuple. `faults` are the kinds of fault that may happen, and `conducts` the ways in which bolts may treat an
    input. With `in_turn`, all spout and acker tasks tick equally often. `again` is the chance that all messages of a
    tree reach the ackers twice, `odd` that its init reaches them three times, `late` that its init reaches them last,
    and `often` that messages fail again and again.

    **Shape.** `untracked` is the chance of an emission without message id; `no_ackers` of a topology without ackers;
    `bounded` of a bound on pending emissions, `zero` that the bound is 0, and `wide` that it is three or four;
    `several` of several tasks of a component; `basic`, `batch` and `loose` of a bolt of that kind instead of a plain
    one. `grouped` is the chance that a bolt subscribes by another grouping than fields, `streams` that a component has
    two streams, `by_place` that the second bolt takes the tuples of the first by direct grouping, and `siblings` that
    the last two bolts both receive all tuples of one component. `together` is the
    chance that executors of a component have several tasks; `shuffled` that bolts are named in the wiring before those
    that they take tuples from; `burst` that a spout task is asked for several messages at
    once, of which there are then more. `lasts` is the chance of a source with one message, which fails about a hundred
    times; `crowd` that a component has ten tasks or more; `spread` of three acker tasks, which is no power of two. With
    `lifecycle`, spouts report that they are opened, activated and so on. With `outboxes`, messages that a paused task
    has sent wait with it. `clocks` is the chance that some tasks have no ticks at all, not even in the final phase.

    **Kinds of fault** that are not failures of the cluster: `resume` ends a pause before the final phase; `staggered`
    puts a tick after each of several emissions; `ticks` gives one task several ticks; `apart` delivers the tuples of
    one task of a bolt before those of the others; `more-time` makes bolt tasks ask for more time.
    The scenarios with faults:

    - `amid`: a task is paused while messages are left in its channels.
    - `swell`: a channel becomes long, and all of it arrives at once.
    - `rest`: a spout task is inactive for a time.
    - `stop`: a task is shut down in an orderly way.
    - `unheard`: a spout task is deactivated, activated or stopped while it is paused, and does not learn of it.
    - `mates`: one task has a tick or dies while another of its executor is paused or holds inputs.
    - `backlog`: a task is paused that has sent messages.
    - `held-up`: messages are emitted again while a bolt task is paused.
    - `failed-at-bound`: the pending emissions of a spout task at its bound fail by notification, and it is asked again.
    - `hands-full`: several tasks of an executor hold inputs when it has a tick.
    - `rootless-first`: batches begin with an input that is in no tree.
    - `copies-in-hand`: batches hold two copies of a tuple, and the ack of one copy is lost.
    - `aged`: an acker or spout task dies after ticks.
    - `initless`: the init of an emission is lost, and its tuples are failed or processed.
    - `late-word`: a reset-timeout reaches a spout task after the emission has failed and was emitted again.
    - `begun-late`: time passes between the messages of bolts about a tree and its init.
    - `after-a-refusal`: a bolt whose tuples go by their places takes inputs after others of which a call was refused,
      that it gave up, or for which it asked for more time.

    **Combinations.** `crossed` is the chance that a scenario is combined with something of another kind: a channel of a
    `backlog` is doubled, or its receiver dies; a spout task is paused when a reset-timeout or a fail is on its way to
    it, or is inactive when it hears of that.
    `opened` is the chance that a workload begins with the scenario `opening`, before any message was emitted. With
    `copied`, bolts treat two copies of a tuple in different ways, and the init comes last. With `early`, a
    reset-timeout comes before the init. With `lives`, a bolt task dies between the tuples of a tree. `fanned`, which
    these need, is the chance that bolts form a chain whose first bolt makes two tuples of an input.
    """

    most: int = 24
    asked: int = 1
    fault: int = 30
    tick: int = 14
    flow: int = 25
    settle: int = 2
    deliver: int = 50
    untracked: int = 3
    no_ackers: int = 2
    bounded: int = 15
    several: int = 30
    basic: int = 25
    batch: int = 25
    loose: int = 8
    fan: int = 2
    bolts: int = 3
    faults: tuple[str, ...] = FAULTS
    conducts: tuple[str, ...] = CONDUCTS[1:-1]
    in_turn: bool = False
    again: int = 0
    odd: int = 0
    late: int = 0
    often: int = 0
    grouped: int = 0
    siblings: int = 0
    by_place: int = 0
    streams: int = 0
    crossed: int = 0
    opened: int = 0
    opening: str = "copied"
    fanned: int = 0
    together: int = 0
    shuffled: int = 0
    burst: int = 0
    zero: int = 0
    wide: int = 0
    lifecycle: bool = False
    outboxes: bool = False
    clocks: int = 0
    lasts: int = 0
    crowd: int = 0
    spread: int = 0


def grow_topology_workload(choices: Choices, profile: str, mix: TopologyMix) -> TopologyWorkload:
    """Draw one workload: a topology, moves and faults in any order, then a final phase with ticks and
    without faults.
    """
    config = _draw_config(choices, profile, mix)
    lasts = chance(choices, mix.lasts)
    if lasts:
        config = evolve(config, wiring=evolve(config.wiring, messages=config.wiring.messages[:1]))
    growing = _GrowingTopology(choices=choices, mix=mix, config=config)
    if mix.clocks and chance(choices, mix.clocks):
        growing.stands_still = SILENT[choices.integer(0, len(SILENT) - 1)]
    if chance(choices, mix.opened):
        growing.open()
    growing.steps += [NextTuple(spout) for spout in growing.spouts] * mix.asked
    if len(growing.spouts) >= CROWD[0]:
        growing.among_many()
    if lasts:
        growing.lasting()
    for _ in range(choices.integer(1, mix.most)):
        growing.move()
    growing.calm()
    return TopologyWorkload(config, tuple(step for step in growing.steps if not growing.is_still(step)))


def _simpler_wirings(wiring: Wiring) -> Iterator[Wiring]:  # noqa: C901 - one line or two for each part of it
    bolts = wiring.bolts
    ordered = in_order(bolts)
    if ordered != bolts:
        yield evolve(wiring, bolts=ordered)
    for bolt in reversed(ordered[1:]):
        if not any(bolt.name in other.after for other in bolts):
            yield evolve(wiring, bolts=tuple(other for other in bolts if other is not bolt))
    for message in reversed(wiring.messages[1:]):
        yield evolve(wiring, messages=tuple(each for each in wiring.messages if each != message))
    if wiring.max_pending is not None:
        yield evolve(wiring, max_pending=None)
    if wiring.streams > 1:
        yield evolve(wiring, streams=1)
    if wiring.executor_tasks > 1:
        yield evolve(wiring, executor_tasks=1)
    if wiring.outboxes:
        yield evolve(wiring, outboxes=False)
    for place, bolt in enumerate(bolts):
        if bolt.takes or bolt.streams > 1:
            yield evolve(wiring, bolts=(*bolts[:place], evolve(bolt, takes=(), streams=1), *bolts[place + 1 :]))
        for plainer in (
            evolve(bolt, executor_tasks=1),
            evolve(bolt, tasks=1),
            evolve(bolt, fan=0),
            evolve(bolt, fan=1),
            evolve(bolt, kind="plain"),
        ):
            if plainer != bolt and plainer.fan <= bolt.fan:
                yield evolve(wiring, bolts=(*bolts[:place], plainer, *bolts[place + 1 :]))


PLAINER: Mapping[str, Callable[[Wiring], Wiring]] = {
    BURSTS: lambda wiring: evolve(wiring, max_pending=wiring.max_pending or None),
    EXECUTORS: lambda wiring: evolve(
        wiring, executor_tasks=1, bolts=tuple(evolve(bolt, executor_tasks=1) for bolt in wiring.bolts)
    ),
    GROUPED: lambda wiring: evolve(
        wiring, streams=1, bolts=tuple(evolve(bolt, takes=(), streams=1) for bolt in wiring.bolts)
    ),
    LIFECYCLE: lambda wiring: evolve(wiring, lifecycle=False),
    OUTBOXES: lambda wiring: evolve(wiring, outboxes=False),
}
"""By capability, a function that removes from a wiring what needs the capability."""


class _NoChoices:
    """Choices that are always the plainest."""

    def integer(self, low: int, high: int) -> int:
        """Return the plainest choice."""
        del high
        return low


def _tasks(step: TopologyOperation) -> Iterator[str]:
    """Yield the names of the tasks that an operation is about."""
    for name in ("task", "spout", "sender", "receiver"):
        task = getattr(step, name, None)
        if task is not None:
            yield task


def _draw_config(choices: Choices, profile: str, mix: TopologyMix) -> Config:  # noqa: C901 - one draw after another
    bolts: list[BoltShape] = []
    for name in NAMES[: 1 + choices.integer(0, mix.bolts - 1)]:
        before = ("spout", *(bolt.name for bolt in bolts))
        after: tuple[str, ...] = (before[len(before) - 1 - choices.integer(0, len(before) - 1)],)
        if len(before) > 1 and chance(choices, 20):
            after = tuple(before[-2:])
        bolts.append(
            BoltShape(
                name=name,
                kind=_draw_kind(choices, mix),
                after=after,
                tasks=1 + chance(choices, mix.several),
                fan=(1, 2, 0)[choices.integer(0, mix.fan)],
                enough=2 + choices.integer(0, 1),
                streams=1 + chance(choices, mix.streams),
            )
        )
    if chance(choices, mix.fanned):
        bolts = _in_a_row(bolts)
    spout_streams = 1 + chance(choices, mix.streams)
    if mix.grouped:
        bolts = _draw_subscriptions(choices, mix, bolts, spout_streams)
    most = choices.integer(0, 2)
    if mix.burst or mix.wide:
        most += 2 + choices.integer(0, 3)
    messages = tuple(f"m{number + 1}" for number in range(1 + most))
    bound = 1 + choices.integer(0, 1) if chance(choices, mix.bounded) else None
    if mix.wide and chance(choices, mix.wide):
        bound = 3 + choices.integer(0, 1)
    if mix.zero and chance(choices, mix.zero):
        bound = 0
    ackers = 0 if chance(choices, mix.no_ackers) else 1
    if ackers and chance(choices, mix.several):
        ackers += 1 + choices.integer(0, 1)
    if mix.spread and ackers and chance(choices, mix.spread):
        ackers = 3
    spouts: tuple[int, ...] = (1, 2) if chance(choices, mix.several) else (1,)
    wiring = Wiring(messages=messages, bolts=tuple(bolts), max_pending=bound, streams=spout_streams)
    if mix.together:
        spouts, wiring = _draw_executors(choices, mix, spouts, wiring)
    wiring = evolve(wiring, lifecycle=mix.lifecycle, outboxes=mix.outboxes)
    if chance(choices, mix.crowd):
        spouts, wiring = _crowded(choices, wiring)
    if chance(choices, mix.shuffled):
        wiring = evolve(wiring, bolts=_shuffled(choices, wiring.bolts))
    return Config(profile=profile, spout_tasks=spouts, ackers=ackers, wiring=wiring)


def _shuffled(choices: Choices, bolts: Sequence[BoltShape]) -> tuple[BoltShape, ...]:
    """Return the bolts from the last to the first, or in that order from some place on and then those before it."""
    place = choices.integer(0, 2) % len(bolts)
    backwards = (*reversed(bolts),)
    return (*backwards[place:], *backwards[:place])


def in_order(bolts: Sequence[BoltShape]) -> tuple[BoltShape, ...]:
    """Return the bolts so that each comes after those that it takes tuples from, and otherwise in the same order."""
    ordered: list[BoltShape] = []
    left = list(bolts)
    while left:
        waiting = {bolt.name for bolt in left}
        bolt = next((bolt for bolt in left if waiting.isdisjoint(bolt.after)), left[0])  # the first if there is a cycle
        ordered.append(bolt)
        left.remove(bolt)
    return tuple(ordered)


def _in_a_row(bolts: Sequence[BoltShape]) -> list[BoltShape]:
    """Return a chain of as many bolts as there are names. The first makes two tuples of an input."""
    shapes = [*bolts, *(BoltShape(name=name) for name in NAMES[len(bolts) :])]
    before = ("spout", *(shape.name for shape in shapes))
    first, *others = (evolve(shape, after=(name,)) for shape, name in zip(shapes, before, strict=False))
    return [evolve(first, fan=2), *(evolve(shape, fan=max(1, shape.fan)) for shape in others)]


def _crowded(choices: Choices, wiring: Wiring) -> tuple[tuple[int, ...], Wiring]:
    """Return many spout tasks, and a wiring in which the first bolt has as many, with a message for each of them. The
    number of acker tasks stays the same, because each may be a process of its own.
    """
    low, high = CROWD
    count = low + choices.integer(0, high - low)
    first, *others = wiring.bolts
    messages = tuple(f"m{number + 1}" for number in range(count + 1))
    wiring = evolve(wiring, messages=messages, bolts=(evolve(first, tasks=count), *others), max_pending=None)
    return tuple(range(1, count + 1)), wiring


def _draw_executors(
    choices: Choices, mix: TopologyMix, spouts: tuple[int, ...], wiring: Wiring
) -> tuple[tuple[int, ...], Wiring]:
    """Return spout tasks and a wiring in which executors have several tasks."""
    if chance(choices, mix.together):
        spouts = tuple(range(1, 3 + choices.integer(0, 1)))
        wiring = evolve(wiring, executor_tasks=2)
    bolts = [
        evolve(bolt, tasks=2 + choices.integer(0, 1), executor_tasks=2) if chance(choices, mix.together) else bolt
        for bolt in wiring.bolts
    ]
    return spouts, evolve(wiring, bolts=tuple(bolts))


def _draw_subscriptions(
    choices: Choices, mix: TopologyMix, bolts: Sequence[BoltShape], spout_streams: int
) -> list[BoltShape]:
    """Return the bolts with streams and groupings that are drawn for the components before them."""
    streams = {"spout": spout_streams} | {bolt.name: bolt.streams for bolt in bolts}

    def drawn(component: str) -> Subscription:
        grouping = GROUPINGS[choices.integer(0, len(GROUPINGS) - 1)] if chance(choices, mix.grouped) else "fields"
        return Subscription(component, 1 + choices.integer(0, streams[component] - 1), grouping)

    drawn_bolts = [evolve(bolt, takes=tuple(map(drawn, bolt.after))) for bolt in bolts]
    if mix.by_place and len(bolts) > 1 and chance(choices, mix.by_place):
        first, second, *others = drawn_bolts
        taken = Subscription(first.name, 1 + choices.integer(0, first.streams - 1), "direct")
        second = evolve(second, after=(first.name,), takes=(taken,), tasks=BY_PLACE)
        kind = ("plain", "basic", "batch")[choices.integer(0, 2)]
        drawn_bolts = [evolve(first, kind=kind, fan=max(1, first.fan)), second, *others]
    if mix.siblings and len(bolts) > 1 and chance(choices, mix.siblings):
        *others, first, second = drawn_bolts
        taken = Subscription(first.after[0], 1, "all")
        siblings = [
            evolve(each, after=(taken.component,), takes=(taken,), tasks=max(2, each.tasks)) for each in (first, second)
        ]
        return [*others, *siblings]
    return drawn_bolts


def _draw_kind(choices: Choices, mix: TopologyMix) -> str:
    for kind, percent in (("basic", mix.basic), ("batch", mix.batch), ("loose", mix.loose)):
        if chance(choices, percent):
            return kind
    return "plain"


@define(kw_only=True)
class _GrowingTopology:
    choices: Choices
    mix: TopologyMix
    config: Config
    steps: list[TopologyOperation] = field(factory=list)
    ticked: int = 0
    stands_still: tuple[str, ...] = ()

    def is_still(self, step: TopologyOperation) -> bool:
        """Whether a step is a tick of a component that is to have none."""
        return isinstance(step, TaskTick) and step.task.rpartition("-")[0] in self.stands_still

    @property
    def spouts(self) -> list[str]:
        return [f"spout-{task}" for task in self.config.spout_tasks]

    @property
    def ackers(self) -> list[str]:
        return [f"acker-{number + 1}" for number in range(self.config.ackers)]

    def tasks_of(self, component: str) -> list[str]:
        if component == "spout":
            return self.spouts
        (bolt,) = (bolt for bolt in self.config.wiring.bolts if bolt.name == component)
        return [f"{bolt.name}-{number + 1}" for number in range(bolt.tasks)]

    def mates(self, task: str) -> list[str]:
        """Return all tasks of a task's executor."""
        component = task.rpartition("-")[0]
        shapes = {bolt.name: bolt.executor_tasks for bolt in self.config.wiring.bolts}
        together = {"spout": self.config.wiring.executor_tasks, **shapes}.get(component, 1)
        tasks = self.ackers if component == "acker" else self.tasks_of(component)
        first = tasks.index(task) // together * together
        return tasks[first : first + together]

    @property
    def first_and_others(self) -> tuple[BoltShape, list[BoltShape]]:
        """The bolt with the first name, which takes tuples from the spout, and the others."""
        (first,) = (bolt for bolt in self.config.wiring.bolts if bolt.name == NAMES[0])
        return first, [bolt for bolt in self.config.wiring.bolts if bolt is not first]

    @property
    def bolt_tasks(self) -> list[str]:
        return [task for bolt in self.config.wiring.bolts for task in self.tasks_of(bolt.name)]

    def pick(self, options: list[str]) -> str:
        return options[self.choices.integer(0, len(options) - 1)]

    def rotated(self, options: Sequence[str]) -> Sequence[str]:
        """Return all options, beginning with one that is drawn."""
        first = self.choices.integer(0, len(options) - 1)
        return (*options[first:], *options[:first])

    def channel(self) -> tuple[str, str]:
        """Draw a channel: of tuples, of reports to ackers, or of notifications by ackers."""
        part = self.choices.integer(0, 4)
        if part < 2 or not self.ackers:  # noqa: PLR2004 - two parts of five
            bolts = self.config.wiring.bolts
            bolt = bolts[self.choices.integer(0, len(bolts) - 1)]
            senders = [task for component in bolt.after for task in self.tasks_of(component)]
            return self.pick(senders), self.pick(self.tasks_of(bolt.name))
        if part < 4:  # noqa: PLR2004 - two parts of five
            return self.pick([*self.bolt_tasks, *self.spouts]), self.pick(self.ackers)
        return self.pick(self.ackers), self.pick(self.spouts)

    def move(self) -> None:
        """Draw the next move."""
        mix = self.mix
        if chance(self.choices, mix.again):
            self.tree_again()
        elif chance(self.choices, mix.odd):
            self.three_inits()
        elif chance(self.choices, mix.late):
            self.late_init()
        elif chance(self.choices, mix.often):
            self.failures()
        elif chance(self.choices, mix.fault):
            self.fault(mix.faults[self.choices.integer(0, len(mix.faults) - 1)])
        elif chance(self.choices, mix.tick):
            self.tick()
        elif chance(self.choices, mix.flow):
            self.steps.append(Flow(FLOWS[self.choices.integer(0, len(FLOWS) - 1)]))
        elif chance(self.choices, mix.settle):
            self.steps.append(Settle())
        elif chance(self.choices, mix.deliver):
            self.steps.append(Deliver(*self.channel()))
        else:
            spout, tracked = self.pick(self.spouts), not chance(self.choices, mix.untracked)
            self.steps.append(NextTuple(spout, tracked, self.at_once()))

    def at_once(self) -> int:
        """Return the number of messages that a spout task is asked for at once."""
        return 2 + self.choices.integer(0, 2) if chance(self.choices, self.mix.burst) else 1

    def open(self) -> None:
        """Begin with the scenario `opening` of the mix."""
        spout = self.pick(self.spouts)
        match self.mix.opening:
            case "copied":
                self.copied(spout)
            case "early":
                self.more_time_early(spout)
            case "lives":
                self.lives(spout)

    def tick(self) -> None:
        tasks = [*self.spouts, *self.ackers]
        if self.mix.in_turn:
            self.steps.append(TaskTick(tasks[self.ticked % len(tasks)]))
            self.ticked += 1
        else:
            self.steps.append(TaskTick(self.pick([*tasks, *self.bolt_tasks])))

    def fault(self, kind: str) -> None:  # noqa: C901, PLR0912, PLR0915 - one line or two for each kind
        match kind:
            case "die" | "pause":
                task = self.pick([*self.bolt_tasks, *self.ackers, *self.spouts])
                self.steps.append(Die(task) if kind == "die" else Pause(task))
            case "die-in-pause" | "long-pause":
                self.pause(self.pick([*self.bolt_tasks, *self.ackers, *self.spouts]), dies=kind == "die-in-pause")
            case "amid":
                self.amid(self.pick([*self.bolt_tasks, *self.ackers, *self.spouts]))
            case "ticks":
                self.steps += [TaskTick(self.pick([*self.ackers, *self.spouts]))] * CALM_ROUNDS
            case "staggered":
                spout = self.pick(self.spouts)
                self.steps += [NextTuple(spout), TaskTick(spout)] * CALM_ROUNDS
            case "resume":
                paused = [step.task for step in self.steps if isinstance(step, Pause)]
                if paused:
                    self.steps.append(Resume(self.pick(paused)))
            case "conduct":
                bolts = self.config.wiring.bolts
                bolt = bolts[self.choices.integer(0, len(bolts) - 1)]
                conduct = self.mix.conducts[self.choices.integer(0, len(self.mix.conducts) - 1)]
                self.upstream(bolt)
                sender = self.pick([task for component in bolt.after for task in self.tasks_of(component)])
                self.steps.append(Deliver(sender, self.pick(self.tasks_of(bolt.name)), conduct=conduct))
            case "apart":
                bolts = self.config.wiring.bolts
                bolt = bolts[self.choices.integer(0, len(bolts) - 1)]
                self.steps += [NextTuple(spout) for spout in self.spouts]
                self.upstream(bolt)
                task = self.pick(self.tasks_of(bolt.name))
                self.steps += [Deliver(sender, task) for each in bolt.after for sender in self.tasks_of(each)]
                self.steps += [Flow("reports"), Flow("tuples"), Flow("reports")]
            case "more-time":
                self.more_time()
            case "aged":
                self.aged(self.pick([*self.ackers, *self.ackers, *self.spouts]))
            case "initless":
                self.initless(self.pick(self.spouts))
            case "late-word":
                self.late_word(self.pick(self.spouts))
            case "begun-late":
                self.begun_late(self.pick(self.spouts))
            case "after-a-refusal":
                self.after_a_refusal()
            case "rest":
                self.rest(self.pick(self.spouts))
            case "stop":
                self.steps.append(Stop(self.pick([*self.bolt_tasks, *self.ackers, *self.spouts, *self.spouts])))
            case "swell":
                self.swell(self.pick(self.spouts), self.pick(self.tasks_of(NAMES[0])))
            case "copies-in-hand":
                self.copies_in_hand(self.pick(self.spouts))
            case "rootless-first":
                self.rootless_first(self.pick(self.spouts))
            case "unheard":
                self.unheard(self.pick(self.spouts))
            case "mates":
                self.beside_a_mate()
            case "held-up":
                self.held_up(self.pick(self.spouts), self.pick(self.bolt_tasks))
            case "failed-at-bound":
                self.failed_at_bound(self.pick(self.spouts))
            case "hands-full":
                self.hands_full()
            case "backlog":
                self.backlog(self.pick([*self.bolt_tasks, *self.bolt_tasks, *self.spouts, *self.ackers]))
            case "overtake":
                self.steps.append(Deliver(*self.channel(), place=1 + self.choices.integer(0, 1)))
            case "lose" | "lose-all":
                place = self.choices.integer(0, 1) if kind == "lose" else None
                self.steps.append(Lose(*self.channel(), place=place))
            case "double":
                sender, receiver = self.channel()
                if not (sender in self.spouts and receiver in self.ackers):  # an init must come once: see `odd`
                    self.steps.append(Double(sender, receiver))

    def pause(self, task: str, *, dies: bool) -> None:
        """Pause a task, at times with a second pause of its executor. Either it dies in the pause, or it has ticks and
        is asked for a tuple meanwhile, and then resumes.
        """
        self.steps.append(Pause(task))
        if chance(self.choices, self.mix.crossed // 2):
            self.steps.append(Pause(self.pick(self.mates(task))))
        if not dies:
            self.steps += [TaskTick(task)] * CALM_ROUNDS
            self.steps += [NextTuple(task)] if task in self.spouts else []
        self.steps.append(Die(task) if dies else Resume(task))

    def amid(self, task: str) -> None:
        """Pause a task when it has received some of the messages in its channels and others are left."""
        component = task.rpartition("-")[0]
        bolt = next((bolt for bolt in self.config.wiring.bolts if bolt.name == component), None)
        self.steps += [NextTuple(spout) for spout in self.spouts] * 2
        if bolt is not None:
            self.upstream(bolt)
            senders = [sender for each in bolt.after for sender in self.tasks_of(each)]
        else:
            self.steps += [Flow("tuples"), *[Flow("reports")] * (task in self.spouts)]
            senders = self.ackers if task in self.spouts else [*self.spouts, *self.bolt_tasks]
        arrivals = [Deliver(sender, task) for sender in senders]
        self.steps += [*arrivals, Pause(task), Resume(task), *arrivals, *arrivals]

    def rest(self, spout: str) -> None:
        """Deactivate a spout task, once or twice, and activate it again. Meanwhile it is asked for tuples, and has
        notifications or ticks.
        """
        again = [Deactivate(self.pick(self.mates(spout)))] if chance(self.choices, 25) else []
        self.steps += [NextTuple(spout), Deactivate(spout), *again, NextTuple(spout, most=self.at_once())]
        if chance(self.choices, self.mix.crossed):
            self.heard_at_rest(spout)
        elif chance(self.choices, 50):
            self.steps += [Flow("tuples"), Flow("reports"), Flow("words")]
        else:
            self.steps += [TaskTick(spout)] * (1 + self.choices.integer(0, 1))
        if chance(self.choices, 30):
            ends = ([Die(spout)], [Stop(spout)], [Pause(spout), Die(spout)])
            end = ends[self.choices.integer(0, len(ends) - 1)]
            self.steps += [*end, *(NextTuple(mate) for mate in dict.fromkeys((spout, *self.mates(spout))))]
        self.steps += [Activate(spout), NextTuple(spout)]

    def heard_at_rest(self, spout: str) -> None:
        """Let a spout task that is not active hear that a tree has failed, or that more time is asked for it. It has a
        tick after that, and may have one before.
        """
        conduct = MORE_TIME if chance(self.choices, 60) else "give-up"
        tasks = self.tasks_of(NAMES[0])
        ticks = [TaskTick(spout)] * self.choices.integer(0, 1)
        self.steps += [*ticks, *[Deliver(spout, task, conduct=conduct) for task in tasks]]
        self.steps += [Deliver(sender, acker) for sender in (spout, *tasks) for acker in self.ackers]
        self.steps += [Flow("words"), TaskTick(spout)]

    def unheard(self, spout: str) -> None:
        """Deactivate, activate or stop a spout task while it is paused; then resume it and ask it."""
        orders: tuple[TopologyOperation, ...] = (Deactivate(spout), Stop(spout), Activate(spout))
        order = orders[self.choices.integer(0, 2)]
        rests = isinstance(order, Activate)
        self.steps.append(NextTuple(spout))
        self.steps += [Deactivate(spout)] if rests else []
        self.steps += [Pause(spout), order, Resume(spout), NextTuple(spout)]
        self.steps += [Activate(spout), NextTuple(spout)] if rests else []

    def among_many(self) -> None:
        """Let the first task of a crowded component die or pause, if the mix has such faults, or have a tick."""
        kinds: dict[str, type[Die | Pause]] = {"die": Die, "pause": Pause}
        kind = next((kinds[name] for name in kinds if name in self.mix.faults), TaskTick)
        self.steps += [Flow("tuples"), Flow("reports")][: self.choices.integer(0, 2)]
        tasks = [self.spouts[0], self.tasks_of(NAMES[0])[0]]
        for task in tasks[: 1 + self.choices.integer(0, 1)]:
            self.steps.append(kind(task))
        self.steps += [Flow("tuples"), Flow("reports")]

    def lasting(self) -> None:
        """Make a spout task emit again and again. Each emission fails by timeout."""
        spout = self.pick(self.spouts)
        low, high = LASTING
        self.steps += [NextTuple(spout), TaskTick(spout), TaskTick(spout)] * (low + self.choices.integer(0, high - low))

    def swell(self, spout: str, task: str) -> None:
        """Double the messages of a channel until there are many, and deliver them all at once."""
        low, high = DOUBLINGS
        self.steps += [NextTuple(spout), *[Double(spout, task)] * (low + self.choices.integer(0, high - low))]
        self.steps.append(Flow("tuples"))

    def beside_a_mate(self) -> None:
        """Let one task of an executor work while another is paused, or let another die or tick while
        one holds inputs.
        """
        pairs = [
            (mates[place], mates[1 - place])
            for component, together in (
                ("spout", self.config.wiring.executor_tasks),
                *((bolt.name, bolt.executor_tasks) for bolt in self.config.wiring.bolts),
            )
            if together > 1
            for mates in [self.tasks_of(component)]
            for place in (0, 1)
        ]
        if not pairs:
            return
        one, other = pairs[self.choices.integer(0, len(pairs) - 1)]
        bolt = next((bolt for bolt in self.config.wiring.bolts if one.startswith(f"{bolt.name}-")), None)
        senders = [task for each in bolt.after for task in self.tasks_of(each)] if bolt else self.ackers
        self.steps += [NextTuple(spout) for spout in (self.spouts if bolt else [one])]
        if bolt is not None:
            self.upstream(bolt)
        kind = self.choices.integer(0, 4)
        if kind < 2:  # noqa: PLR2004 - two parts of five
            self.steps += [] if bolt else [Flow("tuples"), Flow("reports")]
            asked = [] if bolt else [NextTuple(one)]
            self.steps += [Pause(other), *asked, *[Deliver(sender, one) for sender in senders]]
            self.steps += [TaskTick(one), Resume(other)]
            return
        self.steps += [Deliver(sender, one) for sender in senders] if bolt else []
        self.steps += [Die(other)] if kind == 2 else [TaskTick(other)] * (kind - 2)  # noqa: PLR2004 - one part of five

    def hands_full(self) -> None:
        """Give an input to each task of an executor of a batch bolt, and then a tick, at which they all emit."""
        followed = {component for bolt in self.config.wiring.bolts for component in bolt.after}
        bolts = [
            bolt
            for bolt in self.config.wiring.bolts
            if bolt.executor_tasks > 1 and bolt.kind == "batch" and bolt.name in followed
        ]
        if not bolts:
            return
        bolt = bolts[self.choices.integer(0, len(bolts) - 1)]
        mates = self.mates(self.pick(self.tasks_of(bolt.name)))
        self.steps += [TaskTick(task) for task in (mates[0], *self.spouts, *self.spouts)]
        self.steps += [NextTuple(spout) for spout in self.spouts] * 2
        self.upstream(bolt)
        self.steps += [Deliver(sender, task) for each in bolt.after for sender in self.tasks_of(each) for task in mates]
        self.steps.append(TaskTick(mates[0]))

    def copies_in_hand(self, spout: str) -> None:
        """Let batches hold two copies of a tuple, and lose the ack of one copy, while the tuples made of them are still
        open.
        """
        followed = {component for bolt in self.config.wiring.bolts for component in bolt.after}
        bolts = [bolt for bolt in self.config.wiring.bolts if bolt.kind == "batch" and bolt.name in followed]
        if not bolts:
            return
        bolt = bolts[self.choices.integer(0, len(bolts) - 1)]
        tasks, place = self.tasks_of(bolt.name), self.choices.integer(0, 1)
        finished = [TaskTick(task) for task in self.bolt_tasks]
        others = [
            task for each in self.config.wiring.bolts if bolt.name in each.after for task in self.tasks_of(each.name)
        ]
        pairs = [(sender, task) for each in bolt.after for sender in self.tasks_of(each) for task in tasks]
        self.steps += [Flow("tuples"), *finished, TaskTick(spout), TaskTick(spout), NextTuple(spout)]
        self.upstream(bolt)
        self.steps += [Flow("reports"), *[Double(*pair) for pair in pairs]]
        self.steps += [Deliver(*pair) for pair in pairs for _ in range(2)]
        self.steps += [TaskTick(task) for task in tasks]
        self.steps += [Lose(task, acker, place=place) for task in tasks for acker in self.ackers]
        self.steps += [*map(Pause, others), Flow("tuples"), *finished, Flow("reports"), Flow("words")]
        self.steps += map(Resume, others)

    def rootless_first(self, spout: str) -> None:
        """Let the batches of the bolts after the spout begin with an input that is in no tree, and finish them."""
        tasks = [
            task for bolt in self.config.wiring.bolts if "spout" in bolt.after for task in self.tasks_of(bolt.name)
        ]
        finished = [TaskTick(task) for task in tasks]
        self.steps += [Flow("tuples"), *finished, TaskTick(spout), TaskTick(spout)]
        self.steps += [NextTuple(spout, tracked=False), *[NextTuple(spout)] * 2, Flow("tuples"), *finished]
        self.steps += [Flow("tuples"), Flow("reports")]

    def backlog(self, task: str) -> None:
        """Pause a task that has sent messages, and deliver them. Then it dies or resumes, and they are
        delivered again.
        """
        receivers = self.ackers if task in self.spouts else [*self.ackers, *self.bolt_tasks]
        receivers = self.spouts if task in self.ackers else [*receivers, *self.bolt_tasks]
        self.steps += [NextTuple(self.pick(self.spouts)), *[Flow("tuples")] * (task in self.ackers)]
        self.steps += [Flow("tuples")] if chance(self.choices, 30) else []
        if task in self.bolt_tasks:
            self.steps += [Deliver(sender, task) for sender in (*self.spouts, *self.bolt_tasks)]
        self.steps.append(Pause(task))
        if chance(self.choices, self.mix.crossed // 2):
            again = (Pause, Pause, Stop)[self.choices.integer(0, 2)]
            self.steps.append(again(self.pick(self.mates(task))))
        if chance(self.choices, self.mix.crossed):
            self.beside_a_backlog(task, list(dict.fromkeys(receivers)))
        self.steps += [Deliver(task, receiver) for receiver in dict.fromkeys(receivers)]
        self.steps += [Flow(FLOWS[self.choices.integer(0, len(FLOWS) - 1)])]
        self.steps.append(Die(self.pick(self.mates(task))) if chance(self.choices, 50) else Resume(task))
        self.steps += [Deliver(task, receiver) for receiver in dict.fromkeys(receivers)]

    def beside_a_backlog(self, task: str, receivers: list[str]) -> None:
        """Disturb the channels of a paused task, or let the tasks at their other ends die or tick."""
        kinds: list[Callable[[str], TopologyOperation]] = [
            lambda receiver: Double(task, receiver),
            Die,
            lambda receiver: Lose(task, receiver, place=0),
            lambda receiver: Deliver(task, receiver, place=1),
            TaskTick,
        ]
        kind = kinds[self.choices.integer(0, len(kinds) - 1)]
        self.steps += [kind(receiver) for receiver in receivers]

    def held_up(self, spout: str, task: str) -> None:
        """Let messages fail by timeout, and emit them again while a bolt task is paused: they go to the same tasks as
        before. The sender or a receiver may have died in between.
        """
        asked = [NextTuple(spout)] * len(self.config.wiring.messages)
        died = [Die(self.pick([spout, spout, *self.bolt_tasks]))] if chance(self.choices, 40) else []
        self.steps += [*asked, Flow("tuples"), *died, TaskTick(spout), TaskTick(spout)]
        self.steps += [Pause(task), *asked, Flow("tuples"), Resume(task)]

    def failed_at_bound(self, spout: str) -> None:
        """Ask spout tasks of an executor up to their bound, and again after a bolt gave up the pending emissions."""
        mates, takers = self.mates(spout), self.tasks_of(NAMES[0])
        self.steps += [NextTuple(mate) for mate in mates] * 2
        self.steps += [Deliver(mate, task, conduct="give-up") for mate in mates for task in takers] * 2
        self.steps += [Flow("reports"), Flow("words")]
        if chance(self.choices, 2 * self.mix.untracked):
            self.steps.append(NextTuple(spout, tracked=False))
        self.steps.append(NextTuple(spout))

    def upstream(self, bolt: BoltShape) -> None:
        """Deliver enough tuples for a batch to each bolt before this one, so that tuples are on their way to it."""
        for before in self.config.wiring.bolts:
            if before.name in bolt.after:
                self.upstream(before)
                for component in before.after:
                    pairs = [
                        (sender, task) for sender in self.tasks_of(component) for task in self.tasks_of(before.name)
                    ]
                    self.steps += [Deliver(*pair) for pair in pairs for _ in range(before.enough)]

    def more_time(self) -> None:
        """Let bolt tasks ask for more time, with ticks before, after, and while the notification is under way, or
        without. Where the spout task is paused when it should hear of that, they give other inputs up.
        """
        spout = self.pick(self.spouts)
        first, others = self.first_and_others
        self.steps += [NextTuple(spout)] * 2
        self.some_ticks(spout, 1)
        paused = chance(self.choices, self.mix.crossed)
        for conduct in (MORE_TIME, "give-up" if paused else MORE_TIME):
            self.steps += [Deliver(spout, task, conduct=conduct) for task in self.tasks_of(first.name)]
        self.steps.append(Flow("reports"))
        if chance(self.choices, 25):
            self.some_ticks(spout, 2)
        self.steps += [Pause(spout), Flow("words"), Resume(spout)] if paused else []
        self.steps.append(Flow("words"))
        self.some_ticks(spout, 2)
        self.steps += [TaskTick(task) for task in self.tasks_of(first.name)]
        later = [task for bolt in others if first.name in bolt.after for task in self.tasks_of(bolt.name)]
        self.steps += [Deliver(task, other, conduct=MORE_TIME) for task in self.tasks_of(first.name) for other in later]
        self.steps += [Flow("tuples"), Flow("reports"), Flow("words")]

    def more_time_early(self, spout: str) -> None:
        """Send reset-timeouts to an acker task twice before it has the init, with ticks in between. The other messages
        of the tree come before them, or not.
        """
        first, others = self.first_and_others
        elsewhere = [task for bolt in others if "spout" in bolt.after for task in self.tasks_of(bolt.name)]
        early = [] if chance(self.choices, 30) else elsewhere
        tasks = self.tasks_of(first.name)
        self.steps += [NextTuple(spout), *[Deliver(spout, task, conduct=MORE_TIME) for task in tasks]]
        self.steps += [step for task in early for step in (Deliver(spout, task), TaskTick(task))]
        self.steps += [Deliver(task, acker) for task in early for acker in self.ackers]
        for again in (True, False):
            times = 1 + self.choices.integer(0, SURVIVED[self.config.profile] - 1)
            self.steps += [TaskTick(acker) for acker in self.ackers for _ in range(times)] * again
            channels = [(task, acker) for task in tasks for acker in self.ackers]
            self.steps += [Double(*channel) for channel in channels] * again
            self.steps += [Deliver(*channel) for channel in channels]
            self.steps += [TaskTick(acker) for acker in self.ackers for _ in range(times)] * (not again)
        self.steps.append(Flow("reports"))
        self.processed()
        self.steps.append(Flow("reports"))

    def aged(self, task: str) -> None:
        """Let an acker or spout task die after ticks that its records or emissions survive."""
        self.steps += [NextTuple(spout) for spout in self.spouts]
        self.steps += [Deliver(spout, task) for spout in self.spouts if task in self.ackers]
        most = SURVIVED[self.config.profile] if task in self.ackers else 1
        self.steps += [*[TaskTick(task)] * (1 + self.choices.integer(0, most - 1)), Die(task)]

    def initless(self, spout: str) -> None:
        """Lose the init of an emission, and send the ackers other messages of its tree, by a conduct that is drawn."""
        ways = (*self.mix.conducts, CONDUCTS[0])
        way = ways[self.choices.integer(0, len(ways) - 1)]
        self.steps += [NextTuple(spout), *[Lose(spout, acker, place=None) for acker in self.ackers]]
        self.steps += [Deliver(spout, task, conduct=way) for task in self.tasks_of(NAMES[0])]
        self.steps.append(Flow("reports"))

    def late_word(self, spout: str) -> None:
        """Deliver a reset-timeout to a spout task for an emission that failed by timeout or by the death of the task,
        after the message was emitted again and a tick has passed for the new emission.
        """
        asked = [NextTuple(spout)] * len(self.config.wiring.messages)
        over = [Die(spout)] if chance(self.choices, 30) else [TaskTick(spout)] * 2
        self.steps += [*asked, *[Deliver(spout, task, conduct=MORE_TIME) for task in self.tasks_of(NAMES[0])] * 2]
        self.steps += [Flow("reports"), *over, *asked, TaskTick(spout), Flow("words"), TaskTick(spout)]

    def begun_late(self, spout: str) -> None:
        """Deliver some or all other messages of a tree to acker tasks before its init. In between the acker tasks have
        two ticks, and the spout task has one.
        """
        self.steps.append(NextTuple(spout))
        self.processed()
        most = 1 + self.choices.integer(0, 1)
        self.steps += [Deliver(task, acker) for task in self.bolt_tasks for acker in self.ackers] * most
        ticks = [TaskTick(acker) for acker in self.ackers]
        self.steps += [*ticks, TaskTick(spout), *ticks, Flow("reports"), Flow("words")]

    def after_a_refusal(self) -> None:
        """Let the tasks of a bolt take inputs, and treat every second one in a way by which a call may be refused, give
        it up, or ask for more time for it. The places of their tuples decide where these go, by streams or by direct
        grouping.
        """
        bolts = self.config.wiring.bolts
        placing = {
            component
            for bolt in bolts
            for component in bolt.after
            if bolt.tasks > 1 and bolt.subscription(component).grouping == "direct"
        }
        placing |= {component for bolt in bolts for component in bolt.after if self.streams_of(component) > 1}
        shapes = [bolt for bolt in bolts if bolt.name in placing]
        if not shapes:
            return
        bolt = shapes[self.choices.integer(0, len(shapes) - 1)]
        pairs = [
            (sender, task) for each in bolt.after for sender in self.tasks_of(each) for task in self.tasks_of(bolt.name)
        ]
        finished = [TaskTick(task) for task in self.tasks_of(bolt.name)]
        self.steps += [Flow("tuples"), *finished, *[TaskTick(spout) for spout in self.spouts] * 2]
        self.steps += [NextTuple(spout) for spout in self.spouts] * 2
        self.upstream(bolt)
        self.steps += [Double(*pair) for pair in pairs] * 2
        for conduct in self.rotated(REFUSED):
            self.steps += [*(Deliver(*pair, conduct=conduct) for pair in pairs), *finished, *starmap(Deliver, pairs)]
        self.steps += finished

    def streams_of(self, component: str) -> int:
        """Return the number of streams of the spout or a bolt."""
        shapes = {bolt.name: bolt.streams for bolt in self.config.wiring.bolts}
        return shapes.get(component, self.config.wiring.streams)

    def processed(self) -> None:
        """Let all bolts process the tuples on their way to them, and finish their batches."""
        for _ in self.config.wiring.bolts:
            self.steps += [Flow("tuples"), *[TaskTick(task) for task in self.bolt_tasks]]

    def some_ticks(self, spout: str, most: int) -> None:
        """Let a spout task tick as often as is drawn, and all acker tasks as often as is drawn for them."""
        self.steps += [TaskTick(spout)] * self.choices.integer(0, most)
        times = self.choices.integer(0, most)
        self.steps += [TaskTick(acker) for acker in self.ackers for _ in range(times)]

    def late_init(self) -> None:
        """Deliver an init after all other messages of its tree."""
        spout = self.pick(self.spouts)
        self.steps += [NextTuple(spout), Flow("tuples")]
        self.steps += [Deliver(task, acker) for task in self.bolt_tasks for acker in self.ackers for _ in range(2)]
        self.steps += [Flow("reports"), Flow("words")]

    def copied(self, spout: str) -> None:
        """Let bolts treat two copies of a tuple in different ways, one of them as usual or with a request for more
        time. The init comes after all other messages of the tree.
        """
        conduct = self.mix.conducts[self.choices.integer(0, len(self.mix.conducts) - 1)]
        other = MORE_TIME if chance(self.choices, 50) else CONDUCTS[0]
        ways = (conduct, other) if chance(self.choices, 50) else (other, conduct)
        tasks = self.tasks_of(NAMES[0])
        self.steps += [NextTuple(spout), *[Double(spout, task) for task in tasks]]
        self.steps += [Deliver(spout, task, conduct=way) for task in tasks for way in ways]
        self.processed()
        self.steps += [Deliver(task, acker) for task in self.bolt_tasks for acker in self.ackers for _ in range(2)]
        self.steps += [Flow("reports"), Flow("words")]

    def lives(self, spout: str) -> None:
        """Let the tasks of a bolt between two others die before each tuple of a tree, so that each is taken in another
        life.
        """
        followed = {component for bolt in self.config.wiring.bolts for component in bolt.after}
        bolts = [bolt for bolt in self.config.wiring.bolts if bolt.after != ("spout",) and bolt.name in followed]
        if not bolts:
            return
        bolt = bolts[self.choices.integer(0, len(bolts) - 1)]
        self.steps.append(NextTuple(spout))
        self.upstream(bolt)
        for _ in range(2):
            for task in self.tasks_of(bolt.name):
                self.steps += [Die(task), *[Deliver(each, task) for name in bolt.after for each in self.tasks_of(name)]]
        self.steps += [Flow("reports"), Flow("words")]

    def failures(self) -> None:
        """Let messages fail again and again, by timeout or by the death of their spout task, processed
        before or not.
        """
        spout = self.pick(self.spouts)
        times = 1 + self.choices.integer(0, MANY_FAILURES if chance(self.choices, 12) else FEW_FAILURES)
        processed = chance(self.choices, 50)
        ticks = [TaskTick(spout)] * (1 + chance(self.choices, 60))
        for _ in range(times):
            self.steps.append(NextTuple(spout))
            self.steps += [Flow("tuples")] if processed else []
            self.steps += [Die(spout)] if chance(self.choices, 30) else ticks

    def tree_again(self) -> None:
        """Double all messages to ackers about an emission of a spout task, so that they arrive twice."""
        self.steps += [NextTuple(self.pick(self.spouts)), Flow("tuples")]
        self.steps += [Double(sender, acker) for sender in (*self.spouts, *self.bolt_tasks) for acker in self.ackers]
        self.steps += [Flow("reports"), Flow("words")]

    def three_inits(self) -> None:
        """Deliver an init three times to its acker, with an ack between the first two."""
        spout = self.pick(self.spouts)
        self.steps.append(NextTuple(spout))
        for acker in self.ackers:
            self.steps += [Double(spout, acker), Double(spout, acker), Lose(spout, acker, 0), Deliver(spout, acker)]
        self.steps.append(Flow("tuples"))
        self.steps += [Deliver(task, acker) for task in self.tasks_of(NAMES[0]) for acker in self.ackers]
        self.steps += [Flow("reports"), Flow("words")]

    def calm(self) -> None:
        """Begin the final phase without faults: paused tasks resume, inactive ones are activated, everything is
        delivered, and time passes.
        """
        for task in dict.fromkeys(step.task for step in self.steps if isinstance(step, Pause)):
            self.steps.append(Resume(task))
        for task in dict.fromkeys(step.task for step in self.steps if isinstance(step, Deactivate)):
            self.steps.append(Activate(task))
        self.steps.append(Settle())
        for _ in range(CALM_ROUNDS):
            self.steps += [TaskTick(task) for task in (*self.spouts, *self.ackers)]
            self.steps.append(Settle())
