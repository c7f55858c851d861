"""The messages that ackers receive, and the notifications that they send. A tick is no message but a call of
`Acker.tick`.
"""

from enum import Enum

from attrs import field, frozen

from acking.ids import RootId, check_id, check_task


@frozen
class Init:
    """A spout task begins a tuple tree: `value` is the xor of the edge ids of all tuples that it emitted for `root`."""

    root: RootId = field()
    value: int = field()
    task: int = field()

    def __attrs_post_init__(self) -> None:
        check_id("root", self.root)
        check_id("value", self.value)
        check_task(self.task)


@frozen
class Ack:
    """A bolt task is done with one tuple: `value` is the xor of its edge id and of the edge ids that were drawn
    for it as an anchor.
    """

    root: RootId = field()
    value: int = field()

    def __attrs_post_init__(self) -> None:
        check_id("root", self.root)
        check_id("value", self.value)


@frozen
class Fail:
    """A bolt task failed a tuple of the tree, and with it the tree."""

    root: RootId = field()

    def __attrs_post_init__(self) -> None:
        check_id("root", self.root)


@frozen
class ResetTimeout:
    """A bolt task asks for more time for the tree."""

    root: RootId = field()

    def __attrs_post_init__(self) -> None:
        check_id("root", self.root)


AckerMessage = Init | Ack | Fail | ResetTimeout


class Kind(Enum):
    """The kinds of notification."""

    ACK = "ack"
    FAIL = "fail"
    RESET_TIMEOUT = "reset-timeout"


@frozen
class Notification:
    """A notification from an acker to spout task `task` about the tree of `root`. ACK and FAIL are final, RESET_TIMEOUT
    is not. Nothing is checked here: an acker may be wrong, and its spout decides (`SpoutExecutor.notified`).
    """

    kind: Kind
    root: RootId
    task: int
