"""The duties of bolts, and the mistakes that are found in their calls."""

import pytest
from ackproof.components.happenings import AckOrFail, BoltTuple, CallRefused, InputAcked, InputFailed
from ackproof.components.topology import BoltShape
from ackproof.oracle.duties import BoltCall, Duty, duty, emitted, faults, flush, inputs
from attrs import evolve

ACK, FAIL = AckOrFail.ACK, AckOrFail.FAIL
PLAIN = BoltShape(name="split", fan=2)
BATCH = BoltShape(name="join", kind="batch", fan=1, enough=2)
THREE = ("t9", "t0", "t1")
LOOSE = BoltShape(name="log", kind="loose")


@pytest.mark.parametrize(
    ("shape", "held", "conduct", "expected"),
    [
        (PLAIN, (), "normal", Duty(emits=(2, 2), anchors=("t1",), ends={"t1": ACK})),
        (PLAIN, (), "ack-twice", Duty(emits=(2, 2), anchors=("t1",), ends={"t1": ACK}, again={"t1": ACK})),
        (PLAIN, (), "give-up", Duty(emits=(0, 2), anchors=("t1",), ends={"t1": FAIL})),
        (PLAIN, (), "forget", Duty(emits=(2, 2), anchors=("t1",), ends={})),
        (PLAIN, (), "fail-then-ack", Duty(ends={"t1": FAIL}, again={"t1": ACK})),
        (PLAIN, (), "emit-after-ack", Duty(emits=(2, 3), anchors=("t1",), late="t1", ends={"t1": ACK})),
        (LOOSE, (), "normal", Duty(emits=(1, 1), ends={"t1": ACK})),
        (BATCH, (), "normal", Duty(ends={}, holds=("t1",))),
        (BATCH, ("t0",), "normal", Duty(emits=(1, 1), anchors=("t0", "t1"), ends={"t0": ACK, "t1": ACK})),
        (
            BATCH,
            ("t9", "t0"),
            "normal",
            Duty(emits=(1, 1), anchors=("t9", "t0", "t1"), ends=dict.fromkeys(("t9", "t0", "t1"), ACK)),
        ),
        (BATCH, ("t0",), "give-up", Duty(anchors=("t1",), ends={"t1": FAIL}, holds=("t0",))),
        (BATCH, ("t0",), "fail-then-ack", Duty(ends={"t1": FAIL}, again={"t1": ACK}, holds=("t0",))),
        (
            BATCH,
            ("t0",),
            "forget",
            Duty(emits=(1, 1), anchors=("t0", "t1"), ends={}, may_end=frozenset({"t0"})),
        ),
    ],
)
def test_the_duty_of_each_kind_and_conduct(
    shape: BoltShape, held: tuple[str, ...], conduct: str, expected: Duty
) -> None:
    """The tables of the chapter say so; a bolt takes `t1`."""
    assert expected == duty(shape, held, "t1", conduct)


def test_a_batch_bolt_finishes_what_it_holds() -> None:
    """It makes no calls if it holds nothing."""
    assert Duty(ends={}) == flush(BATCH, ())
    assert Duty(emits=(1, 1), anchors=("t0",), ends={"t0": ACK}) == flush(BATCH, ("t0",))


def sent(name: str, *anchors: str, to: str = "count-1") -> BoltTuple:
    """Return a tuple from `split-1`."""
    return BoltTuple(task="split-1", to=to, name=name, anchors=anchors)


