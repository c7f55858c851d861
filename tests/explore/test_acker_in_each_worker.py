"""An acker in each worker (STORM-3314): a model of the idea, small enough to visit every state. See `docs/designs.md`.

An edge belongs to a *record* of the worker that emitted it. It is open until the tuple was processed in that worker, or
until the receiving worker reports it. A tuple that crosses to another worker has a record there, which reports when
nothing in it is open. The spout is in worker 0, and the init creates its record.
"""

from collections import deque
from collections.abc import Iterator
from itertools import product

import pytest
from attrs import evolve, frozen

SPOUT = 0
Record = tuple[int, int | None]
"""A worker, and the edge of the tuple that entered it, if there is a record for each such edge."""

ROOT: Record = (SPOUT, None)


@frozen
class Design:
    """The records of partial trees: one for each edge that crosses, or one for each root and worker. With
    `forgets_what_leaves`, an acker does not count as open the edges that left its worker.
    """

    for_each_entry: bool = True
    forgets_what_leaves: bool = False


@frozen
class Tree:
    """Tuples, each given by the index of its anchor (None: the spout), and the worker in which each is processed."""

    parents: tuple[int | None, ...]
    workers: tuple[int, ...]
    design: Design

    def children(self, parent: int | None) -> frozenset[int]:
        return frozenset(each for each, of in enumerate(self.parents) if of == parent)

    def crosses(self, edge: int) -> bool:
        parent = self.parents[edge]
        return self.workers[edge] != (SPOUT if parent is None else self.workers[parent])

    def owner(self, edge: int) -> Record:
        """Return the record in which an edge is open."""
        parent = self.parents[edge]
        return ROOT if parent is None else self.record(parent)

    def record(self, edge: int) -> Record:
        """Return the record in which the tuple of an edge is processed."""
        if not self.crosses(edge):
            return self.owner(edge)
        return self.workers[edge], edge if self.design.for_each_entry else None

    def counted(self, edges: frozenset[int]) -> frozenset[int]:
        """Return the edges that count as open in the worker that emitted them."""
        return frozenset(each for each in edges if not (self.design.forgets_what_leaves and self.crosses(each)))


@frozen
class State:
    """The open edges of each record, the entries that it has to report, the messages under way, and the processed
    tuples.
    """

    open: frozenset[tuple[Record, int]]
    entries: frozenset[tuple[Record, int]]
    on_the_way: frozenset[tuple[str, int]]
    processed: frozenset[int] = frozenset()
    completed: bool = False


History = tuple[tuple[str, int], ...]


def begun(tree: Tree) -> State:
    """Return the state after the emission and the delivery of its init."""
    roots = tree.children(None)
    opened = frozenset((ROOT, each) for each in tree.counted(roots))
    return settled(State(opened, frozenset(), frozenset(("tuple", each) for each in roots)), ROOT)


def settled(state: State, record: Record) -> State:
    """Return the state after a record has reported, if nothing in it is open."""
    if any(each == record for each, _ in state.open):
        return state
    due = frozenset(entry for entry in state.entries if entry[0] == record)
    reports = frozenset(("report", edge) for _, edge in due)
    return evolve(
        state,
        entries=state.entries - due,
        on_the_way=state.on_the_way | reports,
        completed=state.completed or record == ROOT,
    )


def after(tree: Tree, state: State, message: tuple[str, int]) -> State:
    """Return the state after a message has arrived."""
    kind, edge = message
    state = evolve(state, on_the_way=state.on_the_way - {message})
    if kind == "report":
        closed = {(tree.owner(edge), edge)} if tree.counted(frozenset({edge})) else set()
        return settled(evolve(state, open=state.open ^ closed), tree.owner(edge))
    record, children = tree.record(edge), tree.children(edge)
    reported = frozenset((record, each) for each in tree.counted(children))
    crossing = frozenset({(record, edge)})
    return settled(
        evolve(
            state,
            open=state.open ^ (reported if tree.crosses(edge) else reported ^ crossing),
            entries=state.entries | crossing if tree.crosses(edge) else state.entries,
            on_the_way=state.on_the_way | {("tuple", each) for each in children},
            processed=state.processed | {edge},
        ),
        record,
    )


def trees(design: Design, most: int = 3) -> Iterator[Tree]:
    """Yield every tree of up to `most` tuples, on two workers in every way."""
    for count in range(1, most + 1):
        for parents in product(*([None, *range(place)] for place in range(count))):
            for workers in product((0, 1), repeat=count):
                yield Tree(parents, workers, design)


def explored(tree: Tree) -> tuple[int, History | None, History | None]:
    """Return the number of states, and a shortest history that completes early, and one that ends without an ack."""
    first = begun(tree)
    found: dict[State, History] = {first: ()}
    waiting = deque([first])
    early: History | None = None
    stuck: History | None = None
    while waiting:
        state = waiting.popleft()
        history = found[state]
        if state.completed and len(state.processed) < len(tree.parents):
            early = history if early is None else early
            continue
        if not state.on_the_way and not state.completed:
            stuck = history if stuck is None else stuck
        for message in sorted(state.on_the_way):
            reached = after(tree, state, message)
            if reached not in found:
                found[reached] = (*history, message)
                waiting.append(reached)
    return len(found), early, stuck


def test_a_record_for_each_edge_that_crosses_completes_every_tree_and_none_early() -> None:
    """This holds for every order of messages, and every placement of tuples."""
    results = [explored(tree) for tree in trees(Design())]
    assert 2 + 8 + 48 == len(results)
    assert max(states for states, _, _ in results) > 20
    assert {(None, None)} == {(early, stuck) for _, early, stuck in results}


def test_one_record_for_a_root_and_worker_is_stuck_when_a_tree_comes_back() -> None:
    """Worker 0 waits for the report of worker 1, which waits for the report of worker 0."""
    found = [(tree, *explored(tree)) for tree in trees(Design(for_each_entry=False))]
    assert not any(early for _, _, early, _ in found)
    tree, _, _, stuck = next(each for each in found if each[3])
    assert ((None, 0), (1, 0)) == (tree.parents, tree.workers)
    assert (("tuple", 0), ("tuple", 1)) == stuck


def test_an_acker_that_forgets_what_left_its_worker_completes_early() -> None:
    """This happens as soon as nothing is open in the first worker."""
    found = [(tree, *explored(tree)) for tree in trees(Design(forgets_what_leaves=True))]
    tree, _, early, _ = next(each for each in found if each[2] is not None)
    assert (((None,), (1,)), ()) == ((tree.parents, tree.workers), early)


@pytest.mark.parametrize("workers", [(0, 0, 0), (1, 1, 1)])
def test_nothing_crosses_within_a_worker(workers: tuple[int, ...]) -> None:
    """This is the purpose of the design: a chain in one worker costs one report, or none."""
    tree = Tree((None, 0, 1), workers, Design())
    assert sum(map(tree.crosses, range(3))) == (workers[0] != SPOUT)
