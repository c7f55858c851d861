"""RotatingMaps that are wrong in one thing each."""

from typing import Any

import acking
from ackproof.target import Component, Config
from ackproof.targets.reference import ReferenceTarget
from attrs import evolve

from .components import changed
from .right import Factory

Map = acking.RotatingMap[str, str | None]


def made_of(breaks: str, kind: type[Map]) -> Factory:
    """Return the factory of a target whose maps are of that class."""

    def change(opened: Any) -> None:
        opened.entries = kind(opened.entries.buckets)

    return changed(breaks, "rotating-map", change)


class GetRefreshes(Map):
    """A cache: what is read stays."""

    def get(self, key: str) -> str | None:
        value = super().get(key)
        if key in self:
            self.put(key, value)
        return value


class LeavesOlderCopies(Map):
    """A put leaves the copies in older buckets, which expire."""

    def put(self, key: str, value: str | None) -> None:
        self._cohorts[0][key] = value


class OneBucketMore(Map):
    """Entries live a rotation too long."""

    def __attrs_post_init__(self) -> None:
        self._cohorts = [{} for _ in range(self.buckets + 1)]


class OneBucketLess(Map):
    """Entries live a rotation too short."""

    def __attrs_post_init__(self) -> None:
        self._cohorts = [{} for _ in range(self.buckets - 1)]


class RotationTellsOne(Map):
    """Of the entries that die together it tells one."""

    def rotate(self) -> dict[str, str | None]:
        return dict(list(super().rotate().items())[:1])


class RemovesFromTheNursery(Map):
    """A remove does not look into older buckets."""

    def remove(self, key: str) -> str | None:
        return self._cohorts[0].pop(key, None)

    def put(self, key: str, value: str | None) -> None:
        super().remove(key)
        self._cohorts[0][key] = value


class CountsTheNursery(Map):
    """Size does not look into older buckets."""

    def __len__(self) -> int:
        return len(self._cohorts[0])


class FindsNoNulls(Map):
    """A key without a value is not there for it."""

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None


class TakesTheEmptyKeyForNone(Map):
    """It asks `if key` where it should ask nothing."""

    def put(self, key: str, value: str | None) -> None:
        if key:
            super().put(key, value)


class TakesItsOwnBuckets(ReferenceTarget):
    """It claims to be configurable, refuses what has to be refused, and opens the profile's map whatever was asked."""

    def open(self, component: str, config: Config) -> Component:
        enough = component == "rotating-map" and config.buckets is not None and config.buckets > 1
        return super().open(component, evolve(config, buckets=None) if enough else config)


class TakesAnyBuckets(ReferenceTarget):
    """It opens a map of one bucket, or of none."""

    def open(self, component: str, config: Config) -> Component:
        few = component == "rotating-map" and config.buckets is not None and config.buckets < 2
        return super().open(component, evolve(config, buckets=2) if few else config)


get_refreshes = made_of("RM-04", GetRefreshes)
leaves_older_copies = made_of("RM-03", LeavesOlderCopies)
one_bucket_more = made_of("RM-05", OneBucketMore)
one_bucket_less = made_of("RM-02", OneBucketLess)
rotation_tells_one = made_of("RM-05", RotationTellsOne)
removes_from_the_nursery = made_of("RM-06", RemovesFromTheNursery)
counts_the_nursery = made_of("RM-07", CountsTheNursery)
finds_no_nulls = made_of("RM-08", FindsNoNulls)
takes_the_empty_key_for_none = made_of("RM-02", TakesTheEmptyKeyForNone)
takes_its_own_buckets = Factory("RM-05", TakesItsOwnBuckets)
takes_any_buckets = Factory("RM-01", TakesAnyBuckets)
