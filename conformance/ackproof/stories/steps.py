"""The steps of a violation as data: the meaning of each operation, the target's answer, and the state after it.

A witness contains them beside its operations and results, and the story is rendered from them: see `ackproof.witness`.
The state comes from the component's ground truth in `oracle/`. The expected answer of an acker follows from it too; for
maps, collectors and spouts the expected answer is the reference's.
"""

import itertools
from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

from attrs import evolve

from ackproof.components import Given, results_of
from ackproof.components.acker import AckerResult, Notification
from ackproof.components.anchoring import AckTuple, AnchoringOperation, AnchoringResult, Emit, FailTuple, Receive
from ackproof.components.ids import IdsResult
from ackproof.components.multilang import (
    AckLine,
    FailLine,
    Give,
    HangUp,
    Heartbeat,
    Launch,
    MultilangOperation,
    MultilangResult,
)
from ackproof.components.rotating_map import Contains, Get, MapResult, Put, Remove, Rotate, Size
from ackproof.components.spout import Callback, Notify, SpoutEmit, SpoutResult, SpoutTick
from ackproof.components.topology import Deliver, Double, Lose, NextTuple, TopologyOperation, TopologyResult
from ackproof.errors import Refused, TargetBroke
from ackproof.oracle.ages import MapChronicle, MapMoment
from ackproof.oracle.emissions import SpoutChronicle, SpoutMoment
from ackproof.oracle.generators import streams_of
from ackproof.oracle.histories import History, TopologyChronicle
from ackproof.oracle.ledgers import AnchoringChronicle, AnchoringMoment
from ackproof.oracle.lives import Chronicle, Moment, TickMoment, acker_of
from ackproof.rules.differential import answers_of_the_reference
from ackproof.rules.statistics import SeenEdges, Trials, accepted
from ackproof.stories.topology import event_words
from ackproof.target import Answer, Run
from ackproof.text.truncate import LONG
from ackproof.text.wording import ago
from ackproof.witness import (
    CollectorStep,
    ConversationStep,
    DeliveredStep,
    DrawnIdStep,
    EdgeIdStep,
    EntryThere,
    LotStep,
    MapStep,
    OpenTree,
    ShownRecord,
    ShownTree,
    SpoutStep,
    TopologyStep,
    TupleOfTree,
    Waiting,
    WitnessStep,
)
from ackproof.workloads import acker, ids
from ackproof.workloads.acker import AckerWorkload
from ackproof.workloads.anchoring import AnchoringWorkload, makes, uses
from ackproof.workloads.executors import ManyDraws
from ackproof.workloads.multilang import ConversationWorkload
from ackproof.workloads.rotating_map import MapWorkload
from ackproof.workloads.spout import SpoutWorkload
from ackproof.workloads.statistics import ManyEdges, ManyTrees
from ackproof.workloads.topologies.workload import TopologyWorkload
from ackproof.workloads.trees import Forest, letters
from ackproof.workloads.workload import Workload

LONG_HISTORY = LONG
"""Number of operations. In a longer history, the state after each step shows only what the marked operation is about.
Its story leaves rows out.
"""

MOST_ABOUT = 64
"""Maximum number of keys, roots or tuples that an operation is about."""

ABOUT_OTHERS = "about another than the marked operation"

Name = TypeVar("Name", bound=Hashable)


def steps_of(  # noqa: C901, PLR0911 - one for each kind of workload
    workload: Workload, answer: Answer, marked: int | None = None
) -> Sequence[WitnessStep]:
    """Return the steps of a workload with a target's answers; an empty sequence if the target refused to open the
    component.

    The state after a step is complete; in a long history, it has only what the marked operation is about.
    """
    if isinstance(answer, Refused):
        return ()
    match workload:
        case AckerWorkload():
            return delivered_steps(workload, results_of(AckerResult, answer))
        case MapWorkload():
            return map_steps(workload, results_of(MapResult, answer), marked)
        case AnchoringWorkload():
            return collector_steps(workload, results_of(AnchoringResult, answer), marked)
        case SpoutWorkload():
            return spout_steps(workload, results_of(SpoutResult, answer), marked)
        case TopologyWorkload():
            return topology_steps(workload, results_of(TopologyResult, answer))
        case ManyTrees():
            return lot_steps(Trials(workload, results_of(AckerResult, answer)))
        case ManyEdges():
            own = [each for each in answer if isinstance(each, AnchoringResult | SpoutResult)]
            return edge_id_steps(SeenEdges(workload, own))
        case ManyDraws():
            return drawn_id_steps(workload, results_of(IdsResult, answer))
        case ConversationWorkload():
            return conversation_steps(workload, results_of(MultilangResult, answer))
    raise TypeError(f"{type(workload).__name__} has no steps")


