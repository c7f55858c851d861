"""The RotatingMap: a map whose entries expire, a bucket at a time, without a clock.

Theory of operation
-------------------
Entries are in a few buckets. The first bucket is the *nursery*: every `put` goes there. The last is *death row*.
`rotate` removes death row with all its entries, moves every other bucket one step towards the end and opens an empty
nursery. No entry is ever scanned for its age: an entry's age *is* the bucket it is in. So the cost of a rotation
depends on the entries that expire and not on those that stay.

With three buckets:

              nursery         death row
    put k       k       -       -
    rotate      -       k       -
    rotate      -       -       k
    rotate      -       -       -         k expired

With N buckets, an entry that was last put after r rotations survives the rotations r+1 to r+N-1 and expires at rotation
r+N. If the map rotates every P seconds, an entry that is not put again lives longer than (N-1)P and no longer than NP.
The map needs no timestamps, and in exchange the time of expiry is imprecise by P. More buckets make it more precise.

The map may have a callback, which is called with every entry that expires. By then death row is removed and the new
nursery is open, so an entry that the callback puts back has its full lifetime.

There are two ways of writing, which differ in what happens to the age of an entry. Acking depends on the difference:

- `put` moves the entry to the nursery (and out of any older bucket, or the stale copy would expire a live key);
- `replace` changes the value and leaves the entry in its bucket. Storm has no such method: since 2.0 its acker changes
  a mutable record in place, with the same effect.

Rules: the chapter on the RotatingMap, `RM-01` onwards. Source: acking-2.3, "Pending tuples and the RotatingMap".
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from attrs import define, field

from acking.errors import IllegalUse
from acking.ids import check_count

K = TypeVar("K")
V = TypeVar("V")

FEWEST_BUCKETS = 2


def _silently(_: object, __: object) -> None:
    """Do nothing when an entry expires, as an acker does."""


@define
class RotatingMap(Generic[K, V]):
    """A map of `buckets` cohorts. Every rotation removes the oldest, and calls `on_expiry` with each of its entries.

    A map of fewer than two buckets would forget an entry at the first rotation after its `put`, however soon that
    comes, so it is refused with `IllegalUse`.
    """

    buckets: int
    on_expiry: Callable[[K, V], None] = field(default=_silently, eq=False, repr=False)
    _cohorts: list[dict[K, V]] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        check_count("buckets", self.buckets, FEWEST_BUCKETS)
        self._cohorts = [{} for _ in range(self.buckets)]

    def put(self, key: K, value: V) -> None:
        """Store `value` in the nursery, with its full lifetime, whatever was left of that of an older entry."""
        self.remove(key)
        self._cohorts[0][key] = value

    def replace(self, key: K, value: V) -> None:
        """Change the value of a key without changing its age. Raise `IllegalUse` if the key is not in the map."""
        cohort = self._cohort_of(key)
        if cohort is None:
            raise IllegalUse(f"replace of {key!r}, which is not in the map")
        cohort[key] = value

    def get(self, key: K) -> V | None:
        """Return the value of `key`, or None if it is not in the map. Reading does not refresh."""
        cohort = self._cohort_of(key)
        return None if cohort is None else cohort[key]

    def remove(self, key: K) -> V | None:
        """Remove `key` and return its value, or None if it was not in the map. It will not expire any more."""
        cohort = self._cohort_of(key)
        return None if cohort is None else cohort.pop(key)

    def rotate(self) -> dict[K, V]:
        """Age every entry by one rotation; call `on_expiry` with each entry that expires, and return them all."""
        expired = self._cohorts.pop()
        self._cohorts.insert(0, {})
        for key, value in expired.items():
            self.on_expiry(key, value)
        return expired

    def cohorts(self) -> tuple[dict[K, V], ...]:
        """Return a copy of the buckets, nursery first, death row last."""
        return tuple(dict(cohort) for cohort in self._cohorts)

    def __contains__(self, key: K) -> bool:
        return self._cohort_of(key) is not None

    def __len__(self) -> int:
        return sum(map(len, self._cohorts))

    def _cohort_of(self, key: K) -> dict[K, V] | None:
        for cohort in self._cohorts:
            if key in cohort:
                return cohort
        return None
