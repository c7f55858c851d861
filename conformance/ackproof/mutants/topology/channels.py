"""Mutants of channels and pauses: messages that are lost, repeated or reordered though no fault says so."""

from collections import deque
from typing import ClassVar

from acking import AckerMessage, Kind, Notification
from acking.topology import Topology
from acking.topology.bolts import Batch, Conduct, Input, Loose
from acking.topology.channels import Channels, Pair
from acking.topology.events import Fault, Flowing, Pause, Resume
from acking.topology.running import Envelope, SentTuple
from acking.topology.tasks import Task
from attrs import define, field

from ackproof.mutants import family
from ackproof.mutants.parts import Wired

channels = family("channels")


FULL = 3
"""Messages that the channel of a mutant holds."""

SELDOM = 64
"""One message of so many is lost by a mutant that seldom loses one."""


class _Short(Channels[Envelope]):
    def send(self, pair: Pair, message: Envelope) -> None:
        super().send(pair, message)
        del self._under_way[pair][FULL:]


@channels("a-full-channel-drops-what-comes", kills=["SYS-22"], mistake="A buffer is thought to be long enough.")
class AFullChannelDropsWhatComes(Wired):
    """What is sent to a channel of three messages is lost."""

    channels = _Short


class _Sliding(Channels[Envelope]):
    def send(self, pair: Pair, message: Envelope) -> None:
        super().send(pair, message)
        del self._under_way[pair][:-FULL]


@channels("a-full-channel-drops-the-oldest", kills=["SYS-22"], mistake="A ring buffer overwrites what is old.")
class AFullChannelDropsTheOldest(Wired):
    """A channel keeps its last three messages."""

    channels = _Sliding


@define
class _Seldom(Channels[Envelope]):
    sent: int = field(init=False, default=0)

    def send(self, pair: Pair, message: Envelope) -> None:
        self.sent += 1
        if self.sent % SELDOM:
            super().send(pair, message)


@channels("one-message-of-64-is-lost", kills=["SYS-22"], mistake="The slot at the end of a page is not read.")
class OneMessageOf64IsLost(Wired):
    """Every sixty-fourth message is not sent."""

    channels = _Seldom


class _Stack(Channels[Envelope]):
    def take(self, pair: Pair, place: int = 0) -> Envelope | None:
        channel = self._under_way.get(pair)
        return channel.pop(max(0, len(channel) - 1 - place)) if channel else None


@channels("the-newest-message-arrives-first", kills=["SYS-22"], mistake="A list is popped at its end.")
class TheNewestMessageArrivesFirst(Wired):
    """A channel delivers what was sent last."""

    channels = _Stack


class _Skipping(Channels[Envelope]):
    def take(self, pair: Pair, place: int = 0) -> Envelope | None:
        taken = super().take(pair, place)
        if place and taken is not None:
            del self._under_way[pair][:place]
        return taken


@channels("what-is-overtaken-is-lost", kills=["SYS-22"], mistake="What is older than the newest is stale.")
class WhatIsOvertakenIsLost(Wired):
    """A message that overtakes others leaves none of them."""

    channels = _Skipping


class _InOrder(Channels[Envelope]):
    def take(self, pair: Pair, place: int = 0) -> Envelope | None:
        del place
        return super().take(pair)


@channels("nothing-overtakes", kills=["SYS-22"], mistake="All messages are thought to go over one connection.")
class NothingOvertakes(Wired):
    """The message that is taken, or lost, is the oldest in any case."""

    channels = _InOrder


class _Ring(Channels[Envelope]):
    def take(self, pair: Pair, place: int = 0) -> Envelope | None:
        ring = deque(self._under_way.get(pair, ()))
        if not ring:
            return None
        ring.rotate(-min(place, len(ring) - 1))
        taken = ring.popleft()
        ring.rotate(place)
        self._under_way[pair] = list(ring)
        return taken


@channels(
    "a-place-beyond-the-end-turns-the-channel",
    kills=["SYS-22"],
    mistake="A ring is turned to the message and back, back by the place that was asked for.",
)
class APlaceBeyondTheEndTurnsTheChannel(Wired):
    """Where the last message is taken by a place beyond it, the others change their order."""

    channels = _Ring


class _FirstDoubled(Channels[Envelope]):
    def double(self, pair: Pair) -> list[Envelope]:
        channel = self._under_way.get(pair, [])
        copied = channel[:1]
        channel.extend(copied)
        return copied


