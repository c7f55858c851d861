"""The messages between the tasks of a topology in words: the same in stories and in what is wrong with them."""

from typing import assert_never

from ackproof.components.happenings import (
    AckNotification,
    AckOrFailNotification,
    AckReport,
    BoltTuple,
    FailNotification,
    FailReport,
    InitReport,
    Report,
    ResetNotification,
    ResetReport,
    SpoutTuple,
)

Message = SpoutTuple | BoltTuple | Report | ResetReport | AckOrFailNotification | ResetNotification


def message_words(sent: Message) -> str:
    """Return a message as a noun: stories name only tuples, and other messages by what they are about."""
    match sent:
        case SpoutTuple() | BoltTuple():
            return sent.name
        case InitReport():
            return f"the init for {sent.tree}"
        case AckReport() | FailReport():
            whose = "" if sent.receipt is None else f" of {sent.receipt}"
            return f"the {sent.what}{whose} for {sent.tree}"
        case AckNotification() | FailNotification():
            return f"the word '{sent.answer} of {sent.tree}'"
        case ResetReport():
            return f"the call for more time for {sent.tree}"
        case ResetNotification():
            return f"the word 'more time for {sent.tree}'"
        case _:
            assert_never(sent)
