"""Record lives, on written-out workloads: open sets, spout tasks, ages, and ends."""

import pytest
from ackproof.components.acker import AckerResult, Notification
from ackproof.oracle.lives import Chronicle, acker_of
from common.messages import TASK, Row, chronicle, letters, message, tick

ACK, FAIL, RESET = (Notification(kind, 1, TASK) for kind in ("ack", "fail", "reset-timeout"))
LIFETIMES = {"storm1": 2, "storm2": 3}


def expected(seen: Chronicle) -> list[tuple[Notification, ...]]:
    """Return the notifications that the oracle requires at each message."""
    return [moment.expected for moment in seen.moments]


def test_the_open_set_is_what_was_told_an_odd_number_of_times() -> None:
    """The order and the kinds of the messages do not matter."""
    seen = chronicle(message("ack B C"), message("init A"), message("ack A B"), message("ack C", "ack"))
    assert ["BC", "ABC", "C", ""] == [letters(moment) for moment in seen.moments]
    assert [6, 7, 4, 0] == [moment.after.ack_val for moment in seen.moments]
    assert [0, 1, 1, 1] == [moment.after.inits for moment in seen.moments]
    assert [(), (), (), (ACK,)] == expected(seen)
    assert {"ack"} == {moment.after.begun_by for moment in seen.moments}


def test_a_life_ends_when_the_target_says_so_and_the_next_message_begins_another() -> None:
    """The notification may be right or wrong: the rules judge it, and the oracle follows it."""
    seen = chronicle(message("init A", "ack"), message("ack A"))
    early, late = seen.moments
    assert ((), False) == (early.expected, early.after.spoiled)
    assert (None, "ack", "A") == (late.before, late.after.begun_by, letters(late))
    assert late.previous is not None
    assert ("ack", 1) == (late.previous.cause, late.previous.life.root)
    assert 0 == late.after.inits


def test_nothing_that_follows_a_wrong_answer_in_its_life_is_fair_evidence() -> None:
    """The wrong answer itself is fair; so are the life after it, and other roots."""
    seen = chronicle(
        message("init A", "fail", root=2),
        message("init A"),
        message("ack A"),
        message("reset-timeout"),
        message("fail", "fail"),
        message("init A"),
    )
    assert [False, False, False, True, True, False] == [moment.after.spoiled for moment in seen.moments]
    assert [0, 1, 2, 5] == [moment.index for moment in seen.fair]


@pytest.mark.parametrize("wrong", [message("ack A"), message("ack B", "reset-timeout")])
@pytest.mark.parametrize("answer", ["", "fail"])
def test_silence_is_wrong_and_so_is_a_word_that_ends_nothing(wrong: Row, answer: str) -> None:
    """Later answers in that life are no evidence, whether right or wrong."""
    seen = chronicle(message("init A"), wrong, message("ack C"), message("fail", answer))
    assert [False, False, True, True] == [moment.after.spoiled for moment in seen.moments]


@pytest.mark.parametrize(("answer", "spoiled"), [("ack", False), ("", True)])
def test_a_life_after_expiry_is_as_spoiled_as_the_one_that_expired(answer: str, *, spoiled: bool) -> None:
    """The target may still have its record; but it has removed the record of a finished life."""
    seen = chronicle(message("init A"), message("ack A", answer), message("ack A"), *[tick()] * 3, message("ack B"))
    *_, late, last = seen.moments
    assert (spoiled, False) == (late.after.spoiled, late.after.after_expiry)
    assert (spoiled, True) == (last.after.spoiled, last.after.after_expiry)
    assert [0, 1, *([] if spoiled else [2])] == [moment.index for moment in seen.fair]
    assert [0, 1, *([] if spoiled else [2, 6])] == [moment.index for moment in seen.unspoiled]


@pytest.mark.parametrize("root", [0, 2])
def test_what_is_said_about_another_root_is_no_word_about_the_own(root: int) -> None:
    """The other root may be a smaller or a larger number."""
    step, _ = message("init A")
    seen = chronicle((step, AckerResult((Notification("fail", root, TASK),))), message("ack A", "ack"))
    assert [(), ("ack",)] == [moment.emitted_kinds for moment in seen.moments]


@pytest.mark.parametrize(
    ("earlier", "later", "due"),
    [
        ("init A", "ack A", "ack"),
        ("ack A", "init A", "ack"),
        ("init A", "init A", "ack"),
        ("init A B", "ack A", None),
        ("ack A", "ack A", None),
        ("init A", "fail", "fail"),
        ("fail", "init A", "fail"),
    ],
)
def test_a_life_joined_with_a_later_one_knows_what_both_were_told(earlier: str, later: str, due: str | None) -> None:
    """So it gives the answers of a target that does not forget."""
    last = chronicle(message(earlier), *[tick()] * 3, message(later)).moments[-1]
    assert last.previous is not None
    assert due == last.previous.life.joined_with(last.after).due


