"""Rules of bolt libraries, on written-out conversations: what each rule finds, and its message."""

import pytest
from ackproof.components.multilang import (
    AckLine,
    Deed,
    Give,
    HangUp,
    Heartbeat,
    Launch,
    Listen,
    MultilangOperation,
    MultilangResult,
    PidLine,
    RemarkLine,
    StrayLine,
)
from ackproof.specification import all_rules
from ackproof.workloads.multilang import is_in_order
from common.chronicles import premises_met, violated
from common.conversations import (
    ACK5,
    E1,
    E2,
    FAIL5,
    PID,
    RAISE,
    SYNC,
    Step,
    emits,
    emitted,
    emitted_to,
    give,
    heard,
    seen,
    tick,
)

RULES = [rule for rule in all_rules() if rule.startswith("ML-")]

BROKEN = {
    "no pid": ("ML-01", [(Launch(), MultilangResult((SYNC,), 1))], "the bolt did not say its pid"),
    "a log before it": (
        "ML-01",
        [(Launch(), MultilangResult((RemarkLine("log"), PID, SYNC), 1))],
        "before the pid the bolt said log",
    ),
    "another's": (
        "ML-01",
        [(Launch(), MultilangResult((PidLine(own=False, filed=True),), 1))],
        "the bolt said a pid that is not that of its process",
    ),
    "no file": (
        "ML-01",
        [(Launch(), MultilangResult((PidLine(own=True, filed=False),), 1))],
        "no file with the name of the pid is in the folder for pids",
    ),
    "a second pid": ("ML-01", [give("5"), heard(ACK5, PID, SYNC)], "the bolt said a pid more than once"),
    "two acks": ("ML-02", [give("5"), heard(ACK5, ACK5, SYNC)], "input 5 was acked after it had been acked"),
    "ack after fail": ("ML-02", [give("5"), heard(FAIL5, ACK5, SYNC)], "input 5 was acked after it had been failed"),
    "no answer": (
        "ML-03",
        [give("5"), heard(SYNC)],
        "input 5 was processed, and it was neither acked nor failed, though a heartbeat that came later was answered",
    ),
    "the process ends": (
        "ML-03",
        [give("5"), heard(ended=True)],
        "input 5 was processed, and it was neither acked nor failed; the process has ended",
    ),
    "failed for nothing": ("ML-03", [give("5"), heard(FAIL5, SYNC)], "input 5 was processed, and it was failed"),
    "a tick": (
        "ML-03",
        [tick("5"), heard(SYNC)],
        "input 5 was processed, and it was neither acked nor failed, though a heartbeat that came later was answered",
    ),
    "late, and before it was asked again": (
        "ML-03",
        [give("5"), heard(SYNC, ACK5, SYNC, heartbeats=2, again=1)],
        "input 5 was processed, and it was acked only when more had come; a heartbeat behind it had been answered",
    ),
    "late": (
        "ML-03",
        [give("5"), heard(SYNC, ACK5)],
        "input 5 was processed, and it was acked only when more had come; a heartbeat behind it had been answered",
    ),
    "later still": (
        "ML-03",
        [give("5"), heard(SYNC), give("6"), heard(ACK5, AckLine("6"), SYNC)],
        "input 5 was processed, and it was acked only when more had come; a heartbeat behind it had been answered",
    ),
    "an error is acked": (
        "ML-04",
        [give("5", RAISE), heard(ACK5, SYNC)],
        "the code raised an error at input 5, and it was acked",
    ),
    "an error ends all": (
        "ML-04",
        [give("5", RAISE), heard(ended=True)],
        "the code raised an error at input 5, and it was neither acked nor failed; the process has ended",
    ),
    "one behind an error": (
        "ML-05",
        [give("5", RAISE), give("6"), heard(FAIL5, ended=True)],
        "the code raised an error at input 5, and the process ended; input 6 was neither acked nor failed",
    ),
    "one under way with an error": (
        "ML-05",
        [give("6", E1, E2), give("5", RAISE), heard(emitted("e1", "6"), ended=True)],
        "the code raised an error at input 5, and the process ended; input 6 was neither acked nor failed",
    ),
    "no anchor": (
        "ML-06",
        [give("5", E1), heard(emitted("e1"), ACK5, SYNC)],
        "emission e1 at input 5 is anchored to nothing",
    ),
    "another's anchor": (
        "ML-06",
        [give("5", E1), give("6"), heard(emitted("e1", "5", "6"), ACK5, SYNC)],
        "emission e1 at input 5 is anchored to 5, 6",
    ),
    "an anchor that is gone": (
        "ML-07",
        [give("5", E1), heard(ACK5, emitted("e1", "5"), SYNC)],
        "emission e1 is anchored to input 5, which had been acked",
    ),
    "a print": ("ML-15", [give("5", Deed(do="print", text="x")), heard(StrayLine("x"), ACK5, SYNC)], None),
    "not said": (
        "ML-10",
        [give("5", E1), heard(ACK5, SYNC)],
        "the code emits e1 at input 5, and it was not said, though a heartbeat that came later was answered",
    ),
    "said twice": (
        "ML-10",
        [give("5", E1), heard(emitted("e1", "5"), emitted("e1", "5"), ACK5, SYNC)],
        "emission e1 was said 2 times",
    ),
    "another order": (
        "ML-10",
        [give("5", E1, E2), heard(emitted("e2", "5"), emitted("e1", "5"), ACK5, SYNC)],
        "emission e2 was said before e1",
    ),
    "another text": (
        "ML-10",
        [give("5", emits("e1", text="\u4e2d")), heard(emitted("e1", "5"), ACK5, SYNC)],
        "emission e1 has the text ''; the code emits '\u4e2d'",
    ),
    "another task": (
        "ML-10",
        [give("5", emits("e1", task=4)), heard(emitted("e1", "5"), ACK5, SYNC)],
        "emission e1 goes to whom it may concern; the code emits it to task 4",
    ),
    "no task ids": (
        "ML-11",
        [give("5", E1, E2), heard(emitted("e1", "5"), emitted("e2", "5"), ACK5, SYNC)],
        "emission e1 went to tasks [14], and the code got none",
    ),
    "another's task ids": (
        "ML-11",
        [give("5", E1, E2), heard(emitted("e1", "5", given=()), emitted("e2", "5", heard=[14]), ACK5, SYNC)],
        "emission e1 went to tasks [], and the code got [14]",
    ),
    "the ids of a direct emission": (
        "ML-11",
        [
            give("5", E1, emits("e2", task=3), emits("e3")),
            heard(emitted("e1", "5"), emitted_to(3, "e2", heard=[14]), emitted("e3", "5", heard=[3]), ACK5, SYNC),
        ],
        "emission e1 went to tasks [14], and the code got [3]",
    ),
    "out of turn": (
        "ML-12",
        [give("5"), give("6"), heard(AckLine("6"), ACK5, SYNC)],
        "input 6 was begun before 5, which came first",
    ),
    "one answer for two": (
        "ML-13",
        [(Heartbeat(), MultilangResult()), heard(SYNC)],
        "2 heartbeats were sent, and 1 answered",
    ),
    "an id of nobody": (
        "ML-14",
        [give("5"), heard(AckLine("int 5"), SYNC)],
        "ack int 5, which names 'int 5', an input of nobody",
    ),
    "an anchor of nobody": (
        "ML-14",
        [give("5", E1), heard(emitted("e1", "6"), ACK5, SYNC)],
        "emit e1, anchored to 6, which names '6', an input of nobody",
    ),
    "acked at the end": (
        "ML-16",
        [give("5"), heard(SYNC), (HangUp(), MultilangResult((ACK5,), 0, ended=True))],
        "after the end of its input the bolt said ack 5",
    ),
    "goes on": (
        "ML-16",
        [give("5"), heard(ACK5, SYNC), (HangUp(), MultilangResult())],
        "the input of the bolt has ended, and its process goes on",
    ),
}


