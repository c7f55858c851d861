"""Mutants of the spout's side: what is sent when a spout task emits, and what is tracked of it."""

import random
from collections.abc import Sequence
from functools import reduce
from operator import or_

from acking import Callback, Effect, Init, Notification, Sent, SpoutExecutor
from acking.spout import PendingEmission
from attrs import evolve

from ackproof.mutants.spout.pending import spout
from ackproof.workloads.ids import BITS


@spout(
    "init-first",
    kills=["SPT-01"],
    mistake="It is natural to announce a tree before its tuples go, and some of them may never go.",
)
class InitFirst(SpoutExecutor):
    """The init goes before the tuples."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return tuple(sorted(super().emit(task, root, message, edges), key=lambda each: not isinstance(each, Init)))


@spout(
    "an-init-for-each-tuple",
    kills=["SPT-01"],
    mistake="Each tuple announces itself: between two of them the tree looks done.",
)
class AnInitForEachTuple(SpoutExecutor):
    """Every tuple of an emission is announced alone."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        *others, last = (*super().emit(task, root, message, edges), None)
        effects = [*others, *([last] if last is not None else [])]
        inits = [Init(root, edge, task) for edge in edges]
        return tuple(new for each in effects for new in (inits if isinstance(each, Init) else [each]))


@spout(
    "init-with-one-edge",
    kills=["SPT-01"],
    mistake="The init carries the id of the last tuple, left over from the loop.",
)
class InitWithOneEdge(SpoutExecutor):
    """Of several tuples, the last is announced."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        return tuple(evolve(each, value=edges[-1]) if isinstance(each, Init) else each for each in effects)


@spout("init-with-edges-or-ed", kills=["SPT-01"], mistake="The edges are collected like flags.")
class InitWithEdgesOred(SpoutExecutor):
    """The init carries the or of the edges."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        return tuple(evolve(each, value=reduce(or_, edges)) if isinstance(each, Init) else each for each in effects)


@spout("init-names-the-least-task", kills=["SPT-01"], mistake="An executor is taken for one task.")
class InitNamesTheLeastTask(SpoutExecutor):
    """The init names the first task of the executor."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        return tuple(evolve(each, task=min(self.tasks)) if isinstance(each, Init) else each for each in effects)


@spout("receivers-share-an-edge", kills=["SPT-02"], mistake="The id is drawn before the loop over the receiving tasks.")
class ReceiversShareAnEdge(SpoutExecutor):
    """All receivers of an emission get the same edge."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message, [edges[0]] * len(edges) if edges else edges)


@spout(
    "second-receiver-untracked",
    kills=["SPT-02"],
    mistake="The message id is taken out of the map with the first tuple.",
)
class SecondReceiverUntracked(SpoutExecutor):
    """All receivers but the first get a tuple without a root, which the init counts."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        return tuple(
            evolve(each, message_id={}) if isinstance(each, Sent) and each.receiver else each for each in effects
        )


@spout("everything-tracked", kills=["SPT-08"], mistake="A null is a message id like others.")
class EverythingTracked(SpoutExecutor):
    """An emission without a message id is tracked, too."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, "" if message is None else message, edges)


@spout(
    "empty-message-is-none",
    kills=["SPT-01"],
    mistake="`if message` asks for truth where it should ask whether there is one.",
)
class EmptyMessageIsNone(SpoutExecutor):
    """An emission with an empty message id is not tracked."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message or None, edges)


@spout(
    "zero-is-no-message",
    kills=["SPT-18"],
    mistake="`empty` in PHP, and the truth of a text in Perl: a text that is a zero is nothing.",
)
class ZeroIsNoMessage(SpoutExecutor):
    """An emission with the message id 0 is not tracked."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, None if message == "0" else message, edges)


@spout("spout-task-0-is-none", kills=["SPT-01"], mistake="`if task` asks for truth where it should ask nothing.")
class SpoutTask0IsNone(SpoutExecutor):
    """What task 0 emits is not tracked."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message if task else None, edges)


@spout(
    "waits-without-ackers", kills=["SPT-09"], mistake="That there may be no acker is not thought of.", issue="STORM-658"
)
class WaitsWithoutAckers(SpoutExecutor):
    """Without ackers it waits for their word all the same."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.ackers = 1


