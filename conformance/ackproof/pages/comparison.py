"""A comparison of two certificates as a page, with a picture of what is broken now."""

from collections.abc import Callable, Iterator, Sequence

from attrs import define, field, frozen

from ackproof.pages.page import rendered
from ackproof.pages.report import ShownViolation
from ackproof.reports.compare_forms import conclusion, line_of, only_lines
from ackproof.reports.comparison import PARTS, Comparison, TargetChanges, VerdictChange
from ackproof.reports.words import title
from ackproof.verdict import Outcome


@frozen(kw_only=True)
class ShownChange:
    """A change on the page: a line, and the violation if the rule is broken now. `open` shows its picture at once."""

    rule: str
    line: str
    violation: ShownViolation | None
    open: bool


@frozen(kw_only=True)
class ShownTargetChanges:
    """What changed of a target, as the template reads it: parts that are not empty, by their headings."""

    title: str
    before: str
    after: str
    notes: Sequence[str]
    parts: Sequence[tuple[str, Sequence[ShownChange]]]


@define
class ShownComparison:
    """A comparison as the template reads it."""

    comparison: Comparison
    _pictures: int = field(init=False, default=0)

    @property
    def conclusion(self) -> str:
        """What it amounts to."""
        return conclusion(self.comparison)

    @property
    def look(self) -> str:
        """The class of the headline."""
        return "bad" if self.comparison.is_worse else "warn" if self.comparison.covers_less else "good"

    @property
    def only(self) -> Sequence[str]:
        """The targets that only one of the certificates has."""
        return list(only_lines(self.comparison))

    @property
    def targets(self) -> Iterator[ShownTargetChanges]:
        """What changed, target by target."""
        for target in self.comparison.targets:
            yield ShownTargetChanges(
                title=title(target.after),
                before=target.before.conclusion,
                after=target.after.conclusion,
                notes=target.notes,
                parts=[(heading, [*self._changes(name, part(target))]) for name, heading, part in _filled(target)],
            )

    def _changes(self, part: str, changes: Sequence[VerdictChange]) -> Iterator[ShownChange]:
        for change in changes:
            violation = None
            if change.after is not None and change.after.outcome is Outcome.FAIL:
                self._pictures += 1
                violation = ShownViolation(f"c{self._pictures}", change.after)
            yield ShownChange(
                rule=change.latest.rule,
                line=line_of(self.comparison, change),
                violation=violation,
                open=part in ("broken", "new_broken"),
            )


def _filled(target: TargetChanges) -> list[tuple[str, str, Callable[[TargetChanges], Sequence[VerdictChange]]]]:
    return [each for each in PARTS if each[2](target)]


def comparison_page(comparison: Comparison) -> str:
    """Return the page of a comparison. Raise `UsageError` if jinja2 is not installed."""
    return rendered("comparison.html.jinja", shown=ShownComparison(comparison))
