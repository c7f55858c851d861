"""Serving a target as a process: the target's side of the protocol, for targets in Python.

`ackproof serve TARGET` runs any Python target as a process, to be certified as `exec:'ackproof serve TARGET'`. Then a
target that hangs, or ends its process, does not affect the suite.
"""

from typing import IO

from attrs import define, field

from ackproof.errors import Refused
from ackproof.target import Component, SessionTarget, Target
from ackproof.wire.protocol import NEWEST, OLDEST
from ackproof.wire.serving import ApplyRequest, OpenRequest, StartRequest, StopRequest, error_reply, read_request


def serve(target: Target, requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer each line of `requests` with a line in `replies`, until a stop request or the end of `requests`."""
    server = _Server(target)
    for line in requests:
        reply = server.answer(line.rstrip(b"\n"))
        if reply is None:
            break
        replies.write(reply + b"\n")
        replies.flush()
    server.close()


@define
class _Open:
    kind: str
    component: Component


@define
class _Server:
    """A target and its open components: one in each session, including the session without a name."""

    target: Target
    open: dict[str | None, _Open] = field(factory=dict)

    def answer(self, line: bytes) -> bytes | None:
        """Return the reply to one line, or None to stop."""
        try:
            request = read_request(line)
        except ValueError as error:
            return error_reply(str(error))
        try:
            match request:
                case StartRequest():
                    return self._start(request)
                case OpenRequest():
                    return self._open(request)
                case ApplyRequest():
                    return self._apply(request)
                case StopRequest():
                    return None
        except Refused as refusal:
            return error_reply(str(refusal))

    def close(self) -> None:
        """Close all open components."""
        for each in self.open.values():
            each.component.close()
        self.target.close()

    def _start(self, request: StartRequest) -> bytes:
        if not request.is_spoken:
            return error_reply(f"this speaks versions {OLDEST} to {NEWEST} of the protocol")
        return request.reply(self.target.describe())

    def _open(self, request: OpenRequest) -> bytes:
        before = self.open.pop(request.session, None)
        if before is not None:
            before.component.close()
        self.open[request.session] = _Open(request.component, self._opened(request))
        return request.reply()

    def _opened(self, request: OpenRequest) -> Component:
        if request.session is None:
            return self.target.open(request.component, request.config)
        if not isinstance(self.target, SessionTarget):
            raise Refused("this target has no sessions, and does not claim them")
        return self.target.open_beside(request.session, request.component, request.config)

    def _apply(self, request: ApplyRequest) -> bytes:
        opened = self.open.get(request.session)
        if opened is None:
            return error_reply("no component is open")
        try:
            operations = request.operations(opened.kind)
        except ValueError as error:
            return error_reply(f"not a request: {error}")
        return request.reply(opened.component.apply(operations))