def delivered_steps(workload: AckerWorkload, results: Sequence[AckerResult]) -> list[DeliveredStep]:
    """Return the steps of a workload for an acker, with a target's answers."""
    events = {event.index: event for event in Chronicle(workload, results).events}
    rows = enumerate(zip(reasons(workload.steps), workload.steps, results, strict=True))
    return [
        _delivered(workload, step, why, tuple(result.notifications), events.get(index))
        for index, (why, step, result) in rows
    ]


REPEATED = (", again and late", ", again", ", replayed")
"""How the reason for a message ends if it was sent before."""


def reasons(steps: Sequence[acker.Step]) -> list[str]:
    """Return why each step is there. A message of which no earlier one is left, since shrinking removed it, is not said
    to come again, and none is said to be replayed twice.
    """
    before: set[tuple[object, ...]] = set()
    found = []
    for step in steps:
        message = (step.op, step.root, step.edges, step.task)
        why, ends = step.about, list[str]()
        while end := next((each for each in REPEATED if why.endswith(each)), None):
            why, ends = why.removesuffix(end), [end, *ends]
        found.append(why + "".join(dict.fromkeys(ends)) if message in before else why)
        before.add(message)
    return found


def _delivered(
    workload: AckerWorkload,
    step: acker.Step,
    why: str,
    said: tuple[Notification, ...],
    event: Moment | TickMoment | None,
) -> DeliveredStep:
    is_message = isinstance(event, Moment)
    return DeliveredStep(
        op=step.op,
        root=step.root if is_message else None,
        task=step.task if step.op == "init" else None,
        sender=_sender(workload, step) if is_message else None,
        to=acker_of(step.root, workload.config.tasks) if is_message else step.acker,
        edges=names_of(workload, step.edges) if step.op in ("init", "ack") else None,
        why=why,
        said=said,
        expected=event.expected if isinstance(event, Moment) else (),
        record=_record(workload, event) if isinstance(event, Moment) else None,
        forgotten=tuple(life.root for life in event.expired) if isinstance(event, TickMoment) else None,
    )


def _sender(workload: AckerWorkload, step: acker.Step) -> str | None:
    if step.op == "init":
        return f"spout task {step.task}"
    holders = [workload.forest.tuples[place].name for place in sorted(step.tuples)]
    return f"bolt task of {holders[0]}" if holders else None  # a message that was made up has no sender


def _record(workload: AckerWorkload, moment: Moment) -> ShownRecord:
    life = moment.after
    return ShownRecord(
        open=names_of(workload, life.open_set),
        ack_val=life.ack_val,
        inits=life.inits,
        failed=life.failed,
        age=life.age,
    )


def names_of(workload: AckerWorkload, edges: Collection[int]) -> tuple[str, ...]:
    """Return the names of edges, in the order of their creation."""
    return tuple(workload.names[edge] for edge in sorted(edges))


