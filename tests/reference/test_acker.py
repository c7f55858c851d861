"""The acker: the changes to a record, and refusals. The tables of its chapter are in `test_worked_tables`."""

from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest
from acking import (
    STORM1,
    STORM2,
    Ack,
    Acker,
    AckerMessage,
    Fail,
    Init,
    Kind,
    Notification,
    Order,
    Profile,
    Record,
    ResetTimeout,
)
from attrs import evolve

from .refusal import refused

DIALECTS = [evolve(profile, order=order) for profile in (STORM1, STORM2) for order in Order]
LEAST, GREATEST = -(2**63), 2**63 - 1

EVERY_DIALECT = pytest.mark.parametrize(
    "dialect", DIALECTS, ids=lambda dialect: f"{dialect.name}-{dialect.order.value}"
)


def run(acker: Acker, *messages: AckerMessage | None) -> list[tuple[Notification, ...]]:
    """Send the acker the messages, None being a tick; return the notifications of each message."""
    answers = []
    for message in messages:
        if message is None:
            acker.tick()
        else:
            answers.append(acker.receive(message))
    return answers


@pytest.mark.parametrize(("order", "kind"), [(Order.FAIL_FIRST, Kind.FAIL), (Order.ZERO_FIRST, Kind.ACK)])
@pytest.mark.parametrize("profile", [STORM1, STORM2], ids=["storm1", "storm2"])
def test_a_remembered_fail_and_a_zero_at_once_are_told_by_the_order(profile: Profile, order: Order, kind: Kind) -> None:
    """ACK-08: this is the only step at which the two orders differ, and neither leaves a record."""
    acker = Acker(evolve(profile, order=order))
    assert [(), (), (Notification(kind, 1, 7),)] == run(acker, Fail(1), Ack(1, 5), Init(1, 5, 7))
    assert Acker(acker.profile) == acker


@pytest.mark.parametrize(
    ("messages", "refreshing", "last", "last_without"),
    [
        ([Fail(1), None, Fail(1), None, None, Init(1, 5, 7)], 2, [Kind.FAIL], []),
        ([Init(1, 5, 7), None, ResetTimeout(1), None, None, Ack(1, 5)], 2, [Kind.ACK], []),
        ([ResetTimeout(1), None, Ack(1, 5), None, None, Init(1, 5, 7)], 0, [], [Kind.ACK]),
    ],
    ids=["ACK-18 fail", "ACK-18 reset-timeout", "ACK-21"],
)
def test_without_the_refreshing_message_the_table_ends_the_other_way(
    messages: list[AckerMessage | None], refreshing: int, last: list[Kind], last_without: list[Kind]
) -> None:
    """ACK-18 and ACK-21 say of their tables that without one message the result differs in storm2."""
    left_out = messages[:refreshing] + messages[refreshing + 1 :]
    assert last == [word.kind for word in run(Acker(STORM2), *messages)[-1]]
    assert last_without == [word.kind for word in run(Acker(STORM2), *left_out)[-1]]


@EVERY_DIALECT
@pytest.mark.parametrize("root", [0, 1, -1, LEAST, GREATEST])
@pytest.mark.parametrize("value", [0, 1, -1, LEAST, GREATEST])
def test_ids_and_values_use_all_64_bits(dialect: Profile, root: int, value: int) -> None:
    """ACK-23: a root and a value of 0 are ordinary numbers, and the lowest bit counts like the highest."""
    acker = Acker(dialect)
    assert [()] == run(acker, Ack(root, value))
    assert ({root: Record(value)}, *[{}] * (dialect.buckets - 1)) == acker.pending.cohorts()
    assert [()] == run(acker, Init(root, value ^ 1, 0))
    assert Record(1, 0) == acker.pending.get(root)
    assert [(Notification(Kind.ACK, root, 0),)] == run(acker, Ack(root, 1))
    assert Acker(dialect) == acker


@EVERY_DIALECT
def test_roots_do_not_touch_each_other(dialect: Profile) -> None:
    """ACK-22: three trees in one acker end as each would alone."""
    acker = Acker(dialect)
    assert [(), (), (), ()] == run(acker, Init(1, 5, 7), Init(2, 5, 7), Ack(3, 5), Fail(4))
    assert [(Notification(Kind.ACK, 2, 7),), (Notification(Kind.FAIL, 1, 7),)] == run(acker, Ack(2, 5), Fail(1))
    assert ({3: Record(5), 4: Record(failed=True)}, *[{}] * (dialect.buckets - 1)) == acker.pending.cohorts()


