"""Mutants of the spout's side whose tables, counters and buffers are wrong beyond some size, or where a message id or a
root comes again.
"""

from collections import Counter
from collections.abc import Sequence
from os.path import commonprefix

from acking import Callback, Effect, Init, Kind, Notification, SpoutExecutor
from acking.spout import PendingEmission
from attrs import define, evolve, field

from ackproof.mutants.rings import RingThatGrowsAtItsEnd
from ackproof.mutants.spout.pending import spout

BYTE = 256


@spout(
    "refreshes-are-counted-in-a-byte",
    kills=["SPT-07"],
    mistake="Whether something was heard since the last tick is known by a counter, and that has eight bits.",
)
@define
class RefreshesAreCountedInAByte(SpoutExecutor):
    """An emission that is refreshed 256 times between two ticks is not."""

    heard: Counter[Notification] = field(init=False, factory=Counter)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.kind is Kind.RESET_TIMEOUT and notification.root in self.pending:
            self.heard[notification] += 1
            return ()
        return super().notified(notification)

    def tick(self) -> tuple[Effect, ...]:
        for refreshed, times in self.heard.items():
            if times % BYTE and refreshed.root in self.pending:
                super().notified(refreshed)
        self.heard.clear()
        return super().tick()


@spout(
    "replays-are-told-apart-by-a-mark",
    kills=["SPT-18"],
    mistake="A replay is kept under its message id, a # and a number, and what is called back ends before the first #.",
)
@define
class ReplaysAreToldApartByAMark(SpoutExecutor):
    """A message that was emitted before is called back by the part of its id before a #."""

    known: set[str] = field(init=False, factory=set)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        if message is not None:
            kept = message.partition("#")[0] if message in self.known else message
            self.known.add(message)
            return super().emit(task, root, kept, edges)
        return super().emit(task, root, message, edges)


PIECE = 50
"""Receivers of an emission that are looked at together."""


@spout(
    "an-edge-alone-in-its-piece-is-left-out",
    kills=["SPT-18"],
    mistake="Receivers are taken fifty at a time, by a range that ends one too early where there are several.",
)
class AnEdgeAloneInItsPieceIsLeftOut(SpoutExecutor):
    """The init leaves out the edge of the last of 51 receivers, or 101, and so on."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if len(edges) < PIECE or len(edges) % PIECE != 1:
            return effects
        return tuple(evolve(each, value=each.value ^ edges[-1]) if isinstance(each, Init) else each for each in effects)


@spout(
    "a-refresh-is-of-the-latest-with-that-message",
    kills=["SPT-13"],
    mistake="More time is for a message, and a table by message ids has where it is pending.",
)
@define
class ARefreshIsOfTheLatestWithThatMessage(SpoutExecutor):
    """A reset-timeout refreshes the latest emission of the task with the same message id, if that is pending."""

    latest: dict[tuple[int, str | None], int] = field(init=False, factory=dict)
    keys: dict[int, tuple[int, str | None]] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        self.keys[root] = task, message
        self.latest[task, message] = root
        return super().emit(task, root, message, edges)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        latest = self.latest[self.keys[notification.root]] if notification.root in self.pending else notification.root
        refreshes = notification.kind is Kind.RESET_TIMEOUT and latest in self.pending
        return super().notified(evolve(notification, root=latest) if refreshes else notification)


HALF = 32
"""Places that a number of six bits has on either side of zero."""


@spout(
    "places-of-tasks-in-six-bits",
    kills=["SPT-18"],
    mistake="An emission has the place of its task in six bits, which are read with a sign: right for powers of two.",
)
class PlacesOfTasksInSixBits(SpoutExecutor):
    """Of 33 to 63 tasks of an executor, the 33rd and those after it are called back as others."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        return tuple(map(self.read, super().notified(notification)))

    def tick(self) -> tuple[Effect, ...]:
        return tuple(map(self.read, super().tick()))

    def read(self, effect: Effect) -> Effect:
        """Return a callback as it is read from six bits."""
        if not isinstance(effect, Callback):
            return effect
        tasks = sorted(self.tasks)
        return evolve(effect, task=tasks[(tasks.index(effect.task) + HALF) % (HALF + HALF) - HALF])


SWEPT = 512
"""Resolved emissions that may lie in the buckets."""


@spout(
    "a-sweep-makes-young",
    kills=["SPT-18"],
    mistake="Buckets keep what was resolved; once that is most of it, they are made anew of what is pending.",
)
@define
class ASweepMakesYoung(SpoutExecutor):
    """When more than 512 emissions, and more than are pending, were resolved, all that are pending begin anew."""

    resolved: int = field(init=False, default=0)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        effects = super().notified(notification)
        self.resolved += bool(effects)
        if self.resolved > max(SWEPT, len(self.pending)):
            self.resolved = 0
            for root, emission in list(self.pending.cohorts()[-1].items()):
                self.pending.put(root, emission)
        return effects


