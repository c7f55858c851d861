"""The error for a reply that breaks the protocol: printable and bounded, whatever is in the reply."""

import json
from typing import Any

import pytest
from ackproof.components.acker import Tick
from ackproof.components.rotating_map import Rotate
from ackproof.wire import protocol

LONGEST = 1_000
ACTS = "\u202e"
"""A character that reverses the direction of text on a terminal and in an editor."""


def refusal(document: Any, component: str = "acker") -> str:
    """Return the error for a reply to one operation."""
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(protocol.NotTheProtocol) as raised:
        protocol.read_applied(text, component, [Tick() if component == "acker" else Rotate()])
    return str(raised.value)


@pytest.mark.parametrize(
    "document",
    [
        {"results": [ACTS]},
        {"results": [{"unsupported": ACTS}]},
        {"results": [{"unsupported": "x" * 10_000}]},
        b'{"results": ' + b"9" * 10_000 + b"e9999}",
    ],
    ids=["a value of another form", "an operation that is not done", "a long reason", "a number of many digits"],
)
def test_what_a_reply_says_is_quoted_and_bounded(document: Any) -> None:
    """The error is written to a certificate, too."""
    message = refusal(document)
    assert message.isprintable()
    assert len(message) < LONGEST


def test_the_place_of_a_mistake_is_bounded_too() -> None:
    """A field of a message id may have any name."""
    document = {"results": [{"message_ids": [{"x" * 10_000: 7}]}]}
    with pytest.raises(protocol.NotTheProtocol) as raised:
        protocol.read_applied(json.dumps(document).encode(), "anchoring", [Rotate()])
    assert len(str(raised.value)) < LONGEST


def test_an_entry_that_expired_has_a_key_and_a_value() -> None:
    """The chapter and the schema say so."""
    assert "results[0].expired: " in refusal({"results": [{"expired": [{"key": "a"}]}]}, "rotating-map")
