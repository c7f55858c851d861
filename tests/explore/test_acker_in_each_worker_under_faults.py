"""An acker in each worker (STORM-3314), with fails, losses, repetitions, forgetting and ticks. See `docs/designs.md`.

There is a record for each edge that crosses from one worker to another; the model beside this one shows that this is
necessary. A record notifies only after its entry is known, which for the spout's record is the init. An acker may
*forget* a record at any moment: an expiry, or the death of a worker's acker. A message for a missing record begins a
ghost, which has no entry, and never notifies.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import pytest
from attrs import evolve, frozen

from .test_acker_in_each_worker import ROOT, Design, Record, Tree, trees

Message: TypeAlias = tuple[str, int, int]
"""Its kind (`init`, `tuple`, `report`, `fail`), its edge, and the number of the copy."""

Event: TypeAlias = tuple[str, Message | Record | str]

INIT: Message = ("init", -1, 0)
CLOCKS = ("spout", "worker 0", "worker 1")


@frozen
class Kept:
    """An acker's record: the open edges, whether its entry is known, a fail, and rotations."""

    open: frozenset[int] = frozenset()
    known: bool = False
    failed: bool = False
    age: int = 0


@frozen
class Faults:
    """The maximum number of each fault, and the number of buckets of ackers if there are ticks."""

    fails: bool = False
    losses: int = 0
    copies: int = 0
    forgets: int = 0
    buckets: int = 0
    zero_first: bool = False


@frozen
class State:
    """The records, the messages under way, the tuples that were processed or given up, and the spout's notification.
    `left` counts the faults that may still happen.
    """

    kept: frozenset[tuple[Record, Kept]]
    on_the_way: frozenset[Message]
    left: Faults
    processed: frozenset[int] = frozenset()
    given_up: frozenset[int] = frozenset()
    told: str | None = None
    ticks: tuple[int, int, int] = (0, 0, 0)

    def record(self, record: Record) -> Kept:
        return dict(self.kept).get(record, Kept())


History = tuple[Event, ...]


def begun(tree: Tree, faults: Faults) -> State:
    """Return the state after the emission."""
    return State(frozenset(), frozenset({INIT, *(("tuple", each, 0) for each in tree.children(None))}), faults)


def notified(state: State, word: str) -> State:
    """Notify the spout, for which only the first notification counts."""
    return state if state.told else evolve(state, told=word)


def settled(state: State, record: Record, kept: Kept) -> State:
    """Store a record, or let it notify and remove it."""
    others = frozenset((of, each) for of, each in state.kept if of != record)
    zero = not kept.open
    if not kept.known or not (zero or kept.failed):
        return evolve(state, kept=others | {(record, kept)})
    fails = kept.failed and not (zero and state.left.zero_first)
    state = evolve(state, kept=others)
    if record == ROOT:
        return notified(state, "fail" if fails else "ack")
    entry = record[1]
    assert entry is not None
    return evolve(state, on_the_way=state.on_the_way | {("fail" if fails else "report", entry, 0)})


def delivered(tree: Tree, state: State, message: Message, *, gives_up: bool = False) -> State:
    """Return the state after a message has arrived."""
    kind, edge, _ = message
    state = evolve(state, on_the_way=state.on_the_way - {message})
    if kind == "init":
        kept = state.record(ROOT)
        return settled(state, ROOT, evolve(kept, open=kept.open ^ tree.children(None), known=True))
    if kind != "tuple":
        record = tree.owner(edge)
        kept = state.record(record)
        kept = evolve(kept, failed=True) if kind == "fail" else evolve(kept, open=kept.open ^ {edge})
        return settled(state, record, kept)
    record = tree.record(edge)
    kept = evolve(state.record(record), known=True) if tree.crosses(edge) else state.record(record)
    if gives_up:
        return settled(evolve(state, given_up=state.given_up | {edge}), record, evolve(kept, failed=True))
    children = tree.children(edge)
    emitted = frozenset(("tuple", each, 0) for each in children)
    state = evolve(state, on_the_way=state.on_the_way | emitted, processed=state.processed | {edge})
    closed = frozenset[int]() if tree.crosses(edge) else frozenset({edge})
    return settled(state, record, evolve(kept, open=kept.open ^ children ^ closed))


def ticked(state: State, clock: int) -> State:
    """Return the state after a tick of the spout, which gives up at its second, or of the acker of a worker."""
    spout, here, there = (each + (place == clock) for place, each in enumerate(state.ticks))
    state = evolve(state, ticks=(spout, here, there))
    if not clock:
        return notified(state, "timeout") if spout == 2 else state
    older = {record: evolve(kept, age=kept.age + 1) if record[0] == clock - 1 else kept for record, kept in state.kept}
    return evolve(
        state, kept=frozenset((record, kept) for record, kept in older.items() if kept.age < state.left.buckets)
    )


