"""The space of one tree: every state that its histories can lead to, with a judgement of every step between them.

A state consists of the delivered messages, the truth about the root's life, and the acker's record. Two histories that
lead to the same state have the same continuations, so each state is continued once. The search is breadth first, so the
first history to a state is a shortest one. A state does not contain its ticks. But it contains the number of messages,
so the first history to a state also has the fewest ticks, and a state is aged further as long as these are within the
bounds.

The judgement of a step depends on much less than the state; so each kind of step is judged once, and counted.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from acking import Ack, AckerMessage, Fail, Init, Notification, ResetTimeout
from acking.acker import Record
from attrs import define, field, frozen

from ackproof.explore.bounds import Bounds
from ackproof.explore.driving import NOTHING, TICK, AckerDriver, Memory, Subject
from ackproof.explore.forests import SmallForest, SmallTree, trees_of
from ackproof.explore.properties import ALWAYS, ISOLATION, SOMETIMES, Always, Transition
from ackproof.explore.truth import ExploredLife, after, aged

ROOTS = (1, 2)
TASKS = (7, 9)
"""Root ids, and the spout tasks that emit for them."""

NOWHERE, FALSE_ZERO = -1, -2
"""Placeholders for states: beyond the bounds or after a broken property; and the end of a history at a false zero."""

FREE, AGAIN, RESET = 0, 1, 2
"""The cost of a delivery: nothing, one of the duplicates, or one of the resets."""


class Delivered(NamedTuple):
    """The delivered messages of a root: the init, which acks (as bits), how many fails, duplicates and
    reset-timeouts.
    """

    init: int = 0
    acks: int = 0
    fails: int = 0
    again: int = 0
    resets: int = 0

    @property
    def messages(self) -> int:
        """The number of delivered messages."""
        return self.init + self.acks.bit_count() + self.fails + self.again + self.resets


class Move(NamedTuple):
    """A message that can be delivered: `bit` is that of the ack in `Delivered.acks`, `edges` its set of edges."""

    op: str
    bit: int
    edges: int
    message: AckerMessage


class ExploredState(NamedTuple):
    """A state of a tree."""

    delivered: Delivered
    life: ExploredLife | None
    memory: Memory


class Delivery(NamedTuple):
    """A move, or None for a tick, and whether the move is a duplicate."""

    move: Move | None
    again: bool


Deliveries = tuple[Delivery, ...]

A_TICK = Delivery(None, again=False)


@frozen(slots=False, kw_only=True)
class World:
    """One root: its possible moves, by the edges and their ids. By default an edge's id is its bit."""

    tree: SmallTree
    bounds: Bounds
    profile: str
    ids: tuple[int, ...] | None = None
    root: int = ROOTS[0]
    task: int = TASKS[0]

    def ack_val(self, edges: int) -> int:
        """Return the xor of the ids of some edges."""
        if self.ids is None:
            return edges
        total = 0
        for edge, number in enumerate(self.ids):
            if edges >> edge & 1:
                total ^= number
        return total

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The messages of the root; all its fails are equal."""
        inits = [Move("init", 0, self.tree.init, Init(self.root, self.ack_val(self.tree.init), self.task))]
        acks = [
            Move("ack", 1 << index, edges, Ack(self.root, self.ack_val(edges)))
            for index, edges in enumerate(self.tree.acks)
        ]
        fails = [Move("fail", 0, 0, Fail(self.root))] if acks else []
        return (*inits, *acks, *fails, Move("reset-timeout", 0, 0, ResetTimeout(self.root)))

    @cached_property
    def all_acks(self) -> int:
        """All acks, as bits."""
        return (1 << len(self.tree.acks)) - 1

    def deliveries(self, delivered: Delivered) -> Iterator[tuple[Move, int, Delivered]]:
        """Yield each delivery that is possible now, its cost, and the delivered messages afterwards."""
        for move in self.moves:
            fresh, known = self._fresh(move, delivered)
            if fresh is not None:
                yield move, RESET if move.op == "reset-timeout" else FREE, fresh
            if known and delivered.again < self.bounds.duplicates:
                yield move, AGAIN, delivered._replace(again=delivered.again + 1)

    def _fresh(self, move: Move, delivered: Delivered) -> tuple[Delivered | None, bool]:
        """Return the delivered messages after a move that is no duplicate, or None if it is impossible, and whether the
        move was delivered before.
        """
        match move.op:
            case "init":
                return (None if delivered.init else delivered._replace(init=1)), delivered.init > 0
            case "ack":
                known = delivered.acks & move.bit
                return (None if known else delivered._replace(acks=delivered.acks | move.bit)), known > 0
            case "fail":
                more = delivered.fails < len(self.tree.acks)
                return (delivered._replace(fails=delivered.fails + 1) if more else None), delivered.fails > 0
        more = delivered.resets < self.bounds.resets
        return (delivered._replace(resets=delivered.resets + 1) if more else None), delivered.resets > 0

    def step(
        self,
        state: ExploredState,
        delivery: Delivery,
        delivered: Delivered,
        emitted: tuple[Notification, ...],
        memory: Memory,
    ) -> Transition:
        """Return the transition of a delivery: the truth about it, the acker's notifications, and its record."""
        move = delivery.move
        life = aged(state.life, self.profile) if move is None else after(state.life, move.op, move.edges, self.profile)
        kept = next(((age, record) for root, age, record in memory if root == self.root), None)
        return Transition(
            op="tick" if move is None else move.op,
            again=delivery.again,
            begun=state.delivered.init > 0,
            all_acked=delivered.acks == self.all_acks,
            tuples=len(self.tree.acks),
            root=self.root,
            task=self.task,
            profile=self.profile,
            before=state.life,
            after=life,
            ack_val=self.ack_val(life.open_set) if life else 0,
            emitted=emitted,
            kept=kept,
        )


