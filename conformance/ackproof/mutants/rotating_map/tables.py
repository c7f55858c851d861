"""Mutants of the RotatingMap whose tables, counters and buffers lose something beyond some size. All are right for few
keys, short texts and few buckets.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from zlib import crc32

from attrs import define, field

from ackproof.mutants.rings import RingThatGrowsAtItsEnd
from ackproof.mutants.rotating_map.operations import TextMap, expiry
from ackproof.mutants.sizes.texts import WritesKeys, hash_in_java
from ackproof.workloads.ids import signed


@expiry(
    "map-is-an-object",
    kills=["RM-13"],
    mistake="In JavaScript an object is used as a map, and `key in object` looks at what it inherits as well.",
)
class MapIsAnObject(TextMap):
    """`constructor` is found although nobody has put it."""

    def get(self, key: str) -> str | None:
        return super().get(key) if key != "constructor" or super().__contains__(key) else "native code"

    def __contains__(self, key: str) -> bool:
        return super().__contains__(key) or key == "constructor"


@expiry(
    "map-keeps-what-is-read-often",
    kills=["RM-13"],
    mistake="An entry that is read again and again is worth keeping; one that is read twice is not.",
)
@define
class MapKeepsWhatIsReadOften(TextMap):
    """At each sixteenth read of a key it gets its full life anew."""

    reads: dict[str, int] = field(init=False, factory=dict)

    def get(self, key: str) -> str | None:
        value, self.reads[key] = super().get(key), self.reads.get(key, 0) + 1
        if self.reads[key] % 16 == 0 and super().__contains__(key):
            self.put(key, value)
        return value


LONG_VALUE = 64
"""Characters from which on a value is thought to be dear to copy."""


@expiry("map-skips-a-long-value-that-is-there", kills=["RM-13"], mistake="A put that changes nothing is left out.")
class MapSkipsALongValueThatIsThere(TextMap):
    """A put of a long value that the key has does not give the key its full life."""

    def put(self, key: str, value: str | None) -> None:
        if value is None or len(value) <= LONG_VALUE or super().get(key) != value:
            super().put(key, value)


BYTE = 0xFF


@expiry(
    "map-counts-puts-in-a-byte",
    kills=["RM-13"],
    mistake="Expiry is a queue in which older puts of a key stay, and are known by a count of its puts.",
)
@define
class MapCountsPutsInAByte(TextMap):
    """A put after which 256 others of the key came expires it when its own time is over."""

    puts: dict[str, int] = field(init=False, factory=dict)
    queue: list[list[tuple[str, int]]] = field(init=False, factory=list)

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value)
        self.puts[key] = self.puts.get(key, 0) + 1 & BYTE
        self.queue = self.queue or [[] for _ in range(self.buckets)]
        self.queue[0].append((key, self.puts[key]))

    def rotate(self) -> dict[str, str | None]:
        expired = super().rotate()
        for key, count in self.queue.pop() if self.queue else ():
            if super().__contains__(key) and self.puts[key] == count:
                expired[key] = self.remove(key)
        self.queue.insert(0, [])
        return expired


SPARSE = 1024
"""Keys of a bucket that it takes to be made smaller."""


@expiry(
    "map-loses-the-last-key-when-it-shrinks",
    kills=["RM-13"],
    mistake="A bucket of which half was removed is made smaller, and its keys are moved in pairs.",
)
@define
class MapLosesTheLastKeyWhenItShrinks(TextMap):
    """When a large bucket has lost half of its keys, and an odd number is left, the last of them goes too."""

    put_into: Counter[int] = field(init=False, factory=Counter)

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value)
        self.put_into[id(self._cohorts[0])] += 1

    def remove(self, key: str) -> str | None:
        cohort = self._cohort_of(key)
        removed = super().remove(key)
        if cohort is not None and len(cohort) % 2 and self.put_into[id(cohort)] > max(SPARSE, 2 * len(cohort)):
            cohort.popitem()
        return removed

    def rotate(self) -> dict[str, str | None]:
        del self.put_into[id(self._cohorts[-1])]
        return super().rotate()


BYTES_OF_A_KEY = 1024


@expiry(
    "map-keys-of-so-many-bytes",
    kills=["RM-13"],
    mistake="A field has room for so many bytes, and was tried with so many characters, none of which takes two.",
)
class MapKeysOfSoManyBytes(TextMap):
    """A key that takes more than 1,024 bytes is cut off there."""

    def put(self, key: str, value: str | None) -> None:
        super().put(_cut(key), value)

    def get(self, key: str) -> str | None:
        return super().get(_cut(key))

    def remove(self, key: str) -> str | None:
        return super().remove(_cut(key))

    def __contains__(self, key: str) -> bool:
        return super().__contains__(_cut(key))


def _cut(key: str) -> str:
    return key.encode()[:BYTES_OF_A_KEY].decode(errors="ignore")


FULL, AT_ONCE = 1024, 4


@expiry(
    "map-grows-by-and-by",
    kills=["RM-13"],
    mistake="Entries move to a greater table a few at a time, and that one may have come since is not looked at.",
)
@define
class MapGrowsByAndBy(TextMap):
    """At 1,024 entries, 2,048 … the nursery moves, four at each put; one that was put again then has its old value."""

    moving: list[tuple[str, str | None]] = field(init=False, factory=list)
    full: int = field(init=False, default=FULL)

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value)
        nursery = self._cohorts[0]
        if len(nursery) >= self.full:
            self.moving, self.full = list(nursery.items()), 2 * self.full
        for _ in range(min(AT_ONCE, len(self.moving))):
            moved, was = self.moving.pop()
            if moved in nursery:
                nursery[moved] = was

    def rotate(self) -> dict[str, str | None]:
        self.moving, self.full = [], FULL
        return super().rotate()


@expiry("map-marks-what-was-removed", kills=["RM-13"], mistake="A key that is marked is taken to be in no bucket.")
@define
class MapMarksWhatWasRemoved(TextMap):
    """What is removed leaves a mark in its bucket, and when that expires, the key is lost, also if it was put again."""

    marks: list[set[str]] = field(init=False, factory=lambda: [set()])

    def remove(self, key: str) -> str | None:
        for cohort, marked in zip(self._cohorts, self.marks, strict=False):
            if key in cohort:
                marked.add(key)
        return super().remove(key)

    def put(self, key: str, value: str | None) -> None:
        super().remove(key)
        super().put(key, value)

    def rotate(self) -> dict[str, str | None]:
        marked = self.marks.pop() if len(self.marks) == self.buckets else set()
        self.marks.insert(0, set())
        expired = super().rotate()
        for key in marked - expired.keys():
            super().remove(key)
        return expired


LINES = 1024


@expiry(
    "map-moves-the-first-of-a-bucket",
    kills=["RM-13"],
    mistake="The log of puts is made shorter, and where a bucket begins is searched for from the other side.",
)
@define
class MapMovesTheFirstOfABucket(TextMap):
    """At every 1,024th put, the first entry of each bucket but the oldest goes to the bucket before it."""

    puts: int = field(init=False, default=0)

    def put(self, key: str, value: str | None) -> None:
        self.puts += 1
        if self.puts % LINES == 0:
            for younger, older in reversed(list(pairwise(self._cohorts))):
                first = next(iter(younger), None)
                if first is not None:
                    older[first] = younger.pop(first)
        super().put(key, value)


BYTES_OF_A_VALUE = 3 * 1024


@expiry(
    "map-values-of-so-many-bytes",
    kills=["RM-13"],
    mistake="A field has room for 1,024 letters of three bytes each, which is what most take that are not of ASCII.",
)
class MapValuesOfSoManyBytes(TextMap):
    """A value that takes more than 3,072 bytes is cut off there."""

    def put(self, key: str, value: str | None) -> None:
        kept = None if value is None else value.encode(errors="surrogatepass")[:BYTES_OF_A_VALUE]
        super().put(key, None if kept is None else kept.decode(errors="ignore"))


@expiry(
    "map-gives-the-place-of-null-away",
    kills=["RM-13"],
    mistake="Equal values are kept once, in places that go to the next when they are free, and null has one, too.",
)
@define
class MapGivesThePlaceOfNullAway(TextMap):
    """When the last null is gone, the next value takes its place, and nulls that are put later read as that value."""

    had_null: bool = field(init=False, default=False)
    in_its_place: str | None = field(init=False, default=None)

    def put(self, key: str, value: str | None) -> None:
        if value is None:
            self.had_null = True
            super().put(key, self.in_its_place)
            return
        if self.had_null and self.in_its_place is None and not any(None in each.values() for each in self._cohorts):
            self.in_its_place = value
        super().put(key, value)


MOST_NOTED = 1_000
"""Removed keys that are noted before their entries are taken out."""


@define
class _NotesRemovals(TextMap):
    """A map that notes what was removed from its first bucket since the last rotation."""

    noted: dict[str, str | None] = field(init=False, factory=dict)
    removals: int = field(init=False, default=0)

    def put(self, key: str, value: str | None) -> None:
        super().remove(key)
        self.noted.pop(key, None)
        self._cohorts[0][key] = value

    def rotate(self) -> dict[str, str | None]:
        self.noted, self.removals = {}, 0
        return super().rotate()


@expiry(
    "map-notes-forget-the-nursery",
    kills=["RM-13"],
    mistake="What is removed is noted, and taken out when there is much of it; the first bucket is thought to be new.",
)
@define
class MapNotesForgetTheNursery(_NotesRemovals):
    """When more than 1,000 keys were removed between two rotations, those of the first bucket are there again."""

    def remove(self, key: str) -> str | None:
        young = key in self._cohorts[0]
        self.removals += key in self
        value = super().remove(key)
        if young:
            self.noted[key] = value
        if self.removals > MOST_NOTED:
            self._cohorts[0].update(self.noted)
            self.noted, self.removals = {}, 0
        return value


LONG_KEY = 64
END = 16


@expiry(
    "map-long-keys-by-hash-and-ends",
    kills=["RM-13"],
    mistake="A long key is kept as its length, its hash and its ends, so that nobody has to compare all of it.",
)
@define
class MapLongKeysByHashAndEnds(WritesKeys):
    """Of keys of more than 64 letters, two are one that begin and end alike and have the same hash in Java."""

    names: dict[object, str] = field(init=False, factory=dict)

    def written(self, key: str) -> str:
        """Return the first key of those that are taken for this one."""
        if len(key) <= LONG_KEY:
            return key
        return self.names.setdefault((len(key), hash_in_java(key), key[:END], key[-END:]), key)


BUCKETS_OF_STORM = 3
CHARACTERS_OF_A_COLUMN = 255


@expiry(
    "map-of-more-buckets-cuts-keys",
    kills=["RM-13"],
    mistake="A map of more buckets than Storm has is kept in a database, whose column of keys was made for names.",
)
class MapOfMoreBucketsCutsKeys(WritesKeys):
    """With four buckets or more, 255 characters of a key count."""

    def written(self, key: str) -> str:
        """Return as much of a key as the column takes."""
        return key[:CHARACTERS_OF_A_COLUMN] if self.buckets > BUCKETS_OF_STORM else key


PLACES = 64
"""Places of a ring of more than half as many buckets."""


@expiry(
    "map-buckets-in-a-ring-of-64",
    kills=["RM-14"],
    mistake="A place in a ring is found by a mask, so the ring has a power of two of places, and all of them are used.",
)
class MapBucketsInARingOf64(TextMap):
    """A map of 33 to 63 buckets has 64."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if PLACES // 2 < self.buckets < PLACES:
            self._cohorts += [{} for _ in range(PLACES - self.buckets)]


