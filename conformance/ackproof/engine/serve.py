"""Serving a target as a process: the other side of the protocol, for targets in Python.

`ackproof serve TARGET` makes of any Python target a process, to be certified as `exec:'ackproof serve TARGET'`. One
that may hang, or end the process that it runs in, does no harm to the suite then.
"""

from typing import IO

from attrs import define, field

from ackproof.components import COMPONENTS
from ackproof.errors import Refused
from ackproof.target import Component, Config, SessionTarget, Target
from ackproof.wire import forms as wire
from ackproof.wire import protocol, schemas
from ackproof.wire.descriptions import description_to_json
from ackproof.wire.forms import Json
from ackproof.wire.protocol import NEWEST, OLDEST


def serve(target: Target, requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer each line of `requests` with a line in `replies`, until it says stop or comes to its end."""
    server = _Server(target)
    for line in requests:
        reply = server.answer(line.rstrip(b"\n"))
        if reply is None:
            break
        replies.write(protocol.line(reply) + b"\n")
        replies.flush()
    server.close()


@define
class _Open:
    kind: str
    component: Component


@define
class _Server:
    """A target, and what is open: one component in each session, of which there is one without a name."""

    target: Target
    open: dict[str | None, _Open] = field(factory=dict)

    def answer(self, line: bytes) -> Json | None:
        """Return the reply to one line, or None to stop."""
        try:
            request = protocol.parse(line)
            command = request.get("cmd")
            if command not in ("start", "open", "apply", "stop"):
                return {"error": f"{command!r} is not a command of the protocol"}
            schemas.check(request, "protocol", command)
            if command == "stop":
                return None
            return {"start": self._start, "open": self._open, "apply": self._apply}[command](request)
        except (protocol.NotTheProtocol, ValueError) as error:
            return {"error": f"not a request: {error}"}

    def close(self) -> None:
        """Let go of what is open."""
        for each in self.open.values():
            each.component.close()
        self.target.close()

    def _start(self, request: Json) -> Json:
        if request["oldest"] > NEWEST or request["protocol"] < OLDEST:
            return {"error": f"this speaks versions {OLDEST} to {NEWEST} of the protocol"}
        description = description_to_json(self.target.describe())
        if description["operations"] is None:  # absent means all
            del description["operations"]
        return {"protocol": min(NEWEST, request["protocol"]), **description}

    def _open(self, request: Json) -> Json:
        session, kind = request.get("session"), request["component"]
        before = self.open.pop(session, None)
        if before is not None:
            before.component.close()
        try:
            component = self._opened(session, kind, wire.config_from_json(request["config"]))
        except Refused as refusal:
            return {"error": str(refusal)}
        self.open[session] = _Open(kind, component)
        return {"ok": True}

    def _opened(self, session: str | None, kind: str, config: Config) -> Component:
        if session is None:
            return self.target.open(kind, config)
        if not isinstance(self.target, SessionTarget):
            raise Refused("this target has no sessions, and does not claim them")
        return self.target.open_beside(session, kind, config)

    def _apply(self, request: Json) -> Json:
        opened = self.open.get(request.get("session"))
        if opened is None:
            return {"error": "no component is open"}
        operations = [wire.operation_from_json(COMPONENTS[opened.kind], each) for each in request["operations"]]
        try:
            return {"results": [wire.result_to_json(result) for result in opened.component.apply(operations)]}
        except Refused as refusal:
            return {"error": str(refusal)}