def life_after(step: Transition) -> ExploredLife | None:
    """Return the life that continues after a step, if one does."""
    return None if step.op != "tick" and step.is_final else step.after


@frozen(kw_only=True)
class Broken:
    """A broken property at the last delivery of a history, `step`, of a forest of this many roots. `ids` are those of
    the edges, if they are not independent.
    """

    forest: SmallForest
    roots: int
    subject: Subject
    always: Always
    step: Transition
    history: Deliveries
    ids: tuple[int, ...] | None = None

    @property
    def reason(self) -> str:
        """The expected behaviour, and the actual one."""
        words = ", ".join(f"{kind} of root {self.step.root}" for kind in self.step.kinds) or "nothing"
        sentence = f"{self.always.sentence} At {_a(self.step.op)} {self.step.op} the acker said {words}"
        should = None if self.step.op == "tick" else self.step.due
        if self.step.kinds != (() if should is None else (should,)):
            return f"{sentence}, and should have said {should or 'nothing'}"
        if self.always is ISOLATION:
            return f"{sentence}, and touched what it keeps of another root"
        kept = "no record" if self.step.kept is None else _record(*self.step.kept)
        return f"{sentence} and keeps {kept}, and should keep {self._should_keep}"

    @property
    def _should_keep(self) -> str:
        life = life_after(self.step)
        if life is None:
            return "no record"
        task = self.step.task if life.inits else None
        return _record(life.age, Record(self.step.ack_val, task, life.failed))


def _record(age: int, record: Record) -> str:
    task = "no spout task" if record.spout_task is None else f"task {record.spout_task}"
    failed = "failed" if record.failed else "not failed"
    return f"a record {age} rotations old with ack val {record.ack_val}, {task}, {failed}"