@channels("one-message-is-sent-again", kills=["SYS-22"], mistake="A retry is thought to be about one message.")
class OneMessageIsSentAgain(Wired):
    """Where all messages of a channel travel once more, the oldest does."""

    channels = _FirstDoubled


class _Unique(Channels[Envelope]):
    def take(self, pair: Pair, place: int = 0) -> Envelope | None:
        taken = super().take(pair, place)
        if taken is not None:
            self._under_way[pair] = [each for each in self._under_way[pair] if each is not taken]
        return taken


@channels("a-copy-is-not-delivered", kills=["SYS-22"], mistake="The transport removes duplicates.")
class ACopyIsNotDelivered(Wired):
    """Of a message that travels twice in a channel, one arrives."""

    channels = _Unique


class _Broken(Channels[Envelope]):
    def drop(self, pair: Pair) -> list[Envelope]:
        for other in self.pairs():
            if other[1] == pair[1] and other != pair:
                super().drop(other)
        return super().drop(pair)


@channels("a-lost-connection-takes-others", kills=["SYS-22"], mistake="The socket of a receiver is closed as a whole.")
class ALostConnectionTakesOthers(Wired):
    """Where all messages of a channel are lost, those of others to its receiver are gone, too."""

    channels = _Broken


class _DeliversOneEach(Topology):
    def _deliver_all(self, kind: Flowing | None = None) -> None:
        if kind is None:
            super()._deliver_all(kind)
        for pair in [pair for pair in self.channels.pairs() if self._flows(pair, kind)]:
            self._deliver(pair)


@channels("a-flow-is-one-message-of-each-channel", kills=["SYS-22"], mistake="A poll takes one message of each queue.")
class AFlowIsOneMessageOfEachChannel(Wired):
    """Where all messages of a kind arrive, the oldest of each channel does."""

    topology = _DeliversOneEach


class _DownThePlan(Topology):
    bolt = ""

    def _deliver_all(self, kind: Flowing | None = None) -> None:
        for name in [bolt.name for bolt in self.plan.bolts] if kind is Flowing.TUPLES else [""]:
            self.bolt = name
            super()._deliver_all(kind)
        self.bolt = ""

    def _flows(self, pair: Pair, kind: Flowing | None) -> bool:
        return self.bolt in ("", pair[1].component) and super()._flows(pair, kind)


@channels(
    "tuples-flow-down-the-plan-once",
    kills=["SYS-22"],
    mistake="Bolts are thought to be named in the order in which tuples come to them.",
)
class TuplesFlowDownThePlanOnce(Wired):
    """A bolt that is named before the one that it takes tuples from keeps messages under way."""

    topology = _DownThePlan


@define
class _Again(Channels[Envelope]):
    sent_again: list[Envelope] = field(init=False, factory=list)

    def take(self, pair: Pair, place: int = 0) -> Envelope | None:
        before = len(self._under_way.get(pair, ()))
        taken = super().take(pair, place)
        if taken is not None and before > FULL and taken not in self.sent_again:
            self.sent_again.append(taken)
            self._under_way[pair].append(taken)
        return taken


@channels("a-long-channel-sends-again", kills=["SYS-22"], mistake="What is not confirmed in time is sent again.")
class ALongChannelSendsAgain(Wired):
    """What is taken from a channel of more than three messages travels a second time."""

    channels = _Again


# Pauses.


class _SettingAside(Topology):
    aside: tuple[Pair, ...] = ()

    def _deliver_all(self, kind: Flowing | None = None) -> None:
        self.aside += tuple(pair for pair in self.channels.pairs() if pair[1] in self.paused)
        super()._deliver_all(kind)

    def _flows(self, pair: Pair, kind: Flowing | None) -> bool:
        return pair not in self.aside and super()._flows(pair, kind)

    def _fault(self, event: Fault) -> None:
        super()._fault(event)
        if isinstance(event, Resume):
            self.aside = ()


@channels(
    "a-death-in-a-pause-brings-no-channel-back",
    kills=["SYS-22"],
    mistake="Channels to a paused task are set aside until it resumes, and nobody thought that it may die.",
)
class ADeathInAPauseBringsNoChannelBack(Wired):
    """What was on its way to a paused task does not flow to its successor."""

    topology = _SettingAside


