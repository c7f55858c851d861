"""The right answers of a RotatingMap to a large history, computed in one pass."""

from collections.abc import Iterator

from ackproof.components.rotating_map import Contains, Expired, Get, MapResult, Put, Remove, Rotate, Size
from ackproof.workloads.rotating_map import MapWorkload

Cohort = dict[str, str | None]
NOTHING = MapResult()


def answers_due(workload: MapWorkload) -> Iterator[MapResult]:
    """Yield the result that the specification requires of each operation of a history.

    Each key has the number of rotations at its last put, and each of these numbers has its keys. So a rotation visits
    only the keys that it removes.
    """
    rotations = 0
    put_at: dict[str, int] = {}
    cohorts: dict[int, Cohort] = {0: {}}
    for step in workload.steps:
        match step:
            case Put(key, value):
                if key in put_at:
                    del cohorts[put_at[key]][key]
                put_at[key] = rotations
                cohorts[rotations][key] = value
                yield NOTHING
            case Get(key):
                found = key in put_at
                yield MapResult(found=found, value=cohorts[put_at[key]][key] if found else None)
            case Contains(key):
                yield MapResult(found=key in put_at)
            case Remove(key):
                found = key in put_at
                yield MapResult(found=found, value=cohorts[put_at.pop(key)].pop(key) if found else None)
            case Size():
                yield MapResult(size=len(put_at))
            case Rotate():
                rotations += 1
                cohorts[rotations] = {}
                taken = cohorts.pop(rotations - workload.buckets, {})
                for key in taken:
                    del put_at[key]
                yield MapResult(expired=tuple(Expired(key, value) for key, value in taken.items()))
