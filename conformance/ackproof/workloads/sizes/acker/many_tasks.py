"""Many acker tasks, and numbers of them that are no powers of two."""

import random
from collections.abc import Mapping

from ackproof.workloads import ids
from ackproof.workloads.acker import Step
from ackproof.workloads.dimensions import ACKER_TASKS, RECORDS
from ackproof.workloads.sizes.acker.writer import Writer
from ackproof.workloads.sizes.confusing import FACTOR, WORD

MOST_TICKED = 200
"""The greatest number of acker tasks that get ticks of their own."""
ROOTS_OF_A_TASK = 2
MORE_ROOTS = 4
"""The number of roots beyond `ROOTS_OF_A_TASK` for each task."""
CROWD = 2100
"""The number of additional records of the acker task that has more than the others."""
MOST_ROUTED = 4096
INIT_LAST_EVERY = 8
"""Of that many trees, one begins with a fail and one with an ack."""
BEFORE_A_POWER = 8
"""The number of ticks before a power of two at which trees begin."""
ODD_NUMBERS = (1023, 249, 107, 49, 47, 3)
"""Numbers of acker tasks that are no powers of two, which take turns. A division by multiplication with a rounded
fraction is wrong at some of them.
"""
FEWEST_ODD = 49
"""The least size of a draw. It lets the last three of the `ODD_NUMBERS` be used at any size."""
FAILS_EVERY = 8
"""Of so many trees of the odd acker tasks one fails."""
EXTRA_ROOTS = 16
"""The number of roots beside those whose hashes are chosen."""
LEAST_INT_ROOT = (1 << 31) - 31
"""A root whose hash is the least int, of which Java's Math.abs is negative."""


def many_acker_tasks(writer: Writer, size: int) -> Mapping[str, int]:
    """Write trees for `size` acker tasks, some of which get ticks of their own until their records are gone. In every
    second turn half of the trees are still there when all acker tasks get such ticks. In the other turns one acker task
    has many more trees than the rest, and its first tick is followed by one of all acker tasks. Some trees begin with a
    fail or an ack, and their inits come last. At the end, one acker task gets many ticks of its own.
    """
    writer.tasks = size
    count = min(MOST_ROUTED, ROOTS_OF_A_TASK * size + MORE_ROOTS)
    crowded = None if writer.turn % 2 else writer.source.randrange(size)
    roots = list(dict.fromkeys([LEAST_INT_ROOT, *(writer.root() for _ in range(count))]))
    if crowded is not None:
        roots = list(dict.fromkeys([*roots, *(_routed_to(crowded, size, writer.source) for _ in range(CROWD))]))
    edges = {root: writer.edge() for root in roots}
    failed, acked = set(roots[1::INIT_LAST_EVERY]), set(roots[INIT_LAST_EVERY // 2 :: INIT_LAST_EVERY])
    for root in roots:
        if root in failed:
            writer.fail(root)
        elif root in acked:
            writer.ack(root, edges[root])
        else:
            writer.init(root, edges[root])
    writer.restart()
    # The acker tasks at the ends, that of the least int, and some in between.
    chosen = {0, size - 1, -(1 << 31) % size}
    chosen |= {writer.source.randrange(size) for _ in range(min(MOST_TICKED, size // 2))}
    for task in sorted(chosen - {crowded, (crowded + 1) % size} if crowded is not None else chosen):
        writer.steps += _ticks_of(task, writer.lifetime)
    if crowded is not None:
        own = Step(op="tick", about="time passes", acker=crowded)
        writer.steps += [own, Step(op="tick", about="time passes"), *[own] * (writer.lifetime - 2)]
    writer.restart()
    for place, root in enumerate(writer.shuffled(roots)):
        if writer.turn % 2 and place == len(roots) // 2:
            writer.steps += [Step(op="tick", about="time passes")] * writer.lifetime
        if root in failed or root in acked:
            writer.init(root, edges[root])
        else:
            writer.ack(root, edges[root])
    _time_of_its_own(writer, writer.source.randrange(size), size)
    return {ACKER_TASKS: size, RECORDS: len(roots)}


def _time_of_its_own(writer: Writer, task: int, size: int) -> None:
    """Add as many ticks of one acker task. Trees of it begin shortly before their number is a power of two, and their
    acks come when they have expired.
    """
    tick = Step(op="tick", about="time passes", acker=task)
    powers = {1 << bit for bit in range(size.bit_length())}
    opened: dict[int, tuple[int, int]] = {}
    for time in range(1, size + 1):
        if any(time + before in powers for before in range(BEFORE_A_POWER)):
            opened[time] = _routed_to(task, size, writer.source), writer.edge()
            writer.init(*opened[time])
        writer.steps.append(tick)
        if time + 1 - writer.lifetime in opened:
            writer.ask_after(*opened.pop(time + 1 - writer.lifetime), over=True)


def odd_numbers_of_acker_tasks(writer: Writer, size: int) -> Mapping[str, int]:
    """Write trees for one of the `ODD_NUMBERS` of acker tasks, or for `size` of them if that is less. Many roots are
    routed to the first, the second and the last task, by hashes of any length: there a rounded quotient is off by one.
    The first task gets ticks of its own, then the second, then the last, and some roots of each get acks in between, or
    fails.
    """
    writer.tasks = tasks = min(size, ODD_NUMBERS[writer.turn % len(ODD_NUMBERS)])
    ends = list(dict.fromkeys((0, 1 % tasks, tasks - 1)))
    roots = [_routed_to(task, tasks, writer.source, bits) for task in ends for bits in range(1, ids.LOW_WORD)]
    roots += [writer.root() for _ in range(EXTRA_ROOTS)]
    edges = {root: writer.edge() for root in roots}
    for root, edge in edges.items():
        writer.init(root, edge)
    asked = writer.source.sample(list(edges), len(edges))
    for place, task in enumerate(ends):
        writer.steps += _ticks_of(task, writer.lifetime)
        for number, root in enumerate(asked[place :: len(ends)]):
            if number % FAILS_EVERY:
                writer.ack(root, edges[root])
            else:
                writer.fail(root)
    return {ACKER_TASKS: tasks, RECORDS: len(edges)}


def _ticks_of(task: int, times: int) -> list[Step]:
    """Return ticks of one acker task."""
    return [Step(op="tick", about="time passes", acker=task)] * times


def _routed_to(task: int, tasks: int, source: random.Random, bits: int = ids.LOW_WORD - 1) -> int:
    """Return a root that is routed to an acker task. Routing uses the hash of a list that holds the root, which is 31
    plus the xor of its words. The hash has at most `bits` bits, and a sign.
    """
    most = max(1, (1 << bits) // tasks - 1)
    hashed = source.randrange(-most, most) * tasks + task
    high = source.getrandbits(ids.LOW_WORD)
    return ids.signed(high << ids.LOW_WORD | high ^ (hashed - FACTOR) & WORD)