class _Deafening(Topology):
    def _deliver(self, pair: Pair, place: int = 0, conduct: Conduct = Conduct.NORMAL) -> None:
        if pair[1] in self.paused:
            self.channels.take(pair, place)
        super()._deliver(pair, place, conduct)


@channels("what-comes-in-a-pause-is-dropped", kills=["SYS-23"], mistake="Who does not answer is thought to be gone.")
class WhatComesInAPauseIsDropped(Wired):
    """A message that is delivered to a paused task is lost."""

    topology = _Deafening


class _Faulty(Topology):
    """A topology in which more comes of a pause, or of its end."""

    def _fault(self, event: Fault) -> None:
        was = isinstance(event, Resume) and event.task in self.paused
        super()._fault(event)
        if isinstance(event, Pause):
            self.pausing(event.task)
        elif isinstance(event, Resume) and was:
            self.resuming(event.task)

    def pausing(self, task: Task) -> None:
        """Do what comes of a pause."""

    def resuming(self, task: Task) -> None:
        """Do what comes of the end of a pause."""

    def empty(self, task: Task) -> None:
        """Lose all that is on its way to a task."""
        for pair in self.channels.pairs():
            if pair[1] == task:
                self.channels.drop(pair)


class _Flushing(_Faulty):
    def pausing(self, task: Task) -> None:
        self.empty(task)


@channels("a-pause-empties-the-inbox", kills=["SYS-23"], mistake="A queue that is not read is freed.")
class APauseEmptiesTheInbox(Wired):
    """What is on its way to a task is lost when the task is paused."""

    topology = _Flushing


class _Fresh(_Faulty):
    def resuming(self, task: Task) -> None:
        self.empty(task)


@channels("who-goes-on-begins-with-an-empty-inbox", kills=["SYS-23"], mistake="Old messages are thought to be stale.")
class WhoGoesOnBeginsWithAnEmptyInbox(Wired):
    """What waited for a paused task is lost when it goes on."""

    topology = _Fresh


class _Restarting(_Faulty):
    def resuming(self, task: Task) -> None:
        self._start(task)


@channels("who-goes-on-was-restarted", kills=["SYS-23"], mistake="A supervisor kills what does not answer.")
class WhoGoesOnWasRestarted(Wired):
    """A task that goes on after a pause has lost all that it held."""

    topology = _Restarting


class _Forgetting(_Faulty):
    def pausing(self, task: Task) -> None:
        bolt = self.bolts.get(task)
        if isinstance(bolt, Batch):
            bolt.held = []


@channels("a-pause-empties-batches", kills=["SYS-23"], mistake="A window is thought to end when nobody looks.")
class APauseEmptiesBatches(Wired):
    """A batch bolt that is paused forgets the inputs in its hand."""

    topology = _Forgetting


class _CatchingUp(_Faulty):
    missed: tuple[Task, ...] = ()

    def _tick(self, task: Task) -> None:
        if task in self.paused:
            self.missed = (*self.missed, task)
        super()._tick(task)

    def resuming(self, task: Task) -> None:
        for each in self.missed:
            if each == task:
                self._tick(each)
        self.missed = tuple(each for each in self.missed if each != task)


@channels("missed-ticks-are-made-up-for", kills=["SYS-23"], mistake="A timer runs on at a fixed rate.")
class MissedTicksAreMadeUpFor(Wired):
    """A task that goes on has all ticks that it missed."""

    topology = _CatchingUp


class _TicksWhenPaused(Topology):
    def _tick(self, task: Task) -> None:
        paused, self.paused = self.paused, set()
        super()._tick(task)
        self.paused = paused


@channels("a-paused-task-has-ticks", kills=["SYS-23"], mistake="The clock is a thread of its own.")
class APausedTaskHasTicks(Wired):
    """Time passes for a paused task."""

    topology = _TicksWhenPaused


class _AckersTicking(Topology):
    def _tick(self, task: Task) -> None:
        super()._tick(task)
        if task in self.paused and task in self.ackers:
            self.ackers[task].tick()


@channels("a-paused-acker-has-ticks", kills=["SYS-23"], mistake="Records are rotated by a thread of its own.")
class APausedAckerHasTicks(Wired):
    """Records of a paused acker task grow old."""

    topology = _AckersTicking


