"""Large workloads for spouts: many pending emissions, a long run, many receivers and tasks, and message ids that are
hard to distinguish.
"""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import define, evolve, field, frozen

from ackproof.components.fields import Kind
from ackproof.components.spout import Notify, SpoutEmit, SpoutOperation, SpoutTick
from ackproof.target import Config
from ackproof.workloads import ids
from ackproof.workloads.dimensions import (
    FAILING,
    MESSAGE_LENGTH,
    MESSAGE_PAIRS,
    PENDING,
    PENDING_BITS,
    RECEIVERS,
    REPLAYS,
    RESET,
    RESETS,
    SPOUT_TASKS,
    TASK_BITS,
    TICKS,
)
from ackproof.workloads.sizes.scenarios import (
    Grown,
    Scenario,
    Scene,
    Turns,
    in_quarters,
    leaving_one,
    of_each_age,
    waves,
)
from ackproof.workloads.sizes.texts import (
    ALWAYS_THERE,
    AS_NOTHING,
    BORDERED,
    DIVIDED,
    NUMBERED,
    NUMBERED_FIRST,
    NUMBERS,
    WAYS,
    apart,
    of_each_length,
    text_of,
    within,
)
from ackproof.workloads.spout import SpoutWorkload

NO_MESSAGE_EVERY = 4
"""Of emissions with one message id, one in that many is followed by one without any."""
LEFT_EVERY = 4
"""Of emissions that are mostly acked, one in that many is not."""
OTHER_EVERY = 64
"""After so many resolved emissions of one message id comes one of another."""
AGAIN_EVERY = 8
"""Of the messages that failed or were acked, one in that many is emitted again."""
TICKS_TO_FORGET = 2
"""After so many ticks an emission is forgotten that neither a notification nor a reset-timeout is about."""
LATE = 64
"""The greatest number of late notifications of each kind."""
FEW_TASKS = (3, 70_000, 2**31 - 1)
OF_ONE_KEY = ((1, 11), (11, 1), (3, 70_000), (70_000, 3), (1, 234), (12, 34), (123, 4))
"""Tasks, each with a root of its own: written together, added or xored, several are one."""
ACKERS = (1, 256, 1024)
"""Numbers of acker tasks of the topology, by turns. An executor only distinguishes none from some."""
WAYS_TO_CROWD = 3
ELDERS = 8
BETWEEN = 4
"""While emissions become more, after one of that many others are refreshed and resolved."""
MARKS = "#/:@|.-~"
"""Characters in message ids, one for each of the elders: whoever adds something to an id may divide it at any."""
INT_BITS = 31


@frozen(slots=False)
class SizedSpoutWorkload(Grown, SpoutWorkload):
    """A large workload for the spout tasks of an executor."""

    def regrown(self, size: int) -> "SizedSpoutWorkload":
        """Return the same scenario in another size."""
        grown = self.grown_anew(size)
        assert isinstance(grown, SizedSpoutWorkload)  # noqa: S101 - a scenario makes workloads of one kind
        return grown

    def without(self, start: int, stop: int) -> "SizedSpoutWorkload | None":
        """Return the workload without some of its operations, or None if the rest emits a root that is pending."""
        rest = self.steps[:start] + self.steps[stop:]
        return evolve(self, steps=rest) if not self.config.ackers or _is_in_order(rest) else None

    def subjects(self, index: int) -> Sequence[object]:
        """Return the roots that can be left out if a violation at an operation is not about them."""
        own = root_of(self.steps[index])
        return tuple(root for root in dict.fromkeys(map(root_of, self.steps)) if root not in (own, None))

    def without_subjects(self, subjects: Collection[object]) -> "SizedSpoutWorkload":
        """Return the workload without all operations on these roots."""
        gone = frozenset(subjects)
        return evolve(self, steps=tuple(step for step in self.steps if root_of(step) not in gone))


def _is_in_order(steps: Iterable[SpoutOperation]) -> bool:
    """Whether every root that is emitted again was acked, failed or forgotten before."""
    ticks = 0
    since: dict[int, int] = {}
    for step in steps:
        match step:
            case SpoutTick():
                ticks += 1
            case Notify("ack" | "fail", root, _):
                since.pop(root, None)
            case Notify(_, root, _) if ticks - since.get(root, ticks - TICKS_TO_FORGET) < TICKS_TO_FORGET:
                since[root] = ticks
            case SpoutEmit(_, root, message, _):
                if ticks - since.get(root, ticks - TICKS_TO_FORGET) < TICKS_TO_FORGET:
                    return False
                if message is not None:
                    since[root] = ticks
    return True


