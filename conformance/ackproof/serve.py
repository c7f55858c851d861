"""Serving a target as a process: the other side of the protocol, for targets in Python.

`ackproof serve TARGET` makes of any Python target a process, to be certified as `exec:'ackproof serve TARGET'`. One
that may hang, or end the process that it runs in, does no harm to the suite then.
"""

from typing import IO

from attrs import define

from ackproof import protocol, schemas, wire
from ackproof.components import COMPONENTS
from ackproof.errors import Refused
from ackproof.protocol import NEWEST, OLDEST
from ackproof.target import Component, Target
from ackproof.wire import Json


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
class _Server:
    target: Target
    component: Component | None = None
    kind: str = ""

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
        if self.component is not None:
            self.component.close()
        self.target.close()

    def _start(self, request: Json) -> Json:
        if request["oldest"] > NEWEST or request["protocol"] < OLDEST:
            return {"error": f"this speaks versions {OLDEST} to {NEWEST} of the protocol"}
        told = self.target.describe()
        reply: Json = {
            "protocol": min(NEWEST, request["protocol"]),
            "name": told.name,
            "version": told.version,
            "language": told.language,
            "components": list(told.components),
            "profiles": list(told.profiles),
            "capabilities": sorted(told.capabilities),
            "evidence": dict(told.evidence),
        }
        return reply if told.operations is None else {**reply, "operations": sorted(told.operations)}

    def _open(self, request: Json) -> Json:
        if self.component is not None:
            self.component.close()
        self.component = None
        try:
            self.component = self.target.open(request["component"], wire.config_from_json(request["config"]))
        except Refused as refusal:
            return {"error": str(refusal)}
        self.kind = request["component"]
        return {"ok": True}

    def _apply(self, request: Json) -> Json:
        if self.component is None:
            return {"error": "no component is open"}
        kind = COMPONENTS[self.kind]
        operations = [wire.operation_from_json(kind, each) for each in request["operations"]]
        return {"results": [wire.result_to_json(result) for result in self.component.apply(operations)]}
