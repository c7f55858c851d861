"""Workloads for ackers: a forest, the messages that its spouts and bolts send, and how a network disturbs them.

A step records its meaning: the edges whose ids its value is the xor of, and why it was sent. Its operation is what a
target receives.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from attrs import define, evolve, field, frozen

from ackproof.components.acker import Ack, AckerOperation, Fail, Init, ResetTimeout, Restart, Tick
from ackproof.target import Config, Run
from ackproof.workloads import ids
from ackproof.workloads.choices import Choices, SeededChoices, chance
from ackproof.workloads.dimensions import EVER, MESSAGES, TICKS
from ackproof.workloads.trees import TASKS, EdgeSet, Fate, Forest, TreeRoot, TreeShape, grow_forest

NO_EDGES: EdgeSet = frozenset()


@frozen(kw_only=True)
class Step:
    """One operation and its meaning: the `edges` whose ids it carries, why it is there in words (`about`), and the
    `tuples` that it is about. `sent` is its number among the messages that spouts and bolts send if nothing goes wrong.
    A repeated message has the same number again. A stray message, a tick and a reset-timeout have none.
    """

    op: str
    root: int = 0
    edges: EdgeSet = NO_EDGES
    task: int = 0
    about: str = ""
    acker: int | None = None
    tuples: frozenset[int] = frozenset()
    sent: int | None = None


TICK = Step(op="tick", about="time passes")
RESTART = Step(op="restart", about="the target is killed and started again")


@frozen(slots=False, kw_only=True)
class AckerWorkload:
    """The operations for an acker, and the ground truth about them. `values` holds the id of each edge and `names` its
    name, both by symbol.
    """

    config: Config
    forest: Forest
    values: tuple[int, ...] = field(repr=False)
    names: tuple[str, ...] = field(repr=False)
    steps: tuple[Step, ...]

    component = "acker"

    @cached_property
    def run(self) -> Run:
        """The operations, as a target receives them."""
        return Run(self.component, self.config, self.operations)

    @property
    def length(self) -> int:
        """The number of operations."""
        return len(self.steps)

    @cached_property
    def operations(self) -> tuple[AckerOperation | Restart, ...]:
        """The operation of each step."""
        return tuple(self.operation(step) for step in self.steps)

    def counted(self) -> Mapping[str, int]:
        """Return the size of the workload by dimension, as far as it can be counted."""
        messages = Counter(step.root for step in self.steps if step.op not in ("tick", "restart"))
        ticks = sum(step.op == "tick" for step in self.steps)
        return {MESSAGES: max(messages.values(), default=0), EVER: len(messages), TICKS: ticks}

    @cached_property
    def reached(self) -> Mapping[str, int]:
        """The size of the workload by dimension."""
        return self.counted()

    @cached_property
    def undisturbed(self) -> "AckerWorkload":
        """The workload without restarts, for a target that does not support them; the workload itself
        if it has none.
        """
        if all(step.op != "restart" for step in self.steps):
            return self
        return evolve(self, steps=tuple(step for step in self.steps if step.op != "restart"))

    @cached_property
    def for_one_acker_task(self) -> "AckerWorkload":
        """The workload with one acker task, which gets all ticks; the workload itself if it has one."""
        if self.config.tasks == 1:
            return self
        steps = tuple(step if step.acker is None else evolve(step, acker=None) for step in self.steps)
        return evolve(self, config=evolve(self.config, tasks=1), steps=steps)

    def value_of(self, edges: EdgeSet) -> int:
        """Return the xor of the ids of some edges."""
        value = 0
        for edge in edges:  # mostly one or two, and `ids.xor_of` takes three times as long for them
            value ^= self.values[edge]
        return value

    def operation(self, step: Step) -> AckerOperation | Restart:
        """Return the operation that a target receives for a step."""
        match step.op:
            case "init":
                return Init(step.root, self.value_of(step.edges), step.task)
            case "ack":
                return Ack(step.root, self.value_of(step.edges))
            case "fail":
                return Fail(step.root)
            case "reset-timeout":
                return ResetTimeout(step.root)
            case "restart":
                return Restart()
        return Tick(step.acker)

    def without(self, start: int, stop: int) -> "AckerWorkload | None":
        """Return the workload without the messages and ticks from one index to another."""
        return evolve(self, steps=self.steps[:start] + self.steps[stop:])

    def restricted_to(self, operations: frozenset[str] | None) -> "AckerWorkload":
        """Return the workload without the operations that a target does not have."""
        if operations is None or all(step.op in operations for step in self.steps):
            return self
        return evolve(self, steps=tuple(step for step in self.steps if step.op in operations))

    def simpler(self) -> Iterator["AckerWorkload"]:
        """Yield the workload with the fail of a tuple in place of a stray one. Its operations stay the same; a reader
        has nothing to ask about it.
        """
        acked = {place for step in self.steps if step.op == "ack" for place in step.tuples}
        for index, step in enumerate(self.steps):
            if step.op != "fail" or step.tuples:
                continue
            for place, each in enumerate(self.forest.tuples):
                roots = [self.forest.emissions[emission].root for emission in each.ledger]
                if roots == [step.root] and place not in acked and each.fate in (Fate.ACKED, Fate.UNANSWERED):
                    yield self._failing(index, place)

    def _failing(self, index: int, place: int) -> "AckerWorkload":
        """Return the workload in which the step of that index is the fail of a tuple, by its place."""
        each, sent = self.forest.tuples[place], 1 + max(step.sent or 0 for step in self.steps)
        failed = (*self.forest.tuples[:place], evolve(each, fate=Fate.FAILED), *self.forest.tuples[place + 1 :])
        fail = evolve(self.steps[index], about=f"{each.name} failed", tuples=frozenset({place}), sent=sent)
        steps = (*self.steps[:index], fail, *self.steps[index + 1 :])
        return evolve(self, forest=evolve(self.forest, tuples=failed), steps=steps)


FAIL_THAT_EXPIRES = "a fail that expires"
FAIL_AND_ACK_THAT_EXPIRE = "a fail, an ack that does not refresh it, and both expire"
FAIL_AFTER_RESET = "a reset-timeout, and a fail right after the init"
FAIL_AFTER_RESET_AND_ROTATION = "a reset-timeout, and a fail a rotation after the init"
FAIL_KEPT_BY_ACKS = "a fail that acks keep"
FAIL_AMONG_RESETS = "a reset-timeout for each tree, and a fail of one"
FAIL_AND_TICKS_OF_ONE = "a fail, and ticks of one acker task"
FAIL_AFTER_TWO_INITS = "two inits, and a fail right after"
RESET_AFTER_TWO_INITS = "two inits, and a reset-timeout right after"
FAIL_KEPT_AFTER_TWO_INITS = "two inits, a reset-timeout some rotations later, and a fail some more later"
OF_TWO_INITS = (FAIL_AFTER_TWO_INITS, RESET_AFTER_TWO_INITS, FAIL_KEPT_AFTER_TWO_INITS)
ACK_IN_SECOND_LIFE = "init A, tick, tick, tick, init B, init, ack C"
FAIL_IN_SECOND_LIFE = "init A, tick, tick, tick, init B, init, fail"
ACKS_AFTER_TWO_INITS = "init A, init, tick, ack B, tick, fail"
RESET_AMONG_TWO_INITS = "init A, init, reset-timeout, ack A"
RESTARTED_AFTER_TWO_INITS = ("init A, init, restart, fail", "init A, init, ack A B, restart, reset-timeout, ack B")
TWO_INITS_AROUND_A_RESTART = tuple(
    f"{life.replace('*', '').replace('/', '')}, tick, tick, tick, "
    f"{life.replace('*', '' if late else 'restart, ').replace('/', 'restart, ' if late else '')}"
    for life in (
        "init A, *init B, /ack A, ack B, fail",
        "init A, *init A, /ack A B, ack B, fail",
        "init A, *init other B, /reset-timeout, fail",
    )
    for late in (False, True)
)
"""A life with two inits, and then the same with a restart between these or after them. By no reading of the second init
do both lives leave a record that lasts.
"""

ACK_AFTER_RESET_AND_EXPIRY = "init A, reset-timeout, tick, ack B, tick, tick, fail"
RESET_AFTER_EXPIRY = "init A, tick, tick, tick, reset-timeout"
OPENING_WAYS = ("reset-timeout", "ack of zero", "two acks that cancel")


@frozen(kw_only=True)
class Mix:
    """The parameters of an acker workload. Counts are maxima, percentages are chances.

    `disorder` is the chance that a message comes late, and `late_inits` that the inits come after everything else.
    `disturbances` is the number of messages that are lost, repeated or stray. `replays` is the chance that all messages
    of a tree are delivered a second time. `paced` is the chance that ticks come between the messages at a steady pace,
    instead of `ticks` of them anywhere. `narrow` is the chance that edge ids have fewer than 64 bits, and `colliding`
    that they then also collide. `long_lives` is explained at `grow_acker_workload`. `soak` is a number of trees that
    are all open at once, in a run of many ticks. `marathons` is the chance that a message of the kind `lap` comes for
    one tree after each of many rotations. `openings` is the chance that a record begins in one of the `opening_ways`,
    for most of which it then expires in the middle of its tree. `renamed` is the chance that inits are repeated with
    another task, and `thrice` that a tree gets three inits. `restarts` is the greatest number of times that the target
    is killed; if it is not 0, the target is killed at least once. `encores` is the chance that at the end messages of
    a root of its own come in one of the `encore_ways`: operations in words, with a letter for each edge. With the
    chance `many_inits` a power of two of inits come for another root, each of another edge, and then a fail.

    `several` is the chance that all this is for several acker tasks, and `ticks_of_one` that a tick is then for one of
    them. A target that does not route gets the same for one (`for_one_acker_task`); `acker_tasks` is for rules that
    such a target need not keep.
    """

    trees: TreeShape = TreeShape()
    disorder: int = 40
    late_inits: int = 15
    ticks: int = 2
    disturbances: int = 1
    resets: int = 1
    replays: int = 8
    paced: int = 5
    narrow: int = 12
    colliding: int = 50
    long_lives: int = 10
    soak: int = 0
    marathons: int = 0
    lap: str = "reset-timeout"
    openings: int = 0
    opening_ways: tuple[str, ...] = OPENING_WAYS
    renamed: int = 0
    thrice: int = 0
    encores: int = 0
    encore_ways: tuple[str, ...] = ()
    acker_tasks: int = 1
    restarts: int = 0
    many_inits: int = 0
    several: int = 0
    ticks_of_one: int = 0


def grow_acker_workload(choices: Choices, profile: str, mix: Mix) -> AckerWorkload:
    """Draw one workload. With the chance `mix.long_lives` it is a long run of one acker, with many
    trees open at once.
    """
    if mix.soak:
        return _grow_soaked(choices, profile, mix)
    long = chance(choices, mix.long_lives)
    family = choices.integer(0, len(ids.ROOT_FAMILIES) - 1)
    numbers = _draw_numbers(choices, 0 if long else mix.narrow, mix.colliding)
    forest = grow_forest(choices, _long(mix.trees, choices) if long else mix.trees, ids.ROOT_FAMILIES[family])
    steps = messages_of(forest)
    stream = _Stream(choices, forest, steps, forest.edges)
    stream.disturb(mix)
    if long:
        stream.spread()
        stream.replay(LONG_REPLAYS)
        stream.add_resets(LONG_RESETS)
        stream.add_ticks(LONG_TICKS + choices.integer(0, 4), mix.acker_tasks)
    else:
        stream.disorder(mix)
        stream.add_resets(mix.resets)
        if chance(choices, mix.paced):
            stream.pace()
        else:
            stream.add_ticks(choices.integer(0, mix.ticks), mix.acker_tasks)
        if chance(choices, mix.replays):
            stream.replay(1)
        if chance(choices, mix.marathons):
            stream.marathon(mix.lap)
        if chance(choices, mix.openings):
            stream.open(mix.opening_ways[choices.integer(0, len(mix.opening_ways) - 1)])
        if chance(choices, mix.renamed):
            stream.name_other_tasks()
        if mix.thrice and chance(choices, mix.thrice):
            stream.begin_thrice()
    stream.restart(mix.restarts)
    stream.add_encores(mix, ids.ROOT_FAMILIES[family])
    tasks = _dealt_to(choices, mix, stream)
    return AckerWorkload(
        config=Config(profile=profile, tasks=tasks),
        forest=forest,
        values=numbers(stream.edges),
        names=forest.edge_names() + tuple(f"stray{index + 1}" for index in range(stream.edges - forest.edges)),
        steps=tuple(
            evolve(step, acker=step.acker % tasks) if step.acker is not None else step for step in stream.steps
        ),
    )


def _replayed(steps: Sequence[Step], emissions: Sequence[TreeRoot]) -> list[Step]:
    roots = {emission.root for emission in emissions}
    return [evolve(step, about=f"{step.about}, replayed") for step in steps if step.root in roots]


def _dealt_to(choices: Choices, mix: Mix, stream: "_Stream") -> int:
    """Return the number of acker tasks. It is drawn last, so that all else is the same for a target with one."""
    if not chance(choices, mix.several):
        return _draw_acker_tasks(choices, mix.acker_tasks)
    tasks = _draw_acker_tasks(choices, MOST_OF_SEVERAL)
    stream.tick_one(mix.ticks_of_one, tasks)
    return tasks


def _draw_acker_tasks(choices: Choices, most: int) -> int:
    if most == 1:
        return 1
    if chance(choices, MANY):
        return MANY_ACKER_TASKS[choices.integer(0, len(MANY_ACKER_TASKS) - 1)]
    return 1 + choices.integer(1, most - 1)


def _draw_numbers(choices: Choices, narrow: int, colliding: int) -> Callable[[int], tuple[int, ...]]:
    """Return a function from a number of edges to their ids."""
    if not chance(choices, narrow):
        return partial(ids.edge_ids, width=ids.BITS, scheme=choices.integer(0, ids.SCHEMES - 1))
    width = ids.draw_narrow_width(choices)
    if chance(choices, colliding):
        return partial(ids.colliding_ids, width=width, seed=choices.integer(0, 1 << 20))
    return partial(ids.edge_ids, width=width, scheme=choices.integer(0, ids.SCHEMES - 1))


def _grow_soaked(choices: Choices, profile: str, mix: Mix) -> AckerWorkload:
    """Draw a workload with many ticks, in which all trees are open at once, also over a tick, and some are replayed.

    Everything follows from one drawn number, because this many trees need more choices than Hypothesis keeps.
    """
    choices = SeededChoices(random.Random(choices.integer(0, 1 << 20)))
    family = ids.ROOT_FAMILIES[choices.integer(0, len(ids.ROOT_FAMILIES) - 1)]
    forest = grow_forest(choices, evolve(mix.trees, fixed_emissions=mix.soak), family)
    stream = _Stream(choices, forest, messages_of(forest), forest.edges)
    stream.spread()
    soaked, half = stream.steps, len(stream.steps) // 2
    stream.steps = [*[TICK] * SOAKED_TICKS, *soaked[:half], TICK, *soaked[half:], *[TICK] * LONGEST_LIFE]
    stream.steps += _replayed(soaked, forest.emissions[:SOAKED_REPLAYS])
    # Some trees begin again and expire again before their other messages come.
    late = _replayed(soaked, forest.emissions[SOAKED_REPLAYS : 2 * SOAKED_REPLAYS])
    stream.steps += [step for step in late if step.op == "init"] + [TICK] * LONGEST_LIFE
    stream.steps += [step for step in late if step.op != "init"]
    numbers = partial(ids.edge_ids, width=ids.BITS, scheme=choices.integer(0, ids.SCHEMES - 1))
    config = Config(profile=profile)
    return AckerWorkload(
        config=config, forest=forest, values=numbers(forest.edges), names=forest.edge_names(), steps=tuple(stream.steps)
    )


MANY = 25
MANY_ACKER_TASKS = (7, 16, 31, 100)
MOST_OF_SEVERAL = 5
MOST_DOUBLINGS = 5
SOAKED_TICKS = 300
LONGEST_LIFE = 3
SOAKED_REPLAYS = 20
PACE = 55
FEWEST_LAPS = 4
MOST_LAPS = 24
FEWEST_LONG_EMISSIONS = 20
MOST_LONG_EMISSIONS = 34
LONG_TICKS = 12
LONG_RESETS = 3
LONG_REPLAYS = 5
MOST_KEEPING_ACKS = 3
LAST_TICKED = 5
_ABOUT = {
    "init": "a stray init, of spout task {task}",
    "ack": "a stray ack",
    "fail": "a stray fail",
    "reset-timeout": "a bolt asks for more time",
}
"""Why messages of an encore are there."""

PACES_OF_TWO_INITS = ((1, 1), (1, 1), (1, 2), (2, 2))
"""Rotations before and after a reset-timeout. It keeps a record: in storm1 for the first, in storm2 for the others.
"""


def _long(shape: TreeShape, choices: Choices) -> TreeShape:
    return evolve(
        shape,
        fixed_emissions=FEWEST_LONG_EMISSIONS + choices.integer(0, MOST_LONG_EMISSIONS - FEWEST_LONG_EMISSIONS),
        copies=1,
        bolt_tuples=6,
    )


def messages_of(forest: Forest) -> list[Step]:
    """Return the messages of spouts and bolts if nothing is lost, doubled or late: each init before the acks of its
    tree.
    """
    steps: list[Step] = []
    for emission in forest.emissions:
        places = range(emission.first, emission.first + emission.copies)
        steps.append(
            Step(
                op="init",
                root=emission.root,
                edges=frozenset(edge for place in places for edge in forest.tuples[place].edges),
                task=emission.task,
                about=f"spout task {emission.task} emitted {forest.names_of(places) or 'no tuple'}",
                tuples=frozenset(places),
                sent=len(steps),
            )
        )
    children_of = forest.children()
    for index, each in enumerate(forest.tuples):
        children = children_of[index]
        opened = forest.edges_between(index, children)
        anchored = f", {forest.names_of(children)} anchored to it" if children else ""
        for emission_index, own in each.ledger.items():
            root = forest.emissions[emission_index].root
            if each.fate in (Fate.FAILED, Fate.FAILED_AND_ACKED):
                steps.append(
                    Step(
                        op="fail",
                        root=root,
                        about=f"{each.name} failed",
                        tuples=frozenset({index}),
                        sent=len(steps),
                    )
                )
            if each.fate in (Fate.ACKED, Fate.FAILED_AND_ACKED):
                steps.append(
                    Step(
                        op="ack",
                        root=root,
                        edges=own ^ opened,
                        about=f"{each.name} acked{anchored}",
                        tuples=frozenset({index, *children}),
                        sent=len(steps),
                    )
                )
    return steps


@define
class _Stream:
    """The messages under way. Every method disturbs them in one way."""

    choices: Choices
    forest: Forest
    steps: list[Step]
    edges: int  # number of symbols in use; stray messages take new ones

    def disorder(self, mix: Mix) -> None:
        """Delay some messages: a late message has a priority above 0, a prompt one has 0."""
        late = [self.choices.integer(0, 7) if chance(self.choices, mix.disorder) else 0 for _ in self.steps]
        delays = [priority * len(self.steps) / 8 for priority in late]
        if chance(self.choices, mix.late_inits):
            delays = [
                delay + len(self.steps) * (step.op == "init") for delay, step in zip(delays, self.steps, strict=True)
            ]
        order = sorted(range(len(self.steps)), key=lambda index: index + delays[index])
        self.steps = [self.steps[index] for index in order]

    def spread(self) -> None:
        """Move all inits to the front, so that all trees are open at once, and put the other messages
        in random order.
        """
        inits = [step for step in self.steps if step.op == "init"]
        others = [(self.choices.integer(0, 63), step) for step in self.steps if step.op != "init"]
        self.steps = inits + [step for _, step in sorted(others, key=lambda pair: pair[0])]

    def disturb(self, mix: Mix) -> None:
        """Lose, repeat and invent messages."""
        for _ in range(self.choices.integer(0, mix.disturbances)):
            if not self.steps:
                return
            place = self.choices.integer(0, len(self.steps) - 1)
            step = self.steps[place]
            match self.choices.integer(0, 4):
                case 0:
                    del self.steps[place]
                case 1:
                    self.steps.insert(place + 1, evolve(step, about=f"{step.about}, again"))
                case 2:
                    self.steps.append(evolve(step, about=f"{step.about}, again and late"))
                case 3:
                    self.steps.insert(
                        place, Step(op="ack", root=step.root, edges=frozenset({self.edges}), about="a stray ack")
                    )
                    self.edges += 1
                case _:
                    self.steps.insert(place, Step(op="fail", root=step.root, about="a stray fail"))

    def add_resets(self, most: int) -> None:
        """Insert reset-timeouts, each before, during or after the life of its tree."""
        for _ in range(self.choices.integer(0, most)):
            emission = self.forest.emissions[self.choices.integer(0, len(self.forest.emissions) - 1)]
            step = Step(op="reset-timeout", root=emission.root, about="a bolt asks for more time")
            self.steps.insert(self.choices.integer(0, len(self.steps)), step)

    def add_ticks(self, count: int, acker_tasks: int) -> None:
        """Insert ticks at random places, of all acker tasks or of one."""
        for _ in range(count):
            acker = self.choices.integer(0, acker_tasks) if acker_tasks > 1 else 0
            tick = Step(op="tick", about="time passes", acker=acker - 1 if acker else None)
            self.steps.insert(self.choices.integer(0, len(self.steps)), tick)

    def tick_one(self, percent: int, acker_tasks: int) -> None:
        """Let some of the ticks of all acker tasks be of one of them."""
        self.steps = [
            evolve(step, acker=self.choices.integer(0, acker_tasks - 1))
            if step.op == "tick" and step.acker is None and chance(self.choices, percent)
            else step
            for step in self.steps
        ]

    def restart(self, most: int) -> None:
        """Insert restarts of the target at random places: at least one, unless there are to be none."""
        for _ in range(1 + self.choices.integer(0, most - 1) if most else 0):
            self.steps.insert(self.choices.integer(0, len(self.steps)), RESTART)

    def pace(self) -> None:
        """Insert ticks at a steady pace: often one between two messages."""
        paced: list[Step] = []
        for step in self.steps:
            if chance(self.choices, PACE):
                paced.append(TICK)
            paced.append(step)
        self.steps = paced

    def marathon(self, lap: str) -> None:
        """Insert many rotations into a tree, each followed by a reset-timeout or by an ack of value 0."""
        reset, own = self._some_tree()
        message = reset if lap == "reset-timeout" else evolve(reset, op="ack", about="a stray ack of value 0")
        laps = FEWEST_LAPS + self.choices.integer(0, MOST_LAPS - FEWEST_LAPS)
        place = own[0] + 1 if own else 0
        self.steps[place:place] = [message, *([TICK, message] * laps)]

    def open(self, way: str) -> None:
        """Begin a record in one of the `opening_ways`."""
        begin = self._begin_twice if way in OF_TWO_INITS else self._begin_early
        begin(way)

    def _begin_early(self, way: str) -> None:
        """Begin a record early.

        By default a reset-timeout, an ack of value 0 or two acks that cancel come a rotation before the tree, and two
        rotations come after the first message of the tree. The other ways have a stray fail. It expires before the tree
        begins, with or without an ack a rotation after it. Or it is followed by ticks of one acker task only. Or acks
        of value 0 follow it, one after each rotation. Or a reset-timeout for each tree comes before it. Or it comes
        right after the init of a record that a reset-timeout began, or a rotation after that init.
        """
        reset, own = self._some_tree()
        fail = evolve(reset, op="fail", about="a stray fail")
        if way == FAIL_KEPT_BY_ACKS:
            nothing = evolve(reset, op="ack", about="a stray ack of value 0")
            acks = 1 + self.choices.integer(0, MOST_KEEPING_ACKS - 1)
            self.steps[0:0] = [fail, *([TICK, nothing] * acks), TICK]
            return
        if way == FAIL_AMONG_RESETS:
            roots = dict.fromkeys(emission.root for emission in self.forest.emissions)
            self.steps[0:0] = [*(evolve(reset, root=root) for root in roots), fail]
            return
        if way == FAIL_AND_TICKS_OF_ONE:
            self.steps[0:0] = [fail, *[evolve(TICK, acker=self.choices.integer(0, LAST_TICKED))] * LONGEST_LIFE]
            return
        if way in (FAIL_THAT_EXPIRES, FAIL_AND_ACK_THAT_EXPIRE):
            between = self._stray_acks(reset.root, "a stray ack") if way == FAIL_AND_ACK_THAT_EXPIRE else []
            self.steps[0:0] = [fail, TICK, *between, TICK, TICK]
            return
        if way in (FAIL_AFTER_RESET, FAIL_AFTER_RESET_AND_ROTATION):
            if own and self.steps[own[0]].op == "init":
                later = [TICK] if way == FAIL_AFTER_RESET_AND_ROTATION else []
                self.steps[own[0] : own[0] + 1] = [reset, self.steps[own[0]], *later, fail]
            return
        if own:
            self.steps[own[0] + 1 : own[0] + 1] = [TICK, TICK]
        match way:
            case "reset-timeout":
                opening = [reset]
            case "ack of zero":
                opening = [evolve(reset, op="ack", about="a stray ack of value 0")]
            case _:
                opening = self._stray_acks(reset.root, "a stray ack", "the same again")
        self.steps[0:0] = [*opening, TICK]

    def _stray_acks(self, root: int, *about: str) -> list[Step]:
        """Return acks of one edge that is in no tree."""
        edge = frozenset({self.edges})
        self.edges += 1
        return [Step(op="ack", root=root, edges=edge, about=each) for each in about]

    def _begin_twice(self, way: str) -> None:
        """Repeat an init right away, of the same task and with the value 0, so that an acker may count it or not. An
        edge is open that is never acked. A fail or a reset-timeout follows; or a reset-timeout after a rotation or two,
        and a fail after one or two more.
        """
        reset, own = self._some_tree()
        inits = [place for place in own if self.steps[place].op == "init"]
        if not inits:
            return
        init = self.steps[inits[0]]
        fail = evolve(reset, op="fail", about="a stray fail")
        if way == FAIL_KEPT_AFTER_TWO_INITS:
            first, second = PACES_OF_TWO_INITS[self.choices.integer(0, len(PACES_OF_TWO_INITS) - 1)]
            then = [*[TICK] * first, reset, *[TICK] * second, fail]
        else:
            then = [fail if way == FAIL_AFTER_TWO_INITS else reset]
        again = evolve(init, edges=NO_EDGES, about=f"an init again, of spout task {init.task}", sent=None)
        stray = Step(op="ack", root=init.root, edges=frozenset({self.edges}), about="a stray ack")
        self.edges += 1
        self.steps[inits[0] : inits[0] + 1] = [stray, init, again, *then]

    def name_other_tasks(self) -> None:
        """Repeat the init of each tree with another task while an edge is open. The value is that of the first init,
        that of another edge or 0. In some trees a tick comes before it. A reset-timeout follows, which is forwarded to
        the task that the acker has on record.
        """
        for root in dict.fromkeys(emission.root for emission in self.forest.emissions):
            inits = [place for place, each in enumerate(self.steps) if (each.op, each.root) == ("init", root)]
            if not inits:
                continue
            place = inits[0]
            init, stray, other = self.steps[place], self.edges, self.edges + 1
            self.edges += 2
            edges = (init.edges, frozenset({other}), NO_EDGES)[self.choices.integer(0, 2)]
            task = TASKS[(TASKS.index(init.task) + 1 + self.choices.integer(0, len(TASKS) - 2)) % len(TASKS)]
            self.steps[place + 1 : place + 1] = [
                Step(op="ack", root=root, edges=frozenset({stray}), about="a stray ack"),
                *[TICK] * self.choices.integer(0, 1),
                Step(op="init", root=root, edges=edges, task=task, about=f"an init again, of spout task {task}"),
                Step(op="reset-timeout", root=root, about="a bolt asks for more time"),
            ]

    def begin_thrice(self) -> None:
        """Repeat the init of a tree as it was, and once more with another edge. That edge is acked after all messages
        of the tree, when neither the edges of all three inits are closed nor those of the first alone.
        """
        _, own = self._some_tree()
        inits = [place for place in own if self.steps[place].op == "init"]
        if not inits:
            return
        init, other = self.steps[inits[0]], frozenset({self.edges})
        self.edges += 1
        last = Step(op="ack", root=init.root, edges=other, about="an ack of the edge that the last init named")
        self.steps.insert(own[-1] + 1, last)
        self.steps[inits[0] + 1 : inits[0] + 1] = [
            evolve(init, about=f"{init.about}, again"),
            evolve(init, edges=other, about=f"an init again, of spout task {init.task}, with another edge", sent=None),
        ]

    def add_encores(self, mix: Mix, root_of: Callable[[int], int]) -> None:
        """Add messages of a root that is in no tree, and many inits of another."""
        if chance(self.choices, mix.encores):
            way = mix.encore_ways[self.choices.integer(0, len(mix.encore_ways) - 1)]
            self.encore(way, root_of(len(self.forest.emissions)))
        if chance(self.choices, mix.many_inits):
            inits = [f"init E{number}" for number in range(2 << self.choices.integer(0, MOST_DOUBLINGS))]
            self.encore(", ".join([*inits, "fail"]), root_of(len(self.forest.emissions) + 1))

    def encore(self, way: str, root: int) -> None:
        """Add messages of a root that is in no tree, in one of the `encore_ways`. All inits name one task, except those
        with the word "other".
        """
        place = self.choices.integer(0, len(TASKS) - 1)
        edges: dict[str, int] = {}
        for words in way.split(", "):
            op, *letters = words.split()
            if op in ("tick", "restart"):
                self.steps.append(TICK if op == "tick" else RESTART)
                continue
            other = letters[:1] == ["other"]
            letters, task = letters[other:], TASKS[(place + other) % len(TASKS)]
            for letter in letters:
                edges.setdefault(letter, self.edges + len(edges))
            self.steps.append(
                Step(
                    op=op,
                    root=root,
                    edges=frozenset(edges[letter] for letter in letters),
                    task=task if op == "init" else 0,
                    about=_ABOUT[op].format(task=task),
                )
            )
        self.edges += len(edges)

    def _some_tree(self) -> tuple[Step, list[int]]:
        """Return a reset-timeout for a tree that is drawn, and the places of the tree's messages."""
        emission = self.forest.emissions[self.choices.integer(0, len(self.forest.emissions) - 1)]
        own = [index for index, step in enumerate(self.steps) if step.root == emission.root and step.op != "tick"]
        return Step(op="reset-timeout", root=emission.root, about="a bolt asks for more time"), own

    def replay(self, times: int) -> None:
        """Deliver all messages of a root a second time, one right after the other, at a place in the second half of the
        steps.
        """
        for _ in range(times):
            root = self.forest.emissions[self.choices.integer(0, len(self.forest.emissions) - 1)].root
            again = [step for step in self.steps if step.root == root and step.op not in ("tick", "reset-timeout")]
            place = len(self.steps) - self.choices.integer(0, len(self.steps) // 2)
            self.steps[place:place] = [evolve(step, about=f"{step.about}, replayed") for step in again]
