"""The driver: runs a target, and decides whose fault an error is. A target is foreign code. Whatever it raises or
returns is handled here. The result is one well-formed result for each operation, a refusal, or `TargetBroke` with the
target's last words.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from attrs import define, evolve, field

from ackproof.components import COMPONENTS, SPOUT, Operation, Result
from ackproof.components.spout import SpoutResult
from ackproof.errors import AckproofError, Refused, SuiteError, TargetBroke, TargetTimedOut, UsageError
from ackproof.target import (
    ASIDE,
    CAPABILITIES,
    PROFILES,
    REAL_TIME,
    Answer,
    BatchTarget,
    Component,
    Description,
    JobTarget,
    PatientTarget,
    Run,
    SessionTarget,
    Target,
    TargetFactory,
)
from ackproof.targets.watched import ShrinkingTarget, Smaller, Watched, WatchedTarget
from ackproof.text.sanitize import first_line, printable, shown
from ackproof.wire import forms as wire
from ackproof.wire.traces import on_operation, operation_of, place_of
from ackproof.workloads.dimensions import DIMENSIONS

T = TypeVar("T")
BATCH = 2000

MANDATORY = ("init", "ack", "fail")
"""Operations that every acker supports."""

LONGEST_NAME = 200
"""Maximum length in characters of names and versions, which are shown in tables and messages."""

TIMEOUTS = 3
"""After this many timeouts in succession a target is not asked again: each takes the whole reply timeout, and a run has
a hundred rules.
"""


@define
class Driver:
    """A target in use. It is created when it is first needed, and again after it broke. `reply_timeout` in seconds is
    for a target that waits for replies; None keeps the target's own.
    """

    name: str
    factory: TargetFactory
    reply_timeout: float | None = None
    _target: Target | None = field(default=None, init=False)
    _takes_batches: bool = field(default=False, init=False)
    """Whether the target is a `BatchTarget`. Asking a protocol takes longer than many a run."""
    _description: Description | None = field(default=None, init=False)
    _timeouts: int = field(default=0, init=False)

    def describe(self) -> Description:
        """Return the target's description, checked."""
        if self._description is None:
            target = self._live()
            description = _checked(self.name, self._call("describe itself", lambda: target.describe()))  # noqa: PLW0108 - `describe` may not be a method
            if (REAL_TIME in description.capabilities) is not self.is_watched:
                raise self._broken(f"claims {REAL_TIME} without a method watch(), or has that and does not claim it")
            self._description = description
        return self._description

    @property
    def together(self) -> bool:
        """Whether the target prefers to get the runs of several rules at once."""
        return isinstance(self._live(), JobTarget)

    @property
    def is_watched(self) -> bool:
        """Whether the target runs by itself and is watched."""
        return isinstance(self._live(), WatchedTarget)

    def watch(self, rule: str, seed: int, numbers: range) -> Sequence[Watched]:
        """Return the runs of those numbers in the form for a rule, each with a well-formed answer."""
        target = self._live()
        assert isinstance(target, WatchedTarget)  # noqa: S101 - see `is_watched`
        seen = self._call("run by itself", lambda: target.watch(rule, seed, numbers))
        return [self._checked(each) for each in seen]

    def smaller(self, rule: str, seed: int, number: int, breaks: Callable[[Sequence[Watched]], bool]) -> Smaller | None:
        """Return a smaller run that breaks the rule, if the target can run one."""
        target = self._live()
        if not isinstance(target, ShrinkingTarget):
            return None
        found = self._call("run something smaller", lambda: target.smaller(rule, seed, number, breaks))
        return Smaller([self._checked(each) for each in found.seen], found.how)

    def _checked(self, each: Watched) -> Watched:
        return evolve(each, answer=self._results(each.workload.run, each.answer))

    def run_all(self, runs: Sequence[Run]) -> list[Answer]:
        """Do each run on a fresh component; return the answers in order."""
        target = self._live()
        if not isinstance(target, BatchTarget):
            return [self.run(run) for run in runs]
        answers: list[Answer] = []
        size = max(1, len(runs)) if isinstance(target, JobTarget) else BATCH
        for start in range(0, len(runs), size):
            batch = [self._beside_another_profile(run) for run in runs[start : start + size]]
            results = self._call(
                "take a batch of runs",
                lambda batch=batch: target.run_all(batch),  # type: ignore[misc]
                lambda _, batch=batch: f", in a batch of {len(batch)} runs",  # type: ignore[misc]
            )
            if not isinstance(results, Sequence) or len(results) != len(batch):
                raise self._broken(f"was given {len(batch)} runs and answered with {shown(results)}")
            answers.extend(self._results(run, each) for run, each in zip(batch, results, strict=True))
        return answers

    def run(self, run: Run) -> Answer:
        """Do one run on a fresh component; return its results, or the target's refusal to open that component."""
        target = self._live()
        if self._takes_batches:
            return self.run_all([run])[0]
        try:
            component = self._call(f"open {run.component}", lambda: _opened(target, run))
        except _RefusedToOpen as refusal:
            return Refused(str(refusal))
        results = self._call(
            "apply operations",
            lambda: self._applied(target, component, run),
            lambda error: operation_of(error, self.factory, run),
        )
        self._call("close a component", lambda: component.close())  # noqa: PLW0108 - it may have no `close`
        return self._results(run, results)

    def _applied(self, target: Target, component: Component, run: Run) -> Sequence[Result]:
        """Apply the operations of a run, request by request."""
        if not run.cuts:
            return component.apply(run.operations)
        results: list[Result] = []
        crowd: list[Component] = []
        aside = target if self._has_sessions() and isinstance(target, SessionTarget) else None
        for place, operations in enumerate(run.requests):
            answered = component.apply(operations)
            wrong = _why_not_one_for_each(run, operations, answered)
            if wrong is not None:
                raise TargetBroke(wrong)
            results += answered
            if aside is not None:
                crowd += done_beside(aside, self._beside_another_profile(run), place)
        for other in crowd:
            other.close()
        return results

    def _beside_another_profile(self, run: Run) -> Run:
        """Return the run with another profile for the session beside it, if there is one and the target has several."""
        others = [each for each in self.describe().profiles if each != run.config.profile] if run.beside else []
        return evolve(run, other_profile=others[0]) if others else run

    def _has_sessions(self) -> bool:
        return "sessions" in self.describe().capabilities

    def close(self) -> None:
        """Close the target. Errors while it is closed are ignored."""
        target, self._target = self._target, None
        if target is not None:
            with contextlib.suppress(Exception):  # it is closed because it broke, or because the run is over
                target.close()

    def _live(self) -> Target:
        if self._timeouts >= TIMEOUTS:
            raise TargetBroke(f"{self.name} was not asked again after it failed {TIMEOUTS} times to answer in time")
        if self._target is None:
            self._target = self._call("start", self.factory)
            if self.reply_timeout is not None and isinstance(self._target, PatientTarget):
                self._target.reply_timeout = self.reply_timeout
            for method in ("describe", "open", "close"):
                if not callable(getattr(self._target, method, None)):
                    raise self._broken(f"is a {type(self._target).__name__}, which has no method {method}()")
            self._takes_batches = isinstance(self._target, BatchTarget)
        return self._target

    def _call(self, what: str, call: Callable[[], T], when: Callable[[BaseException], str] = lambda _: "") -> T:
        """Return the result of a call of the target. `when` says in an error message which part of the work failed."""
        try:
            return call()
        except TargetBroke as broke:
            self._timeouts += isinstance(broke, TargetTimedOut)
            raise self._broken(str(broke)) from broke
        except (AckproofError, SuiteError):
            raise
        except (Exception, SystemExit) as error:
            self.close()  # before the next try, because two instances could interfere with each other
            failure = f"failed to {what}: {type(error).__name__}: {first_line(error)}"
            raise self._broken(f"{failure}{place_of(error)}{when(error)}") from error

    def _results(self, run: Run, results: Answer) -> Answer:
        self._timeouts = 0
        if isinstance(results, Refused):
            return results
        kind = COMPONENTS[run.component]
        wrong = _why_not_one_for_each(run, run.operations, results)
        if wrong is not None:
            raise self._broken(wrong)
        is_right = wire.glance_at_result(kind)
        for place, result in enumerate(results):
            if not is_right(result):
                try:
                    wire.check_result(kind, result)
                except ValueError as error:
                    where = on_operation(run.operations, place)
                    raise self._broken(f"answered with a wrong result: {error}{where}") from error
        return self._claimed(results) if run.component == SPOUT.name else results

    def _claimed(self, results: Sequence[Result]) -> Sequence[Result]:
        """Return results of a spout without the number of pending emissions, if the target does not claim to know it.
        Of ackers that is read by one rule, which needs the capability.
        """
        if "pending" in self.describe().capabilities:
            return results
        return [
            evolve(each, pending=None) if isinstance(each, SpoutResult) and each.pending is not None else each
            for each in results
        ]

    def _broken(self, how: str) -> TargetBroke:
        self.close()
        return TargetBroke(f"{self.name} {printable(how)}")


