"""Workloads for anchoring: a forest that is grown by the target and not by the suite."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from attrs import define, evolve, field, frozen

from ackproof.components.anchoring import AckTuple, AnchoringOperation, Emit, FailTuple, Receive
from ackproof.target import Config, Run
from ackproof.workloads import ids
from ackproof.workloads.choices import Choices, chance
from ackproof.workloads.dimensions import ANCHORS, EMITS, RECEIVERS
from ackproof.workloads.independent import OperationsWorkload
from ackproof.workloads.trees import Fate, Forest, TreeShape, grow_forest

COLLISIONS = 1 << 10
MOST_JOINED = 64
DOUBLED = ("doubled", "again")
FEWEST_RENEWED, MOST_RENEWED = 12, 32
FEWEST_BUSY, MOST_BUSY = 12, 60
MOST_HELD = 10
"""Inputs that a busy collector holds, about: an emit may have several receivers."""
BUSY_RECEIVERS = (0, 0, 1, 1, 1, 2, 3, 4, 6)
BUSY_ANCHORS = (0, 1, 1, 1, 1, 2, 2, 2, 3)
FEW_NAMES = 12
"""Names of a busy collector that are used again: a few more than the inputs that it holds."""
SAME_ANCHORS_EVERY = 4
"""Of the emits of a busy collector, one in that many has the anchors of the one before; behind one to nobody, half."""
AGAIN_EVERY = 3
"""Of the tuples that a busy collector receives, one in that many has a message id that came before."""
REFUSED_EVERY = 5
"""Of the operations of a busy collector, one in that many may use an input that was let go of."""
ROW = "row"
SHORT_EDGE = 10
"""The bits of an edge id where its value hardly matters: it is read more easily."""


@frozen(slots=False)
class AnchoringWorkload(OperationsWorkload[AnchoringOperation]):
    """Operations that grow a forest, and the forest. `values` holds the edge ids that the target is
    given, by symbol.

    In `steps` every tuple has a name of its own. What follows a blank in it is not told to the target: `right 2` is the
    second tuple that the target gets to know as `right`.
    """

    forest: Forest
    values: tuple[int, ...] = field(repr=False)

    component = "anchoring"

    @cached_property
    def run(self) -> Run:
        """The operations, as a target receives them."""
        return Run(self.component, self.config, tuple(map(_as_told, self.steps)))

    def counted(self) -> Mapping[str, int]:
        """Return the size of the workload by dimension, as far as it can be counted."""
        emits = [step for step in self.steps if isinstance(step, Emit)]
        return {
            EMITS: len(emits),
            ANCHORS: max((len(each.anchors) for each in emits), default=0),
            RECEIVERS: max((len(each.tuples) for each in emits), default=0),
        }

    def without(self, start: int, stop: int) -> "AnchoringWorkload | None":
        """Return the workload without some of its operations, or None if the others use a tuple that those make."""
        made = {name for step in self.steps[start:stop] for name in makes(step)}
        rest = self.steps[:start] + self.steps[stop:]
        if any(made & uses(step) for step in rest) or _is_ambiguous(rest):
            return None
        return evolve(self, steps=rest)

    def restricted_to(self, operations: frozenset[str] | None) -> "AnchoringWorkload":
        """Return the workload itself: anchoring has no operation that could be missing."""
        del operations
        return self


@frozen(kw_only=True)
class AnchoringMix:
    """The parameters of an anchoring workload: the shape of its trees, and chances in percent.

    `misuse` is the chance of a wrong call at the end. `mixed` is the chance of an emit that is anchored to two inputs,
    of which one was acked or failed and the other may still be held. `cancelling` is the chance of an input whose only
    child has the same edge id (if the target uses the edge ids that it is given), and of an input in several trees
    whose edge in the first of them is zero. `doubled` is the chance that a tuple is received twice with the same
    message id, and that tuples are anchored to both. `renewed` is the chance of inputs whose names are given to others
    as soon as they are let go of. `busy` is the chance of some dozens of operations in any order, on inputs that are
    held for long or not, among emits to several receivers and tuples that are received again, under names that are used
    again or not; and with operations that have to be refused, if there are any `mixed`. `large` is the chance of a join
    of up to 64 inputs, some of them named twice, and of an emit to as many receivers. `colliding` is the chance that
    edge ids have four bits. Some of them are then zero and some are equal, which changes neither the trees of a tuple
    nor the messages that are sent for it.
    """

    trees: TreeShape = TreeShape(
        emissions=2, bolt_tuples=5, anchors=4, joins=35, receivers=35, unanchored=12, twins=0, empty=3
    )
    misuse: int = 0
    mixed: int = 0
    cancelling: int = 0
    colliding: int = 0
    doubled: int = 0
    renewed: int = 0
    busy: int = 0
    large: int = 0


def grow_anchoring_workload(choices: Choices, profile: str, mix: AnchoringMix) -> AnchoringWorkload:
    """Draw one workload. A tuple is acked or failed at any time after the last tuple anchored to it was emitted."""
    family = choices.integer(0, len(ids.ROOT_FAMILIES) - 1)
    scheme = choices.integer(0, ids.SCHEMES - 1)
    forest = grow_forest(choices, mix.trees, ids.ROOT_FAMILIES[family])
    values = _edges(choices, forest.edges, scheme, mix)
    steps = _creations(forest, values)
    for index, each in enumerate(forest.tuples):
        if each.fate is Fate.UNANSWERED:
            continue
        fewest = 1 + max(
            place
            for place, step in enumerate(steps)
            if each.name in makes(step) or (isinstance(step, Emit) and each.name in step.anchors)
        )
        last: AnchoringOperation = FailTuple(each.name) if each.fate is Fate.FAILED else AckTuple(each.name)
        steps.insert(len(steps) - choices.integer(0, len(steps) - fewest), last)
        if index < 2 and chance(choices, mix.misuse):  # noqa: PLR2004 - two misuses a workload are enough
            steps.append(_misuse(choices, each.name, values, forest))
        if chance(choices, mix.mixed):
            other = forest.tuples[choices.integer(0, len(forest.tuples) - 1)].name
            steps.append(Emit((f"mixed{index}",), (other, each.name), (_spare_edges(forest),)))
    if mix.cancelling and chance(choices, mix.cancelling):
        edge, _ = _spare_edges(forest)
        roots = dict.fromkeys((emission.root for emission in forest.emissions), edge)
        steps += [Receive("cancelled", roots), Emit(("alike",), ("cancelled",), ((edge,),)), AckTuple("cancelled")]
        with_nought = {root: edge if place else 0 for place, root in enumerate(roots)}
        steps += [Receive("nought", with_nought), AckTuple("nought")]
    if mix.doubled and chance(choices, mix.doubled):
        steps += _doubled(forest, scheme)
    if mix.renewed and chance(choices, mix.renewed):
        steps += _renewed(random.Random(choices.integer(0, COLLISIONS)), choices.integer(FEWEST_RENEWED, MOST_RENEWED))
    if mix.busy and chance(choices, mix.busy):
        source, length = random.Random(choices.integer(0, COLLISIONS)), choices.integer(FEWEST_BUSY, MOST_BUSY)
        steps += _busy(source, length, refusing=bool(mix.mixed))
    if mix.large and chance(choices, mix.large):
        steps += _large(random.Random(choices.integer(0, COLLISIONS)), 1 + choices.integer(0, MOST_JOINED - 1))
    return AnchoringWorkload(config=Config(profile=profile), steps=tuple(steps), forest=forest, values=values)


def _doubled(forest: Forest, scheme: int) -> list[AnchoringOperation]:
    """Return operations in which a tuple is received twice, and another tuple is anchored to each of the two."""
    own, *edges = ids.edge_ids(forest.edges + 3, ids.BITS, scheme)[forest.edges :]
    steps: list[AnchoringOperation] = [Receive(name, {forest.emissions[0].root: own}) for name in DOUBLED]
    steps += [Emit((f"after-{name}",), (name,), ((edge,),)) for name, edge in zip(DOUBLED, edges, strict=True)]
    return [*steps, *map(AckTuple, DOUBLED)]


def _renewed(source: random.Random, length: int) -> list[AnchoringOperation]:
    """Return `length` operations, and then an ack of each tuple that is still held. There are two or three names of
    inputs and one of a tuple that is anchored to all inputs that are held. A name is used again once it is free.
    """
    names = ["left", "right", "third"][: source.randint(2, 3)]
    given: Counter[str] = Counter()
    held: dict[str, str] = {}
    steps: list[AnchoringOperation] = []

    def named_anew(name: str) -> str:
        given[name] += 1
        held[name] = f"{name} {given[name]}" if given[name] > 1 else name
        return held[name]

    def edge() -> int:
        return source.getrandbits(SHORT_EDGE)

    for root in range(1, 1 + length):
        free = [name for name in names if name not in held]
        inputs = [held[name] for name in names if name in held]
        if free and (not inputs or source.random() < 0.5):  # noqa: PLR2004 - as often as anything else
            steps.append(Receive(named_anew(source.choice(free)), {root: edge()}))
        elif ROW not in held and source.random() < 0.5:  # noqa: PLR2004 - as often as an ack or a fail
            steps.append(Emit((named_anew(ROW),), tuple(inputs), (tuple(edge() for _ in inputs),)))
        else:
            done = held.pop(source.choice(list(held)))
            steps.append(FailTuple(done) if source.random() < 0.2 else AckTuple(done))  # noqa: PLR2004 - most are acked
    return [*steps, *map(AckTuple, held.values())]


def _busy(source: random.Random, length: int, *, refusing: bool) -> list[AnchoringOperation]:
    """Return `length` operations, and then an ack of each tuple that is still held. In every second workload a name is
    used again once it is free, for a tuple of any kind. If it is `refusing`, some operations use an input that was let
    go of.
    """
    received: list[dict[int, int]] = [{}]
    names = _Names(few=source.choice((FEW_NAMES, 0)))
    steps: list[AnchoringOperation] = []
    anchors: list[str] = []
    receivers = 0

    def edge() -> int:
        return source.getrandbits(SHORT_EDGE) or 1

    def emit(tuples: Sequence[str]) -> None:
        steps.append(Emit(tuple(tuples), tuple(anchors), tuple(tuple(edge() for _ in anchors) for _ in tuples)))

    for number in range(length):
        gone = names.gone if refusing and not source.randrange(REFUSED_EVERY) else []
        if not names.held or (len(names.held) < MOST_HELD and not source.randrange(3)):
            if source.randrange(AGAIN_EVERY):
                received.append({1 + number: edge(), **({-1 - number: edge()} if not source.randrange(3) else {})})
            steps.append(Receive(names.another(), source.choice(received[-MOST_HELD:])))
        elif gone and source.randrange(2):
            steps.append(source.choice((AckTuple, FailTuple))(source.choice(gone)))
        elif len(names.held) < MOST_HELD and source.randrange(2):
            every = SAME_ANCHORS_EVERY if receivers else 2
            if not set(anchors) <= set(names.held) or source.randrange(every):
                anchors = source.choices(names.held, k=source.choice(BUSY_ANCHORS))
            receivers = source.choice(BUSY_RECEIVERS)
            if gone:
                anchors.insert(source.randrange(1 + len(anchors)), source.choice(gone))
                emit([f"late{number}.{place}" for place in range(receivers)])
            else:
                emit([names.another() for _ in range(receivers)])
        else:
            done = names.let_go(source.randrange(len(names.held)))
            steps.append(AckTuple(done) if source.randrange(5) else FailTuple(done))
    return [*steps, *map(AckTuple, names.held)]


@define(kw_only=True)
class _Names:
    """The names of tuples: `few`, which are used again once they are free, or if that is 0, as many as there are
    tuples.
    """

    few: int
    held: list[str] = field(factory=list)
    _given: Counter[str] = field(factory=Counter)
    _latest: dict[str, str] = field(factory=dict)
    _let_go: list[str] = field(factory=list)

    def another(self) -> str:
        """Return a name for a tuple, which holds it from now on: the free one that was used least."""
        told = set(map(_told, self.held))
        pool = [name for place in range(self.few) if (name := f"t{place}") not in told]
        name = min(pool, key=lambda each: self._given[each]) if pool else f"t{self.few + len(self._given)}"
        self._given[name] += 1
        self._latest[name] = f"{name} {self._given[name]}" if self._given[name] > 1 else name
        self.held.append(self._latest[name])
        return self.held[-1]

    def let_go(self, place: int) -> str:
        """Return the name of a tuple that is held no longer."""
        self._let_go.append(self.held.pop(place))
        return self._let_go[-1]

    @property
    def gone(self) -> Sequence[str]:
        """The tuples that were let go of and whose names no other has taken over."""
        return [name for name in self._let_go if name == self._latest[_told(name)]]


def _large(source: random.Random, size: int) -> list[AnchoringOperation]:
    """Return a join of `size` inputs, each in a tree of its own and some of them named twice, and an emit to `size`
    receivers that is anchored to the join.
    """

    def drawn(receivers: int, anchors: int) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(ids.signed(source.getrandbits(ids.BITS)) for _ in range(anchors)) for _ in range(receivers))

    inputs = [f"input{place}" for place in range(size)]
    steps: list[AnchoringOperation] = [
        Receive(name, {ids.signed(source.getrandbits(ids.BITS)): ids.signed(source.getrandbits(ids.BITS))})
        for name in inputs
    ]
    anchors = source.sample(inputs, size) + source.choices(inputs, k=source.randrange(1 + size // 2))
    steps.append(Emit(("join", "twin"), tuple(anchors), drawn(2, len(anchors))))
    receivers = tuple(f"copy{place}" for place in range(size))
    steps.append(Emit(receivers, ("join", "twin"), drawn(size, 2)))
    return [*steps, *map(AckTuple, (*inputs, "join", "twin", *receivers))]


def _edges(choices: Choices, count: int, scheme: int, mix: AnchoringMix) -> tuple[int, ...]:
    if mix.colliding and chance(choices, mix.colliding):
        return ids.colliding_ids(count, ids.NARROWEST, choices.integer(0, COLLISIONS))
    return ids.edge_ids(count, ids.BITS, scheme)


def _creations(forest: Forest, values: tuple[int, ...]) -> list[AnchoringOperation]:
    steps: list[AnchoringOperation] = []
    emits: dict[int, list[int]] = {}
    for index, each in enumerate(forest.tuples):
        if each.emission is None:
            emits.setdefault(each.emit, []).append(index)
        else:
            message_id = {forest.emissions[each.emission].root: values[each.edges[0]]}
            steps.append(Receive(each.name, message_id))
    for copies in emits.values():
        tuples = [forest.tuples[index] for index in copies]
        anchors = tuple(forest.tuples[anchor].name for anchor in tuples[0].anchors)
        edges = tuple(tuple(values[edge] for edge in each.edges) for each in tuples)
        steps.append(Emit(tuple(each.name for each in tuples), anchors, edges))
    return steps


def uses(step: AnchoringOperation) -> set[str]:
    """Return the names of the tuples that have to exist before an operation."""
    if isinstance(step, Receive):
        return set()
    return set(step.anchors) if isinstance(step, Emit) else {step.tuple}


def makes(step: AnchoringOperation) -> set[str]:
    """Return the names of the tuples that an operation makes."""
    if isinstance(step, Receive):
        return {step.tuple}
    return set(step.tuples) if isinstance(step, Emit) else set()


def _told(name: str) -> str:
    """Return the name of a tuple that the target is told."""
    return name.partition(" ")[0]


def _as_told(step: AnchoringOperation) -> AnchoringOperation:
    """Return an operation with the names that the target is told."""
    match step:
        case Receive(name) | AckTuple(name) | FailTuple(name):
            return evolve(step, tuple=_told(name)) if " " in name else step
        case Emit(names, anchors):
            return evolve(step, tuples=tuple(map(_told, names)), anchors=tuple(map(_told, anchors)))


def _is_ambiguous(steps: Iterable[AnchoringOperation]) -> bool:
    """Whether the target is told of a tuple by the name of another: of one that it still holds, or of a later one."""
    held: set[str] = set()
    latest: dict[str, str] = {}
    for step in steps:
        if any(latest.get(_told(name)) != name for name in uses(step)):
            return True
        made = {_told(name): name for name in makes(step)}
        if not held.isdisjoint(made):
            return True
        held.update(made)
        latest.update(made)
        if isinstance(step, AckTuple | FailTuple):
            held.discard(_told(step.tuple))
    return False


def _misuse(choices: Choices, name: str, values: tuple[int, ...], forest: Forest) -> AnchoringOperation:
    match choices.integer(0, 2):
        case 0:
            return AckTuple(name)
        case 1:
            return FailTuple(name)
    spare, _ = _spare_edges(forest)
    del values
    return Emit((f"late{len(name)}{name}",), (name,), ((spare,),))


def _spare_edges(forest: Forest) -> tuple[int, int]:
    """Return two edges that no tuple of the forest has."""
    first, second = ids.edge_ids(forest.edges + 2, ids.BITS, 0)[-2:]
    return first, second
