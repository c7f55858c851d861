"""Mutants of topologies that show where two sizes multiply, or where a name and a number are written together."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count

from acking import Ack, AckerMessage, BoltTask, Effect, Fail, Notification, ResetTimeout, SpoutExecutor
from acking.errors import IllegalUse
from acking.topology import Topology
from acking.topology.bolts import AckInput, Call, Conduct, EmitTuple
from acking.topology.channels import Channels, Pair
from acking.topology.running import Envelope, SentTuple
from acking.topology.tasks import Task
from attrs import define, field

from ackproof.mutants.parts import Wired
from ackproof.mutants.topology.sources import Patience
from ackproof.mutants.topology.spouts import topology

SMALL = 8
"""The most inputs of a batch that is anchored and acked as it should be, by those who leave some of a large one out."""

# More trees, failures or inputs than one size makes.


class _FailsAHundred(BoltTask):
    def fail(self, name: str) -> tuple[Fail, ...]:
        return super().fail(name)[:100]


@topology(
    "a-fail-is-told-of-a-hundred-trees", kills=["SYS-41"], mistake="The trees of a fail are packed into one message."
)
class AFailIsToldOfAHundredTrees(Wired):
    """Of the trees of a tuple, a hundred hear that it has failed. A batch of batches may belong to more."""

    collector = _FailsAHundred


class _AcksAByte(BoltTask):
    def ack(self, name: str) -> tuple[Ack, ...]:
        return super().ack(name)[:256]


@topology("an-ack-is-told-of-256-trees", kills=["SYS-41"], mistake="The trees of a tuple are numbered in a byte.")
class AnAckIsToldOf256Trees(Wired):
    """Of the trees of a tuple, 256 hear of its ack. A batch of batches may belong to more."""

    collector = _AcksAByte


class _AsksForSome(BoltTask):
    def more_time(self, name: str) -> tuple[ResetTimeout, ...]:
        return super().more_time(name)[:300]


@topology("time-is-asked-for-300-trees", kills=["SYS-41"], mistake="Requests are collected in a buffer of fixed size.")
class TimeIsAskedFor300Trees(Wired):
    """For an input of more than 300 trees, more time is asked for 300."""

    collector = _AsksForSome


class _AByteOfTries(Patience):
    most = 256


@topology("tries-are-counted-in-a-byte", kills=["SYS-41"], mistake="Nothing is thought to fail so often.")
class TriesAreCountedInAByte(Wired):
    """A message that fails for the 257th time is not offered any more."""

    source = _AByteOfTries


class _OfNewTrees(Topology):
    """A topology that knows which inputs of a task bring a tree that none before them has brought."""

    def new(self, task: Task, inputs: Sequence[str]) -> Iterator[str]:
        """Yield those inputs of a large batch, and those of no tree; of a small batch all inputs."""
        seen: set[int] = set()
        for name in inputs:
            roots = {asked.root for asked in self.collectors[task].more_time(name)}
            if len(inputs) <= SMALL or not roots or not roots <= seen:
                yield name
            seen |= roots


class _AnchorsOfNewTrees(_OfNewTrees):
    def _call(self, task: Task, call: Call, number: int) -> None:
        if isinstance(call, EmitTuple):
            call = EmitTuple(call.value, tuple(self.new(task, call.anchors)))
        super()._call(task, call, number)


@topology(
    "a-large-batch-is-anchored-once-for-each-tree",
    kills=["SYS-41"],
    mistake="An anchor is thought to stand for its trees, and to have each of them once is thought to be enough.",
)
class ALargeBatchIsAnchoredOnceForEachTree(Wired):
    """Of more than eight inputs of a batch, those are anchors that bring a tree that no other has brought."""

    topology = _AnchorsOfNewTrees


class _AcksOfNewTrees(_OfNewTrees):
    def _do(self, task: Task, calls: Sequence[Call]) -> None:
        kept = set(self.new(task, [call.name for call in calls if isinstance(call, AckInput)]))
        super()._do(task, [call for call in calls if not isinstance(call, AckInput) or call.name in kept])


@topology(
    "a-large-batch-is-acked-once-for-each-tree",
    kills=["SYS-41"],
    mistake="An ack is thought to be about a tree, and who acks another input of it to repeat himself.",
)
class ALargeBatchIsAckedOnceForEachTree(Wired):
    """Of more than eight inputs of a batch, those are acked that bring a tree that no other has brought."""

    topology = _AcksOfNewTrees


# Names and numbers that are written together.


@define
class _NumberedInputs(Topology):
    keys: dict[str, str] = field(init=False, factory=dict)
    sent: dict[Task, Iterator[int]] = field(init=False, factory=dict)
    holders: dict[str, str] = field(init=False, factory=dict)

    def _send(self, pair: Pair, letter: str, content: SentTuple | AckerMessage | Notification) -> str:
        name = super()._send(pair, letter, content)
        if isinstance(content, SentTuple):
            self.keys[name] = f"{pair[1]} {pair[0]}{next(self.sent.setdefault(pair[0], count(1)))}"
        return name

    def _execute(self, task: Task, name: str, content: SentTuple, conduct: Conduct) -> None:
        former = self.holders.get(self.keys[name], name)
        self.holders[self.keys[name]] = name
        if former != name:
            with suppress(IllegalUse):  # it was let go of before
                self.collectors[task].ack(former)
        super()._execute(task, name, content, conduct)


@topology(
    "inputs-are-known-by-a-name-and-a-number",
    kills=["SYS-41"],
    mistake="The key of an input is the name of its sender and the sender's number for it, with nothing between.",
)
class InputsAreKnownByANameAndANumber(Wired):
    """The eleventh input of a bolt's first task and the first of its eleventh task take each other's place."""

    topology = _NumberedInputs


class _JoinedTasks(Topology):
    def _start(self, task: Task) -> None:
        super()._start(task)
        known: dict[str, Task] = self.__dict__.setdefault("known", {})
        if task in self.bolts:
            first = known.setdefault(f"{task.component}{task.index}", task)
            self.bolts[task], self.collectors[task] = self.bolts[first], self.collectors[first]


@topology(
    "tasks-are-known-by-a-name-and-a-number",
    kills=["SYS-41"],
    mistake="The key of a task is the name of its component and its number, with nothing between.",
)
class TasksAreKnownByANameAndANumber(Wired):
    """The eleventh task of `page` and the first of `page1` are one."""

    topology = _JoinedTasks


class _JoinedChannels(Channels[Envelope]):
    def known(self, pair: Pair) -> Pair:
        """Return the first pair whose key was that of this one."""
        first: dict[str, Pair] = self.__dict__.setdefault("first", {})
        sender, receiver = pair
        return first.setdefault(f"{sender.component} {receiver.component} {sender.index}{receiver.index}", pair)

    def send(self, pair: Pair, message: Envelope) -> None:
        super().send(self.known(pair), message)

    def take(self, pair: Pair, place: int = 0) -> Envelope | None:
        return super().take(self.known(pair), place)


@topology(
    "channels-are-known-by-two-numbers",
    kills=["SYS-41"],
    mistake="The key of a channel is the numbers of its two tasks, with nothing between.",
)
class ChannelsAreKnownByTwoNumbers(Wired):
    """From the first task of one bolt to the eleventh of another, and the other way around, goes one channel."""

    channels = _JoinedChannels


@define
class _JoinedEmissions(SpoutExecutor):
    roots: dict[str, int] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        if message is not None:
            self.pending.remove(self.roots.get(message.replace("/", ""), root))
            self.roots[message.replace("/", "")] = root
        return super().emit(task, root, message, edges)


@topology(
    "emissions-are-known-by-a-message-and-a-number",
    kills=["SYS-41"],
    mistake="The key of an emission is the name of its message and its number, with nothing between.",
)
class EmissionsAreKnownByAMessageAndANumber(Wired):
    """The eleventh emission of the first message takes the place of the first of the eleventh message."""

    executor = _JoinedEmissions
