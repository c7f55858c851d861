"""Rules on bolts that ask for more time: `SYS-31` and `SYS-32`."""

from collections.abc import Iterator
from itertools import pairwise

from ackproof.components.happenings import (
    AckNotification,
    AckReport,
    Callback,
    FailReport,
    ResetNotification,
    ResetReport,
)
from ackproof.components.topology import MORE_TIME
from ackproof.oracle.duties import component_of
from ackproof.oracle.histories import EmittedTree, Receipt, TopologyChronicle
from ackproof.oracle.lives import LIFETIME
from ackproof.rules.registry import Premise, Premises
from ackproof.rules.topology.callbacks import expect_time, said_early, violation_at
from ackproof.rules.topology.plans import plan_rule
from ackproof.text.truncate import truncated_names
from ackproof.text.wording import count
from ackproof.workloads.topologies.mix import TopologyMix

ASKING_FOR_TIME = TopologyMix(
    scenarios=("more-time",) * 8 + ("conduct", "lose", "double", "die"),
    conducts=(MORE_TIME,),
    scenario=60,
    batch=92,
    basic=8,
    loose=65,
    untracked=4,
    no_ackers=0,
    several=12,
    spread=35,
    together=8,
    most=12,
    opened=10,
    opening="early",
    tick=8,
    settle=0,
    some_lifecycles=12,
    some_outboxes=12,
)

ASKED = Premise("a bolt task asks for more time for an input in a tree")
ASKED_IN_SEVERAL = Premise("a bolt task asks for more time for an input in several trees")
ASKED_UNHELD = Premise("a basic or loose bolt asks for more time for an input in a tree")
PASSED_ON = Premise("an acker task passes on that more time is asked")


@plan_rule("SYS-31", ASKING_FOR_TIME, ASKED, ASKED_IN_SEVERAL, ASKED_UNHELD, PASSED_ON, effort=0.9)
def the_spout_task_hears_that_more_time_is_asked(seen: TopologyChronicle, premise: Premises) -> None:
    """It gets a reset-timeout for each tree of the input, by way of the tree's acker task."""
    history = seen.history
    asked = {receipt.name: receipt for receipt, conduct in seen.conducts() if conduct == MORE_TIME}
    sent: dict[str, list[str]] = {}
    for message in history.reports.values():
        if isinstance(message.sent, ResetReport):
            sent.setdefault(message.receipt or "", []).append(message.sent.tree)
            if message.receipt not in asked:
                what = f"{message.sent.task} asked for more time on account of {message.receipt}, and was not made to"
                raise violation_at(seen, message.place, what)
    for name, receipt in asked.items():
        _note_asked(seen, receipt, premise)
        if sorted(sent.get(name, ())) != sorted(receipt.trees):
            heard, should = (
                f"for {', '.join(truncated_names(sorted(trees)))}" if trees else "nobody"
                for trees in (sent.get(name, ()), receipt.trees)
            )
            what = f"{receipt.task} was made to ask for more time at {name} and asked {heard}; it should ask {should}"
            raise violation_at(seen, receipt.place, what)
    for tree in seen.tracked:
        for place in _heard_by_acker(seen, tree):
            premise(PASSED_ON)
            heard_next = seen.right_after(place)
            if not isinstance(heard_next, ResetNotification) or (heard_next.tree, heard_next.to) != (
                tree.name,
                tree.spout,
            ):
                raise violation_at(seen, place, _untold(seen, tree, place))


def _note_asked(seen: TopologyChronicle, receipt: Receipt, premise: Premises) -> None:
    """Note that more time is asked for an input, if it is in a tree."""
    if receipt.trees:
        kinds = {bolt.name: bolt.kind for bolt in seen.workload.config.wiring.bolts}
        premise(ASKED if len(receipt.trees) == 1 else ASKED_IN_SEVERAL)
        if kinds[component_of(receipt.task)] in ("basic", "loose"):
            premise(ASKED_UNHELD)