@pytest.mark.parametrize(("rule", "steps", "expected"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_is_told(rule: str, steps: list[Step], expected: str | None) -> None:
    """The rule for it finds it."""
    found = violated(rule, seen(*steps))
    assert found is not None
    assert expected in (None, found[1])


HELD_BROKEN = {
    "an anchor too few": (
        "ML-08",
        [give("5"), heard(SYNC), give("6", emits("e1", anchors=("5", "6"))), heard(emitted("e1", "5"), SYNC)],
        "emission e1 is anchored to 5; the code names 5, 6",
    ),
    "an anchor too many": (
        "ML-08",
        [give("5", emits("e1", anchors=())), heard(emitted("e1", "5"), SYNC)],
        "emission e1 is anchored to 5; the code names nothing",
    ),
    "acked though it is held": ("ML-09", [give("5"), heard(ACK5, SYNC)], "input 5 was acked; the code holds it"),
    "acked though it failed": (
        "ML-09",
        [give("5", Deed(do="fail", id="5")), heard(ACK5, SYNC)],
        "the code fails input 5, which was acked",
    ),
    "an ack that is not said": (
        "ML-09",
        [give("5", Deed(do="ack", id="5")), heard(SYNC)],
        "the code acks input 5, and nothing was said of it, though a heartbeat that came later was answered",
    ),
}


@pytest.mark.parametrize(("rule", "steps", "expected"), HELD_BROKEN.values(), ids=HELD_BROKEN)
def test_what_is_wrong_with_a_holding_bolt_is_told(rule: str, steps: list[Step], expected: str) -> None:
    """The rule for it finds it."""
    assert expected == (violated(rule, seen(*steps, holding=True)) or (0, ""))[1]


RIGHT = [
    give("5", E1, E2),
    tick("7"),
    heard(
        emitted("e1", "5", given=(14, 15)), SYNC, emitted("e2", "5", heard=(14, 15)), SYNC, ACK5, AckLine("7"), SYNC,
        heartbeats=3,
    ),
    (HangUp(), MultilangResult((), 0, ended=True)),
]  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_what_is_right_breaks_no_rule(rule: str) -> None:
    """This is tested with a basic bolt, and with one that never acks its inputs."""
    assert violated(rule, seen(*RIGHT)) is None
    assert violated(rule, seen(give("5", Deed(do="log", text="x")), heard(SYNC), holding=True)) is None


@pytest.mark.parametrize("behind", [None, [14]])
def test_behind_a_direct_emission_the_code_may_have_no_task_ids_or_still_the_last(behind: list[int] | None) -> None:
    """A direct emission gets none; whether the code keeps the earlier ones is not prescribed."""
    conversation = seen(
        give("5", E1, emits("e2", task=3), emits("e3")),
        heard(emitted("e1", "5"), emitted_to(3, "e2", heard=[14]), emitted("e3", "5", heard=behind), ACK5, SYNC),
    )
    assert violated("ML-11", conversation) is None


def test_an_answer_too_many_is_no_fault_and_makes_nothing_late() -> None:
    """pystorm, for example, answers an error with a sync: then it is unknown which heartbeat was answered."""
    conversation = seen(give("5", RAISE), heard(RemarkLine("error"), SYNC, FAIL5, SYNC))
    assert [] == [rule for rule in RULES if violated(rule, conversation)]


def test_a_process_that_ends_leaves_it_open_which_heartbeat_was_answered() -> None:
    """pystorm, for example, sends an additional sync before it fails the input, and ends."""
    conversation = seen(give("5", RAISE), heard(RemarkLine("error"), SYNC, FAIL5, ended=True))
    assert [] == [rule for rule in RULES if violated(rule, conversation)]


def test_what_a_process_owes_after_an_error_that_ended_it_is_for_one_rule() -> None:
    """All other rules ignore it."""
    conversation = seen(give("5", RAISE), give("6", E1), heard(FAIL5, ended=True), give("7"), heard(ended=True))
    assert ["ML-05"] == [rule for rule in RULES if violated(rule, conversation)]


def test_premises_are_met_by_what_could_break_a_rule() -> None:
    """Examples are a tick, and an input before task ids."""
    met = premises_met("ML-03", seen(*RIGHT))
    assert {
        "an input is processed": 1,
        "a tick is processed": 1,
        "an input comes before task ids that are awaited": 1,
    } == met


@pytest.mark.parametrize(
    ("steps", "fine"),
    [
        ([Launch()], True),
        ([Launch(), Give(id="5")], False),
        ([Give(id="5"), Listen()], False),
        ([Launch(), Launch()], False),
        ([Launch(), Give(id="5"), Listen(), Give(id="5"), Listen()], False),
        ([Launch(), Give(id="5"), HangUp()], False),
        ([Launch(), Give(id="5", deeds=(Deed(do="ack", id="6"),)), Listen()], False),
        ([Launch(), Give(id="5", deeds=(Deed(do="ack", id="5"), Deed(do="fail", id="5"))), Listen()], False),
        ([Launch(), Give(id="5"), Give(id="6", deeds=(Deed(do="ack", id="5"),)), Listen()], False),
        ([Launch(), Give(id="5"), Listen(), Give(id="6", deeds=(Deed(do="ack", id="5"),)), Listen()], True),
    ],
)
def test_a_conversation_is_in_order_if_the_code_does_nothing_wrong(
    steps: list[MultilangOperation], *, fine: bool
) -> None:
    """Two inputs may be under way at the same time, if they are independent."""
    assert fine is is_in_order(steps)
