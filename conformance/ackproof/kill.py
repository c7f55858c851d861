"""Killing mutants: which rules find a mistake, and in how many examples.

A target is killed by a rule if one of the rule's examples shows a violation, or breaks the target. The examples are
those of a certificate with the same seed; the search stops at the first, and nothing is shrunk.

The examples of a rule are drawn once for all targets, and targets that answer one alike are judged once.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import ExitStack, closing
from functools import partial
from multiprocessing import get_context
from typing import Any

from attrs import define, field, frozen

from ackproof import discover
from ackproof.driver import Answer, Driver
from ackproof.errors import TargetBroke
from ackproof.examine import DEFAULT_EXAMPLES, why_skipped
from ackproof.plan import Selection, Task, tasks
from ackproof.rules.registry import Premises
from ackproof.search import drawn, judged, number_of_examples
from ackproof.specification import all_rules
from ackproof.target import PROFILES

LARGEST_BATCH = 16

Blow = tuple[str, str, str | None]
"""A target, a rule and a profile: what is tried, by names that another process understands."""

Kills = Mapping[Blow, int | None]
"""After how many examples each blow killed, or None if the target survived it."""


@define
class Examples:
    """The examples of a rule under a profile, drawn as they are needed."""

    task: Task
    seed: int
    _cases: list["_Case"] = field(init=False, factory=list)

    def case(self, number: int) -> "_Case":
        """Return the example of that number, from 0."""
        while len(self._cases) <= number:
            self._cases.append(_Case(self.task, drawn(self.task, self.seed, len(self._cases))))
        return self._cases[number]


@define
class _Case:
    """An example and the verdicts on the answers to it: a check depends on nothing else."""

    task: Task
    workload: Any
    _known: list[tuple[Answer, bool]] = field(init=False, factory=list)

    def is_broken_by(self, workload: Any, answer: Answer) -> bool:
        """Whether the answer to the workload, which may have fewer operations, breaks the rule."""
        for known, broken in self._known:
            if workload is self.workload and known == answer:
                return broken
        broken = judged(self.task.rule, self.task.check, workload, answer, Premises()) is not None
        if workload is self.workload:
            self._known.append((answer, broken))
        return broken


def kill(
    task: Task, driver: Driver, seed: int, examples: int = DEFAULT_EXAMPLES, shared: Examples | None = None
) -> int | None:
    """Return after how many examples the rule's first violation came, or None if all of them went well.

    `shared` are the examples of this task and seed, if they were drawn before. A target that breaks was killed too;
    one that cannot even say what it is raises `TargetBroke`.
    """
    operations = driver.describe().operations
    known = shared or Examples(task, seed)
    number, size, count = 0, 1, number_of_examples(task.check, examples)
    while number < count:
        cases = [known.case(each) for each in range(number, min(number + size, count))]
        workloads = [case.workload.restricted_to(operations) for case in cases]
        try:
            answers = driver.run_all([workload.run for workload in workloads])
            for place, (case, workload, answer) in enumerate(zip(cases, workloads, answers, strict=True)):
                if case.is_broken_by(workload, answer):
                    return number + place + 1
        except TargetBroke:
            return number + len(cases)  # which of them broke it is not known
        number, size = number + len(cases), min(2 * size, LARGEST_BATCH)
    return None


@frozen
class Round:
    """One rule under one profile at one seed, against some targets: what one process does at a time."""

    rule: str
    profile: str | None
    seed: int
    targets: tuple[str, ...]
    examples: int = DEFAULT_EXAMPLES
    reply_timeout: float | None = None

    def fought(self) -> dict[Blow, int | None]:
        """Return what became of each target to which the rule applies."""
        (task,) = tasks(Selection(rule=self.rule), [self.profile] if self.profile else [])
        shared = Examples(task, self.seed)
        kills: dict[Blow, int | None] = {}
        with ExitStack() as opened:
            for name in self.targets:
                driver = opened.enter_context(closing(discover.find(name, self.reply_timeout)))
                if applies(task, driver):
                    kills[name, self.rule, self.profile] = kill(task, driver, self.seed, self.examples, shared)
        return kills


def applies(task: Task, driver: Driver) -> bool:
    """Whether a rule is about what a target claims, under a profile that it claims."""
    described = driver.describe()
    claimed = task.profile is None or task.profile in described.profiles
    return claimed and why_skipped(task.rule, described, task.profile) is None


def all_tasks(rules: Collection[str] | None = None) -> list[Task]:
    """Return every rule that has a check, or those of these ids, under each of its profiles."""
    return [task for task in tasks(Selection(), PROFILES) if rules is None or task.rule.id in rules]


def fight(rounds: Sequence[Round], workers: int = 1, announce: Callable[[Round], None] = lambda _: None) -> Kills:
    """Return what became of all targets in all rounds, in their order. `announce` hears of each round that is over.

    With more than one worker they are dealt out to processes; what comes out is the same.
    """
    outcomes: dict[int, dict[Blow, int | None]] = {}
    for place, outcome in _in_processes(rounds, workers) if workers > 1 else _one_by_one(rounds):
        outcomes[place] = outcome
        announce(rounds[place])
    return {blow: after for place in sorted(outcomes) for blow, after in outcomes[place].items()}


def _one_by_one(rounds: Sequence[Round]) -> Iterator[tuple[int, dict[Blow, int | None]]]:
    for place, each in enumerate(rounds):
        yield place, each.fought()


def _in_processes(rounds: Sequence[Round], workers: int) -> Iterator[tuple[int, dict[Blow, int | None]]]:
    # A fresh interpreter for each worker: what the caller has imported or opened is nothing to them.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        places: dict[Future[dict[Blow, int | None]], int] = {
            pool.submit(each.fought): place for place, each in enumerate(rounds)
        }
        try:
            for future in as_completed(places):
                yield places[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)


@frozen
class Result:
    """What the rules did to one target: for each rule under which it was tried, how many examples each profile took."""

    target: str
    rules: Mapping[str, Mapping[str | None, int | None]]

    @property
    def killers(self) -> dict[str, int]:
        """The rules that kill it under some profile, and in how many examples at the most."""
        return {rule: max(found) for rule, by in self.rules.items() if (found := [n for n in by.values() if n])}

    def survives(self, rule: str) -> list[str | None]:
        """Return the profiles under which it survives a rule; a rule that was not tried says nothing, of no profile."""
        return [profile for profile, after in self.rules.get(rule, {None: None}).items() if after is None]


def results(kills: Kills) -> dict[str, Result]:
    """Return what became of each target."""
    by_target: dict[str, dict[str, dict[str | None, int | None]]] = {}
    for (target, rule, profile), after in kills.items():
        by_target.setdefault(target, {}).setdefault(rule, {})[profile] = after
    return {target: Result(target, rules) for target, rules in by_target.items()}


def is_differential(rule: str) -> bool:
    """Whether a rule compares with the reference: it kills everything, and proves nothing about the others."""
    return all_rules()[rule].checked == "differential"


def is_statistical(rule: str) -> bool:
    """Whether a rule is about a rate, which takes many trials."""
    return all_rules()[rule].checked == "statistical"


def rounds_of(
    rules: Mapping[str, Collection[str] | None], seed: int, examples: int, reply_timeout: float | None = None
) -> list[Round]:
    """Return the rounds in which each target meets its rules, or all if that is None."""
    every = all_tasks()
    making = partial(Round, seed=seed, examples=examples, reply_timeout=reply_timeout)
    rounds = []
    for task in every:
        met = tuple(name for name, wanted in rules.items() if wanted is None or task.rule.id in wanted)
        if met:
            rounds.append(making(task.rule.id, task.profile, targets=met))
    return rounds