def _a(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


@frozen(kw_only=True)
class StepKind:
    """A kind of step, with its results."""

    life: ExploredLife | None
    memory: Memory
    broken: tuple[Always, Transition] | None
    held: tuple[str, ...]
    seen: tuple[str, ...]
    false_zero: bool


@define(slots=False, kw_only=True)
class Space:
    """All states of a tree, in the order in which they were found, and their successors.

    `successors` has the state and the cost of every delivery, `ticks` the state after a tick. `held` counts the steps
    that tested an always property, `seen` those at which a sometimes property occurred, and `first` has a shortest
    history to one.
    """

    forest: SmallForest
    world: World
    driver: AckerDriver
    narrow: bool = False
    states: list[ExploredState] = field(factory=list)
    successors: list[tuple[tuple[int, int], ...]] = field(factory=list)
    ticks: list[int] = field(factory=list)
    held: Counter[str] = field(factory=Counter)
    seen: Counter[str] = field(factory=Counter)
    first: dict[str, Deliveries] = field(factory=dict)
    broken: Broken | None = None
    steps: int = 0
    _arrivals: list[tuple[int, Delivery]] = field(factory=list)
    _lengths: list[int] = field(factory=list)
    _places: dict[ExploredState, int] = field(factory=dict)
    _kinds: dict[tuple[object, ...], tuple[StepKind, list[int]]] = field(factory=dict)

    def explore(self) -> None:
        """Visit all states, or stop at the first step that breaks a property."""
        self._place(ExploredState(Delivered(), None, NOTHING), -1, A_TICK)
        place = 0
        while place < len(self.states) and self.broken is None:
            self._go_on_from(place)
            place += 1
        for kind, (count,) in self._kinds.values():
            self.held.update(dict.fromkeys(kind.held, count))
            self.seen.update(dict.fromkeys(kind.seen, count))

    def history(self, place: int) -> Deliveries:
        """Return a shortest history to a state."""
        deliveries = []
        while place:
            place, delivery = self._arrivals[place]
            deliveries.append(delivery)
        return tuple(reversed(deliveries))

    def _go_on_from(self, place: int) -> None:
        state = self.states[place]
        found = []
        for move, cost, delivered in self.world.deliveries(state.delivered):
            found.append((self._deliver(place, state, Delivery(move, cost == AGAIN), delivered), cost))
        self.successors.append(tuple(found))
        ticks = self._lengths[place] - state.delivered.messages
        self.ticks.append(
            self._deliver(place, state, A_TICK, state.delivered) if ticks < self.world.bounds.ticks else NOWHERE
        )

    def _deliver(self, place: int, state: ExploredState, delivery: Delivery, delivered: Delivered) -> int:
        key = (state.life, state.memory, delivery, delivered.acks, state.delivered.init)
        known = self._kinds.get(key)
        if known is None:
            known = self._kinds[key] = (self._judge(state, delivery, delivered), [0])
            for name in known[0].seen:
                self.first.setdefault(name, (*self.history(place), delivery))
        kind, counter = known
        counter[0] += 1
        self.steps += 1
        if kind.broken is not None:
            if self.broken is None:
                history = (*self.history(place), delivery)
                always, step = kind.broken
                self.broken = Broken(
                    forest=self.forest,
                    roots=1,
                    subject=self.driver.subject,
                    always=always,
                    step=step,
                    history=history,
                    ids=self.world.ids,
                )
            return NOWHERE
        if kind.false_zero:
            return FALSE_ZERO
        return self._place(ExploredState(delivered, kind.life, kind.memory), place, delivery)

    def _place(self, state: ExploredState, came_from: int, delivery: Delivery) -> int:
        place = self._places.get(state)
        if place is None:
            place = self._places[state] = len(self.states)
            self.states.append(state)
            self._arrivals.append((came_from, delivery))
            self._lengths.append(self._lengths[came_from] + 1 if self._lengths else 0)
        return place

    def _judge(self, state: ExploredState, delivery: Delivery, delivered: Delivered) -> StepKind:
        emitted, memory = self.driver.step(state.memory, TICK if delivery.move is None else delivery.move.message)
        step = self.world.step(state, delivery, delivered, emitted, memory)
        is_tick = delivery.move is None
        verdicts = [
            (each, each.judge(step))
            for each in ALWAYS
            if each.judge and each.ticks is is_tick and (is_tick or each.narrow is self.narrow)
        ]
        broken = next(((each, step) for each, verdict in verdicts if verdict is False), None)
        held = tuple(each.name for each, verdict in verdicts if verdict is not None)
        seen = tuple(each.name for each in SOMETIMES if each.seen and each.ticks is is_tick and each.seen(step))
        return StepKind(
            life=life_after(step), memory=memory, broken=broken, held=held, seen=seen, false_zero=step.false_zero
        )


def space_of(forest: SmallForest, subject: Subject, bounds: Bounds) -> Space:
    """Explore the space of a forest of one root, with independent ids."""
    (tree,) = trees_of(forest, 1)
    space = Space(
        forest=forest, world=World(tree=tree, bounds=bounds, profile=subject.profile), driver=AckerDriver(subject)
    )
    space.explore()
    return space