def test_a_fail_is_remembered_and_dominates() -> None:
    """Contested is the step at which both fail and ack may apply."""
    seen = chronicle(message("fail"), message("ack A"), message("init A", "fail"))
    assert [(), (), (FAIL,)] == expected(seen)
    assert [False, False, True] == [moment.after.contested for moment in seen.moments]
    assert [True, True, True] == [moment.after.failed_early for moment in seen.moments]
    after_init = chronicle(message("init A"), message("fail", "fail"))
    assert (False, FAIL) == (after_init.moments[1].after.failed_early, after_init.moments[1].expected[0])


def test_a_second_init_counts_and_names_the_task_anew() -> None:
    """The open set includes it like any other message."""
    seen = chronicle(message("init A"), message("init B", task=9), message("ack A B", "ack", task=9))
    assert ["A", "AB", ""] == [letters(moment) for moment in seen.moments]
    assert [(), (), (Notification("ack", 1, 9),)] == expected(seen)
    assert [1, 2, 2] == [moment.after.inits for moment in seen.moments]


def test_it_is_known_what_the_first_init_says_alone() -> None:
    """A target may leave out later ones; what came before the first, and acks, count for both."""
    seen = chronicle(message("ack C"), message("init A", task=9), message("init B", task=8), message("ack A"))
    lives = [moment.after for moment in seen.moments]
    assert [(None, None), (9, 9), (8, 9), (8, 9)] == [(life.task, life.first_task) for life in lives]
    assert [(4, 4), (5, 5), (7, 5), (6, 4)] == [(life.ack_val, life.ack_val_once) for life in lives]
    done = chronicle(message("init A"), message("init B"), message("ack A"))
    assert [False, False, True] == [moment.after.done_once for moment in done.moments]
    assert [False] * 3 == [moment.after.done for moment in done.moments]
    [negative] = chronicle(message("init A"), values=(-1, 2, 3, 4, 5, 6, 7, 8)).moments
    assert (False, False) == (negative.after.done, negative.after.done_once)


@pytest.mark.parametrize(
    ("first", "second", "dead"),
    [
        ("init A", "init B", {"acks do not refresh", "repeated inits do not refresh"}),
        ("ack A", "init B", {"acks do not refresh"}),
        ("init A", "ack B", {"acks do not refresh"}),
        ("init A", "reset-timeout", {"resets do not refresh"}),
        ("ack A", "fail", {"fails do not refresh"}),
    ],
)
def test_the_ideas_by_which_a_message_refreshes_nothing_are_known(first: str, second: str, dead: set[str]) -> None:
    """In storm1, each of these messages refreshes the record, so it lives on after a second tick."""
    seen = chronicle(message(first), tick(), message(second), tick(), message("ack C"), profile="storm1")
    before = seen.moments[-1].before
    assert before is not None
    assert dead == before.dead_if_so


def test_a_reset_timeout_is_forwarded_once_the_task_is_known() -> None:
    """It does not change the open set."""
    seen = chronicle(message("reset-timeout"), message("init A"), message("reset-timeout", "reset-timeout"))
    assert [(), (), (RESET,)] == expected(seen)
    assert ["", "A", "A"] == [letters(moment) for moment in seen.moments]
    assert "reset-timeout" == seen.moments[0].after.begun_by


def test_a_false_zero_is_a_zero_with_edges_open() -> None:
    """Here 1 ^ 2 ^ 3 is 0; with independent ids that is impossible."""
    dependent = chronicle(message("init A B C", "ack"), values=(1, 2, 3, 4, 5, 6, 7, 8))
    independent = chronicle(message("init A B C"))
    assert [(True, "ABC", (ACK,))] == [
        (each.after.false_zero, letters(each), each.expected) for each in dependent.moments
    ]
    assert [(False, "ABC", ())] == [
        (each.after.false_zero, letters(each), each.expected) for each in independent.moments
    ]


@pytest.mark.parametrize(("profile", "lifetime"), LIFETIMES.items())
def test_a_record_lives_for_the_rotations_of_its_profile(profile: str, lifetime: int) -> None:
    """It exists after all but the last, and the life that begins then is a new one."""
    alive = chronicle(message("init A"), *[tick()] * (lifetime - 1), message("ack A", "ack"), profile=profile)
    gone = chronicle(message("init A"), *[tick()] * lifetime, message("ack A"), profile=profile)
    assert [(), (ACK,)] == expected(alive)
    assert alive.moments[1].before is not None
    assert lifetime - 1 == alive.moments[1].before.age
    assert [(), ()] == expected(gone)
    assert [1] == [life.root for life in gone.ticks[-1].expired]
    assert [1] * (lifetime - 1) + [0] == [each.open_lives for each in gone.ticks]
    last = gone.moments[-1]
    assert last.previous is not None
    assert (None, "expired") == (last.before, last.previous.cause)
    assert "ack" == last.previous.life.joined_with(last.after).due


