"""Verdicts: the result of a run of the suite for one rule and one target."""

from enum import Enum

from attrs import field, frozen

from ackproof.witness import Witness


class Outcome(Enum):
    """The kinds of verdict."""

    PASS = "PASS"  # noqa: S105 - a verdict, not a password
    FAIL = "FAIL"
    DEVIATES = "DEVIATES"
    SKIP = "SKIP"
    INCONCLUSIVE = "INCONCLUSIVE"
    ERROR = "ERROR"


class SkipKind(Enum):
    """Why a rule does not apply to a target."""

    NO_COMPONENT = "no component"
    OTHER_PROFILE = "other profile"
    NO_OPERATION = "no operation"
    NOT_CLAIMED = "capability not claimed"
    ASSUMED = "assumed away"


@frozen
class Skip:
    """Why a rule does not apply: the kind of reason, and the reason in words."""

    kind: SkipKind
    reason: str


ENOUGH = 10
"""How often each premise of a rule has to be met for a pass to count. With default settings each is met at least 50
times."""


@frozen(kw_only=True)
class RecordedDeviation:
    """An entry of a list of deviations: a known violation, and what explains it. The explanation is the name of a
    `variant`, or a `witness`: the name of its file, with the SHA-256 `sha256`. `versions` are the versions of the
    target that have the deviation, and `profile` None means every profile.
    """

    rule: str
    variant: str | None = None
    witness: str | None = None
    sha256: str | None = None
    reason: str
    link: str
    versions: tuple[str, ...] = ()
    profile: str | None = None

    @property
    def explanation(self) -> str:
        """What explains it: the name of the variant, or of the file."""
        return self.witness if self.witness is not None else self.variant or ""

    @property
    def in_words(self) -> str:
        """What explains it, with its kind: `variant` or `witness`."""
        return f"{'variant' if self.witness is None else 'witness'} {self.explanation}"


@frozen(kw_only=True)
class Verdict:
    """The verdict on one rule, for one target and one profile (None where no profile matters).

    `reason` is one sentence for everything but a pass, and `skipped` is the kind of reason that a SKIP has. `premises`
    counts how often each was met. `sizes` counts the examples by the power of two that they reached in each dimension.
    `witness` is the smallest violation that was found. `deviations` are the recorded ones that explain it, and
    `explained_by` is the variant that would explain a failure, if one was searched for.
    """

    target: str
    rule: str
    title: str
    level: str
    profile: str | None
    outcome: Outcome
    reason: str = ""
    examples: int = 0
    operations: int = 0
    seconds: float = 0.0
    premises: dict[str, int] = field(factory=dict)
    sizes: dict[str, dict[int, int]] = field(factory=dict)
    witness: Witness | None = None
    deviations: tuple[RecordedDeviation, ...] = ()
    explained_by: str | None = None
    skipped: SkipKind | None = None

    @property
    def breaks_certificate(self) -> bool:
        """Whether this verdict makes a target non-conformant. A broken SHOULD is reported and does not."""
        return self.outcome is Outcome.FAIL and self.level == "MUST"

    @property
    def is_skipped_must(self) -> bool:
        """Whether a MUST rule was not examined, so that the certificate says nothing about it."""
        return self.outcome is Outcome.SKIP and self.level == "MUST"
