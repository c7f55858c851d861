"""Mutants of the spout's side: what is pending, when it expires, and who is called back."""

from collections import Counter
from collections.abc import Sequence
from itertools import compress

from acking import Callback, Effect, Init, Kind, Notification, RotatingMap, Sent, SpoutExecutor
from acking.spout import PendingEmission
from attrs import define, evolve, field

from ackproof.mutants import family

spout = family("spout side")


@spout(
    "pending-rotates-for-each-task",
    kills=["SPT-12"],
    mistake="A tick is broadcast to every task of the executor, and each of them rotates the map that they share.",
    issue="STORM-3693",
)
class PendingRotatesForEachTask(SpoutExecutor):
    """A tick is one rotation for each task."""

    def tick(self) -> tuple[Effect, ...]:
        return tuple(effect for _ in self.tasks for effect in super(PendingRotatesForEachTask, self).tick())


@spout("fails-at-the-first-tick", kills=["SPT-05"], mistake="One bucket is enough for a time-out, it seems.")
class FailsAtTheFirstTick(SpoutExecutor):
    """What is pending at a tick is failed."""

    def tick(self) -> tuple[Effect, ...]:
        return super().tick() + super().tick()


@spout("fails-at-the-third-tick", kills=["SPT-05"], mistake="The spout's map has as many buckets as the acker's.")
class FailsAtTheThirdTick(SpoutExecutor):
    """What is pending is failed one tick late."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.pending = RotatingMap(3)


@spout(
    "spout-never-times-out",
    kills=["SPT-05"],
    mistake="Message time-outs are switched off for the spout, while ackers still forget: the stream stands still.",
    issue="STORM-3514",
)
class SpoutNeverTimesOut(SpoutExecutor):
    """Nothing is failed by time."""

    def tick(self) -> tuple[Effect, ...]:
        return ()


@spout("times-out-in-silence", kills=["SPT-05"], mistake="An expired entry is dropped, as the acker does it.")
class TimesOutInSilence(SpoutExecutor):
    """What has waited too long is forgotten, and nobody is called."""

    def tick(self) -> tuple[Effect, ...]:
        return super().tick()[:0]


@spout(
    "times-out-as-ack",
    kills=["SPT-05"],
    mistake="At most once is what this user wants, so what is not known to have failed counts as done.",
)
class TimesOutAsAck(SpoutExecutor):
    """What has waited too long is acked."""

    def tick(self) -> tuple[Effect, ...]:
        return tuple(evolve(each, kind=Kind.ACK) for each in super().tick() if isinstance(each, Callback))


@spout(
    "word-refreshes-all",
    kills=["SPT-05"],
    mistake="A word from an acker shows that the topology is alive, so all that waits gets more time.",
    issue="STORM-2359",
)
class WordRefreshesAll(SpoutExecutor):
    """Every notification gives all that is pending its two ticks again."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        effects = super().notified(notification)
        for root, emission in [pair for cohort in self.pending.cohorts() for pair in cohort.items()]:
            self.pending.put(root, emission)
        return effects


@spout("resets-ignored", kills=["SPT-07"], mistake="The stream came with 1.0, and this spout is older.")
class ResetsIgnored(SpoutExecutor):
    """A reset-timeout changes nothing."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        return () if notification.kind is Kind.RESET_TIMEOUT else super().notified(notification)


@spout("one-reset-at-most", kills=["SPT-07"], mistake="More time is granted once.")
@define
class OneResetAtMost(SpoutExecutor):
    """The second reset-timeout of an emission changes nothing."""

    granted: set[int] = field(init=False, factory=set)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.kind is Kind.RESET_TIMEOUT and notification.root in self.granted:
            return ()
        if notification.kind is Kind.RESET_TIMEOUT:
            self.granted.add(notification.root)
        return super().notified(notification)


@spout("reset-acts-as-fail", kills=["SPT-07"], mistake="A word that is no ack is taken for a fail.")
class ResetActsAsFail(SpoutExecutor):
    """A reset-timeout calls fail back."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        return super().notified(evolve(notification, kind=Kind.ACK if notification.kind is Kind.ACK else Kind.FAIL))