RING = 256


@spout(
    "deadlines-in-a-ring-that-grows-at-its-end",
    kills=["SPT-18"],
    mistake="A ring of deadlines that is full gets more places at its end, wherever in it the first deadline is.",
)
@define
class DeadlinesInARingThatGrowsAtItsEnd(SpoutExecutor):
    """When a ring of 256, 512 … emissions is full, those before its first place are forgotten."""

    ring: RingThatGrowsAtItsEnd[int] = field(init=False, factory=lambda: RingThatGrowsAtItsEnd(RING))

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        for lost in self.ring.add(root) if root in self.pending else ():
            self.pending.remove(lost)
        return effects

    def tick(self) -> tuple[Effect, ...]:
        effects = super().tick()
        self.ring.leave_out(self.pending.__contains__)
        return effects


REMEMBERED = 1000


@spout(
    "resolved-roots-are-remembered",
    kills=["SPT-18"],
    mistake="A second notification of a root is dropped early, and roots are thought never to come again.",
)
@define
class ResolvedRootsAreRemembered(SpoutExecutor):
    """Notifications of the last 1,000 roots that were called back are dropped, also of a new emission with the root."""

    resolved: dict[int, None] = field(init=False, factory=dict)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.root in self.resolved:
            return ()
        effects = super().notified(notification)
        if effects:
            self.resolved[notification.root] = None
        if len(self.resolved) > REMEMBERED:
            del self.resolved[next(iter(self.resolved))]
        return effects


BUFFER = 512
"""Edge ids that are drawn at once."""


@spout(
    "edges-wrap-around-their-buffer",
    kills=["SPT-18"],
    mistake="Edges are drawn into a ring, and an emission to many receivers does not ask whether enough are left.",
)
@define
class EdgesWrapAroundTheirBuffer(SpoutExecutor):
    """An emission that needs more edges than are left of 512 begins anew with the first of them."""

    given: list[int] = field(init=False, factory=list)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        left = BUFFER - len(self.given)
        edges = [*edges[:left], *self.given[: max(0, len(edges) - left)]]
        self.given = [*self.given, *edges] if left > len(edges) else []
        return super().emit(task, root, message, edges)


@spout(
    "a-second-chance-outlives-its-emission",
    kills=["SPT-18"],
    mistake="A refreshed root is marked and put back when it expires; what is resolved before keeps the mark.",
)
@define
class ASecondChanceOutlivesItsEmission(SpoutExecutor):
    """An emission that was refreshed after a tick, and resolved, gives the next one of its root another tick."""

    marked: set[int] = field(init=False, factory=set)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.kind is not Kind.RESET_TIMEOUT:
            return super().notified(notification)
        if notification.root in self.pending.cohorts()[-1]:
            self.marked.add(notification.root)
        return ()

    def tick(self) -> tuple[Effect, ...]:
        for root, emission in self.pending.cohorts()[-1].items():
            if root in self.marked:
                self.marked.remove(root)
                self.pending.put(root, emission)
        return super().tick()


@spout(
    "late-words-are-known-by-their-root",
    kills=["SPT-18"],
    mistake="Roots that were resolved since the last tick are kept, to turn away words that come twice.",
)
@define
class LateWordsAreKnownByTheirRoot(SpoutExecutor):
    """An emission of a root that was resolved since the last tick gets no ack and no fail before the next."""

    resolved: set[int] = field(init=False, factory=set)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.root in self.resolved:
            return ()
        if notification.root in self.pending and notification.kind is not Kind.RESET_TIMEOUT:
            self.resolved.add(notification.root)
        return super().notified(notification)

    def tick(self) -> tuple[Effect, ...]:
        self.resolved.clear()
        return super().tick()


