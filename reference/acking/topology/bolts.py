"""Bolts: what the code of a topology does with a tuple, as calls on its collector.

A bolt executes an input and returns calls: emit a tuple anchored to some inputs, ack an input, fail an input. The kinds
are those that the sources describe:

- `Plain` emits its results, anchored to the input, and then acks the input. There may be many results, or none;
- `Basic` only returns its results. The anchors, the ack at the end, and the fail where its code raises an error, are
  added for it. So it cannot forget them, and it cannot do anything else;
- `Batch` holds inputs until it has enough of them, or until a tick. Then it emits the results of all of them,
  anchored to all of them, and acks them: a join, or an aggregation;
- `Loose` emits without anchors, on purpose: nobody waits for what it emits.

Bolts may also behave badly, once and on demand: see `Conduct`.

Sources: guarantee-1.0, "What is Storm's reliability API?".
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Protocol

from attrs import define, field, frozen


@frozen
class Input:
    """A tuple as one bolt task received it, once; `name` is the name of this receipt."""

    name: str
    value: str


@frozen
class EmitTuple:
    """Emit a tuple anchored to inputs, to all bolts that take tuples from this one."""

    value: str
    anchors: tuple[str, ...]


@frozen
class AckInput:
    """Ack an input: it was processed."""

    name: str


@frozen
class FailInput:
    """Fail an input: it could not be processed."""

    name: str


@frozen
class AskForTime:
    """Ask for more time for an input."""

    name: str


Call = EmitTuple | AckInput | FailInput | AskForTime
Calls = tuple[Call, ...]
Work = Callable[[Sequence[str]], Sequence[str]]
"""What a bolt computes: the values to emit, from the values of its inputs."""


class Bolt(Protocol):
    """The code of one bolt task. What it keeps between calls dies with its task."""

    def execute(self, taken: Input) -> Calls:
        """Process an input."""

    def give_up(self, taken: Input) -> Calls:
        """Fail an input that turns out to be one that cannot be processed. What was emitted before stays emitted."""

    def tick(self) -> Calls:
        """Time has passed: finish what is held, such as a batch that is not full."""


@frozen
class Plain:
    """Emits the results of each input, anchored to it, then acks it; fails at once an input that it cannot process."""

    work: Work

    def execute(self, taken: Input) -> Calls:
        """See `Bolt`."""
        return (*(EmitTuple(value, (taken.name,)) for value in self.work([taken.value])), AckInput(taken.name))

    def give_up(self, taken: Input) -> Calls:
        """See `Bolt`."""
        return (FailInput(taken.name),)

    def tick(self) -> Calls:
        """See `Bolt`."""
        return ()


@frozen
class Basic:
    """Returns only the results of each input; the calls are added.

    If its code raises an error, earlier emissions stay emitted, and the input is failed instead of acked.
    """

    work: Work

    def execute(self, taken: Input) -> Calls:
        """See `Bolt`."""
        return (*self._emits(taken), AckInput(taken.name))

    def give_up(self, taken: Input) -> Calls:
        """See `Bolt`."""
        return (*self._emits(taken), FailInput(taken.name))

    def tick(self) -> Calls:
        """See `Bolt`."""
        return ()

    def _emits(self, taken: Input) -> Calls:
        return tuple(EmitTuple(value, (taken.name,)) for value in self.work([taken.value]))


@define
class Batch:
    """Holds inputs until there are `enough`, or until a tick; then emits the results of them all, and acks them.

    It has to emit before it acks: see `anchoring`.
    """

    work: Work
    enough: int
    held: list[Input] = field(init=False, factory=list)

    def execute(self, taken: Input) -> Calls:
        """See `Bolt`."""
        self.held.append(taken)
        return self.tick() if len(self.held) >= self.enough else ()

    def give_up(self, taken: Input) -> Calls:
        """See `Bolt`."""
        return (FailInput(taken.name),)

    def tick(self) -> Calls:
        """See `Bolt`."""
        batch, self.held = self.held, []
        if not batch:
            return ()
        names = tuple(each.name for each in batch)
        emits = (EmitTuple(value, names) for value in self.work([each.value for each in batch]))
        return (*emits, *map(AckInput, names))


@frozen
class Loose:
    """Emits the results of each input without an anchor, and acks the input."""

    work: Work

    def execute(self, taken: Input) -> Calls:
        """See `Bolt`."""
        return (*(EmitTuple(value, ()) for value in self.work([taken.value])), AckInput(taken.name))

    def give_up(self, taken: Input) -> Calls:
        """See `Bolt`."""
        return (FailInput(taken.name),)

    def tick(self) -> Calls:
        """See `Bolt`."""
        return ()


class Conduct(Enum):
    """How a bolt handles one input: as its code should, with a request for more time first, or in a wrong way."""

    NORMAL = "normal"
    GIVE_UP = "give-up"
    FORGET = "forget"
    ACK_TWICE = "ack-twice"
    FAIL_THEN_ACK = "fail-then-ack"
    EMIT_AFTER_ACK = "emit-after-ack"
    MORE_TIME = "more-time"


def conducted(bolt: Bolt, taken: Input, conduct: Conduct) -> Calls:  # noqa: PLR0911 - one for each conduct
    """Return the calls of a bolt that handles an input with some conduct.

    Giving up and asking for more time are no misconduct.
    """
    match conduct:
        case Conduct.NORMAL:
            return bolt.execute(taken)
        case Conduct.GIVE_UP:
            return bolt.give_up(taken)
        case Conduct.FORGET:
            return tuple(call for call in bolt.execute(taken) if isinstance(call, EmitTuple))
        case Conduct.ACK_TWICE:
            calls = bolt.execute(taken)
            return (*calls, *(call for call in calls if isinstance(call, AckInput)))
        case Conduct.FAIL_THEN_ACK:
            return (FailInput(taken.name), AckInput(taken.name))
        case Conduct.EMIT_AFTER_ACK:
            return (*bolt.execute(taken), EmitTuple(f"{taken.value}!", (taken.name,)))
        case Conduct.MORE_TIME:
            return (AskForTime(taken.name), *bolt.execute(taken))
