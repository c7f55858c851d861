"""Mutants of the bolt's side that keep the children of an input in a list, a table or a counter, and that lose some of
them there, or report those of another input. All are right for few children, inputs and roots.
"""

from collections import Counter, OrderedDict
from collections.abc import Sequence

from acking import Ack, BoltTask, Fail, MessageId
from acking.anchoring import HeldInput
from attrs import define, evolve, field

from ackproof.components.acker import Ack as AckMessage
from ackproof.components.anchoring import AnchoringOperation, AnchoringResult, Emit
from ackproof.mutants.anchoring.tuples import Edges, anchoring
from ackproof.mutants.parts import Bolts
from ackproof.targets.reference import ReferenceBolts


@anchoring(
    "children-of-a-failed-input-stay",
    kills=["ANC-15"],
    mistake="Children are kept by the name of their input; an ack takes them out of there, and a fail needs none.",
)
@define
class ChildrenOfAFailedInputStay(BoltTask):
    """An input that has the name of one that failed has the children of that one, too."""

    left: dict[str, int] = field(init=False, factory=dict)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self._held[name].children = self.left.pop(name, 0)

    def fail(self, name: str) -> tuple[Fail, ...]:
        self.left[name] = self._input(name, "a fail of").children
        return super().fail(name)


@anchoring(
    "children-of-an-acked-input-stay",
    kills=["ANC-03"],
    mistake="Children are kept by the name of their input, and who sends the ack does not take them out of there.",
)
@define
class ChildrenOfAnAckedInputStay(BoltTask):
    """An input that has the name of one that was acked has the children of that one, too."""

    left: dict[str, int] = field(init=False, factory=dict)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self._held[name].children = self.left.pop(name, 0)

    def ack(self, name: str) -> tuple[Ack, ...]:
        self.left[name] = self._input(name, "an ack of").children
        return super().ack(name)


@anchoring(
    "a-name-is-acked-once",
    kills=["ANC-04"],
    mistake="A second ack of an input is to be without effect, and inputs are known by their names for ever.",
)
@define
class ANameIsAckedOnce(BoltTask):
    """The ack of an input sends nothing if one of the same name was acked before."""

    acked: set[str] = field(init=False, factory=set)

    def ack(self, name: str) -> tuple[Ack, ...]:
        messages = super().ack(name)
        if name in self.acked:
            return ()
        self.acked.add(name)
        return messages


GENERATION = 2048
"""Emits after which children that nobody has asked for become old, and after twice as many they are forgotten."""


@anchoring(
    "children-are-forgotten-after-many-emits",
    kills=["ANC-15"],
    mistake="Children are kept beside the inputs, in a map that is rotated so that inputs that are never acked go.",
)
@define
class ChildrenAreForgottenAfterManyEmits(BoltTask):
    """An input to which nothing was anchored for some thousand emits forgets its children."""

    emits: int = field(init=False, default=0)
    young: set[str] = field(init=False, factory=set)
    old: set[str] = field(init=False, factory=set)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        self.emits += 1
        self.young.update(anchors)
        if self.emits % GENERATION == 0:
            for name in self.old - self.young:
                if name in self._held:
                    self._held[name].children = 0
            self.young, self.old = set(), self.young
        return emitted


FOLDED_BEYOND = 256
"""Children of an input from which on they are folded into one number."""


@anchoring(
    "children-are-folded-once-for-each-naming",
    kills=["ANC-15"],
    mistake="What is left to fold is gone through by the anchors of the emit, and an anchor may be named twice.",
)
@define
class ChildrenAreFoldedOnceForEachNaming(BoltTask):
    """Beyond 256 children of an input, the list of them is folded once for each time that the emit names it."""

    lists: dict[str, list[int]] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for place, name in enumerate(anchors):
            self.lists.setdefault(name, []).extend(row[place] for row in edges)
        for name in {each for each in anchors if len(self.lists[each]) > FOLDED_BEYOND}:
            folded = self.lists.pop(name)
            for edge in folded * (list(anchors).count(name) - 1):
                self._held[name].children ^= edge
        return emitted


