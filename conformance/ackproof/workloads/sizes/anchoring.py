"""Large workloads for collectors: many anchors, roots, receivers and children, deep trees, and long lives."""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from attrs import define, evolve, field, frozen

from ackproof.components.anchoring import AckTuple, AnchoringOperation, Emit, FailTuple, Receive
from ackproof.target import Config
from ackproof.workloads import ids
from ackproof.workloads.anchoring import AnchoringWorkload, makes, uses
from ackproof.workloads.dimensions import (
    ANCHORS,
    CHILDREN,
    DEPTH,
    EMITS,
    HELD,
    RECEIVERS,
    ROOTS,
    TUPLE_BITS,
)
from ackproof.workloads.sizes.confusing import roots_of_one_hash
from ackproof.workloads.sizes.scenarios import Grown, Scenario, Scene, Turns, leaving_one
from ackproof.workloads.trees import Forest

NO_FOREST = Forest((), (), 0)
EMITS_OF_AN_INPUT = 64
LARGEST_SQUARE = 64
JOINS_OF_LEVELS = (2, 1, 64)
"""By turns, one of that many levels has a join."""
TREES_OF_A_DEPTH = 8
IN_NO_TREE_EVERY = 8
"""Of the inputs that are joined to a deep tree, about one in that many is in no tree."""
VARIED_EVERY = 4
"""Of the joins of a deep tree, about one in that many is varied."""
ROOTS_OF_A_CHAIN = 3
"""The greatest number of roots of a chain."""
IN_TWO_TREES = 4
"""The number of crossed inputs that are in two trees."""
INPUTS_OF_A_ROUND = 4
"""The inputs of a long life come in rounds of so many. Of all but one of a round, only some children are acked."""
A_CHILD_FAILS, FAILS_OR_IS_LOOSE = 1, 2
"""The places in a round of the input of which a child fails, and of that which fails or has emits without anchors."""
ANSWERED_EVERY = 4
"""If not all children of an input are acked, one in that many is."""
OWED_EVERY = 4
"""Before an emit with several receivers, acks are sent until a number drawn from that many is zero."""
MOST_JOINS_AGAIN = 3
"""The most joins of inputs that are repeated under other names."""
RECEIVED_EVERY = 4
"""Of the tuples that are joined again, about one in that many is received, and the others are emitted."""
ROOTLESS_EVERY = 4
"""Of those that are received, about one in that many is in no tree."""
PASSES = 3
MOST_JOINED = 8
FEWEST_ALIKE = 4
ALIKE = 4
"""The number of roots of a tuple that may share a hash; they come in pairs."""
BETWEEN, FAILS, LOOSE = range(3)
"""The kinds of long lives, by turns: children are acked between later emits, most children fail, or some have no
anchor.
"""
ROUND = (*(1 << power for power in range(4, 12)), 100, 1000)
"""Numbers of children after which a list of them may be made shorter."""
TREES, HUNDREDS, FEW_ACKED = 64, 320, 3
"""Of an input that is in many trees and has many children: how many trees, how many children, and how many of these are
acked.
"""
MOST_CROSSED = 1 << 13
"""The greatest number of edges of one emit: receivers times anchors."""
NARROW = 16
"""The greatest number of receivers of an emit that has twice as many anchors."""
SPELLS, PLAIN, CROSSED = 3, 8, 4
"""Emits of one anchor come in spells of eight. Between two spells are four emits with many edges each. At the end of
the default range of receivers, 2^15 edges are drawn from the beginning of one spell to that of the next.
"""


