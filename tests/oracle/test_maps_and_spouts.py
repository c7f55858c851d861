"""Ages of entries and pending emissions, on written-out operations."""

from ackproof.components.rotating_map import Get, MapOperation, MapResult, Put, Remove, Rotate
from ackproof.components.spout import (
    Callback,
    InitSent,
    Notify,
    Sent,
    SpoutEmit,
    SpoutOperation,
    SpoutResult,
    SpoutTick,
)
from ackproof.oracle.ages import MapChronicle, MapEntry
from ackproof.oracle.emissions import SpoutChronicle, is_tracked
from ackproof.target import Config
from ackproof.workloads.rotating_map import MapWorkload
from ackproof.workloads.spout import SpoutWorkload
from common.chronicles import spouted


def of_map(*operations: MapOperation, buckets: int = 3) -> MapChronicle:
    """Return the oracle's view of operations on a map; it does not depend on a target's answers."""
    return MapChronicle(MapWorkload(Config(), buckets, operations), [MapResult() for _ in operations])


def of_spout(*operations: SpoutOperation, results: dict[int, SpoutResult] | None = None) -> SpoutChronicle:
    """Return the oracle's view of operations on an executor."""
    answers = [(results or {}).get(index, SpoutResult()) for index in range(len(operations))]
    return SpoutChronicle(SpoutWorkload(Config(spout_tasks=(1, 2), ackers=1), operations), answers)


def test_an_entry_dies_at_the_rotation_of_its_bucket() -> None:
    """An entry that is put before the first of three rotations expires at the third."""
    seen = of_map(Put("a", "1"), Rotate(), Put("b", None), Rotate(), Rotate(), Rotate())
    assert [{}, {}, {}, {}, {"a": "1"}, {"b": None}] == [moment.dying(3) for moment in seen.moments]
    assert [0, 1, 1, 2, 2, 1] == [len(moment.entries) for moment in seen.moments]


def test_a_first_put_begins_a_life() -> None:
    """The key was neither put before nor read."""
    seen = of_map(Put("a", "1"), Rotate(), Put("b", "2"), Rotate())
    assert {
        "a": MapEntry(value="1", age=1, first_age=1, again=False, read=False),
        "b": MapEntry(value="2", age=0, first_age=0, again=False, read=False),
    } == seen.moments[-1].entries


def test_a_second_put_begins_a_new_life_and_remembers_the_first() -> None:
    """So a rule knows when an older copy would have expired."""
    seen = of_map(Put("a", "1"), Rotate(), Put("a", "2"), Rotate(), Rotate(), Get("a"))
    assert MapEntry(value="2", age=2, first_age=3, again=True) == seen.moments[-1].entries["a"]


def test_a_read_is_noted_until_the_next_put() -> None:
    """A rule about reading needs entries that were read and expired."""
    seen = of_map(Put("a", "1"), Get("a"), Rotate(), Put("a", "1"), Rotate())
    assert [None, False, True, True, False] == [
        moment.entries["a"].read if "a" in moment.entries else None for moment in seen.moments
    ]


def test_a_removed_key_is_remembered_for_as_long_as_it_would_have_lived() -> None:
    """Its age continues."""
    seen = of_map(Put("a", "1"), Rotate(), Remove("a"), Rotate(), Rotate(), Rotate())
    assert [{}, {}, {}, {"a": 1}, {"a": 2}, {}] == [moment.removed for moment in seen.moments]
    assert [{}] * 3 == [moment.entries for moment in seen.moments[3:]]


def test_an_emission_is_pending_until_its_second_tick() -> None:
    """After a reset-timeout it has two ticks again."""
    first, second = SpoutEmit(1, 5, "m1", (1, 2)), SpoutEmit(2, 6, "m2", (4,))
    seen = of_spout(first, SpoutTick(), second, Notify("reset-timeout", 5, 1), SpoutTick(), SpoutTick(), SpoutTick())
    assert [[], [5], [5], [5, 6], [5, 6], [5, 6], []] == [sorted(moment.pending) for moment in seen.moments]
    assert [[], [], [5], [5], [], [5, 6], []] == [
        sorted(each.emission.root for each in moment.expiring) for moment in seen.moments
    ]
    reset = seen.moments[-2].pending[5]
    assert (1, 2) == (reset.age, reset.since_emit)


def test_a_word_of_an_acker_resolves_an_emission_once() -> None:
    """Ack and fail do the same; a notification for a resolved root has no effect."""
    emissions = (SpoutEmit(1, 5, "m1", (1,)), SpoutEmit(1, 6, "m2", (2,)))
    seen = of_spout(*emissions, Notify("ack", 5, 1), Notify("fail", 5, 1), Notify("fail", 6, 1), SpoutTick())
    assert [[], [5], [5, 6], [6], [6], []] == [sorted(moment.pending) for moment in seen.moments]
    assert [5, 6] == sorted(seen.moments[-1].emitted)


def test_only_what_asks_for_tracking_is_tracked() -> None:
    """Emissions without a message id, or without receivers, are not tracked."""
    seen = of_spout(SpoutEmit(1, 5, None, (1,)), SpoutEmit(1, 6, "m", ()), SpoutEmit(1, 7, "m", (2,)), SpoutTick())
    emissions = seen.moments[-1].emitted.values()
    assert [False, False, True] == [is_tracked(emission, seen.workload) for emission in emissions]


def test_without_receivers_the_target_says_whether_it_waits() -> None:
    """If it is called back at once it is over; with an init of 0 it is pending."""
    emission = SpoutEmit(1, 5, "m", ())
    at_once = SpoutResult((Callback("ack", 1, "m"),))
    by_acker = SpoutResult((InitSent(5, 0, 1),))
    for result, pending in ((at_once, []), (by_acker, [5])):
        assert pending == list(of_spout(emission, SpoutTick(), results={0: result}).moments[-1].pending)


def test_the_effects_of_an_operation_are_told_apart_by_kind() -> None:
    """They stay in their order."""
    tuples, inits = [Sent(4, {5: 1}), Sent(5, {5: 2})], [InitSent(5, 3, 1)]
    callbacks = [Callback("ack", 1, "m"), Callback("fail", 2, "n")]
    effects = (tuples[0], callbacks[0], inits[0], tuples[1], callbacks[1])
    [moment] = of_spout(SpoutEmit(1, 5, "m", (1, 2)), results={0: SpoutResult(effects)}).moments
    assert (tuples, inits, callbacks) == (list(moment.sent), list(moment.inits), list(moment.callbacks))


def test_without_ackers_nothing_is_tracked_or_waits() -> None:
    """This holds even if a target forgets the callback."""
    emission = SpoutEmit(1, 5, "m", (1,))
    for ackers, pending in ((0, []), (1, [5])):
        seen = spouted((emission, SpoutResult()), (SpoutTick(), SpoutResult()), ackers=ackers)
        assert pending == list(seen.moments[-1].pending)
        assert bool(pending) is is_tracked(emission, seen.workload)