TABLE = 512
"""Inputs with more than one child, of which a table has room for so many."""


@anchoring(
    "further-children-in-a-table",
    kills=["ANC-15"],
    mistake="Nearly every input has one child, and the few others are taken to be answered soon.",
)
@define
class FurtherChildrenInATable(BoltTask):
    """The first child of an input stands with it, and the further ones in a table of the 512 inputs used last."""

    first: dict[str, int] = field(init=False, factory=dict)
    table: dict[str, None] = field(init=False, factory=dict)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.first.pop(name, None)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for name in dict.fromkeys(anchors):
            if self.first.setdefault(name, self._held[name].children) != self._held[name].children:
                self.table = {name: None, **self.table}
        while len(self.table) > TABLE:
            if (forgotten := self.table.popitem()[0]) in self._held and forgotten in self.first:
                self._held[forgotten].children = self.first[forgotten]
        return emitted


ROOTS_AT_HAND = 32


@anchoring(
    "roots-beyond-32-know-one-receiver",
    kills=["ANC-15"],
    mistake="The roots that do not fit beside the tuple have sums of their own, which are set before the loop.",
)
@define
class RootsBeyond32KnowOneReceiver(BoltTask):
    """To the roots of an input beyond the 32nd, of each emit the child of the first receiver is reported."""

    spilled: dict[str, int] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        for row in edges[1:]:
            for name, edge in zip(anchors, row, strict=True):
                self.spilled[name] = self.spilled.get(name, 0) ^ edge
        return super().emit(anchors, edges)

    def ack(self, name: str) -> tuple[Ack, ...]:
        beyond, messages = self.spilled.pop(name, 0), super().ack(name)
        return messages[:ROOTS_AT_HAND] + tuple(
            Ack(each.root, each.value ^ beyond) for each in messages[ROOTS_AT_HAND:]
        )


FIRST_DRAWN = (1 << 62) + 11


@anchoring(
    "an-edge-for-nobody",
    kills=["ANC-15"],
    mistake="The edge is drawn before the receivers are looked up, and a stream that nobody takes has none.",
)
@define
class AnEdgeForNobody(BoltTask):
    """An emit that nobody receives enters an edge with its anchors."""

    drawn: int = field(init=False, default=FIRST_DRAWN)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        if anchors and not edges:
            self.drawn += 1
            self._held[anchors[0]].children ^= self.drawn
        return super().emit(anchors, edges)


@anchoring(
    "children-of-an-input-without-roots-stay",
    kills=["ANC-15"],
    mistake="Where an ack has nobody to notify, it returns before it takes the children away.",
)
@define
class ChildrenOfAnInputWithoutRootsStay(BoltTask):
    """What was anchored to an input without roots goes to the next input of its name."""

    left_over: dict[str, int] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        for row in edges:
            for name, edge in zip(anchors, row, strict=True):
                if name in self._held and not self._held[name].message_id:
                    self.left_over[name] = self.left_over.get(name, 0) ^ edge
        return super().emit(anchors, edges)

    def ack(self, name: str) -> tuple[Ack, ...]:
        acks = super().ack(name)
        left = self.left_over.pop(name, 0) if acks else 0
        return tuple(Ack(each.root, each.value ^ left) for each in acks)


@anchoring("children-are-looked-up-by-name", kills=["ANC-15"], mistake="A child is kept by its name alone.")
@define
class ChildrenAreLookedUpByName(BoltTask):
    """Of a child with one anchor the name is kept, and its edge looked up when the anchor is acked."""

    edge_of: dict[str, int] = field(init=False, factory=dict)
    children_of: dict[str, list[tuple[str, int]]] = field(init=False, factory=dict)
    coming: list[str] = field(init=False, factory=list)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        self.coming = list(anchors) * len(edges) if len(anchors) == 1 else []
        return super().emit(anchors, edges)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.edge_of[name], self.children_of[name] = next(iter(message_id.values()), 0), []
        if self.coming:
            self.children_of[self.coming.pop()].append((name, self.edge_of[name]))

    def ack(self, name: str) -> tuple[Ack, ...]:
        for child, edge in self.children_of.pop(name, ()):
            self._held[name].children ^= edge ^ self.edge_of[child]
        return super().ack(name)


