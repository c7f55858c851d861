"""Rules of routing on written-out answers."""

import pytest
from common.chronicles import violated
from common.messages import TASK, Row, chronicle, message

INIT = message("init A")


@pytest.mark.parametrize(
    "rows",
    [
        (INIT, message("ack A B"), message("ack B")),
        (INIT, message("fail")),
        (message("ack A"), INIT),
        (message("fail"), INIT),
        (INIT, message("reset-timeout")),
    ],
)
def test_a_message_that_another_acker_task_got_is_missed(rows: tuple[Row, ...]) -> None:
    """The acker task of the tree does not answer: it never got the message."""
    found = violated("RTE-01", chronicle(*rows))
    assert found is not None
    assert found[0] == len(rows) - 1


@pytest.mark.parametrize(
    "rows",
    [
        (message("reset-timeout"), INIT, message("ack A")),
        (INIT, message("init A", task=TASK + 1), message("reset-timeout")),
        (message("init"),),
    ],
)
def test_what_other_rules_are_about_is_not_asked_here(rows: tuple[Row, ...]) -> None:
    """ACK-21 and ACK-11 are about reset-timeouts around inits. A tree of one message has none that could be missed."""
    assert violated("RTE-01", chronicle(*rows)) is None
