"""A large workload for an acker, and what its history is written with."""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import define, evolve, field, frozen

from ackproof.workloads import ids
from ackproof.workloads.acker import RESTART, TICK, AckerWorkload, Step
from ackproof.workloads.sizes.scenarios import Grown

OF_NO_ROOT = ("tick", "restart")


@frozen(slots=False)
class SizedAckerWorkload(Grown, AckerWorkload):
    """A large workload: see `ackproof.workloads.workload.Sized`."""

    def regrown(self, size: int) -> "SizedAckerWorkload":
        """Return the same scenario in another size."""
        grown = self.grown_anew(size)
        assert isinstance(grown, SizedAckerWorkload)  # noqa: S101 - a scenario makes workloads of one kind
        return grown

    def subjects(self, index: int) -> Sequence[object]:
        """Return the roots that can be left out if a violation at an operation is not about them."""
        roots = dict.fromkeys(step.root for step in self.steps if step.op not in OF_NO_ROOT)
        return tuple(root for root in roots if root != self.steps[index].root)

    def without_subjects(self, subjects: Collection[object]) -> "SizedAckerWorkload":
        """Return the workload without all operations on these roots."""
        gone = frozenset(subjects)
        return evolve(self, steps=tuple(step for step in self.steps if step.op in OF_NO_ROOT or step.root not in gone))


@define(kw_only=True)
class Writer:
    """Writes a history. An edge is a number, and its id is random unless it is given. `turn` counts the examples of a
    scenario: it decides what has to differ between them for certain, and not by chance.
    """

    source: random.Random
    lifetime: int
    turn: int
    acks_refresh: bool
    tasks: int = 1
    steps: list[Step] = field(factory=list)
    numbers: list[int] = field(factory=list)

    def edge(self, number: int | None = None) -> int:
        """Return a new edge, with the given id."""
        if number is None:
            number = self.source.getrandbits(ids.BITS) or 1
        self.numbers.append(ids.signed(number))
        return len(self.numbers) - 1

    def root(self) -> int:
        """Return a new root; the chance that it exists already is 2^-64."""
        return ids.signed(self.source.getrandbits(ids.BITS))

    def task(self) -> int:
        """Return the number of a spout task, of up to 31 bits."""
        return self.source.getrandbits(self.source.randrange(1, 32))

    def init(self, root: int, *edges: int, task: int | None = None) -> None:
        """Begin a tree whose spout tuples have these edges."""
        named = self.task() if task is None else task
        about = f"spout task {named} emitted"
        self.steps.append(
            Step(op="init", root=root, edges=frozenset(edges), task=named, about=about, sent=len(self.steps))
        )

    def ack(self, root: int, *edges: int, about: str = "a tuple was acked") -> None:
        """Deliver an ack of some edges."""
        self.steps.append(Step(op="ack", root=root, edges=frozenset(edges), about=about, sent=len(self.steps)))

    def fail(self, root: int) -> None:
        """Deliver a fail."""
        self.steps.append(Step(op="fail", root=root, about="a tuple failed", sent=len(self.steps)))

    def reset(self, root: int) -> None:
        """Deliver a request for more time."""
        self.steps.append(Step(op="reset-timeout", root=root, about="a bolt asks for more time"))

    def reset_each(self, roots: Iterable[int]) -> None:
        """Deliver a request for more time for each root."""
        for root in roots:
            self.reset(root)

    def begin(self, kind: str, root: int, *edges: int, task: int | None = None) -> None:
        """Begin a record by a message of that kind. An init names all the edges, an ack the first."""
        match kind:
            case "init":
                self.init(root, *edges, task=task)
            case "ack":
                self.ack(root, edges[0])
            case "fail":
                self.fail(root)
            case _:
                self.reset(root)

    def end(self, kind: str, root: int, edge: int) -> None:
        """Deliver what ends a tree of one edge, of which a message of that kind has come."""
        if kind != "init":
            self.init(root, edge)
        if kind in ("init", "reset-timeout"):
            self.ack(root, edge)

    def tick(self, times: int = 1) -> None:
        """Let time pass."""
        self.steps += [TICK] * times

    def begun_before(self, kinds: Mapping[int, str], edges: Mapping[int, int]) -> None:
        """Begin trees of one edge each by messages of some kinds, with a tick after them if there are any."""
        for root, kind in kinds.items():
            self.begin(kind, root, edges[root])
        self.tick(min(1, len(kinds)))

    def acked(self, edges: Mapping[int, int]) -> None:
        """Deliver an ack of one edge for each root."""
        for root, edge in edges.items():
            self.ack(root, edge)

    def ask_after(self, root: int, edge: int, *, over: bool) -> None:
        """Deliver an ack of the only edge of a tree. If the tree is `over`, the ack begins a record, which an init then
        ends.
        """
        self.ack(root, edge)
        if over:
            self.init(root, edge)

    def restart(self, *, now: bool = True) -> None:
        """Kill the target and start it again, if `now`. Targets that are not durable do not get this operation."""
        self.steps += [RESTART] * now

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """Return the items in random order."""
        return self.source.sample(items, len(items))
