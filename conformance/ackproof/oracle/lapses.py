"""Differences between a topology and its plan: the parts of a plan, the occasions for lapses, and the lapses."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from attrs import define, field, frozen

from ackproof.components.happenings import Happening
from ackproof.components.topology import Activate, Deactivate, NextTuple, Settle, TopologyOperation


class Part(StrEnum):
    """A part of the plan that a lapse is about."""

    EMITS = "emits"
    ANCHORS = "anchors"
    ENDS = "ends"
    ARRIVES = "arrives"
    PAUSE = "pause"
    DEATH = "death"
    SOURCE = "source"
    EMISSION = "emission"
    BOUND = "bound"
    TIME = "time"
    GROUPING = "grouping"
    SHARED_BOUND = "shared bound"
    BURST = "burst"
    LIFECYCLE = "lifecycle"
    INACTIVE = "inactive"
    OUTBOX = "outbox"


class Occasion(StrEnum):
    """Something that happened and could have gone wrong, as worded in certificates."""

    SEVERAL_EMITTED = "a bolt makes several tuples of an input"
    BATCH_EMITTED = "a batch bolt emits"
    ANCHORED_TO_ONE = "a tuple is anchored to its input"
    ANCHORED_TO_SEVERAL = "a tuple is anchored to several inputs"
    INPUT_PROCESSED = "an input is processed"
    INPUT_GIVEN_UP = "an input is given up"
    BATCH_FINISHED = "a batch is finished"
    IN_TURN = "a message arrives in its turn"
    OUT_OF_TURN = "a message overtakes others"
    ONCE_MORE = "a message arrives that travels once more"
    WAITED_IN_PAUSE = "a message arrives that waited in a pause"
    TICKED_IN_PAUSE = "a paused task has a tick"
    HELD_IN_PAUSE = "a batch bolt is paused with inputs in hand"
    DIED_HOLDING = "a bolt task dies with inputs in hand"
    HELD_BESIDE_DEATH = "a bolt task has inputs in hand when another task dies"
    RECORD_BESIDE_DEATH = "an acker task keeps a record when another dies"
    WAITING_BESIDE_DEATH = "a spout task waits for an emission when another dies"
    WAITED_FOR_SUCCESSOR = "a message arrives at the successor of a dead task"
    FAILED_AGAIN = "a message fails and is offered again"
    FAILED_OFTEN = "a message fails for the third time"
    SPOUT_LOST = "a spout task dies with a message open"
    SPOUT_LOST_OUT_OF_TURN = "a spout task dies with a message open, after one that it got later was done"
    EMITTED_AGAIN = "a message is emitted again"
    EMITTED_UNTRACKED = "a message is emitted without message id"
    ROOM_BESIDE_OTHERS = "a spout task has room while all of them together wait for as many as its bound"
    ROOM_AGAIN = "a spout task has room after it has waited for as many as its bound"
    TICK_BESIDE_HOLDING = "a bolt task has inputs in hand when another task has a tick"
    TICK_BESIDE_WAITING = "a spout task waits when another has a tick"
    DEALT_TO_ALL = "a tuple goes to each of several tasks"
    DEALT_BY_NAME = "a tuple goes to that of several tasks which its sender names"
    DEALT_TO_ANY = "a tuple goes to one of several tasks, whatever its value"
    TICKED_TOGETHER = "a task waits, or has inputs in hand, when another task of its executor has a tick"
    DIED_TOGETHER = "a task waits, or has inputs in hand, when another task of its executor dies"
    PAUSED_TOGETHER = "a message waits for a task while another of its executor is paused"
    ROOM_BY_SHARING = "a spout task has room while it waits for as many as its bound, by others of its executor"
    BURST_EMITTED = "a spout task that has room emits several messages at once"
    BURST_OVER_BOUND = "a spout task waits for more than its bound after it has emitted"
    ASKED_WITH_ZERO = "a spout task is asked with 0 as its bound"
    WIDE_BOUND_REACHED = "a spout task has room after it has waited for as many as a bound above two"
    OPENED = "a spout task emits for the first time"
    OPENED_AGAIN = "a spout task emits for the first time after its death"
    CLOSED = "a spout task is shut down in good order"
    ORDERED_IN_PAUSE = "a paused spout task is to be deactivated, activated or stopped"
    ASKED_INACTIVE = "a spout task is asked that is not active"
    ASKED_ACTIVE_AGAIN = "a spout task is asked that is active again"
    HELD_BACK = "a message waits with its sender, which is paused"
    SENT_AFTER_PAUSE = "a message arrives that waited with its paused sender"
    LOST_WITH_SENDER = "a message is lost with its sender, which dies in a pause"
    ON_ANOTHER_STREAM = "a tuple goes out on another stream than the first"


@frozen
class Lapse:
    """Something that happened and is not in the plan, or is in the plan and did not happen, at an operation. If it is
    known which happening of that operation is wrong, or after which one something is missing, `happening` is its place,
    for stories: lapses are compared without it.
    """

    part: Part
    what: str
    index: int
    happening: int | None = field(default=None, eq=False)


@define
class Judged:
    """The judgment on a run: its lapses in order, and how often each occasion occurred."""

    lapses: list[Lapse] = field(factory=list)
    occasions: Counter[Occasion] = field(factory=Counter)

    def first(self, *parts: Part) -> Lapse | None:
        """Return the first lapse in one of some parts of the plan."""
        return next((lapse for lapse in self.lapses if lapse.part in parts), None)


@define(kw_only=True)
class Findings:
    """The findings of a run so far, and the operation that is examined: findings are recorded under its index. Of its
    `happenings` the one at the place `now` is examined, if any. `paused` has the tasks that are paused, each with the
    index of the operation that paused it.
    """

    judged: Judged = field(factory=Judged)
    index: int = 0
    operation: TopologyOperation = field(factory=Settle)
    happenings: Sequence[Happening] = ()
    now: int | None = None
    paused: dict[str, int] = field(factory=dict)

    def lapse(self, part: Part, what: str, about: Happening | None = None) -> None:
        """Record a lapse, `about` one of the happenings, or the one that is examined. A lapse of the source that is
        caused by an operation with a part of its own belongs to that part.
        """
        if part in (Part.SOURCE, Part.EMISSION):
            if isinstance(self.operation, NextTuple) and self.operation.most > 1:
                part = Part.BURST
            elif isinstance(self.operation, Activate | Deactivate):
                part = Part.INACTIVE
        place = self.now
        if about is not None:
            place = next((place for place, each in enumerate(self.happenings) if each is about), None)
        self.judged.lapses.append(Lapse(part, what, self.index, place))

    def met(self, occasion: Occasion) -> None:
        """Record an occasion."""
        self.judged.occasions[occasion] += 1
