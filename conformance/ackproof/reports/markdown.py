"""A certificate as Markdown: for a pull request, a release note, or the step summary of a CI server."""

import re
from collections.abc import Iterator, Sequence

from ackproof.reports.words import counted, harmful, overall, reservations, settings_in_words, stale_in_words, title
from ackproof.target import assumption_words
from ackproof.text.sanitize import printable, reason_alone
from ackproof.verdict import Outcome
from ackproof.wire.certificates import WrittenCertificate, WrittenTarget, WrittenVerdict

MARKS = {0: "✅", 5: "⚠️"}
MARK = "❌"
MOST_STORIES = 10
"""Violations whose whole story is told; of the others there is a line."""

ACTIVE = re.compile(r"[\\`*_\[\]<>|&@~$!#]")
"""What Markdown, or a forge that shows it, may act upon within a line."""


def lines(certificate: WrittenCertificate) -> Iterator[str]:
    """Yield the lines of a certificate in Markdown."""
    mark = MARKS.get(certificate.exit_code, MARK)
    if certificate.quick or not certificate.is_whole:
        mark = MARK if mark == MARK else "🏁"
    yield f"## {mark} ackproof: {prose(overall(certificate))}"
    yield ""
    for sentence in reservations(certificate):
        yield f"**{sentence}**"
        yield ""
    yield "| target | conclusion | verdicts |"
    yield "|---|---|---|"
    for target in certificate.targets:
        yield f"| {code(title(target))} | {prose(target.conclusion)} | {counted(target)} |"
    for target in certificate.targets:
        yield from _of_target(target)
    yield ""
    yield prose(settings_in_words(certificate))
    if certificate.digest is not None:
        yield f"Certificate `{certificate.digest}`, exit code {certificate.exit_code}."


def _of_target(target: WrittenTarget) -> Iterator[str]:
    if target.unavailable is not None:
        reason = reason_alone(target.name, target.unavailable)
        yield from ("", f"{code(target.label)} could not be run: {prose(reason)}")
    if target.assumptions:
        yield from ("", f"{code(target.label)} assumes {assumption_words(target.assumptions)} of its transport.")
    for line in stale_in_words(target):
        yield from ("", f"Out of date: {prose(line)}")
    found = harmful(target)
    if found:
        yield from ("", f"### What was found of {code(target.label)}", "")
        yield from ("| rule | level | profile | verdict | what |", "|---|---|---|---|---|")
        yield from map(_row, found)
        yield from _stories(found)
    deviating = target.of(Outcome.DEVIATES)
    if deviating:
        yield from ("", f"Deviates as recorded from {', '.join(dict.fromkeys(each.rule for each in deviating))}.")
    if target.skipped_musts:
        yield from ("", f"Not held to {len(target.skipped_musts)} MUST rules: {', '.join(target.skipped_musts)}.")


def _row(verdict: WrittenVerdict) -> str:
    what = f"{prose(verdict.title)}: {prose(verdict.reason)}"
    return f"| {verdict.rule} | {verdict.level} | {verdict.profile or ''} | {verdict.outcome.value} | {what} |"


def _stories(verdicts: Sequence[WrittenVerdict]) -> Iterator[str]:
    for verdict in [each for each in verdicts if each.story][:MOST_STORIES]:
        yield from ("", f"<details><summary>{verdict.place}: {prose(verdict.title)}</summary>", "")
        yield from fenced(verdict.story)
        yield from ("", "</details>")


def prose(text: str) -> str:
    """Return somebody's text as it can stand in a line or a table: nothing in it is markup."""
    return ACTIVE.sub(lambda found: f"&#{ord(found[0])};", printable(" ".join(text.split("\n"))))


def code(text: str) -> str:
    """Return a name as code, in which forges see no mention of a person."""
    return f"<code>{prose(text)}</code>" if ACTIVE.search(text) or not text.strip() else f"`{printable(text)}`"


def fenced(story: Sequence[str]) -> Iterator[str]:
    """Yield a story as a block of code, with a fence that is longer than any in it."""
    shown = list(map(printable, story))
    longest = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield from (f"{fence}text", *shown, fence)
