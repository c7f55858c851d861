"""Maps that are right up to some size and wrong beyond it."""

from collections import Counter, deque
from typing import ClassVar

from acking import RotatingMap
from attrs import define, field

from ackproof.mutants.sizes.mistake import Mistake
from ackproof.mutants.sizes.texts import FOLDS, WritesKeys
from ackproof.workloads import dimensions

Entries = dict[str, str | None]
AT_ONCE = 8


@define
class MapBeyondALimit(RotatingMap[str, str | None]):
    """A map that is wrong beyond a limit."""

    limit: ClassVar[int] = 0

    def oldest(self) -> Entries:
        """Return the entries of the oldest bucket that has any."""
        return next(cohort for cohort in reversed(self._cohorts) if cohort)


@define
class MapLosesAnEntryWhenItGrows(MapBeyondALimit):
    """When a map of so many entries gets one more, the oldest is lost."""

    grown: bool = field(init=False, default=False)

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value)
        if not self.grown and len(self) > self.limit:
            self.grown = True
            entries = self.oldest()
            del entries[next(iter(entries))]


@define
class MapMakesAllYoungWhenItGrows(MapBeyondALimit):
    """When a map of so many entries gets one more, and each time it doubles, all begin anew."""

    doubled: int = field(init=False, default=0)

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value)
        if len(self) > self.limit << self.doubled:
            self.doubled += 1
            for cohort in self._cohorts[:0:-1]:
                for each, kept in dict(cohort).items():
                    super().put(each, kept)


@define
class MapEvictsBeyond(MapBeyondALimit):
    """Of more entries than that, the oldest is dropped."""

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value)
        if len(self) > self.limit:
            entries = self.oldest()
            del entries[next(iter(entries))]


@define
class MapCountsSoMany(MapBeyondALimit):
    """Of more entries than that, so many are counted."""

    def __len__(self) -> int:
        return min(self.limit, super().__len__())


@define
class MapForgetsNullsBeyond(MapBeyondALimit):
    """Of more entries than that, null values are not kept."""

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value)
        if value is None and len(self) > self.limit:
            self.remove(key)


@define
class MapExpiresSoManyAtARotation(MapBeyondALimit):
    """Of the entries that are due at a rotation, only so many go; the others stay for one rotation more."""

    def rotate(self) -> Entries:
        expired = super().rotate()
        late = dict(list(expired.items())[self.limit :])
        self._cohorts[-1].update(late)
        return {key: value for key, value in expired.items() if key not in late}


@define
class MapForgetsSoManyAtARotation(MapBeyondALimit):
    """A rotation forgets so many of the entries that are due. Of the others, eight are forgotten with each later put,
    by their keys, even if these were put again by then.
    """

    left: deque[str] = field(init=False, factory=deque)

    def rotate(self) -> Entries:
        expired = super().rotate()
        self.left.extend(list(expired)[self.limit :])
        return expired

    def put(self, key: str, value: str | None) -> None:
        for _ in range(min(len(self.left), AT_ONCE)):
            self.remove(self.left.popleft())
        super().put(key, value)


@define
class MapTellsOfSoManyExpired(MapBeyondALimit):
    """Of the entries that a rotation takes, only so many are reported."""

    def rotate(self) -> Entries:
        return dict(list(super().rotate().items())[: self.limit])


@define
class MapLosesEveryNthRotation(MapBeyondALimit):
    """Each rotation whose number is a multiple of that does nothing."""

    rotations: int = field(init=False, default=0)

    def rotate(self) -> Entries:
        self.rotations += 1
        return {} if self.rotations % self.limit == 0 else super().rotate()


@define
class MapRotatesTwiceEveryNthTime(MapBeyondALimit):
    """Each rotation whose number is a multiple of that is two."""

    rotations: int = field(init=False, default=0)

    def rotate(self) -> Entries:
        self.rotations += 1
        return super().rotate() | (super().rotate() if self.rotations % self.limit == 0 else {})


@define
class MapRefreshesAKeySoOften(MapBeyondALimit):
    """A key is given its full life by so many puts, and by no other."""

    puts: dict[str, int] = field(init=False, factory=dict)

    def put(self, key: str, value: str | None) -> None:
        times = self.puts[key] = self.puts.get(key, 0) + 1
        if key in self and times > self.limit:
            self.replace(key, value)
        else:
            super().put(key, value)


