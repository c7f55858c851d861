"""Rules of bolt libraries, on written-out conversations: what each rule finds, and its message."""

import pytest
from ackproof.components.multilang import (
    AckLine,
    Deed,
    FailLine,
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
from attrs import evolve
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
    give_on,
    heard,
    heard_patiently,
    seen,
    tick,
)

BEHIND = "only after the answer to a heartbeat that was sent behind it (a sync)"
NOT_ENDED = "and by the end of the next listen it was neither acked nor failed; it should be"
GONE = "and the process has ended: it was neither acked nor failed; it should be"
LATE = "only after the next listen had ended"
LATE_FAIL = f"the code raised an error at input 5, and it was failed {BEHIND}"

RULES = [rule for rule in all_rules() if rule.startswith("ML-")]

BROKEN = {
    "no pid": ("ML-01", [(Launch(), MultilangResult(said=(SYNC,), heartbeats=1))], 0, "the bolt did not say its pid"),
    "a log before it": (
        "ML-01",
        [(Launch(), MultilangResult(said=(RemarkLine("log"), PID, SYNC), heartbeats=1))],
        0,
        "before the pid the bolt said log",
    ),
    "another's": (
        "ML-01",
        [(Launch(), MultilangResult(said=(PidLine(own=False, filed=True),), heartbeats=1))],
        0,
        "the bolt said a pid that is not that of its process",
    ),
    "no file": (
        "ML-01",
        [(Launch(), MultilangResult(said=(PidLine(own=True, filed=False),), heartbeats=1))],
        0,
        "no file with the name of the pid is in the folder for pids",
    ),
    "a second pid": ("ML-01", [give("5"), heard(ACK5, PID, SYNC)], 0, "the bolt said a pid more than once"),
    "two acks": ("ML-02", [give("5"), heard(ACK5, ACK5, SYNC)], 2, "input 5 was acked after it had been acked"),
    "three acks, one of them later": (
        "ML-02",
        [give("5"), heard(ACK5, SYNC), heard(FAIL5, ACK5, SYNC)],
        3,
        "input 5 was failed after it had been acked",
    ),
    "ack after fail": ("ML-02", [give("5"), heard(FAIL5, ACK5, SYNC)], 2, "input 5 was acked after it had been failed"),
    "no answer": (
        "ML-03",
        [give("5"), heard(SYNC)],
        2,
        f"input 5 was given, {NOT_ENDED} acked",
    ),
    "the process ends": (
        "ML-03",
        [give("5"), heard(ended=True)],
        2,
        f"input 5 was given, {GONE} acked",
    ),
    "failed for nothing": (
        "ML-03",
        [give("5"), heard(FAIL5, SYNC)],
        2,
        "input 5 was given, and it was failed; it should be acked",
    ),
    "failed for nothing, and acked afterwards": (
        "ML-03",
        [give("5"), heard(FAIL5, SYNC), heard(ACK5, SYNC)],
        2,
        "input 5 was given, and it was failed; it should be acked",
    ),
    "failed for nothing, and later once more": (
        "ML-03",
        [give("5"), heard(FAIL5, SYNC), heard(FAIL5, SYNC)],
        2,
        "input 5 was given, and it was failed; it should be acked",
    ),
    "a tick": (
        "ML-03",
        [tick("5"), heard(SYNC)],
        2,
        f"input 5 was given, {NOT_ENDED} acked",
    ),
    "one of another stream": (
        "ML-03",
        [give_on("other", "5"), give("6"), heard(AckLine("6"), SYNC)],
        3,
        f"input 5 was given, {NOT_ENDED} acked",
    ),
    "late, and before it was asked again": (
        "ML-03",
        [give("5"), heard(SYNC, ACK5, SYNC, heartbeats=2, again=1)],
        2,
        f"input 5 was given, and it was acked {BEHIND}",
    ),
    "late": (
        "ML-03",
        [give("5"), heard(SYNC, ACK5)],
        2,
        f"input 5 was given, and it was acked {BEHIND}",
    ),
    "later still": (
        "ML-03",
        [give("5"), heard(SYNC), give("6"), heard(ACK5, AckLine("6"), SYNC)],
        4,
        f"input 5 was given, and it was acked {LATE}",
    ),
    "late, and later still once more": (
        "ML-03",
        [give("5"), heard(SYNC), heard(ACK5, SYNC), heard(FAIL5, SYNC)],
        3,
        f"input 5 was given, and it was acked {LATE}",
    ),
    "an error is acked": (
        "ML-04",
        [give("5", RAISE), heard(ACK5, SYNC)],
        2,
        "the code raised an error at input 5, and it was acked; it should be failed",
    ),
    "an error is failed late": (
        "ML-04",
        [give("5", RAISE), heard(SYNC, FAIL5)],
        2,
        LATE_FAIL,
    ),
    "an error ends all": (
        "ML-04",
        [give("5", RAISE), heard(ended=True)],
        2,
        f"the code raised an error at input 5, {GONE} failed",
    ),
    "one behind an error": (
        "ML-05",
        [give("5", RAISE), give("6"), heard(FAIL5, ended=True)],
        3,
        "the code raised an error at input 5, and the process ended; input 6 was neither acked nor failed",
    ),
    "one under way with an error": (
        "ML-05",
        [give("6", E1, E2), give("5", RAISE), heard(emitted("e1", "6"), ended=True)],
        3,
        "the code raised an error at input 5, and the process ended; input 6 was neither acked nor failed",
    ),
    "no anchor": (
        "ML-06",
        [give("5", E1), heard(emitted("e1"), ACK5, SYNC)],
        2,
        "emission e1 at input 5 is anchored to nothing",
    ),
    "another's anchor": (
        "ML-06",
        [give("5", E1), give("6"), heard(emitted("e1", "5", "6"), ACK5, SYNC)],
        3,
        "emission e1 at input 5 is anchored to 5 and 6",
    ),
    "an anchor that is gone": (
        "ML-07",
        [give("5", E1), heard(ACK5, emitted("e1", "5"), SYNC)],
        2,
        "emission e1 is anchored to input 5, which had been acked",
    ),
    "a print": (
        "ML-15",
        [give("5", Deed(do="print", text="x")), heard(StrayLine("x"), ACK5, SYNC)],
        2,
        "the bolt wrote 'x', which is no message of its own",
    ),
    "not said": (
        "ML-10",
        [give("5", E1), heard(ACK5, SYNC)],
        2,
        "the code emits e1 at input 5, and by the end of the next listen it was not said",
    ),
    "said twice": (
        "ML-10",
        [give("5", E1), heard(emitted("e1", "5"), emitted("e1", "5"), ACK5, SYNC)],
        2,
        "emission e1 was said 2 times",
    ),
    "said twice, the second time later": (
        "ML-10",
        [give("5", E1), heard(emitted("e1", "5"), ACK5, SYNC), heard(emitted("e1", "5"), SYNC)],
        3,
        "emission e1 was said 2 times",
    ),
    "not said, behind an input that an error may have cut off": (
        "ML-10",
        [give("5", E1), heard(ended=True), give("6", E2, RAISE), heard(ended=True)],
        4,
        "the code emits e2 at input 6, and the process has ended: it was not said",
    ),
    "another order": (
        "ML-10",
        [give("5", E1, E2), heard(emitted("e2", "5"), emitted("e1", "5"), ACK5, SYNC)],
        2,
        "emission e2 was said before e1",
    ),
    "another text": (
        "ML-10",
        [give("5", emits("e1", text="\u4e2d")), heard(emitted("e1", "5"), ACK5, SYNC)],
        2,
        "emission e1 has the text ''; the code emits '\u4e2d'",
    ),
    "a text in place of none": (
        "ML-10",
        [give("5", E1), heard(evolve(emitted("e1", "5"), text="x"), ACK5, SYNC)],
        2,
        "emission e1 has the text 'x'; the code emits ''",
    ),
    "a text in place of a number": (
        "ML-10",
        [give("5", evolve(E1, text="1", is_json=True)), heard(evolve(emitted("e1", "5"), text="1"), ACK5, SYNC)],
        2,
        "emission e1 has the text '1'; the code emits 1",
    ),
    "a number in place of null": (
        "ML-10",
        [
            give("5", evolve(E1, text="null", is_json=True)),
            heard(evolve(emitted("e1", "5"), text="0", is_json=True), ACK5, SYNC),
        ],
        2,
        "emission e1 has the value 0, which is no text; the code emits null",
    ),
    "another task": (
        "ML-10",
        [give("5", emits("e1", task=4)), heard(emitted("e1", "5"), ACK5, SYNC)],
        2,
        "emission e1 goes to whom it may concern; the code emits it to task 4",
    ),
    "no task ids": (
        "ML-11",
        [give("5", E1, E2), heard(emitted("e1", "5"), emitted("e2", "5"), ACK5, SYNC)],
        2,
        "emission e1 went to task 14, and the code was told nothing",
    ),
    "another's task ids": (
        "ML-11",
        [give("5", E1, E2), heard(emitted("e1", "5", given=()), emitted("e2", "5", heard=[14]), ACK5, SYNC)],
        2,
        "emission e1 went to nobody, and the code was told 14",
    ),
    "several task ids in place of none": (
        "ML-11",
        [give("5", E1, E2), heard(emitted("e1", "5", given=()), emitted("e2", "5", heard=[14, 15]), ACK5, SYNC)],
        2,
        "emission e1 went to nobody, and the code was told 14 and 15",
    ),
    "none in place of several": (
        "ML-11",
        [give("5", E1, E2), heard(emitted("e1", "5", given=(14, 15)), emitted("e2", "5", heard=[]), ACK5, SYNC)],
        2,
        "emission e1 went to tasks 14 and 15, and the code was told that it went to nobody",
    ),
    "the ids of a direct emission": (
        "ML-11",
        [
            give("5", E1, emits("e2", task=3), emits("e3")),
            heard(emitted("e1", "5"), emitted_to(3, "e2", heard=[14]), emitted("e3", "5", heard=[3]), ACK5, SYNC),
        ],
        2,
        "emission e1 went to task 14, and the code was told 3",
    ),
    "out of turn": (
        "ML-12",
        [give("5", E1), give("6", E2), heard(emitted("e2", "6"), AckLine("6"), emitted("e1", "5"), ACK5, SYNC)],
        3,
        "input 6 was begun before 5, which came first",
    ),
    "out of turn, behind one of which nothing was said": (
        "ML-12",
        [give("5", emits("e0")), give("6", E1), give("7", E2), heard(emitted("e2", "7"), emitted("e1", "6"), SYNC)],
        4,
        "input 7 was begun before 6, which came first",
    ),
    "one answer for two": (
        "ML-13",
        [(Heartbeat(), MultilangResult()), heard(SYNC)],
        2,
        "2 heartbeats were sent, and 1 answered",
    ),
    "only when more was given": (
        "ML-13",
        [heard_patiently(SYNC), give("5"), heard_patiently(ACK5, SYNC, overdue=1)],
        3,
        "1 of 1 heartbeats were not answered, with nothing else to do, until more was given",
    ),
    "ends at a heartbeat": (
        "ML-13",
        [give("5"), heard(ACK5, SYNC), heard(ended=True), give("6", RAISE), heard(ended=True)],
        3,
        "1 heartbeats were sent, and 0 answered, and the process has ended",
    ),
    "an id of nobody": (
        "ML-14",
        [give("5"), heard(AckLine("int 5"), SYNC)],
        2,
        "ack int 5, which names 'int 5', an input of nobody",
    ),
    "an anchor of nobody": (
        "ML-14",
        [give("5", E1), heard(emitted("e1", "6"), ACK5, SYNC)],
        2,
        "emit e1 (anchored to 6), which names '6', an input of nobody",
    ),
    "acked at the end": (
        "ML-16",
        [give("5"), heard(SYNC), (HangUp(), MultilangResult(said=(ACK5,), heartbeats=0, ended=True))],
        3,
        "after the end of its input the bolt said ack 5",
    ),
    "goes on": (
        "ML-16",
        [give("5"), heard(ACK5, SYNC), (HangUp(), MultilangResult())],
        3,
        "the input of the bolt has ended, and its process goes on",
    ),
}