class _Talking(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        paused, self.paused = self.paused, set()
        super()._next_tuple(spout, tracked=tracked, most=most)
        self.paused = paused


@channels("a-paused-spout-task-emits", kills=["SYS-23"], mistake="Only what a task takes in is held up.")
class APausedSpoutTaskEmits(Wired):
    """A paused spout task emits when it is asked."""

    topology = _Talking


class _Listening(Topology):
    def _deliver(self, pair: Pair, place: int = 0, conduct: Conduct = Conduct.NORMAL) -> None:
        paused = self.paused
        if pair[1] in self.executors or pair[1] in self.ackers:
            self.paused = set()
        super()._deliver(pair, place, conduct)
        self.paused = paused


@channels("only-tuples-wait-in-a-pause", kills=["SYS-23"], mistake="System streams have a thread of their own.")
class OnlyTuplesWaitInAPause(Wired):
    """A paused spout or acker task takes what arrives one by one."""

    topology = _Listening


class _BestEffort(Topology):
    def _send(self, pair: Pair, letter: str, content: SentTuple | AckerMessage | Notification) -> str:
        if isinstance(content, SentTuple) and not content.message_id and pair[1] in self.paused:
            return self._fresh(letter)
        return super()._send(pair, letter, content)


@channels("only-tracked-tuples-wait-in-a-pause", kills=["SYS-23"], mistake="Nobody waits for the others.")
class OnlyTrackedTuplesWaitInAPause(Wired):
    """A tuple that is in no tree is lost if its receiver is paused when it is sent."""

    topology = _BestEffort


ROUNDS = 32
"""Times that the flow of a mutant goes round."""


class _Guarded(Topology):
    rounds: ClassVar[int] = ROUNDS

    def _deliver_all(self, kind: Flowing | None = None) -> None:
        if kind is None:
            super()._deliver_all()
            return
        for _ in range(self.rounds):
            for pair in [pair for pair in self.channels.pairs() if self._flows(pair, kind)]:
                self._deliver(pair)


@channels("a-flow-ends-after-32-rounds", kills=["SYS-22"], mistake="A loop in the topology must not flow for ever.")
class AFlowEndsAfter32Rounds(Wired):
    """Where all messages of a kind should arrive, those beyond the thirty-second of a channel do not."""

    topology = _Guarded


class _GuardedLate(_Guarded):
    rounds = 1_000


@channels("a-flow-ends-after-1000-rounds", kills=["SYS-41"], mistake="A thousand rounds can only be a loop.")
class AFlowEndsAfter1000Rounds(Wired):
    """Where all messages of a kind should arrive, those beyond the thousandth of a channel do not."""

    topology = _GuardedLate


class _InAByte(Channels[Envelope]):
    def take(self, pair: Pair, place: int = 0) -> Envelope | None:
        return super().take(pair, place & 0xFF)


@channels("a-place-is-a-byte", kills=["SYS-41"], mistake="Nobody is thought to overtake so many.")
class APlaceIsAByte(Wired):
    """What overtakes 256 messages is another."""

    channels = _InAByte


class _PausedByPrefix(Topology):
    def _fault(self, event: Fault) -> None:
        super()._fault(event)
        if isinstance(event, Pause):
            self.paused.update(task for task in self.tasks if str(task).startswith(str(event.task)))


@channels("a-pause-is-found-by-a-prefix", kills=["SYS-23"], mistake="Threads are found by a pattern with their name.")
class APauseIsFoundByAPrefix(Wired):
    """A pause of the first task of a component is one of the tenth, too."""

    topology = _PausedByPrefix


@define
class _Remembering(Channels[Envelope]):
    arriving: bool = field(init=False, default=False)
    last: dict[Task, tuple[Pair, Envelope]] = field(init=False, factory=dict)

    def take(self, pair: Pair, place: int = 0) -> Envelope | None:
        taken = super().take(pair, place)
        if taken is not None and self.arriving:
            self.last[pair[1]] = pair, taken
        return taken

    def again(self, receiver: Task) -> None:
        """Put what a task has taken last in front of its channel, if others wait there."""
        pair, taken = self.last.get(receiver, (None, None))
        if pair is not None and taken is not None and self._under_way.get(pair):
            self._under_way[pair].insert(0, taken)


class _Unconfirmed(Topology):
    def _deliver(self, pair: Pair, place: int = 0, conduct: Conduct = Conduct.NORMAL) -> None:
        assert isinstance(self.channels, _Remembering)  # noqa: S101 - those of the mutant
        self.channels.arriving = True
        super()._deliver(pair, place, conduct)
        self.channels.arriving = False

    def _fault(self, event: Fault) -> None:
        assert isinstance(self.channels, _Remembering)  # noqa: S101 - those of the mutant
        going_on = event.task if isinstance(event, Resume) and event.task in self.paused else None
        super()._fault(event)
        if going_on is not None:
            self.channels.again(going_on)


@channels(
    "who-goes-on-takes-the-last-once-more",
    kills=["SYS-23"],
    mistake="A consumer goes on with what it has not confirmed, and confirms a message with the next.",
)
class WhoGoesOnTakesTheLastOnceMore(Wired):
    """A task that goes on takes the last message before its pause once more, if others wait behind it."""

    topology = _Unconfirmed
    channels = _Remembering


@define
class _Counting(_Faulty):
    pauses: dict[Task, int] = field(init=False, factory=dict)

    def _fault(self, event: Fault) -> None:
        first = self.mates[event.task][0] if isinstance(event, Pause | Resume) else None
        if first is not None:
            self.pauses[first] = max(0, self.pauses.get(first, 0) + (1 if isinstance(event, Pause) else -1))
            if isinstance(event, Resume) and self.pauses[first]:
                return
        super()._fault(event)

    def _start(self, task: Task) -> None:
        self.pauses.pop(self.mates[task][0], None)
        super()._start(task)


@channels("pauses-are-counted", kills=["SYS-23"], mistake="A suspended thread goes on when all who did it say so.")
class PausesAreCounted(Wired):
    """A task that was paused twice goes on at the second resume."""

    topology = _Counting


@define
class _Saving(Topology):
    saved: dict[Task, list[Input]] = field(init=False, factory=dict)

    def _fault(self, event: Fault) -> None:
        mates = self.mates[event.task] if isinstance(event, Pause | Resume) else ()
        for mate, bolt in [(mate, self.bolts.get(mate)) for mate in mates]:
            if isinstance(bolt, Batch) and isinstance(event, Pause):
                self.saved[mate] = [] if mate in self.paused else bolt.held
            elif isinstance(bolt, Batch) and mate in self.saved:
                bolt.held = self.saved.pop(mate)
        super()._fault(event)

    def _start(self, task: Task) -> None:
        self.saved.pop(task, None)
        super()._start(task)


@channels("a-second-pause-saves-nothing", kills=["SYS-23"], mistake="What is in memory is written away at each pause.")
class ASecondPauseSavesNothing(Wired):
    """A batch bolt that is paused twice goes on with the inputs that it had in its hand at the second pause: none."""

    topology = _Saving


class _NoLateFails(Topology):
    def _fault(self, event: Fault) -> None:
        if isinstance(event, Resume) and event.task in self.executors and event.task in self.paused:
            for pair in [pair for pair in self.channels.pairs() if pair[1] in self.mates[event.task]]:
                for envelope in self.channels.drop(pair):
                    if not isinstance(envelope.content, Notification) or envelope.content.kind is not Kind.FAIL:
                        self.channels.send(pair, envelope)
        super()._fault(event)


@channels(
    "a-pause-loses-fails",
    kills=["SYS-23"],
    mistake="What came in the pause is looked through for what still matters, and what failed is thought to time out.",
)
class APauseLosesFails(Wired):
    """The words of ackers that trees have failed are lost if the spout task is paused when they come."""

    topology = _NoLateFails


class _PausesByAckers(Topology):
    def _fault(self, event: Fault) -> None:
        if self.plan.ackers or not isinstance(event, Pause):
            super()._fault(event)


@channels(
    "without-ackers-nobody-pauses",
    kills=["SYS-23"],
    mistake="Pauses are there so that acks come late, and nobody is thought to wait for any.",
)
class WithoutAckersNobodyPauses(Wired):
    """In a topology without acker tasks, a task that is paused goes on."""

    topology = _PausesByAckers


class _PausedByAnchors(Topology):
    def _fault(self, event: Fault) -> None:
        super()._fault(event)
        if isinstance(event, Pause) and isinstance(self.bolts.get(event.task), Loose):
            self.paused.difference_update(self.mates[event.task])


@channels(
    "loose-bolts-do-not-pause",
    kills=["SYS-23"],
    mistake="Who emits without anchors is thought to have nothing that could be kept.",
)
class LooseBoltsDoNotPause(Wired):
    """A bolt that emits without anchors goes on when it is paused."""

    topology = _PausedByAnchors
