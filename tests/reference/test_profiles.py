"""Profiles: the two dialects as data, their time lines, and the only step at which the two orders differ."""

from itertools import product

import pytest
from acking import (
    PROFILES,
    STORM1,
    STORM2,
    Ack,
    Acker,
    AckerMessage,
    Fail,
    IllegalUse,
    Init,
    Kind,
    Notification,
    Order,
    Profile,
    Record,
    Refresh,
    ResetTimeout,
    RotatingMap,
)
from acking.spout import PENDING_BUCKETS
from attrs import evolve

from .worked_tables import worked_tables

MESSAGES: dict[str, AckerMessage] = {
    "init": Init(1, 3, 7),
    "ack": Ack(1, 4),
    "fail": Fail(1),
    "reset-timeout": ResetTimeout(1),
}
REFRESHING = {"storm1": {"init", "ack", "fail", "reset-timeout"}, "storm2": {"fail", "reset-timeout"}}
LATER: dict[str, AckerMessage] = MESSAGES | {"init": Init(1, 8, 9)}
LEAVING = [(first, second) for first, second in product(MESSAGES, LATER) if {first, second} != {"init", "fail"}]
"""Pairs of messages that leave a record: a fail and an init do not."""

EVERY_PROFILE = pytest.mark.parametrize("profile", [STORM1, STORM2], ids=["storm1", "storm2"])
EVERY_ORDER = pytest.mark.parametrize("order", Order, ids=lambda order: order.value)


def test_the_table_of_profiles_is_the_data() -> None:
    """Chapter profiles: the buckets, the messages that refresh an existing record, and the order of the two tests."""
    (table,) = worked_tables("profiles.md", "profile")
    refreshes = {"every message": Refresh.EVERY_MESSAGE, "`fail` and `reset-timeout`": Refresh.FAIL_AND_RESET}
    shown = [
        Profile(
            row["profile"].strip("`"),
            int(row["buckets (N)"]),
            refreshes[row["what refreshes an existing record"]],
            Order(row["order of the two tests"].replace(" ", "-")),
        )
        for row in table.rows
    ]
    assert {profile.name: profile for profile in shown} == PROFILES
    assert [STORM1, STORM2] == shown


def test_the_names_of_the_parameters_are_those_of_the_chapter() -> None:
    """Chapter profiles: the values of refresh and order in a configuration."""
    assert {"every-message", "fail-and-reset"} == {refresh.value for refresh in Refresh}
    assert {"fail-first", "zero-first"} == {order.value for order in Order}


def ticks_to_live(acker: Acker) -> int:
    """Return the number of ticks until no record is left."""
    ticks = 0
    while len(acker.pending):
        acker.tick()
        ticks += 1
    return ticks


@EVERY_PROFILE
@EVERY_ORDER
@pytest.mark.parametrize("first", MESSAGES)
def test_creating_a_record_gives_it_n_rotations(profile: Profile, order: Order, first: str) -> None:
    """ACK-14 and ACK-15: whichever message created it, the record is unchanged through rotation N-1, and rotation N
    expires it.
    """
    acker = Acker(evolve(profile, order=order))
    assert () == acker.receive(MESSAGES[first])
    record = acker.pending.get(1)
    for age in range(profile.buckets):
        assert (
            tuple({1: record} if bucket == age else {} for bucket in range(profile.buckets)) == acker.pending.cohorts()
        )
        assert ({1: record} if age == profile.buckets - 1 else {}) == acker.tick()
    assert Acker(acker.profile) == acker


@EVERY_PROFILE
@EVERY_ORDER
@pytest.mark.parametrize(("first", "second"), LEAVING)
def test_a_message_refreshes_or_leaves_the_age_alone(profile: Profile, order: Order, first: str, second: str) -> None:
    """ACK-16 to ACK-18: at every age, a message for a record either gives it N rotations again, or does not change its
    age.
    """
    for age in range(profile.buckets):
        acker = Acker(evolve(profile, order=order))
        acker.receive(MESSAGES[first])
        for _ in range(age):
            acker.tick()
        assert Kind.ACK not in [word.kind for word in acker.receive(LATER[second])]
        expected = profile.buckets if second in REFRESHING[profile.name] else profile.buckets - age
        assert expected == ticks_to_live(acker), f"{second} at age {age}"


