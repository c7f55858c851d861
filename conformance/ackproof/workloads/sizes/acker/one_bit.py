"""Roots, ack vals and spout tasks of an acker that differ in one bit."""

from collections.abc import Mapping

from ackproof.workloads import ids
from ackproof.workloads.dimensions import RECORDS, ROOT_BITS, TASK_BITS, VALUE_BITS
from ackproof.workloads.sizes.acker.writer import Writer
from ackproof.workloads.sizes.confusing import nearly_zero, roots_of_one_hash

OF_ONE_HASH = 4
"""The number of roots with one hash, for each bit."""


def one_bit(writer: Writer, size: int) -> Mapping[str, int]:
    """Write pairs of open roots that differ in one bit, ack vals in which one bit is left, and spout tasks whose
    numbers are one bit: for each of the first `size` bits. Beside them are numbers that a careless test or hash
    confuses.
    """
    opened: list[tuple[int, int]] = []
    for bit in range(size):
        root, last = writer.root(), writer.edge(1 << bit)
        for each in (root, ids.signed(root ^ (1 << bit))):
            own = writer.edge()
            writer.init(each, own, task=1 << (bit % 31))
            opened.append((each, own))
        other, own = writer.root(), writer.edge()
        writer.init(other, own)
        writer.ack(other, own, last)
        opened.append((other, last))
    for value in nearly_zero(writer.source):
        other, own, last = writer.root(), writer.edge(), writer.edge(value)
        writer.init(other, own)
        writer.ack(other, own, last)
        opened.append((other, last))
    for root in dict.fromkeys(roots_of_one_hash(writer.source, OF_ONE_HASH * size)):
        own = writer.edge()
        writer.init(root, own)
        opened.append((root, own))
    for place in writer.source.sample(range(len(opened)), len(opened)):
        writer.ack(opened[place][0], opened[place][1])
    return {ROOT_BITS: size, VALUE_BITS: size, TASK_BITS: min(size, 31), RECORDS: len(opened)}