def root_of(operation: SpoutOperation) -> int | None:
    """Return the root that an operation is about, or None if it is about all."""
    return None if isinstance(operation, SpoutTick) else operation.root


@define
class _Writer:
    """Writes a history of one executor."""

    source: random.Random
    tasks: Sequence[int] = FEW_TASKS
    ackers: int = 1
    steps: list[SpoutOperation] = field(factory=list)
    _emitted: dict[int, SpoutEmit] = field(init=False, factory=dict)

    def emit(self, message: str | None, receivers: int = 1, *, root: int | None = None, task: int | None = None) -> int:
        """Emit to that many receivers; return the root."""
        fresh = ids.signed(self.source.getrandbits(ids.BITS)) if root is None else root
        by = self.source.choice(self.tasks) if task is None else task
        edges = tuple(ids.signed(self.source.getrandbits(ids.BITS) or 1) for _ in range(receivers))
        self._emitted[fresh] = SpoutEmit(by, fresh, message, edges)
        self.steps.append(self._emitted[fresh])
        return fresh

    def emit_again(self, root: int, *, same_root: bool) -> int:
        """Emit the message of that root again, by the same task, with another root or the `same_root`; return it."""
        before = self._emitted[root]
        return self.emit(before.message, root=root if same_root else None, task=before.task)

    def emit_balanced(self, message: str) -> int:
        """Emit to three receivers by edges whose xor is zero, which does not mean that the tree is done; return the
        root.
        """
        root = self.emit(message, 3)
        last = self.steps[-1]
        assert isinstance(last, SpoutEmit)  # noqa: S101 - it was emitted just now
        first, second, _ = last.edges
        self.steps[-1] = evolve(last, edges=(first, second, first ^ second))
        return root

    def notify(self, kind: Kind, root: int) -> None:
        """Send a notification about a root to the task that emitted it."""
        self.steps.append(Notify(kind, root, self._emitted[root].task))

    def tick(self, times: int = 1) -> None:
        """Let time pass."""
        self.steps += [SpoutTick()] * times

    def made(self, profile: str, reached: Mapping[str, int]) -> SizedSpoutWorkload:
        """Return the workload."""
        config = Config(profile=profile, spout_tasks=tuple(self.tasks), ackers=self.ackers)
        return SizedSpoutWorkload(config=config, steps=tuple(self.steps), reached=reached)


