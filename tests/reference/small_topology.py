"""A topology small enough to read: one spout executor, one bolt task that takes every tuple, and acker tasks.

Messages to ackers are kept in `mail` until a test delivers them, in any order and any number of times.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from acking import Acker, AckerMessage, BoltTask, Callback, Effect, Init, Profile, Sent, SpoutExecutor, acker_index
from attrs import define, field

SPOUT_TASK = 7


@define
class Topology:
    """The reports do not depend on which of several bolt tasks holds an input, so one task holds all."""

    spout: SpoutExecutor
    ackers: tuple[Acker, ...]
    bolt: BoltTask = field(factory=BoltTask)
    mail: list[AckerMessage] = field(factory=list)
    callbacks: list[Callback] = field(factory=list)

    @classmethod
    def of(cls, profile: Profile, ackers: int = 1) -> Self:
        """Return a topology with that many acker tasks, in which nothing has happened."""
        return cls(SpoutExecutor(frozenset({SPOUT_TASK}), ackers), tuple(Acker(profile) for _ in range(ackers)))

    def emit(self, message: str, root: int, tuples: Mapping[str, int]) -> None:
        """Have the spout emit to one task for each of `tuples`, which gives their edges by name."""
        names = list(tuples)
        for effect in self.spout.emit(SPOUT_TASK, root, message, list(tuples.values())):
            if isinstance(effect, Sent):
                self.bolt.receive(names[effect.receiver], effect.message_id)
            self._carry(effect)

    def grow(self, anchors: Sequence[str], tuples: Mapping[str, Sequence[int]]) -> None:
        """Emit to one task for each of `tuples`, anchored; `tuples` gives their edges by name, one for each anchor."""
        for name, message_id in zip(tuples, self.bolt.emit(anchors, list(tuples.values())), strict=True):
            self.bolt.receive(name, message_id)

    def ack(self, name: str) -> None:
        """Ack an input; its messages go into the mail."""
        self.mail.extend(self.bolt.ack(name))

    def fail(self, name: str) -> None:
        """Fail an input; its messages go into the mail."""
        self.mail.extend(self.bolt.fail(name))

    def deliver(self, messages: Iterable[AckerMessage]) -> None:
        """Deliver messages to the acker tasks of their roots, and the notifications to the spout."""
        for message in messages:
            for word in self.ackers[acker_index(message.root, len(self.ackers))].receive(message):
                for effect in self.spout.notified(word):
                    self._carry(effect)

    def tick(self) -> None:
        """Let a message timeout pass for the spout and for every acker task."""
        for acker in self.ackers:
            acker.tick()
        for effect in self.spout.tick():
            self._carry(effect)

    def _carry(self, effect: Effect) -> None:
        if isinstance(effect, Init):
            self.mail.append(effect)
        elif isinstance(effect, Callback):
            self.callbacks.append(effect)
