"""Mutants of the bound on pending emissions: whose bound it is, and when it is looked at."""

from acking.topology import Topology
from acking.topology.happenings import Emitted, EmittedUntracked
from acking.topology.plan import Plan
from acking.topology.tasks import Task
from attrs import evolve

from ackproof.mutants import family
from ackproof.mutants.parts import Wired
from ackproof.target import Config

bounds = family("as people build them")


class _WithRoom(Topology):
    """A topology that asks a spout task if it waits for few enough emissions, as it counts them."""

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        if self.has_room(spout):
            super()._next_tuple(spout, tracked=tracked, most=most)

    def has_room(self, spout: Task) -> bool:
        """Whether a spout task may be asked."""
        del spout
        return True


class _NotMultiplied(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound = self.plan.bound
        return not bound or len(self.mates[spout]) == 1 or len(self.executors[spout].pending) < bound


@bounds("the-bound-is-not-multiplied", kills=["SYS-34"], mistake="The setting is read as that of the executor.")
class TheBoundIsNotMultiplied(Wired):
    """An executor of two spout tasks waits for as many emissions as one may."""

    topology = _NotMultiplied


class _OwnBound(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound = self.plan.bound
        own = [message for message, holder in self.source.pending.items() if holder == spout]
        return not bound or len(self.mates[spout]) == 1 or len(own) < bound


@bounds("each-task-has-its-share-of-the-bound", kills=["SYS-34"], mistake="The bound is kept for each task alone.")
class EachTaskHasItsShareOfTheBound(Wired):
    """A spout task of an executor waits for no more than its own bound."""

    topology = _OwnBound


class _TwiceOld(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound, mates, pending = self.plan.bound, self.mates[spout], self.executors[spout].pending
        old = pending.cohorts()[-1]  # type: ignore[attr-defined]  # it is a RotatingMap
        return not bound or len(mates) == 1 or len(pending) + len(old) < bound * len(mates)


@bounds("what-is-old-takes-two-places", kills=["SYS-34"], mistake="What may fail soon is counted with its replay.")
class WhatIsOldTakesTwoPlaces(Wired):
    """An executor of two spout tasks has less room if what it waits for has had a tick."""

    topology = _TwiceOld


class _FirstShares(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound, mates = self.plan.bound, self.mates[spout]
        own = [message for message, holder in self.source.pending.items() if holder == spout]
        return not bound or spout == mates[0] or len(own) < bound


@bounds("the-first-task-has-all-the-room", kills=["SYS-34"], mistake="The first task of an executor speaks for it.")
class TheFirstTaskHasAllTheRoom(Wired):
    """The first spout task of an executor may wait for more than its bound, and no other."""

    topology = _FirstShares


class _BetweenThem(Topology):
    def _emit_next(self, spout: Task, *, tracked: bool) -> None:
        bound = self.plan.bound
        if bound is None or len(self.executors[spout].pending) < bound * len(self.mates[spout]):
            super()._emit_next(spout, tracked=tracked)


@bounds("the-bound-is-hard", kills=["SYS-35"], mistake="The collector refuses what is beyond the bound.")
class TheBoundIsHard(Wired):
    """A spout task that emits several messages stops when it has come to its bound."""

    topology = _BetweenThem


class _TwoAtMost(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        super()._next_tuple(spout, tracked=tracked, most=min(most, 2))


@bounds("a-call-emits-two-at-most", kills=["SYS-35"], mistake="A buffer between spout and executor has two places.")
class ACallEmitsTwoAtMost(Wired):
    """A spout task that should emit three messages at once emits two."""

    topology = _TwoAtMost


class _OneTracked(Topology):
    def _emit_next(self, spout: Task, *, tracked: bool) -> None:
        first = not any(isinstance(each, Emitted | EmittedUntracked) for each in self._happened)
        super()._emit_next(spout, tracked=tracked and first)


@bounds("the-first-of-a-call-is-tracked", kills=["SYS-35"], mistake="The message id is used up by the first emit.")
class TheFirstOfACallIsTracked(Wired):
    """Of the messages that are emitted at once, the first has a message id."""

    topology = _OneTracked


class _Swapped(Wired):
    """A topology in which 0 means what it does in the other releases."""

    def planned(self, config: Config) -> Plan:
        """Return the plan, with the other meaning of 0."""
        plan = super().planned(config)
        return evolve(plan, unbounded_by_zero=False)


@bounds("zero-holds-everything-back", kills=["SYS-35"], mistake="A bound of 0 is a bound.", profiles=("storm2",))
class ZeroHoldsEverythingBack(_Swapped):
    """With 0 as the bound nothing is emitted, though the release is a new one."""


class _Zero(Wired):
    def planned(self, config: Config) -> Plan:
        """Return the plan, with 0 as no bound."""
        return evolve(super().planned(config), unbounded_by_zero=True)


@bounds("zero-is-no-bound", kills=["SYS-36"], mistake="0 is taken for what is not set.", profiles=("storm1",))
class ZeroIsNoBound(_Zero):
    """With 0 as the bound everything is emitted, though the release is an old one."""


class _SmallBound(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound = self.plan.bound
        return bound is None or bound <= 2 or len(self.executors[spout].pending) < 2  # noqa: PLR2004 - the limit


@bounds("a-bound-is-two-at-most", kills=["SYS-35"], mistake="The window is a field of two bits.")
class ABoundIsTwoAtMost(Wired):
    """A bound above two is taken for two."""

    topology = _SmallBound


class _Exactly(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        bound, plan = self.plan.bound, self.plan
        if bound and len(self.executors[spout].pending) > bound * len(self.mates[spout]):
            self.plan = evolve(plan, max_pending=None)
        super()._next_tuple(spout, tracked=tracked, most=most)
        self.plan = plan


@bounds("beyond-its-bound-a-spout-is-free", kills=["SYS-36"], mistake="The count is compared with == and not with >=.")
class BeyondItsBoundASpoutIsFree(Wired):
    """A spout task that waits for more than its bound is asked."""

    topology = _Exactly


class _Multiplied(Wired):
    def planned(self, config: Config) -> Plan:
        """Return the plan, with the bound multiplied by all spout tasks."""
        plan = super().planned(config)
        wide = plan.max_pending and plan.max_pending * (plan.spouts if plan.executor_tasks > 1 else 1)
        return evolve(plan, max_pending=wide)


@bounds("the-bound-is-multiplied-twice", kills=["SYS-36"], mistake="Both the plan and the executor multiply it.")
class TheBoundIsMultipliedTwice(_Multiplied):
    """An executor of several tasks waits for more than their bounds together."""
