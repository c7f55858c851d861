"""The acker against a model: a dictionary and a few lines that can be compared with the chapter."""

import random
from collections import Counter

import pytest
from acking import (
    STORM1,
    STORM2,
    Ack,
    Acker,
    AckerMessage,
    Fail,
    Init,
    Kind,
    Notification,
    Order,
    Profile,
    Record,
    Refresh,
    ResetTimeout,
)
from attrs import define, evolve, field

ROOTS = (0, -1, 5, -(2**63))
OPERATIONS = 20_000


@define
class Entry:
    """The model's record of a root."""

    ack_val: int = 0
    task: int | None = None
    failed: bool = False
    refreshed: int = 0


@define
class Model:
    """An acker as a dictionary: an entry by root, and a count of rotations to tell its age by."""

    profile: Profile
    rotations: int = 0
    entries: dict[int, Entry] = field(factory=dict)

    def tick(self) -> dict[int, Record]:
        """Count a rotation; return the records that expire."""
        self.rotations += 1
        old = self.aged(self.profile.buckets)
        self.entries = {root: entry for root, entry in self.entries.items() if root not in old}
        return old

    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        """Change the entry, then make the two tests in the profile's order."""
        refreshes = message.root not in self.entries or isinstance(message, Fail | ResetTimeout)
        entry = self.entries.setdefault(message.root, Entry())
        if refreshes or self.profile.refresh is Refresh.EVERY_MESSAGE:
            entry.refreshed = self.rotations
        entry.failed |= isinstance(message, Fail)
        entry.ack_val ^= message.value if isinstance(message, Init | Ack) else 0
        entry.task = message.task if isinstance(message, Init) else entry.task
        if entry.task is None:
            return ()
        answers = [Kind.FAIL] * entry.failed + [Kind.ACK] * (entry.ack_val == 0)
        if answers:
            del self.entries[message.root]
            kind = answers[0 if self.profile.order is Order.FAIL_FIRST else -1]
            return (Notification(kind, message.root, entry.task),)
        return (Notification(Kind.RESET_TIMEOUT, message.root, entry.task),) * isinstance(message, ResetTimeout)

    def aged(self, rotations: int) -> dict[int, Record]:
        """Return the records that were last refreshed so many rotations ago."""
        return {
            root: Record(entry.ack_val, entry.task, entry.failed)
            for root, entry in self.entries.items()
            if self.rotations - entry.refreshed == rotations
        }


def random_message(choice: random.Random) -> AckerMessage:
    """Draw a message for one of a few roots, with a value of three bits, so that accidental zeros happen."""
    root, value = choice.choice(ROOTS), choice.randrange(8)
    messages = (Init(root, value, choice.randrange(3)), Ack(root, value), Fail(root), ResetTimeout(root))
    return choice.choices(messages, weights=(3, 5, 1, 2))[0]


@pytest.mark.parametrize("order", Order, ids=lambda order: order.value)
@pytest.mark.parametrize("profile", [STORM1, STORM2], ids=["storm1", "storm2"])
def test_the_acker_is_the_model(profile: Profile, order: Order) -> None:
    """After each of 20,000 random operations the answer and the whole state are equal, and no kind of answer is
    rare.
    """
    dialect = evolve(profile, order=order)
    choice = random.Random(f"{dialect.name} {order.value}")
    acker, model = Acker(dialect), Model(dialect)
    met: Counter[str] = Counter()
    for step in range(OPERATIONS):
        if choice.randrange(6) == 0:
            died = acker.tick()
            assert model.tick() == died, step
            met["expired"] += len(died)
        else:
            message = random_message(choice)
            answer = acker.receive(message)
            assert model.receive(message) == answer, (step, message)
            met[answer[0].kind.value if answer else "silent"] += 1
        assert tuple(map(model.aged, range(dialect.buckets))) == acker.pending.cohorts(), step
    assert {"ack", "fail", "reset-timeout", "silent", "expired"} == {
        name for name, times in met.items() if times >= 500
    }, met
