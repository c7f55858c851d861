"""Workloads for RotatingMaps: a few keys, written, read, removed and aged in any order."""

from collections.abc import Mapping
from typing import Self

from attrs import evolve, field, frozen

from ackproof.components.rotating_map import Contains, Get, MapOperation, Put, Remove, Rotate, Size
from ackproof.target import Config
from ackproof.workloads.choices import Choices, chance
from ackproof.workloads.dimensions import ENTRIES, ROTATIONS
from ackproof.workloads.independent import IndependentOperations

KEYS = ("a", "b", "", "d")
EQUAL_VALUES = 15
LARGE_KEYS = 60
LARGE_MOST = 300
BUCKETS = {"storm1": 2, "storm2": 3}


@frozen(slots=False)
class MapWorkload(IndependentOperations[MapOperation]):
    """Operations on one map of `buckets` buckets."""

    buckets: int
    steps: tuple[MapOperation, ...] = field(repr=lambda steps: f"<{len(steps)} steps>")

    component = "rotating-map"

    def counted(self) -> Mapping[str, int]:
        """Return the size of the workload by dimension, as far as it can be counted."""
        rotations = sum(isinstance(step, Rotate) for step in self.steps)
        return {ENTRIES: len({step.key for step in self.steps if isinstance(step, Put)}), ROTATIONS: rotations}

    def with_the_buckets_of_its_profile(self) -> Self:
        """Return the workload for a map that is opened without a number of buckets."""
        profile = self.config.profile
        return evolve(self, config=evolve(self.config, buckets=None), buckets=BUCKETS[profile])


@frozen(kw_only=True)
class MapMix:
    """The parameters of a map workload: the number of keys, and the relative frequency of each operation.

    `odd_buckets` is the chance that the map is opened with a number of buckets of its own, one of `own_buckets`, and
    `large` that it has many more entries and operations.
    """

    keys: int = 3
    put: int = 4
    get: int = 1
    contains: int = 1
    remove: int = 1
    size: int = 1
    rotate: int = 4
    nulls: int = 0
    most: int = 22
    odd_buckets: int = 0
    own_buckets: tuple[int, ...] = ()
    large: int = 4


def _draw_value(choices: Choices, mix: MapMix, number: int) -> str | None:
    if chance(choices, mix.nulls):
        return None
    return ("v", "")[choices.integer(0, 1)] if chance(choices, EQUAL_VALUES) else f"v{number}"


def _key(number: int) -> str:
    return KEYS[number] if number < len(KEYS) else f"k{number}"


def grow_map_workload(choices: Choices, profile: str, mix: MapMix) -> MapWorkload:
    """Draw one workload."""
    odd = None
    if chance(choices, mix.odd_buckets):
        odd = mix.own_buckets[choices.integer(0, len(mix.own_buckets) - 1)]
    keys, most = (LARGE_KEYS, LARGE_MOST) if chance(choices, mix.large) else (mix.keys, mix.most)
    config = Config(profile=profile, buckets=odd)
    parts = (mix.put, mix.get, mix.contains, mix.remove, mix.size, mix.rotate)
    kinds = [kind for kind, part in enumerate(parts) for _ in range(part)]
    steps: list[MapOperation] = []
    for number in range(choices.integer(3, most)):
        kind = kinds[choices.integer(0, len(kinds) - 1)]
        key = _key(choices.integer(0, keys - 1)) if kind < kinds[-1] and kind != 4 else ""  # noqa: PLR2004
        match kind:
            case 0:
                steps.append(Put(key, _draw_value(choices, mix, number)))
            case 1:
                steps.append(Get(key))
            case 2:
                steps.append(Contains(key))
            case 3:
                steps.append(Remove(key))
            case 4:
                steps.append(Size())
            case _:
                steps.append(Rotate())
    return MapWorkload(config, BUCKETS[profile] if odd is None else odd, tuple(steps))
