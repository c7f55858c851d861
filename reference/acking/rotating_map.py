"""The RotatingMap: a map that forgets, a cohort at a time, without looking at a clock.

Theory of operation
-------------------
Entries live in a few buckets. The first bucket is the *nursery*: every `put` lands there. The last is *death row*.
`rotate` takes death row away, with all that is in it, moves every other bucket one step towards the end and opens an
empty nursery. Nothing is ever scanned for its age: an entry's age *is* the bucket it is in, so a rotation costs the
entries that die and not the entries that live.

With three buckets:

              nursery         death row
    put k       k       -       -
    rotate      -       k       -
    rotate      -       -       k
    rotate      -       -       -         k expired

With N buckets an entry that was last put after r rotations survives the rotations r+1 to r+N-1 and is taken by the
rotation r+N. Rotate every P seconds, and an entry that is left alone lives longer than (N-1)P and no longer than NP:
the map trades that much vagueness about *when* for needing no timestamp at all. More buckets make it less vague.

Whoever makes the map may give it a callback, which hears of every entry that dies. Death row is away and the new
nursery is open by then, so an entry that the callback puts back has its full lifetime.

Two ways of writing differ in what they do to the age of an entry, and acking depends on the difference:

- `put` moves the entry to the nursery (and out of any older bucket, or the stale copy would expire a live key);
- `replace` changes the value where it stands. Storm has no such method: since 2.0 its acker holds on to a mutable
  record and changes that, which comes to the same.

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
    """Let an entry die without telling anybody, as an acker does."""


@define
class RotatingMap(Generic[K, V]):
    """A map of `buckets` cohorts, of which every rotation forgets the oldest and tells `on_expiry` of each entry of it.

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
        """Store `value` in the nursery: its full lifetime begins now, whatever was left of an older one."""
        self.remove(key)
        self._cohorts[0][key] = value

    def replace(self, key: K, value: V) -> None:
        """Change the value of a key that is there, and leave its age alone."""
        cohort = self._cohort_of(key)
        if cohort is None:
            raise IllegalUse(f"replace of {key!r}, which is not in the map")
        cohort[key] = value

    def get(self, key: K) -> V | None:
        """Return the value of `key`, or None if it is not there. Reading does not refresh."""
        cohort = self._cohort_of(key)
        return None if cohort is None else cohort[key]

    def remove(self, key: K) -> V | None:
        """Forget `key` and return its value, or None if it was not there. It will not expire any more."""
        cohort = self._cohort_of(key)
        return None if cohort is None else cohort.pop(key)

    def rotate(self) -> dict[K, V]:
        """Age every entry by one rotation; call `on_expiry` with each entry that died of it, and return them all."""
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