def map_steps(workload: MapWorkload, results: Sequence[MapResult], marked: int | None = None) -> list[MapStep]:
    """Return the steps of a workload for a RotatingMap, with a target's answers."""
    expected = _expected(workload.run, MapResult)
    about = _keys_about(workload, results, expected, marked) if len(results) > LONG_HISTORY else None
    # One more operation gives the state after the last one.
    beyond = MapChronicle(evolve(workload, steps=(*workload.steps, Size())), [*results, MapResult()], about)
    steps = []
    for moment, after, right in zip(beyond.moments[:-1], beyond.moments[1:], expected, strict=True):
        operation = moment.operation
        steps.append(
            MapStep(
                op=operation.op,
                why=_about_map(moment, about),
                said=moment.result,
                expected=right,
                key=None if isinstance(operation, Size | Rotate) else operation.key,
                value=operation.value if isinstance(operation, Put) else None,
                entries=tuple(EntryThere(key, entry.value, entry.age) for key, entry in after.entries.items()),
                forgotten=tuple(moment.dying(workload.buckets)) if isinstance(operation, Rotate) else None,
            )
        )
    return steps


def _keys_about(
    workload: MapWorkload, results: Sequence[MapResult], expected: Sequence[MapResult | None], marked: int | None
) -> Collection[str]:
    """Return the keys that an operation is about: for a rotation, those that it wrongly expired or wrongly kept."""
    if marked is None:
        return ()
    operation, right = workload.steps[marked], expected[marked]
    if not isinstance(operation, Size | Rotate):
        return (operation.key,)
    took, due = results[marked].expired or (), (right.expired if right else None) or ()
    return _different([each.key for each in took], [each.key for each in due])


def _different(those: Collection[Name], others: Collection[Name]) -> Collection[Name]:
    """Return the names that occur in one of two collections more often than in the other, at most `MOST_ABOUT`."""
    left, right = Counter(those), Counter(others)
    return [each for each, _ in itertools.islice((left - right | right - left).items(), MOST_ABOUT)]


def _about_map(moment: MapMoment, about: Collection[str] | None) -> str:
    match moment.operation:
        case Size():
            return "entries are counted" if about is not None else f"there are {len(moment.entries)} entries"
        case Rotate():
            return "time passes"
        case Put(key, _) | Get(key) | Contains(key) | Remove(key) if about is not None and key not in about:
            return ABOUT_OTHERS
        case Put(key, _):
            return "the key is put anew" if key in moment.entries else "the key is not there yet"
        case Get(key) | Contains(key) | Remove(key):
            entry = moment.entries.get(key)
            return "the key is not there" if entry is None else f"the key was put {ago(entry.age, 'rotation')}"


def spout_steps(workload: SpoutWorkload, results: Sequence[SpoutResult], marked: int | None = None) -> list[SpoutStep]:
    """Return the steps of a workload for the tasks of an executor, with a target's answers. The edges of all its
    emissions are named by letters, in their order.
    """
    expected = _expected(workload.run, SpoutResult)
    about = _roots_about(workload, results, expected, marked) if len(results) > LONG_HISTORY else None
    beyond = SpoutChronicle(evolve(workload, steps=(*workload.steps, SpoutTick())), [*results, SpoutResult()], about)
    steps, named = [], 0
    for moment, after, right in zip(beyond.moments[:-1], beyond.moments[1:], expected, strict=True):
        operation = moment.operation
        edges: tuple[str, ...] | None = None
        if isinstance(operation, SpoutEmit):
            edges = tuple(letters(named + place) for place in range(len(operation.edges)))
            named += len(edges)
        steps.append(
            SpoutStep(
                op=operation.op,
                why=_about_spout(moment, workload, about),
                said=moment.result,
                expected=right,
                root=None if isinstance(operation, SpoutTick) else operation.root,
                message=operation.message if isinstance(operation, SpoutEmit) else None,
                sender=_spout_sender(moment),
                to=_spout_receiver(moment),
                edges=edges,
                waiting=tuple(
                    Waiting(root, each.emission.message or "", each.emission.task, each.age)
                    for root, each in after.pending.items()
                ),
                forgotten=tuple(each.emission.root for each in moment.expiring)
                if isinstance(operation, SpoutTick)
                else None,
            )
        )
    return steps


def _spout_sender(moment: SpoutMoment) -> str | None:
    match moment.operation:
        case SpoutEmit(task):
            return f"spout task {task}"
        case Notify():
            return "an acker"
    return None


def _spout_receiver(moment: SpoutMoment) -> int | None:
    match moment.operation:
        case SpoutEmit(_, _, _, edges):
            return len(edges)
        case Notify(_, _, task):
            return task
    return None


