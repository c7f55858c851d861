"""The notifications that the messages of a forest call for, computed from its edges, without any acker.

A life of a root begins with the message that makes its record. Its open set is the symmetric difference of the edges
in its messages. It ends with the first message after which init is in and either a fail is in too (`fail`) or no edge
is open (`ack`); or it ends silently, at the rotation that finds it unrefreshed for its profile's lifetime. Messages
after the end begin a new life.

This is the ground truth of `ackproof.oracle.lives`, with one difference. There a target's notification ends a life,
since rules judge that notification. Here there is no target, so a life ends where it should. Lifetimes and what
refreshes are taken from there.
"""

from collections.abc import Sequence

from ackproof.oracle.lives import LIFETIME, REFRESHING
from ackproof.workloads.acker import Step
from ackproof.workloads.trees import EdgeSet
from attrs import define


@define(kw_only=True)
class LoggedLife:
    """A life of `root`, updated by each of its messages.

    `begun`, `refreshed` and `ended` are indices of messages: the first, the last that refreshed the record, and the
    one that causes the notification of `kind`. The last two are None if there is no notification.
    """

    root: int
    begun: int
    refreshed: int
    open_set: EdgeSet = frozenset()
    spout_task: int | None = None
    failed: bool = False
    ended: int | None = None
    kind: str | None = None

    def take(self, step: Step) -> None:
        """Apply a message."""
        self.open_set ^= step.edges
        if step.op == "init":
            self.spout_task = step.task
        elif step.op == "fail":
            self.failed = True

    @property
    def due(self) -> str | None:
        """The notification that the record calls for; fail dominates."""
        if self.spout_task is None:
            return None
        if self.failed:
            return "fail"
        return None if self.open_set else "ack"


def lives_of(steps: Sequence[Step], rotations: Sequence[int], profile: str) -> list[LoggedLife]:
    """Return all lives, in the order in which they begin.

    `steps` are messages, and `rotations` counts the ticks before each of them.
    """
    lives: list[LoggedLife] = []
    current: dict[int, LoggedLife] = {}
    for index, (step, rotation) in enumerate(zip(steps, rotations, strict=True)):
        life = current.get(step.root)
        if life is None or rotation - rotations[life.refreshed] >= LIFETIME[profile]:
            life = current[step.root] = LoggedLife(root=step.root, begun=index, refreshed=index)
            lives.append(life)
        elif step.op in REFRESHING[profile]:
            life.refreshed = index
        life.take(step)
        if life.due is not None:
            life.kind, life.ended = life.due, index
            del current[step.root]
    return lives
