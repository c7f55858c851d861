"""Ackers with too many or too few false zeros, and bolts and spouts that draw bad ids."""

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any

import acking
from acking import Effect
from acking.anchoring import MessageId

from . import bolts, spouts
from .right import Factory, Record, RightAcker, Said, target_of

ALL = (1 << 64) - 1
SIGN = 1 << 63


def without_bit(bit: int) -> Factory:
    """Return the factory of ackers that lose one bit of every value."""

    class WithoutBit(RightAcker):
        def combined(self, ack_val: int, value: int) -> int:
            return (ack_val ^ value) & ALL & ~(1 << bit)

    return target_of("ACK-28", WithoutBit)


class OrsInsteadOfXor(RightAcker):
    """Once a bit is set, it stays."""

    def combined(self, ack_val: int, value: int) -> int:
        return ack_val | value


class Adds(RightAcker):
    """It adds, and wraps at 64 bits."""

    def combined(self, ack_val: int, value: int) -> int:
        return (ack_val + value) & ALL


class WaitsForAnAck(RightAcker):
    """It does not recognize a zero at the init, and tests again at the next message."""

    def judged(self, root: int, record: Record) -> Said:
        return super().judged(root, record) if record.failed or record.left < self.lifetime else []

    def ack(self, root: int, value: int) -> Said:
        record = self.record(root, "ack")
        record.ack_val = self.combined(record.ack_val, value)
        return super().judged(root, record)


class FalseZerosAtRandom(RightAcker):
    """It treats one in eight of the nonzero values as zero."""

    def combined(self, ack_val: int, value: int) -> int:
        combined = ack_val ^ value
        return combined if combined % 61 % 8 else 0


or_instead_of_xor = target_of("ACK-28", OrsInsteadOfXor)
adds = target_of("ACK-28", Adds)
waits_for_an_ack = target_of("ACK-28", WaitsForAnAck)
false_zeros_at_random = target_of("ACK-28", FalseZerosAtRandom)
without_lowest_bit = without_bit(0)
without_sign = without_bit(63)

Draw = Callable[[], int]


def drawing(breaks: str | None, make_draw: Callable[[], Draw]) -> Factory:
    """Return the factory of bolts that draw their ids from a generator."""

    class Drawing(acking.BoltTask):
        def __init__(self) -> None:
            super().__init__()
            self.draw = make_draw()

        def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
            return super().emit(anchors, [[self.draw() for _ in row] for row in edges])

    return Factory(breaks, bolts.made_of("ANC-14", Drawing).make)


def signed(number: int) -> int:
    return number - (1 << 64) if number & SIGN else number


def uniform_by(bits: int) -> Callable[[], Draw]:
    """Return a factory of generators of uniform numbers of this many bits."""

    def make() -> Draw:
        source = random.Random(bits)
        return lambda: signed(source.getrandbits(bits))

    return make


def counting() -> Draw:
    """Count up from an arbitrary number with mixed bits: neighbours share the high bits."""
    return itertools.count(0x1234_5678_9ABC_DEF0).__next__


def floats() -> Draw:
    """Draw as JavaScript would: a fraction, scaled to 64 bits."""
    source = random.Random(1)
    return lambda: signed(int(source.random() * 2.0**64))


def repeating() -> Draw:
    """Draw from a small pool of good ids."""
    source = random.Random(2)
    pool = [signed(source.getrandbits(64)) for _ in range(1 << 16)]
    return lambda: source.choice(pool)


own_ids = drawing(None, uniform_by(64))
ids_without_sign = drawing("ANC-14", uniform_by(63))
ids_of_32_bits = drawing("ANC-14", uniform_by(32))
ids_counted_up = drawing("ANC-14", counting)
ids_of_floats = drawing("ANC-14", floats)
ids_of_a_pool = drawing("ANC-14", repeating)


class SpoutDrawsWithoutSign(acking.SpoutExecutor):
    """It draws edge ids of 63 bits."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.draw = uniform_by(63)()

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message, [self.draw() for _ in edges])


spout_draws_without_sign = spouts.made_of("SPT-17", SpoutDrawsWithoutSign)
