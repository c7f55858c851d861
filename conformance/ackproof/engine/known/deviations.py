"""Deviations: violations that are known and explained, so that a run can tell them from new ones.

A list is a TOML file for one target. Each entry names a rule and the variant of the reference that behaves as the
target does; see `ackproof.targets.variants` for what counts as explained. Or it names a witness, of a bug that no
variant has: see `ackproof.engine.known.known_witnesses`. An entry that explains nothing any more is stale, and one that
cannot apply (another version, a skipped rule) is unmatched. Both are reported, so that a list stays up to date.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import starmap
from pathlib import Path

from attrs import evolve, field, frozen

from ackproof.components import ANCHORING, IDS, TOPOLOGY, Operation, Result, results_of
from ackproof.components.acker import AckerResult
from ackproof.components.anchoring import AnchoringResult, Receive
from ackproof.components.ids import Draw, IdsResult
from ackproof.components.multilang import MultilangResult
from ackproof.components.rotating_map import MapResult
from ackproof.components.spout import SpoutEmit, SpoutResult, SpoutTick
from ackproof.components.topology import TopologyResult
from ackproof.engine.known import known_witnesses
from ackproof.errors import UsageError
from ackproof.oracle.generators import streams_of
from ackproof.rules.edge_ids import EdgeMatching, in_given_ids, with_fresh_edges
from ackproof.specification import all_rules
from ackproof.target import Run, Target
from ackproof.targets import variants
from ackproof.targets.parts_in_topology import PartsInTopology
from ackproof.targets.reference import ReferenceTarget
from ackproof.targets.variants import Variant
from ackproof.verdict import RecordedDeviation
from ackproof.wire.deviations import WrittenDeviations, read_deviations, write_deviations
from ackproof.witness import Witness


@frozen(kw_only=True)
class Deviation:
    """An entry of a list. `profile` None means every profile; `versions` are those of the target that have it.

    It is explained by a variant, or by a witness: the name of its file in the list, its SHA-256, and its content, if it
    was read.
    """

    rule: str
    variant: tuple[Variant, ...] = ()
    witness: str | None = None
    sha256: str | None = None
    recorded: Witness | None = field(default=None, eq=False, repr=False)
    reason: str
    link: str
    versions: tuple[str, ...] = ()
    profile: str | None = None

    @property
    def entry(self) -> RecordedDeviation:
        """The entry as it is written in a list."""
        return RecordedDeviation(
            rule=self.rule,
            variant=variants.joined(self.variant) if self.witness is None else None,
            witness=self.witness,
            sha256=self.sha256,
            reason=self.reason,
            link=self.link,
            versions=self.versions,
            profile=self.profile,
        )

    def is_shown_by(self, run: Run, results: Sequence[Result]) -> bool:
        """Whether a run with these results is the recorded one."""
        return self.recorded is not None and known_witnesses.is_the_same(self.recorded, run, results)

    def explains(self, run: Run, results: Sequence[Result]) -> bool:
        """Whether the variant gives exactly these results to all operations of the run."""
        return agrees(self.variant, run, results)

    @classmethod
    def of(cls, entry: RecordedDeviation, recorded: Witness | None = None) -> "Deviation":
        """Return an entry with what explains it; raise ValueError for an unknown rule or variant."""
        if entry.rule not in all_rules():
            raise ValueError(f"there is no rule {entry.rule}")
        return cls(
            rule=entry.rule,
            variant=variants.parse(entry.variant) if entry.variant is not None else (),
            witness=entry.witness,
            sha256=entry.sha256,
            recorded=recorded,
            reason=entry.reason,
            link=entry.link,
            versions=entry.versions,
            profile=entry.profile,
        )


def _with_witness(entry: RecordedDeviation, folder: Path) -> Deviation:
    """Return an entry of a list in a folder, with its witness read, if it has one.

    Raise ValueError for an unknown rule or variant, and `UsageError` if the witness cannot be read.
    """
    if entry.witness is None:
        return Deviation.of(entry)
    return Deviation.of(entry, known_witnesses.read(folder / entry.witness, entry.sha256 or "", entry.rule))


@frozen
class DeviationList:
    """The deviations of one target."""

    target: str
    entries: tuple[Deviation, ...] = field(default=())

    def of(self, rule: str, profile: str | None, version: str) -> tuple[Deviation, ...]:
        """Return the entries that may explain violations of a rule under a profile, by a version of the target."""
        return tuple(entry for entry in self.entries if version in entry.versions and is_about(entry, rule, profile))


def is_about(entry: Deviation, rule: str, profile: str | None) -> bool:
    """Whether an entry is about a rule under a profile."""
    return entry.rule == rule and entry.profile in (None, profile)


def read(path: Path) -> DeviationList:
    """Return the list in a file; raise `UsageError` with the place if it is invalid."""
    listed = read_deviations(path)
    try:
        return DeviationList(listed.target, tuple(_with_witness(each, path.parent) for each in listed.entries))
    except ValueError as error:
        raise UsageError(f"{path} is not a list of deviations: {error}") from error


def write(path: Path, listed: DeviationList) -> None:
    """Write a list. Raise OSError if it cannot be written."""
    write_deviations(path, WrittenDeviations(listed.target, [each.entry for each in listed.entries]))


def agrees(differences: tuple[Variant, ...], run: Run, results: Sequence[Result]) -> bool:
    """Whether the reference with these differences gives the same results as a target: see `does_the_same`."""
    if not any(variant.shows_in(run.component, None) for variant in differences):
        return False  # without differences it would be the reference, which does not break the rule
    if run.component == IDS.name:
        return draw_the_same(differences, run, results)
    alone = ReferenceTarget("variant", differences)
    target: Target = PartsInTopology(make_target=lambda: alone) if run.component == TOPOLOGY.name else alone
    return does_the_same(target, run, results)


def draw_the_same(differences: tuple[Variant, ...], run: Run, results: Sequence[Result]) -> bool:
    """Whether the generator of a variant draws all ids that each executor drew, from some state on.

    The first state of an executor cannot be predicted, so it is computed from its first ids.
    """
    draws = [operation for operation in run.operations if isinstance(operation, Draw)]
    streams = streams_of(draws, results_of(IdsResult, results)).values()
    generators = [variant.ids for variant in differences if variant.ids is not None]
    return any(
        all(explained := [each.explains(stream) for stream in streams if len(stream) > each.needs]) and explained
        for each in generators
    )


def does_the_same(target: Target, run: Run, results: Sequence[Result]) -> bool:
    """Whether a target that uses given edge ids gives the same results as another target, operation by operation.

    Edge ids that the other target drew are matched with those that this one was given.
    """

    def does_so_too(operations: Sequence[Operation]) -> bool:
        ours = target.open(run.component, run.config).apply(operations)
        edges = EdgeMatching()
        return all(starmap(partial(_alike, edges), zip(operations, results, ours, strict=True)))

    # A target that draws its own edge ids need not have the dependencies of the given ones.
    return does_so_too(run.operations) or (
        run.component == ANCHORING.name and does_so_too(with_fresh_edges(run.operations))
    )


def _alike(  # noqa: PLR0911 - one for each component
    edges: EdgeMatching, operation: Operation, theirs: Result, ours: Result
) -> bool:
    """Whether two results are the same in all fields that the target claims."""
    match theirs, ours:
        case AckerResult(), AckerResult():
            return (
                theirs.notifications == ours.notifications
                and theirs.acked in (None, ours.acked)
                and theirs.pending in (None, ours.pending)
            )
        case SpoutResult(), SpoutResult():
            return _alike_spout(operation, theirs, ours)
        case MapResult(), MapResult():
            return evolve(theirs, expired=None) == evolve(ours, expired=None) and _expired(theirs) == _expired(ours)
        case AnchoringResult(), AnchoringResult():
            if isinstance(operation, Receive) and not all(
                edges.add(edge, edge) for edge in operation.message_id.values()
            ):
                return False  # these edges were given, so no target draws others
            return edges.matches(theirs, ours)
        case TopologyResult(), TopologyResult():
            return (
                theirs.happenings == ours.happenings
                and theirs.records in (None, ours.records)
                and theirs.waiting in (None, ours.waiting)
            )
        case (IdsResult(), IdsResult()) | (MultilangResult(), MultilangResult()):
            return theirs == ours
    return False


def _expired(result: MapResult) -> Counter[tuple[str, str | None]] | None:
    """Return the entries that expired, without their order."""
    return None if result.expired is None else Counter((each.key, each.value) for each in result.expired)


def _alike_spout(operation: Operation, theirs: SpoutResult, ours: SpoutResult) -> bool:
    if isinstance(operation, SpoutEmit):
        theirs = in_given_ids(operation, theirs)
    # The entries that expire at one tick have no order.
    order = (lambda effects: sorted(effects, key=repr)) if isinstance(operation, SpoutTick) else list
    return order(theirs.effects) == order(ours.effects) and theirs.pending in (None, ours.pending)


def explaining(found: Sequence[tuple[Run, Sequence[Result]]], profile: str | None) -> list[tuple[Variant, ...]]:
    """Return the variants with which the reference gives all the answers that were found, those with the fewest
    differences first. All of them are of one component, since they break one rule.
    """
    return [
        differences
        for differences in variants.all_combinations(found[0][0].component, profile)
        if all(agrees(differences, run, results) for run, results in found)
    ]
