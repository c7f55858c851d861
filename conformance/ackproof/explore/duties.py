"""Duties of transports: the effect of each disturbance, in every history of a small tree.

A history has the init and the acks of one tree in any order, each delivered once or lost; and additional messages,
which the disturbance inserts at any place. Ids are linearly independent. Histories are tried shortest first, so the
first violation is a shortest one.

Each history is sent to the target from the start. So any target can be explored, not only one whose state can be
restored.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from attrs import define, frozen

from ackproof.components import results_of
from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init
from ackproof.engine.driver import Driver
from ackproof.errors import Refused, TargetBroke
from ackproof.target import Config, Run

ROOT, TASK = 1, 7
LETTERS = "ABCDEFG"


@frozen
class TreeMessage:
    """A message of a tree: its kind, the edges that it carries, and the tuple of which it is the ack."""

    op: str
    edges: int = 0
    tuple: int | None = None

    def __str__(self) -> str:
        """Return the message as text, such as `ack A^B`."""
        letters = [letter for place, letter in enumerate(LETTERS) if self.edges >> place & 1]
        return self.op if self.op == "fail" else f"{self.op} {'^'.join(letters) or '0'}"

    @property
    def operation(self) -> AckerOperation:
        """The operation that is sent to a target."""
        if self.op == "init":
            return Init(ROOT, self.edges, TASK)
        return Fail(ROOT) if self.op == "fail" else Ack(ROOT, self.edges)


TreeHistory = tuple[TreeMessage, ...]
"""Messages in the order in which they are delivered."""


@frozen
class DisturbedTree:
    """A tree, given by the parents of its tuples: the index of an earlier tuple, or None for the spout."""

    parents: tuple[int | None, ...]

    @property
    def messages(self) -> tuple[TreeMessage, ...]:
        """The init, and the ack of each tuple."""
        init = TreeMessage("init", self._edges_of_children(None))
        acks = [
            TreeMessage("ack", 1 << place | self._edges_of_children(place), place) for place in range(len(self.parents))
        ]
        return (init, *acks)

    def _edges_of_children(self, parent: int | None) -> int:
        return sum(1 << place for place, of in enumerate(self.parents) if of == parent)


def trees(tuples: int) -> Iterator[DisturbedTree]:
    """Yield every tree of one to this many tuples, the smallest first."""
    for count in range(1, tuples + 1):
        for parents in product(*([None, *range(place)] for place in range(count))):
            yield DisturbedTree(parents)


@frozen(kw_only=True)
class TransportDuty:
    """A duty of a transport, or the explicit lack of one: the rule that states it, the disturbance that the duty
    forbids, and the corresponding assumption of a target, if there is one.

    `besides` gives the additional messages for a tree: one of these rows is added, each of its messages at any place.
    With `fails` a tuple of the tree really failed.
    """

    rule: str
    disturbance: str
    assumption: str | None
    besides: Callable[[DisturbedTree], Sequence[Sequence[TreeMessage]]]
    fails: bool = False


def _one_each(messages: Sequence[TreeMessage]) -> list[list[TreeMessage]]:
    return [[message] for message in messages]


def _other_values(tree: DisturbedTree) -> list[list[TreeMessage]]:
    """Return acks of each tuple with every value but its own."""
    every = range(1 << len(tree.parents))
    return _one_each(
        [TreeMessage("ack", value, ack.tuple) for ack in tree.messages[1:] for value in every if value != ack.edges]
    )


FAIL = TreeMessage("fail")

DUTIES = (
    TransportDuty(
        rule="TRN-01",
        disturbance="the init comes twice",
        assumption="no-duplicates",
        besides=lambda tree: _one_each(tree.messages[:1]),
    ),
    TransportDuty(
        rule="TRN-02",
        disturbance="an ack comes twice",
        assumption="no-duplicates",
        besides=lambda tree: _one_each(tree.messages[1:]),
    ),
    TransportDuty(rule="TRN-03", disturbance="an ack of another value", assumption="no-strays", besides=_other_values),
    TransportDuty(rule="TRN-03", disturbance="a fail of no tuple", assumption="no-strays", besides=lambda _: [[FAIL]]),
    TransportDuty(
        rule="TRN-04",
        disturbance="a fail comes twice",
        assumption="no-duplicates",
        besides=lambda _: [[FAIL, FAIL]],
        fails=True,
    ),
    TransportDuty(rule="TRN-05", disturbance="any order", assumption="init-first", besides=lambda _: [[]]),
)
"""The disturbances, one duty after the other. Loss and any order are in all of them."""


@define
class BrokenPromises:
    """The shortest history that breaks each promise, and the number of histories tried.

    `early`: an ack is emitted while a tuple was not acked. `unheard`: all messages of the tree were delivered, but
    there is no notification, so its spout waits for the timeout. `failed`: a fail is emitted, but no tuple failed.
    """

    histories: int = 0
    early: TreeHistory | None = None
    unheard: TreeHistory | None = None
    failed: TreeHistory | None = None

    def note(self, way: str, history: TreeHistory) -> None:
        """Record a history that breaks a promise."""
        known: TreeHistory | None = getattr(self, way)
        if known is None or len(history) < len(known):
            setattr(self, way, history)


@define
class Disturbed:
    """A target under a profile, and the maximum number of tuples of the trees that it gets."""

    driver: Driver
    tuples: int
    profile: str

    def explored(self, duty: TransportDuty) -> BrokenPromises:
        """Return the results of all histories with the disturbance of a duty. Raise `TargetBroke` if the target
        breaks.
        """
        found = BrokenPromises()
        for tree in trees(self.tuples):
            histories = list(_histories(tree.messages, duty.besides(tree)))
            for history, answer in zip(histories, self._answers(histories), strict=True):
                _judge(duty, tree, history, answer, found)
        return found

    def _answers(self, histories: Sequence[TreeHistory]) -> list[list[list[str]]]:
        config = Config(profile=self.profile)
        runs = [Run("acker", config, tuple(message.operation for message in history)) for history in histories]
        answers = []
        for answer in self.driver.run_all(runs):
            if isinstance(answer, Refused):
                raise TargetBroke(f"refused to open an acker: {answer}")
            results = results_of(AckerResult, answer)
            answers.append([[notification.kind for notification in result.notifications] for result in results])
        return answers


def _judge(
    duty: TransportDuty,
    tree: DisturbedTree,
    history: TreeHistory,
    answer: Sequence[Sequence[str]],
    found: BrokenPromises,
) -> None:
    """Record the promises that the notifications in a history break."""
    found.histories += 1
    own, acked = tree.messages, set[int | None]()
    for place, (message, kinds) in enumerate(zip(history, answer, strict=True)):
        if message in own and message.tuple is not None:
            acked.add(message.tuple)
        if "ack" in kinds and len(acked) < len(tree.parents):
            found.note("early", history[: place + 1])
        if "fail" in kinds and not duty.fails:
            found.note("failed", history[: place + 1])
    if set(own) <= set(history) and not any(answer):
        found.note("unheard", history)


def _orders(messages: TreeHistory) -> Iterator[TreeHistory]:
    """Yield every order of some messages, with every subset of them lost."""
    yield ()
    for place, message in enumerate(messages):
        for order in _orders((*messages[:place], *messages[place + 1 :])):
            yield (message, *order)


def _histories(messages: TreeHistory, extra: Sequence[Sequence[TreeMessage]]) -> Iterator[TreeHistory]:
    """Yield every history of some messages and of additional ones."""
    for row in extra:
        for order in _orders(messages):
            yield from _with(order, row)


def _with(order: TreeHistory, row: Sequence[TreeMessage]) -> Iterator[TreeHistory]:
    if not row:
        yield order
        return
    for place in range(len(order) + 1):
        yield from _with((*order[:place], row[0], *order[place:]), row[1:])
