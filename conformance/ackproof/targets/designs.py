"""Ackers with another design, based on the reference: proposals for Storm, and the ackers of other systems.

They are variants (`ackproof certify variant:heron`), for a review of the design: which rules it breaks, and by which
history. They do not explain deviations of real ackers. `docs/designs.md` has the results.
"""

import acking
from acking import Acker, AckerMessage, Notification
from acking.acker import Record
from attrs import evolve, frozen

QUIET_ROTATIONS = 1
"""The progress timeout of `TimeoutByProgress`, in rotations."""


class InitOnce(Acker):
    """Only the first init in a record life counts and names the task; a repeated init is ignored."""

    def _act_on(self, message: AckerMessage) -> tuple[Notification, ...]:
        known = self.pending.get(message.root)
        if isinstance(message, acking.Init) and known is not None and known.spout_task is not None:
            return ()
        return super()._act_on(message)


@frozen
class ProgressRecord(Record):
    """A record with the number of rotations since its last message."""

    quiet: int = 0


class TimeoutByProgress(Acker):
    """Before a rotation, records that are about to expire and had a message since the last rotation become young again.

    This is the patch for STORM-2359 (pull request 8787) with a progress timeout as long as the message timeout; here
    time is counted in rotations.
    """

    def _act_on(self, message: AckerMessage) -> tuple[Notification, ...]:
        emitted = super()._act_on(message)
        record = self.pending.get(message.root)
        if record is not None:
            progressed = ProgressRecord(record.ack_val, record.spout_task, record.failed, quiet=0)
            self.pending.replace(message.root, progressed)
        return emitted

    def tick(self) -> dict[int, Record]:
        """Keep records with progress, and rotate."""
        cohorts = list(self.pending.cohorts())
        for root, record in cohorts[-1].items():
            if isinstance(record, ProgressRecord) and record.quiet < QUIET_ROTATIONS:
                self.pending.put(root, record)
        for cohort in cohorts:
            for root, record in cohort.items():
                self.pending.replace(root, _older(record))
        return super().tick()


class Heron(Acker):
    """The acker of Heron's stream manager: a tree has to be created before any other message about it, messages for
    unknown roots are ignored, a second creation replaces the first, a fail ends the tree at once, and nothing
    refreshes.
    """

    def _act_on(self, message: AckerMessage) -> tuple[Notification, ...]:
        root = message.root
        if isinstance(message, acking.Init):
            self.pending.put(root, Record(message.value, message.task))
        known = self.pending.get(root)
        if known is None or known.spout_task is None:
            return ()
        match message:
            case acking.Ack(_, value):
                self.pending.replace(root, evolve(known, ack_val=known.ack_val ^ value))
            case acking.Fail():
                self.pending.remove(root)
                return (Notification(acking.Kind.FAIL, root, known.spout_task),)
            case acking.ResetTimeout():
                return ()
        return self._completed(root, known.spout_task)

    def _completed(self, root: int, task: int) -> tuple[Notification, ...]:
        record = self.pending.get(root)
        if record is None or record.ack_val:
            return ()
        self.pending.remove(root)
        return (Notification(acking.Kind.ACK, root, task),)


def _older(record: Record) -> Record:
    return evolve(record, quiet=record.quiet + 1) if isinstance(record, ProgressRecord) else record