ACKED, FAILED = InputAcked("split-1", "t1"), InputFailed("split-1", "t1")


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ((sent("t2", "t1"), sent("t3", "t1"), ACKED), []),
        ((sent("t2", "t1"), sent("t3", "t1")), [("ends", "did not ack t1")]),
        ((sent("t2", "t1"), sent("t3", "t1"), FAILED), [("ends", "said fail of t1, and should say ack")]),
        (
            (sent("t2", "t1"), ACKED, sent("t3", "t1")),
            [("ends", "let go of t1 before it emitted t3, which comes of it")],
        ),
        (
            (sent("t2"), sent("t3", "t1"), ACKED),
            [("anchors", "anchored t2 to nothing; it should be anchored to t1")],
        ),
        (
            (sent("t2", "t1"), sent("t3", "t1"), sent("t4", "t1", to="store-1"), ACKED),
            [("emits", "emitted t4 to store-1, which does not stand after split")],
        ),
        (
            (sent("t2", "t1"), sent("t3", "t1"), ACKED, InputAcked("split-1", "t9")),
            [("ends", "said ack of t9, of which it has nothing to say")],
        ),
    ],
)
def test_what_is_wrong_in_the_calls_of_a_bolt(calls: tuple[BoltCall, ...], expected: list[tuple[str, str]]) -> None:
    """Each fault has its part, with values."""
    due = duty(PLAIN, (), "t1", "normal")
    assert expected == [(each.part, each.what) for each in faults("split-1", due, ["count"], calls)]


@pytest.mark.parametrize(
    ("conduct", "calls", "early"),
    [
        ("normal", (sent("t2"), ACKED), None),
        ("normal", (ACKED, sent("t2")), "t2"),
        ("ack-twice", (sent("t2"), ACKED, ACKED), None),
        ("ack-twice", (ACKED, sent("t2"), ACKED), "t2"),
        ("give-up", (sent("t2"), FAILED), None),
        ("give-up", (FAILED, sent("t2")), "t2"),
        ("emit-after-ack", (sent("t2"), ACKED, sent("t3", "t1")), None),
        ("forget", (sent("t2"),), None),
    ],
)
def test_a_tuple_without_anchors_comes_of_an_input_too(
    conduct: str, calls: tuple[BoltCall, ...], early: str | None
) -> None:
    """A loose bolt lets go of its input after it has emitted, as all others do."""
    due = duty(LOOSE, (), "t1", conduct)
    what = f"let go of t1 before it emitted {early}, which comes of it"
    found = [(each.part, each.what) for each in faults("split-1", due, ["count"], calls)]
    assert ([("ends", what)] if early else []) == found


ONCE = (sent("t2", "t1"), sent("t3", "t1"))
NOT_AGAIN = "did not ack t1 after it had said {}, as its conduct says"
NO_ACK = CallRefused("split-1", "ack", ("t1",))


@pytest.mark.parametrize(
    ("conduct", "calls", "refused", "wrong"),
    [
        ("normal", (*ONCE, ACKED, ACKED), (), "said ack of t1 after it had said ack"),
        ("more-time", (*ONCE, ACKED, ACKED), (), "said ack of t1 after it had said ack"),
        ("normal", (*ONCE, ACKED, FAILED, ACKED), (), "said fail of t1 after it had said ack"),
        ("give-up", (FAILED, ACKED), (), "said ack of t1 after it had said fail"),
        ("emit-after-ack", (*ONCE, ACKED, ACKED), (), "said ack of t1 after it had said ack"),
        ("ack-twice", (*ONCE, ACKED, ACKED), (), None),
        ("ack-twice", (*ONCE, ACKED), (NO_ACK,), None),
        ("ack-twice", (*ONCE, ACKED), (), NOT_AGAIN.format("ack")),
        ("ack-twice", (*ONCE, ACKED), (evolve(NO_ACK, call="emit"),), NOT_AGAIN.format("ack")),
        ("ack-twice", (*ONCE, ACKED), (evolve(NO_ACK, receipts=("t0",)),), NOT_AGAIN.format("ack")),
        (
            "ack-twice",
            (*ONCE, ACKED, FAILED),
            (),
            "said fail of t1; after it had said ack it should say ack, once",
        ),
        (
            "ack-twice",
            (*ONCE, ACKED, ACKED, ACKED),
            (NO_ACK,),
            "said ack of t1; after it had said ack it should say ack, once",
        ),
        ("fail-then-ack", (FAILED, ACKED), (), None),
        ("fail-then-ack", (FAILED,), (NO_ACK,), None),
        ("fail-then-ack", (FAILED,), (), NOT_AGAIN.format("fail")),
    ],
)
def test_a_second_call_is_made_where_the_conduct_says_so(
    conduct: str, calls: tuple[BoltCall, ...], refused: tuple[CallRefused, ...], wrong: str | None
) -> None:
    """Or it is tried, and refused. Elsewhere an input is ended once."""
    found = [
        (each.part, each.what) for each in faults("split-1", duty(PLAIN, (), "t1", conduct), ["count"], calls, refused)
    ]
    assert ([("ends", wrong)] if wrong else []) == found


