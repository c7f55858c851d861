"""The differential rules: a target agrees with the reference, operation by operation. There is one for each component.

They find every difference and explain none. So they are not counted when the suite measures what each rule proves.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar, cast

from attrs import evolve, frozen

from ackproof.components import Operation, Result
from ackproof.components.acker import AckerResult
from ackproof.components.anchoring import AnchoringResult
from ackproof.components.happenings import Happening, Sending
from ackproof.components.ids import IdsResult
from ackproof.components.multilang import MultilangResult, RemarkLine, SyncLine
from ackproof.components.rotating_map import MapResult
from ackproof.components.spout import SpoutEmit, SpoutResult
from ackproof.components.topology import TopologyResult
from ackproof.oracle.ledgers import AnchoringChronicle
from ackproof.oracle.lives import Chronicle
from ackproof.rules.edge_ids import in_given_ids
from ackproof.rules.effects import effects_beside, miscounted, unordered
from ackproof.rules.registry import Premise, Premises, Violation, rule
from ackproof.target import Run
from ackproof.targets.readings import READINGS, answers_by
from ackproof.targets.references import reference_of
from ackproof.text.wording import a, anchoring_words, effect_words, map_words, notification_words
from ackproof.workloads.acker import AckerWorkload, Mix, grow_acker_workload
from ackproof.workloads.anchoring import AnchoringMix, AnchoringWorkload, grow_anchoring_workload
from ackproof.workloads.rotating_map import MapMix, MapWorkload, grow_map_workload
from ackproof.workloads.spout import SpoutMix, SpoutWorkload, grow_spout_workload
from ackproof.workloads.workload import Workload

COMPARED = Premise("an operation is compared")


Fed = TypeVar("Fed", bound=Workload)
Given = TypeVar("Given", bound=Result)


@frozen
class ReferenceComparison(Generic[Fed, Given]):
    """A workload, a target's results, and those of the reference."""

    workload: Fed
    results: Sequence[Given]
    reference: Sequence[Given]


def beside_the_reference(workload: Fed, results: Sequence[Given]) -> ReferenceComparison[Fed, Given]:
    """Run a workload on the reference too, and return both results."""
    return ReferenceComparison(workload, results, cast("Sequence[Given]", answers_of_the_reference(workload.run)))


def answers_of_the_reference(run: Run) -> Sequence[Result]:
    """Return the results of the reference for a run."""
    return reference_of(run.component).open(run.component, run.config).apply(run.operations)


def comparable(result: Result) -> object:  # noqa: PLR0911 - one for each component
    """Return the part of a result in which all correct targets agree.

    Entries expire in any order, and a rotation that takes nothing need not say so. Refusals may have
    any text, and of drawn ids only the number is determined. A bolt may answer heartbeats at any time.
    """
    match result:
        case AckerResult(notifications, _, _):
            return notifications
        case MapResult(found, value, size, expired):
            return found, value, size, Counter((each.key, each.value) for each in expired or ())
        case TopologyResult(happenings, _, _):
            return Counter((type(each), each.task, _receiver(each)) for each in happenings)
        case AnchoringResult(message_ids, messages, refused):
            return message_ids, Counter(messages), refused is not None
        case SpoutResult(effects):
            return unordered(effects)
        case IdsResult(drawn):
            return len(drawn)
        case MultilangResult(said=lines, ended=ended):
            return [line for line in lines if not isinstance(line, SyncLine | RemarkLine)], ended
    return result


def _receiver(happening: Happening) -> str | None:
    """Return the task to which a message was sent, or None if nothing was sent."""
    return happening.to if isinstance(happening, Sending) else None


@frozen
class Wording(Generic[Given]):
    """The words in which the rules about a component describe what it did, and what it should have done."""

    subject: Callable[[Operation], str]
    did: str
    should: str
    answer: Callable[[Given], str]

    def difference(self, operation: Operation, theirs: Given, ours: Given) -> str:
        """Describe what a target did at an operation, and what it should have done."""
        return (
            f"{self.subject(operation)} {self.did} {self.answer(theirs)}; "
            f"it should {self.should} {self.answer(ours)}, as the reference does"
        )


def _of(operation: Operation, *names: str) -> str:
    """Describe the subject of an operation, if it has a field with one of these names."""
    about = next((getattr(operation, name) for name in names if hasattr(operation, name)), None)
    return "" if about is None else f" of {about if isinstance(about, str) else ', '.join(about)}"


def _message(operation: Operation) -> str:
    root = f" of root {operation.root}" if hasattr(operation, "root") else ""
    return f"at {a(operation.op)}{root} the acker"


def _acker_words(result: AckerResult) -> str:
    return notification_words(result.notifications)


def _spout_words(result: SpoutResult) -> str:
    return effect_words(result.effects)


