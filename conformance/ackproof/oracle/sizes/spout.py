"""The right callbacks of an executor in a large history, computed in one pass. All emissions have receivers, and there
are ackers.
"""

from collections.abc import Iterator

from ackproof.components.fields import Kind
from ackproof.components.spout import Callback, Notify, SpoutEmit, SpoutTick
from ackproof.workloads.spout import SpoutWorkload


def callbacks_due(workload: SpoutWorkload) -> Iterator[tuple[Callback, ...]]:
    """Yield the callbacks that the specification requires at each operation; those of a tick in any order.

    An emission that was made or refreshed since the last tick is young. The next tick makes it old, and the one after
    fails it.
    """
    young: dict[int, SpoutEmit] = {}
    old: dict[int, SpoutEmit] = {}
    for step in workload.steps:
        match step:
            case SpoutEmit(_, root, message, _):
                if message is not None:
                    young[root] = step
                yield ()
            case Notify(kind, root, _):
                emission = young.pop(root, None) or old.pop(root, None)
                if emission is None:
                    yield ()
                elif kind == "reset-timeout":
                    young[root] = emission
                    yield ()
                else:
                    yield (_call(kind, emission),)
            case SpoutTick():
                young, old, failing = {}, young, old
                yield tuple(_call("fail", emission) for emission in failing.values())


def _call(kind: Kind, emission: SpoutEmit) -> Callback:
    return Callback(kind, emission.task, emission.message or "")