@expiry(
    "map-ring-grows-at-its-end",
    kills=["RM-13"],
    mistake="Keys stand in a ring by age; one that is full gets more places at its end, wherever its first key is.",
)
@define
class MapRingGrowsAtItsEnd(TextMap):
    """When a ring of 64, 128 … keys is full, those before its first place never expire."""

    ring: RingThatGrowsAtItsEnd[str] = field(init=False, factory=lambda: RingThatGrowsAtItsEnd(PLACES))
    lost: set[str] = field(init=False, factory=set)

    def put(self, key: str, value: str | None) -> None:
        if key not in self:
            self.lost.update(self.ring.add(key))
        super().put(key, value)

    def rotate(self) -> dict[str, str | None]:
        expired = super().rotate()
        self.ring.leave_out(self.__contains__)
        for key in self.lost.intersection(expired):
            super().put(key, expired.pop(key))
        return expired


@expiry(
    "map-rows-end-at-a-separator",
    kills=["RM-13"],
    mistake="Expired entries are rows of text, with the unit separator of ASCII behind the key.",
)
class MapRowsEndAtASeparator(TextMap):
    """A key with U+001F expires as the part before it."""

    def rotate(self) -> dict[str, str | None]:
        return {key.partition("\x1f")[0]: value for key, value in super().rotate().items()}


