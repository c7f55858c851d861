"""Driving a real acker from any state: put back what it kept, give it one message, read what it keeps.

An acker that is explored is `acking.Acker` or a class like it, all of whose state is in `pending`. To wake one with
records of certain ages, the oldest are put first and the map is rotated until they are as old.
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
"""What an acker keeps: root, age in rotations, and record, by root."""

NOTHING: Memory = ()

DeliveryAnswer = tuple[tuple[Notification, ...], Memory]

TICK = None

_PARTS = {"profile", "ack_input", "pending"}
"""What an acker is made of. Only `pending` changes: it is all that an acker remembers."""


@frozen(slots=False)
class Subject:
    """The acker to explore, and the profile that it is held to. `variant` names differences, as `variants.parse` reads
    them.
    """

    profile: str
    variant: str = ""
    make: Callable[[Profile], Acker] = Acker

    @property
    def name(self) -> str:
        """What a report calls it; a variant is called what the command line calls it."""
        if self.variant:
            return f"variant:{self.variant}"
        return "reference" if self.make is Acker else self.make.__name__

    @cached_property
    def differences(self) -> tuple[variants.Variant, ...]:
        """The variants."""
        return variants.parse(self.variant) if self.variant else ()

    def asleep(self) -> Acker:
        """Make an acker that knows nothing; raise `UsageError` if it keeps something of which nothing is known here."""
        profile = acking.PROFILES[self.profile]
        for variant in self.differences:
            profile = variant.profile(profile)
        acker = (variants.acker_with(self.differences) if self.make is Acker else self.make)(profile)
        kept = {each.name for each in attrs.fields(type(acker))} | set(getattr(acker, "__dict__", ()))
        if kept != _PARTS:
            raise UsageError(f"{self.name} keeps {', '.join(sorted(kept - _PARTS))} outside pending")
        return acker

    def awake(self, memory: Memory) -> Acker:
        """Make an acker that keeps `memory`."""
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
        """Give an acker a message, or a tick; return what it says."""
        if message is TICK:
            returned: object = acker.tick()  # a right one returns what expired, which is no word to anybody
            return returned if isinstance(returned, tuple) else ()
        if any(variant.drops(acker, message) for variant in self.differences):
            return ()
        return acker.receive(message)


def kept_by(acker: Acker) -> Memory:
    """Return what an acker keeps."""
    return tuple(
        sorted(
            (root, age, record) for age, cohort in enumerate(acker.pending.cohorts()) for root, record in cohort.items()
        )
    )


@define
class AckerDriver:
    """Answers of an acker by what it keeps, each asked of a real one, once. `calls` counts how often one was asked."""

    subject: Subject
    calls: int = 0
    _known: dict[tuple[Memory, AckerMessage | None], DeliveryAnswer] = field(factory=dict, repr=False)

    def step(self, memory: Memory, message: AckerMessage | None) -> DeliveryAnswer:
        """Return what the acker says to a message when it keeps `memory`, and what it keeps then."""
        known = self._known.get((memory, message))
        if known is None:
            acker = self.subject.awake(memory)
            emitted = self.subject.answer(acker, message)
            known = self._known[memory, message] = (emitted, kept_by(acker))
            self.calls += 1
        return known
