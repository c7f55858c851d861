"""Workloads for the topology: topologies of every shape, what a cluster does to them, and a calm end."""

from collections.abc import Callable, Iterator, Mapping, Sequence

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
"""Failures in a row of what one spout task emits: mostly, and where it is made a matter of its own."""

LASTING = (65, 110)
"""Emissions of one message in a row, at least and at most, where a source lasts."""

CROWD = (10, 12)
"""Tasks of a component, at least and at most, where there are many: the names of the first begin those of the last."""

DOUBLINGS = (6, 7)
"""How often a channel is doubled where it is to be long: it has some hundred messages then."""

SURVIVED = {"storm1": 1, "storm2": 2}
"""Ticks in a row that a record of an acker task survives, by profile."""

SILENT = (("spout",), ("acker",), ("spout", "acker"))
"""Components that have no ticks: where time stands still for one of them, or for all."""

CALM_ROUNDS = 3
"""Ticks of every spout and acker task in the calm at the end: as many as any profile's acker has buckets."""


@frozen(slots=False)
class TopologyWorkload(IndependentOperations[TopologyOperation]):
    """A topology, and what happens to it."""

    component = "topology"

    def simpler(self) -> Iterator["TopologyWorkload"]:
        """Yield the workload in simpler topologies: without a bolt or a message, with fewer tasks, with plainer bolts;
        and without an overtaking.

        Steps about tasks that are not there any more are left out.
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
        """Return the workload without what only targets with some capability take: for those that do not claim it."""
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
    """What a topology workload is made of. `most` bounds its moves before the calm, and each spout
    task is `asked` so often before them.

    Percentages are chances: that a move is a fault, a tick, or the delivery of all messages of a kind; of an emission
    without message id; of a topology without ackers, with a bound on pending, and with several spout or acker tasks;
    of a bolt of each kind that is not plain. `faults` are the kinds that may happen, `conducts` those of bolts.

    With `in_turn` all spout and acker tasks tick equally often. `again` is the chance that all messages of a tree reach
    the ackers twice, `odd` that its init reaches them three times, and `late` that it reaches them last;
    `often` that messages fail again and again. The fault `resume` ends a pause before the calm does. `staggered`,
    `ticks`, `apart` and `more-time` are none: time passes between emissions, or several times for one task; one task of
    a bolt takes in what is on its way before the others do; bolt tasks ask for more time, and take it.

    `together` is the chance that executors of a component have several tasks, `burst` that a spout task is asked for
    several messages at once, with more of them than otherwise; `zero` that the bound is 0, and `wide` that it is three
    or four. By `amid` a task is paused between messages of a channel. With `lifecycle` spouts tell of their lives, and
    with `outboxes` what a task has sent waits with it in a pause. The faults `rest`, `stop`, `mates` and `backlog` are
    for those: a spout task is not active for a time; a task is shut down in good order; time passes, or a task dies,
    beside another of its executor; a task pauses with what it has sent. By `unheard` a spout task is deactivated,
    activated or stopped in a pause, of which it does not hear. By `held-up` messages are emitted again while a bolt
    task is paused; by `failed-at-bound` what a spout task waits for at its bound fails by a word, and it is asked; by
    `hands-full` several tasks of an executor have inputs in hand when it has a tick; by `rootless-first` batches begin
    with an input of no tree; by `copies-in-hand` they have two copies of one, of which one ack is lost; by `aged` an
    acker or spout task dies after ticks; by `initless` the init of an emission is lost, and its tuples are failed, or
    processed; by `late-word` a spout task hears that more time is asked for what has failed, and was emitted again; by
    `begun-late` time passes between what bolts tell of a tree and its init. `clocks` is the chance that some tasks have
    no ticks at all, not even in the calm.

    `lasts` is the chance of a source of one message, which fails some hundred times, and `crowd` that a component has
    ten tasks or more. By the fault `swell` a channel becomes long, and all of it arrives at once.

    `grouped` is the chance that a bolt takes tuples of a component in another way than by fields, and `streams` that a
    component has two streams. `siblings` is the chance that the last two bolts take all tuples of one component.

    What is hard to get right is where two of these meet. `crossed` is the chance that a scenario has something in it
    which is not of its own kind: a channel of a `backlog` is doubled, or its receiver dies; a spout task is paused
    while it is to hear that more time is asked. `opened` is the chance that a workload begins with the scenario
    `opening`, while all messages are to come: `copied` has bolts do one thing with a tuple and another with a copy of
    it, and the init come last; `early` has more time asked before the init; by `lives` the task of a bolt takes each
    tuple of a tree in another of its lives. For that, `fanned` is the chance that bolts stand in a row, and that the
    first makes two tuples of an input. `spread` is the chance of three acker tasks: no power of two.
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
    streams: int = 0
    crossed: int = 0
    opened: int = 0
    opening: str = "copied"
    fanned: int = 0
    together: int = 0
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
    """Draw one workload: a topology, moves and faults in any order, then a calm with ticks."""
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
    for bolt in reversed(bolts[1:]):
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
"""What a wiring is without that which only targets with a capability take."""