def _roots_about(
    workload: SpoutWorkload, results: Sequence[SpoutResult], expected: Sequence[SpoutResult | None], marked: int | None
) -> Collection[int]:
    """Return the roots that an operation is about: for a tick, those that it wrongly called back or wrongly did not."""
    if marked is None:
        return ()
    operation, right = workload.steps[marked], expected[marked]
    if not isinstance(operation, SpoutTick):
        return (operation.root,)
    did, due = (
        [each for each in effects if isinstance(each, Callback)]
        for effects in (results[marked].effects, right.effects if right else ())
    )
    calls = _different([(each.task, each.message) for each in did], [(each.task, each.message) for each in due])
    emits = [step for step in workload.steps[:marked] if isinstance(step, SpoutEmit)]
    return [each.root for each in emits if (each.task, each.message) in calls][-MOST_ABOUT:]


def _about_spout(moment: SpoutMoment, workload: SpoutWorkload, about: Collection[int] | None) -> str:
    if about is not None and isinstance(moment.operation, Notify) and moment.operation.root not in about:
        return ABOUT_OTHERS
    match moment.operation:
        case SpoutEmit(_, _, None, _):
            return "an emission without a message id"
        case SpoutEmit(_, _, _, edges) if workload.config.ackers and edges:
            return "an emission for ackers to track"
        case SpoutEmit(_, _, _, edges):
            return "an emission without receivers" if workload.config.ackers else "an emission without ackers"
        case Notify(_, root, _):
            return (
                "the spout waits for the emission"
                if root in moment.pending
                else "the spout no longer waits for the emission"
            )
    return "time passes"


def collector_steps(
    workload: AnchoringWorkload, results: Sequence[AnchoringResult], marked: int | None = None
) -> list[CollectorStep]:
    """Return the steps of a workload for collectors, with a target's answers."""
    about = _tuples_about(workload, marked) if len(results) > LONG_HISTORY else None
    seen = AnchoringChronicle(workload, results, about)
    expected = _expected(workload.run, AnchoringResult)
    places = {each.name: place for place, each in enumerate(workload.forest.tuples)}
    names_of_edges = workload.forest.edge_names()
    there: dict[str, None] = {}
    steps = []
    for moment, right in zip(seen.moments, expected, strict=True):
        operation = moment.operation
        match operation:
            case Receive(name, _):
                there[name] = None
            case Emit(names, _, _) if moment.result.refused is None:
                there |= dict.fromkeys(names)
            case AckTuple(name) | FailTuple(name):
                there.pop(name, None)
        steps.append(
            CollectorStep(
                op=operation.op,
                why=_about_collector(moment),
                said=moment.result,
                expected=right,
                sender=_holder(operation),
                tuples=operation.tuples if isinstance(operation, Emit) else (operation.tuple,),
                anchors=operation.anchors if isinstance(operation, Emit) else (),
                edges=_edges_of(workload.forest, names_of_edges, places, moment),
                open=tuple(there if about is None else [name for name in about if name in there]),
            )
        )
    return steps


def _holder(operation: AnchoringOperation) -> str:
    match operation:
        case Receive():
            return "the spout"
        case Emit(_, (), _):
            return "a bolt task"
        case Emit(_, (anchor, *_), _):
            return f"bolt task of {anchor}"
        case AckTuple(name) | FailTuple(name):
            return f"bolt task of {name}"
    raise TypeError(f"{type(operation).__name__} has no sender")


def _about_collector(moment: AnchoringMoment) -> str:
    if moment.misuse is not None:
        return moment.misuse
    match moment.operation:
        case Receive(name, _):
            return f"{name} arrives from the spout"
        case Emit(names, anchors, _):
            return f"{_all(names)} emitted, {f'anchored to {_both(anchors)}' if anchors else 'without anchors'}"
        case AckTuple(name):
            return f"{name} is acked"
        case FailTuple(name):
            return f"{name} is failed"


def _all(names: Sequence[str]) -> str:
    return f"{_both(names)} {'is' if len(names) == 1 else 'are'}"


