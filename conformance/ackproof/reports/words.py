"""What a certificate amounts to, in the words and the order that all forms share."""

from collections.abc import Sequence

from ackproof.verdict import Outcome
from ackproof.wire.certificates import WrittenCertificate, WrittenTarget, WrittenVerdict

CODES = {
    0: "conformant",
    1: "violation",
    2: "nothing applies",
    3: "could not be run",
    4: "deviations out of date",
    5: "inconclusive",
    6: "forbidden assumptions",
}
"""What an exit code says of a full run that came to its end."""

NOTHING_FOUND = "quick run, no violation"
"""What a quick run says at best. It is not conformance: most rules were not tried."""

HARM = (Outcome.ERROR, Outcome.FAIL, Outcome.INCONCLUSIVE)
"""Verdicts that somebody should read, the worst first."""


def overall(certificate: WrittenCertificate) -> str:
    """Return in some words what the whole certificate says, its first target's conclusion if there is only one."""
    if certificate.cut_off:
        return "cut off"
    if len(certificate.targets) == 1:
        return certificate.targets[0].conclusion
    if certificate.quick:
        return NOTHING_FOUND if certificate.exit_code == 0 else f"quick run, {CODES[certificate.exit_code]}"
    return CODES[certificate.exit_code]


def title(target: WrittenTarget) -> str:
    """Return a target's name and version."""
    return target.label if target.version is None else f"{target.label} {target.version}"


def counted(target: WrittenTarget) -> str:
    """Return how many verdicts there are of each kind, those that are there."""
    return ", ".join(f"{target.counts[outcome]} {outcome.value}" for outcome in Outcome if target.counts[outcome])


def harmful(target: WrittenTarget) -> Sequence[WrittenVerdict]:
    """Return the verdicts that somebody should read, the worst first; of one kind those of a MUST first."""
    return sorted(target.of(*HARM), key=lambda each: (HARM.index(each.outcome), each.level != "MUST"))


def reservations(certificate: WrittenCertificate) -> list[str]:
    """Return what keeps a certificate from being the whole truth of a full run, a sentence each."""
    sentences = []
    if certificate.quick:
        sentences.append("A quick run: a part of the rules, on few examples. It is no full certificate.")
    if certificate.cut_off:
        sentences.append("The run was cut off: verdicts are missing.")
    if certificate.stopped:
        sentences.append("The run ended at the first violation, because of --fail-fast: verdicts are missing.")
    if not certificate.settings.reproducible:
        sentences.append("A time budget decided how much was tried: it cannot be repeated.")
    return sentences


def settings_in_words(certificate: WrittenCertificate) -> str:
    """Return what a run was made with, in a line."""
    suite, settings = certificate.suite, certificate.settings
    amount = f"{settings.examples} examples a rule" if settings.budget is None else f"{settings.budget:g} s"
    parts = [
        f"ackproof {suite.version}",
        f"specification {suite.specification_version or ''} ({suite.specification[:19]}…)",
        f"seed {settings.seed}",
        "quick" if certificate.quick else amount,
    ]
    narrowed = (("profile", settings.profile), ("component", settings.component), ("rule", settings.rule))
    return ", ".join([*parts, *(f"{name} {value}" for name, value in narrowed if value is not None)])


def stale_in_words(target: WrittenTarget) -> list[str]:
    """Return a line for each recorded deviation that no longer happens, or that cannot apply: they make exit code 4."""
    return [
        *(f"{each.rule}: {each.in_words} was recorded, and did not happen" for each in target.stale),
        *(f"{each.rule}: {each.in_words} cannot apply: {why}" for each, why in target.unmatched),
    ]
