"""The workload of a witness, so that the check of its rule can judge the answers of any target to it.

A witness has the operations of a workload, and not the truth from which they were made. Most checks need no more than
the operations. For an acker the names of edges are in the steps of the witness; without them each bit of a value counts
as an edge, which gives the same ack vals. Whether that is enough shows in the recorded answers: the check has to find
them wrong.
"""

import itertools
import re
from collections.abc import Mapping

from attrs import field, frozen

from ackproof.components.acker import Ack, AckerOperation, Fail, Init, ResetTimeout, Restart, Tick
from ackproof.components.anchoring import AnchoringOperation
from ackproof.components.ids import Draw
from ackproof.components.multilang import MultilangOperation
from ackproof.components.rotating_map import MapOperation
from ackproof.components.spout import SpoutOperation
from ackproof.components.topology import TopologyOperation
from ackproof.errors import SuiteError
from ackproof.specification import all_rules
from ackproof.target import Run
from ackproof.witness import DeliveredStep, LotStep, Witness
from ackproof.workloads import ids
from ackproof.workloads.acker import NO_EDGES, AckerWorkload, Step
from ackproof.workloads.anchoring import AnchoringWorkload
from ackproof.workloads.executors import ManyDraws
from ackproof.workloads.multilang import ConversationWorkload
from ackproof.workloads.rotating_map import BUCKETS, MapWorkload
from ackproof.workloads.spout import SpoutWorkload
from ackproof.workloads.statistics import Lot, ManyEdges, ManyTrees, TrialTree
from ackproof.workloads.topologies.workload import TopologyWorkload
from ackproof.workloads.trees import EdgeSet, Forest
from ackproof.workloads.worked_examples import EXAMPLES, worked_example
from ackproof.workloads.workload import Workload

WORKED_EXAMPLES = "ACK-32"
"""The rule whose answers are written out, and do not follow from the messages."""

NO_FOREST = Forest((), (), 0)


@frozen(slots=False, kw_only=True)
class RecordedDeliveries(AckerWorkload):
    """The messages of a witness. `sent` has the value that was sent for some edges: the ids of single edges are not
    recorded.
    """

    sent: Mapping[EdgeSet, int] = field(repr=False)

    def value_of(self, edges: EdgeSet) -> int:
        """Return the value that was sent for some edges."""
        return self.sent[edges]


def workload_of(witness: Witness) -> Workload | None:
    """Return the workload of a witness, or None if its operations and steps do not have what the check of its
    rule needs.
    """
    run, rule = witness.run, all_rules().get(witness.rule)
    if rule is None:
        return None
    is_statistical = rule.checked == "statistical"
    if run.component == "acker":
        return _of_acker(witness, is_statistical=is_statistical)
    if run.component in ("anchoring", "spout") and is_statistical:
        steps = tuple(each for each in run.operations if isinstance(each, AnchoringOperation | SpoutOperation))
        return ManyEdges(run.component, run.config, steps)
    return _of_operations(run)


def _of_operations(run: Run) -> Workload:
    """Return the workload of a component whose operations say everything."""
    config, operations = run.config, run.operations
    match run.component:
        case "rotating-map":
            buckets = BUCKETS[config.profile] if config.buckets is None else config.buckets
            puts = tuple(each for each in operations if isinstance(each, MapOperation))
            return MapWorkload(config=config, steps=puts, buckets=buckets)
        case "anchoring":
            tuples = tuple(each for each in operations if isinstance(each, AnchoringOperation))
            return AnchoringWorkload(config=config, steps=tuples, forest=NO_FOREST, values=())
        case "spout":
            return SpoutWorkload(config, tuple(each for each in operations if isinstance(each, SpoutOperation)))
        case "topology":
            return TopologyWorkload(config, tuple(each for each in operations if isinstance(each, TopologyOperation)))
        case "ids":
            return ManyDraws(config, tuple(each for each in operations if isinstance(each, Draw)))
        case "multilang":
            own = tuple(each for each in operations if isinstance(each, MultilangOperation))
            return ConversationWorkload(config, own)
    raise SuiteError(f"there is no workload of {run.component}")