@spout(
    "reset-drops-the-emission",
    kills=["SPT-07"],
    mistake="The entry is taken out before the stream is looked at, as in Storm 2 for a stream that it does not know.",
)
class ResetDropsTheEmission(SpoutExecutor):
    """A reset-timeout takes the emission out of pending, and nobody is called."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        effects = super().notified(notification)
        if notification.kind is Kind.RESET_TIMEOUT:
            self.pending.remove(notification.root)
        return effects


@spout(
    "called-back-again",
    kills=["SPT-06"],
    mistake="Resolving looks the entry up, and leaves it to the clock to remove it.",
)
class CalledBackAgain(SpoutExecutor):
    """A second word for a root calls back a second time, and so does the clock."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        emission = self.pending.get(notification.root)
        effects = super().notified(notification)
        if emission is not None and effects:
            self.pending.put(notification.root, emission)
        return effects


@spout(
    "late-ack-called-back",
    kills=["SPT-06"],
    mistake="An emission that timed out is remembered: better late than never.",
)
@define
class LateAckCalledBack(SpoutExecutor):
    """An ack for an emission that was failed by time is called back."""

    late: dict[int, PendingEmission] = field(init=False, factory=dict)

    def tick(self) -> tuple[Effect, ...]:
        dying = self.pending.cohorts()[-1]
        self.late.update(dying)
        return super().tick()

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        emission = self.late.pop(notification.root, None)
        if emission is not None and notification.kind is Kind.ACK:
            return (Callback(Kind.ACK, emission.task, emission.message),)
        return super().notified(notification)


@spout(
    "late-word-kills-the-worker",
    kills=["SPT-05"],
    mistake="The task of an unknown root is compared with the word's: that throws, and the worker is lost.",
    issue="793ba264f",
)
class LateWordKillsTheWorker(SpoutExecutor):
    """A word for a root that is not pending loses all that is."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.root not in self.pending:
            self.pending = RotatingMap(self.pending.buckets)
        return super().notified(notification)


@spout("called-back-twice", kills=["SPT-03"], mistake="The callback is made by the executor, and again by a hook.")
class CalledBackTwice(SpoutExecutor):
    """Every word calls back two times."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        return 2 * super().notified(notification)


@spout(
    "acked-then-timed-out",
    kills=["SPT-03"],
    mistake="An ack is called back, and only a fail takes the emission out of pending.",
)
@define
class AckedThenTimedOut(SpoutExecutor):
    """An emission that was acked is failed by the clock, too."""

    acked: set[int] = field(init=False, factory=set)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        emission = self.pending.get(notification.root)
        if notification.root in self.acked or emission is None:
            return ()
        effects = super().notified(notification)
        if notification.kind is Kind.ACK:
            self.acked.add(notification.root)
            self.pending.put(notification.root, emission)
        return effects


@spout("least-task-called-back", kills=["SPT-04"], mistake="An executor is taken for one task.")
class LeastTaskCalledBack(SpoutExecutor):
    """The first task of the executor is called back for all of them."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        effects = super().notified(notification)
        return tuple(evolve(each, task=min(self.tasks)) for each in effects if isinstance(each, Callback))


@spout("fails-called-back-as-acks", kills=["SPT-04"], mistake="The stream is not looked at.")
class FailsCalledBackAsAcks(SpoutExecutor):
    """A fail of an acker calls ack back."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        return super().notified(evolve(notification, kind=Kind.ACK) if notification.kind is Kind.FAIL else notification)


@spout(
    "called-back-with-the-root",
    kills=["SPT-04"],
    mistake="The root id is at hand, and the message id has to be looked up.",
)
class CalledBackWithTheRoot(SpoutExecutor):
    """A callback carries the root id."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        effects = super().notified(notification)
        return tuple(evolve(each, message=str(notification.root)) for each in effects if isinstance(each, Callback))


@spout(
    "same-message-is-one-emission",
    kills=["SPT-13"],
    mistake="Pending is a map by message id, which is what the spout knows.",
)
@define
class SameMessageIsOneEmission(SpoutExecutor):
    """An emission with a message id that is pending takes the place of the one before."""

    roots: dict[str, int] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        if message is not None and edges and self.ackers:
            self.pending.remove(self.roots.get(message, root))
            self.roots[message] = root
        return super().emit(task, root, message, edges)


@spout(
    "replays-what-timed-out",
    kills=["SPT-14"],
    mistake="Replaying a failed message is what users want, but only the spout knows how.",
)
class ReplaysWhatTimedOut(SpoutExecutor):
    """What failed by time is emitted again, untracked."""

    def tick(self) -> tuple[Effect, ...]:
        failed = super().tick()
        return (*failed, *(Sent(0, {}) for _ in failed))


@spout(
    "replays-what-failed",
    kills=["SPT-14"],
    mistake="Replaying a failed message is what users want, but only the spout knows how.",
)
class ReplaysWhatFailed(SpoutExecutor):
    """What an acker reports as failed is emitted again, untracked."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        effects = super().notified(notification)
        return (*effects, Sent(0, {})) if effects and notification.kind is Kind.FAIL else effects


