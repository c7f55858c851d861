"""The reference's bolt library, message by message."""

from collections.abc import Callable, Sequence

import pytest
from acking.errors import IllegalUse
from acking.multilang import (
    AckCall,
    AckMessage,
    BoltInput,
    BoltLibrary,
    BoltMessage,
    Code,
    CodeCall,
    EmitCall,
    EmitMessage,
    ErrorMessage,
    FailCall,
    FailMessage,
    LogCall,
    LogMessage,
    PidFileLeft,
    PidMessage,
    SyncMessage,
)

HEARTBEAT = BoltInput(name="h", component=None, stream="__heartbeat", task=-1)
EMIT = EmitCall(values=("a",))


def given(name: str, *, stream: str = "default", task: int = 1) -> BoltInput:
    """Return an input."""
    return BoltInput(name=name, component="source", stream=stream, task=task)


def library(*calls: CodeCall | Exception, holding: bool = False, initial: Sequence[CodeCall] = ()) -> BoltLibrary:
    """Return a launched library with code that makes the same calls for each input."""

    def code(own: Sequence[CodeCall | Exception]) -> Callable[..., Code]:
        def run(*_: object) -> Code:
            for call in own:
                if isinstance(call, Exception):
                    raise call
                yield call

        return run

    made = BoltLibrary(pid=7, initialize=code(initial), process=code(calls), holding=holding)
    made.shake_hands()
    return made


def anchors_of(messages: Sequence[BoltMessage]) -> list[tuple[str, ...]]:
    """Return the anchors of each emission."""
    return [each.anchors for each in messages if isinstance(each, EmitMessage)]


def test_the_pid_comes_before_what_the_code_says() -> None:
    """The pid file comes before it."""
    made = BoltLibrary(pid=7, initialize=lambda: _logs("x"), process=lambda _: _logs())
    assert [PidFileLeft(), PidMessage(7), LogMessage("x")] == list(made.shake_hands())


def _logs(*texts: str) -> Code:
    yield from map(LogCall, texts)


def test_an_input_is_acked_when_its_code_is_done() -> None:
    """The ack comes after its emissions, which are anchored to it."""
    made = library(EmitCall(values=("a",), task=4))
    assert [EmitMessage(values=("a",), anchors=("1",), task=4), AckMessage("1")] == list(made.take(given("1")))


def test_inputs_wait_while_task_ids_do() -> None:
    """Then they are processed in order; a heartbeat does not wait."""
    made = library(EMIT)
    assert [("1",)] == anchors_of(made.take(given("1")))
    assert [] == [*made.take(given("2")), *made.take(given("3"))]
    assert [SyncMessage()] == list(made.take(HEARTBEAT))
    assert [AckMessage("1"), EmitMessage(values=("a",), anchors=("2",))] == list(made.take_task_ids((5,)))
    assert [AckMessage("2"), EmitMessage(values=("a",), anchors=("3",))] == list(made.take_task_ids(()))
    assert [AckMessage("3")] == list(made.take_task_ids((6, 7)))


def test_the_code_gets_its_task_ids() -> None:
    """It gets an empty list too; and nothing for a direct emission."""
    heard: list[object] = []

    def code(_: BoltInput) -> Code:
        for task in (None, 4, None):
            task_ids = yield EmitCall(values=("a",), task=task)
            heard.append(task_ids)

    made = BoltLibrary(pid=7, initialize=_logs, process=code)
    made.shake_hands()
    made.take(given("1"))
    made.take_task_ids((5, 6))
    assert [AckMessage("1")] == list(made.take_task_ids(()))
    assert [(5, 6), None, ()] == heard


def test_an_error_fails_the_input_and_nothing_else() -> None:
    """The error is reported, and the next input is begun."""
    made = library(EmitCall(values=("a",), task=4), ValueError("no"))
    messages = list(made.take(given("1")))
    assert [
        EmitMessage(values=("a",), anchors=("1",), task=4),
        ErrorMessage("ValueError: no"),
        FailMessage("1"),
    ] == messages
    assert FailMessage("2") == made.take(given("2"))[-1]


def test_a_tick_is_an_input() -> None:
    """It comes from the system, like a heartbeat."""
    assert [AckMessage("1")] == list(library().take(given("1", stream="__tick", task=-1)))


@pytest.mark.parametrize(
    ("task", "stream"), [(-2, "__heartbeat"), (0, "__heartbeat"), (-1, "__gear"), (-1, "__tick"), (-1, "default")]
)
def test_a_heartbeat_is_of_the_system_and_its_stream(task: int, stream: str) -> None:
    """A message with only that stream, or only that task, is an input."""
    assert [AckMessage("1")] == list(library().take(given("1", stream=stream, task=task)))


def test_a_holding_bolt_lets_go_as_it_says() -> None:
    """It anchors only to the inputs that it names; an error is only reported."""
    made = library(EmitCall(values=("a",), anchors=("8", "9"), task=4), AckCall("8"), FailCall("9"), holding=True)
    assert [EmitMessage(values=("a",), anchors=("8", "9"), task=4), AckMessage("8"), FailMessage("9")] == list(
        made.take(given("1"))
    )
    assert [()] == anchors_of(library(EMIT, holding=True).take(given("1")))
    assert [ErrorMessage("ValueError: no")] == list(library(ValueError("no"), holding=True).take(given("1")))


def test_what_the_code_emits_when_it_is_initialized_is_anchored_to_nothing() -> None:
    """Inputs wait for the task ids of these emissions."""
    made = library(initial=[EMIT])
    assert [] == list(made.take(given("1")))
    assert [AckMessage("1")] == list(made.take_task_ids((5,)))


def test_task_ids_of_no_emission_are_refused() -> None:
    """Nothing waits for them, so only a faulty parent sends them."""
    with pytest.raises(IllegalUse, match="task ids"):
        library().take_task_ids((5,))


def test_at_the_end_nothing_is_said() -> None:
    """Held inputs remain held."""
    made = library(EMIT)
    made.take(given("1"))
    assert not made.is_over
    assert [] == list(made.hang_up())
    assert made.is_over


def test_thousands_of_inputs_take_no_stack() -> None:
    """They are processed in a loop."""
    made = library(EMIT)
    made.take(given("first"))
    for number in range(5000):
        made.take(given(str(number)))
    made.process = lambda _: _logs()
    assert 5001 == len(made.take_task_ids(()))
