"""A comparison of two certificates as text, as Markdown and as JSON."""

from collections.abc import Callable, Iterator, Mapping

from ackproof.reports.comparison import PARTS, Comparison, VerdictChange
from ackproof.reports.markdown import code, prose
from ackproof.reports.words import title
from ackproof.verdict import Outcome
from ackproof.wire.forms import Json

EQUAL, WORSE, LESS = "nothing got worse", "something is broken that was not", "less is known than before"


def conclusion(comparison: Comparison) -> str:
    """Return what a comparison amounts to."""
    return WORSE if comparison.is_worse else LESS if comparison.covers_less else EQUAL


def as_text(comparison: Comparison) -> Iterator[str]:
    """Yield the lines for a terminal."""
    yield from comparison.notes
    for target in comparison.targets:
        yield f"{target.after.label}: {_summary(target.before.conclusion, target.after.conclusion)}"
        yield from (f"  {note}" for note in target.notes)
        for _, heading, part in PARTS:
            changes = part(target)
            if changes:
                yield f"  {heading}:"
                yield from (f"    {line_of(comparison, change)}" for change in changes)
        if target.is_equal:
            yield "  no verdict changed"
    yield from only_lines(comparison)
    yield conclusion(comparison)


def as_markdown(comparison: Comparison) -> Iterator[str]:
    """Yield the lines in Markdown. What a target said is escaped."""
    yield f"## ackproof compare: {conclusion(comparison)}"
    yield ""
    yield from (f"- {prose(note)}" for note in comparison.notes)
    for target in comparison.targets:
        conclusions = _summary(target.before.conclusion, target.after.conclusion)
        yield from ("", f"### {code(title(target.after))}: {prose(conclusions)}", "")
        yield from (f"- {prose(note)}" for note in target.notes)
        for _, heading, part in PARTS:
            changes = part(target)
            if changes:
                yield from ("", f"**{heading}**", "")
                yield from (f"- {prose(line_of(comparison, change))}" for change in changes)
        if target.is_equal:
            yield "- no verdict changed"
    for line in only_lines(comparison):
        yield from ("", prose(line))


def as_json(comparison: Comparison) -> Json:
    """Return the comparison as a document."""
    return {
        "comparison": 1,
        "conclusion": conclusion(comparison),
        "notes": list(comparison.notes),
        "only_before": list(comparison.only_before),
        "only_after": list(comparison.only_after),
        "targets": [
            {
                "before": {"name": each.before.name, "version": each.before.version},
                "after": {"name": each.after.name, "version": each.after.version},
                "notes": list(each.notes),
                **{name: [_change(change) for change in part(each)] for name, _, part in PARTS},
            }
            for each in comparison.targets
        ],
    }


def _change(change: VerdictChange) -> Json:
    before, after = change.before, change.after
    return {
        "rule": change.latest.rule,
        "profile": change.latest.profile,
        "level": change.latest.level,
        "before": None if before is None else before.outcome.value,
        "after": None if after is None else after.outcome.value,
        "reason": change.latest.reason,
    }


def _summary(before: str, after: str) -> str:
    return after if before == after else f"{before} → {after}"


def line_of(comparison: Comparison, change: VerdictChange) -> str:
    """Return a change in a line."""
    latest = change.latest
    level = "" if latest.level == "MUST" else f" ({latest.level})"
    because = f": {latest.reason}" if latest.reason and latest.outcome is not Outcome.PASS else ""
    harmless = change.after is not None and change.after.outcome is Outcome.FAIL and not comparison.counts(change)
    return (
        f"{latest.place} {latest.title}{level}, {change.words}{because}{', which does not count' if harmless else ''}"
    )


def only_lines(comparison: Comparison) -> Iterator[str]:
    """Yield a line for the targets that only one certificate has."""
    for names, which in ((comparison.only_before, "first"), (comparison.only_after, "second")):
        if names:
            yield f"only in the {which} certificate: {', '.join(names)}"


TEXTS: Mapping[str, Callable[[Comparison], Iterator[str]]] = {"text": as_text, "markdown": as_markdown}
"""The forms that are lines."""