@spout(
    "tracked-without-ackers",
    kills=["SPT-09"],
    mistake="The emission is acked, and its tuples carry roots nobody keeps: every ack of them is sent to nowhere.",
)
class TrackedWithoutAckers(SpoutExecutor):
    """Without ackers, the tuples belong to a tree."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if self.ackers or message is None:
            return effects
        return (*(Sent(place, {root: edge}) for place, edge in enumerate(edges)), *effects[len(edges) :])


@spout(
    "acked-before-the-tuples",
    kills=["SPT-09"],
    mistake="Without ackers the answer is known before anything is sent; the spout's books are not ready for it.",
    issue="STORM-2315",
)
class AckedBeforeTheTuples(SpoutExecutor):
    """Without ackers the callback comes before the tuples go."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        return tuple(sorted(effects, key=lambda each: not isinstance(each, Callback)))


@spout(
    "never-called-back-without-ackers",
    kills=["SPT-09"],
    mistake="Without ackers nothing is tracked, so nobody is called back.",
)
class NeverCalledBackWithoutAckers(SpoutExecutor):
    """Without ackers an emission with a message id is treated like one without."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message if self.ackers else None, edges)


@spout(
    "waits-for-nobody", kills=["SPT-10"], mistake="An emission is put into pending before anybody asks where it goes."
)
class WaitsForNobody(SpoutExecutor):
    """An emission without receivers is pending, and no acker has an init of it."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges or [0])
        return effects if edges else tuple(each for each in effects if not isinstance(each, Sent | Init))


@spout(
    "empty-emission-left-to-the-acker",
    kills=["SPT-11"],
    mistake="The acker knows how to finish an empty tree, so it is asked; under load that times out.",
    issue="STORM-746",
)
class EmptyEmissionLeftToTheAcker(SpoutExecutor):
    """An emission without receivers sends an init with 0."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges or [0])
        return effects if edges else tuple(each for each in effects if not isinstance(each, Sent))


@spout(
    "untracked-tuples-carry-a-root", kills=["SPT-08"], mistake="Every tuple gets an id, and only pending asks for one."
)
class UntrackedTuplesCarryARoot(SpoutExecutor):
    """The tuples of an emission without a message id belong to a tree of which no acker has an init."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if message is not None:
            return effects
        return tuple(Sent(receiver, {root: edge}) for receiver, edge in enumerate(edges))


FOR_NOBODY = "for nobody"
"""The message id in pending of an emission that is not called back."""


def called_back(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Return effects without callbacks that are for nobody."""
    return tuple(each for each in effects if not isinstance(each, Callback) or each.message != FOR_NOBODY)


class TakesOutInSilence(SpoutExecutor):
    """What is pending for nobody is taken out as other emissions are, without a callback."""

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        return called_back(super().notified(notification))

    def tick(self) -> tuple[Effect, ...]:
        return called_back(super().tick())


@spout(
    "an-edge-for-each-receiver",
    kills=["SPT-02"],
    mistake="The edge ids of the receivers are drawn when the spout is opened, to emit faster.",
)
class AnEdgeForEachReceiver(SpoutExecutor):
    """All emissions use the same edge ids, one for each receiver."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        drawn = [random.Random(place).getrandbits(BITS - 1) for place in range(len(edges))]
        return super().emit(task, root, message, drawn)


@spout(
    "untracked-is-pending",
    kills=["SPT-08"],
    mistake="All emissions are kept alike, and whether there is a message id is asked when one is taken out.",
)
class UntrackedIsPending(TakesOutInSilence):
    """An emission without a message id is pending, until a word or the second tick takes it out in silence."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if message is None:
            self.pending.put(root, PendingEmission(task, FOR_NOBODY))
        return effects


@spout(
    "acked-at-once-and-pending",
    kills=["SPT-09"],
    mistake="It is put into pending before anybody asks for ackers, and acking it at once does not take it out.",
)
class AckedAtOnceAndPending(TakesOutInSilence):
    """Without ackers an emission with a message id is acked, and pending as if there were some."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if message is not None and not self.ackers:
            self.pending.put(root, PendingEmission(task, FOR_NOBODY))
        return effects


FEW_DRAWN = 16


@spout(
    "edges-of-two-tables",
    kills=["SPT-18"],
    mistake="An emission to hundreds of tasks should not take hundreds of random numbers; 32 have as many pairs.",
)
class EdgesOfTwoTables(SpoutExecutor):
    """With more than 16 receivers each edge is the xor of two of 32 ids: four cancel, and 32 have an init of zero."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        if len(edges) > FEW_DRAWN:
            source = random.Random(root)
            high, low = ([source.getrandbits(BITS - 1) for _ in range(FEW_DRAWN)] for _ in range(2))
            pairs = (divmod(place, FEW_DRAWN) for place in range(len(edges)))
            edges = [high[row % FEW_DRAWN] ^ low[column] for row, column in pairs]
        return super().emit(task, root, message, edges)
