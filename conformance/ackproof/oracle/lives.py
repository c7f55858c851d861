"""Record lives: the ground truth that rules about ackers are stated over.

A *life* of a root begins with the message that creates its record and ends with a terminal notification or with expiry.
Within a life the *open set* is the symmetric difference of the edges in all messages delivered: the ack val, if xor
kept its terms apart.

When does a life end? A notification by the target ends it, whether right or wrong; the rules judge the notification.
Expiry is not announced, so the oracle computes it, in ticks since the record was last refreshed.

Nothing here uses the reference: profiles are restated in two small tables, and so is routing.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from attrs import Factory, define, evolve, field, frozen

from ackproof.components.acker import TERMINAL_KINDS, Ack, AckerResult, Init, Notification
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.trees import EdgeSet

LIFETIME = {"storm1": 2, "storm2": 3}
"""Rotations since the last refresh that end a life."""

REPEATED_INIT = "repeated init"
"""An init in a life that already has one. Whether it counts at all is a SHOULD, so `REFRESHING` lists it under another
name.
"""

REFRESHING = {
    "storm1": frozenset({"init", REPEATED_INIT, "ack", "fail", "reset-timeout"}),
    "storm2": frozenset({"fail", "reset-timeout"}),
}
"""Messages that refresh an existing record."""

EVERY_MESSAGE = REFRESHING["storm1"]


class Clocks(NamedTuple):
    """Counts of ticks: those that reached the acker task of a root (`own`), all ticks, and those for all acker
    tasks.
    """

    own: int
    total: int
    common: int


OWN, TOTAL, COMMON = range(3)
"""The indices of the clocks in `Clocks`."""


@frozen
class Supposition:
    """An alternative idea of expiry: which messages refresh (given those that do by the profile), and which clock
    counts.
    """

    refreshing: Callable[[frozenset[str]], frozenset[str]]
    clock: int = OWN


SUPPOSE = {
    "acks do not refresh": Supposition(lambda refreshing: refreshing - {"ack", "init", REPEATED_INIT}),
    "repeated inits do not refresh": Supposition(lambda refreshing: refreshing - {REPEATED_INIT}),
    "fails do not refresh": Supposition(lambda refreshing: refreshing - {"fail"}),
    "resets do not refresh": Supposition(lambda refreshing: refreshing - {"reset-timeout"}),
    "every message refreshes": Supposition(lambda _: EVERY_MESSAGE),
    "every tick reaches every acker task": Supposition(lambda refreshing: refreshing, TOTAL),
    "only common ticks reach": Supposition(lambda refreshing: refreshing, COMMON),
}
"""Alternative ideas of expiry. A life tests expiry if one of them would end it at another rotation."""

_CLOCK_OF = tuple((idea, each.clock) for idea, each in SUPPOSE.items())


@cache
def _ideas_refreshed_by(op: str, profile: str) -> tuple[tuple[str, int], ...]:
    """Return the alternative ideas of expiry by which a message refreshes a record, each with its clock."""
    refreshing = REFRESHING[profile]
    return tuple((idea, each.clock) for idea, each in SUPPOSE.items() if op in each.refreshing(refreshing))


# A life is never changed, but the class is not frozen: there is one object for each message, and freezing takes five
# times as long. Without slots, a life with some changes is a copy of a dictionary: see `_changed`.
@define(kw_only=True, slots=False)
class Life:
    """The truth about one record after some messages, when the clocks show `now`.

    `refreshed` is the own clock at the last refresh, `refreshed_if` the clocks at the last refresh by each alternative
    idea of expiry, and `dead_if_so` has the ideas by which the record would have expired. `ack_val_once` and
    `first_task` are the ack val and the task if only the first init counted, and `ack_val_of_acks` the ack val if none
    did. `history` has the indices of the messages.
    `failed_early` says that a fail came before any init. `spoiled` says that the target has answered a message of this
    life wrongly, so the rest of this life is no evidence for other rules. `after_expiry` says that the root's previous
    life expired: for a target with another idea of expiry, that life may continue.
    """

    root: int
    begun_by: str
    lifetime: int
    now: Clocks
    spoiled: bool
    after_expiry: bool
    refreshed: int = field(default=Factory(lambda self: self.now.own, takes_self=True))
    refreshed_if: Mapping[str, int] = field(
        default=Factory(lambda self: {idea: self.now[clock] for idea, clock in _CLOCK_OF}, takes_self=True),
        repr=False,
    )
    dead_if_so: frozenset[str] = frozenset()
    open_set: EdgeSet = frozenset()
    ack_val: int = 0
    inits: int = 0
    failed: bool = False
    task: int | None = None
    ack_val_once: int = 0
    ack_val_of_acks: int = 0
    first_task: int | None = None
    history: tuple[int, ...] = ()
    failed_early: bool = False

    @property
    def age(self) -> int:
        """Rotations since the last refresh."""
        return self.now.own - self.refreshed

    @property
    def done(self) -> bool:
        """Whether the ack val is zero. If the ids are independent, then nothing is open."""
        return self.ack_val == 0

    @property
    def done_once(self) -> bool:
        """Whether the ack val is zero if only the first init counts. With one init this equals `done`."""
        return self.ack_val_once == 0

    def dead_if(self, idea: str) -> bool:
        """Whether the record would have expired by now, by another idea of expiry."""
        return idea in self.dead_if_so

    def at(self, now: Clocks) -> "Life":
        """Return the life at the time when the clocks show `now`."""
        if now == self.now:
            return self
        gone = {idea for idea, clock in _CLOCK_OF if now[clock] - self.refreshed_if[idea] >= self.lifetime}
        return _changed(self, now=now, dead_if_so=self.dead_if_so | gone)

    @property
    def false_zero(self) -> bool:
        """Whether the ack val is zero although edges are open: their ids happen to be dependent."""
        return self.done and bool(self.open_set)

    def joined_with(self, later: "Life") -> "Life":
        """Return the life that would have resulted if this one had not ended before the later one of the same root
        began.
        """
        return evolve(
            later,
            ack_val=self.ack_val ^ later.ack_val,
            inits=self.inits + later.inits,
            failed=self.failed or later.failed,
            task=later.task if later.inits else self.task,
        )

    def after_also(self, step: Step, value: int) -> "Life":
        """Return the life that would have resulted if it had begun with one message more. `value` is that of an init
        or ack.
        """
        first = step.op == "init"
        of_first_init = self.ack_val_once ^ self.ack_val_of_acks if first else 0
        return evolve(
            self,
            open_set=self.open_set ^ step.edges,
            ack_val=self.ack_val ^ value,
            inits=self.inits + first,
            failed=self.failed or step.op == "fail",
            task=step.task if first and not self.inits else self.task,
            ack_val_once=self.ack_val_once ^ of_first_init ^ value,
            ack_val_of_acks=self.ack_val_of_acks if first else self.ack_val_of_acks ^ value,
            first_task=step.task if first else self.first_task,
        )

    @property
    def contested(self) -> bool:
        """Whether both fail and ack may apply at this step. Only `ACK-08` judges which of them prevails."""
        return bool(self.inits) and self.failed and self.done

    @property
    def agreed(self) -> bool:
        """Whether the same notification is due if repeated inits count and if not, and if zero is asked first."""
        if self.failed:
            return not self.inits or not (self.done or self.done_once)
        return not self.inits or self.done == self.done_once

    @property
    def due(self) -> str | None:
        """The notification that the specification requires of this record now: fail dominates."""
        if not self.inits:
            return None
        if self.failed:
            return "fail"
        return "ack" if self.done else None


def _changed(life: Life, **changes: object) -> Life:
    """Return a life with some fields changed: like `attrs.evolve`, and faster. Each message needs one."""
    changed = Life.__new__(Life)
    changed.__dict__ = life.__dict__ | changes
    return changed


@frozen
class Ending:
    """The end of a life, by "ack", "fail" or "expired", and the life at that time."""

    cause: str
    life: Life


@frozen(kw_only=True)
class Moment:
    """One message, its life before and after, and the target's answer.

    `previous` is the end of the root's previous life, if there was one; `open_lives` counts the lives of all roots
    afterwards.
    """

    index: int
    step: Step
    before: Life | None
    after: Life
    emitted: tuple[Notification, ...]
    previous: Ending | None
    open_lives: int

    @property
    def expected(self) -> tuple[Notification, ...]:
        """The notifications that the specification requires at this moment."""
        return expected_at(self.step, self.after)

    @property
    def emitted_kinds(self) -> tuple[str, ...]:
        """The kinds of the notifications about the message's own root."""
        return tuple(notification.kind for notification in self.emitted if notification.root == self.step.root)