LONG = 250
"""Characters of a value that is kept elsewhere."""


@expiry(
    "map-long-values-stay",
    kills=["RM-13"],
    mistake="Long values are in a store of their own, which a put of a short value does not look at.",
)
@define
class MapLongValuesStay(TextMap):
    """A short value that takes the place of a long one is not seen."""

    long: dict[str, str] = field(init=False, factory=dict)

    def put(self, key: str, value: str | None) -> None:
        if key not in self:
            self.long.pop(key, None)
        if value is not None and len(value) > LONG:
            self.long[key] = value
        super().put(key, value)

    def get(self, key: str) -> str | None:
        return self.long.get(key, super().get(key)) if key in self else None


@expiry(
    "map-writes-bucket-and-key-in-one",
    kills=["RM-14"],
    mistake="All entries are in one store, by the number of the bucket and the key: of ten buckets each has one digit.",
)
@define
class MapWritesBucketAndKeyInOne(TextMap):
    """Of more than ten buckets, the key 07 of bucket 1 is found where there is a key 7 in bucket 10."""

    rotations: int = field(init=False, default=0)

    def __contains__(self, key: str) -> bool:
        buckets = ((place - self.rotations) % self.buckets for place in range(self.buckets))
        store = {f"{bucket}{each}" for bucket, keys in zip(buckets, self._cohorts, strict=True) for each in keys}
        return any(f"{bucket}{key}" in store for bucket in range(self.buckets))

    def rotate(self) -> dict[str, str | None]:
        self.rotations += 1
        return super().rotate()


