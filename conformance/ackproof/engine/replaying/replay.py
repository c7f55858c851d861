"""Replaying a witness: the same operations on several targets, side by side, to see who breaks its rule."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from attrs import evolve, field, frozen
from rich.text import Text

from ackproof.components import Result
from ackproof.engine.driver import Driver
from ackproof.engine.replaying.findings import Finding, Judge
from ackproof.errors import Refused, TargetBroke, UsageError
from ackproof.rules.registry import all_checks
from ackproof.stories.long_texts import long_texts_in
from ackproof.stories.step_words import operation_words, result_words
from ackproof.stories.violations import MARK
from ackproof.target import Run
from ackproof.text.tables import Column, Table
from ackproof.text.truncate import left_out_of_witness, truncated_rows
from ackproof.witness import Witness

CELL = 22
"""Minimum width in columns of a wrapped operation or answer in the table."""
RECORDED = "recorded"
"""The heading of the answers that the witness has."""

NOT_SENT = "has no such operation"


Answers = Sequence[Result | None] | Refused | TargetBroke
"""What is known of a target's answer to a run: a result or None for each operation, a refusal, or an error."""


@frozen(kw_only=True)
class Replay:
    """A witness's run, each target's answer to it, and the operations at which they differ from each other, or from the
    `recorded` answers, if there are any. `findings` says of each target that did not break whether it breaks the
    `rule`.
    """

    run: Run
    answers: dict[str, Answers]
    differing: tuple[int, ...]
    rule: str = ""
    recorded: Answers | None = None
    findings: Mapping[str, Finding] = field(factory=dict)

    def rendered(self) -> dict[str, list[str]]:
        """Return the answer of each target to each operation, as a terminal and a page show it: first the recorded
        one.
        """
        places = range(len(self.run.operations))
        recorded = {} if self.recorded is None else {RECORDED: self.recorded}
        columns = [*recorded.items(), *((name, each) for name, each in self.answers.items() if name not in recorded)]
        return {name: [_shown(answer, index) for index in places] for name, answer in columns}

    @property
    def is_broken(self) -> bool:
        """Whether a target broke, so that nothing can be concluded."""
        return any(isinstance(answer, TargetBroke) for answer in self.answers.values())

    @property
    def breaks_the_rule(self) -> bool:
        """Whether a target breaks the rule."""
        return any(each.breaks for each in self.findings.values())

    @property
    def is_undecided(self) -> bool:
        """Whether it cannot be judged of a target whether it breaks the rule."""
        return any(each.breaks is None for each in self.findings.values())

    def conclusion(self) -> list[str]:
        """Return why targets refused or broke, and, if none broke, where the answers differ and who breaks the rule."""
        failures = [f"{name}: {answer}" for name, answer in self.answers.items() if isinstance(answer, Exception)]
        if self.is_broken:
            return failures
        findings = [each.sentence(name, self.rule) for name, each in self.findings.items()]
        if not self.run.operations:  # opening was all, and its answer has no step
            return [*failures, *findings]
        steps = ", ".join(str(index + 1) for index in self.differing)
        return [*failures, f"The answers differ at {steps}." if steps else "All answers are alike.", *findings]


def replay(run: Run, drivers: Sequence[Driver], *, may_refuse: bool = False, recorded: Answers | None = None) -> Replay:
    """Run a witness's operations on each target. Operations at which the targets' answers differ, or the `recorded`
    ones, are `differing`.

    An operation that a target does not have is not sent to it; its answer is None, and counts as equal to any other. A
    target that refuses to open a component that it claims is broken, unless it `may_refuse`, because the rule of the
    witness is about refusals.
    """
    answers: dict[str, Answers] = {}
    for driver in drivers:
        lacking = _lacking(run, driver)
        if lacking is not None:
            raise UsageError(lacking)
        try:
            answers[driver.name] = _answer(driver, run, may_refuse=may_refuse)
        except TargetBroke as broke:
            answers[driver.name] = broke
    return Replay(run=run, answers=answers, differing=_differing(run, answers, recorded), recorded=recorded)