class _NoChoices:
    """Choices where there is none to make."""

    def integer(self, low: int, high: int) -> int:
        """Return the plainest."""
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
    return Config(profile=profile, spout_tasks=spouts, ackers=ackers, wiring=wiring)


def _in_a_row(bolts: Sequence[BoltShape]) -> list[BoltShape]:
    """Return as many bolts as there are names, each after the one before it; the first makes two tuples of an input."""
    shapes = [*bolts, *(BoltShape(name=name) for name in NAMES[len(bolts) :])]
    before = ("spout", *(shape.name for shape in shapes))
    first, *others = (evolve(shape, after=(name,)) for shape, name in zip(shapes, before, strict=False))
    return [evolve(first, fan=2), *(evolve(shape, fan=max(1, shape.fan)) for shape in others)]


def _crowded(choices: Choices, wiring: Wiring) -> tuple[tuple[int, ...], Wiring]:
    """Return many spout tasks, and a wiring in which the first bolt has as many, each with something to do. Acker
    tasks are as many as before: each may be a process of its own.
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
    """Return bolts that take what comes before them in ways that are drawn."""
    streams = {"spout": spout_streams} | {bolt.name: bolt.streams for bolt in bolts}

    def drawn(component: str) -> Subscription:
        grouping = GROUPINGS[choices.integer(0, len(GROUPINGS) - 1)] if chance(choices, mix.grouped) else "fields"
        return Subscription(component, 1 + choices.integer(0, streams[component] - 1), grouping)

    drawn_bolts = [evolve(bolt, takes=tuple(map(drawn, bolt.after))) for bolt in bolts]
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
        """Whether a step is a tick of a component that has none."""
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
        """Return the tasks of a task's executor."""
        component = task.rpartition("-")[0]
        shapes = {bolt.name: bolt.executor_tasks for bolt in self.config.wiring.bolts}
        together = {"spout": self.config.wiring.executor_tasks, **shapes}.get(component, 1)
        tasks = self.ackers if component == "acker" else self.tasks_of(component)
        first = tasks.index(task) // together * together
        return tasks[first : first + together]

    @property
    def bolt_tasks(self) -> list[str]:
        return [task for bolt in self.config.wiring.bolts for task in self.tasks_of(bolt.name)]

    def pick(self, options: list[str]) -> str:
        return options[self.choices.integer(0, len(options) - 1)]

    def channel(self) -> tuple[str, str]:
        """Draw a channel: of tuples, of reports to ackers, or of their words."""
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
        """Draw what happens next."""
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
        """Return for how many messages a spout task is asked at once."""
        return 2 + self.choices.integer(0, 2) if chance(self.choices, self.mix.burst) else 1

    def open(self) -> None:
        """Begin with the scenario that the mix begins with."""
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
        """Have a task paused, or paused once more, while time passes and it is asked; or dead before it goes on."""
        self.steps.append(Pause(task))
        if chance(self.choices, self.mix.crossed // 2):
            self.steps.append(Pause(self.pick(self.mates(task))))
        if not dies:
            self.steps += [TaskTick(task)] * CALM_ROUNDS
            self.steps += [NextTuple(task)] if task in self.spouts else []
        self.steps.append(Die(task) if dies else Resume(task))

    def amid(self, task: str) -> None:
        """Have a task paused when it has taken some of what is on its way to it, and other messages wait."""
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
        """Have a spout task deactivated, once or twice: it is asked, hears of its trees, time passes, it goes on."""
        again = [Deactivate(self.pick(self.mates(spout)))] if chance(self.choices, 25) else []
        self.steps += [NextTuple(spout), Deactivate(spout), *again, NextTuple(spout, most=self.at_once())]
        if chance(self.choices, 50):
            self.steps += [Flow("tuples"), Flow("reports"), Flow("words")]
        else:
            self.steps += [TaskTick(spout)] * (1 + self.choices.integer(0, 1))
        if chance(self.choices, 30):
            ends = ([Die(spout)], [Stop(spout)], [Pause(spout), Die(spout)])
            end = ends[self.choices.integer(0, len(ends) - 1)]
            self.steps += [*end, *(NextTuple(mate) for mate in dict.fromkeys((spout, *self.mates(spout))))]
        self.steps += [Activate(spout), NextTuple(spout)]

    def unheard(self, spout: str) -> None:
        """Have a spout task paused, and deactivated, activated or stopped in the pause; it goes on, and is asked."""
        orders: tuple[TopologyOperation, ...] = (Deactivate(spout), Stop(spout), Activate(spout))
        order = orders[self.choices.integer(0, 2)]
        rests = isinstance(order, Activate)
        self.steps.append(NextTuple(spout))
        self.steps += [Deactivate(spout)] if rests else []
        self.steps += [Pause(spout), order, Resume(spout), NextTuple(spout)]
        self.steps += [Activate(spout), NextTuple(spout)] if rests else []

    def among_many(self) -> None:
        """Have something happen to the first task of a component that has many, as it happens to others in this mix."""
        kinds: dict[str, type[Die | Pause]] = {"die": Die, "pause": Pause}
        kind = next((kinds[name] for name in kinds if name in self.mix.faults), TaskTick)
        self.steps += [Flow("tuples"), Flow("reports")][: self.choices.integer(0, 2)]
        tasks = [self.spouts[0], self.tasks_of(NAMES[0])[0]]
        for task in tasks[: 1 + self.choices.integer(0, 1)]:
            self.steps.append(kind(task))
        self.steps += [Flow("tuples"), Flow("reports")]

    def lasting(self) -> None:
        """Have a spout task emit again and again; each emission fails by time."""
        spout = self.pick(self.spouts)
        low, high = LASTING
        self.steps += [NextTuple(spout), TaskTick(spout), TaskTick(spout)] * (low + self.choices.integer(0, high - low))

    def swell(self, spout: str, task: str) -> None:
        """Have the messages of a channel travel so often that there are many, and arrive all at once."""
        low, high = DOUBLINGS
        self.steps += [NextTuple(spout), *[Double(spout, task)] * (low + self.choices.integer(0, high - low))]
        self.steps.append(Flow("tuples"))

    def beside_a_mate(self) -> None:
        """Have something happen to one task of an executor, while another of it waits or has inputs in hand."""
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
        """Have each task of an executor of a batch bolt take in an input, and then time pass for it: they all emit."""
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
        """Have batches hold two copies of a tuple, and one of their acks be lost; what comes of them is open still."""
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
        """Have the batches of the bolts that stand after the spout begin with an input of no tree, and be finished."""
        tasks = [
            task for bolt in self.config.wiring.bolts if "spout" in bolt.after for task in self.tasks_of(bolt.name)
        ]
        finished = [TaskTick(task) for task in tasks]
        self.steps += [Flow("tuples"), *finished, TaskTick(spout), TaskTick(spout)]
        self.steps += [NextTuple(spout, tracked=False), *[NextTuple(spout)] * 2, Flow("tuples"), *finished]
        self.steps += [Flow("tuples"), Flow("reports")]

    def backlog(self, task: str) -> None:
        """Have a task paused that has sent something: it is to arrive, and time passes; it goes on, or dies."""
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
        """Have something happen to the channels of a task that is paused, or to a task at the other end."""
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
        """Have messages fail by time, and be emitted again while a bolt task is paused: where they go is as before.
        Who sent them, or took them, may have died in between.
        """
        asked = [NextTuple(spout)] * len(self.config.wiring.messages)
        died = [Die(self.pick([spout, spout, *self.bolt_tasks]))] if chance(self.choices, 40) else []
        self.steps += [*asked, Flow("tuples"), *died, TaskTick(spout), TaskTick(spout)]
        self.steps += [Pause(task), *asked, Flow("tuples"), Resume(task)]

    def failed_at_bound(self, spout: str) -> None:
        """Have spout tasks of an executor asked up to their bound, and again when what they wait for was given up."""
        mates, takers = self.mates(spout), self.tasks_of(NAMES[0])
        self.steps += [NextTuple(mate) for mate in mates] * 2
        self.steps += [Deliver(mate, task, conduct="give-up") for mate in mates for task in takers] * 2
        self.steps += [Flow("reports"), Flow("words")]
        if chance(self.choices, 2 * self.mix.untracked):
            self.steps.append(NextTuple(spout, tracked=False))
        self.steps.append(NextTuple(spout))

    def upstream(self, bolt: BoltShape) -> None:
        """Have tuples reach a bolt, by way of the bolts before it; enough of them for a batch."""
        for before in self.config.wiring.bolts:
            if before.name in bolt.after:
                self.upstream(before)
                for component in before.after:
                    pairs = [
                        (sender, task) for sender in self.tasks_of(component) for task in self.tasks_of(before.name)
                    ]
                    self.steps += [Deliver(*pair) for pair in pairs for _ in range(before.enough)]

    def more_time(self) -> None:
        """Have bolt tasks ask for more time: time passes before, after, and while the word is on its way, or not."""
        spout = self.pick(self.spouts)
        first, *others = self.config.wiring.bolts
        self.steps += [NextTuple(spout)] * 2
        self.some_ticks(spout, 1)
        self.steps += [Deliver(spout, task, conduct=MORE_TIME) for task in self.tasks_of(first.name)] * 2
        self.steps.append(Flow("reports"))
        if chance(self.choices, 25):
            self.some_ticks(spout, 2)
        paused = chance(self.choices, self.mix.crossed)
        self.steps += [Pause(spout), Flow("words"), Resume(spout)] if paused else []
        self.steps.append(Flow("words"))
        self.some_ticks(spout, 2)
        self.steps += [TaskTick(task) for task in self.tasks_of(first.name)]
        later = [task for bolt in others if first.name in bolt.after for task in self.tasks_of(bolt.name)]
        self.steps += [Deliver(task, other, conduct=MORE_TIME) for task in self.tasks_of(first.name) for other in later]
        self.steps += [Flow("tuples"), Flow("reports"), Flow("words")]

    def more_time_early(self, spout: str) -> None:
        """Have an acker task asked for more time, twice, before it knows the spout task; time passes in between, and
        what else there is of the tree was told before, or not.
        """
        first, *others = self.config.wiring.bolts
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
        """Have an acker or spout task die after ticks, by which what it holds is not gone yet."""
        self.steps += [NextTuple(spout) for spout in self.spouts]
        self.steps += [Deliver(spout, task) for spout in self.spouts if task in self.ackers]
        most = SURVIVED[self.config.profile] if task in self.ackers else 1
        self.steps += [*[TaskTick(task)] * (1 + self.choices.integer(0, most - 1)), Die(task)]

    def initless(self, spout: str) -> None:
        """Have the init of an emission be lost; acker tasks hear of the tree all the same, in a way that is drawn."""
        ways = (*self.mix.conducts, CONDUCTS[0])
        way = ways[self.choices.integer(0, len(ways) - 1)]
        self.steps += [NextTuple(spout), *[Lose(spout, acker, place=None) for acker in self.ackers]]
        self.steps += [Deliver(spout, task, conduct=way) for task in self.tasks_of(NAMES[0])]
        self.steps.append(Flow("reports"))

    def late_word(self, spout: str) -> None:
        """Have a spout task hear that more time is asked for an emission that failed by time, or died with it, when the
        message was emitted again, and time has passed for that.
        """
        asked = [NextTuple(spout)] * len(self.config.wiring.messages)
        over = [Die(spout)] if chance(self.choices, 30) else [TaskTick(spout)] * 2
        self.steps += [*asked, *[Deliver(spout, task, conduct=MORE_TIME) for task in self.tasks_of(NAMES[0])] * 2]
        self.steps += [Flow("reports"), *over, *asked, TaskTick(spout), Flow("words"), TaskTick(spout)]

    def begun_late(self, spout: str) -> None:
        """Have acker tasks hear of a tree before its init: of all of it, or of a part. In between they have two ticks,
        and the spout task has one.
        """
        self.steps.append(NextTuple(spout))
        self.processed()
        most = 1 + self.choices.integer(0, 1)
        self.steps += [Deliver(task, acker) for task in self.bolt_tasks for acker in self.ackers] * most
        ticks = [TaskTick(acker) for acker in self.ackers]
        self.steps += [*ticks, TaskTick(spout), *ticks, Flow("reports"), Flow("words")]

    def processed(self) -> None:
        """Have all bolts process what is on its way to them, and finish their batches."""
        for _ in self.config.wiring.bolts:
            self.steps += [Flow("tuples"), *[TaskTick(task) for task in self.bolt_tasks]]

    def some_ticks(self, spout: str, most: int) -> None:
        """Let time pass for a spout task and for all acker tasks, for each as often as is drawn."""
        self.steps += [TaskTick(spout)] * self.choices.integer(0, most)
        times = self.choices.integer(0, most)
        self.steps += [TaskTick(acker) for acker in self.ackers for _ in range(times)]

    def late_init(self) -> None:
        """Have an init arrive when all that came of it was told."""
        spout = self.pick(self.spouts)
        self.steps += [NextTuple(spout), Flow("tuples")]
        self.steps += [Deliver(task, acker) for task in self.bolt_tasks for acker in self.ackers for _ in range(2)]
        self.steps += [Flow("reports"), Flow("words")]

    def copied(self, spout: str) -> None:
        """Have bolts take two copies of a tuple in different ways, one of them as usual, or with a call for more time;
        the init comes when all is told that comes of them.
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
        """Have tasks of a bolt between two others take the tuples of a tree, each in another of their lives."""
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
        """Have messages fail again and again, by time or because their spout task dies: processed before, or not."""
        spout = self.pick(self.spouts)
        times = 1 + self.choices.integer(0, MANY_FAILURES if chance(self.choices, 12) else FEW_FAILURES)
        processed = chance(self.choices, 50)
        ticks = [TaskTick(spout)] * (1 + chance(self.choices, 60))
        for _ in range(times):
            self.steps.append(NextTuple(spout))
            self.steps += [Flow("tuples")] if processed else []
            self.steps += [Die(spout)] if chance(self.choices, 30) else ticks

    def tree_again(self) -> None:
        """Have all messages of what a spout task emits reach the ackers, and then all of them again."""
        self.steps += [NextTuple(self.pick(self.spouts)), Flow("tuples")]
        self.steps += [Double(sender, acker) for sender in (*self.spouts, *self.bolt_tasks) for acker in self.ackers]
        self.steps += [Flow("reports"), Flow("words")]

    def three_inits(self) -> None:
        """Have an init reach its acker three times, and an ack come between the first two."""
        spout = self.pick(self.spouts)
        self.steps.append(NextTuple(spout))
        for acker in self.ackers:
            self.steps += [Double(spout, acker), Double(spout, acker), Lose(spout, acker, 0), Deliver(spout, acker)]
        self.steps.append(Flow("tuples"))
        self.steps += [Deliver(task, acker) for task in self.tasks_of(NAMES[0]) for acker in self.ackers]
        self.steps += [Flow("reports"), Flow("words")]

    def calm(self) -> None:
        """Let faults cease: paused tasks go on, everything is delivered, and time passes."""
        for task in dict.fromkeys(step.task for step in self.steps if isinstance(step, Pause)):
            self.steps.append(Resume(task))
        for task in dict.fromkeys(step.task for step in self.steps if isinstance(step, Deactivate)):
            self.steps.append(Activate(task))
        self.steps.append(Settle())
        for _ in range(CALM_ROUNDS):
            self.steps += [TaskTick(task) for task in (*self.spouts, *self.ackers)]
            self.steps.append(Settle())
