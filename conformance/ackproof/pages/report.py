"""The report: certificates as a page, with a picture of each violation."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, field, frozen

from ackproof.components import TOPOLOGY
from ackproof.pages.bits import DrawnIds, drawn_ids
from ackproof.pages.drawing import Drawing, drawn
from ackproof.pages.page import rendered
from ackproof.pages.timelines import timeline_of
from ackproof.pages.timelines.timeline import ReplayedAnswers
from ackproof.reports.words import counted, overall, reservations, settings_in_words, stale_in_words, title
from ackproof.specification import all_rules
from ackproof.stories.topology import topology_lines
from ackproof.stories.violations import tree_lines
from ackproof.target import assumption_words
from ackproof.targets.references import replayed_beside
from ackproof.text.sanitize import file_name, reason_alone, shell_quoted
from ackproof.verdict import Outcome
from ackproof.wire.certificates import WrittenCertificate, WrittenTarget, WrittenVerdict
from ackproof.witness import Witness

COLOURS = {0: "good", 3: "bad", 1: "bad", 4: "warn", 5: "warn", 6: "warn", 2: "warn"}
"""The class of the headline, by exit code."""


TREES_HEADING = "The trees that the messages are about, and what became of each tuple in the end:"
TOPOLOGY_HEADING = "The topology:"


@frozen(kw_only=True)
class Group:
    """Violations that one mistake may explain: the one to read first, those that fall with it, and what they have in
    common.
    """

    first: WrittenVerdict
    others: Sequence[WrittenVerdict] = ()
    why: str = ""


CertificateGrouping = Callable[[WrittenTarget], Sequence[Group]]
Replaying = Callable[[Witness], ReplayedAnswers | None]
"""From a witness to what targets answer to it; None if none of them has its component."""


def setting_of(witness: Witness) -> tuple[str, list[str]]:
    """Return what the steps of a witness are about, the topology or the trees, and its heading."""
    if witness.run.component == TOPOLOGY.name:
        return TOPOLOGY_HEADING, topology_lines(witness.run.config)
    return TREES_HEADING, list(tree_lines(witness.trees))


def sentence_of(rule: str) -> str:
    """Return what a rule says, in the specification of this suite; nothing if it does not have the rule."""
    known = all_rules().get(rule)
    quoted = [] if known is None else [line[2:] for line in known.text.splitlines() if line.startswith("> ")]
    return " ".join(quoted).replace("`", "")


@define
class ShownViolation:
    """A violation on the page: its verdict, and what is drawn of its witness. `id` is its anchor."""

    id: str
    verdict: WrittenVerdict
    replay: Replaying | None = None
    drawing: Drawing | None = field(init=False, default=None)
    ids: DrawnIds | None = field(init=False, default=None)
    violation: str = field(init=False, default="")
    beside: ReplayedAnswers | None = field(init=False, default=None)
    setting_heading: str = field(init=False, default="")
    setting: Sequence[str] = field(init=False, default=())
    again: str = field(init=False, default="")

    def __attrs_post_init__(self) -> None:
        witness = self.verdict.witness
        if witness is None:
            return
        self.beside = self.replay(witness) if self.replay is not None else None
        self.violation = witness.violation
        self.ids = drawn_ids(witness)
        timeline = timeline_of(witness, self.beside)
        self.drawing = None if timeline is None else drawn(timeline)
        self.setting_heading, self.setting = setting_of(witness)
        profile = f"-{self.verdict.profile}" if self.verdict.profile else ""
        file = f"witness-{file_name(self.verdict.target)}-{self.verdict.rule}{profile}.json"
        beside = replayed_beside(witness.run.component)
        self.again = f"ackproof replay {shell_quoted(f'out/{file}')} {shell_quoted(self.verdict.target)} {beside}"

    @property
    def why(self) -> str:
        """The violation in a sentence, with the step at which it shows."""
        where = "" if self.verdict.at is None or self.drawing is None else f"Step {self.verdict.at + 1}: "
        # The reason of a recorded deviation is its explanation.
        reason = self.violation or self.verdict.reason
        return f"{where}{reason if where else f'{reason[:1].upper()}{reason[1:]}'}."

    @property
    def sentence(self) -> str:
        """What the rule says, in the specification of this suite; nothing if it does not have the rule."""
        return sentence_of(self.verdict.rule)


@frozen(kw_only=True)
class ShownGroup:
    """Violations of one cause on the page."""

    first: ShownViolation
    others: Sequence[ShownViolation]
    why: str


@frozen(kw_only=True)
class ShownTarget:
    """What the page has of a target."""

    target: WrittenTarget
    title: str
    counts: str
    assumptions: str
    stale: Sequence[str]
    groups: Sequence[ShownGroup]
    unclear: Sequence[WrittenVerdict]
    deviations: Sequence[ShownViolation]
    skipped: Sequence[tuple[str, int]]

    @property
    def why_not_run(self) -> str:
        """Why the target could not be run; nothing if it could."""
        return reason_alone(self.target.name, self.target.unavailable or "")

    @property
    def broken(self) -> Sequence[ShownViolation]:
        """All violations, in the order of the page."""
        return [each for group in self.groups for each in (group.first, *group.others)]


@define
class ReportPage:
    """Certificates as the template reads them."""

    certificates: Sequence[WrittenCertificate]
    grouping: CertificateGrouping
    replay: Replaying | None = None
    _violations: int = field(init=False, default=0)

    @property
    def headline(self) -> str:
        """What the certificates say, in some words each."""
        return "; ".join(dict.fromkeys(overall(each) for each in self.certificates))

    @property
    def look(self) -> str:
        """The class of the headline: the worst that any of the certificates says."""
        order = ("bad", "warn", "good")
        looks = [
            "warn" if (each.quick or not each.is_whole) and each.exit_code == 0 else COLOURS.get(each.exit_code, "bad")
            for each in self.certificates
        ]
        return min(looks, key=order.index)

    @property
    def reservations(self) -> Sequence[str]:
        """What keeps them from being the whole truth."""
        return list(dict.fromkeys(line for each in self.certificates for line in reservations(each)))

    @property
    def settings(self) -> Sequence[str]:
        """What each was made with."""
        return [settings_in_words(each) for each in self.certificates]

    @cached_property
    def targets(self) -> Sequence[ShownTarget]:
        """The targets of all certificates."""
        return [self._target(target) for each in self.certificates for target in each.targets]

    @property
    def columns(self) -> Sequence[tuple[WrittenTarget, str | None]]:
        """The columns of the table of verdicts: a target under a profile."""
        return [
            (shown.target, profile)
            for shown in self.targets
            for profile in sorted(
                {each.profile for each in shown.target.verdicts if each.outcome is not Outcome.SKIP},
                key=lambda profile: profile or "~",
            )
        ]

    @property
    def rows(self) -> Iterator[tuple[str, str, str, Sequence[WrittenVerdict | None]]]:
        """The rows of the table of verdicts: rule, title, level, and a verdict for each column."""
        columns = self.columns
        known: Mapping[int, Mapping[tuple[str, str | None], WrittenVerdict]] = {
            id(target): target.by_key() for target, _ in columns
        }
        titles = {each.rule: each for shown in self.targets for each in shown.target.verdicts}
        order = list(all_rules())
        for rule in sorted(titles, key=lambda rule: (rule not in order, order.index(rule) if rule in order else rule)):
            row = [known[id(target)].get((rule, profile)) for target, profile in columns]
            if any(verdict is not None and verdict.outcome is not Outcome.SKIP for verdict in row):
                yield rule, titles[rule].title, titles[rule].level, row

    def _target(self, target: WrittenTarget) -> ShownTarget:
        return ShownTarget(
            target=target,
            title=title(target),
            counts=counted(target),
            assumptions=assumption_words(target.assumptions) if target.assumptions else "",
            stale=stale_in_words(target),
            groups=[
                ShownGroup(first=self._shown(each.first), others=[*map(self._shown, each.others)], why=each.why)
                for each in self.grouping(target)
            ],
            unclear=target.of(Outcome.ERROR, Outcome.INCONCLUSIVE),
            deviations=[self._shown(each) for each in target.of(Outcome.DEVIATES)],
            skipped=Counter(each.reason for each in target.of(Outcome.SKIP)).most_common(),
        )

    def _shown(self, verdict: WrittenVerdict) -> ShownViolation:
        self._violations += 1
        return ShownViolation(f"v{self._violations}", verdict, self.replay)


def deviation_page(verdict: WrittenVerdict, back: str, back_words: str) -> str:
    """Return the page of one violation, with the explanations that are recorded of it. `back` is where it is linked
    from, in `back_words`.

    Raise `UsageError` if jinja2 is not installed, and ValueError if the witness makes no sense.
    """
    return rendered("deviation.html.jinja", shown=ShownViolation("v", verdict), back=back, back_words=back_words)


def report_page(
    certificates: Sequence[WrittenCertificate], grouping: CertificateGrouping, replay: Replaying | None = None
) -> str:
    """Return the page of some certificates. `grouping` puts the violations of a target together by their causes;
    `replay` says what other targets answer, which stands beside each step.

    Raise `UsageError` if jinja2 is not installed, and ValueError if a witness makes no sense.
    """
    return rendered("report.html.jinja", report=ReportPage(certificates, grouping, replay))
