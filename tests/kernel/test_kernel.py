"""The kernel compared with the reference, its memory, and its refusals."""

import random
from collections.abc import Iterator, Sequence

import acking
import numpy as np
import pytest
from ackproof_adapters.codes import ACK, FAIL, INIT, KINDS, TICK
from ackproof_adapters.kernel.kernel import Kernel
from numpy.typing import NDArray

Message = tuple[int, int, int, int]
"""A tuple of the operation's number, root, value and spout task."""


DIALECTS = [
    acking.Profile(profile.name, profile.buckets, profile.refresh, order)
    for profile in acking.PROFILES.values()
    for order in acking.Order
]


def columns(
    messages: Sequence[Message],
) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
    """Return messages in the form for the kernel."""
    ops, roots, values, tasks = zip(*messages, strict=True) if messages else ((), (), (), ())
    return np.array(ops, np.int8), np.array(roots, np.int64), np.array(values, np.int64), np.array(tasks, np.int32)


def kernel_says(kernel: Kernel, messages: Sequence[Message]) -> Iterator[tuple[int, str, int]]:
    """Yield the index of the message, the kind and the spout task of each notification."""
    answer = kernel.receive(*columns(messages))
    for at, kind, task in zip(answer.at, answer.kind, answer.spout_task, strict=True):
        yield int(at), KINDS[kind], int(task)


def reference_says(acker: acking.Acker, messages: Sequence[Message]) -> Iterator[tuple[int, str, int]]:
    """Yield the same for the reference."""
    for index, (op, root, value, task) in enumerate(messages):
        if op == TICK:
            acker.tick()
            continue
        made = (acking.Init(root, value, task), acking.Ack(root, value), acking.Fail(root), acking.ResetTimeout(root))
        for word in acker.receive(made[op]):
            yield index, word.kind.value, word.task


def drawn(random_: random.Random, count: int, roots: int, bits: int) -> list[Message]:
    """Draw messages of all kinds; few roots and few bits make zeros and second inits frequent."""
    ticks = random_.choice((0, 1, 5))
    kinds = random_.choices(range(5), (4, 8, 1, 1, ticks), k=count)
    return [(op, random_.randrange(-roots, roots), random_.randrange(1 << bits), random_.randrange(3)) for op in kinds]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: f"{dialect.name}-{dialect.order.value}")
@pytest.mark.parametrize("roots", [1, 4, 700])
def test_it_says_what_the_reference_says(dialect: acking.Profile, roots: int) -> None:
    """This holds for any batches, and whether the table grows or shrinks."""
    random_ = random.Random(f"{dialect} {roots}")
    for _ in range(5):
        kernel, acker = Kernel(dialect), acking.Acker(dialect)
        for _ in range(random_.randrange(1, 6)):
            batch = drawn(random_, random_.randrange(0, 4000), roots, random_.choice((1, 3, 40)))
            assert list(reference_says(acker, batch)) == list(kernel_says(kernel, batch))
            assert len(acker.pending) == kernel.pending


def test_roots_that_share_a_home_do_not_get_lost() -> None:
    """Finished records leave no gap that would end a search, wherever they were in a run of slots."""
    random_ = random.Random(7)
    kernel, acker = Kernel(acking.STORM2), acking.Acker(acking.STORM2)
    open_roots: list[int] = []
    for _ in range(300):
        fresh = [random_.getrandbits(63) for _ in range(random_.randrange(1, 8))]
        messages = [(INIT, root, root | 1, 0) for root in fresh]
        open_roots += fresh
        random_.shuffle(open_roots)
        done = [open_roots.pop() for _ in range(random_.randrange(0, len(open_roots) + 1) // 2)]
        messages += [(ACK, root, root | 1, 0) for root in done]
        assert list(reference_says(acker, messages)) == list(kernel_says(kernel, messages))


@pytest.mark.parametrize("extreme", [0, -1, 2**63 - 1, -(2**63), 2**31, -(2**31) - 1])
def test_the_ends_of_the_number_line_are_numbers(extreme: int) -> None:
    """They are tested as root, as value, and as both."""
    messages = [(INIT, extreme, extreme, 2**31 - 1), (ACK, extreme, extreme, 0)]
    expected = list(reference_says(acking.Acker(acking.STORM1), messages))
    assert expected == list(kernel_says(Kernel(acking.STORM1), messages))


def test_memory_follows_the_open_roots() -> None:
    """A hundred thousand finished trees take no more memory than a hundred; expired trees release theirs."""
    kernel = Kernel(acking.STORM2)
    least = kernel.memory
    for start in range(0, 100_000, 1000):
        roots = range(start, start + 1000)
        kernel.receive(*columns([message for root in roots for message in ((INIT, root, 9, 0), (ACK, root, 9, 0))]))
    assert (0, least) == (kernel.pending, kernel.memory)
    kernel.receive(*columns([(INIT, root, 9, 0) for root in range(100_000)]))
    most = kernel.memory
    assert 100_000 == kernel.pending
    assert most <= 8 * 32 * 100_000
    kernel.receive(*columns([(TICK, 0, 0, 0)] * 3))
    assert 0 == kernel.pending
    kernel.receive(*columns([(INIT, -root, 9, 0) for root in range(1, 200_000)]))
    kernel.receive(*columns([(TICK, 0, 0, 0)] * 3))
    kernel.receive(*columns([(FAIL, root, 0, 0) for root in range(700_000, 900_000)]))
    assert kernel.memory <= 8 * 32 * 200_000


def test_what_is_no_table_of_messages_is_refused() -> None:
    """The error comes before anything has happened."""
    kernel = Kernel(acking.STORM1)
    ops, roots, values, tasks = columns([(INIT, 1, 1, 0)])
    with pytest.raises(ValueError, match="no table of messages"):
        kernel.receive(ops, roots[:0], values, tasks)
    with pytest.raises(ValueError, match="none of 0 to 4"):
        kernel.receive(ops + 9, roots, values, tasks)
    assert 0 == kernel.pending