def following(tree: Tree, state: State) -> Iterator[tuple[Event, State]]:
    """Yield all possible next events and states."""
    left = state.left
    for message in sorted(state.on_the_way):
        kind, edge, copy = message
        yield ("comes", message), delivered(tree, state, message)
        if left.fails and kind == "tuple":
            yield ("is given up", message), delivered(tree, state, message, gives_up=True)
        if left.losses:
            rest = evolve(state, on_the_way=state.on_the_way - {message}, left=evolve(left, losses=left.losses - 1))
            yield ("is lost", message), rest
        if left.copies and kind in ("report", "fail"):
            twice = state.on_the_way | {(kind, edge, copy + 1)}
            yield ("is doubled", message), evolve(state, on_the_way=twice, left=evolve(left, copies=left.copies - 1))
    if left.forgets:
        for record, kept in sorted(state.kept, key=repr):
            rest = evolve(state, kept=state.kept - {(record, kept)}, left=evolve(left, forgets=left.forgets - 1))
            yield ("is forgotten", record), rest
    if left.buckets:
        for clock, name in enumerate(CLOCKS):
            reached = ticked(state, clock)
            if reached.ticks[0] <= 2 and max(reached.ticks) - min(reached.ticks) <= 1:
                yield ("ticks", name), reached


def explored(tree: Tree, faults: Faults) -> Mapping[State, History]:
    """Return every state, with a shortest history to it. States after a notification of the spout have no
    successors.
    """
    first = begun(tree, faults)
    found: dict[State, History] = {first: ()}
    waiting = deque([first])
    while waiting:
        state = waiting.popleft()
        if state.told:
            continue
        for event, reached in following(tree, state):
            if reached not in found:
                found[reached] = (*found[state], event)
                waiting.append(reached)
    return found


def early(tree: Tree, faults: Faults) -> Iterator[History]:
    """Yield histories that end with an ack to the spout while a tuple was not processed."""
    everything = frozenset(range(len(tree.parents)))
    for state, history in explored(tree, faults).items():
        if state.told == "ack" and state.processed != everything:
            yield history


ALL = Faults(fails=True, losses=1, copies=1, forgets=1)
SMALL, LARGE = 2, 3
SIZES = [SMALL, pytest.param(LARGE, marks=pytest.mark.slow)]


@pytest.mark.parametrize("tuples", SIZES)
def test_nothing_is_acked_early_whatever_is_lost_repeated_given_up_or_forgotten(tuples: int) -> None:
    """Any tuples are given up, one message is lost, one report or fail is doubled, and one record is forgotten."""
    states = 0
    for tree in trees(Design(), tuples):
        states += len(explored(tree, ALL))
        assert [] == list(early(tree, ALL)), tree
    assert states > 1_000


@pytest.mark.parametrize("tuples", SIZES)
def test_a_fail_reaches_the_spout_and_each_tree_has_an_answer_if_nothing_is_lost(tuples: int) -> None:
    """This holds for any number of levels: a fail if any tuple was given up, and otherwise an ack."""
    answers = set()
    for tree in trees(Design(), tuples):
        for state in explored(tree, Faults(fails=True)):
            if not state.on_the_way or state.told:
                answers.add((bool(state.given_up), state.told))
    assert {(True, "fail"), (False, "ack")} == answers


def test_an_acker_that_asks_for_zero_first_acks_a_tuple_that_was_given_up() -> None:
    """The record of a tuple that crossed has nothing open if the tuple is given up at once. So the order of the two
    tests, which matters in Storm today only after another fault (ACK-08), matters at every crossing.
    """
    faults = Faults(fails=True, zero_first=True)
    tree, history = min(
        ((tree, history) for tree in trees(Design(), SMALL) for history in early(tree, faults)),
        key=lambda each: (len(each[1]), len(each[0].parents), each[0].workers),
    )
    assert ((None,), (1,)) == (tree.parents, tree.workers)
    given_up, report = ("is given up", ("tuple", 0, 0)), ("comes", ("report", 0, 0))
    assert {("comes", INIT), given_up, report} == set(history)
    assert history.index(given_up) < history.index(report)


def unheard(tree: Tree, buckets: int) -> Iterator[History]:
    """Yield histories after which all is processed and nothing is under way, but the spout is not notified."""
    for state, history in explored(tree, Faults(buckets=buckets)).items():
        if not state.told and not state.on_the_way:
            assert len(state.processed) == len(tree.parents)
            yield history


@pytest.mark.parametrize("tuples", SIZES)
def test_three_buckets_remember_each_level_for_as_long_as_the_spout_waits(tuples: int) -> None:
    """The clocks have one period, and any phases: a record that was created later expires later."""
    for tree in trees(Design(), tuples):
        assert [] == list(unheard(tree, 3)), tree


def test_two_buckets_forget_what_the_spout_still_waits_for() -> None:
    """This may also happen in a worker in which the tree was not begun: then its entry is not reported."""
    found = [(tree, history) for tree in trees(Design(), SMALL) for history in unheard(tree, 2)]
    _, history = min(found, key=lambda each: (len(each[1]), repr(each[1])))
    assert 2 == history.count(("ticks", "worker 0"))
    elsewhere = [history for _, history in found if history.count(("ticks", "worker 0")) < 2]
    assert 2 == min(elsewhere, key=len).count(("ticks", "worker 1"))
