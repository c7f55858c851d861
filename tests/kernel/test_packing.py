"""A kernel that was packed and unpacked continues as before; invalid bytes are refused."""

import random

import acking
import numpy as np
import pytest
from ackproof_adapters.codes import INIT, TICK
from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.kernel.packing import HEAD, PACKED

from .test_kernel import DIALECTS, columns, drawn, kernel_says, reference_says


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: f"{dialect.name}-{dialect.order.value}")
@pytest.mark.parametrize("roots", [1, 4, 700])
def test_it_goes_on_as_if_it_had_not_been_packed(dialect: acking.Profile, roots: int) -> None:
    """After each batch it is compared with one that is never packed, and with the reference."""
    random_ = random.Random(f"packed {dialect} {roots}")
    for _ in range(8):
        packed, unpacked, acker = Kernel(dialect), Kernel(dialect), acking.Acker(dialect)
        for _ in range(random_.randrange(1, 8)):
            batch = drawn(random_, random_.randrange(0, 1000), roots, random_.choice((1, 3, 40)))
            expected = list(reference_says(acker, batch))
            assert expected == list(kernel_says(unpacked, batch))
            assert expected == list(kernel_says(packed, batch))
            content = packed.packed()
            assert HEAD.size + len(acker.pending) * PACKED.itemsize == len(content)
            packed = Kernel.unpacked(dialect, content)
            assert (len(acker.pending), records(unpacked.packed())) == (packed.pending, records(content))


def records(content: bytes) -> list[tuple[int, ...]]:
    """Return the records of a packed kernel, in any order."""
    return sorted(np.frombuffer(content, PACKED, offset=HEAD.size).tolist())


def test_what_is_dead_is_not_packed() -> None:
    """Neither finished records nor expired ones in unused slots are packed."""
    kernel = Kernel(acking.STORM1)
    kernel.receive(*columns([(INIT, root, 9, 0) for root in range(1000)]))
    assert HEAD.size + 1000 * PACKED.itemsize == len(kernel.packed())
    kernel.receive(*columns([(TICK, 0, 0, 0)] * 2 + [(INIT, 5, 9, 0)]))
    assert HEAD.size + PACKED.itemsize == len(kernel.packed())


def one_record() -> bytes:
    """Return a packed kernel with one record."""
    kernel = Kernel(acking.STORM2)
    kernel.receive(*columns([(INIT, 5, 9, 0)]))
    return kernel.packed()


def of_age(age: int) -> bytes:
    """Return a packed kernel with a record of that age."""
    content = one_record()
    record = np.frombuffer(content, PACKED, offset=HEAD.size).copy()
    record["age"] = age
    return content[: HEAD.size] + record.tobytes()


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "0 bytes are no packed kernel"),
        (b"PAR1" + one_record()[4:], "begins with b'ackK', and this with b'PAR1'"),
        (b"ackK\2\0" + one_record()[6:], "is of version 2; this is ackproof for version 1"),
        (b"ackK\1\0\2\0" + one_record()[8:], "has 2 buckets, and the profile 3"),
        (one_record()[:-1], "40 bytes are not 1 packed records"),
        (one_record() + b"\0", "42 bytes are not 1 packed records"),
        (of_age(3), "is 3 rotations old, and lives for 3"),
    ],
)
def test_bytes_that_are_no_packed_kernel_are_refused(content: bytes, error: str) -> None:
    """The error says what is wrong."""
    with pytest.raises(ValueError, match=error):
        Kernel.unpacked(acking.STORM2, content)
