"""Mutants about numbers: what is done with values, and how many bits of them and of roots are kept."""

from acking import Ack, AckerMessage, Init, Kind, Record
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Notifications

xor = family("xor and ids")
bits = family("64-bit edges")

WORD = (1 << 32) - 1
ALL = (1 << 64) - 1


@xor("or-instead-of-xor", kills=["ACK-04"], mistake="A set of flags is collected with or, and this looks like one.")
class OrInsteadOfXor(AckerInParts):
    """Bits come into the ack val and never go out."""

    def combined(self, ack_val: int, value: int) -> int:
        return ack_val | value


@xor("adds-instead-of-xor", kills=["ACK-04"], mistake="A sum is what one keeps to see whether accounts balance.")
class AddsInsteadOfXor(AckerInParts):
    """Values are added, as wide as they come."""

    def combined(self, ack_val: int, value: int) -> int:
        return ack_val + value


@xor(
    "acks-subtract",
    kills=["ACK-04"],
    mistake="Inits open and acks close, so the one seems to be plus, the other minus.",
)
class AcksSubtract(AckerInParts):
    """An init adds its value and an ack takes its own away: right for trees of one level."""

    def after_ack(self, record: Record, value: int) -> Record:
        return evolve(record, ack_val=record.ack_val - value)


@xor(
    "acks-deduplicated-by-value",
    kills=["ACK-11"],
    mistake="Transports deliver at least once, so a message that was seen is dropped; xor wants it twice.",
)
class AcksDeduplicatedByValue(AckerInParts):
    """A value that equals the ack val before it and would open nothing new is taken for a second delivery."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        if record.spout_task is not None and record.ack_val == value:
            return evolve(record, spout_task=task)
        return super().after_init(record, value, task)


@xor(
    "seen-acks-dropped",
    kills=["ACK-03"],
    mistake="Transports deliver at least once, so an ack that was seen is dropped: only xor would take it back.",
)
@define
class SeenAcksDropped(AckerInParts):
    """The second ack of a root with the same value is dropped, for ever."""

    seen: set[AckerMessage] = field(init=False, factory=set)

    def receive(self, message: AckerMessage) -> Notifications:
        if isinstance(message, Ack) and message in self.seen:
            return ()
        self.seen.add(message)
        return super().receive(message)


@bits("values-of-32-bits", kills=["ACK-23"], mistake="The field for the value is an int.")
class ValuesOf32Bits(AckerInParts):
    """The low word of the ack val is kept."""

    def combined(self, ack_val: int, value: int) -> int:
        return (ack_val ^ value) & WORD


@bits("values-of-63-bits", kills=["ACK-23"], mistake="The sign is masked away, to have ids that are never negative.")
class ValuesOf63Bits(AckerInParts):
    """The ack val has no sign."""

    def combined(self, ack_val: int, value: int) -> int:
        return (ack_val ^ value) & ALL >> 1


@bits(
    "values-without-low-word",
    kills=["ACK-23"],
    mistake="A 64-bit number is put together of two words, and one is lost.",
)
class ValuesWithoutLowWord(AckerInParts):
    """The high word of the ack val is kept."""

    def combined(self, ack_val: int, value: int) -> int:
        return (ack_val ^ value) & ~WORD


@bits(
    "values-in-floats",
    kills=["ACK-23"],
    mistake="JSON numbers are doubles in JavaScript: what is beyond 2**53 is rounded.",
)
class ValuesInFloats(AckerInParts):
    """Values are rounded to what a double can hold."""

    def combined(self, ack_val: int, value: int) -> int:
        return ack_val ^ int(float(value))


@bits(
    "done-when-the-halves-sum-to-zero",
    kills=["ACK-36"],
    mistake="The ack val is kept as two ints, and one comparison with zero is saved by adding them up.",
)
class DoneWhenTheHalvesSumToZero(AckerInParts):
    """A tree is taken for done if the low word of the ack val is the opposite of the high one."""

    def done(self, record: Record) -> bool:
        return ((record.ack_val >> 32) + record.ack_val) & WORD == 0


@bits("done-below-zero-too", kills=["ACK-23"], mistake="`<= 0` seems safer than `== 0` to who thinks of a counter.")
class DoneBelowZeroToo(AckerInParts):
    """A negative ack val is taken for a tree that is done."""

    def done(self, record: Record) -> bool:
        return record.ack_val <= 0


@bits(
    "root-zero-is-none", kills=["ACK-23"], mistake="`if root` asks for truth where it should ask whether there is one."
)
class RootZeroIsNone(AckerInParts):
    """Messages of the root 0 are dropped."""

    def receive(self, message: AckerMessage) -> Notifications:
        return super().receive(message) if message.root else ()


@bits(
    "value-zero-is-none",
    kills=["ACK-12"],
    mistake="`if value` asks for truth where it should ask whether there is one.",
)
class ValueZeroIsNone(AckerInParts):
    """An init with the value 0 is dropped."""

    def receive(self, message: AckerMessage) -> Notifications:
        return () if isinstance(message, Init) and not message.value else super().receive(message)


@bits(
    "says-roots-without-sign",
    kills=["ACK-09"],
    mistake="The root is unsigned on its way out, and in range on its way in.",
)
class SaysRootsWithoutSign(AckerInParts):
    """Roots are kept apart, and sent without their sign."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return tuple(
            evolve(notification, root=notification.root & ALL >> 1) for notification in super().notify(kind, root, task)
        )