@spout("reset-sends-again", kills=["SPT-14"], mistake="A bolt that asks for more time is taken to have lost its tuple.")
class ResetSendsAgain(SpoutExecutor):
    """A reset-timeout of a pending emission sends it again, untracked."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        again = notification.kind is Kind.RESET_TIMEOUT and notification.root in self.pending
        return (*super().notified(notification), *([Sent(0, {})] if again else []))


@spout(
    "first-fail-called-back-as-ack",
    kills=["SPT-04"],
    mistake="One failure may be a hiccup, so only what was emitted more than once is reported as failed.",
)
@define
class FirstFailCalledBackAsAck(SpoutExecutor):
    """A fail of an acker calls ack back, unless the message id was given more than once."""

    given: Counter[str | None] = field(init=False, factory=Counter)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        self.given[message] += 1
        return super().emit(task, root, message, edges)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        emission = self.pending.get(notification.root)
        first = emission is not None and self.given[emission.message] == 1
        return super().notified(
            evolve(notification, kind=Kind.ACK) if first and notification.kind is Kind.FAIL else notification
        )


@spout(
    "untouched-times-out-in-silence",
    kills=["SPT-05"],
    mistake="Nobody has ever asked for time for it, so nobody is thought to wait.",
)
@define
class UntouchedTimesOutInSilence(SpoutExecutor):
    """What has waited too long is forgotten, and nobody is called, if no reset-timeout ever came for it."""

    touched: set[int] = field(init=False, factory=set)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.kind is Kind.RESET_TIMEOUT:
            self.touched.add(notification.root)
        return super().notified(notification)

    def tick(self) -> tuple[Effect, ...]:
        kept = [root in self.touched for root in self.pending.cohorts()[-1]]
        return tuple(compress(super().tick(), kept))


@spout(
    "refreshed-times-out-in-silence",
    kills=["SPT-07"],
    mistake="A bolt that asked for time is thought to be at work still, and will say itself how it went.",
)
@define
class RefreshedTimesOutInSilence(SpoutExecutor):
    """What a reset-timeout made younger and waits too long is forgotten, if its message id was given once."""

    given: Counter[str | None] = field(init=False, factory=Counter)
    touched: set[int] = field(init=False, factory=set)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        self.given[message] += 1
        return super().emit(task, root, message, edges)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.kind is Kind.RESET_TIMEOUT and notification.root in self.pending.cohorts()[-1]:
            self.touched.add(notification.root)
        return super().notified(notification)

    def tick(self) -> tuple[Effect, ...]:
        dying = self.pending.cohorts()[-1].items()
        kept = [root not in self.touched or self.given[each.message] > 1 for root, each in dying]
        return tuple(compress(super().tick(), kept))


@spout(
    "late-ack-answered-with-init",
    kills=["SPT-06"],
    mistake="An acker that speaks of a tree which nobody waits for is sent again whose it is, to be on the safe side.",
)
@define
class LateAckAnsweredWithInit(SpoutExecutor):
    """An ack for a root that was pending, and is not any more, sends an init of 0."""

    tracked: set[int] = field(init=False, factory=set)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if root in self.pending:
            self.tracked.add(root)
        return effects

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        late = (
            notification.kind is Kind.ACK
            and notification.root in self.tracked
            and notification.root not in self.pending
        )
        return (Init(notification.root, 0, notification.task),) if late else super().notified(notification)


@spout("failures-at-a-tick-are-a-set", kills=["SPT-13"], mistake="What fails is collected without repetitions.")
class FailuresAtATickAreASet(SpoutExecutor):
    """Of emissions of a task with one message id that fail at one tick, one is called back."""

    def tick(self) -> tuple[Effect, ...]:
        return tuple(dict.fromkeys(super().tick()))


@spout(
    "an-early-word-is-kept", kills=["SPT-06"], mistake="A word is thought to overtake the emission that it is about."
)
@define
class AnEarlyWordIsKept(SpoutExecutor):
    """An ack or a fail of a root that was not emitted yet is heard when it is."""

    early: dict[int, Notification] = field(init=False, factory=dict)
    known: set[int] = field(init=False, factory=set)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        self.known.add(root)
        notification = self.early.pop(root, None)
        return effects if notification is None else (*effects, *self.notified(notification))

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.root not in self.known and notification.kind is not Kind.RESET_TIMEOUT:
            self.early[notification.root] = notification
        return super().notified(notification)
