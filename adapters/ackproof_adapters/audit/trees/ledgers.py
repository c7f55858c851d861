"""The acker threads of a log, each replayed through the reference, to compare the notifications.

The real ackers check for zero before they check for a fail (deviation `zero-first`), so the reference does here as
well.
"""

from collections.abc import Iterable

import acking
from acking import Acker, AckerMessage, Order, Profile
from attrs import define, evolve, field

from ackproof_adapters.audit.logs.events import ACK, FAIL, RESET

WORDS = {acking.Kind.ACK: ACK, acking.Kind.FAIL: FAIL, acking.Kind.RESET_TIMEOUT: RESET}


@define
class Ledger:
    """One acker task from its start to its death, played by the reference."""

    profile: Profile
    _acker: Acker = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._acker = Acker(evolve(self.profile, order=Order.ZERO_FIRST))

    def receive(self, stream: str, root: int, value: int, task: int) -> tuple[str, int] | None:
        """Take a message; return the stream and the spout task of the reference's answer, or None."""
        notifications = self._acker.receive(_message(stream, root, value, task))
        return (WORDS[notifications[0].kind], notifications[0].task) if notifications else None

    def tick(self) -> Iterable[int]:
        """Rotate once; return the roots that expire."""
        return self._acker.tick()


def _message(stream: str, root: int, value: int, task: int) -> AckerMessage:
    match stream:
        case "__ack_init":
            return acking.Init(root, value, max(task, 0))
        case "__ack_ack":
            return acking.Ack(root, value)
        case "__ack_fail":
            return acking.Fail(root)
    return acking.ResetTimeout(root)