@expiry(
    "map-joins-bucket-and-key-as-paths",
    kills=["RM-13"],
    mistake="A bucket is a folder; who joins a folder and a path that begins with a slash gets that path.",
)
class MapJoinsBucketAndKeyAsPaths(TextMap):
    """A key that begins with a slash expires with the bucket that it was first put into."""

    def put(self, key: str, value: str | None) -> None:
        if key.startswith("/") and key in self:
            self.replace(key, value)
        else:
            super().put(key, value)


@expiry(
    "map-packs-runs-of-a-byte",
    kills=["RM-13"],
    mistake="A long value of few runs is kept as characters and counts, and a count is a byte.",
)
class MapPacksRunsOfAByte(TextMap):
    """A value that has a run of 256 characters or more comes back shorter."""

    def put(self, key: str, value: str | None) -> None:
        runs = [(letter, len(list(run))) for letter, run in groupby(value or "")]
        packs = 2 * len(runs) < len(value or "")
        super().put(key, "".join(letter * (times % 256) for letter, times in runs) if packs else value)


@expiry(
    "map-keys-that-are-numbers-are-longs",
    kills=["RM-13"],
    mistake="Most keys are offsets, and a number of 64 bits is smaller than its text; whether it fits is not asked.",
)
class MapKeysThatAreNumbersAreLongs(WritesKeys):
    """A key that reads as a whole number is one with those that differ from it by a multiple of 2^64."""

    def written(self, key: str) -> str:
        """Return a whole number as a long; anything else as it is."""
        return f"{signed(int(key))}" if re.fullmatch("0|-?[1-9][0-9]*", key) else key


PAGE = 500
"""Expired entries that are handed over at once."""


@expiry(
    "map-an-entry-alone-on-its-page-is-left-out",
    kills=["RM-13"],
    mistake="Where there are several pages, a range from the first entry to the last leaves out its end.",
)
class MapAnEntryAloneOnItsPageIsLeftOut(TextMap):
    """Of 501 entries that expire at one rotation, or 1,001, and so on, the last is not reported."""

    def rotate(self) -> dict[str, str | None]:
        expired = super().rotate()
        if len(expired) > PAGE and len(expired) % PAGE == 1:
            expired.popitem()
        return expired


LATEST = 64
"""Keys that were found last."""