def done_beside(target: SessionTarget, run: Run, request: int) -> list[Component]:
    """Do in other sessions what a run asks for after the request of that index; return what stays open."""
    others = run.aside_after(request)
    if not others:
        return []
    aside = target.open_beside(ASIDE, run.component, run.config_beside)
    aside.apply(others)
    aside.close()
    return [target.open_beside(name, run.component, run.config) for name in run.crowd_after(request)]


def _why_not_one_for_each(run: Run, operations: Sequence[Operation], results: Sequence[Result]) -> str | None:
    """Return why an answer is not a list with one result for each operation, or None if it is."""
    if not isinstance(results, Sequence) or isinstance(results, str):
        return f"answered with {shown(results)}; it should be a list of {COMPONENTS[run.component].result.__name__}"
    if len(results) != len(operations):
        return f"gave {len(results)} results for {len(operations)} operations"
    return None


class _RefusedToOpen(AckproofError):
    """A refusal to open a component, which is legal. A later refusal contradicts the target's claims: it broke."""


def _opened(target: Target, run: Run) -> Component:
    try:
        return target.open(run.component, run.config)
    except Refused as refusal:
        raise _RefusedToOpen(str(refusal)) from refusal


def _checked(name: str, description: Description) -> Description:
    if not isinstance(description, Description):
        raise TargetBroke(f"{name} describes itself with {shown(description)}; it should be an ackproof Description")
    for claimed, known, what in (
        (description.components, COMPONENTS, "component"),
        (description.profiles, PROFILES, "profile"),
        (description.capabilities, CAPABILITIES, "capability"),
    ):
        strange = sorted(set(claimed) - set(known))
        if strange:
            raise TargetBroke(f"{name} claims the {what} {shown(strange[0])}; there are {', '.join(known)}")
    _check_limits(name, description.limits)
    operations = {name for kind in COMPONENTS.values() for name in kind.operation_names}
    strange = sorted((description.operations or frozenset()) - operations)
    if strange:
        raise TargetBroke(f"{name} claims the operation {shown(strange[0])}; there are {', '.join(sorted(operations))}")
    lacking = sorted(name for name in MANDATORY if not description.has_operation(name))
    if lacking and "acker" in description.components:
        raise TargetBroke(f"{name} is an acker without {', '.join(lacking)}; an acker has {', '.join(MANDATORY)}")
    for what, value in (
        ("name", description.name),
        ("version", description.version),
        ("language", description.language),
    ):
        if not isinstance(value, str) or not value.isprintable() or len(value) > LONGEST_NAME:
            raise TargetBroke(
                f"{name} tells {shown(value)} as its {what}; "
                f"it should be a string of at most {LONGEST_NAME} printable characters"
            )
    if not description.components or not description.profiles:
        raise TargetBroke(f"{name} claims no {'profile' if description.components else 'component'} at all")
    return description


def _check_limits(name: str, limits: Mapping[str, Mapping[str, int]]) -> None:
    for component, own in limits.items():
        known = DIMENSIONS.get(component, {})
        if not known:
            raise TargetBroke(
                f"{name} limits the component {shown(component)}; {', '.join(DIMENSIONS)} have dimensions"
            )
        for dimension, limit in own.items():
            if dimension not in known:
                raise TargetBroke(
                    f"{name} limits {shown(dimension)}; the dimensions of {component} are {', '.join(known)}"
                )
            if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
                raise TargetBroke(f"{name} limits {dimension} to {shown(limit)}; it should be a number, 1 at the least")


def require_profile(driver: Driver, profile: str | None) -> tuple[str, ...]:
    """Return the profiles to certify. Raise `UsageError` for one that the target does not claim."""
    claimed = driver.describe().profiles
    if profile is None:
        return claimed
    if profile not in claimed:
        raise UsageError(f"{driver.name} does not claim profile {profile!r}; it claims {', '.join(claimed)}")
    return (profile,)