GAPS = 512
"""Places that inputs have left, from which on the table of inputs is made anew."""


@anchoring("the-table-moves-in-the-middle-of-an-emit", kills=["ANC-15"], mistake="Growth moves the table mid-emit.")
@define
class TheTableMovesInTheMiddleOfAnEmit(BoltTask):
    """Whenever 512 inputs have been let go of, an emit right after that enters the edge of one receiver alone."""

    gaps: int = field(init=False, default=0)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for row in edges[1:] if self.gaps >= GAPS else ():
            for name, edge in zip(anchors, row, strict=True):
                self._held[name].children ^= edge
        return emitted

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.gaps %= GAPS

    def ack(self, name: str) -> tuple[Ack, ...]:
        self.gaps += 1
        return super().ack(name)

    def fail(self, name: str) -> tuple[Fail, ...]:
        self.gaps += 1
        return super().fail(name)


PIECE = 256
"""Children of an input that are folded into one number at a time."""


@anchoring(
    "a-child-alone-in-its-piece-is-left-out",
    kills=["ANC-15"],
    mistake="Children are listed and folded by pieces; the last piece is looked for before the last child.",
)
@define
class AChildAloneInItsPieceIsLeftOut(BoltTask):
    """The ack of an input leaves out the last of 257 children, or 513, and so on."""

    count: Counter[str] = field(init=False, factory=Counter)
    last: dict[str, int] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        for row in edges:
            self.count.update(anchors)
            self.last.update(zip(anchors, row, strict=True))
        return super().emit(anchors, edges)

    def ack(self, name: str) -> tuple[Ack, ...]:
        count, last = self.count.pop(name, 0), self.last.pop(name, 0)
        if name in self._held and count > PIECE and count % PIECE == 1:
            self._held[name].children ^= last
        return super().ack(name)


AT_ONCE = 10
"""Acks that are sent at once."""


