"""Causes: which broken rules seem to have one cause, and which violation to read first.

A mutant is a known mistake, and names the rules that are about it. A mutant that gives the target's answers to the
witnesses of several rules explains them all by one mistake. Violations that no mutant explains are grouped if their
wrong answers differ from the reference in the same way, such as by one ack too many.

Neither proves anything. It decides which story a person reads first; a certificate and its witnesses are the same
without it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from acking.errors import IllegalUse
from attrs import evolve, frozen

from ackproof.components import Operation, Result
from ackproof.components.acker import AckerResult
from ackproof.components.anchoring import AnchoringResult
from ackproof.components.ids import IdsResult
from ackproof.components.multilang import MultilangResult
from ackproof.components.rotating_map import MapResult
from ackproof.components.spout import Callback, SpoutEmit, SpoutResult
from ackproof.components.topology import TopologyResult
from ackproof.engine.known.deviations import does_the_same
from ackproof.errors import Refused, SuiteError
from ackproof.mutants import Mutant, all_mutants
from ackproof.rules.differential import answers_of_the_reference, comparable
from ackproof.rules.edge_ids import in_given_ids
from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules
from ackproof.target import Run
from ackproof.text.truncate import LONG
from ackproof.verdict import Outcome, Verdict
from ackproof.wire.certificates import WrittenTarget, WrittenVerdict
from ackproof.witness import Witness

LONG_RUN = 500
"""Operations. A longer witness is replayed only on mutants that explain others, because it takes long."""
KINDS = ("property", "statistical", "differential")
"""Kinds of rule, from the most to the least informative about a mistake."""


@frozen
class ViolationGroup:
    """Violations that one mistake may explain: `first` is the one to read, `others` probably have the same cause. `why`
    says in a sentence what they have in common, or is empty.
    """

    first: Verdict
    others: tuple[Verdict, ...] = ()
    why: str = ""


def causes(broken: Sequence[Verdict]) -> list[ViolationGroup]:
    """Return the violations of one target by their causes, those of MUST rules first. Each has a witness.

    The mutant that explains most of them is one cause, the one that explains most of the rest the next. A differential
    rule that would be the only one in its group joins the first cause in its component, since it compares everything.
    """
    seen = {_key(verdict): _Seen.in_witness(_witness(verdict)) for verdict in broken}
    short = [verdict for verdict in broken if len(seen[_key(verdict)].run.operations) <= LONG_RUN]
    explained = {
        name: [verdict for verdict in short if seen[_key(verdict)].is_done_by(mutant)]
        for name, mutant in all_mutants().items()
    }
    found, rest = [], list(broken)
    while equal := _best(
        {name: [each for each in own if each in rest] for name, own in explained.items()}, {each.rule for each in rest}
    ):
        mutant = equal[0]
        own = [each for each in rest if each in explained[mutant.name] or seen[_key(each)].is_done_by(mutant)]
        found.append(_cause(own, _same_answers(mutant, len(equal)), mutant.kills))
        rest = [each for each in rest if each not in own]
    unexplained = []
    differences = {_key(verdict): seen[_key(verdict)].difference() or verdict.rule for verdict in rest}
    for difference in dict.fromkeys(differences.values()):
        own = [each for each in rest if differences[_key(each)] == difference]
        unexplained.append(_cause(own, f"in all of their witnesses the answer has {difference}"))
    unexplained.sort(key=lambda cause: _plainness(cause.first))
    return _with_differential(sorted([*found, *unexplained], key=lambda cause: cause.first.level != "MUST"))


def causes_of_written(target: WrittenTarget) -> list[tuple[WrittenVerdict, Sequence[WrittenVerdict], str]]:
    """Return the causes for a target in a certificate: the violation to read, the others of its cause, and why."""
    written = target.by_key()
    found = causes([_verdict(each) for each in target.of(Outcome.FAIL) if each.witness is not None])
    grouped = [(written[_key(each.first)], [written[_key(other)] for other in each.others], each.why) for each in found]
    return [*grouped, *((each, (), "") for each in target.of(Outcome.FAIL) if each.witness is None)]


def _verdict(written: WrittenVerdict) -> Verdict:
    return Verdict(
        target=written.target,
        rule=written.rule,
        title=written.title,
        level=written.level,
        profile=written.profile,
        outcome=written.outcome,
        reason=written.reason,
        witness=written.witness,
    )


@frozen
class _Seen:
    """The operations of a witness, the target's answers (none if it refused), and the place of the violation."""

    run: Run
    results: Sequence[Result]
    at: int

    @classmethod
    def in_witness(cls, witness: Witness) -> "_Seen":
        return cls(witness.run, witness.results, witness.at)

    def is_done_by(self, mutant: Mutant) -> bool:
        """Whether a mutant gives the same answers as the target."""
        if self.run.component != mutant.component or self.run.config.profile not in mutant.profiles:
            return False
        try:
            return does_the_same(mutant.make(), self.run, self.results)
        except Exception:  # noqa: BLE001 - a mutant may raise any error on operations that it was not made for
            return False

    def difference(self) -> str | None:
        """Return how the violating answer differs from the reference's, apart from values; or else how the first
        different answer does. Return None if no answer differs, or if the target or the reference refused.
        """
        try:
            answers = answers_of_the_reference(self.run)
        except (
            Refused,
            IllegalUse,
        ):  # such as a restart, or a task that occurs only in a forged witness
            return None
        answered = list(zip(self.run.operations, self.results, answers, strict=False))
        first = [*answered[self.at : self.at + 1], *answered]
        return next((_difference(*each) for each in first if not _alike(*each)), None)