def _both(names: Sequence[str]) -> str:
    return " and ".join(names)


def _tuples_about(workload: AnchoringWorkload, marked: int | None) -> Collection[str]:
    """Return the tuples that an operation is about, their anchors and the tuples anchored to them, at most
    `MOST_ABOUT`.
    """
    if marked is None:
        return ()
    own = uses(workload.steps[marked]) | makes(workload.steps[marked])
    emits = [step for step in workload.steps[: marked + 1] if isinstance(step, Emit)]
    near = [
        each
        for step in emits
        if not own.isdisjoint((*step.anchors, *step.tuples))
        for each in (*step.anchors, *step.tuples)
    ]
    return list(dict.fromkeys([*sorted(own), *near]))[:MOST_ABOUT]


def _edges_of(
    forest: Forest, names: Sequence[str], places: Mapping[str, int], moment: AnchoringMoment
) -> tuple[str, ...]:
    """Return the names of the edges of new tuples, or of the edges in an ack: a tuple's own, and its children's.

    A tuple of a misuse is in no forest, and its edges have no names.
    """
    match moment.operation:
        case Receive(name, _):
            receivers = [name]
        case Emit(made, _, _):
            receivers = list(made)
        case AckTuple(name) if name in places:
            children = [places[each] for each in moment.children.get(name, ()) if each in places]
            between = forest.edges_between(places[name], children)
            return tuple(names[edge] for edge in sorted({*forest.tuples[places[name]].edges} | between))
        case _:
            receivers = []
    return tuple(names[edge] for each in receivers if each in places for edge in forest.tuples[places[each]].edges)


def topology_steps(workload: TopologyWorkload, results: Sequence[TopologyResult]) -> list[TopologyStep]:
    """Return the operations on a topology as steps, with the happenings that a target reported for each."""
    seen = TopologyChronicle(workload, results)
    open_trees = _open_trees(seen)
    rows = zip(workload.steps, results, open_trees, strict=True)
    return [
        TopologyStep(
            op=operation.op,
            why=event_words(operation, seen.executors),
            said=tuple(result.happenings),
            sender=operation.sender if isinstance(operation, Deliver | Lose | Double) else None,
            to=_done_to(operation),
            open=trees,
        )
        for operation, result, trees in rows
    ]


def _done_to(operation: TopologyOperation) -> str | None:
    match operation:
        case Deliver(_, receiver) | Lose(_, receiver) | Double(_, receiver):
            return receiver
        case NextTuple(spout):
            return spout
    return getattr(operation, "task", None)


def _open_trees(seen: TopologyChronicle) -> list[tuple[OpenTree, ...] | None]:
    """Return the trees that are not done after each operation; None if the reported happenings contradict each
    other.
    """
    try:
        history = seen.history
    except TargetBroke:
        return [None for _ in seen.results]
    counts = itertools.accumulate(len(result.happenings) for result in seen.results)
    return [tuple(_open_at(history, count - 1)) for count in counts]


def _open_at(history: History, place: int) -> list[OpenTree]:
    found = []
    for tree in history.trees.values():
        if tree.place > place:
            continue
        members = [each for each in history.tuples.values() if tree.name in each.trees and each.place <= place]
        left = [each.name for each in members if not history.processed(each.name, place)]
        if left:
            found.append(OpenTree(tree.name, tuple(left)))
    return found


def lot_steps(seen: Trials) -> list[LotStep]:
    """Return the lots of trees, and the number of trees in each that were completed early."""
    early = seen.tally()
    return [
        LotStep(
            op="lot",
            why=lot.bits,
            trees=lot.trees,
            tuples=lot.tuples,
            said=early[lot],
            expected=(accepted(lot)[0], accepted(lot)[-1]),
        )
        for lot in seen.workload.lots
    ]


def edge_id_steps(seen: SeenEdges) -> list[EdgeIdStep]:
    """Return the edge ids that a target drew, as bits."""
    every_bit = (1 << ids.BITS) - 1
    return [
        EdgeIdStep(op="edge-id", why=f"operation {index + 1}", said=f"{edge & every_bit:064b}")
        for index, edge in seen.edges()
    ]