@spout(
    "length-of-a-message-id-in-a-byte",
    kills=["SPT-18"],
    mistake="Message ids of up to 255 characters are kept as a length and UTF-8, and the length is that of the bytes.",
)
class LengthOfAMessageIdInAByte(SpoutExecutor):
    """A message id of more than 255 bytes, but fewer characters, is called back cut off."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        text = (message or "").encode("utf-8", "surrogatepass")
        fits = message is None or len(message) >= BYTE or len(text) < BYTE
        kept = message if fits else text[: len(text) % BYTE].decode("utf-8", "ignore")
        return super().emit(task, root, kept, edges)


FIRST_TABLE = 64
"""Emissions in the first table."""


@spout("a-copy-stays-in-the-old-table", kills=["SPT-18"], mistake="An ack takes a root out of one table only.")
@define
class ACopyStaysInTheOldTable(SpoutExecutor):
    """While a table grows, an emission that is refreshed in the new one and then resolved stays in the old one."""

    size: int = FIRST_TABLE
    old: list[int] = field(factory=list)
    copied: set[int] = field(factory=set)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects, self.old = super().emit(task, root, message, edges), self.old[1:]
        if len(self.pending) > self.size:
            self.size, self.old = 2 * self.size, list(self.pending.cohorts()[0])
        return effects

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        root, emission = notification.root, self.pending.get(notification.root)
        effects = super().notified(notification)
        if notification.kind is Kind.RESET_TIMEOUT:
            self.copied.add(root)
        elif emission is not None and root in self.copied.intersection(self.old):
            self.pending.put(root, emission)
        return effects


LONG_ID, BEGINNING = 32, 16
"""Characters from which on a message id is kept in two parts, and those of the first part."""


@spout(
    "beginnings-are-numbered-in-a-byte",
    kills=["SPT-18"],
    mistake="Long ids begin alike, so beginnings have numbers; the oldest is given up, whoever still refers to it.",
)
@define
class BeginningsAreNumberedInAByte(SpoutExecutor):
    """A long id is called back with the first 16 characters of another, when 256 other beginnings have come since."""

    users: dict[str, list[int]] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if message is not None and len(message) > LONG_ID:
            self.users.setdefault(message[:BEGINNING], []).append(root)
            for each in self.users.pop(next(iter(self.users))) if len(self.users) > BYTE else ():
                if (kept := self.pending.get(each)) is not None:
                    text = message[:BEGINNING] + kept.message[BEGINNING:]
                    self.pending.replace(each, evolve(kept, message=text))
        return effects


COUNTERS, MOST = 1024, 15


@spout(
    "a-full-counter-counts-down",
    kills=["SPT-18"],
    mistake="A filter that counts roots spares a look-up; a counter that is full forgets how many more it has seen.",
)
@define
class AFullCounterCountsDown(SpoutExecutor):
    """Of more than 15 emissions with one counter, those that are resolved last get no ack and no fail."""

    counters: Counter[int] = field(init=False, factory=Counter)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if root in self.pending:
            self.counters[root % COUNTERS] = min(MOST, self.counters[root % COUNTERS] + 1)
        return effects

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        place = notification.root % COUNTERS
        effects = super().notified(notification) if self.counters[place] else ()
        self.counters[place] -= bool(effects)
        return effects


@spout(
    "task-and-root-are-written-in-one",
    kills=["SPT-18"],
    mistake="A store by texts has the task and then the root as its key; most tasks have numbers of the same length.",
)
@define
class TaskAndRootAreWrittenInOne(SpoutExecutor):
    """Root 11 of task 1 takes the place of root 1 of task 11, and whatever is said of either is about the latter."""

    store: dict[str, tuple[int, int]] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if root in self.pending:
            earlier, _ = self.store.get(f"{task}{root}", (root, task))
            self.store[f"{task}{root}"] = root, task
            if earlier != root:
                self.pending.remove(earlier)
        return effects

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        key = f"{notification.task}{notification.root}"
        root, task = self.store.get(key, (notification.root, notification.task))
        return super().notified(evolve(notification, root=root, task=task))


@spout(
    "beginnings-in-common-are-counted-in-a-byte",
    kills=["SPT-18"],
    mistake="Message ids are a file and a line, so each is kept as what it adds to an earlier one.",
)
@define
class BeginningsInCommonAreCountedInAByte(SpoutExecutor):
    """A message id that has 256 characters in common with the first since the last tick comes back without those."""

    first: str | None = field(init=False, default=None)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if (kept := self.pending.get(root)) is not None:
            self.first = kept.message if self.first is None else self.first
            if kept.message != self.first:
                shared = len(commonprefix([self.first, kept.message]))  # noqa: RUF071 - these are no paths
                text = self.first[: shared % BYTE] + kept.message[shared:]
                self.pending.replace(root, evolve(kept, message=text))
        return effects

    def tick(self) -> tuple[Effect, ...]:
        self.first = None
        return super().tick()


@spout(
    "a-queue-of-refreshes-has-the-emissions",
    kills=["SPT-18"],
    mistake="Refreshes are done together before the next tick; of a root that is not pending any more, none is.",
)
@define
class AQueueOfRefreshesHasTheEmissions(SpoutExecutor):
    """When a refreshed root was resolved and emitted again before a tick, the old emission is back at the tick."""

    queued: dict[int, PendingEmission] = field(init=False, factory=dict)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        emission = self.pending.get(notification.root)
        if notification.kind is not Kind.RESET_TIMEOUT or emission is None:
            return super().notified(notification)
        self.queued.setdefault(notification.root, emission)
        return ()

    def tick(self) -> tuple[Effect, ...]:
        for root in filter(self.pending.__contains__, self.queued):
            self.pending.put(root, self.queued[root])
        self.queued.clear()
        return super().tick()
