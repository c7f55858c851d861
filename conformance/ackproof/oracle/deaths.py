"""The effects of a task's death by the plan of a topology: only its own inputs, records or emissions are lost."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from attrs import define, field

from ackproof.components.happenings import (
    AckOrFailNotification,
    Arrival,
    InitReport,
    Report,
    ResetNotification,
    ResetReport,
    Sending,
    TaskDied,
)
from ackproof.components.topology import Die, TopologyResult
from ackproof.oracle.lapses import Findings, Occasion, Part
from ackproof.oracle.lives import LIFETIME
from ackproof.oracle.sources import SourceDuties
from ackproof.text.messages import message_words
from ackproof.text.truncate import names_in_words
from ackproof.text.wording import count


@define(kw_only=True)
class DeathDuties:
    """Which task died when, what it had received, and which records each acker task has: certainly, or possibly.
    `records` and `emissions` are the target's counts after the last operation, None if it does not report them.

    `_possible` has the trees of which an acker task possibly has a record, each with the number of the task's ticks
    before the first message about it. `_certain` has the trees of which it certainly has a record, each with the number
    of ticks at the time since which it is certain.

    `_begun` has the trees of which an init has reached an acker task in its life, `_orphaned` those of which one did so
    only before its death: no word about them can come from it, since it cannot know whom to tell.
    """

    profile: str
    findings: Findings
    source: SourceDuties
    deaths: list[tuple[str, int]] = field(factory=list)
    records: int | None = 0
    emissions: int | None = 0
    _of_the_dead: set[str] = field(init=False, factory=set)
    _received: dict[str, list[str]] = field(init=False, factory=lambda: defaultdict(list))
    _ticks: dict[str, int] = field(init=False, factory=lambda: defaultdict(int))
    _certain: dict[str, dict[str, int]] = field(init=False, factory=lambda: defaultdict(dict))
    _possible: dict[str, dict[str, int]] = field(init=False, factory=lambda: defaultdict(dict))
    _begun: dict[str, set[str]] = field(init=False, factory=lambda: defaultdict(set))
    _orphaned: dict[str, set[str]] = field(init=False, factory=lambda: defaultdict(set))
    _reports: dict[str, Report | ResetReport] = field(init=False, factory=dict)

    def since(self, index: int, task: str | None = None) -> bool:
        """Whether a task, or any if None, has died in an operation or after it."""
        return any(when >= index and task in (None, dead) for dead, when in self.deaths)

    def of_the_dead(self, receipts: Iterable[str]) -> bool:
        """Whether any of the receipts belong to a task that has died since."""
        return not self._of_the_dead.isdisjoint(receipts)

    # Happenings.

    def sent(self, sending: Sending) -> None:
        """Record a report, or a final notification of an acker, which ends a record. Check that it is of no record of
        before the task's death.
        """
        if isinstance(sending, AckOrFailNotification | ResetNotification):
            if sending.tree in self._orphaned[sending.task]:
                what = (
                    f"{sending.task} sent {message_words(sending)}, and has had no init of {sending.tree} since it died"
                )
                self.findings.lapse(Part.DEATH, what, sending)
        if isinstance(sending, AckOrFailNotification):
            self._certain[sending.task].pop(sending.tree, None)
            self._possible[sending.task].pop(sending.tree, None)
        elif isinstance(sending, Report | ResetReport):
            self._reports[sending.name] = sending

    def arrived(self, arrival: Arrival) -> None:
        """Record the arrival of an input at a bolt task, or of a message at an acker task, which then has a record."""
        if arrival.receipt is not None:
            self._received[arrival.task].append(arrival.receipt)
        report = self._reports.get(arrival.name)
        if report is not None:
            now = self._ticks[arrival.task]
            first = self._possible[arrival.task].setdefault(report.tree, now)
            if isinstance(report, InitReport):
                self._begun[arrival.task].add(report.tree)
                self._orphaned[arrival.task].discard(report.tree)
                self._certain[arrival.task][report.tree] = max(now, first + LIFETIME[self.profile] - 1)

    def ticked(self, task: str) -> None:
        """Record a tick of a task, after which its old records may expire."""
        now = self._ticks[task] = self._ticks[task] + 1
        self._certain[task] = {tree: last for tree, last in self._certain[task].items() if now <= last}

    # Deaths.

    def dies(self, tasks: Sequence[str], result: TopologyResult) -> None:
        """Check that the death of an executor's tasks loses what they had, as far as the counts show it."""
        died = {each.task for each in result.happenings if isinstance(each, TaskDied)}
        self._dies_with_records(tasks[0], result)
        self._dies_waiting(tasks, result)
        for task in tasks:
            if task not in died:
                self.findings.lapse(Part.DEATH, f"{task} was to die, and did not")
            self.source.lost_with(task, result)
            self.deaths.append((task, self.findings.index))
            self.findings.paused.pop(task, None)
            self._of_the_dead.update(self._received.pop(task, ()))
            self._orphaned[task] |= self._begun.pop(task, set())

    def _dies_with_records(self, task: str, result: TopologyResult) -> None:
        before, now = self.records, result.records
        certain, possible = self._certain.pop(task, {}), self._possible.pop(task, {})
        if any(self._certain.values()):
            self.findings.met(Occasion.RECORD_BESIDE_DEATH)
        if before is not None and now is not None and not len(certain) <= before - now <= len(possible):
            least = count(len(possible), "record")
            least = least if len(certain) == len(possible) else f"{len(certain)} to {len(possible)} records"
            left = f"{now} {'is' if now == 1 else 'are'} left"
            self.findings.lapse(Part.DEATH, f"{task} died with {least}; there were {before}, and {left}")

    def _dies_waiting(self, tasks: Sequence[str], result: TopologyResult) -> None:
        before, now = self.emissions, result.waiting
        waiting = self.source.waiting
        names = sorted(name for task in tasks for name in waiting.pop(task, set()))
        own, unsure = len(names), sum(len(self.source.unsure.pop(task, set())) for task in tasks)
        if any(waiting.values()):
            self.findings.met(Occasion.WAITING_BESIDE_DEATH)
        if before is not None and now is not None and not own <= before - now <= own + unsure:
            died = "died" if isinstance(self.findings.operation, Die) else f"{'were' if tasks[1:] else 'was'} shut down"
            due = f"{before - own - unsure} to {before - own}" if unsure else before - own
            self.findings.lapse(
                Part.DEATH,
                f"{names_in_words(tasks)} {died} waiting for {names_in_words(names) if names else 'nothing'}; "
                f"{count(now, 'emission')} {'is' if now == 1 else 'are'} waited for after it, and {due} should be",
            )
