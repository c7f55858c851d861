"""A name for a target in place of its command line, which may contain secrets. Evidence is shared. A command line may
contain a token, and paths of the machine; a target that does not start often repeats them in its error output.
"""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from attrs import evolve, field, frozen

from ackproof.engine.evidence.certificate import Certificate, TargetReport
from ackproof.errors import UsageError
from ackproof.verdict import Outcome, Verdict
from ackproof.wire.certificates import HashedFile
from ackproof.wire.witnesses import witness_from_json, witness_to_json
from ackproof.witness import Witness

LONGEST = 200
"""Maximum length of a name in characters."""

SHORTEST_SECRET = 3
"""Characters. Shorter words of a command line occur in any sentence, and are not replaced."""

HIDDEN = "[…]"


@frozen
class Naming:
    """The name of a target in evidence; with None, its name on the command line."""

    target: str
    name: str | None = None
    _words: re.Pattern[str] | None = field(init=False)

    @_words.default
    def _find_words(self) -> re.Pattern[str] | None:
        if self.name is None:
            return None
        words = sorted(_words_of(self.target), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, words))) if words else None

    def verdict(self, verdict: Verdict) -> Verdict:
        """Return a verdict in the form for evidence."""
        if self.name is None:
            return verdict
        of_target = verdict.outcome in (Outcome.ERROR, Outcome.SKIP)
        return evolve(
            verdict,
            target=self.name,
            reason=self._without_words(verdict.reason) if of_target else self._named(verdict.reason),
            witness=None if verdict.witness is None else self._witness(verdict.witness),
        )

    def certificate(self, certificate: Certificate) -> Certificate:
        """Return a certificate in the form for evidence."""
        if self.name is None:
            return certificate
        files = tuple(Path(name).name for name in certificate.deviations)
        return evolve(certificate, targets=[self._report(each) for each in certificate.targets], deviations=files)

    def _report(self, report: TargetReport) -> TargetReport:
        lacking = None if report.unavailable is None else self._without_words(report.unavailable)
        verdicts = [self.verdict(each) for each in report.verdicts]
        # The names of files are part of the command line.
        files = tuple(HashedFile(f"{self.name} ({number})", each.sha256) for number, each in enumerate(report.files, 1))
        return evolve(report, name=self.name or report.name, verdicts=verdicts, unavailable=lacking, files=files)

    def _named(self, text: str) -> str:
        return text.replace(self.target, self.name or self.target)

    def _without_words(self, text: str) -> str:
        """Return a text without any word of the command line, which the target or the system may quote."""
        named = self._named(text)
        return named if self._words is None else self._words.sub(HIDDEN, named)

    def _witness(self, witness: Witness) -> Witness:
        """Return a witness with the name in all its texts, since a target may quote its command line anywhere."""
        return witness_from_json({name: self._all_named(value) for name, value in witness_to_json(witness).items()})

    def _all_named(self, document: object) -> object:
        if isinstance(document, str):
            return self._named(document)
        if isinstance(document, dict):
            return {name: self._all_named(value) for name, value in document.items()}
        if isinstance(document, (list, tuple)):
            return [self._all_named(each) for each in document]
        return document


def naming(targets: Sequence[str], name: str | None) -> Naming:
    """Return the naming of a run. Raise `UsageError` for an invalid name, or if several targets would have the same."""
    if name is None:
        return Naming("")
    if len(dict.fromkeys(targets)) != 1:
        raise UsageError("--name is for one target; certify the others on their own")
    if not name.strip() or not name.isprintable() or len(name) > LONGEST:
        raise UsageError(f"--name is no name; take one of 1 to {LONGEST} printable characters")
    return Naming(targets[0], name)


def _words_of(target: str) -> set[str]:
    """Return the words of a command line, and the values in those words that set a variable or an option."""
    try:
        words = shlex.split(target.partition(":")[2])
    except ValueError:
        words = target.split()
    values = [word.partition("=")[2] for word in words]
    return {each for each in (*words, *values) if len(each) >= SHORTEST_SECRET}
