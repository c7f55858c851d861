"""Driving a real acker from any state: restore its records, send it one message, and read its records.

The acker has to be `acking.Acker` or a class like it, with all of its state in `pending`. To restore records of certain
ages, the oldest are put first and the map is rotated until they are that old.
"""

from collections.abc import Callable
from functools import cached_property

import acking
import attrs
from acking import Acker, AckerMessage, Notification, Profile
from acking.acker import Record
from attrs import define, field, frozen

from ackproof.errors import UsageError
from ackproof.targets import variants

Memory = tuple[tuple[int, int, Record], ...]
"""The state of an acker: root, age in rotations, and record, sorted by root."""

NOTHING: Memory = ()

DeliveryAnswer = tuple[tuple[Notification, ...], Memory]

TICK = None

_PARTS = {"profile", "ack_input", "pending"}
"""The attributes of an acker. Only `pending` changes: it is the acker's whole state."""


@frozen(slots=False)
class Subject:
    """The acker to explore, and its profile. `variant` names differences, as `variants.parse` reads them."""

    profile: str
    variant: str = ""
    make: Callable[[Profile], Acker] = Acker

    @property
    def name(self) -> str:
        """Its name in a report; a variant has its name on the command line."""
        if self.variant:
            return f"variant:{self.variant}"
        return "reference" if self.make is Acker else self.make.__name__

    @cached_property
    def differences(self) -> tuple[variants.Variant, ...]:
        """The variants."""
        return variants.parse(self.variant) if self.variant else ()

    def asleep(self) -> Acker:
        """Create an acker without records; raise `UsageError` if it has unknown attributes."""
        profile = acking.PROFILES[self.profile]
        for variant in self.differences:
            profile = variant.profile(profile)
        acker = (variants.acker_with(self.differences) if self.make is Acker else self.make)(profile)
        kept = {each.name for each in attrs.fields(type(acker))} | set(getattr(acker, "__dict__", ()))
        if kept != _PARTS:
            raise UsageError(f"{self.name} keeps {', '.join(sorted(kept - _PARTS))} outside pending")
        return acker

    def awake(self, memory: Memory) -> Acker:
        """Create an acker with the records of `memory`."""
        acker = self.asleep()
        age = max((each[1] for each in memory), default=0)
        while True:
            for root, old, record in memory:
                if old == age:
                    acker.pending.put(root, record)
            if not age:
                return acker
            acker.pending.rotate()
            age -= 1

    def answer(self, acker: Acker, message: AckerMessage | None) -> tuple[Notification, ...]:
        """Send an acker a message, or a tick for None; return its notifications."""
        if message is TICK:
            returned: object = acker.tick()  # the reference returns the expired records, which are not notifications
            return returned if isinstance(returned, tuple) else ()
        if any(variant.drops(acker, message) for variant in self.differences):
            return ()
        return acker.receive(message)


def kept_by(acker: Acker) -> Memory:
    """Return the records of an acker."""
    return tuple(
        sorted(
            (root, age, record) for age, cohort in enumerate(acker.pending.cohorts()) for root, record in cohort.items()
        )
    )


@define
class AckerDriver:
    """The answers of a real acker by its state, each computed once. `calls` counts the computed answers."""

    subject: Subject
    calls: int = 0
    _known: dict[tuple[Memory, AckerMessage | None], DeliveryAnswer] = field(factory=dict, repr=False)

    def step(self, memory: Memory, message: AckerMessage | None) -> DeliveryAnswer:
        """Return the acker's notifications for a message in the state `memory`, and its state afterwards."""
        known = self._known.get((memory, message))
        if known is None:
            acker = self.subject.awake(memory)
            emitted = self.subject.answer(acker, message)
            known = self._known[memory, message] = (emitted, kept_by(acker))
            self.calls += 1
        return known