@pytest.mark.parametrize(
    ("refresher", "by_storm1", "by_storm2"),
    [("ack B", True, False), ("init B", True, False), ("fail", True, True), ("reset-timeout", True, True)],
)
def test_what_refreshes_is_told_by_the_profile(refresher: str, *, by_storm1: bool, by_storm2: bool) -> None:
    """The test compares the age after a rotation and a message."""
    for profile, refreshes in (("storm1", by_storm1), ("storm2", by_storm2)):
        seen = chronicle(message("ack A"), tick(), message(refresher), profile=profile)
        before = seen.moments[1].before
        assert before is not None
        assert (1, 0 if refreshes else 1) == (before.age, seen.moments[1].after.age)


def test_a_life_knows_by_which_other_ideas_it_would_be_over() -> None:
    """The record is alive in storm1 only because the ack refreshed it: such lives test a rule about refreshing."""
    seen = chronicle(message("init A B"), tick(), message("ack A"), tick(), message("ack B", "ack"), profile="storm1")
    before = seen.moments[-1].before
    assert before is not None
    ideas = ("acks do not refresh", "fails do not refresh", "resets do not refresh", "every message refreshes")
    assert [True, False, False, False] == [before.dead_if(idea) for idea in ideas]


def test_a_record_that_would_be_gone_does_not_come_back() -> None:
    """Messages that would have refreshed it do not matter. Nothing is fair evidence from then on."""
    rows = [message("init A"), tick(), message("ack B"), tick(), message("ack C")]
    seen = chronicle(*rows, message("reset-timeout", "reset-timeout"), message("ack D"), profile="storm1")
    before = [moment.before for moment in seen.moments if moment.before]
    assert [False, True, True, True] == [life.dead_if("acks do not refresh") for life in before]
    assert [False] * 4 == [life.dead_if("resets do not refresh") for life in before]
    assert [0, 2] == [moment.index for moment in seen.fair]


def test_a_record_that_would_be_gone_stays_so_with_time() -> None:
    """This holds at each later tick."""
    rows = [row for name in "BCDE" for row in (tick(), message(f"ack {name}"))]
    seen = chronicle(message("init A"), *rows, profile="storm1")
    before = [moment.before for moment in seen.moments if moment.before]
    assert [False, True, True, True] == [life.dead_if("acks do not refresh") for life in before]


OWN, OTHER, ALL = tick(acker=0), tick(acker=1), tick()


@pytest.mark.parametrize(
    ("ticks", "by_total", "by_common"),
    [
        ([OTHER] * 2, False, False),
        ([OTHER] * 3, True, False),
        ([OTHER] * 4, True, False),
        ([OWN, OTHER, ALL], True, False),
        ([OWN] * 3, True, False),
        ([ALL] * 2, False, False),
        ([ALL] * 3, True, True),
        ([ALL, ALL, OWN], True, False),
    ],
)
def test_other_ideas_of_which_ticks_count_have_clocks_of_their_own(
    ticks: list[Row], *, by_total: bool, by_common: bool
) -> None:
    """Ticks before the record was created do not count."""
    last = chronicle(ALL, OTHER, message("init A"), *ticks, message("ack B"), tasks=2).moments[-1]
    life = last.before or (last.previous and last.previous.life)
    assert life
    assert by_total == life.dead_if("every tick reaches every acker task")
    assert by_common == life.dead_if("only common ticks reach")


def test_a_tick_for_one_acker_task_ages_its_records_only() -> None:
    """Acker task 0 of two has root 1, acker task 1 has root 0."""
    assert [(0, 1), (1, 0)] == [(root, acker_of(root, 2)) for root in (0, 1)]
    rows = [message("init A", root=0), message("init A", root=1), *[tick(acker=0)] * 3, tick(acker=1), tick()]
    seen = chronicle(*rows, tasks=2)
    assert [[], [], [1], [], []] == [[life.root for life in each.expired] for each in seen.ticks]
    assert [2, 2, 1, 1, 1] == [each.open_lives for each in seen.ticks]


@pytest.mark.parametrize(
    ("root", "indices"),
    [
        (0, (1, 1, 1)),
        (5, (0, 0, 1)),
        (-1, (1, 1, 1)),
        (-5, (1, 2, 0)),
        (1 << 32, (0, 2, 2)),
        ((1 << 31) - 1, (0, 1, 2)),
        ((1 << 63) - 1, (1, 2, 3)),
        (-(1 << 63), (1, 2, 3)),
        (123456789012345, (0, 2, 1)),
    ],
)
def test_routing_is_as_the_chapter_tabulates_it(root: int, indices: tuple[int, ...]) -> None:
    """It is compared for two, three and five acker tasks."""
    assert indices == tuple(acker_of(root, tasks) for tasks in (2, 3, 5))


def test_routing_wraps_as_java_does() -> None:
    """31 plus the hash of this root exceeds 32-bit numbers by 30."""
    assert [30, 30] == [acker_of(root, 100) for root in ((1 << 32) - 1, -(1 << 32))]