def test_of_a_batch_that_is_forgotten_others_may_be_acked_once() -> None:
    """The chapter leaves open whether they are."""
    due, acked = duty(BATCH, ("t0",), "t1", "forget"), InputAcked("split-1", "t0")
    assert [] == list(faults("split-1", due, ["count"], [sent("t2", "t0", "t1"), acked]))
    [found] = faults("split-1", due, ["count"], [sent("t2", "t0", "t1"), acked, acked])
    assert (found.part, found.what) == ("ends", "said ack of t0 after it had said ack")


@pytest.mark.parametrize(
    ("conduct", "refused", "number"),
    [
        ("normal", (), (2, 2)),
        ("give-up", (), (0, 2)),
        ("emit-after-ack", (), (3, 3)),
        ("emit-after-ack", (CallRefused("split-1", "emit", ("t1",)),), (2, 2)),
        ("emit-after-ack", (CallRefused("split-1", "emit", ("t0",)),), (3, 3)),
        ("emit-after-ack", (NO_ACK,), (3, 3)),
    ],
)
def test_what_is_emitted_late_may_be_refused(
    conduct: str, refused: tuple[CallRefused, ...], number: tuple[int, int]
) -> None:
    """If it is not, it has to be emitted."""
    assert number == emitted(duty(PLAIN, (), "t1", conduct), refused)


def test_one_tuple_more_after_the_ack_is_what_the_conduct_says() -> None:
    """A collector that does not refuse it sends it."""
    due = duty(PLAIN, (), "t1", "emit-after-ack")
    calls = (sent("t2", "t1"), sent("t3", "t1"), ACKED, sent("t4", "t1"))
    assert [] == list(faults("split-1", due, ["count"], calls))


@pytest.mark.parametrize(
    ("conduct", "anchors", "expected"),
    [
        ("normal", ("t0", "t1"), None),
        ("normal", ("t1", "t0"), None),
        ("normal", ("t0",), "t0"),
        ("normal", ("t0", "t1", "t9"), "t0 and t1 and t9"),
        ("normal", ("t8", "t9"), "t8 and t9"),
        ("emit-after-ack", ("t0", "t1"), None),
        ("emit-after-ack", ("t1",), None),
        ("emit-after-ack", ("t0",), "t0"),
        ("emit-after-ack", (), "nothing"),
        ("emit-after-ack", ("t1", "t9"), "t1 and t9"),
        ("emit-after-ack", ("t0", "t1", "t9"), "t0 and t1 and t9"),
    ],
)
def test_a_tuple_is_anchored_to_all_inputs_of_a_batch(
    conduct: str, anchors: tuple[str, ...], expected: str | None
) -> None:
    """One that comes late is anchored to the last of them."""
    due = duty(BATCH, ("t0",), "t1", conduct)
    ends = [call for receipt in ("t0", "t1") for call in [InputAcked("split-1", receipt)]]
    what = f"anchored t2 to {expected}; it should be anchored to t0 and t1"
    found = [(each.part, each.what) for each in faults("split-1", due, ["count"], [sent("t2", *anchors), *ends])]
    assert ([("anchors", what)] if expected else []) == found


def test_the_first_input_that_was_let_go_of_too_early_is_named() -> None:
    """The tuple is anchored to both."""
    due = duty(BATCH, ("t0",), "t1", "normal")
    calls = (InputAcked("split-1", "t0"), InputAcked("split-1", "t1"), sent("t2", "t1", "t0"))
    expected = [("ends", "let go of t1 before it emitted t2, which comes of it")]
    assert expected == [(each.part, each.what) for each in faults("split-1", due, ["count"], calls)]


def test_the_inputs_of_a_duty_are_named() -> None:
    """They are those that it ends, and those that it anchors to."""
    assert "what it has" == inputs(Duty(ends={}))
    assert "t1 and t0" == inputs(Duty(anchors=("t0", "t1"), ends={"t1": ACK}))