@EVERY_PROFILE
@EVERY_ORDER
@pytest.mark.parametrize("task", [None, 7])
def test_a_reset_timeout_changes_the_age_and_nothing_else(profile: Profile, order: Order, task: int | None) -> None:
    """ACK-18 to ACK-20: it is forwarded if the task is known, and the record is unchanged except that it is in the
    nursery.
    """
    acker = Acker(evolve(profile, order=order))
    acker.receive(Ack(1, 3) if task is None else Init(1, 3, task))
    acker.tick()
    forwarded = () if task is None else (Notification(Kind.RESET_TIMEOUT, 1, task),)
    assert forwarded == acker.receive(ResetTimeout(1))
    assert ({1: Record(3, task)}, *[{}] * (profile.buckets - 1)) == acker.pending.cohorts()


@EVERY_PROFILE
@EVERY_ORDER
def test_a_reset_timeout_for_an_unknown_root_makes_an_empty_record(profile: Profile, order: Order) -> None:
    """ACK-21: without a task neither test is made, although the ack val is zero."""
    acker = Acker(evolve(profile, order=order))
    assert () == acker.receive(ResetTimeout(1))
    assert ({1: Record()}, *[{}] * (profile.buckets - 1)) == acker.pending.cohorts()


@EVERY_PROFILE
def test_the_orders_part_in_one_place_only(profile: Profile) -> None:
    """ACK-08, over all histories of five operations: the answers differ only for a fail before an init with zero."""
    alphabet = [*MESSAGES.values(), Init(1, 4, 9), Ack(1, 3), None]
    parted = 0
    for history in product(alphabet, repeat=5):
        ackers = [Acker(evolve(profile, order=order)) for order in (Order.FAIL_FIRST, Order.ZERO_FIRST)]
        for message in history:
            record = ackers[0].pending.get(1) or Record()
            if message is None:
                assert ackers[0].tick() == ackers[1].tick()
                continue
            fail_first, zero_first = (acker.receive(message) for acker in ackers)
            if fail_first != zero_first:
                parted += 1
                assert isinstance(message, Init), history
                assert Record(message.value, None, failed=True) == record, history
                assert fail_first == (Notification(Kind.FAIL, 1, message.task),)
                assert zero_first == (Notification(Kind.ACK, 1, message.task),)
        assert ackers[0].pending == ackers[1].pending, history
    assert parted > 0


@pytest.mark.parametrize(("profile", "pairs"), [(STORM1, 435), (STORM2, 0)], ids=["storm1", "storm2"])
def test_the_acker_can_forget_before_the_spout_in_so_many_pairs_of_phases(profile: Profile, pairs: int) -> None:
    """Chapter profiles, the table of retention: both clocks tick every 30 s, and every pair of phases is tried."""
    period = 30
    last_seconds = {
        buckets: [life(buckets, phase, period) for phase in range(1, period + 1)] for buckets in {2, profile.buckets}
    }
    forgets_first = sum(
        acker < spout for acker, spout in product(last_seconds[profile.buckets], last_seconds[PENDING_BUCKETS])
    )
    assert (pairs, 900) == (forgets_first, period * period)
    assert ((profile.buckets - 1) * period + 1, profile.buckets * period) == (
        min(last_seconds[profile.buckets]),
        max(last_seconds[profile.buckets]),
    )


def life(buckets: int, first_rotation: int, period: int) -> int:
    """Return the lifetime of an entry that is put at 0; rotations come at `first_rotation` and every `period` after."""
    entries: RotatingMap[str, None] = RotatingMap(buckets)
    entries.put("a", None)
    now = first_rotation
    while not entries.rotate():
        now += period
    return now


def test_an_acker_of_fewer_than_two_buckets_is_refused() -> None:
    """A profile is data and is only checked when it is used: RM-01 applies to the acker's map."""
    with pytest.raises(IllegalUse, match="1 buckets"):
        Acker(Profile("hasty", buckets=1, refresh=Refresh.EVERY_MESSAGE))
