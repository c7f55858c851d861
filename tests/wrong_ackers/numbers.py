"""Ackers that go wrong about numbers: too few bits, lost signs, and ids that they take for others."""

from collections.abc import Callable

from .right import Factory, Record, RightAcker, Said, target_of

WORD = (1 << 32) - 1
ALL = (1 << 64) - 1


class KeyedBy(RightAcker):
    """It keeps the record of a root under another key; what it says carries the root as it came."""

    def __init__(self, profile: str, key: Callable[[int], object]) -> None:
        super().__init__(profile)
        self.key = key
        self.keyed: dict[object, Record] = {}

    def record(self, root: int, message: str) -> Record:
        key = self.key(root)
        if key in self.keyed and self.keyed[key].left > 0:
            self.records[root] = self.keyed[key]
        self.keyed[key] = super().record(root, message)
        return self.keyed[key]

    def tick(self) -> Said:
        self.records = dict(enumerate(self.keyed.values()))
        super().tick()
        self.keyed = {key: record for key, record in self.keyed.items() if record.left > 0}
        self.records = {}
        return []

    def finished(self, kind: str, root: int, task: int) -> Said:
        del self.keyed[self.key(root)]
        self.records = {}
        return [(kind, root, task)]


class ValuesOf32Bits(RightAcker):
    """It keeps the low word of a value."""

    def combined(self, ack_val: int, value: int) -> int:
        return (ack_val ^ value) & WORD


class ValuesWithoutLowWord(RightAcker):
    """It keeps the high word of a value."""

    def combined(self, ack_val: int, value: int) -> int:
        return (ack_val ^ value) & ~WORD


class ValuesOf63Bits(RightAcker):
    """It drops the sign of a value."""

    def combined(self, ack_val: int, value: int) -> int:
        return (ack_val ^ value) & ALL >> 1


class ValuesInFloats(RightAcker):
    """It keeps a value as JavaScript does."""

    def combined(self, ack_val: int, value: int) -> int:
        return int(float(ack_val)) ^ int(float(value))


class AddsInsteadOfXor(RightAcker):
    """It adds, and wraps as Java does."""

    def combined(self, ack_val: int, value: int) -> int:
        return (ack_val + value) & ALL


class SubtractsInsteadOfXor(RightAcker):
    """It counts up and down by turns: right for a tree of one tuple."""

    def combined(self, ack_val: int, value: int) -> int:
        return ack_val - value if ack_val else value


class SaysRootsUnsigned(RightAcker):
    """It keeps roots apart, and tells them without their sign."""

    def finished(self, kind: str, root: int, task: int) -> Said:
        return [(kind, each & ALL >> 1, spout) for kind, each, spout in super().finished(kind, root, task)]


class TakesRootZeroForNone(RightAcker):
    """It asks `if root` where it should ask nothing."""

    def init(self, root: int, value: int, task: int) -> Said:
        return super().init(root, value, task) if root else []


class KnowsTwentyRoots(RightAcker):
    """It keeps the twenty newest records: with more trees open at once, the oldest is lost."""

    def record(self, root: int, message: str) -> Record:
        record = super().record(root, message)
        while len(self.records) > 20:
            del self.records[next(each for each in self.records if each != root)]
        return record


def keyed(breaks: str, key: Callable[[int], object]) -> Factory:
    return target_of(breaks, lambda profile: KeyedBy(profile, key))


values_of_32_bits = target_of("ACK-23", ValuesOf32Bits)
values_without_low_word = target_of("ACK-23", ValuesWithoutLowWord)
values_of_63_bits = target_of("ACK-23", ValuesOf63Bits)
values_in_floats = target_of("ACK-23", ValuesInFloats)
adds_instead_of_xor = target_of("ACK-04", AddsInsteadOfXor)
subtracts_instead_of_xor = target_of("ACK-04", SubtractsInsteadOfXor)
says_roots_unsigned = target_of("ACK-09", SaysRootsUnsigned)
takes_root_zero_for_none = target_of("ACK-23", TakesRootZeroForNone)
knows_twenty_roots = target_of("ACK-22", KnowsTwentyRoots)
roots_of_32_bits = keyed("ACK-22", lambda root: root & WORD)
roots_of_63_bits = keyed("ACK-22", lambda root: root & ALL >> 1)
roots_in_floats = keyed("ACK-22", float)
roots_without_sign = keyed("ACK-22", abs)
roots_by_java_hash = keyed("ACK-22", lambda root: (root ^ (root & ALL) >> 32) & WORD)
roots_by_python_hash = keyed("ACK-22", hash)
roots_by_high_word = keyed("ACK-22", lambda root: root >> 32)