SHOWN_OF_EACH = 8
"""The number of ids of each executor that become steps. The results have all ids."""


def drawn_id_steps(workload: ManyDraws, results: Sequence[IdsResult]) -> list[DrawnIdStep]:
    """Return the first ids of each executor, in hexadecimal."""
    return [
        DrawnIdStep(op="id", why=f"id {place} of executor {executor}", executor=executor, said=f"{each:016x}")
        for executor, stream in sorted(streams_of(workload.steps, results).items())
        for place, each in enumerate(stream[:SHOWN_OF_EACH], 1)
    ]


def conversation_steps(workload: ConversationWorkload, results: Sequence[MultilangResult]) -> list[ConversationStep]:
    """Return the steps of a conversation with a bolt, with its lines."""
    held: dict[str, None] = {}
    steps = []
    for step, result in zip(workload.steps, results, strict=True):
        if isinstance(step, Give):
            held[step.id] = None
        for line in result.said:
            if isinstance(line, AckLine | FailLine):
                held.pop(line.id, None)
        steps.append(ConversationStep(op=step.op, why=_about_conversation(step), said=result, held=tuple(held)))
    return steps


def _about_conversation(step: MultilangOperation) -> str:
    match step:
        case Launch():
            return "the process is started, and gets the handshake"
        case Give():
            if step.is_tick:
                return "the system tells that time has passed"
            return "an input, of which the code of the bolt makes this"
        case Heartbeat():
            return "is it alive"
        case HangUp():
            return "the worker is gone, and with it the input of the bolt"
    return "ShellBolt reads what the bolt says, and gives it task ids"


def roots_in(steps: Sequence[acker.Step | AnchoringOperation]) -> set[int]:
    """Return the roots that some operations name."""
    named: set[int] = set()
    for step in steps:
        if isinstance(step, acker.Step) and step.op not in ("tick", "restart"):
            named.add(step.root)
        if isinstance(step, Receive):
            named |= step.message_id.keys()
    return named


def trees_of(forest: Forest, shown: Collection[int], roots: Collection[int] | None = None) -> list[ShownTree]:
    """Return every emission with those of its tuples that are in `shown`, and last the tuples of no emission.

    An emission to nobody has no tuples; it is left out if its root is not among those in the rows (`roots`). Another
    emission without shown tuples is left out.
    """
    names = forest.edge_names()

    def tuples(places: Sequence[int]) -> tuple[TupleOfTree, ...]:
        return tuple(
            TupleOfTree(
                name=forest.tuples[place].name,
                fate=forest.tuples[place].fate.value,
                anchors=tuple(forest.tuples[anchor].name for anchor in forest.tuples[place].anchors),
                edges=tuple(names[edge] for edge in forest.tuples[place].edges),
            )
            for place in places
        )

    below = _below(forest)
    trees = [
        ShownTree(
            root=emission.root,
            task=emission.task,
            tuples=tuples([place for place in sorted(shown) if number in below[place]]),
        )
        for number, emission in enumerate(forest.emissions)
    ]
    kept = [
        tree
        for tree, emission in zip(trees, forest.emissions, strict=True)
        if tree.tuples or (not emission.copies and (roots is None or emission.root in roots))
    ]
    loose = [place for place in sorted(shown) if not below[place]]
    return [*kept, ShownTree(root=None, task=None, tuples=tuples(loose))] if loose else kept


def _below(forest: Forest) -> list[set[int]]:
    """Return the numbers of the emissions that each tuple descends from."""
    below: list[set[int]] = []
    for each in forest.tuples:
        own = {each.emission} if each.emission is not None else set()
        below.append(own.union(*(below[anchor] for anchor in each.anchors)))
    return below


def _expected(run: Run, kind: type[Given]) -> Sequence[Given | None]:
    """Return the reference's answers to a run, operation by operation; None for each if it refuses."""
    try:
        return results_of(kind, answers_of_the_reference(run))
    except Refused:
        return [None for _ in run.operations]
