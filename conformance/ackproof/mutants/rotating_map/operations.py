"""Mutants of the RotatingMap."""

from acking import IllegalUse, RotatingMap
from attrs import define, field

from ackproof.mutants import family

expiry = family("expiry and rotation")
TOO_FEW = 2
MOST = 3


class TextMap(RotatingMap[str, str | None]):
    """The reference's map, of what the suite puts into it."""


@expiry("map-get-refreshes", kills=["RM-04"], mistake="A cache keeps what is read.")
class MapGetRefreshes(TextMap):
    """An entry that is read lives on."""

    def get(self, key: str) -> str | None:
        value = super().get(key)
        if super().__contains__(key):
            self.put(key, value)
        return value


@expiry(
    "map-contains-refreshes",
    kills=["RM-04"],
    mistake="A look-up goes through the same door as a read, in a cache by last access.",
)
class MapContainsRefreshes(TextMap):
    """An entry that is asked for lives on, one rotation longer."""

    def __contains__(self, key: str) -> bool:
        found = super().__contains__(key)
        if found:
            self.put(key, super().get(key))
        return found


@expiry(
    "map-put-leaves-older-copies",
    kills=["RM-03"],
    mistake="The nursery is written without a look into the other buckets.",
)
class MapPutLeavesOlderCopies(TextMap):
    """A key that is put again expires once more, as its old copy."""

    def put(self, key: str, value: str | None) -> None:
        self._cohorts[0][key] = value


@expiry(
    "map-put-clears-the-next-bucket-only",
    kills=["RM-03"],
    profiles=["storm2"],
    mistake="The loop over the older buckets breaks after the first.",
)
class MapPutClearsTheNextBucketOnly(TextMap):
    """A put leaves the copy in the third bucket and in those after it."""

    def put(self, key: str, value: str | None) -> None:
        self._cohorts[1].pop(key, None)
        self._cohorts[0][key] = value


@expiry(
    "map-put-does-not-refresh",
    kills=["RM-03"],
    mistake="A put of a key that is there changes its value where it stands.",
)
class MapPutDoesNotRefresh(TextMap):
    """A key that is put again grows no younger."""

    def put(self, key: str, value: str | None) -> None:
        if key in self:
            self.replace(key, value)
        else:
            super().put(key, value)


@expiry("map-put-keeps-the-first-value", kills=["RM-02"], mistake="`setdefault`, or `putIfAbsent`, is taken for a put.")
class MapPutKeepsTheFirstValue(TextMap):
    """A key that is put again is refreshed with its old value."""

    def put(self, key: str, value: str | None) -> None:
        super().put(key, self.get(key) if key in self else value)


@expiry("map-has-one-bucket-more", kills=["RM-05"], mistake="Buckets are counted besides the one that is being filled.")
class MapHasOneBucketMore(TextMap):
    """Entries live a rotation too long."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self._cohorts.append({})


@expiry("map-has-one-bucket-less", kills=["RM-05"], mistake="Buckets are counted without the one that is being filled.")
class MapHasOneBucketLess(TextMap):
    """Entries live a rotation too short."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self._cohorts.pop()


@expiry("map-has-three-buckets-at-most", kills=["RM-12"], mistake="A table of buckets has a fixed size.")
class MapHasThreeBucketsAtMost(TextMap):
    """A map of four buckets or more is opened with three."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        del self._cohorts[3:]


@expiry("map-takes-one-bucket", kills=["RM-01"], mistake="The number is not looked at.")
class MapTakesOneBucket(TextMap):
    """A map of one bucket is opened, or of none, and has two."""

    def __attrs_post_init__(self) -> None:
        self._cohorts = [{} for _ in range(max(2, self.buckets))]


@expiry("map-takes-a-number-below-zero", kills=["RM-01"], mistake="0 and 1 are looked for, one by one.")
class MapTakesANumberBelowZero(TextMap):
    """A map of fewer than no buckets is opened, and has two."""

    def __attrs_post_init__(self) -> None:
        if self.buckets >= 0:
            super().__attrs_post_init__()
        else:
            self._cohorts = [{} for _ in range(TOO_FEW)]


@expiry("map-refuses-two-buckets", kills=["RM-01"], mistake="The comparison is off by one.")
class MapRefusesTwoBuckets(TextMap):
    """A map of two buckets is not opened, where the number was asked for."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if self.buckets <= TOO_FEW:
            raise IllegalUse(f"{self.buckets} buckets are too few")


@expiry(
    "map-rotation-tells-one",
    kills=["RM-05"],
    mistake="The callback is called with the entry that died, as if there were one.",
)
class MapRotationTellsOne(TextMap):
    """Of the entries that die together, one is reported."""

    def rotate(self) -> dict[str, str | None]:
        return dict(list(super().rotate().items())[:1])


