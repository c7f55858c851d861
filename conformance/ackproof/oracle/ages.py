"""The ground truth of a RotatingMap: each key's last put, and how many rotations ago that was."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from attrs import evolve, frozen

from ackproof.components.rotating_map import Contains, Get, MapOperation, MapResult, Put, Remove, Rotate
from ackproof.workloads.rotating_map import MapWorkload


@frozen(kw_only=True)
class MapEntry:
    """A key in the map. `first_age` counts rotations since it was first put without a gap. `read` says whether it was
    read since its last put, `again` whether it was put again since its first.
    """

    value: str | None
    age: int = 0
    first_age: int = 0
    again: bool = False
    read: bool = False


@frozen(kw_only=True)
class MapMoment:
    """One operation, the entries before it, and the target's answer. `removed` has the keys that were taken out, with
    their present age.
    """

    index: int
    operation: MapOperation
    entries: dict[str, MapEntry]
    removed: dict[str, int]
    result: MapResult

    def dying(self, buckets: int) -> dict[str, str | None]:
        """Return the entries that a rotation expires at this moment."""
        return {key: entry.value for key, entry in self.entries.items() if entry.age == buckets - 1}


@frozen
class MapChronicle:
    """A workload, a target's results, and the truth at each step: for all keys, or only for those in `about`: each
    moment has a copy of the map, which takes too much memory for many keys.
    """

    workload: MapWorkload
    results: Sequence[MapResult]
    about: Collection[str] | None = None

    @cached_property
    def moments(self) -> tuple[MapMoment, ...]:
        """Every operation, in order."""
        return tuple(_moments(self.workload, self.results, self.about))


def _moments(workload: MapWorkload, results: Sequence[MapResult], about: Collection[str] | None) -> Iterator[MapMoment]:
    entries: dict[str, MapEntry] = {}
    removed: dict[str, int] = {}
    for index, (operation, result) in enumerate(zip(workload.steps, results, strict=True)):
        yield MapMoment(index=index, operation=operation, entries=dict(entries), removed=dict(removed), result=result)
        match operation:
            case Put(key, value) if about is None or key in about:
                old = entries.get(key)
                entries[key] = evolve(old, value=value, age=0, again=True, read=False) if old else MapEntry(value=value)
                removed.pop(key, None)
            case Get(key) | Contains(key) if key in entries:
                entries[key] = evolve(entries[key], read=True)
            case Remove(key) if key in entries:
                removed[key] = entries.pop(key).age
            case Rotate():
                removed = {key: age + 1 for key, age in removed.items() if age + 1 < workload.buckets}
                entries = {
                    key: MapEntry(
                        value=entry.value,
                        age=entry.age + 1,
                        first_age=entry.first_age + 1,
                        again=entry.again,
                        read=entry.read,
                    )
                    for key, entry in entries.items()
                    if entry.age + 1 < workload.buckets
                }
