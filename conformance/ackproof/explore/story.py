"""A counterexample rendered for people, and as a witness that `ackproof replay` reads."""

from collections.abc import Sequence

import ackproof
from ackproof.components import acker as words
from ackproof.components.acker import AckerResult
from ackproof.explore.forests import BOLT, SmallForest, SmallTree, edges_of, name, roots_of, trees_of
from ackproof.explore.space import ROOTS, TASKS, Broken, Deliveries, Delivery
from ackproof.rules.registry import Violation
from ackproof.specification import all_rules
from ackproof.stories import violations as explain
from ackproof.target import Config
from ackproof.witness import Witness
from ackproof.workloads import trees
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.trees import Fate, TreeRoot, TreeTuple


def in_words(history: Deliveries, tree: SmallTree, root: int | None = None) -> str:
    """Return a history in one line. With a root, each message names it."""
    of = "" if root is None else f" of root {root}"
    return ", ".join(_delivered(delivery, tree) + (of if delivery.move else "") for delivery in history)


def _delivered(delivery: Delivery, tree: SmallTree) -> str:
    if delivery.move is None:
        return "tick"
    acked = f" {name(_acked(delivery, tree))}" if delivery.move.op == "ack" else ""
    return f"{delivery.move.op}{acked}{' again' if delivery.again else ''}"


def _acked(delivery: Delivery, tree: SmallTree) -> int:
    """Return the index of the tuple of an ack."""
    return tree.places[delivery.move.bit.bit_length() - 1] if delivery.move else -1


def witness(broken: Broken) -> Witness:
    """Return the witness of a counterexample, with its story: the trees, the messages, the notifications, and the
    expected ones.
    """
    rule = broken.always.rules[0]
    workload, answers, violation = workload_of(broken), answers_of(broken), _violation(broken)
    explanation = explain.render(workload, answers, violation)
    return Witness(
        rule=rule,
        title=all_rules()[rule].title,
        target=broken.subject.name,
        version=ackproof.__version__,
        seed=0,
        run=workload.run,
        violation=broken.reason,
        at=violation.index,
        results=answers,
        steps=tuple(explanation.steps),
        trees=tuple(explanation.trees),
        story=tuple(explanation.story),
    )


def _violation(broken: Broken) -> Violation:
    return Violation(broken.reason, len(broken.history) - 1)


def answers_of(broken: Broken) -> tuple[AckerResult, ...]:
    """Send the history to a new acker from the start; return its answers."""
    acker = broken.subject.asleep()
    results = []
    for move, _ in broken.history:
        emitted = broken.subject.answer(acker, move.message if move else None)
        results.append(
            AckerResult(tuple(words.Notification(each.kind.value, each.root, each.task) for each in emitted))
        )
    return tuple(results)


def workload_of(broken: Broken) -> AckerWorkload:
    """Return the history as a workload of the suite."""
    known = _tuples_of(broken)
    steps = [_step(delivery, broken) for delivery in broken.history]
    return AckerWorkload(
        config=Config(profile=broken.subject.profile),
        forest=known,
        values=broken.ids or tuple(1 << edge for edge in range(known.edges)),
        names=known.edge_names(),
        steps=tuple(steps),
    )


def _step(delivery: Delivery, broken: Broken) -> Step:
    move, again = delivery
    if move is None:
        return Step(op="tick", about="time passes")
    number = ROOTS.index(move.message.root)
    tree = trees_of(broken.forest, broken.roots)[number]
    about, tuples = {
        "init": (f"spout task {TASKS[number]} emitted", _heads(broken.forest, number)),
        "fail": ("a tuple failed", tree.places),
        "reset-timeout": ("a bolt asks for more time", ()),
    }.get(move.op, ("", ()))
    if move.op == "ack":
        place = _acked(delivery, tree)
        about, tuples = f"{name(place)} was acked", (place,)
    return Step(
        op=move.op,
        root=move.message.root,
        edges=frozenset(edge for edge in range(move.edges.bit_length()) if move.edges >> edge & 1),
        task=TASKS[number] if move.op == "init" else 0,
        about=f"{about}, again" if again else about,
        tuples=frozenset(tuples),
    )


def _heads(forest: SmallForest, root: int) -> tuple[int, ...]:
    return tuple(place for place, birth in enumerate(forest) if birth.root == root)


def _tuples_of(broken: Broken) -> trees.Forest:
    """Return the forest in the suite's form, with fates that agree with the history."""
    forest, edges, roots = broken.forest, edges_of(broken.forest), roots_of(broken.forest)
    fates = _fates(broken)
    tuples = tuple(
        TreeTuple(
            name=name(place),
            anchors=birth.anchors,
            edges=edges[place],
            fate=fates[place],
            ledger={root: _own_edges(forest, place, root) for root in sorted(roots[place])},
            emit=place,
            emission=None if birth.root == BOLT else birth.root,
        )
        for place, birth in enumerate(forest)
    )
    emissions = tuple(
        TreeRoot(ROOTS[root], TASKS[root], min(_heads(forest, root), default=0), len(_heads(forest, root)))
        for root in range(broken.roots)
    )
    return trees.Forest(emissions, tuples, sum(map(len, edges)))


def _own_edges(forest: SmallForest, place: int, root: int) -> frozenset[int]:
    birth, edges, roots = forest[place], edges_of(forest)[place], roots_of(forest)
    if birth.root != BOLT:
        return frozenset(edges)
    return frozenset(edge for anchor, edge in zip(birth.anchors, edges, strict=True) if root in roots[anchor])


def _fates(broken: Broken) -> Sequence[Fate]:
    """Return the fate of each tuple. A fail does not name its tuple; it is assigned to a tuple that was not acked, if
    there is one.
    """
    acked: set[int] = set()
    failed: set[int] = set()
    own = trees_of(broken.forest, broken.roots)
    for delivery in broken.history:
        if delivery.move and delivery.move.op == "ack":
            acked.add(_acked(delivery, own[ROOTS.index(delivery.move.message.root)]))
    for delivery in broken.history:
        if delivery.move and delivery.move.op == "fail" and not delivery.again:
            places = own[ROOTS.index(delivery.move.message.root)].places
            failed.add(min(set(places) - failed, key=lambda place: (place in acked, place), default=places[0]))
    fates = {(True, True): Fate.FAILED_AND_ACKED, (True, False): Fate.ACKED, (False, True): Fate.FAILED}
    return [fates.get((place in acked, place in failed), Fate.UNANSWERED) for place in range(len(broken.forest))]