@expiry("map-remove-misses-older-buckets", kills=["RM-06"], mistake="A key is looked for where it was put.")
class MapRemoveMissesOlderBuckets(TextMap):
    """A remove finds an entry in the nursery only."""

    def remove(self, key: str) -> str | None:
        return self._cohorts[0].pop(key, None)

    def put(self, key: str, value: str | None) -> None:
        super().remove(key)
        self._cohorts[0][key] = value


@expiry("map-remove-only-hides", kills=["RM-06"], mistake="A removed entry is set to null, and dies in its time.")
@define
class MapRemoveOnlyHides(TextMap):
    """A removed entry is not found any more, and expires all the same."""

    removed: list[dict[str, str | None]] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.removed = [{} for _ in self._cohorts]

    def remove(self, key: str) -> str | None:
        value = super().remove(key)
        self.removed[0][key] = value
        return value

    def put(self, key: str, value: str | None) -> None:
        super().remove(key)
        self._cohorts[0][key] = value

    def rotate(self) -> dict[str, str | None]:
        self.removed.insert(0, {})
        return {**self.removed.pop(), **super().rotate()}


@expiry("map-death-row-is-not-found", kills=["RM-02"], mistake="The last bucket is taken to be gone already.")
class MapDeathRowIsNotFound(TextMap):
    """An entry in the last bucket is not found by a get or a contains."""

    def get(self, key: str) -> str | None:
        return None if key in self._cohorts[-1] else super().get(key)

    def __contains__(self, key: str) -> bool:
        return key not in self._cohorts[-1] and super().__contains__(key)


@expiry("map-counts-the-nursery", kills=["RM-07"], mistake="The size is that of the bucket at hand.")
class MapCountsTheNursery(TextMap):
    """Entries in older buckets are not counted."""

    def __len__(self) -> int:
        return len(self._cohorts[0])


@expiry("map-counts-all-puts", kills=["RM-07"], mistake="The size is a counter that a put raises and a remove lowers.")
@define
class MapCountsAllPuts(TextMap):
    """What expires goes on being counted."""

    expired: int = field(init=False, default=0)

    def __len__(self) -> int:
        return super().__len__() + self.expired

    def rotate(self) -> dict[str, str | None]:
        expired = super().rotate()
        self.expired += len(expired)
        return expired


@expiry(
    "map-finds-no-nulls", kills=["RM-08"], mistake="A look-up that gives null is taken for a key that is not there."
)
class MapFindsNoNulls(TextMap):
    """A key without a value is not there for it."""

    def __contains__(self, key: str) -> bool:
        return super().__contains__(key) and super().get(key) is not None


@expiry("map-expires-no-nulls", kills=["RM-08"], mistake="What expires is reported if there is a value to report.")
class MapExpiresNoNulls(TextMap):
    """A key without a value is forgotten in silence."""

    def rotate(self) -> dict[str, str | None]:
        return {key: value for key, value in super().rotate().items() if value is not None}


@expiry(
    "map-empty-key-is-none",
    kills=["RM-02"],
    mistake="`if key` asks for truth where it should ask whether there is one.",
)
class MapEmptyKeyIsNone(TextMap):
    """A put of the empty key is dropped."""

    def put(self, key: str, value: str | None) -> None:
        if key:
            super().put(key, value)


@expiry("map-get-removes", kills=["RM-02"], mistake="`pop` is called where `get` was meant.")
class MapGetRemoves(TextMap):
    """An entry can be read once."""

    def get(self, key: str) -> str | None:
        return super().remove(key)


@expiry("map-get-empty-value-is-none", kills=["RM-02"], mistake="`value or None` is meant for a value that is missing.")
class MapGetEmptyValueIsNone(TextMap):
    """A get of an empty value finds it, and returns none."""

    def get(self, key: str) -> str | None:
        return super().get(key) or None


@expiry("map-remove-tells-no-value", kills=["RM-06"], mistake="`del` is called where `pop` was meant.")
class MapRemoveTellsNoValue(TextMap):
    """A remove finds the key, and does not return what it was."""

    def remove(self, key: str) -> None:
        super().remove(key)


@expiry(
    "map-rotation-tells-three-at-most",
    kills=["RM-05"],
    mistake="Expired entries are handed over in a buffer of fixed size.",
)
class MapRotationTellsThreeAtMost(TextMap):
    """Of four entries that die together, the last is not reported."""

    def rotate(self) -> dict[str, str | None]:
        return dict(list(super().rotate().items())[:MOST])


@expiry("map-fresh-counts-one", kills=["RM-07"], mistake="A bucket is made with an entry in it that marks its end.")
@define
class MapFreshCountsOne(TextMap):
    """A map counts one entry before its first put."""

    written: bool = field(init=False, default=False)

    def put(self, key: str, value: str | None) -> None:
        self.written = True
        super().put(key, value)

    def __len__(self) -> int:
        return super().__len__() if self.written else 1
