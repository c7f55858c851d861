"""What changed between two certificates: of two releases of a target, or of the suite.

The question of a gate is whether anything is new. So verdicts are put side by side by rule and profile, and what got
worse is told apart from what was broken before.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import field, frozen

from ackproof.errors import UsageError
from ackproof.reports.words import title
from ackproof.target import assumption_words
from ackproof.text.sanitize import reason_alone
from ackproof.verdict import Outcome
from ackproof.wire.certificates import WrittenCertificate, WrittenTarget, WrittenVerdict

BROKEN = (Outcome.FAIL, Outcome.ERROR)
HELD = (Outcome.PASS, Outcome.DEVIATES)
SETTINGS = ("seed", "examples", "budget", "deep", "quick", "profile", "component", "rule", "specification", "strict")
"""The settings whose change changes what a certificate says."""

NARROWING = ("quick", "profile", "component", "rule", "specification")
"""The settings that leave rules out on purpose."""


@frozen
class VerdictChange:
    """A verdict on a rule in both certificates; None where there is none."""

    before: WrittenVerdict | None
    after: WrittenVerdict | None

    @property
    def latest(self) -> WrittenVerdict:
        """The verdict that the change is told by."""
        found = self.after or self.before
        if found is None:
            raise ValueError("a change of nothing")
        return found

    @property
    def words(self) -> str:
        """The verdicts before and after."""
        return " → ".join("not there" if each is None else each.outcome.value for each in (self.before, self.after))


@frozen(kw_only=True)
class TargetChanges:
    """What changed of one target.

    `broken` holds no more, `new_broken` is broken under a rule that the earlier certificate does not have, and
    `still_broken` was so before. `fixed` was broken, if only as recorded, and is not. `lost` was examined, and is not
    any more. `others` changed in a way that is neither better nor worse, such as from PASS to DEVIATES.
    """

    before: WrittenTarget
    after: WrittenTarget
    broken: Sequence[VerdictChange]
    new_broken: Sequence[VerdictChange]
    still_broken: Sequence[VerdictChange]
    fixed: Sequence[VerdictChange]
    new_rules: Sequence[VerdictChange]
    lost: Sequence[VerdictChange]
    others: Sequence[VerdictChange]
    notes: Sequence[str] = field(default=())

    @property
    def is_equal(self) -> bool:
        """Whether no verdict changed."""
        return not any((self.broken, self.new_broken, self.fixed, self.new_rules, self.lost, self.others))


@frozen(kw_only=True)
class Comparison:
    """What changed. `notes` are about the runs, `only_before` and `only_after` the targets that only one of them has.

    `narrowed` says that the later run left rules out on purpose.
    """

    targets: Sequence[TargetChanges]
    notes: Sequence[str]
    only_before: Sequence[str]
    only_after: Sequence[str]
    narrowed: bool
    strict: bool

    def counts(self, change: VerdictChange) -> bool:
        """Whether the later verdict of a change keeps a target from being conformant."""
        return change.after is not None and change.after.counts_against(strict=self.strict)

    @property
    def is_worse(self) -> bool:
        """Whether something is broken that was not."""
        return any(self.counts(each) for target in self.targets for each in (*target.broken, *target.new_broken))

    @property
    def covers_less(self) -> bool:
        """Whether something that was examined is not, or is assumed now, and nobody asked for that."""
        lost = not self.narrowed and any(target.lost for target in self.targets)
        assumed = any(set(each.after.assumptions) - set(each.before.assumptions) for each in self.targets)
        return lost or assumed or bool(self.only_before)


def compared(before: WrittenCertificate, after: WrittenCertificate) -> Comparison:
    """Compare two certificates. Targets are matched by name; if each has only one, these are compared.

    Raise `UsageError` if there is nothing to compare.
    """
    for certificate, which in ((before, "first"), (after, "second")):
        if not certificate.is_whole:
            raise UsageError(f"the {which} certificate is not whole: its run was stopped; certify to the end")
    pairs = _pairs(before, after)
    if not pairs:
        raise UsageError(
            f"the certificates have no target in common: {_names(before)} in the first, {_names(after)} in the second"
        )
    matched = [name for pair in pairs for name in (pair[0].name, pair[1].name)]
    return Comparison(
        targets=[_changes(*pair) for pair in pairs],
        notes=list(_notes(before, after)),
        only_before=[each.name for each in before.targets if each.name not in matched],
        only_after=[each.name for each in after.targets if each.name not in matched],
        narrowed=any(
            getattr(after.settings, name) and getattr(after.settings, name) != getattr(before.settings, name)
            for name in NARROWING
        ),
        strict=after.strict,
    )


def _pairs(before: WrittenCertificate, after: WrittenCertificate) -> list[tuple[WrittenTarget, WrittenTarget]]:
    if len(before.targets) == len(after.targets) == 1:
        return [(before.targets[0], after.targets[0])]
    theirs = {each.name: each for each in after.targets}
    return [(each, theirs[each.name]) for each in before.targets if each.name in theirs]


def _names(certificate: WrittenCertificate) -> str:
    return ", ".join(each.name for each in certificate.targets)


def _changes(before: WrittenTarget, after: WrittenTarget) -> TargetChanges:
    ours, theirs = before.by_key(), after.by_key()
    known = {rule for rule, _ in ours}
    changes = [VerdictChange(ours.get(key), theirs.get(key)) for key in dict.fromkeys((*ours, *theirs))]
    kinds: dict[str, list[VerdictChange]] = {}
    for change in changes:
        kinds.setdefault(_kind(change, new_rule=change.latest.rule not in known), []).append(change)
    return TargetChanges(
        before=before,
        after=after,
        broken=kinds.get("broken", []),
        new_broken=kinds.get("new_broken", []),
        still_broken=kinds.get("still_broken", []),
        fixed=kinds.get("fixed", []),
        new_rules=kinds.get("new_rules", []),
        lost=kinds.get("lost", []),
        others=kinds.get("others", []),
        notes=list(_notes_of(before, after)),
    )


def _kind(change: VerdictChange, *, new_rule: bool) -> str:  # noqa: PLR0911 - the order of the questions matters
    was = Outcome.SKIP if change.before is None else change.before.outcome
    now = Outcome.SKIP if change.after is None else change.after.outcome
    if now in BROKEN:
        if was in BROKEN:
            return "still_broken"
        return "new_broken" if new_rule else "broken"
    if new_rule:
        return "same" if now is Outcome.SKIP else "new_rules"
    if was is Outcome.DEVIATES and now is Outcome.PASS:
        return "fixed"
    if was in BROKEN:
        return "fixed" if now in HELD else "lost"
    if was in HELD and now not in HELD:
        return "lost"
    return "same" if was is now else "others"


def _notes(before: WrittenCertificate, after: WrittenCertificate) -> Iterator[str]:
    """Yield what changed of the suite and the settings."""
    for name, what in (("version", "ackproof"), ("specification_version", "specification")):
        was, now = getattr(before.suite, name), getattr(after.suite, name)
        if was != now:
            yield f"{what}: {was or 'unknown'} → {now or 'unknown'}"
    if before.suite.specification != after.suite.specification:
        yield "the text of the specification changed: a rule may say something else"
    for name in SETTINGS:
        was, now = getattr(before.settings, name), getattr(after.settings, name)
        if was != now:
            yield f"{name}: {_value(was)} → {_value(now)}"


def _notes_of(before: WrittenTarget, after: WrittenTarget) -> Iterator[str]:
    """Yield what changed of a target besides its verdicts."""
    if title(before) != title(after):
        yield f"{title(before)} → {title(after)}"
    if before.unavailable is not None or after.unavailable is not None:
        was, now = (each.unavailable and reason_alone(each.name, each.unavailable) for each in (before, after))
        yield f"could not be run: {was or 'it could'} → {now or 'it can'}"
    added, dropped = (
        [name for name in one.assumptions if name not in other.assumptions]
        for one, other in ((after, before), (before, after))
    )
    if added:
        yield f"it assumes more of its transport: {assumption_words(added)}"
    if dropped:
        yield f"it does not assume any more: {assumption_words(dropped)}"
    yield from _sizes(before, after)
    files, others = ({each.name: each.sha256 for each in one.files} for one in (before, after))
    changed = sorted(name for name in files.keys() | others.keys() if files.get(name) != others.get(name))
    if changed:
        yield f"other files, or other content: {', '.join(changed)}"


def _sizes(before: WrittenTarget, after: WrittenTarget) -> Iterator[str]:
    theirs = after.by_key()
    for key, verdict in before.by_key().items():
        other = theirs.get(key)
        for dimension, counts in verdict.sizes.items() if other is not None else ():
            was, now = _largest(counts), _largest(other.sizes.get(dimension, {}) if other is not None else {})
            if was != now:
                yield f"{verdict.place}: {dimension} up to {was:,} → {now:,}"


def _largest(counts: Mapping[int, int]) -> int:
    return max(counts, default=0)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "default" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


PARTS: Sequence[tuple[str, str, Callable[[TargetChanges], Sequence[VerdictChange]]]] = (
    ("broken", "Broken now", lambda target: target.broken),
    ("new_broken", "Broken, by a rule that is new", lambda target: target.new_broken),
    ("still_broken", "Still broken", lambda target: target.still_broken),
    ("fixed", "Fixed", lambda target: target.fixed),
    ("lost", "Not examined any more, or not conclusively", lambda target: target.lost),
    ("new_rules", "New rules that are not broken", lambda target: target.new_rules),
    ("others", "Otherwise changed", lambda target: target.others),
)
"""The kinds of changes, as they are told: the name in JSON, the heading, and where they are."""