def _many_pending(scene: Scene, size: int) -> SizedSpoutWorkload:
    """Make `size` emissions that are pending at once. Half of them fail at their second tick, a quarter is refreshed
    and fails a tick later, and a quarter is acked or failed by an acker in time, half of it after the first tick.

    By turns, they have little in common; or all are of one task, the quarter that an acker resolves fails, and late
    notifications come for three quarters of all; or all have the same message id, with emissions without one among
    them, and later some of another. In every second turn the first few are a tick older than all others. At the end
    some of the messages that failed or were acked are emitted again: half of them are acked, and half fail in their
    time. Of others, which in one turn of three are `size`, three in four are acked after their first tick, then half of
    the rest, and what is left fails at the second. A few wait while many come and go, a few are refreshed, resolved and
    emitted again, and two have ids that begin alike. Before all come waves. While they become more, others
    of any age are refreshed, which gives them no more time before a tick, and resolved.
    """
    one_task, one_message = scene.turn % WAYS_TO_CROWD == 1, scene.turn % WAYS_TO_CROWD == 2  # noqa: PLR2004
    writer = _Writer(scene.source, ackers=ACKERS[scene.turn % len(ACKERS)])
    elders = 0 if scene.turn % 2 else min(ELDERS, size // 8)
    _waves(writer, size // 8, scene.turn)
    roots = _growing(writer, size, elders, one_message=one_message, one_task=one_task)
    failing, refreshed, resolved, rest = in_quarters(roots, scene.turn)
    words = scene.source.sample(resolved, len(resolved))
    half = len(words) // 2
    for place, root in enumerate(words[:half]):
        writer.notify("fail" if one_task else "ack", root)
        _other(writer, place if one_message else None)
    for root in sorted(set(roots[:elders]).intersection(refreshed)):
        writer.notify("reset-timeout", root)
    writer.tick()
    for root in refreshed:
        writer.notify("reset-timeout", root)
    for place, root in enumerate(words[half:]):
        writer.notify("ack" if place % 4 and not one_task else "fail", root)
    writer.tick(2)
    for late in (failing, refreshed, words):
        for root in late[0 if one_task else -LATE :]:
            writer.notify("ack", root)
    # In every second turn first those that were emitted last: if any are removed late, these are.
    failed = failing[::-1] if scene.turn % 2 else scene.source.sample(failing, len(failing))
    _emitted_again(writer, [*failed[::AGAIN_EVERY], *words[::AGAIN_EVERY]])
    _mostly_acked(writer, size if scene.turn % 3 == 1 else size // 8)
    _churned(writer, size // 8)
    _refreshed_and_again(writer)
    _named_alike(writer)
    at_once = len({*failing, *rest}.difference(roots[:elders]))
    return writer.made(scene.profile, {PENDING: size, FAILING: at_once, RESET: len(refreshed)})


def _growing(writer: _Writer, size: int, elders: int, *, one_message: bool, one_task: bool) -> list[int]:
    """Emit `size` messages, the first `elders` of them a tick before the others, and more between them that are
    resolved here. Return the roots of the others.
    """
    source = writer.source
    base, step = ids.signed(source.getrandbits(ids.BITS)), source.choice((0, 1, 1 << ids.LOW_WORD, -1))
    name = source.choice(NUMBERED)
    roots: list[int] = []
    between: list[int] = []
    for place in range(size):
        while between and place + len(between) >= size:  # never more than `size` are pending
            writer.notify("ack", between.pop())
        message, root = "m" if one_message else name.format(place), ids.signed(base + step * place) if step else None
        roots.append(writer.emit(message, 1, root=root, task=writer.tasks[-1] if one_task else None))
        if one_message and place % NO_MESSAGE_EVERY == 0:
            writer.emit(None)
        if len(roots) == elders:
            writer.tick()
        if not source.randrange(BETWEEN) and len(roots) + len(between) < size:
            _meanwhile(writer, between)
    return roots


def _meanwhile(writer: _Writer, waiting: list[int]) -> None:
    """While emissions become more, add another to those that are waiting, and refresh and resolve an earlier one."""
    waiting.append(writer.emit("m"))
    age = writer.source.randrange(1 << writer.source.randrange(len(waiting).bit_length() + 1))
    if 0 < age <= len(waiting):
        root = waiting.pop(-age)
        writer.notify("reset-timeout", root)
        writer.notify("ack" if age % 4 else "fail", root)


def _other(writer: _Writer, place: int | None) -> None:
    """After some resolved emissions of one message id, emit another."""
    if place is not None and place % OTHER_EVERY == 0:
        writer.emit(f"other {place}")


def _emitted_again(writer: _Writer, roots: Sequence[int]) -> None:
    """Emit the messages of some roots again, half of them with the same roots; of both, half are acked, and half fail
    by timeout.
    """
    anew = [writer.emit_again(root, same_root=place // 2 % 2 == 1) for place, root in enumerate(roots)]
    for root in anew[::2]:
        writer.notify("ack", root)
    writer.tick(2)


def _mostly_acked(writer: _Writer, size: int) -> None:
    """Emit `size` messages, of which three in four are acked a tick later. What came with them is no younger for that,
    and no less pending: half of the others are acked next, and the rest fails by timeout. Their ids are long and
    differ at the beginning.
    """
    roots = [writer.emit(NUMBERED_FIRST.format(place)) for place in range(size)]
    writer.tick()
    left = roots[::LEFT_EVERY]
    for root in sorted(set(roots).difference(left)) + left[::2]:
        writer.notify("ack", root)
    writer.tick()


def _churned(writer: _Writer, size: int) -> None:
    """Let a few emissions wait, and refresh half of them after a tick. Then `size` others are emitted and acked, one
    after the other, and a few once more with the same root, half of which are resolved before the next tick. What waits
    fails in its time, however much of what is kept is stale.
    """
    waiting = [writer.emit(f"waits {place}") for place in range(ELDERS)]
    writer.tick()
    for root in waiting[::2]:
        writer.notify("reset-timeout", root)
    for place in range(size):
        passing = writer.emit(f"passes {place}")
        writer.notify("ack", passing)
        if place < ELDERS:
            writer.emit_again(passing, same_root=True)
            if place % 2:
                writer.notify("ack" if place % 4 == 1 else "fail", passing)
    writer.tick(2)


def _refreshed_and_again(writer: _Writer) -> None:
    """Refresh a few emissions after a tick, and resolve them. Then emit them again, half of them with the same roots,
    and use the root of one for another message: all fail at their second tick, as if nothing had been before.
    """
    before = [writer.emit(f"refreshed{MARKS[place]}{place}") for place in range(ELDERS)]
    replaced = writer.emit("one")
    writer.tick()
    for root in before:
        writer.notify("reset-timeout", root)
    for place, root in enumerate(before):
        writer.notify("fail" if place % 4 else "ack", root)
        writer.emit_again(root, same_root=place % 2 == 0)
    writer.notify("reset-timeout", replaced)
    writer.notify("ack", replaced)
    writer.emit("another", root=replaced)
    writer.tick(2)


def _named_alike(writer: _Writer) -> None:
    """Emit two messages of one task whose ids begin alike, a tick apart. The first fails by timeout, and another one
    comes in its place; the second is acked under its own id.
    """
    task = writer.tasks[0]
    writer.emit("file-a/part-1", task=task)
    writer.tick()
    second = writer.emit("file-a/part-2", task=task)
    writer.tick()
    writer.emit("topic-b/part-1", task=task)
    writer.notify("ack", second)
    writer.tick(2)


def _waves(writer: _Writer, size: int, turn: int) -> None:
    """Emit messages in waves of up to `size`, each time when those before have failed. When a ring has to grow
    for the next, the oldest in it is not at its beginning.
    """
    for wave in waves(size, turn):
        for place in range(wave):
            writer.emit(f"wave {place}")
        writer.tick(2)


def _long_run(scene: Scene, size: int) -> SizedSpoutWorkload:
    """Make a run of `size` ticks. Between two of them one emission is refreshed again, one is acked at once, one is
    acked before its second tick, one will fail by timeout and is emitted again under the same message id, and one has
    no message id. For each number of ticks from two on, one ack comes that many ticks after its emission, which is too
    late.
    """
    writer = _Writer(scene.source)
    lasting = writer.emit("lasting")
    waiting: list[int] = []
    old, late = of_each_age(scene.source, 2, size), dict[int, list[int]]()
    for tick in range(size):
        writer.notify("reset-timeout", lasting)
        for root in late.pop(tick, ()):
            writer.notify("ack", root)
        writer.notify("ack", writer.emit(f"quick {tick}"))
        again = writer.emit("again")
        for later in old.get(tick, ()):
            late.setdefault(later, []).append(again)
        writer.emit(None)
        waiting.append(writer.emit(f"slow {tick}"))
        if tick:
            writer.notify("ack", waiting[tick - 1])
        writer.tick()
    writer.notify("ack", lasting)
    return writer.made(scene.profile, {TICKS: size, RESETS: size, REPLAYS: size})


def _many_receivers(scene: Scene, size: int) -> SizedSpoutWorkload:
    """Make emissions to `size` receivers, tracked and not. In every third turn others have fewer receivers: if a spout
    takes receivers in blocks, the last block of some emission has a single one.
    """
    writer = _Writer(scene.source, ackers=ACKERS[scene.turn % len(ACKERS)])
    for fewer in leaving_one(size) if scene.turn % 3 == 1 else ():
        writer.notify("ack", writer.emit(f"to {fewer}", fewer))
    tracked = [writer.emit(message, size) for message in ("m1", "m2", "m3")]
    tracked.append(writer.emit_balanced("balanced"))
    writer.emit(None, size)
    writer.emit("m4", max(1, size - 1))
    writer.notify("ack", tracked[0])
    writer.notify("fail", tracked[1])
    writer.tick(2)
    return writer.made(scene.profile, {RECEIVERS: size})


def _resolved(writer: _Writer, roots: Sequence[int]) -> None:
    """Resolve emissions in every way: by ack, by fail and by timeout."""
    for place, root in enumerate(writer.source.sample(roots, len(roots))):
        if place % 3 < 2:  # noqa: PLR2004 - the third is left to time
            writer.notify("fail" if place % 3 else "ack", root)
    writer.tick(2)


def _long_messages(scene: Scene, size: int) -> SizedSpoutWorkload:
    """Make pairs of message ids of `size` characters that differ in one place, or in the middle in one
    of the `WAYS`, and message ids of every other length.
    """
    writer = _Writer(scene.source)
    pairs = [*(pair for _, *pair in apart(size)), *within(size)]
    if scene.turn % 2 == 0:  # those first that have the longest beginning in common
        pairs.reverse()
    _resolved(writer, [writer.emit(message) for pair in pairs for message in pair])
    _resolved(writer, [writer.emit(message) for message in of_each_length(size)])
    return writer.made(scene.profile, {MESSAGE_LENGTH: size})


def _alike(scene: Scene, size: int) -> SizedSpoutWorkload:
    """Make pairs of message ids that differ in the first `size` of all `WAYS`, behind a stem of some length or none;
    message ids that look like none, some that are members of every object in some language, some with separators
    within, at the beginning or at the end, and some that are numbers. Last come tasks and roots whose numbers are one
    if they are put together.
    """
    writer = _Writer(scene.source, [*FEW_TASKS, *sorted({task for task, _ in OF_ONE_KEY}.difference(FEW_TASKS))])
    stem = text_of((0, 8, 40)[scene.turn % 3])
    messages = [message for way in WAYS[:size] for message in way.pair(stem)]
    _resolved(writer, [writer.emit(message) for message in (*messages, *AS_NOTHING, *ALWAYS_THERE)])
    _resolved(writer, [writer.emit(message) for pair in (*DIVIDED, *BORDERED) for message in pair])
    _resolved(writer, [writer.emit(message) for message in NUMBERS])
    _resolved(writer, [writer.emit(f"{task} and {root}", root=root, task=task) for task, root in OF_ONE_KEY])
    return writer.made(scene.profile, {MESSAGE_PAIRS: size})


def _one_bit(scene: Scene, size: int) -> SizedSpoutWorkload:
    """Make pairs of pending roots that differ in one bit, for each of the first `size` bits, emitted by tasks whose
    numbers have one bit set.
    """
    writer = _Writer(scene.source, (0, *(1 << bit for bit in range(min(size, INT_BITS)))))
    roots = []
    for bit in range(size):
        root = ids.signed(scene.source.getrandbits(ids.BITS))
        pair = (root, ids.signed(root ^ (1 << bit)))
        roots += [writer.emit(f"root {each}", root=each, task=1 << (bit % INT_BITS)) for each in pair]
    roots.append(writer.emit("of task 0", task=0))
    _resolved(writer, roots)
    return writer.made(scene.profile, {PENDING_BITS: size, TASK_BITS: min(size, INT_BITS)})


def _many_tasks(scene: Scene, size: int) -> SizedSpoutWorkload:
    """Make an executor of `size` tasks, each with one emission that is resolved before a tick, one after it, and one
    that fails by timeout.
    """
    tasks = {2**31 - 1, 0}
    while len(tasks) < size:
        tasks.add(scene.source.getrandbits(scene.source.randrange(1, INT_BITS + 1)))
    writer = _Writer(scene.source, scene.source.sample(sorted(tasks)[-size:], size))
    soon, later = ([writer.emit("m", task=task) for task in writer.tasks] for _ in range(2))
    for task in writer.tasks:
        writer.emit(f"m of {task}", task=task)
    for root in soon:
        writer.notify("ack", root)
    writer.tick()
    for root in later[::-1]:
        writer.notify("fail", root)
    writer.tick()
    return writer.made(scene.profile, {SPOUT_TASKS: size})


def _odd_numbers_of_tasks(scene: Scene, size: int) -> SizedSpoutWorkload:
    """Do the same with an executor of fewer tasks, whose number need not be a power of two: by turns one less than
    `size`, one more than half of it, or three quarters of it.
    """
    return _many_tasks(scene, (max(1, size - 1), 1 + size // 2, max(1, 3 * size // 4))[scene.turn % 3])


SPOUT = "spout"

grow_sized_spout_workload = Turns(
    (
        Scenario(SPOUT, MESSAGE_PAIRS, _alike, least=1),
        Scenario(SPOUT, MESSAGE_LENGTH, _long_messages, least=1),
        Scenario(SPOUT, PENDING_BITS, _one_bit, least=1),
        Scenario(SPOUT, SPOUT_TASKS, _many_tasks, least=1),
        Scenario(SPOUT, SPOUT_TASKS, _odd_numbers_of_tasks, least=1),
        Scenario(SPOUT, RECEIVERS, _many_receivers, least=1),
        Scenario(SPOUT, TICKS, _long_run),
        Scenario(SPOUT, PENDING, _many_pending, least=4),
    )
)
"""The scenarios that cost least come first, so that what they find is found soon."""