@frozen(slots=False)
class SizedAnchoringWorkload(Grown, AnchoringWorkload):
    """A large workload for collectors. It has no forest: the expected results follow from its operations."""

    def regrown(self, size: int) -> "SizedAnchoringWorkload":
        """Return the same scenario in another size."""
        grown = self.grown_anew(size)
        assert isinstance(grown, SizedAnchoringWorkload)  # noqa: S101 - a scenario makes workloads of one kind
        return grown

    def without(self, start: int, stop: int) -> "SizedAnchoringWorkload | None":
        """Return the workload without some of its operations, or None if the rest is not in order."""
        rest = self.steps[:start] + self.steps[stop:]
        return evolve(self, steps=rest) if _is_in_order(rest) else None

    def subjects(self, index: int) -> Sequence[object]:
        """Return the tuples that can be left out if a violation at an operation is not about them."""
        own = uses(self.steps[index]) | makes(self.steps[index])
        return tuple(name for name in dict.fromkeys(made_by(self.steps)) if name not in own)

    def without_subjects(self, subjects: Collection[object]) -> "SizedAnchoringWorkload":
        """Return the workload without these tuples, and without those that are anchored to nothing else."""
        gone = set(subjects)
        steps = [kept for step in self.steps if (kept := _without(step, gone)) is not None]
        return evolve(self, steps=tuple(steps))


def _is_in_order(steps: Iterable[AnchoringOperation]) -> bool:
    """Whether each operation uses only held tuples, and gives no tuple the name of a held one."""
    held: set[str] = set()
    for step in steps:
        made = makes(step)
        if not uses(step) <= held or not held.isdisjoint(made):
            return False
        held |= made
        if isinstance(step, AckTuple | FailTuple):
            held.discard(step.tuple)
    return True


def is_power_of_two(number: int) -> bool:
    """Whether a positive number is one."""
    return not number & (number - 1)


def made_by(steps: Iterable[AnchoringOperation]) -> Iterable[str]:
    """Yield the names of all tuples, in the order in which they are made."""
    for step in steps:
        yield from step.tuples if isinstance(step, Emit) else sorted(makes(step))


def _without(step: AnchoringOperation, gone: set[object]) -> AnchoringOperation | None:
    """Return an operation without the tuples that are gone, or None if nothing is left of it. Tuples that were anchored
    only to those are gone too.
    """
    if not isinstance(step, Emit):
        return None if step.tuple in gone else step
    if gone.isdisjoint(step.anchors) and gone.isdisjoint(step.tuples):
        return step
    anchors = [place for place, name in enumerate(step.anchors) if name not in gone]
    if step.anchors and not anchors:
        gone.update(step.tuples)
    receivers = [place for place, name in enumerate(step.tuples) if name not in gone]
    if not receivers and (step.tuples or not anchors):
        return None
    return Emit(
        tuple(step.tuples[place] for place in receivers),
        tuple(step.anchors[place] for place in anchors),
        tuple(tuple(step.edges[receiver][anchor] for anchor in anchors) for receiver in receivers),
    )