@define
class MapKeepsWhatIsReadSoOften(MapBeyondALimit):
    """An entry that is read so often is given its full life by the read, by `get` and `contains` alike."""

    reads: Counter[str] = field(init=False, factory=Counter)

    def get(self, key: str) -> str | None:
        value = super().get(key)
        self._read(key)
        return value

    def __contains__(self, key: str) -> bool:
        found = super().__contains__(key)
        if found:
            self._read(key)
        return found

    def _read(self, key: str) -> None:
        self.reads[key] += 1
        if self.reads[key] == self.limit and super().__contains__(key):
            self.put(key, super().get(key))


@define
class MapMiscountsEveryNthTime(MapBeyondALimit):
    """Each count whose number is a multiple of that is one too high."""

    counts: int = field(init=False, default=0)

    def __len__(self) -> int:
        self.counts += 1
        return super().__len__() + (self.counts % self.limit == 0)


@define
class MapWithWrittenKeys(WritesKeys, MapBeyondALimit):
    """A map that makes something of its keys, and of its values."""


@define
class MapCutsKeys(MapWithWrittenKeys):
    """Of a key, so many characters count."""

    def written(self, key: str) -> str:
        return key[: self.limit]


@define
class MapCutsKeysAtTheFront(MapWithWrittenKeys):
    """Of a key, so many characters count: the last ones."""

    def written(self, key: str) -> str:
        return key[-self.limit :]


@define
class MapCutsValues(MapBeyondALimit):
    """Of a value, so many characters are kept."""

    def put(self, key: str, value: str | None) -> None:
        super().put(key, value[: self.limit] if value else value)


@define
class MapFoldsKeys(MapWithWrittenKeys):
    """Two keys are one that differ in the way of that number."""

    names: dict[str, str] = field(init=False, factory=dict)

    def written(self, key: str) -> str:
        return self.names.setdefault(FOLDS[self.limit](key), key)


@define
class MapFoldsValues(MapBeyondALimit):
    """Of two values that differ in the way of that number, the first is put for both."""

    values: dict[str, str] = field(init=False, factory=dict)

    def put(self, key: str, value: str | None) -> None:
        super().put(key, None if value is None else self.values.setdefault(FOLDS[self.limit](value), value))


@define
class MapHasSoManyBuckets(MapBeyondALimit):
    """A map of more buckets than that is opened with so many."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        del self._cohorts[self.limit :]


@define
class MapLooksIntoSoManyBuckets(MapBeyondALimit):
    """A key is looked for in the first so many buckets."""

    def _cohort_of(self, key: str) -> Entries | None:
        return next((cohort for cohort in self._cohorts[: self.limit] if key in cohort), None)


MAP = "rotating-map"

MISTAKES = (
    Mistake(MapLosesAnEntryWhenItGrows, dimensions.ENTRIES, MAP),
    Mistake(MapMakesAllYoungWhenItGrows, dimensions.ENTRIES, MAP),
    Mistake(MapEvictsBeyond, dimensions.ENTRIES, MAP),
    Mistake(MapCountsSoMany, dimensions.ENTRIES, MAP),
    Mistake(MapForgetsNullsBeyond, dimensions.ENTRIES, MAP),
    Mistake(MapExpiresSoManyAtARotation, dimensions.DYING, MAP),
    Mistake(MapForgetsSoManyAtARotation, dimensions.DYING, MAP),
    Mistake(MapTellsOfSoManyExpired, dimensions.DYING, MAP),
    Mistake(MapLosesEveryNthRotation, dimensions.ROTATIONS, MAP),
    Mistake(MapRotatesTwiceEveryNthTime, dimensions.ROTATIONS, MAP),
    Mistake(MapRefreshesAKeySoOften, dimensions.PUTS, MAP),
    Mistake(MapKeepsWhatIsReadSoOften, dimensions.READS, MAP),
    Mistake(MapMiscountsEveryNthTime, dimensions.COUNTS, MAP),
    Mistake(MapCutsKeys, dimensions.KEY_LENGTH, MAP),
    Mistake(MapCutsKeysAtTheFront, dimensions.KEY_LENGTH, MAP),
    Mistake(MapCutsValues, dimensions.VALUE_LENGTH, MAP),
    Mistake(MapFoldsKeys, dimensions.KEY_PAIRS, MAP),
    Mistake(MapFoldsValues, dimensions.VALUE_PAIRS, MAP),
    Mistake(MapHasSoManyBuckets, dimensions.BUCKETS, MAP),
    Mistake(MapLooksIntoSoManyBuckets, dimensions.BUCKETS, MAP),
)
"""Those of maps."""