MAP = Wording(lambda operation: f"{operation.op}{_of(operation, 'key')}", "answered", "have answered", map_words)
ACKER = Wording(_message, "said", "have said", _acker_words)
COLLECTOR = Wording(
    lambda operation: f"the {operation.op}{_of(operation, 'tuple', 'tuples')}", "gave", "have given", anchoring_words
)


class SpoutWording(Wording[SpoutResult]):
    """The words of the other rules about spouts: callbacks are called back."""

    def difference(self, operation: Operation, theirs: SpoutResult, ours: SpoutResult) -> str:
        """Describe what a spout did at an operation, and what it should have done."""
        return f"{self.subject(operation)} {effects_beside(theirs.effects, ours.effects)}, as the reference does"


SPOUT = SpoutWording(lambda operation: f"at the {operation.op} the spout", "did", "have done", _spout_words)


def _agrees(
    seen: ReferenceComparison[Fed, Given], wording: Wording[Given], premise: Premises, until: int | None = None
) -> None:
    operations = seen.workload.run.operations
    for index, (theirs, ours) in enumerate(zip(seen.results[:until], seen.reference[:until], strict=True)):
        premise(COMPARED)
        if comparable(theirs) != comparable(ours):
            raise Violation(wording.difference(operations[index], theirs, ours), index)


@rule(
    "RM-11",
    grow=partial(grow_map_workload, mix=MapMix()),
    observe=beside_the_reference,
    premises=[COMPARED],
)
def the_map_agrees_with_the_reference(seen: ReferenceComparison[MapWorkload, MapResult], premise: Premises) -> None:
    """All results are compared, operation by operation."""
    _agrees(seen, MAP, premise)


@rule(
    "ACK-27",
    grow=partial(
        grow_acker_workload, mix=Mix(disturbances=3, ticks=4, resets=2, replays=15, many_inits=10, several=30)
    ),
    observe=beside_the_reference,
    premises=[COMPARED],
)
def the_acker_agrees_with_the_reference(
    seen: ReferenceComparison[AckerWorkload, AckerResult], premise: Premises
) -> None:
    """The effect of a second init in one life is only a SHOULD (ACK-11). So what is said about its root may be what the
    reference would say if repeated inits lacked their value, their task, their time, or some of these, in all lives of
    that root.
    """
    repeated = any(moment.after.inits > 1 for moment in Chronicle(seen.workload, seen.reference).moments)
    others = [answers_by(reading, seen.workload.run) for reading in READINGS[1:]] if repeated else []
    left: dict[int | None, Sequence[Sequence[AckerResult]]] = {}
    for index, (operation, theirs) in enumerate(zip(seen.workload.operations, seen.results, strict=True)):
        premise(COMPARED)
        root = getattr(operation, "root", None)
        before = left.get(root, (seen.reference, *others))
        left[root] = [each for each in before if comparable(each[index]) == comparable(theirs)]
        if not left[root]:
            words = ACKER.difference(operation, theirs, before[0][index])
            as_before = "" if before[0] is seen.reference else ", if it reads repeated inits as the acker did before"
            raise Violation(f"{words}{as_before}", index)


@rule(
    "ANC-12",
    grow=partial(grow_anchoring_workload, mix=AnchoringMix(misuse=15, colliding=20, renewed=45, large=10)),
    observe=beside_the_reference,
    premises=[COMPARED],
)
def anchoring_agrees_with_the_reference(
    seen: ReferenceComparison[AnchoringWorkload, AnchoringResult], premise: Premises
) -> None:
    """Operations with the given edge ids are compared up to the first misuse, whose effect is only a SHOULD."""
    moments = AnchoringChronicle(seen.workload, seen.reference).moments
    _agrees(seen, COLLECTOR, premise, next((moment.index for moment in moments if moment.misuse), None))


@rule(
    "SPT-16",
    grow=partial(grow_spout_workload, mix=SpoutMix(no_receivers=0, to_nobody=12)),
    observe=beside_the_reference,
    premises=[COMPARED],
)
def the_spout_agrees_with_the_reference(
    seen: ReferenceComparison[SpoutWorkload, SpoutResult], premise: Premises
) -> None:
    """Operations are compared, except emissions without receivers that ackers would track: SPT-10 allows two
    behaviours, and the reference has one of them. A target may draw edge ids of its own. If effects are equal, so are
    the numbers of pending emissions, where the target says how many.
    """
    renamed = [
        in_given_ids(operation, result) if isinstance(operation, SpoutEmit) else result
        for operation, result in zip(seen.workload.steps, seen.results, strict=True)
    ]
    _agrees(evolve(seen, results=renamed), SPOUT, premise)
    for index, (theirs, ours) in enumerate(zip(seen.results, seen.reference, strict=True)):
        if theirs.pending is not None and ours.pending is not None and theirs.pending != ours.pending:
            words = miscounted(seen.workload.steps[index], theirs.pending, ours.pending)
            raise Violation(f"{words}, as the reference does", index)