def _of_acker(witness: Witness, *, is_statistical: bool) -> Workload | None:
    run = witness.run
    if is_statistical:
        return _of_lots(witness)
    if witness.rule == WORKED_EXAMPLES:
        every = itertools.product(EXAMPLES, range(ids.SCHEMES))
        examples = (worked_example(title, run.config.profile, scheme) for title, scheme in every)
        return next((each for each in examples if each.operations == run.operations), None)
    operations = [each for each in run.operations if isinstance(each, AckerOperation | Restart)]
    named = _edges_by_name(witness)
    names = tuple(_names_of_edges(witness)) if named else tuple(f"bit {bit}" for bit in range(ids.BITS))
    edges = named or [_bits(each.value) if isinstance(each, Init | Ack) else NO_EDGES for each in operations]
    sent = {own: each.value for own, each in zip(edges, operations, strict=True) if isinstance(each, Init | Ack)}
    return RecordedDeliveries(
        config=run.config,
        forest=NO_FOREST,
        values=(),
        names=names,
        steps=tuple(_step(each, own) for each, own in zip(operations, edges, strict=True)),
        sent={NO_EDGES: 0, **sent},
    )


def _step(operation: AckerOperation | Restart, edges: EdgeSet) -> Step:
    match operation:
        case Init(root, _, task):
            return Step(op="init", root=root, edges=edges, task=task)
        case Ack(root, _):
            return Step(op="ack", root=root, edges=edges)
        case Fail(root) | ResetTimeout(root):
            return Step(op=operation.op, root=root)
        case Tick(task):
            return Step(op="tick", acker=task)
    return Step(op=operation.op)


def _bits(value: int) -> EdgeSet:
    return frozenset(bit for bit in range(ids.BITS) if value >> bit & 1)


def _names_of_edges(witness: Witness) -> list[str]:
    delivered = [step for step in witness.steps if isinstance(step, DeliveredStep)]
    return list(dict.fromkeys(name for step in delivered for name in step.edges or ()))


def _edges_by_name(witness: Witness) -> list[EdgeSet] | None:
    """Return the edges of each message by their recorded names; None if there are none, or if they contradict the
    values.
    """
    steps = [step for step in witness.steps if isinstance(step, DeliveredStep)]
    if len(steps) != len(witness.run.operations):
        return None
    symbols = {name: symbol for symbol, name in enumerate(_names_of_edges(witness))}
    found = [frozenset(symbols[name] for name in step.edges or ()) for step in steps]
    values = {NO_EDGES: 0}
    for own, operation in zip(found, witness.run.operations, strict=True):
        if isinstance(operation, Init | Ack) and values.setdefault(own, operation.value) != operation.value:
            return None
    return found


def _of_lots(witness: Witness) -> ManyTrees | None:
    """Return the trees of a statistical rule, lot by lot; None if the steps are not the lots of the operations."""
    messages = [each for each in witness.run.operations if isinstance(each, Init | Ack)]
    trees, place = [], 0
    for step in witness.steps:
        bits = re.fullmatch(r"bits (\d{1,2}) to (\d{1,2})", step.why)
        if bits is None or not isinstance(step, LotStep):
            return None
        low, high = map(int, bits.groups())
        if not low <= high < ids.BITS:
            return None
        lot = Lot(1 + high - low, low, step.trees, step.tuples)
        for _ in range(lot.trees):
            own = messages[place : place + 1 + lot.tuples]
            place += 1 + lot.tuples
            if not own or len(own) != 1 + lot.tuples:
                return None
            trees.append(TrialTree(own[0].root, lot, tuple(own)))
    return ManyTrees(witness.run.config, tuple(trees)) if place == len(witness.run.operations) else None