def _untold(seen: TopologyChronicle, tree: EmittedTree, place: int) -> str:
    """Return why a spout task was not told that more time is asked, though that arrived somewhere at a place."""
    acker = seen.moments[place].happening.task
    ackers = {init.sent.to for init in tree.inits}
    if acker in ackers:
        return f"{acker} was asked for more time for {tree.name}, and did not tell {tree.spout}"
    [task] = {message.sent.task for message in tree.resets if place in message.arrivals}
    return f"{task} asked {acker} for more time for {tree.name}, whose init went to {' and '.join(sorted(ackers))}"


GIVEN_AFTER_A_TICK = Premise("a spout task hears that more time is asked after a tick")
DONE_IN_TIME_GIVEN = Premise("a tree is done that its acker task would have forgotten without more time")


@plan_rule("SYS-32", ASKING_FOR_TIME, GIVEN_AFTER_A_TICK, DONE_IN_TIME_GIVEN)
def more_time_is_given(seen: TopologyChronicle, premise: Premises) -> None:
    """The spout task gives it from when the reset-timeout arrives there, the acker task from when it arrives there."""
    for tree in seen.tracked:
        for message in tree.resets:
            for place in message.arrivals if isinstance(message.sent, ResetNotification) else ():
                after = seen.right_after(place)
                if isinstance(after, Callback):
                    what = f"more time was asked for {tree.name}, and {after.what} came of it"
                    raise violation_at(seen, place + 1, what)
        if any(tree.given):
            premise(GIVEN_AFTER_A_TICK)
        if tree.given and tree.calls and tree.calls[0].cause == "tick":
            expect_time(seen, tree, tree.calls[0])
    for tree, last in seen.finished():
        if tree.resets and not seen.has_loose(tree):
            _expect_remembered(seen, tree, last, premise)


def _expect_remembered(seen: TopologyChronicle, tree: EmittedTree, last: int, premise: Premises) -> None:
    """Expect an ack of a tree that is done, if reset-timeouts reached its acker task in time."""
    acker, buckets = seen.moments[last].happening.task, LIFETIME[seen.workload.config.profile]
    gaps, died = _gaps(seen, tree, last, acker)
    if died or max(gaps) >= buckets:
        return
    if sum(gaps) >= buckets:
        premise(DONE_IN_TIME_GIVEN)
    heard = seen.right_after(last)
    if not isinstance(heard, AckNotification) or heard.tree != tree.name:
        raise said_early(seen, tree, last) or violation_at(
            seen,
            last,
            f"{tree.name} is done and {acker} has all messages of it, but does not say ack; "
            f"it had {count(sum(gaps), 'tick')}, and at most {max(gaps)} without being asked for more time",
        )


def _heard_by_acker(seen: TopologyChronicle, tree: EmittedTree) -> Iterator[int]:
    """Yield the places where a reset-timeout reaches an acker task that certainly has the record of the tree, and has
    sent no notification of it yet: the init came once, and neither a tick nor a death was in between.
    """
    inits = [place for init in tree.inits for place in init.arrivals]
    heard = min((notification.place for notification in tree.words), default=len(seen.moments))
    if len(inits) != 1 or _reported_twice(tree):
        return
    [begun] = inits
    for message in tree.resets:
        if isinstance(message.sent, ResetReport):
            for place in message.arrivals:
                if begun < place < heard and not seen.ticks_or_deaths(tree, place):
                    yield place


def _reported_twice(tree: EmittedTree) -> bool:
    """Whether an ack or a fail of a tree has reached its acker task more than once, which may have
    completed the tree.
    """
    return any(len(report.arrivals) > 1 for report in tree.reports if isinstance(report.sent, AckReport | FailReport))


def _gaps(seen: TopologyChronicle, tree: EmittedTree, last: int, acker: str) -> tuple[list[int], bool]:
    """Return the numbers of ticks of an acker task from the emission of a tree to the first reset-timeout, from each to
    the next, and to the last message; and whether the task died meanwhile.
    """
    end = seen.index_of(last)
    arrivals = [
        seen.index_of(place)
        for message in tree.resets
        if isinstance(message.sent, ResetReport)
        for place in message.arrivals
        if place < last
    ]
    marks = [tree.index, *sorted(arrivals), end]
    ticks = seen.history.ticks.get(acker, [])
    gaps = [len([tick for tick in ticks if start <= tick < stop]) for start, stop in pairwise(marks)]
    return gaps, any(tree.index < death < end for death in seen.history.deaths.get(acker, []))
