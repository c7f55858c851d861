"""The matrix of real ackers as a page: rules by targets, and a page with the picture of each deviation.

It is made of the certificates that `docs/real-ackers.md` is made of, by the same code.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from ackproof.pages.report import deviation_page
from ackproof.specification import Rule
from ackproof.verdict import Outcome, Verdict
from ackproof.wire.certificates import WrittenVerdict, read_certificate, written_verdict
from attrs import define, frozen

from tools.matrix import Matrix, MatrixColumn, matrix, published

FOLDER = "real-ackers"
PAGE = f"{FOLDER}/index.html"

Key = tuple[str, str, str | None]
"""A target, a rule and a profile."""


@frozen(kw_only=True)
class MatrixCell:
    """A verdict of the matrix: its outcome (nothing if it was skipped), the numbers of its explanations, and the page
    with its picture, if it has a witness.
    """

    outcome: str = ""
    numbers: Sequence[int] = ()
    page: str = ""


@frozen(kw_only=True)
class Explanation:
    """Why targets deviate: its number, the reason, where it is told, and the variants that do the same."""

    number: int
    reason: str
    link: str
    variants: Sequence[str]


@define
class RealAckers:
    """The matrix, as its template reads it."""

    folder: Path

    @cached_property
    def matrix(self) -> Matrix:
        """The matrix of the published certificates."""
        return matrix([read_certificate(path) for path in published(self.folder)])

    @cached_property
    def violations(self) -> Mapping[Key, WrittenVerdict]:
        """The verdicts that have a witness."""
        found = [
            written_verdict(each)
            for path in published(self.folder)
            for each in read_certificate(path)["verdicts"]
            if "witness" in each
        ]
        return {(each.target, each.rule, each.profile): each for each in found}

    @property
    def columns(self) -> Sequence[MatrixColumn]:
        """A target under a profile each."""
        return self.matrix.columns

    def rows(self) -> Iterator[tuple[Rule, Sequence[MatrixCell]]]:
        """Yield the rules with their cells."""
        for rule, verdicts in self.matrix.rows():
            yield rule, [self._cell(verdict) for verdict in verdicts]

    def explanations(self) -> Iterator[Explanation]:
        """Yield the explanations, in the order of their numbers."""
        for number, ((reason, link), variants) in enumerate(self.matrix.notes.items(), start=1):
            yield Explanation(number=number, reason=reason, link=link, variants=variants)

    def pages(self) -> Iterator[tuple[str, str]]:
        """Yield the file of each violation, in the folder of the matrix, and its page."""
        for key, verdict in self.violations.items():
            yield _file(key), deviation_page(verdict, "index.html", "real ackers")

    def _cell(self, verdict: Verdict | None) -> MatrixCell:
        if verdict is None or verdict.outcome is Outcome.SKIP:
            return MatrixCell()
        key = (verdict.target, verdict.rule, verdict.profile)
        return MatrixCell(
            outcome=verdict.outcome.value,
            numbers=self.matrix.numbers(verdict),
            page=_file(key) if key in self.violations else "",
        )


def _file(key: Key) -> str:
    target, rule, profile = key
    return f"{target}-{rule}{f'-{profile}' if profile else ''}.html"