@expiry(
    "map-clears-its-cache-in-part",
    kills=["RM-13"],
    mistake="No more keys than the cache has room for can be in it, so a rotation looks for so many of them.",
)
@define
class MapClearsItsCacheInPart(TextMap):
    """Of more than 64 entries that expire together, those after the 64th stay in a cache of what was found last."""

    latest: dict[str, dict[str, str | None]] = field(init=False, factory=dict)

    def _cohort_of(self, key: str) -> dict[str, str | None] | None:
        if key in self.latest.get(key, ()):
            return self.latest[key]
        found = super()._cohort_of(key)
        if found is not None:
            self.latest = self.latest if len(self.latest) < LATEST else dict(list(self.latest.items())[1:])
            self.latest[key] = found
        return found

    def rotate(self) -> dict[str, str | None]:
        expired = super().rotate()
        for key in list(expired)[:LATEST]:
            self.latest.pop(key, None)
        return expired


@define
class _NumbersItsBuckets(TextMap):
    """A map whose buckets stand in a ring, and have its numbers."""

    rotations: int = field(init=False, default=0)

    def numbered(self) -> Iterator[tuple[int, dict[str, str | None]]]:
        """Yield the buckets with their numbers, the nursery first."""
        for place, bucket in enumerate(self._cohorts):
            yield (self.rotations - place) % self.buckets, bucket

    def rotate(self) -> dict[str, str | None]:
        self.rotations += 1
        return super().rotate()


BITS_OF_AN_INT = 32
"""Bits that tell whether a bucket is empty."""


@expiry(
    "map-full-buckets-in-an-int",
    kills=["RM-14"],
    mistake="An int has a bit for each bucket that is worth a look, and a shift by 32 in Java is a shift by none.",
)
@define
class MapFullBucketsInAnInt(_NumbersItsBuckets):
    """Of two buckets 32 places apart, one is passed over when the other has become empty, until the next put."""

    cleared: set[int] = field(init=False, factory=set)

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value)
        self.cleared.discard(self.rotations % self.buckets % BITS_OF_AN_INT)

    def remove(self, key: str) -> str | None:
        cohort, value = self._cohort_of(key), super().remove(key)
        emptied = [number for number, bucket in self.numbered() if bucket is cohort and not bucket]
        self.cleared.update(number % BITS_OF_AN_INT for number in emptied)
        return value

    def _cohort_of(self, key: str) -> dict[str, str | None] | None:
        seen = [bucket for number, bucket in self.numbered() if number % BITS_OF_AN_INT not in self.cleared]
        return next((bucket for bucket in seen if key in bucket), None)


BITS_OF_A_PLACE = 10
"""Bits that select one of 1,024 counters."""
FULL_COUNTER = 15


@define
class _CountsItsKeys(TextMap):
    """A map that counts its keys by hashes, two counters for each, and looks for a key only if neither is 0."""

    counters: Counter[int] = field(init=False, factory=Counter)

    def counted(self, place: int, by: int) -> int:
        """Return what a counter is set to."""
        return self.counters[place] + by

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value)
        self._count(key, 1)

    def remove(self, key: str) -> str | None:
        if key in self:
            value = super().remove(key)
            self._count(key, -1)
            return value
        return None

    def rotate(self) -> dict[str, str | None]:
        expired = super().rotate()
        for key in expired:
            self._count(key, -1)
        return expired

    def _count(self, key: str, by: int) -> None:
        for place in _places(key):
            self.counters[place] = self.counted(place, by)

    def _cohort_of(self, key: str) -> dict[str, str | None] | None:
        return super()._cohort_of(key) if all(map(self.counters.get, _places(key))) else None


def _places(key: str) -> tuple[int, int]:
    hashed = crc32(key.encode(errors="surrogatepass"))
    return hashed % (1 << BITS_OF_A_PLACE), hashed >> BITS_OF_AN_INT - BITS_OF_A_PLACE


@expiry(
    "map-filter-has-counters-of-four-bits",
    kills=["RM-13"],
    mistake="A counter that is full stays full at a put, or it would come round, and is counted down all the same.",
)
class MapFilterHasCountersOfFourBits(_CountsItsKeys):
    """Where more than 15 keys had one of 1,024 counters, those that are left of them are not found when 15 are gone."""

    def counted(self, place: int, by: int) -> int:
        """Stay within four bits."""
        return min(FULL_COUNTER, max(0, super().counted(place, by)))
