"""Targets for the bench that each do one thing wrong, and a log small enough to show it."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import acking
from ackproof.components import Operation, results_of
from ackproof.components.acker import AckerResult, Notification
from ackproof.target import Component, Config, Description, Target
from ackproof.targets import reference
from ackproof_adapters.bench.logs.log import Log, write_log
from ackproof_adapters.bench.logs.shapes import Tempo
from ackproof_adapters.bench.logs.stream import LogPlan
from attrs import define, evolve, field, frozen
from pyarrow.parquet import write_table  # type: ignore[import-untyped]  # it brings no types

SMALL = LogPlan(
    messages=4_000, acker_tasks=3, profile="storm2", seed=3, own_tempo=Tempo(pace=150, span=120), patterns=300
)
"""Some 25 ticks, so that slow trees expire, and patterns that distinguish numbers of buckets."""

VICTIM = 100
"""The notification that is changed, counted from 0."""

Words = tuple[Notification, ...]


@cache
def made(plan: LogPlan) -> Log:
    """Return the log of a plan, which is kept until the tests end."""
    folder = Path(tempfile.mkdtemp(prefix="ackproof-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return write_log(plan, folder / "log")


def small_log(profile: str = "storm2", acker_tasks: int = 3) -> Log:
    """Return the small log."""
    return made(evolve(SMALL, profile=profile, acker_tasks=acker_tasks))


def lost(word: Notification) -> Words:
    """Return no notification."""
    del word
    return ()


def doubled(word: Notification) -> Words:
    """Return the notification twice."""
    return (word, word)


def of_another_kind(word: Notification) -> Words:
    """Return it with the other kind."""
    return (evolve(word, kind="ack" if word.kind == "fail" else "fail"),)


def of_another_root(word: Notification) -> Words:
    """Return it with another root."""
    return (evolve(word, root=word.root ^ 1),)


def to_another_task(word: Notification) -> Words:
    """Return it for another spout task."""
    return (evolve(word, task=word.task ^ 1),)


@frozen
class Tampering:
    """The reference, but one of its notifications is changed."""

    change: Callable[[Notification], Words]
    right: Target = field(factory=reference.make)

    def describe(self) -> Description:
        """Return the reference's description."""
        return self.right.describe()

    def open(self, component: str, config: Config) -> Component:
        """Open a component that changes one notification."""
        return _TamperingComponent(self.right.open(component, config), self.change)

    def close(self) -> None:
        """Do nothing: there are no resources."""


@define
class _TamperingComponent:
    right: Component
    change: Callable[[Notification], Words]
    notified: int = 0

    def apply(self, operations: Sequence[Operation]) -> Sequence[AckerResult]:
        return [
            AckerResult(self._tampered(result.notifications))
            for result in results_of(AckerResult, self.right.apply(operations))
        ]

    def close(self) -> None:
        self.right.close()

    def _tampered(self, words: Words) -> Words:
        self.notified += len(words)
        is_victim = bool(words) and self.notified == VICTIM + 1
        return self.change(words[0]) if is_victim else words


@frozen
class Forgetting:
    """Right ackers, except that their RotatingMaps have `more_buckets` more than the profile."""

    more_buckets: int
    right: Target = field(factory=reference.make)

    def describe(self) -> Description:
        """Return the reference's description."""
        return self.right.describe()

    def open(self, component: str, config: Config) -> Component:
        """Open the reference's component, with other buckets."""
        opened = self.right.open(component, config)
        for task in opened.tasks:  # type: ignore[attr-defined]  # the reference's own component
            task.pending = acking.RotatingMap(task.profile.buckets + self.more_buckets)
        return opened

    def close(self) -> None:
        """Do nothing: there are no resources."""


@define
class Scripted:
    """A target that tracks logs by itself, and records that it was called; its output is right."""

    log: Log
    calls: list[str]
    name: str

    def describe(self) -> Description:
        """Describe an acker."""
        return Description(name=self.name, version="1", language="none", components=("acker",))

    def open(self, component: str, config: Config) -> Component:
        """Fail: it must not be called, because there is another way."""
        raise AssertionError((component, config))

    def track_log(self, log: Path, notifications: Path, *, acker_tasks: int, profile: str) -> None:
        """Write the expected notifications, whatever is in the log."""
        assert log.exists()
        assert (acker_tasks, profile) == (self.log.plan.acker_tasks, self.log.plan.profile)
        self.calls.append(self.name if log == self.log.parquet else f"{self.name} with another log")
        write_table(self.log.expected_table(), notifications)

    def close(self) -> None:
        """Do nothing: there are no resources."""


def losing() -> Target:
    """Make a target that loses one notification."""
    return Tampering(lost)


def dying() -> Target:
    """Make a target whose process ends in the middle of the log."""

    def die(word: Notification) -> Words:
        del word
        os._exit(7)

    return Tampering(die)


def raising() -> Target:
    """Make a target that raises in the middle of the log."""

    def refuse(word: Notification) -> Words:
        raise ValueError(f"no more of this\nsaid {word}")

    return Tampering(refuse)


@frozen
class _Claiming:
    """The reference, with a smaller description."""

    description: Description
    right: Target = field(factory=reference.make)

    def describe(self) -> Description:
        return self.description

    def open(self, component: str, config: Config) -> Component:
        return self.right.open(component, config)

    def close(self) -> None:
        pass


def one_task() -> Target:
    """Make a target that claims one acker task, and one profile."""
    return _Claiming(
        Description(name="one-task", version="1", language="python", components=("acker",), profiles=("storm2",))
    )


def no_ticks() -> Target:
    """Make a target that does not support ticks."""
    operations = frozenset({"init", "ack", "fail"})
    return _Claiming(
        Description(name="no-ticks", version="1", language="python", components=("acker",), operations=operations)
    )


def no_acker() -> Target:
    """Make a target with another component."""
    return _Claiming(Description(name="no-acker", version="1", language="python", components=("rotating-map",)))