@pytest.mark.parametrize(("rule", "steps", "at", "reason"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_is_told(rule: str, steps: list[Step], at: int, reason: str) -> None:
    """The rule for it finds it."""
    assert (at, reason) == violated(rule, seen(*steps))


HELD_BROKEN = {
    "an anchor too few": (
        "ML-08",
        [give("5"), heard(SYNC), give("6", emits("e1", anchors=("5", "6"))), heard(emitted("e1", "5"), SYNC)],
        4,
        "emission e1 is anchored to 5; the code names 5 and 6",
    ),
    "an anchor too many": (
        "ML-08",
        [give("5", emits("e1", anchors=())), heard(emitted("e1", "5"), SYNC)],
        2,
        "emission e1 is anchored to 5; the code names nothing",
    ),
    "an anchor in place of none": (
        "ML-08",
        [give("5", E1), heard(emitted("e1", "5"), SYNC)],
        2,
        "emission e1 is anchored to 5; the code names nothing",
    ),
    "acked though it is held": ("ML-09", [give("5"), heard(ACK5, SYNC)], 2, "input 5 was acked; the code holds it"),
    "acked though it is held, and failed later": (
        "ML-09",
        [give("5"), heard(ACK5, SYNC), heard(FAIL5, SYNC)],
        2,
        "input 5 was acked; the code holds it",
    ),
    "acked though it failed, and failed later": (
        "ML-09",
        [give("5", Deed(do="fail", id="5")), heard(ACK5, SYNC), heard(FAIL5, SYNC)],
        2,
        "the code fails input 5, which was acked",
    ),
    "failed though it is acked": (
        "ML-09",
        [give("5", Deed(do="ack", id="5")), heard(FAIL5, SYNC)],
        2,
        "the code acks input 5, which was failed",
    ),
    "acked though it failed": (
        "ML-09",
        [give("5", Deed(do="fail", id="5")), heard(ACK5, SYNC)],
        2,
        "the code fails input 5, which was acked",
    ),
    "an ack that is not said": (
        "ML-09",
        [give("5", Deed(do="ack", id="5")), heard(SYNC)],
        2,
        "the code acks input 5, and by the end of the next listen nothing was said of it",
    ),
    "acked before the code acks it": (
        "ML-09",
        [give("5"), heard(ACK5, SYNC), give("6", Deed(do="ack", id="5")), heard(SYNC)],
        2,
        "input 5 was acked before input 6, at which the code acks it, was given",
    ),
    "acked before the code acks it, and failed then": (
        "ML-09",
        [give("5"), heard(ACK5, SYNC), give("6", Deed(do="ack", id="5")), heard(FAIL5, SYNC)],
        2,
        "input 5 was acked before input 6, at which the code acks it, was given",
    ),
    "acked at the next heartbeat": (
        "ML-09",
        [give("5", Deed(do="ack", id="5")), heard(SYNC, ACK5)],
        2,
        f"the code acks input 5, and it was acked {BEHIND}",
    ),
    "failed when more had come": (
        "ML-09",
        [give("5"), heard(SYNC), give("6", Deed(do="fail", id="5")), heard(SYNC), heard(FAIL5, SYNC)],
        5,
        f"the code fails input 5, and it was failed {LATE}",
    ),
}


@pytest.mark.parametrize(("rule", "steps", "at", "reason"), HELD_BROKEN.values(), ids=HELD_BROKEN)
def test_what_is_wrong_with_a_holding_bolt_is_told(rule: str, steps: list[Step], at: int, reason: str) -> None:
    """The rule for it finds it."""
    assert (at, reason) == violated(rule, seen(*steps, holding=True))


def test_the_first_ack_of_an_input_that_the_code_holds_is_to_come_in_time() -> None:
    """ML-02 judges a second one."""
    conversation = seen(give("5", Deed(do="ack", id="5")), heard(ACK5, SYNC), heard(ACK5, SYNC), holding=True)
    assert violated("ML-09", conversation) is None
    assert violated("ML-02", conversation) is not None


RIGHT = [
    give("5", E1, E2),
    tick("7"),
    heard(
        emitted("e1", "5", given=(14, 15)), SYNC, emitted("e2", "5", heard=(14, 15)), SYNC, ACK5, AckLine("7"), SYNC,
        heartbeats=3,
    ),
    (HangUp(), MultilangResult(said=(), heartbeats=0, ended=True)),
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


FOR_ANOTHER_RULE = {
    "acked once more, behind an error": ("ML-04", [give("5", RAISE), heard(FAIL5, ACK5, SYNC)], "ML-02"),
    "no answer behind an error": ("ML-05", [give("5", RAISE), give("6"), heard(FAIL5, SYNC)], "ML-03"),
    "acked before it was given": ("ML-03", [heard(ACK5, SYNC), give("5"), heard(SYNC)], "ML-14"),
    "acked once more behind the answer": ("ML-03", [give("5"), heard(ACK5, SYNC, ACK5)], "ML-02"),
    "acked once more": ("ML-03", [give("5"), heard(ACK5, SYNC), heard(ACK5, SYNC)], "ML-02"),
    "the task ids of an emission that was not said": (
        "ML-11",
        [give("5", E1, E2, emits("e3")), heard(emitted("e1", "5"), emitted("e3", "5", heard=[15]), ACK5, SYNC)],
        "ML-10",
    ),
    "other task ids at an emission that is said once more": (
        "ML-11",
        [
            give("5", E1, E2),
            heard(emitted("e1", "5"), emitted("e2", "5", heard=[14]), emitted("e2", "5", heard=[15]), ACK5, SYNC),
        ],
        "ML-10",
    ),
}


@pytest.mark.parametrize(("rule", "steps", "other"), FOR_ANOTHER_RULE.values(), ids=FOR_ANOTHER_RULE)
def test_what_is_wrong_is_told_by_one_rule(rule: str, steps: list[Step], other: str) -> None:
    """The rule that is near it leaves it to the other."""
    assert [other] == [each for each in (rule, other) if violated(each, seen(*steps))]


def test_inputs_that_the_bolt_has_at_once_may_be_finished_in_any_order() -> None:
    """An input is begun with its first emission; another may be acked while its code waits for task ids."""
    conversation = seen(give("5", E1), give("6"), heard(emitted("e1", "5"), AckLine("6"), ACK5, SYNC))
    assert [] == [rule for rule in RULES if violated(rule, conversation)]


def test_acks_may_wait() -> None:
    """In which order the code begins inputs is seen by what it emits."""
    conversation = seen(give("5"), give("6", E1), heard(emitted("e1", "6"), AckLine("6"), ACK5, SYNC))
    assert violated("ML-12", conversation) is None


@pytest.mark.parametrize("ended", [True, False])
def test_what_is_said_of_an_input_that_the_end_has_overtaken_is_no_matter(*, ended: bool) -> None:
    """Its code may wait for task ids that do not come. But the process ends."""
    emits = MultilangResult(said=(emitted("e1", "5"),), ended=ended)
    conversation = seen(give("5", E1), give("6"), (HangUp(), emits), cut_off=True)
    expected = None if ended else (3, "the input of the bolt has ended, and its process goes on")
    assert violated("ML-16", conversation) == expected
    cut_off = "the input of the bolt ends behind inputs that may not have been processed"
    assert not ended or premises_met("ML-16", conversation) == {cut_off: 1}


def test_an_input_that_was_answered_before_an_error_ended_the_process_is_fine() -> None:
    """Only what got no answer was affected by the error."""
    conversation = seen(give("5", RAISE), give("6"), heard(AckLine("6"), FAIL5, ended=True))
    assert violated("ML-05", conversation) is None


def test_an_answer_too_many_is_no_fault_and_makes_nothing_late() -> None:
    """pystorm, for example, answers an error with a sync: then it is unknown which heartbeat was answered."""
    conversation = seen(give("5", RAISE), heard(RemarkLine("error"), SYNC, FAIL5, SYNC))
    assert [] == [rule for rule in RULES if violated(rule, conversation)]


def test_a_process_that_ends_leaves_it_open_which_heartbeat_was_answered() -> None:
    """pystorm, for example, sends an additional sync before it fails the input, and ends."""
    conversation = seen(give("5", RAISE), heard(RemarkLine("error"), SYNC, FAIL5, ended=True))
    assert [] == [rule for rule in RULES if violated(rule, conversation)]


@pytest.mark.parametrize("before", [give("5", RAISE), (HangUp(), MultilangResult(ended=True))])
def test_a_process_that_ends_after_an_error_or_its_input_leaves_heartbeats_unanswered(before: Step) -> None:
    """Later ones, too."""
    assert violated("ML-13", seen(before, heard(ended=True), heard(ended=True))) is None


def test_heartbeats_that_the_end_of_the_input_overtook_need_no_answer() -> None:
    """The process ends in the operation that ends its input."""
    hung_up = (HangUp(), MultilangResult(said=(), heartbeats=1, ended=True))
    assert violated("ML-13", seen(give("5"), heard(ACK5, SYNC), hung_up)) is None


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


def test_a_heartbeat_comes_behind_inputs_until_the_bolt_has_been_listened_to() -> None:
    """The handshake has one heartbeat, and each listen has one besides that which was sent before."""
    beat = (Heartbeat(), MultilangResult())
    met = premises_met("ML-13", seen(beat, heard(SYNC, SYNC), give("5"), beat, heard(ACK5, SYNC, SYNC)))
    assert {"a heartbeat": 3, "a heartbeat comes behind inputs": 2} == met


@pytest.mark.parametrize(
    ("name", "odd"),
    [("2", False), ("-2", False), ("1", True), ("0", True), ("-1", True), ("9007199254740993", True)],
)
def test_an_id_is_odd_if_a_library_may_confuse_it_with_another(name: str, *, odd: bool) -> None:
    """It may be taken for a truth value, or lose bits as a double."""
    premise = "an id is said that is zero, at an end of its range, or no double" if odd else "an id of an input is said"
    assert {premise: 1} == premises_met("ML-14", seen(give(name), heard(AckLine(name), SYNC)))


@pytest.mark.parametrize(
    ("lines", "premise"),
    [
        (heard(ACK5, FailLine("6"), SYNC), "the input of the bolt ends"),
        (heard(ACK5, SYNC), "the input of the bolt ends while its code holds inputs"),
    ],
)
def test_a_bolt_holds_at_its_end_what_it_has_not_let_go_of(lines: Step, premise: str) -> None:
    """One of two inputs is enough."""
    ending = (HangUp(), MultilangResult(ended=True))
    assert {premise: 1} == premises_met("ML-16", seen(give("5"), give("6"), lines, ending, holding=True))


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