def replay_witness(witness: Witness, drivers: Sequence[Driver]) -> Replay:
    """Replay a witness on each target, and judge each by the rule. If that is about odd configurations, a target may
    refuse them.

    Raise `UsageError` if the witness has results for some of its operations only.
    """
    run = witness.run
    if witness.results and len(witness.results) != len(run.operations):
        raise UsageError(
            f"the witness cannot be replayed: it has {len(witness.results)} results of {len(run.operations)} operations"
        )
    recorded = witness.results or Refused(f"{witness.target} refused to open it")
    check = all_checks().get(witness.rule)
    replayed = replay(
        run,
        drivers,
        may_refuse=check is not None and check.may_refuse,
        recorded=recorded if run.operations else (),
    )
    judge = Judge.of(witness, recorded)
    answers, findings = dict(replayed.answers), {}
    for name, answer in replayed.answers.items():
        try:
            if not isinstance(answer, TargetBroke):
                findings[name] = judge.finding(answer)
        except TargetBroke as broke:
            answers[name] = TargetBroke(f"{name} {broke}")
    differing = _differing(run, answers, replayed.recorded)
    return evolve(replayed, answers=answers, differing=differing, rule=witness.rule, findings=findings)


def _differing(run: Run, answers: Mapping[str, Answers], recorded: Answers | None) -> tuple[int, ...]:
    """Return the operations at which answers differ from each other, or from the recorded ones if there are any."""
    columns = [*answers.values(), *([] if recorded is None else [recorded])]
    rows = [[_shown(answer, index) for answer in columns] for index in range(len(run.operations))]
    return tuple(index for index, row in enumerate(rows) if len({*row} - {NOT_SENT}) > 1)


def can_replay(run: Run, driver: Driver) -> bool:
    """Whether a target has the component and the number of acker tasks that a run needs."""
    return _lacking(run, driver) is None


def _lacking(run: Run, driver: Driver) -> str | None:
    description = driver.describe()
    if run.component not in description.components:
        return f"{driver.name} has no component {run.component}, which this witness is about"
    if run.config.tasks > 1 and "acker-tasks" not in description.capabilities:
        return f"{driver.name} has one acker task, and this witness is about {run.config.tasks}"
    return None


def _answer(driver: Driver, run: Run, *, may_refuse: bool) -> Sequence[Result | None] | Refused:
    has = [driver.describe().has_operation(operation.op) for operation in run.operations]
    cuts = sorted({sum(has[:cut]) for cut in run.cuts} - {0, sum(has)})
    sent = evolve(run, operations=tuple(itertools.compress(run.operations, has)), cuts=tuple(cuts))
    answer = driver.run(sent)
    if isinstance(answer, Refused):
        if not may_refuse:
            raise TargetBroke(f"{driver.name} claims {run.component} and refused to open it: {answer}")
        return answer
    results = iter(answer)
    return [next(results) if was_sent else None for was_sent in has]


def lines(replayed: Replay, width: int) -> Iterator[Text]:
    """Yield the table: a row for each operation, a column for each target, a mark where they differ."""
    rendered = replayed.rendered()
    names = list(rendered)
    long_texts = long_texts_in([*replayed.run.operations, replayed.recorded, *replayed.answers.values()])
    rows = []
    for index, operation in enumerate(replayed.run.operations):
        mark = MARK if index in replayed.differing else " "
        rows.append(
            [f"{mark} {index + 1}", operation_words(operation), *(answers[index] for answers in rendered.values())]
        )
    more = partial(left_out_of_witness, len(names) + 2)
    table = Table([Column(""), *(Column(name, prose=True, least=CELL) for name in ("operation", *names))], naming=2)
    shown = truncated_rows(rows, more, lambda index: index in replayed.differing)
    named = [list(map(long_texts.named, row)) for row in shown]
    for row in named:
        table.add(*row)
    yield from table.lines(width)
    yield Text()
    for line in long_texts.lines([cell for row in named for cell in row]):
        yield Text(line)
    for line in replayed.conclusion():
        yield Text(line)


def _shown(answer: Answers, index: int) -> str:
    if isinstance(answer, Refused):
        return "refused"
    if isinstance(answer, TargetBroke):
        return "broke"
    result = answer[index]
    return NOT_SENT if result is None else result_words(result)