def _alike(operation: Operation, theirs: Result, ours: Result) -> bool:
    if isinstance(operation, SpoutEmit) and isinstance(theirs, SpoutResult):
        theirs = in_given_ids(operation, theirs)
    return comparable(theirs) == comparable(ours)


def _difference(operation: Operation, theirs: Result, ours: Result) -> str:
    did, should = Counter(_parts(operation, theirs)), Counter(_parts(operation, ours))
    counts = [f"{count} {part} too many" for part, count in (did - should).items()]
    counts += [f"{count} {part} too few" for part, count in (should - did).items()]
    return " and ".join(counts) or "values that are not the reference's"


def _parts(operation: Operation, result: Result) -> Iterator[str]:
    """Yield the parts of a result, without values."""
    match result:
        case AckerResult(notifications):
            for each in notifications:
                yield each.kind if each.root == getattr(operation, "root", None) else f"{each.kind} of another root"
        case MapResult(found, _, _, expired):
            yield from ["key found"] * bool(found)
            yield from ["expired entry"] * len(expired or ())
        case SpoutResult(effects):
            yield from (f"callback {each.kind}" if isinstance(each, Callback) else each.effect for each in effects)
        case AnchoringResult(message_ids, messages, refused):
            yield from ["tuple"] * len(message_ids)
            yield from (message.op for message in messages)
            yield from ["refusal"] * (refused is not None)
        case TopologyResult(happenings):
            yield from (f"'{each.what}'" for each in happenings)
        case IdsResult(drawn):
            yield from ["id"] * len(drawn)
        case MultilangResult(said=lines, ended=ended):
            yield from (f"'{line.line}'" for line in lines)
            yield from ["end of the process"] * ended


def _best(explained: Mapping[str, Sequence[Verdict]], broken: AbstractSet[str]) -> list[Mutant]:
    """Return the mutants that explain most violations, if those are of more than one rule.

    A mutant has to explain each broken rule that it names. One that is wrong only at some size is no likely mistake
    behind a short witness, even if it happens to give its answers. Of mutants that explain equally much, one that
    names a rule which many of them name comes first, and then the one with the fewest words.
    """
    rules = {name: {verdict.rule for verdict in own} for name, own in explained.items()}
    fitting = [
        mutant
        for name, mutant in all_mutants().items()
        if len(rules[name]) > 1
        and set() < broken & set(mutant.kills) <= rules[name]
        and not (_is_of_size(mutant) and any(_is_small(verdict) for verdict in explained[name]))
    ]
    most = max((len(explained[mutant.name]) for mutant in fitting), default=0)
    equal = [mutant for mutant in fitting if len(explained[mutant.name]) == most]
    votes = Counter(rule for mutant in equal for rule in mutant.kills)
    return sorted(equal, key=lambda mutant: (-max(votes[rule] for rule in mutant.kills), len(mutant.wrong)))


def _is_of_size(mutant: Mutant) -> bool:
    """Whether a mutant is wrong only at some size, as the rules that it names say."""
    return all(all_checks()[rule].sizes is not None for rule in mutant.kills)


def _is_small(verdict: Verdict) -> bool:
    return len(_witness(verdict).run.operations) <= LONG


def _same_answers(mutant: Mutant, many: int) -> str:
    named = f"mutant:{mutant.name} ({mutant.wrong.rstrip('.')})"
    if many == 1:
        return f"a wrong implementation of this suite, {named}, gives the same answers to all of their witnesses"
    return (
        f"{many} wrong implementations of this suite, such as {named}, give the same answers to all of their witnesses"
    )


def _cause(own: Sequence[Verdict], why: str, named: Collection[str] = ()) -> ViolationGroup:
    first = min(own, key=lambda verdict: (verdict.rule not in named, *_plainness(verdict)))
    others = tuple(verdict for verdict in own if verdict is not first)
    return ViolationGroup(first, others, why if {verdict.rule for verdict in own} != {first.rule} else "")


def _plainness(verdict: Verdict) -> tuple[bool, int, bool, int, int]:
    """Return a sort key that puts the most informative violation first: the shortest, of the most informative kind.

    A rule about size comes after the others of its kind: a mistake that breaks those as well is not about size.
    """
    rules = all_rules()
    kind, operations = rules[verdict.rule].checked, _witness(verdict).run.operations
    of_size = all_checks()[verdict.rule].sizes is not None
    return verdict.level != "MUST", KINDS.index(kind), of_size, len(operations), list(rules).index(verdict.rule)


def _witness(verdict: Verdict) -> Witness:
    if verdict.witness is None:
        raise SuiteError(f"{verdict.rule} is broken, and there is no witness of it")
    return verdict.witness


def _with_differential(found: Sequence[ViolationGroup]) -> list[ViolationGroup]:
    """Move differential rules that are alone in a group to the first cause in their component."""
    rules = all_rules()
    comparing = [cause for cause in found if rules[cause.first.rule].checked == "differential"]
    groups = [cause for cause in found if cause not in comparing]
    for cause in comparing:
        component = rules[cause.first.rule].component
        place = next((at for at, each in enumerate(groups) if rules[each.first.rule].component == component), None)
        if place is None:
            groups.append(cause)
        else:
            first = groups[place]
            groups[place] = evolve(first, others=(*first.others, cause.first, *cause.others))
    return groups


def _key(verdict: Verdict) -> tuple[str, str | None]:
    return verdict.rule, verdict.profile