@define
class _Writer:
    """Writes a history of collectors. Tuples are numbered, and so are emits."""

    source: random.Random
    steps: list[AnchoringOperation] = field(factory=list)
    _made: int = field(init=False, default=0)
    _emits: int = field(init=False, default=0)
    _beat: tuple[str, int] | None = field(init=False, default=None)
    """An input, and the number of the first emit that was anchored to it alone."""

    def _edge(self) -> int:
        return ids.signed(self.source.getrandbits(ids.BITS) or 1)

    def root(self) -> int:
        """Return a new root; the chance that it exists already is 2^-64."""
        return ids.signed(self.source.getrandbits(ids.BITS))

    def _names(self, kind: str, count: int) -> tuple[str, ...]:
        names = tuple(f"{kind}{self._made + place}" for place in range(count))
        self._made += count
        return names

    def receive(self, *roots: int, name: str | None = None) -> str:
        """Receive a tuple with these roots, under a new name or under that of a tuple that was acked or failed; return
        the name.
        """
        if name is None:
            (name,) = self._names("S", 1)
        self.steps.append(Receive(name, {root: self._edge() for root in roots}))
        return name

    def again(self, earlier: str, *, name: str | None = None) -> str:
        """Receive a tuple once more, under a new name or, if it was acked or failed, under its own; return the name."""
        if name is None:
            (name,) = self._names("S", 1)
        received = (step for step in reversed(self.steps) if isinstance(step, Receive) and step.tuple == earlier)
        self.steps.append(Receive(name, next(received).message_id))
        return name

    def emit(self, *anchors: str, receivers: int = 1, names: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Emit to that many receivers, under new names or those of tuples that were acked or failed;
        return the names.
        """
        names = names or self._names("B", receivers)
        edges = tuple(tuple(self._edge() for _ in anchors) for _ in names)
        self.steps.append(Emit(names, anchors, edges))
        self._emits += 1
        if self._beat is not None and is_power_of_two(1 + self._emits - self._beat[1]):
            self.emit(self._beat[0])
        return names

    def beat(self) -> str:
        """Receive an input that has a child now, and one more one, two, four, eight … emits later; return its name."""
        name = self.receive(self.root())
        self.emit(name)
        self._beat = name, self._emits
        return name

    def few(self) -> int:
        """Return a number of receivers: mostly one, sometimes two or three."""
        return self.source.choice((1, 1, 1, 1, 2, 3))

    def varied(self, *anchors: str) -> list[str]:
        """Return anchors in random order. Some of them, or all, may be named twice or three times."""
        source, odds = self.source, self.source.choice((0, 25, 100))
        named = [name for name in anchors for _ in range(1 + (source.randrange(100) < odds))]
        named += source.choices(named, k=source.randrange(2)) if odds else []
        return source.sample(named, len(named))

    def ack(self, *names: str) -> None:
        """Ack tuples."""
        self.steps += map(AckTuple, names)

    def fail(self, name: str) -> None:
        """Fail a tuple."""
        self.steps.append(FailTuple(name))

    def made(self, profile: str, reached: Mapping[str, int]) -> SizedAnchoringWorkload:
        """Return the workload."""
        return SizedAnchoringWorkload(
            config=Config(profile=profile), forest=NO_FOREST, values=(), steps=tuple(self.steps), reached=reached
        )


def _wide_joins(scene: Scene, size: int) -> SizedAnchoringWorkload:
    """Make a join of `size` inputs, each in a tree of its own and half of them also in one that they share. Other
    tuples are anchored to the join: once, twice, and together with its twin, with one receiver, several or none. Then
    the same inputs are joined again, together with some that are in no tree, and some named twice. In every third turn
    there are joins of each number of inputs up to `size`. Beside all that, tuples of one root, and of `size` roots, are
    received twice.
    """
    writer = _Writer(scene.source)
    if scene.turn % 3 == 1:
        _of_each_number(writer, size)
    shared = writer.root()
    inputs = [writer.receive(writer.root(), *([shared] if place % 2 else [])) for place in range(size)]
    joins = writer.emit(*scene.shuffled(inputs), receivers=2)
    children = [*writer.emit(joins[0]), *writer.emit(*joins), *writer.emit(joins[0], joins[0])]
    children += writer.emit(*writer.varied(*joins), receivers=2 + scene.turn % 2)
    writer.emit(*scene.shuffled(joins), receivers=0)
    inputs += [writer.receive() for _ in range(1 + scene.source.randrange(2 + size // 4))]
    children += writer.emit(*scene.shuffled(inputs), receivers=writer.few())
    children += writer.emit(*writer.varied(*inputs), receivers=2)
    for name in scene.shuffled([*inputs, *joins]):
        writer.ack(name)
    if scene.turn % 2:
        writer.fail(children.pop())
    writer.ack(*children)
    _square(writer, min(size, LARGEST_SQUARE))
    _overlapping(writer, size)
    for count in (FEWEST_ALIKE, max(FEWEST_ALIKE, size)):
        _alike(writer, count)
    for count in (1, size):
        _twice(writer, count)
    return writer.made(scene.profile, {ANCHORS: size, ROOTS: size})


def _of_each_number(writer: _Writer, size: int) -> None:
    """Add joins of one input, of two, and so on, with a child each: if a collector takes anchors or roots in blocks,
    the last block of some join has a single one.
    """
    inputs: list[str] = []
    for _ in range(size):
        inputs.append(writer.receive(writer.root()))
        done, failed = writer.emit(*inputs, receivers=2)
        writer.ack(*writer.emit(done), done)
        writer.fail(failed)
    writer.ack(*inputs)


def _square(writer: _Writer, size: int) -> None:
    """Add a join of `size` inputs that are in `size` trees each, most of which have no other input."""
    shared = [writer.root() for _ in range(size // 4)]
    inputs = [writer.receive(*shared, *(writer.root() for _ in range(size - len(shared)))) for _ in range(size)]
    joins = writer.emit(*inputs)
    writer.ack(*inputs, *joins)


def _overlapping(writer: _Writer, size: int) -> None:
    """Add joins of two and of three inputs of up to `size` roots of either sign. The first two inputs have a third of
    the roots in common, then any part, and then they have one root each. The third has one of the roots and any of the
    others.
    """
    source = writer.source
    roots = [writer.root() for _ in range(size)]
    for low, high in ((size // 3, size - size // 3), (source.randrange(size), source.randrange(size)), (size - 1, 1)):
        inputs = [writer.receive(*roots[: max(1, high)]), writer.receive(*source.sample(roots[low:], size - low))]
        inputs.append(writer.receive(*roots[low : low + 1], *source.sample(roots, source.randrange(size))))
        children = [*writer.emit(*inputs[:2], receivers=2), *writer.emit(*writer.varied(*inputs), receivers=2)]
        children += writer.emit(children[0], receivers=3)
        writer.ack(*source.sample(children, len(children)), *inputs)


def _twice(writer: _Writer, count: int) -> None:
    """Add tuples of `count` roots that are received twice with the same message id, and have children both times: two
    that are held at once, two that are also joined, and some that are received again under their own names after an ack
    or a fail. Of two more, one is let go of before tuples of other roots come.
    """
    source = writer.source
    for joined in (False, True):
        first = writer.receive(*(writer.root() for _ in range(count)))
        both = [first, writer.again(first)]
        names = both + [child for name in both for _ in range(2) for child in writer.emit(name, receivers=writer.few())]
        names += writer.emit(*both) if joined else ()
        writer.ack(*source.sample(names, len(names)))
    for let_go in (writer.ack, writer.fail):
        name = writer.receive(*(writer.root() for _ in range(count)))
        children = list(writer.emit(name))
        let_go(name)
        children += writer.emit(writer.again(name, name=name))
        writer.ack(name, *children)
        first = writer.receive(*(writer.root() for _ in range(count)))
        gone, kept = source.sample([first, writer.again(first)], 2)
        let_go(gone)
        others = [writer.receive(*(writer.root() for _ in range(count))) for _ in range(2)]
        writer.ack(*writer.emit(kept), *writer.emit(*others, kept), kept, *others)


def _alike(writer: _Writer, count: int) -> None:
    """Add joins of two inputs of `count` roots each, whose lists of roots begin and end alike. In between one root
    differs, or two differ and have the same xor, or the same sum. Then joins of inputs of one root each, of which two
    have the same xor, or the same sum.
    """
    source = writer.source
    roots = sorted(writer.root() for _ in range(count))
    low, high = sorted(source.sample(range(1, count - 1), 2))
    by = 1 + source.getrandbits(ids.LOW_WORD - 1)
    inputs = [writer.receive(*roots)]
    for one, other in (
        (source.randint(roots[0], roots[-1]), roots[high]),
        (roots[low] ^ by, roots[high] ^ by),
        (roots[low] + by, roots[high] - by),
    ):
        inputs.append(writer.receive(*roots[:low], one, *roots[low + 1 : high], other, *roots[high + 1 :]))
    joins = [name for each in inputs[1:] for name in writer.emit(*source.sample([inputs[0], each], 2))]
    writer.ack(*inputs, *joins)
    one, other = writer.root(), writer.root()
    for pair in ((one, other), (one ^ by, other ^ by), (one + by, other - by)):
        inputs = [writer.receive(ids.signed(root)) for root in pair]
        writer.ack(*inputs, *writer.emit(*inputs))


def _many_receivers(scene: Scene, size: int) -> SizedAnchoringWorkload:
    """Make emits to `size` receivers: anchored to one input; to two that share a root; to these two, with one in no
    tree and some named twice; and to none. Between them are emits with the same anchors and no receivers. In every
    third turn other emits have fewer receivers: if a collector takes receivers in blocks, the last block of some emit
    has a single one.
    """
    writer = _Writer(scene.source)
    for fewer in leaving_one(size) if scene.turn % 3 == 1 else ():
        parent = writer.receive(writer.root())
        writer.emit(parent, receivers=fewer)
        writer.ack(parent)
    shared = writer.root()
    first, second = writer.receive(shared, writer.root()), writer.receive(writer.root(), shared)
    names = [*writer.emit(first, receivers=size), *writer.emit(first, receivers=0)]
    names += [*writer.emit(first, second, receivers=0), *writer.emit(first, second, receivers=size), first, second]
    loose = writer.receive()
    names += [*writer.emit(*writer.varied(first, loose, second), receivers=size), loose]
    writer.emit(*scene.shuffled([first, second, loose][: 1 + scene.source.randrange(3)]), receivers=0)
    names += writer.emit(receivers=size)
    writer.ack(*scene.shuffled(names))
    return writer.made(scene.profile, {RECEIVERS: size})


def _crossed(scene: Scene, size: int) -> SizedAnchoringWorkload:
    """Make an emit to `size` receivers, anchored to a quarter as many inputs of one tree, some of which are in another
    tree too. It has more edges than an emit with many receivers and few anchors, or the reverse. Another emit has twice
    as many anchors, and a few receivers. In every third turn there are spells of emits with one anchor, whose edges
    show, and so many emits between them that a generator of 2^16 ids or of half as many begins anew.
    """
    writer = _Writer(scene.source)
    shared = writer.root()
    wide = max(1, min(size // 4, MOST_CROSSED // size))
    inputs = [writer.receive(shared, *([writer.root()] if place < IN_TWO_TREES else [])) for place in range(2 * wide)]
    names = [*writer.emit(*scene.shuffled(inputs[:wide]), receivers=size)]
    names += writer.emit(*scene.shuffled(inputs), receivers=min(size, NARROW))
    for spell in range(SPELLS) if scene.turn % 3 == 1 else ():
        names += [name for _ in range(PLAIN) for name in writer.emit(inputs[0], receivers=size)]
        for _ in range(CROSSED if spell < SPELLS - 1 else 0):
            names += writer.emit(*inputs[: wide - PLAIN // CROSSED], receivers=size)
    writer.ack(*scene.shuffled([*names, *inputs]))
    return writer.made(scene.profile, {RECEIVERS: size, ANCHORS: 2 * wide})


def _many_children(scene: Scene, size: int) -> SizedAnchoringWorkload:
    """Make an input of `size` children, all held at once. Some children are also anchored to another input, one in
    another tree or one in none. Sometimes the input is named twice, or has several children of one emit. In turns, half
    as many inputs beside it have few children each, or as many inputs as it has children come and go before it. In
    every third turn there are inputs whose numbers of children are one more than a power of two or of ten, and in the
    others an input of many trees has hundreds of children.
    """
    writer, source = _Writer(scene.source), scene.source
    for fewer in (count for count in ROUND if count < size and scene.turn % 3 == 1):
        beside_it = writer.receive(writer.root())
        for _ in range(1 + fewer):
            writer.emit(beside_it)
        writer.ack(beside_it)
    if scene.turn % 2:
        _a_child_each(writer, size)
    if scene.turn % 3 != 1:
        _children_in_many_trees(writer, size)
    parent, other, loose = writer.receive(writer.root()), writer.receive(writer.root()), writer.receive()
    children: list[str] = []
    while len(children) < size:
        plain = len(children) % 8 and source.randrange(3)
        anchors = [parent] if plain else writer.varied(parent, source.choice((other, loose)))
        children += writer.emit(*anchors, receivers=min(size - len(children), 1 if plain else writer.few()))
    beside = [] if scene.turn % 2 else _few_children_each(writer, size // 2)
    order = scene.shuffled([*children, *beside])
    # The input is acked first, in between, or last: acks may come in any order.
    if scene.turn % 2:
        writer.fail(order.pop())
    place = (0, size // 2, size)[scene.turn % 3]
    writer.ack(*order[:place], parent, *order[place:], other, loose)
    return writer.made(scene.profile, {CHILDREN: size, HELD: size})


def _children_in_many_trees(writer: _Writer, size: int) -> None:
    """Make an input of 64 trees that has hundreds of children, by two emits, and is acked after some of them: what it
    has to remember is more than twenty thousand edges.
    """
    most = min(size, HUNDREDS)
    parent = writer.receive(*(writer.root() for _ in range(min(size, TREES))))
    children = [*writer.emit(parent, receivers=most // 2), *writer.emit(parent, receivers=most - most // 2)]
    writer.ack(*children[:FEW_ACKED], parent)


def _few_children_each(writer: _Writer, size: int) -> list[str]:
    """Make `size` inputs in trees of their own that are held at once. In several passes over all of them, tuples are
    anchored to some at a time, so that each has from none to several children, with those of other inputs in between.
    Return all tuples.
    """
    source, inputs = writer.source, [writer.receive(writer.root()) for _ in range(size)]
    tuples = list(inputs)
    for _ in range(PASSES):
        chosen = [name for name in source.sample(inputs, len(inputs)) if source.randrange(5)]
        while chosen:
            anchors = [chosen.pop() for _ in range(min(len(chosen), source.randrange(1, MOST_JOINED)))]
            tuples += writer.emit(*(anchors if source.randrange(EMITS_OF_AN_INPUT) else writer.varied(*anchors)))
    return tuples


def _a_child_each(writer: _Writer, size: int) -> None:
    """Make tuples that are anchored to many inputs, each in a tree of its own, so that nearly `size` tuples are held at
    once. Each input has a child, and half of them have another. Then all are acked, in random order.
    """
    source, joined = writer.source, min(LARGEST_SQUARE, max(1, size // 8))
    inputs = [writer.receive(writer.root()) for _ in range(max(1, size - 2 * size // joined))]
    names = list(inputs)
    for some in (inputs, source.sample(inputs, len(inputs) // 2)):
        for first in range(0, len(some), joined):
            names += writer.emit(*some[first : first + joined])
    writer.ack(*source.sample(names, len(names)))


def _deep(scene: Scene, size: int) -> SizedAnchoringWorkload:
    """Make a tree that is `size` deep, with joins, by turns, at half of the levels, at every level, or at few. Anchors
    are acked at once, or at the end. Sometimes one is named twice, or there are several receivers. Beside it is a chain
    of the same depth without a join.
    """
    writer, every = _Writer(scene.source), JOINS_OF_LEVELS[scene.turn % len(JOINS_OF_LEVELS)]
    name, at_the_end = writer.receive(writer.root()), []
    trees = [writer.root() for _ in range(TREES_OF_A_DEPTH)]
    for level in range(size):
        anchors, joined = [name], not scene.source.randrange(every) or level == 1
        if joined:
            trees_of_it = scene.source.randrange(IN_NO_TREE_EVERY) or level == 1
            anchors.append(writer.receive(*([scene.source.choice(trees)] if trees_of_it else [])))
        varied = joined and not scene.source.randrange(VARIED_EVERY)
        name, *rest = writer.emit(
            *(writer.varied(*anchors) if varied else scene.shuffled(anchors)), receivers=writer.few() if varied else 1
        )
        at_the_end += rest
        if scene.turn % 2:
            at_the_end += anchors
        else:
            writer.ack(*anchors)
    writer.ack(name, *at_the_end)
    _chain(writer, size, held=scene.turn % 2 == 0)
    return writer.made(scene.profile, {DEPTH: size})


def _chain(writer: _Writer, size: int, *, held: bool) -> None:
    """Add a chain of tuples that is `size` deep. Each has one anchor, or also one that is in no tree, so all of them
    have the roots of the first. They are held to the end, or each is acked when it has a child. The last is joined with
    an input of another tree.
    """
    source = writer.source
    links = [writer.receive(*(writer.root() for _ in range(source.randrange(1, 1 + ROOTS_OF_A_CHAIN))))]
    loose = writer.receive()
    for _ in range(size):
        links += writer.emit(*([links[-1]] if source.randrange(EMITS_OF_AN_INPUT) else [loose, links[-1]]))
        if not held:
            writer.ack(links.pop(0))
    other = writer.receive(writer.root())
    joins = writer.emit(links[-1], other, receivers=writer.few())
    writer.ack(*source.sample(links, len(links)), other, loose, *joins)


def _long_life(scene: Scene, size: int) -> SizedAnchoringWorkload:
    """Make `size` emits of inputs that come and go. Each input is acked or failed, and some or all of its children are
    acked. The other children are failed in one turn of three, in which thousands of inputs with a child all fail, too;
    otherwise they are not answered. In one turn of three, a quarter of the inputs have emits without anchors. Some
    inputs have a child from the start, and are held for one, two, four … times as many emits, and to the end. One has a
    child at each of the emits that are one, two, four … later than its first.

    In every second turn the inputs that come and go all have the same name, and some of them fail. So do the two tuples
    of a join beside each of them, which is made up to three times while the input is held. One input in four comes
    after one of the same name from which something is emitted to nobody. In one turn of three, many emits have several
    receivers, and earlier tuples are acked between the emits, most of them just before one of these.
    """
    writer, way = _Writer(scene.source), scene.turn % 3
    again = writer.receive(writer.root()) if scene.turn % 2 else None
    writer.ack(*([again] if again else []))
    lasting = [writer.receive(writer.root()) for _ in range(1 + size.bit_length())]
    writer.ack(*(child for name in lasting for child in writer.emit(name)))
    beaten = writer.beat()
    owed: list[str] = []
    for number, emitted in enumerate(range(0, size, EMITS_OF_AN_INPUT)):
        place_in_round = number % INPUTS_OF_A_ROUND
        if is_power_of_two(number):
            writer.ack(lasting.pop())
        name = _received(writer, again, after_another=place_in_round == A_CHILD_FAILS)
        anchors = [] if way == LOOSE and place_in_round == FAILS_OR_IS_LOOSE else [name]
        children: list[str] = []
        for place in range(min(EMITS_OF_AN_INPUT, size - emitted)):
            # Some emits have several receivers, so that a limit on ids is also jumped over, and not always met exactly.
            receivers = 3 if place == number % EMITS_OF_AN_INPUT else writer.few() if way == BETWEEN else 1
            while owed and writer.source.randrange(OWED_EVERY if receivers > 1 else 2):
                writer.ack(owed.pop())
            children += writer.emit(*anchors, receivers=receivers)
        # Sometimes not at all, so that the next emit has anchors of the same names.
        for _ in range(writer.source.randrange(1 + MOST_JOINS_AGAIN) if again else 0):
            _joined_again(writer, name)
        if again and place_in_round == FAILS_OR_IS_LOOSE:
            writer.fail(name)
        else:
            writer.ack(name)
        if place_in_round == A_CHILD_FAILS:
            writer.fail(children.pop())
        answered = children[::ANSWERED_EVERY] if (number + scene.turn) % INPUTS_OF_A_ROUND else children
        if way == BETWEEN:
            owed += scene.shuffled(answered)
        else:
            writer.ack(*answered)
        _fail_the_others(writer, children if way == FAILS else (), answered)
    if way == FAILS:
        _failed_parents(writer, size // 2 + HUNDREDS)
    writer.ack(*owed, *(child for name in lasting for child in writer.emit(name)), *lasting, beaten)
    return writer.made(scene.profile, {EMITS: size})


def _received(writer: _Writer, name: str | None, *, after_another: bool) -> str:
    """Receive an input; return its name. `after_another` says that one of the same name, if it is given, comes before
    it, from which something is emitted to nobody.
    """
    if name and after_another:
        writer.receive(writer.root(), name=name)
        writer.emit(name, receivers=0)
        writer.source.choice((writer.ack, writer.fail))(name)
    return writer.receive(writer.root(), name=name)


def _failed_parents(writer: _Writer, size: int) -> None:
    """Let `size` inputs fail that have a child: nobody asks what its edge was."""
    for first in range(0, size, LARGEST_SQUARE):
        parents = [writer.receive(writer.root()) for _ in range(min(LARGEST_SQUARE, size - first))]
        for name in [*writer.emit(*parents), *parents]:
            writer.fail(name)


def _fail_the_others(writer: _Writer, children: Sequence[str], answered: Sequence[str]) -> None:
    """Fail the children that were not acked."""
    if len(answered) < len(children):
        for child in children:
            if child not in answered:
                writer.fail(child)


def _joined_again(writer: _Writer, name: str) -> None:
    """Join two tuples that have the same names as last time, though their trees differ: they are emitted, anchored to
    `name`, to another input or to both, or are received, in a tree or in none. Sometimes one of them fails, or both.
    """
    source = writer.source
    made: list[str] = []
    for own in ("left", "right"):
        if source.randrange(RECEIVED_EVERY):
            between = writer.receive(writer.root())
            anchors = source.choice(([name], [between], [name, between]))
            made += writer.emit(*anchors, names=(own,))
            writer.ack(between)
        else:
            made.append(writer.receive(*([writer.root()] if source.randrange(ROOTLESS_EVERY) else []), name=own))
    joined = [*writer.emit(*made, names=("joined",)), *writer.emit(*made, receivers=writer.few())]
    failing = source.choice(((), (), made[:1], made))
    for each in source.sample([*made, *joined], len(made) + len(joined)):
        (writer.fail if each in failing else writer.ack)(each)


def _one_bit(scene: Scene, size: int) -> SizedAnchoringWorkload:
    """Make tuples of two roots that differ in one bit, for each of the first `size` bits, and a child of each. Beside
    them are tuples of a few roots that a careless hash confuses, a child of each, and one of each and the next.
    """
    writer = _Writer(scene.source)
    names = []
    for bit in range(size):
        root = writer.root()
        names.append(writer.receive(root, ids.signed(root ^ (1 << bit))))
        names += writer.emit(names[-1])
    confused = list(dict.fromkeys(roots_of_one_hash(scene.source, size)))
    inputs = [writer.receive(*confused[place : place + ALIKE]) for place in range(0, len(confused), ALIKE)]
    names += [*inputs, *(name for each in inputs for name in writer.emit(each))]
    names += [name for pair in pairwise(inputs) for name in writer.emit(*pair)]
    writer.ack(*scene.shuffled(names))
    return writer.made(scene.profile, {TUPLE_BITS: size})


ANCHORING = "anchoring"

grow_sized_anchoring_workload = Turns(
    (
        Scenario(ANCHORING, TUPLE_BITS, _one_bit, least=1),
        Scenario(ANCHORING, ANCHORS, _wide_joins, least=1),
        Scenario(ANCHORING, RECEIVERS, _many_receivers, least=1),
        Scenario(ANCHORING, RECEIVERS, _crossed, least=1),
        Scenario(ANCHORING, DEPTH, _deep, least=1),
        Scenario(ANCHORING, CHILDREN, _many_children, least=1),
        Scenario(ANCHORING, EMITS, _long_life, least=1),
    )
)
"""The scenarios that cost least come first, so that what they find is found soon."""
