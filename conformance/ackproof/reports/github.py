"""A certificate for GitHub Actions: workflow commands, which become annotations, and the summary of the step."""

import os
from collections.abc import Iterator
from pathlib import Path

from ackproof.errors import UsageError
from ackproof.reports import markdown
from ackproof.reports.words import counted, harmful, overall, reservations, stale_in_words, title
from ackproof.verdict import Outcome
from ackproof.wire.certificates import WrittenCertificate, WrittenVerdict

SUMMARY = "GITHUB_STEP_SUMMARY"
"""The environment variable that names the file of the step's summary."""

LONGEST_SUMMARY = 1_000_000
"""Bytes of a summary: GitHub drops one of more than 1 MiB."""


def lines(certificate: WrittenCertificate) -> Iterator[str]:
    """Yield a workflow command in each line, and nothing else: a line of other text could be taken for a command.

    GitHub shows ten errors and ten warnings of a step, so the worst come first.
    """
    for target in certificate.targets:
        if target.unavailable is not None:
            yield command("error", f"ackproof: {title(target)}", target.unavailable)
        for line in stale_in_words(target):
            yield command("error", f"ackproof: {title(target)}: a recorded deviation is out of date", line)
        for verdict in harmful(target):
            yield command(_kind(verdict, certificate), _title(verdict), _message(verdict))
    for sentence in reservations(certificate):
        yield command("notice", "ackproof", sentence)
    for target in certificate.targets:
        yield command("notice", f"ackproof: {title(target)}", f"{target.conclusion} ({counted(target)})")
    if len(certificate.targets) > 1:
        yield command("notice", "ackproof", overall(certificate))


def add_summary(certificate: WrittenCertificate) -> None:
    """Add the certificate in Markdown to the step's summary, if there is one. Raise `UsageError` if that fails."""
    where = os.environ.get(SUMMARY)
    if not where:
        return
    text = "\n".join(markdown.lines(certificate)) + "\n\n"
    content = text.encode()[:LONGEST_SUMMARY].decode(errors="ignore")
    try:
        with Path(where).open("a", encoding="utf-8") as file:
            file.write(content)
    except OSError as error:
        raise UsageError(f"cannot write the step summary {where}: {error.strerror}; unset {SUMMARY}") from error


def command(kind: str, heading: str, message: str) -> str:
    """Return a workflow command. What it says is data: no line end and no separator in it is taken for one."""
    return f"::{kind} title={_property(heading)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _kind(verdict: WrittenVerdict, certificate: WrittenCertificate) -> str:
    return "error" if verdict.counts_against(strict=certificate.strict) else "warning"


def _title(verdict: WrittenVerdict) -> str:
    return f"{verdict.outcome.value} {verdict.place}: {verdict.title} ({verdict.target})"


def _message(verdict: WrittenVerdict) -> str:
    if verdict.outcome is Outcome.FAIL and verdict.story:
        return "\n".join(verdict.story)
    return verdict.reason