@EVERY_DIALECT
def test_a_tree_without_tuples_is_done_at_its_init(dialect: Profile) -> None:
    """ACK-12: the record is removed in the step that created it."""
    acker = Acker(dialect)
    assert [(Notification(Kind.ACK, 1, 7),)] == run(acker, Init(1, 0, 7))
    assert Acker(dialect) == acker


NO_LONGS = {str(wrong): wrong for wrong in (LEAST - 1, GREATEST + 1, 5.0, True, None)} | {"'5'": "5"}
NO_TASKS = {str(wrong): wrong for wrong in (-1, 7.0, False, None)} | {"'7'": "7"}
NO_MESSAGES = {str(wrong): wrong for wrong in (None, Record(3), Notification(Kind.ACK, 1, 7))} | {"'init'": "init"}
FIELDS: dict[str, Callable[[Any], AckerMessage]] = {
    "root of init": lambda wrong: Init(wrong, 1, 7),
    "value of init": lambda wrong: Init(1, wrong, 7),
    "task of init": lambda wrong: Init(1, 1, wrong),
    "root of ack": lambda wrong: Ack(wrong, 1),
    "value of ack": lambda wrong: Ack(1, wrong),
    "root of fail": Fail,
    "root of reset-timeout": ResetTimeout,
}


@pytest.mark.parametrize(
    ("field", "wrong", "named"),
    [
        pytest.param(field, wrong, f"{field.split()[0]} {named}", id=f"{field} {named}")
        for field in FIELDS
        for named, wrong in (NO_TASKS if field.startswith("task") else NO_LONGS).items()
    ],
)
def test_illegal_input_is_refused_and_changes_nothing(field: str, wrong: object, named: str) -> None:
    """ACK-29: a value that is not a 64-bit integer, or not a task, is named in the error, and every record is
    unchanged.
    """
    acker = Acker(STORM2)
    run(acker, Init(1, 3, 7), Fail(2), None, ResetTimeout(3))
    with refused(acker, named):
        acker.receive(FIELDS[field](wrong))


@pytest.mark.parametrize("named", NO_MESSAGES)
def test_what_is_no_message_is_refused_and_changes_nothing(named: str) -> None:
    """ACK-31: the reference accepts the four messages and no other streams."""
    acker = Acker(STORM2)
    run(acker, Init(1, 3, 7), Fail(2), None)
    no_message: Any = NO_MESSAGES[named]
    with refused(acker, named):
        acker.receive(no_message)


@pytest.mark.parametrize(("bits", "length"), [(2, 3), (2, 5), (3, 4), (4, 3)])
def test_a_chain_is_completed_early_as_often_as_the_formula_says(bits: int, length: int) -> None:
    """ACK-28, over every choice of ids: of all chains of k tuples `1-(1-2^-w)^k` are completed early, and no more."""
    early = 0
    for edges in product(range(-(2 ** (bits - 1)), 2 ** (bits - 1)), repeat=length):
        acks = [Ack(1, edge ^ child) for edge, child in pairwise(edges)]
        early += any(run(Acker(STORM2), Init(1, edges[0], 7), *acks))
    ids = 2**bits
    assert ids**length - (ids - 1) ** length == early
    assert 1 - (1 - 2**-bits) ** length == early / ids**length


@EVERY_DIALECT
def test_each_message_is_acked_once_after_it_was_acted_on_and_a_tick_is_not(dialect: Profile) -> None:
    """ACK-24 for the acker itself: like every bolt it acks its input, and nothing if it refuses the message."""
    acked: list[tuple[AckerMessage, int]] = []
    acker = Acker(dialect, lambda message: acked.append((message, len(acker.pending))))
    messages: list[AckerMessage] = [Fail(1), ResetTimeout(1), Init(2, 5, 7), Ack(2, 5), Init(1, 0, 7)]
    run(acker, *messages[:3], None, *messages[3:])
    assert list(zip(messages, [1, 1, 2, 1, 0], strict=True)) == acked
    with refused(None, "not a message"):
        acker.receive(None)  # type: ignore[arg-type]
    assert len(messages) == len(acked)