def expected_at(step: Step, life: Life) -> tuple[Notification, ...]:
    """Return the notifications that the specification requires at a message, given the life after it."""
    kind = life.due
    if kind is None and step.op == "reset-timeout" and life.inits:
        kind = "reset-timeout"
    return () if kind is None or life.task is None else (Notification(kind, step.root, life.task),)


@frozen(kw_only=True)
class TickMoment:
    """A tick, the target's answer, and the lives that it ended."""

    index: int
    step: Step
    emitted: tuple[Notification, ...]
    expired: tuple[Life, ...]
    open_lives: int


@frozen
class Chronicle:
    """A workload, a target's results, and the lives derived from both."""

    workload: AckerWorkload
    results: Sequence[AckerResult]

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Every message, in order."""
        return tuple(event for event in self.events if isinstance(event, Moment))

    @cached_property
    def fair(self) -> tuple[Moment, ...]:
        """The unspoiled messages about which all ideas of expiry agree. So another idea of expiry cannot be the cause
        of a wrong answer.
        """
        return tuple(moment for moment in self.kept if not moment.after.after_expiry)

    @cached_property
    def kept(self) -> tuple[Moment, ...]:
        """The unspoiled messages of records that no idea of expiry has ended. By another idea such a record may hold
        earlier messages too, if the root's previous life expired: see `by_any_expiry`.
        """
        return tuple(moment for moment in self.unspoiled if not moment.after.dead_if_so)

    def by_any_expiry(self, moment: Moment) -> Iterator[Life]:
        """Yield the life after a message, and then what it would be if expiry had left one earlier message of the root
        more, and so on: those since the root was last finished.
        """
        life = moment.after
        yield life
        while moment.previous is not None and moment.previous.cause == "expired":
            earlier = moment.previous.life.history
            for index in reversed(earlier):
                sent = self.workload.operations[index]
                life = life.after_also(self.workload.steps[index], sent.value if isinstance(sent, (Init, Ack)) else 0)
                yield life
            moment = self.moments_by_index[earlier[0]]

    @cached_property
    def unspoiled(self) -> tuple[Moment, ...]:
        """The messages of lives that are not spoiled."""
        return tuple(moment for moment in self.moments if not moment.after.spoiled)

    @cached_property
    def moments_by_index(self) -> Mapping[int, Moment]:
        """Every message, by the index of its operation."""
        return {moment.index: moment for moment in self.moments}

    @cached_property
    def ticks(self) -> tuple[TickMoment, ...]:
        """Every tick, in order."""
        return tuple(event for event in self.events if isinstance(event, TickMoment))

    @cached_property
    def restarts(self) -> Mapping[int, tuple[Notification, ...]]:
        """The target's notifications at each restart, by the index of the operation. A restart does not affect a
        life.
        """
        rows = enumerate(zip(self.workload.steps, self.results, strict=True))
        return {index: tuple(result.notifications) for index, (step, result) in rows if step.op == "restart"}

    @cached_property
    def events(self) -> tuple[Moment | TickMoment, ...]:
        """Every message and every tick, in order."""
        return tuple(_events(self.workload, self.results))


def _events(workload: AckerWorkload, results: Sequence[AckerResult]) -> Iterator[Moment | TickMoment]:
    lifetime = LIFETIME[workload.config.profile]
    watch = _Watch(acker_tasks=workload.config.tasks)
    lives: dict[int, Life] = {}
    ended: dict[int, Ending] = {}
    for index, (step, result) in enumerate(zip(workload.steps, results, strict=True)):
        emitted = tuple(result.notifications)
        if step.op == "restart":
            continue
        if step.op == "tick":
            watch.tick(step)
            old = [life for root, life in lives.items() if watch.own(root) - life.refreshed >= lifetime]
            expired = tuple(map(watch.shown_to, old))
            for life in expired:
                del lives[life.root]
                ended[life.root] = Ending("expired", life)
            yield TickMoment(index=index, step=step, emitted=emitted, expired=expired, open_lives=len(lives))
            continue
        known, previous = lives.get(step.root), ended.get(step.root)
        before = watch.shown_to(known) if known else None
        after = _after(before or _born(step, lifetime, watch.now(step.root), previous), step, workload, index)
        goes_wrong = emitted != expected_at(step, after)
        lives[step.root] = _changed(after, spoiled=True) if goes_wrong else after
        for notification in emitted:
            if notification.kind in TERMINAL_KINDS and notification.root in lives:
                ended[notification.root] = Ending(notification.kind, lives.pop(notification.root))
        yield Moment(
            index=index,
            step=step,
            before=before,
            after=after,
            emitted=emitted,
            previous=previous,
            open_lives=len(lives),
        )


def _born(step: Step, lifetime: int, now: Clocks, previous: Ending | None) -> Life:
    """Return a new life. If the previous life was spoiled and expired, this one is spoiled too: the target may still
    have the old record.
    """
    expired = previous.life if previous and previous.cause == "expired" else None
    spoiled = expired is not None and expired.spoiled
    return Life(
        root=step.root, begun_by=step.op, lifetime=lifetime, now=now, spoiled=spoiled, after_expiry=expired is not None
    )


@define(kw_only=True)
class _Watch:
    """The clocks of all acker tasks."""

    acker_tasks: int
    total: int = 0
    common: int = 0
    alone: Counter[int] = field(factory=Counter)
    ackers: dict[int, int] = field(factory=dict)

    def tick(self, step: Step) -> None:
        self.total += 1
        if step.acker is None:
            self.common += 1
        else:
            self.alone[step.acker] += 1

    def own(self, root: int) -> int:
        if root not in self.ackers:
            self.ackers[root] = acker_of(root, self.acker_tasks)
        return self.common + self.alone[self.ackers[root]]

    def now(self, root: int) -> Clocks:
        return Clocks(self.own(root), self.total, self.common)

    def shown_to(self, life: Life) -> Life:
        return life.at(self.now(life.root))


def _after(life: Life, step: Step, workload: AckerWorkload, index: int) -> Life:
    """Return a life after a message: when it counts as refreshed, and what the message itself adds."""
    op, now, sent, profile = step.op, life.now, workload.operations[index], workload.config.profile
    message = REPEATED_INIT if op == "init" and life.inits else op
    changes: dict[str, object] = {"history": (*life.history, index)}
    if message in REFRESHING[profile]:
        changes["refreshed"] = now.own
    ideas = _ideas_refreshed_by(message, profile)
    if ideas:
        alive = {idea: now[clock] for idea, clock in ideas if idea not in life.dead_if_so}
        changes["refreshed_if"] = {**life.refreshed_if, **alive}
    if isinstance(sent, Ack):
        changes["open_set"] = life.open_set ^ step.edges
        changes["ack_val"] = life.ack_val ^ sent.value
        changes["ack_val_once"] = life.ack_val_once ^ sent.value
        changes["ack_val_of_acks"] = life.ack_val_of_acks ^ sent.value
    elif isinstance(sent, Init):
        changes["open_set"] = life.open_set ^ step.edges
        changes["ack_val"] = life.ack_val ^ sent.value
        changes["inits"] = life.inits + 1
        changes["task"] = step.task
        if not life.inits:
            changes["ack_val_once"] = life.ack_val_once ^ sent.value
            changes["first_task"] = step.task
    elif op == "fail":
        changes["failed"] = True
        changes["failed_early"] = life.failed_early or not life.inits
    return _changed(life, **changes)


def acker_of(root: int, acker_tasks: int) -> int:
    """Return the acker task of a root: the hash of a one-element Java list of a Long, reduced by floorMod.

    It follows the two Java methods on bytes, so that it shares no arithmetic with the reference.
    """
    low, high = (int.from_bytes(part, "big") for part in _halves(root))
    of_list = int.from_bytes(((31 + (low ^ high)) % (1 << 32)).to_bytes(4, "big"), "big", signed=True)
    return of_list - acker_tasks * (of_list // acker_tasks)


def _halves(root: int) -> tuple[bytes, bytes]:
    octets = root.to_bytes(8, "big", signed=True)
    return octets[4:], octets[:4]
