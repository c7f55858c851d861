"""The reference, reading a second init in the life of a record in every way that is right.

What a second init does is a SHOULD (ACK-11). An acker may ignore its value (ACK-03), its task (ACK-05) and that it
refreshes as inits do (ACK-16).
"""

from collections.abc import Sequence
from itertools import product
from typing import ClassVar, cast

from acking import Acker, AckerMessage, Init, Kind, Notification
from acking.profiles import Refresh
from attrs import evolve

from ackproof.components.acker import AckerResult
from ackproof.target import Run
from ackproof.targets.reference import ReferenceTarget
from ackproof.targets.variants import Variant


class Reading(Acker):
    """The reference's acker, for which a second init has its value, its task and its time, or lacks some of them."""

    takes_value: ClassVar[bool] = True
    takes_task: ClassVar[bool] = True
    takes_time: ClassVar[bool] = True

    def _act_on(self, message: AckerMessage) -> tuple[Notification, ...]:
        known = self.pending.get(message.root)
        if not isinstance(message, Init) or known is None or known.spout_task is None:
            return super()._act_on(message)
        value = message.value if self.takes_value else 0
        task = message.task if self.takes_task else known.spout_task
        record = evolve(known, ack_val=known.ack_val ^ value, spout_task=task)
        if self.takes_time and self.profile.refresh is Refresh.EVERY_MESSAGE:
            self.pending.put(message.root, record)
        else:
            self.pending.replace(message.root, record)
        if record.ack_val:
            return ()
        self.pending.remove(message.root)
        return (Notification(Kind.ACK, message.root, task),)


def _reading(value: bool, task: bool, time: bool) -> type[Reading]:  # noqa: FBT001 - as `product` gives them
    return type("Reading", (Reading,), {"takes_value": value, "takes_task": task, "takes_time": time})


READINGS = tuple(_reading(*takes) for takes in product((True, False), repeat=3))
"""All of them; the first is the reference's."""


def answers_by(reading: type[Reading], run: Run) -> Sequence[AckerResult]:
    """Return the results of the reference for a run if it reads a second init in that way."""
    variant = Variant(name="reading", difference="reads a second init in another way", acker=reading)
    ackers = ReferenceTarget(variants=(variant,)).open(run.component, run.config)
    return cast("Sequence[AckerResult]", ackers.apply(run.operations))
