"""The report of an audit: verdicts of trees, and figures of components."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ackproof.text.wording import count
from attrs import define, field

from ackproof_adapters.audit.causes.catalogue import LATE_EMIT, NOBODY_RECEIVES, UNANCHORED, UNKNOWN
from ackproof_adapters.audit.causes.verdicts import DONE, Explainer, TreeVerdict, has_inits
from ackproof_adapters.audit.logs.events import ACK, ACKER
from ackproof_adapters.audit.logs.files import WorkerLog
from ackproof_adapters.audit.logs.lines import NO_END, Counts
from ackproof_adapters.audit.trees.figures import ComponentFigures
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place, Receipt, Tree

MOST_BREAKS = 5
"""The most places of a kind at which logs are not whole that are named."""


@define(kw_only=True)
class AuditReport:
    """The results of an audit: trees by status, those that were not done, the figures of each component, violations of
    rules, and the limits of this log.
    """

    profile: str
    logs: Sequence[WorkerLog]
    counts: Counts
    statuses: Counter[str] = field(factory=Counter)
    verdicts: list[TreeVerdict] = field(factory=list)
    figures: dict[str, ComponentFigures] = field(factory=dict)
    not_allowed: list[str] = field(factory=list)
    not_known: list[str] = field(factory=list)
    findings: list[str] = field(factory=list)
    """Findings that made no tree fail, and may be intended."""
    empty: int = 0
    by_hook: bool = False
    """Whether a hook wrote the logs."""

    @property
    def causes(self) -> list[tuple[str, str, str, int]]:
        """The causes: id, name, component, and how many trees, the most frequent first; unknown ones are last."""
        by = Counter((each.cause.id, each.cause.name, each.component) for each in self.verdicts if each.cause)
        ordered = sorted(by.items(), key=lambda each: (each[0][0] == UNKNOWN.id, -each[1], each[0]))
        return [(*key, number) for key, number in ordered]

    @property
    def counted(self) -> str:
        """How many lines there are, and how many events, in words."""
        of = f"{count(self.counts.lines, 'line')}: {count(self.counts.events.total(), 'event')}"
        return f"{of} (a line may be several events)" if self.by_hook else of

    @property
    def remarks(self) -> tuple[tuple[str, list[str]], ...]:
        """The lists below the causes and the figures, each under its heading."""
        return (
            ("Findings that made no tree fail, and may be intended", self.findings),
            ("Violations of the specification", self.not_allowed),
            ("Limits of this log", self.not_known),
        )

    def where(self, place: Place) -> str:
        """Return a place as `worker.log.1:17`, or with its folder if there are several workers:
        `6700/worker.log.1:17`.
        """
        path = self.logs[place.worker].files[place.file].path
        folder = f"{path.absolute().parent.name}/" if len(self.logs) > 1 else ""
        return f"{folder}{path.name}:{place.line}"


def report(known: Gathering, logs: Sequence[WorkerLog], counts: Counts) -> AuditReport:
    """Return the report of all that was gathered."""
    known.unended, known.without_ids = counts.others[NO_END], counts.without_ids
    known.crashes = counts.crashes
    known.hidden = sum(each.number for each in counts.hidden.values())
    made = AuditReport(
        profile=known.profile.name,
        logs=logs,
        counts=counts,
        figures=known.figures.by_component,
        empty=known.empty.total(),
        by_hook=known.by_hook,
    )
    made.statuses[DONE] = known.done
    for verdict in Explainer(known).verdicts():
        made.statuses[verdict.status] += 1
        if verdict.status != DONE:
            made.verdicts.append(verdict)
    for tree in known.trees.values():
        _figure(known, tree)
        made.not_allowed += _not_allowed(known, tree)
        made.not_known += _doubtful(tree)
    for tree in known.after.trees.values():
        made.not_allowed += _done_afterwards(known, tree)
    made.findings = [*_findings(known)]
    made.not_known += _not_known(known, made)
    return made


def _figure(known: Gathering, tree: Tree) -> None:
    """Count in the figures what only whole trees show."""
    for receipt in tree.receipts.values():
        figures = _of_receiver(known, receipt)
        reported = sum(each.came for task, _, each in tree.acks if task == receipt.task)
        is_twice = min(receipt.acked, reported) > max(1, receipt.received) and not known.is_doubled(receipt)
        figures.acked_twice += is_twice
        figures.never_acked += receipt.was_had and not receipt.acked and not receipt.failed
        known.figures.of(receipt.component or "?").emitted_after_ack += receipt.is_late


def _of_receiver(known: Gathering, receipt: Receipt) -> ComponentFigures:
    """Return the figures of the component that received a tuple."""
    return known.figures.of(receipt.receiver or known.component(receipt.task) or "?")


def _not_allowed(known: Gathering, tree: Tree) -> list[str]:
    """Return the violations of a tree if none of its lines is missing."""
    if not _is_whole(tree):
        return []
    found = []
    late = [each for each in tree.receipts.values() if each.is_late]
    if tree.callback == "ack" and late:
        found.append(_emitted_late(tree, late[0]))
    is_read_as_written = not known.doubled and not known.inverted
    if is_read_as_written and not tree.agrees and tree.notifications and tree.expected:
        emitted, wanted = _notified(tree)
        if emitted != wanted:  # else all lines of it are doubled
            found.append(f"the acker emitted {emitted} for tree {tree.root}, the reference {wanted} (ACK-27)")
    return found


def _doubtful(tree: Tree) -> list[str]:
    """Return that an acker emitted something, and the reference nothing, or the other way round. All lines of an ack
    may be missing, or one of a tick, and no other line shows that they are.
    """
    if not _is_whole(tree) or tree.agrees or (tree.notifications and tree.expected):
        return []
    emitted, wanted = _notified(tree)
    rule = "ACK-03" if ACK in tree.notifications else "ACK-27"
    what = f"the acker emitted {emitted}, and the reference {wanted}"
    return [f"whether lines of tree {tree.root} are missing, or its acker breaks {rule}: {what}"]


def _is_whole(tree: Tree) -> bool:
    """Whether each message to and from an acker that any line shows has all its lines."""
    return (
        tree.has_beginning
        and all(each.sends and each.lines == [each.sends] * 3 for each in tree.reports.values())
        and all(each.sends and each.arrivals for each in tree.notifications.values())
    )


def _notified(tree: Tree) -> tuple[str, str]:
    """Return what the acker emitted, and what the reference does, in words."""
    emitted = {(each.kind, each.spout): each.sends for each in tree.notifications.values()}
    return _listed(emitted), _listed(Counter(tree.expected))


def _done_afterwards(known: Gathering, tree: Tree) -> list[str]:
    """Count what was done to a tree after it was done; return the violations."""
    for receipt in known.after.acked_again(tree):
        _of_receiver(known, receipt).acked_twice += 1
    late = [] if known.inverted else [*known.after.late(tree)]
    for receipt in late:
        known.figures.of(receipt.component or "?").emitted_after_ack += 1
        _of_receiver(known, receipt).never_acked += receipt.is_open
    return [_emitted_late(tree, late[0])] if late else []


def _emitted_late(tree: Tree, receipt: Receipt) -> str:
    return (
        f"tree {tree.root} was acked without a tuple that {receipt.component}:{receipt.source} emitted after its ack "
        f"({LATE_EMIT.id}, ANC-10)"
    )


def _listed(notifications: Mapping[tuple[str, int], int]) -> str:
    """Return notifications in words, given how often each was sent."""
    times = {1: "", 2: " twice"}
    return (
        ", ".join(
            f"{kind} to task {task}{times.get(number, f' {number} times')}"
            for (kind, task), number in notifications.items()
        )
        or "nothing"
    )


def _findings(known: Gathering) -> list[str]:
    found = []
    for component, number in sorted((+known.empty).items()):
        of = f"{number:,} messages of {component or 'a spout'}"
        found.append(
            f"{NOBODY_RECEIVES.id} {NOBODY_RECEIVES.name}: {of} were acked at once: no bolt takes their stream, or the "
            "topology has no acker"
        )
    for (component, stream), number in sorted(known.figures.unanchored.items()):
        within = known.figures.within[component, stream]
        of_trees = f", {within:,} of them while it executed a tuple of a tree" if within else ""
        found.append(
            f"{UNANCHORED.id} {UNANCHORED.name}: {component} sent {number:,} tuples that belong to no tree on stream "
            f"{stream}{of_trees}: if they are lost, they are not sent again"
        )
    return found


def _not_known(known: Gathering, made: AuditReport) -> list[str]:
    found = [*_breaks(known, made), *_hidden(made)]
    for log in made.logs:
        found += [f"{path}: is empty, as if it had been rolled just now" for path in log.empty]
        if log.missing:
            numbers = ", ".join(map(str, log.missing))
            found.append(f"{log.name}: the rolled files {numbers} are missing")
    silent = _silent(known)
    if silent:
        found.append(
            f"what {' and '.join(silent)} did: no line of theirs is in the log. Set topology.debug to true, which is "
            "for the whole topology; setDebug is for one component"
        )
    found += _damaged(known, has_silent=bool(silent))
    if known.without_ticks:
        found.append("whether an acker forgot a tree: the log has no tick of an acker task")
    if known.unnamed:
        found.append(
            f"which trees a spout gave up, in {known.unnamed:,} lines of Storm 2.0.0, which do not name them: they "
            "are computed from its ticks, if no line is missing"
        )
    if known.after.left_out:
        found.append(
            f"what was done to {known.after.left_out:,} or more other trees after they were done: the first "
            f"{len(known.after.trees):,} are kept"
        )
    if len(made.logs) > 1:
        found.append("the order of lines of different workers: their clocks are not compared")
    found.append(
        "the content of tuples, and what bolts did between two lines: this is not in a debug log, or is not read"
    )
    return found


def _breaks(known: Gathering, made: AuditReport) -> Iterator[str]:
    """Yield where the logs are not whole."""
    continuity = known.order.continuity
    joints = [each for of in continuity.joints.values() for each in of]
    gaps = [each for of in continuity.gaps.values() for each in of]
    for each in joints[:MOST_BREAKS]:
        yield (
            f"{made.where(each.after)}: the times go back by {-each.took / 1000:,.0f} s: several logs were joined, or "
            "the clock was set back. No line shows the order of what is before and behind it. Give each log as a file "
            "of its own"
        )
    for each in gaps[:MOST_BREAKS]:
        yield (
            f"{made.where(each.before)}: no line follows for {each.took / 1000:.1f} s, though a tick was due: a part "
            "is missing, such as a rolled file, or the process stood still. What was open then is unknown"
        )
    left = len(joints[MOST_BREAKS:]) + len(gaps[MOST_BREAKS:])
    if left:
        yield f"{left:,} more places at which times go back, or ticks are missing"


def _hidden(made: AuditReport) -> Iterator[str]:
    """Yield from where on lines of Storm were not read."""
    places = sorted(made.counts.hidden.items())
    for (worker, file), hidden in places[:MOST_BREAKS]:
        where = made.where(Place(worker, file, hidden.first))
        yield (
            f"{where}: from here on, {count(hidden.number, 'line')} with one of Storm's messages, but not in the "
            "pattern of the file, are not read: that was changed, or other text is in front, as if a program had "
            "printed without ending its line. What was open then is unknown"
        )
    left = sum(hidden.number for _, hidden in places[MOST_BREAKS:])
    if left:
        yield f"{count(left, 'line')} of Storm in other files that are not in the pattern of their file"


def _damaged(known: Gathering, *, has_silent: bool) -> list[str]:
    """Return what is wrong with the lines: they were cut, doubled or left out."""
    found = []
    if known.unended:
        found.append(
            f"what is in {known.unended:,} lines of Storm that have no end, as if a program had cut long lines, or "
            "kept the first line of each message only"
        )
    if known.inverted:
        found.append(
            f"in which order lines were written: {known.inverted:,} tuples were received before they were sent, by the "
            "order of lines, as if they had been sorted. Give the files as the workers wrote them"
        )
    if known.doubled:
        found.append(
            "what happened twice: the log has equal lines twice, as if a program had delivered some of them again"
        )
    if not has_inits(known) and not has_silent:
        has_acker = any(each.component == ACKER for each in known.tasks.values())
        why = "as if only some lines had been kept" + ("" if has_acker else ", or the topology has no acker")
        found.append(f"where trees begin: no line is about an __ack_init, {why}")
    return found


def _silent(known: Gathering) -> list[str]:
    """Return who has no line in the log, though others do, as if only some components wrote them."""
    if known.done or known.by_hook:
        return []  # a tree that is done by all its lines has some of each
    trees = known.trees.values()
    reports = [report for tree in trees for report in tree.reports.values()]
    receipts = [receipt for tree in trees for receipt in tree.receipts.values()]
    silent = []
    if receipts and not any(tree.callback or tree.inits for tree in trees):
        silent.append("spouts")
    if receipts and not any(receipt.was_had for receipt in receipts):
        silent.append("bolts")
    if reports and not known.notifications and not any(any(report.lines) for report in reports):
        silent.append("ackers")
    return silent
