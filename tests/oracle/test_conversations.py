"""What follows from a conversation: what the bolt holds, what it has time for, what an error may have ended."""

import pytest
from ackproof.components.multilang import AckLine, Give, HangUp, Heartbeat, Launch, Listen, MultilangResult
from ackproof.oracle.conversations import ConversationChronicle, emits_of
from ackproof.target import Config
from ackproof.workloads.multilang import ConversationWorkload
from common.conversations import ACK5, E1, E2, RAISE, SYNC, Step, give, heard, seen

ACK6 = AckLine("6")
ENDS = heard(ended=True)


def test_the_code_emits_nothing_behind_an_error() -> None:
    """The error ends its processing of the input."""
    assert [E1] == emits_of((E1, RAISE, E2))


def test_an_input_is_read_by_the_next_listen() -> None:
    """One that nobody listens to any more is not read."""
    steps = (Launch(), Give(id="5"), Listen(), Give(id="6"))
    chronicle = ConversationChronicle(ConversationWorkload(Config(), steps), [MultilangResult()] * len(steps))
    assert {"5": 2, "6": None} == {name: given.heard for name, given in chronicle.inputs.items()}
    assert ["5"] == [given.id for given in chronicle.due]


def test_a_bolt_holds_what_it_was_given_and_has_not_let_go_of() -> None:
    """Each line knows what was held before it."""
    chronicle = seen(give("5"), give("6"), heard(ACK5, ACK6, SYNC))
    assert [set(), set(), {"5", "6"}, {"6"}, set()] == [moment.held for moment in chronicle.moments]


@pytest.mark.parametrize(
    ("lines", "late"),
    [
        (heard(ACK5, SYNC), [False, False]),
        (heard(SYNC, ACK5), [False, True]),
        (heard(SYNC, ACK5, heartbeats=2), [False, False]),
        (heard(SYNC, SYNC, ACK5), [False, False, False]),
        (heard(SYNC, ACK5, SYNC, heartbeats=2), [False, False, False]),
        (heard(SYNC, ACK5, SYNC, heartbeats=2, again=1), [False, True, True]),
        (heard(SYNC, ACK5, ended=True), [False, False]),
    ],
    ids=["in time", "late", "an answer too few", "one too many", "not yet", "asked again", "at its end"],
)
def test_what_comes_behind_the_answer_to_the_last_heartbeat_is_late(lines: Step, late: list[bool]) -> None:
    """Nothing is late if it is unknown which heartbeat was answered."""
    chronicle = seen(give("5"), lines)
    assert late == [moment.late for moment in chronicle.moments if moment.index > 0]


def test_heartbeats_are_counted_since_the_last_listen() -> None:
    """Earlier ones were answered there."""
    beat = (Heartbeat(), MultilangResult())
    chronicle = seen(beat, beat, heard(SYNC, SYNC, SYNC), beat, heard(SYNC, SYNC))
    assert (3, 2) == (chronicle.heartbeats(3), chronicle.heartbeats(5))


def test_a_process_whose_input_was_ended_did_not_end_by_itself() -> None:
    """A hang-up asks for that."""
    assert seen(give("5"), heard(ACK5, SYNC), (HangUp(), MultilangResult(ended=True))).ended_at is None
    assert seen(give("5"), ENDS).ended_at == 2


@pytest.mark.parametrize(
    ("steps", "guilty"),
    [
        ([give("6", RAISE), give("5"), ENDS], "6"),
        ([give("6", RAISE), heard(), give("5"), ENDS], "6"),
        ([give("6", RAISE), give("5", RAISE), ENDS], "6"),
        ([give("5"), give("6", RAISE), ENDS], "6"),
        ([give("5", RAISE), give("6", RAISE), ENDS], None),
        ([give("5"), heard(), give("6", RAISE), ENDS], None),
        ([give("5", RAISE), ENDS], None),
        ([give("6"), give("5"), ENDS], None),
    ],
    ids=[
        "before it", "before it and read before it", "before it, and it raises too", "behind it, read together",
        "behind it, and it raises first", "behind it, read later", "its own", "none",
    ],
)  # fmt: skip
def test_an_error_at_another_input_may_have_ended_the_process(steps: list[Step], guilty: str | None) -> None:
    """It came earlier, or was read together with an input that raises no error."""
    chronicle = seen(*steps)
    other = chronicle.error_elsewhere(chronicle.inputs["5"])
    assert guilty == (other.id if other else None)
    assert chronicle.is_lost(chronicle.inputs["5"]) is (guilty is not None)


def test_an_input_is_lost_only_if_the_process_ended_while_it_was_read_or_before() -> None:
    """What was read before had its time, and without an end there is no loss."""
    lives = seen(give("6", RAISE), give("5"), heard())
    assert not lives.is_lost(lives.inputs["5"])
    later = seen(give("6", RAISE), give("5"), heard(), heard(ended=True))
    assert not later.is_lost(later.inputs["5"])
    earlier = seen(give("6", RAISE), ENDS, give("5"), ENDS)
    assert earlier.is_lost(earlier.inputs["5"])


@pytest.mark.parametrize(
    ("steps", "cut"),
    [
        ([give("5"), give("6", RAISE), ENDS], True),
        ([give("6", RAISE), give("5", RAISE), ENDS], True),
        ([give("5", RAISE), give("6", RAISE), ENDS], True),
        ([give("6", RAISE), ENDS, give("5"), ENDS], True),
        ([give("5"), heard(), give("6", RAISE), ENDS], False),
        ([give("5"), give("6", RAISE), heard()], False),
        ([give("5", RAISE), ENDS], False),
        ([give("5"), give("6"), ENDS], False),
        ([give("5"), give("4"), give("6", RAISE), ENDS], True),
        ([give("5"), give("4", RAISE), give("6"), ENDS], True),
    ],
    ids=[
        "together", "behind another that raises", "before another that raises", "read after the end",
        "read before the end", "no end", "its own error", "no error", "a higher id", "a lower id",
    ],
)  # fmt: skip
def test_an_input_may_be_cut_off_by_an_error_at_another(steps: list[Step], *, cut: bool) -> None:
    """So it is if the process ended while the bolt had it, or before."""
    chronicle = seen(*steps)
    assert cut is chronicle.is_cut_off(chronicle.inputs["5"])
