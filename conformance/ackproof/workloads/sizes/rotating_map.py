"""Large workloads for RotatingMaps: many entries, a long run, many buckets, and keys that are hard to distinguish."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count

from attrs import evolve, frozen

from ackproof.components.rotating_map import Contains, Get, MapOperation, Put, Remove, Rotate, Size
from ackproof.target import Config
from ackproof.workloads.dimensions import (
    BUCKETS,
    COUNTS,
    DYING,
    ENTRIES,
    KEY_LENGTH,
    KEY_PAIRS,
    PUTS,
    READS,
    ROTATIONS,
    VALUE_LENGTH,
    VALUE_PAIRS,
)
from ackproof.workloads.rotating_map import BUCKETS as BUCKETS_OF
from ackproof.workloads.rotating_map import MapWorkload
from ackproof.workloads.sizes.scenarios import Grown, Scenario, Scene, Turns, in_quarters, of_each_age, waves
from ackproof.workloads.sizes.texts import (
    ALWAYS_THERE,
    AS_NOTHING,
    BEYOND,
    BORDERED,
    DIVIDED,
    NUMBERED,
    NUMBERS,
    PLAIN,
    WAYS,
    WIDE,
    apart,
    of_each_length,
    text_of,
    within,
)

REMOVED_LATER_EVERY = 4
"""Of the entries that are removed, one in that many is in its second bucket, and the others in their first."""
PUT_AGAIN_EVERY = 4
"""Of the entries that expired, one in that many is put again."""
READS_AGAIN = 64
"""The number of reads of one entry from time to time, and of rotations from one such entry to the next."""
BETWEEN = 10
"""While a map grows, one of that many puts is followed by operations on an older entry."""
MEANWHILE = 6
OTHER_BUCKETS = (5, 8, 4)
"""Numbers of buckets that no profile has, by turns."""
FEW = 8
"""Entries that are older than all others, unless they are one in so many."""
VALUES = 5
"""Every fifth value is null, and every fifth is empty."""


@frozen(slots=False)
class SizedMapWorkload(Grown, MapWorkload):
    """A large workload for a map."""

    def regrown(self, size: int) -> "SizedMapWorkload":
        """Return the same scenario in another size."""
        return self._anew(size)

    def with_the_buckets_of_its_profile(self) -> "SizedMapWorkload":
        """Return the same scenario for a map that is opened without a number of buckets."""
        return self._anew(self.size, configured=False)

    def _anew(self, size: int, **changed: bool) -> "SizedMapWorkload":
        grown = self.grown_anew(size, **changed)
        assert isinstance(grown, SizedMapWorkload)  # noqa: S101 - a scenario makes workloads of one kind
        return grown

    def subjects(self, index: int) -> Sequence[object]:
        """Return the keys that can be left out if a violation at an operation is not about them."""
        own = key_of(self.steps[index])
        return tuple(key for key in dict.fromkeys(map(key_of, self.steps)) if key not in (own, None))

    def without_subjects(self, subjects: Collection[object]) -> "SizedMapWorkload":
        """Return the workload without all operations on these keys."""
        gone = frozenset(subjects)
        return evolve(self, steps=tuple(step for step in self.steps if key_of(step) not in gone))


def key_of(operation: MapOperation) -> str | None:
    """Return the key that an operation is about, or None if it is about the whole map."""
    return None if isinstance(operation, Size | Rotate) else operation.key


def _made(
    scene: Scene, steps: Sequence[MapOperation], reached: Mapping[str, int], buckets: int | None = None
) -> SizedMapWorkload:
    config = Config(profile=scene.profile, buckets=buckets)
    return SizedMapWorkload(
        config=config, buckets=buckets or BUCKETS_OF[scene.profile], steps=tuple(steps), reached=reached
    )


def _given(scene: Scene) -> int | None:
    """Return the number of buckets that a map is opened with, or None. In one turn of four it is that of the profile,
    and in one it is another.
    """
    if not scene.configured or scene.turn % 4 not in (1, 2):
        return None
    return BUCKETS_OF[scene.profile] if scene.turn % 4 == 1 else OTHER_BUCKETS[scene.turn // 4 % len(OTHER_BUCKETS)]


def _lifetime(scene: Scene) -> int:
    return _given(scene) or BUCKETS_OF[scene.profile]


def _value(number: int) -> str | None:
    return (f"v{number}", None, "", f"w{number}", "same")[number % VALUES]


def _many_entries(scene: Scene, size: int) -> SizedMapWorkload:
    """Make a map of `size` entries at once. A quarter expires at one rotation, a quarter is put again and expires at a
    later one, and a quarter is removed, half of it from the first bucket. The last quarter is looked up before that
    rotation, and some of those put again after it. Some removed entries are put again, and some that expired. Last,
    a few entries stay while many come and go, and are counted `size` times. Before all come waves, each when those
    before have expired; some of their entries are looked up before and after that.

    While the map grows, earlier entries of any age are put again with another value, looked up, or removed and put
    again. The first entries are older than the others by one or two rotations: a few, or in one turn of three an eighth
    of all.
    """
    source, lifetime = scene.source, _lifetime(scene)
    name = source.choice(NUMBERED)
    begun = scene.shuffled([name.format(number) for number in range(size)])
    steps: list[MapOperation] = []
    for wave in waves(size // FEW, scene.turn):
        steps += [Put(key, f"of {wave}") for key in begun[:wave]]
        read = [Get(key) for key in begun[max(0, wave - FEW) : wave]]
        steps += [*read, *[Rotate()] * lifetime, *read]
    elders = size // FEW if scene.turn % 3 == 2 else min(FEW, size // FEW)  # noqa: PLR2004 - every third
    rotations = [1 + elders, 1 + elders // 2][: lifetime - 1] if elders else []
    for place, key in enumerate(begun):
        steps += [Rotate()] * rotations.count(1 + place)
        steps.append(Put(key, _value(place)))
        if not source.randrange(BETWEEN):
            again_at = max(0, place - source.randrange(1 << source.randrange(place.bit_length() + 1)))
            steps += _meanwhile(begun[again_at], again_at, source.randrange(MEANWHILE))
    steps.append(Size())
    expiring, again, removed, rest = in_quarters(begun, scene.turn)
    if scene.turn % 3 == 1:  # in one turn of three, nearly half of all is removed, but neither the first nor the last
        ends = dict.fromkeys((begun[0], begun[-1]))
        expiring = [*ends, *(key for key in expiring + rest[-FEW:] if key not in ends)]
        again = [key for key in again if key not in ends]
        removed, rest = [key for key in removed + rest[:-FEW] if key not in ends], []
    steps += [Rotate()] * (lifetime - 1)
    steps += [Put(key, _value(place)) for place, key in enumerate(removed[::2])]
    steps += [Remove(key) for key in scene.shuffled(removed)]
    steps += [Put(key, "back") for key in removed[::FEW]]
    steps += [Put(key, _value(place + 1)) for place, key in enumerate(again)]
    steps += [Get(key) if place % 2 else Contains(key) for place, key in enumerate(scene.shuffled(rest))]
    steps += [Size(), Rotate(), Size()]
    steps += [Get(key) for key in again[:: 1 + len(again) // 256 if scene.turn % 3 else 1]]
    # In every second turn first those that were put last: if any are removed late, these are.
    anew = (expiring[::-1] if scene.turn % 2 else scene.shuffled(expiring))[::PUT_AGAIN_EVERY]
    steps += [Put(key, _value(place)) for place, key in enumerate(anew)]
    steps += [Get(key) for key in anew[::2]]
    steps += [Rotate()] * lifetime
    steps += [Put(key, "waits") for key in begun[:FEW]]
    steps += [Rotate(), *(Put(key, "waits on") for key in begun[:FEW:2])]
    for key in begun[-(size // FEW) :]:
        steps += [Put(key, "passes"), Remove(key)]
    steps += [Size()] * size
    steps += [Rotate()] * lifetime
    steps.append(Size())
    dying = len({*expiring, *rest}.difference(begun[:elders]))
    return _made(scene, steps, {ENTRIES: size, DYING: dying, COUNTS: size}, _given(scene))


def _meanwhile(key: str, number: int, way: int) -> list[MapOperation]:
    """Return what happens to the entry with that number while others are added: mostly it is put again with another
    value.
    """
    match way:
        case 0:
            return [Get(key)]
        case 1:
            return [Remove(key), Contains(key), Put(key, _value(number + 1))]
    return [Put(key, _value(number + 1 + way % 2))]


def _long_run(scene: Scene, size: int) -> SizedMapWorkload:
    """Make a run of `size` rotations. Between two of them some entries are added, one is put again, one is removed, and
    one that expires at the next rotation is looked up. A removed entry, from its first bucket or its second, is put
    again a rotation after it was added, and looked up before it expires. Entries that expired long ago are looked up,
    once for each number of rotations. From time to time an entry is read many times, which must not keep it. At the end
    some are put again one, two, four … times in their second bucket, and looked up when the first put would have
    expired. There, two are read `size` times, one by `get` and one by `contains`.
    """
    lifetime, numbers = _lifetime(scene), count()
    waiting: list[str] = []
    removed: list[str] = []
    steps: list[MapOperation] = []
    old, asked = of_each_age(scene.source, lifetime, size), dict[int, list[str]]()
    for rotation in range(size):
        key = f"k{next(numbers)}"
        puts = [Put("lasting", _value(next(numbers))), Put(key, _value(next(numbers)))]
        steps += puts if rotation % 2 else reversed(puts)  # the first entry of a bucket is not always the same
        waiting.append(key)
        removed.append(f"r{next(numbers)}")
        steps += [Put(removed[-1], "v"), *([Remove(removed[-1])] if rotation % REMOVED_LATER_EVERY else [])]
        if rotation:
            steps += [
                *([] if (rotation - 1) % REMOVED_LATER_EVERY else [Remove(removed[-2])]),
                Put(removed[-2], "again"),
            ]
        for later in old.get(rotation, ()):
            asked.setdefault(later, []).append(key)
        steps += map(Contains, asked.pop(rotation, ()))
        if rotation >= lifetime:
            steps.append(Get(removed[-1 - lifetime]))
        if len(waiting) >= lifetime:
            steps += [Get(waiting[-lifetime]), Size()]
        if len(waiting) % READS_AGAIN == READS_AGAIN // 2:
            steps += [Get(waiting[-2])] * READS_AGAIN  # in its second bucket
        steps.append(Rotate())
    often = [(f"o{power}", 1 << power) for power in range(max(1, size // 4).bit_length())]
    steps += [Put(key, "v") for key in ("gotten", "asked for", *(key for key, _ in often))]
    steps += [Rotate(), *[Get("gotten")] * size, *[Contains("asked for")] * size]
    steps += [Put(key, _value(place)) for key, times in often for place in range(times)]
    steps += [*[Rotate()] * (lifetime - 1), *[Get(key) for key, _ in often]]
    steps += [Get("lasting"), *[Rotate()] * lifetime, Size()]
    return _made(scene, steps, {ROTATIONS: size, PUTS: size, READS: size}, _given(scene))


def _long_texts(scene: Scene, size: int) -> SizedMapWorkload:
    """Make pairs of keys, and of values, of `size` characters that differ in one place, or in the middle in one of the
    `WAYS`. By turns, the letters take one byte each, three or four. In their last bucket half of the keys are put again
    with their own values, which keeps them. Last come keys and values of every other length. Half of the keys get a
    value that is longer or shorter than the one before, and all expire.
    """
    lifetime, made_of = _lifetime(scene), (PLAIN, WIDE, BEYOND)[scene.turn % 3]
    pairs = [*((left, right) for _, left, right in apart(size, made_of)), *within(size, made_of)]
    steps: list[MapOperation] = []
    for left, right in pairs:
        steps += [Put(left, right), Put(right, left)]
    steps.append(Size())
    looked_for = scene.shuffled([key for pair in pairs for key in pair])
    steps += [Get(key) for key in looked_for]
    steps += [*[Rotate()] * (lifetime - 1), *[Put(left, right) for left, right in pairs], Rotate()]
    steps += [Get(key) for key in looked_for]
    steps += [Put(right, left) for left, right in pairs]
    steps += [Remove(left) for left, _ in pairs]
    steps += [Contains(right) for _, right in pairs]
    steps += [Rotate()] * lifetime
    texts = scene.shuffled(list(of_each_length(size)))
    steps += [Put(text, text) for text in texts]
    steps += [Put(text, other) for text, other in zip(texts[::2], texts[1::2], strict=False)]
    steps += [Get(text) for text in texts]
    steps += [*[Rotate()] * lifetime, Size()]
    return _made(scene, steps, {KEY_LENGTH: size, VALUE_LENGTH: size}, _given(scene))


def _alike(scene: Scene, size: int) -> SizedMapWorkload:
    """Make pairs of keys that differ in the first `size` of all `WAYS`, behind a stem of some length or none. Each key
    has the other as its value. Before them come keys that were never put, and keys that look like no key. After them,
    keys and values with separators within, or at an end, and some that are numbers, are put again, and expire. At the
    end, values are gone for a while, and words that look like none are kept as values.
    """
    lifetime = _lifetime(scene)
    steps: list[MapOperation] = []
    for word in dict.fromkeys((*ALWAYS_THERE, *AS_NOTHING)):
        steps += [Get(word), Contains(word), Remove(word), Put(word, word), Get(word), Remove(word), Get(word)]
    stem = text_of((0, 8, 40)[scene.turn % 3])
    pairs = [way.pair(stem) for way in WAYS[:size]]
    first = scene.turn % 2
    for pair in pairs:
        steps += [Put(pair[first], pair[1 - first]), Put(pair[1 - first], pair[first])]
        steps += [Get(pair[first]), Get(pair[1 - first])]
    # Some ends are the same in several ways, and so are the keys: the last put counts.
    steps.append(Size())
    for pair in pairs:
        steps += [Remove(pair[first]), Contains(pair[first]), Contains(pair[1 - first])]
    steps += [Rotate()] * lifetime
    steps += _put_twice((*DIVIDED, *BORDERED, *zip(NUMBERS, reversed(NUMBERS), strict=True)), lifetime)
    steps += _values_that_go(lifetime)
    words: list[str | None] = [None, *dict.fromkeys(("", *ALWAYS_THERE, *AS_NOTHING))]
    steps += [Put(f"k{place}", word) for place, word in enumerate(words)]
    for _ in range(lifetime):  # also when their bucket is no longer the first
        steps += [*(Get(f"k{place}") for place in range(len(words))), Rotate()]
    return _made(scene, steps, {KEY_PAIRS: size, VALUE_PAIRS: size}, _given(scene))


def _put_twice(entries: Sequence[tuple[str, str]], lifetime: int) -> Iterator[MapOperation]:
    """Yield operations, on an empty map, by which entries are put, half of them once more after a rotation, and
    all expire.
    """
    yield from (Put(key, value) for key, value in entries)
    yield from (Get(key) for key, _ in entries)
    yield Rotate()
    yield from (Put(key, key) for key, _ in entries[::2])
    for _ in range(lifetime):
        yield from (Get(key) for key, _ in entries)
        yield Rotate()
    yield Size()


def _values_that_go(lifetime: int) -> Iterator[MapOperation]:
    """Yield operations, on an empty map, by which the last entry of a value goes: it is removed, put again with another
    value, or expires. Then a new value is put, and the old value is put again under other keys.
    """
    number = count()
    goings: tuple[list[MapOperation], ...] = ([Remove("last")], [Put("last", "other")], [Rotate()] * lifetime)
    for gone in (None, "", "v"):
        for going in goings:
            yield Put("last", gone)
            yield from going
            yield from (Put("new", f"new {next(number)}"), Put("back", gone))
            yield from (Get("new"), Get("back"), Put("again", gone), Remove("back"), Get("again"), Size())
            yield from (Remove("new"), Remove("last"), Get("again"))
            yield from [Rotate()] * lifetime


def _many_buckets(scene: Scene, size: int) -> SizedMapWorkload:
    """Make a map of `size` buckets, with entries of every age, some of which are put again, removed, or looked up in
    their last bucket. Some keys are numbers, as those of buckets may be; the same numbers behind a zero are in no
    bucket. Then each bucket has a single entry, and half of them become empty.
    """
    steps: list[MapOperation] = []
    for age in range(size):
        steps += [Put(f"k{age}", _value(age)), Put(f"l{age}", _value(age + 1)), Put(f"r{age}", "v"), Put(f"{age}", "n")]
        if age:
            steps += [Put(f"k{scene.source.randrange(age)}", "again"), Remove(f"r{age - 1}")]
            steps.append(Put(f"{scene.source.randrange(age)}", "again"))
        steps.append(Rotate() if age < size - 1 else Size())
    for age in range(size):
        steps += [Get(f"l{age}"), Contains(f"k{age}"), Contains(f"0{age}"), Get(f"{age}")]
        steps += [Rotate(), Contains(f"l{age}")]
    steps.append(Rotate())
    alone = [f"a{age}" for age in range(size)]
    for key in alone:
        steps += [Rotate(), Put(key, "alone")]
    removed = scene.source.sample(alone, size // 2)
    steps += [*map(Remove, removed), *map(Get, alone), *[Rotate()] * size, Size()]
    return _made(scene, steps, {BUCKETS: size}, buckets=size)


def _odd_numbers_of_buckets(scene: Scene, size: int) -> SizedMapWorkload:
    """Do the same with fewer buckets, whose number need not be a power of two: by turns one less than `size`, one more
    than half of it, or three quarters of it.
    """
    return _many_buckets(scene, max(2, (size - 1, 1 + size // 2, 3 * size // 4)[scene.turn % 3]))


MAP = "rotating-map"

grow_sized_map_workload = Turns(
    (
        Scenario(MAP, KEY_PAIRS, _alike, least=1),
        Scenario(MAP, KEY_LENGTH, _long_texts, least=1),
        Scenario(MAP, ROTATIONS, _long_run),
        Scenario(MAP, ENTRIES, _many_entries, least=4),
    )
)
"""For a map with the buckets of its profile, or a few others. The scenarios that cost least come first, so that what
they find is found soon.
"""

grow_map_of_many_buckets = Turns(
    (Scenario(MAP, BUCKETS, _many_buckets), Scenario(MAP, BUCKETS, _odd_numbers_of_buckets)),
)
"""For a map that can be opened with any number of buckets."""
