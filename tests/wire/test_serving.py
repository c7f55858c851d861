"""The target's side of the protocol: a request is read as a whole or refused, and a target's error is not the
suite's.
"""

import io
import json
from collections.abc import Sequence
from typing import Any

import pytest
from ackproof.components import Operation, Result
from ackproof.engine.serve import serve
from ackproof.target import Component, Config
from ackproof.targets.reference import ReferenceTarget
from ackproof.wire.serving import ApplyRequest, OpenRequest, StartRequest, StopRequest, read_request

OPEN = {"cmd": "open", "component": "acker", "config": {"profile": "storm2"}}


def line(request: dict[str, Any]) -> bytes:
    """Return a request as its line."""
    return json.dumps(request).encode()


def test_each_request_has_its_class() -> None:
    """Each has its fields."""
    assert StartRequest(oldest=1, newest=3) == read_request(line({"cmd": "start", "protocol": 3, "oldest": 1}))
    assert OpenRequest("aside", "acker", Config(profile="storm2")) == read_request(line({**OPEN, "session": "aside"}))
    assert ApplyRequest(None, [{"op": "tick"}]) == read_request(line({"cmd": "apply", "operations": [{"op": "tick"}]}))
    assert StopRequest() == read_request(line({"cmd": "stop"}))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"[]", "not a request: wrote a line that is no JSON object"),
        (b'{"cmd": "rest"}', "'rest' is not a command of the protocol"),
        (line({**OPEN, "component": "toaster"}), "not a request: component: "),
        (line({"cmd": "start"}), "not a request: "),
    ],
)
def test_what_is_no_request_says_why(text: bytes, why: str) -> None:
    """The reason is a sentence for the author of the request."""
    with pytest.raises(ValueError, match=why):
        read_request(text)


class _Failing:
    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        raise ValueError(f"cannot do {len(operations)} operations")

    def close(self) -> None:
        pass


class _FailingTarget(ReferenceTarget):
    def open(self, component: str, config: Config) -> Component:
        del component, config
        return _Failing()


def test_what_a_target_raises_is_not_taken_for_a_wrong_request() -> None:
    """It ends the conversation, like a crash."""
    requests = io.BytesIO(line(OPEN) + b"\n" + line({"cmd": "apply", "operations": []}))
    with pytest.raises(ValueError, match="cannot do 0 operations"):
        serve(_FailingTarget(), requests, io.BytesIO())
