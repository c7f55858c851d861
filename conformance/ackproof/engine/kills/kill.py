"""Killing mutants: which rules find a mistake, and in how many examples.

A target is killed by a rule if one of the rule's examples shows a violation, or breaks the target, which is kept apart:
an adapter that breaks on everything has no mistake that the rules find. The examples are
those of a certificate with the same seed; the search stops at the first, and nothing is shrunk.

The examples of a rule are drawn once for all targets, and equal answers are judged once.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import cached_property, partial

from attrs import field, frozen

from ackproof.engine.discovery import discover
from ackproof.engine.driver import Driver
from ackproof.engine.examination.drawing import Examples, number_of_examples
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES, why_skipped
from ackproof.engine.plan import Examination, Selection, examinations
from ackproof.engine.workers.pool import completed, open_pool
from ackproof.errors import TargetBroke, TargetUnavailable
from ackproof.specification import all_rules
from ackproof.target import PROFILES
from ackproof.workloads.dimensions import Span
from ackproof.workloads.fitting import fitted

LARGEST_BATCH = 16

KillTrial = tuple[str, str, str | None]
"""The subject of a trial: a target, a rule and a profile, by names that another process understands."""


@frozen
class Kill:
    """A kill after some number of examples. `broke` says how the target broke, and is None after a violation."""

    after: int
    broke: str | None = None


Kills = Mapping[KillTrial, Kill | None]
"""How each trial killed, or None if the target survived it."""


def kill(
    examination: Examination,
    driver: Driver,
    seed: int,
    examples: int = DEFAULT_EXAMPLES,
    shared: Examples | None = None,
) -> int | None:
    """Return the number of examples up to the rule's first violation, or None if there is none. A target that breaks
    counts as killed.
    """
    found = tried(examination, driver, seed, examples, shared)
    return None if found is None else found.after


def tried(
    examination: Examination,
    driver: Driver,
    seed: int,
    examples: int = DEFAULT_EXAMPLES,
    shared: Examples | None = None,
) -> Kill | None:
    """Return how the rule kills the target, or None if it does not.

    `shared` are the examples of this examination and this seed, if they were drawn before. A target that cannot even
    be described raises `TargetBroke`.
    """
    description = driver.describe()
    known = shared or Examples(examination, seed)
    number, size, count = 0, 1, number_of_examples(examination.check, examples)
    while number < count:
        batch = [known.example(each) for each in range(number, min(number + size, count))]
        workloads = [fitted(each.workload, description) for each in batch]
        try:
            answers = driver.run_all(
                [each.cut.of(workload.run) for each, workload in zip(batch, workloads, strict=True)]
            )
            for place, (each, workload, answer) in enumerate(zip(batch, workloads, answers, strict=True)):
                if each.judged(workload, answer).violation is not None:
                    return Kill(number + place + 1)
        except (TargetBroke, TargetUnavailable) as broke:
            return Kill(number + len(batch), str(broke))  # it is unknown which of them broke the target
        number, size = number + len(batch), min(2 * size, LARGEST_BATCH)
    return None


@frozen(kw_only=True)
class KillJob:
    """One rule under one profile at one seed, against some targets: a piece of work."""

    rule: str
    profile: str | None
    seed: int
    targets: tuple[str, ...]
    examples: int = DEFAULT_EXAMPLES
    reply_timeout: float | None = None

    def __call__(self) -> Kills:
        """Return the result for each target to which the rule applies."""
        span = Span(min(1.0, self.examples / DEFAULT_EXAMPLES))
        (examination,) = examinations(Selection(rule=self.rule), [self.profile] if self.profile else [], span)
        shared = Examples(examination, self.seed)
        kills: dict[KillTrial, Kill | None] = {}
        with ExitStack() as opened:
            for name in self.targets:
                what = name, self.rule, self.profile
                try:
                    driver = opened.enter_context(closing(discover.find(name, self.reply_timeout)))
                    if applies(examination, driver):
                        kills[what] = tried(examination, driver, self.seed, self.examples, shared)
                except (TargetBroke, TargetUnavailable) as broke:
                    kills[what] = Kill(1, str(broke))  # it does not start again
        return kills


def applies(examination: Examination, driver: Driver) -> bool:
    """Whether a rule is about what a target claims, under a profile that it claims."""
    described = driver.describe()
    claimed = examination.profile is None or examination.profile in described.profiles
    return claimed and why_skipped(examination.rule, described, examination.profile) is None


def all_examinations(rules: Collection[str] | None = None) -> list[Examination]:
    """Return every rule that has a check, or those of these ids, under each of its profiles."""
    return [
        examination
        for examination in examinations(Selection(), PROFILES)
        if rules is None or examination.rule.id in rules
    ]


def run(
    jobs: Sequence[KillJob],
    workers: int = 1,
    announce: Callable[[KillJob, Kills], None] = lambda _, __: None,
    *,
    master: str | None = None,
) -> Kills:
    """Return the results of all jobs, in their order. `announce` is called with each job that is done, and its result.

    With more than one worker they are divided among processes, with a master among the workers of a cluster; the
    results are the same.
    """
    results: dict[int, Kills] = {}
    with closing(open_pool(workers, master)) as pool:
        for place, result in completed(pool, jobs):
            results[place] = result
            announce(jobs[place], result)
    return {trial: after for place in sorted(results) for trial, after in results[place].items()}


@frozen
class KillResult:
    """The result for one target: for each rule that was tried, how many examples each profile took. `broke` has the
    rules that saw no violation because the target broke, and how it did.
    """

    target: str
    rules: Mapping[str, Mapping[str | None, int | None]]
    broke: Mapping[str, str] = field(factory=dict)

    @property
    def violated(self) -> dict[str, int]:
        """The rules that kill the target by a violation, with the number of examples."""
        return {rule: after for rule, after in self.killers.items() if rule not in self.broke}

    @cached_property
    def killers(self) -> dict[str, int]:
        """The rules that kill the target under some profile, with the largest number of examples that they needed."""
        return {rule: max(found) for rule, by in self.rules.items() if (found := [n for n in by.values() if n])}

    def survives(self, rule: str) -> list[str | None]:
        """Return the profiles under which the target survives a rule; `[None]` if the rule was not tried."""
        return [profile for profile, after in self.rules.get(rule, {None: None}).items() if after is None]


def results(kills: Kills) -> dict[str, KillResult]:
    """Return the results by target."""
    by_target: dict[str, dict[str, dict[str | None, Kill | None]]] = {}
    for (target, rule, profile), found in kills.items():
        by_target.setdefault(target, {}).setdefault(rule, {})[profile] = found
    return {target: _result(target, rules) for target, rules in by_target.items()}


def _result(target: str, rules: Mapping[str, Mapping[str | None, Kill | None]]) -> KillResult:
    broke = {}
    for rule, by in rules.items():
        how = [found.broke for found in by.values() if found is not None]
        if how and how[0] is not None and None not in how:
            broke[rule] = how[0]
    after = {
        rule: {profile: None if found is None else found.after for profile, found in by.items()}
        for rule, by in rules.items()
    }
    return KillResult(target, after, broke)


def is_differential(rule: str) -> bool:
    """Whether a rule compares with the reference. Such a rule kills every mutant, and proves nothing about other
    rules.
    """
    return all_rules()[rule].checked == "differential"


def is_statistical(rule: str) -> bool:
    """Whether a rule is about a rate, which takes many trials."""
    return all_rules()[rule].checked == "statistical"


def jobs_of(
    rules: Mapping[str, Collection[str] | None], seed: int, examples: int, reply_timeout: float | None = None
) -> list[KillJob]:
    """Return the jobs that try each target on its rules, or on all if these are None."""
    every = all_examinations()
    making = partial(KillJob, seed=seed, examples=examples, reply_timeout=reply_timeout)
    jobs = []
    for examination in every:
        met = tuple(name for name, wanted in rules.items() if wanted is None or examination.rule.id in wanted)
        if met:
            jobs.append(making(rule=examination.rule.id, profile=examination.profile, targets=met))
    return jobs
