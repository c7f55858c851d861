"""Mutants of whole topologies: wrong ackers, where they show under faults."""

from acking import (
    Acker,
    AckerMessage,
    Fail,
    Init,
    Kind,
    Notification,
    Record,
    ResetTimeout,
)
from acking.topology.plan import Plan
from attrs import evolve

from ackproof.mutants.parts import AckerInParts, Wired
from ackproof.mutants.topology.spouts import topology
from ackproof.target import Config


class _Timeless(Acker):
    def tick(self) -> dict[int, object]:  # type: ignore[override]  # nobody reads it
        return {}


@topology(
    "no-tick-reaches-the-ackers",
    kills=["SYS-05"],
    mistake="Ticks are set up for bolts that users wrote.",
    issue="STORM-2786",
)
class NoTickReachesTheAckers(Wired):
    """Ackers forget nothing that is not resolved."""

    acker = _Timeless


class _KeepsFails(Acker):
    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        for root, record in expired.items():
            if record.failed and record.spout_task is None:
                self.pending.put(root, record)
        return expired


@topology("fails-wait-for-their-init", kills=["SYS-05"], mistake="The init of a tree that failed is to find that.")
class FailsWaitForTheirInit(Wired):
    """The record of a tree that failed and whose init never came is kept for ever."""

    acker = _KeepsFails


class _KeepsStrangers(Acker):
    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        for root, record in expired.items():
            if record.spout_task is None and not record.failed and record.ack_val:
                self.pending.put(root, record)
        return expired


@topology("acks-wait-for-their-init", kills=["SYS-05"], mistake="What nobody waits for cannot be late.")
class AcksWaitForTheirInit(Wired):
    """The record of a tree of which acks came and no init is kept for ever."""

    acker = _KeepsStrangers


class _InitIsNoNews(Acker):
    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        known = self.pending.get(message.root)
        if isinstance(message, Init) and known is not None and not known.failed:
            self.pending.put(
                message.root, evolve(known, ack_val=known.ack_val ^ message.value, spout_task=message.task)
            )
            return ()
        return super().receive(message)


@topology("a-late-init-is-no-news", kills=["SYS-12"], mistake="Whether a tree is done is asked when an ack comes.")
class ALateInitIsNoNews(Wired):
    """An init that finds a record completes nothing."""

    acker = _InitIsNoNews


@topology(
    "two-buckets-for-storm2",
    kills=["SYS-16"],
    mistake="The acker has as many buckets as the spout.",
    profiles=["storm2"],
)
class TwoBucketsForStorm2(Wired):
    """An acker forgets what is left alone for two ticks."""

    def planned(self, config: Config) -> Plan:
        made = super().planned(config)
        make = made.make_acker

        def with_two(index: int) -> Acker:
            acker = make(index)
            assert isinstance(acker, Acker)  # noqa: S101 - it is the reference's
            return Acker(evolve(acker.profile, buckets=2))

        return evolve(made, make_acker=with_two)


class _ZeroFirst(AckerInParts):
    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        return super().verdict(evolve(record, failed=record.failed and record.ack_val != 0), message)


@topology(
    "a-copy-takes-a-fail-back",
    kills=["SYS-18"],
    mistake="Whether the ack val is zero is asked first, and what is zero cannot have failed.",
)
class ACopyTakesAFailBack(Wired):
    """An acker says ack where the ack val is zero, also of a tree that failed by one of two copies of a tuple."""

    acker = _ZeroFirst


class _TimeForgives(AckerInParts):
    def after_reset(self, record: Record) -> Record:
        return evolve(record, failed=False)


@topology(
    "who-asks-for-time-has-not-failed",
    kills=["SYS-18"],
    mistake="More time is asked by who has not given up, and a record has one input in mind.",
)
class WhoAsksForTimeHasNotFailed(Wired):
    """A call for more time takes back a fail that came before the init."""

    acker = _TimeForgives


class _DeafToFails(AckerInParts):
    def after(self, record: Record, message: AckerMessage) -> Record:
        asked: set[int] = self.__dict__.setdefault("asked", set())
        if isinstance(message, ResetTimeout) and record.spout_task is None:
            asked.add(message.root)
        if isinstance(message, Fail) and record.spout_task is None and message.root in asked:
            return record
        return super().after(record, message)


@topology(
    "who-asked-for-time-cannot-fail",
    kills=["SYS-18"],
    mistake="What came before the init is a state of its own, and one of these is that somebody works on it.",
)
class WhoAskedForTimeCannotFail(Wired):
    """A fail that comes before the init and after a call for more time is ignored."""

    acker = _DeafToFails


class _GhostsAreShortLived(AckerInParts):
    def tick(self) -> dict[int, Record]:
        old: dict[int, int] = self.__dict__.setdefault("old", {})
        kept = [each for cohort in self.pending.cohorts() for each in cohort.items()]
        asked: set[int] = self.__dict__.setdefault("asked", set())
        for root in [root for root, record in kept if record.spout_task is None and root not in asked]:
            old[root] = old.get(root, 0) + 1
            if old[root] > 1:
                self.pending.remove(root)
                del old[root]
        return super().tick()

    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        if isinstance(message, ResetTimeout):
            self.__dict__.setdefault("asked", set()).add(message.root)
        return super().receive(message)


@topology(
    "what-has-no-init-lives-for-two-ticks",
    kills=["SYS-16"],
    mistake="What came before the init is kept apart, in a map with the default of two buckets, until more time is "
    "asked for it.",
    profiles=["storm2"],
)
class WhatHasNoInitLivesForTwoTicks(Wired):
    """What came of a tree before its init is forgotten after two ticks, if nobody has asked for more time."""

    acker = _GhostsAreShortLived
