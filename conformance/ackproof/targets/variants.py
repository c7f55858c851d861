"""Variants: the reference with one stated difference, as models of the deviations of real ackers.

A name alone explains nothing: a violating workload counts as explained only if the target's answers equal the variant's
on all of that workload. Differences can be combined: `zero-first+acks-do-not-refresh`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

import acking
from acking import Ack, Acker, AckerMessage, BoltTask, Effect, Fail, Profile, Sent, SpoutExecutor
from attrs import evolve, frozen

from ackproof.components import ACKER, ANCHORING, IDS, SPOUT, TOPOLOGY
from ackproof.oracle.generators import JAVA_RANDOM, Attack
from ackproof.target import INIT_FIRST, NO_DUPLICATES, PROFILES
from ackproof.targets import designs
from ackproof.text.suggestions import did_you_mean

JOINT = "+"
Report = TypeVar("Report")


def _as_it_is(profile: Profile) -> Profile:
    return profile


def _never(_: Acker, __: AckerMessage) -> bool:
    return False


@frozen(kw_only=True)
class Variant:
    """One difference: of an acker, in its profile or in the messages that it drops without acking them; of the spout
    side, in its `executor`; of anchoring, in its `collector`; or in the generator of `ids`.

    `difference` completes the sentence: it is as the reference, but ...

    A *design* has another `acker` class. It models a proposal or another system, and explains no deviation. `assumes`
    are its assumptions about the transport, `lacks` the operations that it does not have, `profiles` those that it can
    be examined under.
    """

    name: str
    difference: str
    profile: Callable[[Profile], Profile] = _as_it_is
    drops: Callable[[Acker, AckerMessage], bool] = _never
    executor: type[SpoutExecutor] = SpoutExecutor
    collector: type[BoltTask] = BoltTask
    ids: Attack | None = None
    acker: type[Acker] = Acker
    assumes: tuple[str, ...] = ()
    lacks: frozenset[str] = frozenset()
    profiles: tuple[str, ...] = PROFILES

    @property
    def is_design(self) -> bool:
        """Whether the variant is for the review of a design, not for explaining a real acker."""
        return self.acker is not Acker

    def shows_in(self, component: str, profile: Profile | None) -> bool:
        """Whether the variant can change the behaviour of a component, under a profile or, for None, under any."""
        if component == SPOUT.name:
            return self.executor is not SpoutExecutor
        if component == ANCHORING.name:
            return self.collector is not BoltTask
        if component == IDS.name:
            return self.ids is not None
        differs = self.is_design or self.drops is not _never or self._changes(profile)
        if component in (ACKER.name, TOPOLOGY.name) and differs:
            return True
        return component == TOPOLOGY.name and (self.executor is not SpoutExecutor or self.collector is not BoltTask)

    def __reduce__(self) -> tuple[Callable[[str], "Variant"], tuple[str]]:
        """Pickle by name, because the differences are functions."""
        return _named, (self.name,)

    def _changes(self, profile: Profile | None) -> bool:
        if profile is None:
            return self.profile is not _as_it_is
        return self.profile(profile) != profile


def _named(name: str) -> Variant:
    return VARIANTS[name]


def _drops_early_fail(acker: Acker, message: AckerMessage) -> bool:
    return isinstance(message, acking.Fail) and message.root not in acker.pending


class _RotatesForEachTask(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        return tuple(effect for _ in self.tasks for effect in super(_RotatesForEachTask, self).tick())


class _AsksAboutEmptyTrees(SpoutExecutor):
    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        if message is None or edges or not self.ackers:
            return super().emit(task, root, message, edges)
        # As if there were another receiver with edge 0, but without its tuple.
        return tuple(effect for effect in super().emit(task, root, message, [0]) if not isinstance(effect, Sent))


class _NeverRefuses(BoltTask):
    def ack(self, name: str) -> tuple[Ack, ...]:
        return self._still_held(name, super().ack)

    def fail(self, name: str) -> tuple[Fail, ...]:
        return self._still_held(name, super().fail)

    def _still_held(self, name: str, let_go: Callable[[str], tuple[Report, ...]]) -> tuple[Report, ...]:
        held = self._held.get(name)
        reports = let_go(name)
        if held is not None:
            self._held[name] = held
        return reports


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant(
            name="zero-first",
            difference="asks for an ack val of zero before it asks for a fail",
            profile=lambda profile: evolve(profile, order=acking.Order.ZERO_FIRST),
        ),
        Variant(
            name="early-fail-lost",
            difference="drops a fail for a root that it has no record of, and does not ack it",
            drops=_drops_early_fail,
        ),
        Variant(
            name="acks-do-not-refresh",
            difference="refreshes an existing record by fail and reset-timeout only",
            profile=lambda profile: evolve(profile, refresh=acking.Refresh.FAIL_AND_RESET),
        ),
        Variant(
            name="acks-refresh",
            difference="refreshes an existing record by every message",
            profile=lambda profile: evolve(profile, refresh=acking.Refresh.EVERY_MESSAGE),
        ),
        Variant(name="two-buckets", difference="keeps two buckets", profile=lambda profile: evolve(profile, buckets=2)),
        Variant(
            name="three-buckets", difference="keeps three buckets", profile=lambda profile: evolve(profile, buckets=3)
        ),
        Variant(
            name="rotates-for-each-task",
            difference="rotates pending at a tick once for each task of the executor",
            executor=_RotatesForEachTask,
        ),
        Variant(
            name="asks-about-empty-trees",
            difference="sends an init of 0 for an emission without receivers, and waits for the acker's word",
            executor=_AsksAboutEmptyTrees,
        ),
        Variant(
            name="never-refuses",
            difference="does with an input that was let go of what it does with one that is held",
            collector=_NeverRefuses,
        ),
        Variant(
            name="java-util-random",
            difference="draws ids by nextLong of java.util.Random",
            ids=JAVA_RANDOM,
        ),
        Variant(
            name="init-once",
            difference="hears only the first init of a record life",
            acker=designs.InitOnce,
        ),
        Variant(
            name="progress-timeout",
            difference="gives back a record to the young that had a message since the last rotation, instead of "
            "forgetting it",
            acker=designs.TimeoutByProgress,
        ),
        Variant(
            name="heron",
            difference="ignores what it did not create, begins anew at a second init, and refreshes nothing",
            acker=designs.Heron,
            assumes=(INIT_FIRST, NO_DUPLICATES),
            lacks=frozenset({"reset-timeout"}),
            profiles=("storm2",),
        ),
    )
}


def parse(text: str) -> tuple[Variant, ...]:
    """Return the differences in a name such as `zero-first+three-buckets`; raise ValueError for one that does not
    exist.
    """
    names = [name.strip() for name in text.split(JOINT)]
    for name in names:
        if name not in VARIANTS:
            every = f"there are {', '.join(VARIANTS)}, and any of them with {JOINT}"
            raise ValueError(f"there is no variant {name!r}; {did_you_mean(name, VARIANTS, every)}")
    return tuple(VARIANTS[name] for name in names)


def joined(variants: Sequence[Variant]) -> str:
    """Return the name of combined differences."""
    return JOINT.join(variant.name for variant in variants)


def in_words(variants: Sequence[Variant]) -> str:
    """Return the differences in words, for the end of a sentence."""
    return ", and ".join(variant.difference for variant in variants)


def all_combinations(component: str, profile: str | None) -> Iterator[tuple[Variant, ...]]:
    """Yield every set of differences that shows in a component under a profile, the smallest first."""
    base = acking.PROFILES[profile] if profile else None
    different = [each for each in VARIANTS.values() if not each.is_design and each.shows_in(component, base)]
    for size in range(1, len(different) + 1):
        yield from combinations(different, size)


def acker_with(variants: Sequence[Variant]) -> type[Acker]:
    """Return the acker class with all of these differences, except those in profiles and dropped messages."""
    different = [variant.acker for variant in variants if variant.is_design]
    return type("VariantAcker", (*different, Acker), {}) if len(different) > 1 else (*different, Acker)[0]


def executor_with(variants: Sequence[Variant]) -> type[SpoutExecutor]:
    """Return the executor class with all of these differences."""
    different = [variant.executor for variant in variants if variant.executor is not SpoutExecutor]
    return type("VariantExecutor", (*different, SpoutExecutor), {})


def collector_with(variants: Sequence[Variant]) -> type[BoltTask]:
    """Return the collector class with all of these differences."""
    different = [variant.collector for variant in variants if variant.collector is not BoltTask]
    return type("VariantCollector", (*different, BoltTask), {})
