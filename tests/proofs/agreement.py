"""The extracted program compared with the reference, on random operations, without any rule.

There are few roots, names and keys, and values of three bits, so that zeros, second inits, joins within a tree, expiry
and refusals happen often. Unordered results are sorted before they are compared.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ackproof.components import Operation, anchoring, rotating_map, spout
from ackproof.components.acker import Ack, Fail, Init, ResetTimeout, Tick
from ackproof.target import Config, Target
from ackproof.targets.reference import ReferenceTarget

AT_ONCE = 1000
ROOTS, VALUES, TASKS, KEYS = 4, 8, 3, 6
ACKER_TASKS = 3

CONFIGS = {
    "acker": [Config(profile="storm1"), Config(profile="storm2", tasks=ACKER_TASKS)],
    "rotating-map": [Config(buckets=2), Config(buckets=5)],
    "anchoring": [Config()],
    "spout": [Config(spout_tasks=tuple(range(TASKS))), Config(spout_tasks=tuple(range(TASKS)), ackers=0)],
}


def difference(target: Target, component: str, seed: int, count: int) -> str | None:
    """Run this many operations in each configuration on both; return the first with different answers, or None."""
    for config in CONFIGS[component]:
        theirs, ours = target.open(component, config), ReferenceTarget().open(component, config)
        drawn = DRAWN[component](random.Random(f"{component} {seed}"))
        done = 0
        while done < count:
            chunk = list(islice(drawn, min(AT_ONCE, count - done)))
            pairs = zip(theirs.apply(chunk), ours.apply(chunk), strict=True)
            for place, (proved, reference) in enumerate(pairs):
                if _in_order(proved) != _in_order(reference):
                    return f"{component}, operation {done + place}, {chunk[place]}: {proved} and not {reference}"
            done += len(chunk)
    return None


def acker_operations(draw: random.Random) -> Iterator[Operation]:
    """Messages of a few roots, and ticks of one acker task or all."""
    while True:
        root, value = draw.randrange(-2, ROOTS - 2), draw.randrange(VALUES)
        tick = Tick() if draw.random() < 0.5 else Tick(0)
        init, ack = Init(root, value, draw.randrange(TASKS)), Ack(root, value)
        operations: list[Operation] = [init, ack, ack, Fail(root), ResetTimeout(root), tick]
        yield draw.choice(operations)


def map_operations(draw: random.Random) -> Iterator[Operation]:
    """All operations, on a few keys, the empty one among them; values may be null."""
    names = ["", "a", "é", "key", "key\0", "long " * 9][:KEYS]
    while True:
        key = draw.choice(names)
        operations: list[Operation] = [
            rotating_map.Put(key, draw.choice([None, "x", "y"])),
            rotating_map.Get(key),
            rotating_map.Contains(key),
            rotating_map.Remove(key),
            rotating_map.Size(),
            rotating_map.Rotate(),
        ]
        yield draw.choice(operations)


def anchoring_operations(draw: random.Random) -> Iterator[Operation]:
    """Inputs that arrive, are anchored to, and are released; some repeatedly, some without having arrived."""
    names: list[str] = ["never"]
    number = 0
    while True:
        number += 1
        known = names[-KEYS:]
        match draw.randrange(5):
            case 0:
                name = draw.choice([f"in{number}", *known])
                names.append(name)
                roots = draw.sample(range(ROOTS), draw.randrange(3))
                yield anchoring.Receive(name, {root: draw.randrange(VALUES) for root in roots})
            case 1 | 2:
                anchors = tuple(draw.choice(known) for _ in range(draw.randrange(4)))
                copies = tuple(f"out{number}/{copy}" for copy in range(draw.randrange(3)))
                names.extend(copies)
                edges = tuple(tuple(draw.randrange(VALUES) for _ in anchors) for _ in copies)
                yield anchoring.Emit(copies, anchors, edges)
            case 3:
                yield anchoring.AckTuple(draw.choice(known))
            case _:
                yield anchoring.FailTuple(draw.choice(known))


def spout_operations(draw: random.Random) -> Iterator[Operation]:
    """Emissions, each with a new root, notifications of ackers about the latest, and ticks."""
    root = 0
    while True:
        match draw.randrange(5):
            case 0 | 1:
                root += 1
                edges = tuple(draw.randrange(VALUES) for _ in range(draw.randrange(4)))
                yield spout.SpoutEmit(root % TASKS, root, draw.choice([None, "m1", "m2"]), edges)
            case 2 | 3:
                about = root - draw.randrange(KEYS)
                yield spout.Notify(draw.choice(["ack", "fail", "reset-timeout"]), about, about % TASKS)
            case _:
                yield spout.SpoutTick()


DRAWN = {
    "acker": acker_operations,
    "rotating-map": map_operations,
    "anchoring": anchoring_operations,
    "spout": spout_operations,
}


def _in_order(result: Any) -> Any:
    match result:
        case rotating_map.MapResult(found, value, size, expired):
            return (found, value, size, None if expired is None else _sorted(expired))
        case anchoring.AnchoringResult(message_ids, messages, refused):
            return (message_ids, _sorted(messages), refused is not None)
        case spout.SpoutResult(effects, pending):
            calls = [each for each in effects if isinstance(each, spout.Callback)]
            return ([each for each in effects if not isinstance(each, spout.Callback)], _sorted(calls), pending)
    return (result.notifications, result.pending)


def _sorted(those: Sequence[Any]) -> list[Any]:
    return sorted(those, key=repr)
