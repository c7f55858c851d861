"""The target's side of the protocol: the requests that a served target reads, and the replies that it writes.

Each request has a class, and a function that makes its reply.
"""

from collections.abc import Sequence

from attrs import frozen

from ackproof.components import COMPONENTS, Operation, Result
from ackproof.target import Config, Description
from ackproof.wire import forms, protocol, schemas
from ackproof.wire.descriptions import description_to_json
from ackproof.wire.forms import Json
from ackproof.wire.protocol import NEWEST, OLDEST


@frozen
class StartRequest:
    """Start the target. The suite supports the versions of the protocol from `oldest` to `newest`."""

    oldest: int
    newest: int

    @property
    def is_spoken(self) -> bool:
        """Whether both sides support a common version."""
        return self.oldest <= NEWEST and self.newest >= OLDEST

    def reply(self, description: Description) -> bytes:
        """Return the reply: the description, in the newest version that both sides support."""
        document = description_to_json(description)
        if document["operations"] is None:  # absent means all
            del document["operations"]
        return protocol.line({"protocol": min(NEWEST, self.newest), **document})


@frozen
class OpenRequest:
    """Open a component in a session, and discard the previous one; None is the session without a name."""

    session: str | None
    component: str
    config: Config

    def reply(self) -> bytes:
        """Return the reply that confirms it."""
        return protocol.line({"ok": True})


@frozen
class ApplyRequest:
    """Apply operations to the open component of a session. They are parsed once that component is known."""

    session: str | None
    _operations: Sequence[Json]

    def operations(self, component: str) -> list[Operation]:
        """Return the operations, parsed for a component; raise ValueError if one of them is invalid."""
        return [forms.operation_from_json(COMPONENTS[component], each) for each in self._operations]

    def reply(self, results: Sequence[Result]) -> bytes:
        """Return the reply: a result for each operation."""
        return protocol.line({"results": [forms.result_to_json(result) for result in results]})


@frozen
class StopRequest:
    """End the target. There is no reply."""


Request = StartRequest | OpenRequest | ApplyRequest | StopRequest


def read_request(line: bytes) -> Request:
    """Return the request in a line; raise ValueError with the reason if it is invalid."""
    try:
        document = protocol.parse(line)
    except protocol.NotTheProtocol as error:
        raise ValueError(f"not a request: {error}") from error
    command = document.get("cmd")
    if command not in ("start", "open", "apply", "stop"):
        raise ValueError(f"{command!r} is not a command of the protocol")
    try:
        schemas.check(document, "protocol", command)
        match command:
            case "start":
                return StartRequest(document["oldest"], document["protocol"])
            case "open":
                config = forms.config_from_json(document["config"])
                return OpenRequest(document.get("session"), document["component"], config)
            case "apply":
                return ApplyRequest(document.get("session"), document["operations"])
    except ValueError as error:
        raise ValueError(f"not a request: {error}") from error
    return StopRequest()


def error_reply(reason: str) -> bytes:
    """Return the reply to a request that failed, with the reason."""
    return protocol.line({"error": reason})