@bits(
    "roots-of-31-bits",
    kills=["ACK-22"],
    mistake="A hash code is masked to be a place in a table, and taken for the key.",
)
class RootsOf31Bits(AckerInParts):
    """Roots with the same low 31 bits share a record."""

    def key(self, root: int) -> int:
        return root & WORD >> 1


@bits(
    "roots-of-32-bits",
    kills=["ACK-22"],
    mistake="Root ids drawn or kept as ints collide after some ten thousand trees.",
    issue="STORM-17",
)
class RootsOf32Bits(AckerInParts):
    """Roots with the same low word share a record."""

    def key(self, root: int) -> int:
        return root & WORD


@bits("roots-of-40-bits", kills=["ACK-22"], mistake="A key is packed: forty bits of root, the rest for flags.")
class RootsOf40Bits(AckerInParts):
    """Roots with the same low 40 bits share a record."""

    def key(self, root: int) -> int:
        return root & (1 << 40) - 1


@bits("roots-of-53-bits", kills=["ACK-22"], mistake="Ids are masked to what a JSON number can carry.")
class RootsOf53Bits(AckerInParts):
    """Roots with the same low 53 bits share a record."""

    def key(self, root: int) -> int:
        return root & (1 << 53) - 1


@bits("roots-of-63-bits", kills=["ACK-22"], mistake="The sign is masked away, to have ids that are never negative.")
class RootsOf63Bits(AckerInParts):
    """Roots that differ in sign bit only share a record."""

    def key(self, root: int) -> int:
        return root & ALL >> 1


@bits(
    "roots-in-floats",
    kills=["ACK-22"],
    mistake="JSON numbers are doubles in JavaScript: what is beyond 2**53 is rounded.",
)
class RootsInFloats(AckerInParts):
    """Roots are rounded to what a double can hold."""

    def key(self, root: int) -> int:
        return int(float(root))


@bits("roots-without-sign", kills=["ACK-22"], mistake="`Math.abs` is put around a hash, or an id, to have an index.")
class RootsWithoutSign(AckerInParts):
    """A root and its opposite share a record."""

    def key(self, root: int) -> int:
        return abs(root)


@bits("roots-by-java-hash", kills=["ACK-22"], mistake="A map by `hashCode` looks like a map by the number itself.")
class RootsByJavaHash(AckerInParts):
    """Roots share a record if their two words have the same xor."""

    def key(self, root: int) -> int:
        return (root ^ (root & ALL) >> 32) & WORD


@bits("roots-by-high-word", kills=["ACK-22"], mistake="The key is a prefix of the id in big-endian bytes.")
class RootsByHighWord(AckerInParts):
    """Roots with the same high word share a record."""

    def key(self, root: int) -> int:
        return root >> 32


@bits(
    "roots-by-either-word-order",
    kills=["ACK-22"],
    mistake="A key for the two words is made by something that commutes, such as a sorted pair.",
)
class RootsByEitherWordOrder(AckerInParts):
    """Roots share a record if one is the other with its words swapped."""

    def key(self, root: int) -> int:
        return hash(frozenset(((root & ALL) >> 32, root & WORD)))
