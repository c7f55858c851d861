"""The matrix of rules by targets, in Markdown, made from certificates.

Nothing is run here. The verdicts of certificates are put side by side, and every deviation leads to its explanation.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ackproof.specification import Rule, all_rules, spec_hash
from ackproof.verdict import Outcome, SkipKind, Verdict
from ackproof.wire.verdicts import verdict_from_json
from ackproof_adapters.storm.versions import RELEASES, STACKS
from attrs import field, frozen

WORDS = {
    Outcome.PASS: "pass",
    Outcome.FAIL: "**fail**",
    Outcome.SKIP: "",
    Outcome.INCONCLUSIVE: "inconclusive",
    Outcome.ERROR: "**error**",
}


EARLIER = "of an earlier text of the rules"


def age(certificate: Mapping[str, Any]) -> str:
    """Return a note if a certificate was made with another text of the rules than the present one, or nothing."""
    return "" if certificate["suite"]["specification"] == spec_hash() else EARLIER


@frozen(kw_only=True)
class MatrixColumn:
    """One target under one profile. `note` says if its certificate is of an earlier text of the rules."""

    target: str
    version: str
    profile: str
    verdicts: dict[str, Verdict] = field(repr=False)
    note: str = ""

    def count(self, outcome: Outcome) -> int:
        """The number of rules with that outcome."""
        return sum(verdict.outcome is outcome for verdict in self.verdicts.values())


@frozen
class Matrix:
    """Columns of verdicts. The explanations of deviations are numbered in the order in which they occur."""

    columns: tuple[MatrixColumn, ...]

    @property
    def notes(self) -> dict[tuple[str, str], list[str]]:
        """Each explanation, by its reason and link, with the variants that model it."""
        notes: dict[tuple[str, str], list[str]] = {}
        for column in self.columns:
            for verdict in column.verdicts.values():
                for entry in verdict.deviations:
                    models = notes.setdefault((entry.reason, entry.link), [])
                    if entry.variant is not None and entry.variant not in models:
                        models.append(entry.variant)
        return notes

    def table(self) -> Iterator[str]:
        """Yield the whole matrix: a row for each rule that was examined for any target."""
        headings = ["<br>".join(filter(None, (column.target, column.profile, column.note))) for column in self.columns]
        yield f"| rule | | {' | '.join(headings)} |"
        yield f"|---|---|{'---|' * len(self.columns)}"
        for rule, row in self.rows():
            level = "" if rule.level == "MUST" else f" ({rule.level})"
            cells = " | ".join(self._cell(verdict) for verdict in row)
            yield f"| [{rule.id}](../spec/{rule.chapter}#{rule.anchor}) | {rule.title}{level} | {cells} |"

    def legend(self) -> Iterator[str]:
        """Yield the explanations for the numbers in the table."""
        for number, ((reason, link), models) in enumerate(self.notes.items(), start=1):
            where = f"[why]({link if link.startswith('http') else f'../{link}'})"
            named = ", ".join(f"`{name}`" for name in models)
            yield f'<a id="deviation-{number}"></a>**{number}.** {reason} ({where}; modelled by {named})'
            yield ""

    def summary(self) -> Iterator[str]:
        """Yield a row for each target and profile, with what it deviates from."""
        yield "| target | profile | pass | deviates from |"
        yield "|---|---|---|---|"
        for column in self.columns:
            broken = [rule for rule, verdict in column.verdicts.items() if verdict.outcome is Outcome.DEVIATES]
            failed = [f"**{rule}**" for rule, verdict in column.verdicts.items() if verdict.outcome is Outcome.FAIL]
            names = ", ".join(broken + failed) or "nothing"
            target = f"{column.target} ({column.note})" if column.note else column.target
            yield f"| {target} | {column.profile} | {column.count(Outcome.PASS)} | {names} |"

    def _cell(self, verdict: Verdict | None) -> str:
        if verdict is None:
            return ""
        if verdict.outcome is not Outcome.DEVIATES:
            return WORDS[verdict.outcome]
        return " ".join(f"[deviates {number}](#deviation-{number})" for number in self.numbers(verdict))

    def numbers(self, verdict: Verdict) -> list[int]:
        """Return the numbers of the explanations of a verdict."""
        places = list(self.notes)
        return sorted({places.index((entry.reason, entry.link)) + 1 for entry in verdict.deviations})

    def rows(self) -> Iterator[tuple[Rule, list[Verdict | None]]]:
        """Yield each rule that was examined for any target, with its verdict in each column."""
        for rule in all_rules().values():
            row = [column.verdicts.get(rule.id) for column in self.columns]
            if any(verdict is not None and verdict.outcome is not Outcome.SKIP for verdict in row):
                yield rule, row


def published(folder: Path) -> list[Path]:
    """Return the certificates of real ackers and stacks that exist, in the order of the releases."""
    return [path for name in (*RELEASES, *STACKS) if (path := folder / f"{name}.json").exists()]


def matrix(certificates: Sequence[dict[str, Any]]) -> Matrix:
    """Return the matrix of all targets in certificates, in their order."""
    columns = []
    for certificate in certificates:
        verdicts = [verdict_from_json({"seconds": 0.0, **document}) for document in certificate["verdicts"]]
        for target in certificate["targets"]:
            if target["description"] is None:
                continue
            for profile in target["description"]["profiles"]:
                own = {
                    verdict.rule: verdict
                    for verdict in verdicts
                    if verdict.target == target["name"]
                    and verdict.profile in (profile, None)
                    and verdict.skipped is not SkipKind.NO_COMPONENT
                }
                if own:
                    columns.append(
                        MatrixColumn(
                            target=target["name"],
                            version=target["description"]["version"],
                            profile=profile,
                            verdicts=own,
                            note=age(certificate),
                        )
                    )
    return Matrix(tuple(columns))
