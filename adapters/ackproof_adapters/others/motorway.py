"""The acker of motorway, a stream processor in Python, as a target: its `ControllerIntersection`, without its sockets.

A ramp is motorway's spout, an intersection its bolt. Each sends the controller a control message for every message that
it sends on or has processed: the id from the ramp, and a number to xor in. So an `init` is the control message of the
ramp, with the xor of its messages. The messages go through the code that the controller's process runs, from the JSON
on. There is no tick: its clock counts minutes, and is not advanced here.

See `docs/other-ackers.md` for its deviations.
"""

from importlib.metadata import version
from typing import Any, Final, TypeAlias

from ackproof.target import Target
from ackproof.targets.python_acker import acker_target
from motorway.controller import ControllerIntersection
from motorway.messages import Message

UNSIGNED: Final = (1 << 64) - 1
"""Its numbers are those of UUIDs, which are not negative: a negative number is a fail, or is ignored. So the 64 bits of
a value are given as a number from 0 on. The xor is that of the same bits.
"""

RAMP = "_ramp-"
"""The beginning of a ramp's name; here, the task follows it."""

ASSUMED = ("init-first", "no-strays", "no-duplicates")
"""Without these it notifies `success` early. Its own ramps do not satisfy the first: see `docs/other-ackers.md`."""

Notification: TypeAlias = tuple[str, int, int]


class NotingController(ControllerIntersection):  # type: ignore[misc]  # it has no types
    """A controller that records the notifications to ramps."""

    def __init__(self) -> None:
        super().__init__()
        self.notified: list[Notification] = []

    def success(self, unique_id: int, process: str) -> None:
        """Record a `success` for a ramp."""
        self.notified.append(("ack", unique_id, _task(process)))

    def fail(self, unique_id: int, process: str, error_message: str = "", message_content: Any = None) -> None:  # noqa: ANN401, ARG002 - as motorway has it
        """Record a `fail` for a ramp."""
        self.notified.append(("fail", unique_id, _task(process)))


class Motorway:
    """The controller as an acker. Profiles only differ in expiry, which cannot be observed here."""

    def __init__(self, profile: str) -> None:  # noqa: ARG002 - there is one way
        self._controller = NotingController()
        self._tasks: dict[int, int] = {}

    def init(self, root: int, value: int, task: int) -> list[Notification]:
        """Give it the message of a ramp."""
        self._tasks[root] = task
        return self._given(root, value & UNSIGNED, "new_msg")

    def ack(self, root: int, value: int) -> list[Notification]:
        """Give it the message of an intersection that processed a message and sent others on."""
        return self._given(root, value & UNSIGNED, "ack")

    def fail(self, root: int) -> list[Notification]:
        """Give it the fail of an intersection."""
        return self._given(root, Message.FAIL, "fail")

    def _given(self, root: int, value: int, kind: str) -> list[Notification]:
        # Every control message names the ramp, which intersections pass on.
        ramp = f"{RAMP}{self._tasks.get(root, 0)}"
        document = {
            "ramp_unique_id": root,
            "ack_value": value,
            "content": {"process_name": ramp, "msg_type": kind, "message_content": None},
            "producer_uuid": ramp,
            "destination_uuid": ramp,
        }
        for _ in self._controller.process([Message.from_message(document, None)]):
            pass  # it is a generator, which runs when it is advanced
        notified, self._controller.notified = self._controller.notified, []
        return notified


def _task(process: str) -> int:
    return int(process.removeprefix(RAMP))


def make() -> Target:
    """Return the target, with its assumptions on the transport."""
    return acker_target("motorway", Motorway, version=version("motorway"), profiles=("storm2",), assumes=ASSUMED)


def without_assumptions() -> Target:
    """Return the same acker, for any transport."""
    return acker_target("motorway", Motorway, version=version("motorway"), profiles=("storm2",))
