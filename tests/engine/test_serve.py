"""`ackproof serve`: a request for something that the target lacks is answered with an error, and the conversation
continues.
"""

import io
import json
from importlib import resources
from typing import Any

import pytest
from ackproof.components import COMPONENTS
from ackproof.engine.serve import serve
from ackproof.targets.reference import MOST_ACKER_TASKS, make

START = {"cmd": "start", "protocol": 1, "oldest": 1}
TICK = {"cmd": "apply", "operations": [{"op": "tick"}]}


def opened(tasks: int) -> dict[str, Any]:
    """Return the request to open a number of acker tasks."""
    return {"cmd": "open", "component": "acker", "config": {"profile": "storm2", "tasks": tasks}}


def replies(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the reference's replies to requests."""
    written = io.BytesIO()
    serve(make(), io.BytesIO(b"".join(json.dumps(each).encode() + b"\n" for each in requests)), written)
    return [json.loads(line) for line in written.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("operation", "error"),
    [
        ({"op": "tick", "acker": 4}, "there is no acker task 4; there are 2, counted from 0"),
        ({"op": "restart"}, "the reference lives in memory"),
        ({"op": "rotate"}, "is not an operation of acker"),
    ],
    ids=["a task that there is not", "a restart", "an operation of another component"],
)
def test_an_operation_that_it_does_not_have_is_an_error(operation: dict[str, Any], error: str) -> None:
    """The open component remains open."""
    *_, refused, after = replies(START, opened(2), {"cmd": "apply", "operations": [operation]}, TICK)
    assert error in refused["error"]
    assert 1 == len(after["results"])


def test_more_acker_tasks_than_memory_has_are_refused() -> None:
    """They are refused at once. A component that cannot be opened leaves none open."""
    _, refused, after = replies(START, opened(MOST_ACKER_TASKS + 1), TICK)
    assert f"takes {MOST_ACKER_TASKS} at most" in refused["error"]
    assert {"error": "no component is open"} == after


@pytest.mark.parametrize("component", make().describe().components)
def test_whatever_the_reference_has_is_served(component: str) -> None:
    """A new component has to be in the schema of requests too: it can be opened, and accepts its operations."""
    schema = json.loads((resources.files("ackproof.wire.schemas") / "protocol.schema.json").read_text("utf-8"))
    assert set(COMPONENTS) == set(schema["$defs"]["open"]["properties"]["component"]["enum"])
    assert {f"apply-{name}" for name in COMPONENTS} == {name for name in schema["$defs"] if name.startswith("apply-")}
    request = {"cmd": "open", "component": component, "config": {"profile": "storm2"}}
    assert [{"ok": True}, {"results": []}] == replies(START, request, {"cmd": "apply", "operations": []})[1:]