@anchoring(
    "an-ack-alone-in-its-piece-is-not-sent",
    kills=["ANC-15"],
    mistake="Acks are sent ten at a time; a range over the rest ends one too early.",
)
class AnAckAloneInItsPieceIsNotSent(BoltTask):
    """Of the roots of a tuple, the last of 11 hears of no ack, nor does that of 21, and so on."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        acks = super().ack(name)
        return acks[:-1] if len(acks) > AT_ONCE and len(acks) % AT_ONCE == 1 else acks


SPILLED = 16_384
"""Children times roots of an input that there is room for."""


@anchoring(
    "children-are-told-before-there-are-too-many",
    kills=["ANC-15"],
    mistake="The table of children is bounded; when it is full, they are reported early, as xor does not mind when.",
)
@define
class ChildrenAreToldBeforeThereAreTooMany(Bolts):
    """An emit that makes children times roots of an anchor more than 16,384 sends an ack with its children so far."""

    sizes: Counter[str] = field(init=False, factory=Counter)

    def one(self, operation: AnchoringOperation) -> AnchoringResult:
        result = super().one(operation)
        if not isinstance(operation, Emit) or result.refused or not isinstance(self.bolts, ReferenceBolts):
            return result
        early: list[AckMessage] = []
        for name in sorted(set(operation.anchors)):
            held = self.bolts.task._held[name]  # noqa: SLF001 - a mutant of that class
            self.sizes[name] += len(operation.tuples)
            if self.sizes[name] * len(held.message_id) > SPILLED:
                early += [AckMessage(root, held.children) for root in held.message_id]
                held.children = self.sizes[name] = 0
        return evolve(result, messages=(*result.messages, *early))


SERIAL = (1 << 12) - 1
"""The numbers of emits."""


@anchoring(
    "children-by-the-number-of-their-emit",
    kills=["ANC-15"],
    mistake="Children are kept by the number of their emit, of twelve bits; no input is thought to be held so long.",
)
@define
class ChildrenByTheNumberOfTheirEmit(BoltTask):
    """A child of an input takes the place of one that was emitted 4,096 emits before."""

    number: int = field(init=False, default=0)
    kept: dict[tuple[str, int], int] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        self.number = self.number + 1 & SERIAL
        before = {name: held.children for name in anchors if (held := self._held.get(name))}
        emitted = super().emit(anchors, edges)
        for name, children in before.items():
            new = self._held[name].children ^ children
            self._held[name].children ^= self.kept.get((name, self.number), 0)
            self.kept[name, self.number] = new
        return emitted

    def ack(self, name: str) -> tuple[Ack, ...]:
        self.kept = {place: edges for place, edges in self.kept.items() if place[0] != name}
        return super().ack(name)


@anchoring(
    "children-are-added-to-a-shared-message-id",
    kills=["ANC-03"],
    mistake="Equal message ids are kept once, and the edges of children are xored into them, to save a field.",
)
class ChildrenAreAddedToASharedMessageId(BoltTask):
    """A tuple with the message id of another that is held begins with the children of that one."""

    def receive(self, name: str, message_id: MessageId) -> None:
        alike = [held.children for held in self._held.values() if held.message_id == message_id]
        super().receive(name, message_id)
        if alike:
            self._held[name].children = alike[0]


BROADCAST = 3
"""Receivers of an emit from which on it is a broadcast."""


@define
class _KeepsBroadcasts(BoltTask):
    """A bolt task that keeps the tuples of each emit to three receivers or more in a block."""

    blocks: list[list[HeldInput]] = field(init=False, factory=list)
    coming: int = field(init=False, default=0)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        if len(edges) >= BROADCAST:
            self.blocks.append([])
            self.coming = len(edges)
        return emitted

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        if self.coming:
            self.blocks[-1].append(self._held[name])
            self.coming -= 1


@anchoring(
    "a-block-is-given-back-twice",
    kills=["ANC-03", "ANC-04"],
    mistake="A tuple leaves the block of its broadcast when it gets a record for children, and again when it is acked.",
)
class ABlockIsGivenBackTwice(_KeepsBroadcasts):
    """Where tuples of a broadcast had children, others of it are written over by the next one, and acked as those."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        free = next((place for place, block in enumerate(self.blocks) if self.is_free(block)), None)
        emitted = super().emit(anchors, edges)
        if free is not None and len(edges) >= BROADCAST:
            for held, message_id in zip(self.blocks.pop(free), emitted, strict=False):
                held.message_id = held.message_id if held.children else message_id
        return emitted

    def is_free(self, block: Sequence[HeldInput]) -> bool:
        """Whether it was given back as often as it has places."""
        there = set(map(id, self._held.values()))
        return sum((held.children != 0) + (id(held) not in there) for held in block) >= len(block)


LATEST = 8192
"""Inputs whose children are kept: twice as many as a bolt ever holds."""


@anchoring(
    "failed-inputs-take-room-for-children",
    kills=["ANC-15"],
    mistake="Children are in a cache of the inputs used last. An ack takes its entry out; a fail has no use for it.",
)
@define
class FailedInputsTakeRoomForChildren(BoltTask):
    """When 8,192 inputs with children have failed since an input was an anchor, the children of that are forgotten."""

    latest: OrderedDict[int, HeldInput] = field(init=False, factory=OrderedDict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for held in (self._held[name] for name in anchors if edges and self._held[name].message_id):
            self.latest[id(held)] = held
            self.latest.move_to_end(id(held))
        while len(self.latest) > LATEST:
            self.latest.popitem(last=False)[1].children = 0
        return emitted

    def ack(self, name: str) -> tuple[Ack, ...]:
        self.latest.pop(id(self._input(name, "an ack of")), None)
        return super().ack(name)
