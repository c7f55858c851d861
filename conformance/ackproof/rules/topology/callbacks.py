"""Rules of whole topologies: which callbacks a spout task gets for its emissions, and when."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate

from ackproof.components import happenings
from ackproof.components.happenings import (
    AckOrFail,
    Arrival,
    Emission,
    Happening,
    InitReport,
    MessageBack,
    MessageDone,
    UntrackedEmission,
)
from ackproof.components.topology import MORE_TIME, NextTuple, Settle
from ackproof.oracle.executors import bound_of
from ackproof.oracle.histories import EmittedTree, SentMessage, TopologyChronicle, TreeCallback, is_fault
from ackproof.oracle.lives import LIFETIME
from ackproof.rules.registry import Check, Premise, Premises, Violation, rule
from ackproof.text.messages import message_words
from ackproof.text.truncate import names_in_words
from ackproof.text.wording import count
from ackproof.workloads.topologies.growing import grow_topology_workload
from ackproof.workloads.topologies.mix import FAULTS, TopologyMix

SPOUT_TICKS = 2
"""Ticks of a spout task by which an emission is called back, whatever has happened."""

CLOSING_INIT = 3
"""The number of the init that cancels the effect of a second one: an odd number of inits in a record's life has the
effect of one.
"""

ORDINARY = TopologyMix(shuffled=15)
ANSWERED = TopologyMix(streams=12, scenarios=(*FAULTS, "late-word"))
QUIET = TopologyMix(
    scenarios=("overtake", "lose", *["then-as-usual"] * 3),
    conducts=("ack-twice", "fail-then-ack", *["emit-after-ack"] * 3),
    scenario=28,
    tick=0,
    untracked=0,
    no_ackers=0,
    settle=0,
    loose=0,
    batch=50,
    several=40,
    late_init=12,
    asked=2,
)
GHOSTLY = TopologyMix(
    scenarios=("die", "double", "lose", "overtake", "initless"), conducts=("give-up", "forget", MORE_TIME), scenario=40
)
WORDY = TopologyMix(scenarios=("double", "die", "pause"), scenario=25, tree_again=12, tick=20)
TOLD = TopologyMix(
    scenarios=("double", "die", "pause", "late-word", "more-time-in-vain"), scenario=28, tree_again=12, tick=20
)
ODD = TopologyMix(
    three_inits=12,
    scenario=40,
    scenarios=(*FAULTS, "die", "die", "copies-in-hand", "copies-in-hand"),
    batch=35,
    tick=20,
    opened=30,
    opening="lives",
    chain_with_fan=30,
)
REPLAYING = TopologyMix(streams=12, scenarios=("lose", "die", "conduct"), scenario=35, tick=30, settle=6, lasting=3)
IN_TURN = TopologyMix(
    in_turn=True,
    tick=40,
    scenarios=("overtake", "overtake", "begun-late"),
    scenario=8,
    settle=0,
    loose=0,
    untracked=0,
    no_ackers=0,
)
BOUNDED = TopologyMix(bounded=85, scenario=20)


def topology_rule(
    rule_id: str, mix: TopologyMix, *premises: Premise, effort: float = 1
) -> Callable[[Check[TopologyChronicle]], Check[TopologyChronicle]]:
    """Register a rule of the topology that uses workloads of that mix; `effort` is that of `registry.rule`."""
    grow = partial(grow_topology_workload, mix=mix)
    return rule(rule_id, grow=grow, observe=TopologyChronicle, premises=premises, effort=effort)


DONE_AFTER_FAULTS = Premise("a message is done after faults that hit the run")
DONE_BY_REPLAY = Premise("a message is done by a replay")
DONE_AFTER_ITS_SPOUT_DIED = Premise("a message comes back from a dead spout task and is done", takes="die")


@topology_rule(
    "SYS-01",
    ORDINARY,
    DONE_AFTER_FAULTS,
    DONE_BY_REPLAY,
    DONE_AFTER_ITS_SPOUT_DIED,
    effort=2,
)
def every_message_is_processed_at_least_once(seen: TopologyChronicle, premise: Premises) -> None:
    """After the last fault, this takes a round, two ticks of the spout tasks, and a round."""
    history, steps = seen.history, seen.workload.steps
    due = _last_round(seen)
    if due is None:
        return
    hit = any(is_fault(step) for step in steps)
    if bound_of(seen.workload.config) == 0:
        return  # nothing is emitted
    for message in seen.workload.config.wiring.messages:
        trees = [tree for tree in history.trees.values() if tree.message == message]
        done = history.done.get(message)
        if done is None or seen.index_of(done) > due:
            raise Violation(f"{message} was not done {SPOUT_TICKS} ticks after the last fault: {fate(trees, due)}", due)
        if len(trees) > 1:
            premise(DONE_BY_REPLAY)
        if any(tree.gone for tree in trees):
            premise(DONE_AFTER_ITS_SPOUT_DIED)
        if hit:
            premise(DONE_AFTER_FAULTS)


def _last_round(seen: TopologyChronicle) -> int | None:
    """Return the index of the operation by which every message has to be done, None if there is none: the first round
    after a round and two ticks of each spout task. Where no round comes before the ticks, as in the steps of a running
    topology, whose tasks never stop, it is the last operation.
    """
    steps = seen.workload.steps
    rounds = [index for index in range(seen.calm_from, len(steps)) if isinstance(steps[index], Settle)]
    spouts = [f"spout-{task}" for task in seen.workload.config.spout_tasks]
    for since in (*rounds[:1], seen.calm_from - 1):
        ticks = [[tick for tick in seen.calm_ticks(spout) if tick > since] for spout in spouts]
        if all(len(each) >= SPOUT_TICKS for each in ticks):
            second = max(each[SPOUT_TICKS - 1] for each in ticks)
            later = [index for index in rounds if index > second]
            if later:
                return later[0] if since in rounds else len(steps) - 1
    return None


TICK_AFTER_CALLBACK = Premise("a tick after the callback")
CALLBACK_WITH_SEVERAL_SPOUTS = Premise("a callback with several spout tasks")


@topology_rule("SYS-02", TOLD, TICK_AFTER_CALLBACK, CALLBACK_WITH_SEVERAL_SPOUTS, effort=0.9)
def an_emission_is_called_back_at_most_once_on_its_task(seen: TopologyChronicle, premise: Premises) -> None:
    """SYS-07 checks callbacks that late notifications cause."""
    several = len(seen.workload.config.spout_tasks) > 1
    for tree in seen.history.trees.values():
        for number, call in enumerate(tree.calls):
            if several:
                premise(CALLBACK_WITH_SEVERAL_SPOUTS)
            if call.spout != tree.spout or call.message != tree.message:
                raise violation_at(
                    seen,
                    call.place,
                    f"{call.answer} of {call.message} was called on {call.spout}; {tree.spout} emitted {tree.message}",
                )
            if number and call.cause not in seen.history.reports:
                raise violation_at(
                    seen, call.place, f"{call.answer} of {tree.name} is its callback number {number + 1}"
                )
        if tree.calls and any(tick > tree.calls[0].index for tick in tree.ticks):
            premise(TICK_AFTER_CALLBACK)
    for moment in seen.moments:
        called = moment.happening
        if isinstance(called, happenings.Callback) and called.tree not in seen.history.trees:
            raise violation_at(seen, moment.place, f"{called.what} of {called.tree}, which nobody emitted")


RESOLVED_BY_WORD = Premise("an acker's word resolves an emission")
RESOLVED_BY_TIME = Premise("an emission is resolved by time")
OUTLIVES_FIRST_TICK = Premise("an emission outlives its first tick")


@topology_rule(
    "SYS-03",
    ANSWERED,
    RESOLVED_BY_WORD,
    RESOLVED_BY_TIME,
    OUTLIVES_FIRST_TICK,
    effort=0.9,
)
def an_emission_is_called_back_exactly_once_while_its_spout_task_lives(
    seen: TopologyChronicle, premise: Premises
) -> None:
    """The callback comes by the second tick, or earlier by a notification."""
    for tree in seen.tracked:
        first = tree.calls[0] if tree.calls else None
        if first is not None:
            _expect_cause(seen, tree, premise)
        if tree.ticks and (first is None or first.index > tree.ticks[0]):
            premise(OUTLIVES_FIRST_TICK)
        expect_answer(seen, tree)


def expect_answer(seen: TopologyChronicle, tree: EmittedTree) -> None:
    """Expect the callback of a tree by the second tick of its spout task, and at once for a notification that arrives
    before.
    """
    if tree.ticks or tree.words:
        first = tree.calls[0] if tree.calls else None
        if len(tree.ticks) >= SPOUT_TICKS:
            due = tree.ticks[SPOUT_TICKS - 1]
            if first is None or first.index > due:
                raise Violation(
                    f"{tree.spout} was told nothing of {tree.name} by its second tick after "
                    f"{'it had heard that more time is asked' if tree.given else 'it'}",
                    due,
                )
        for notification in tree.words:
            if notification.sent.to == tree.spout:
                for place in notification.arrivals:
                    gone = seen.died_before(tree, seen.index_of(place))
                    if (first is None or first.place > place) and not gone and _answer(seen, place) is None:
                        raise violation_at(
                            seen, place, f"{message_words(notification.sent)} arrived and was not passed on"
                        )


def _expect_cause(seen: TopologyChronicle, tree: EmittedTree, premise: Premises) -> None:
    """Check the cause of the first callback of a tree, and count its premise."""
    cause = tree.calls[0].cause
    if cause == "tick" or cause in seen.history.reports:
        premise(RESOLVED_BY_TIME if cause == "tick" else RESOLVED_BY_WORD)
    expect_cause(seen, tree)


def expect_cause(seen: TopologyChronicle, tree: EmittedTree) -> None:
    """Expect that the first callback of a tree was caused by two ticks, by a notification, or by its
    having no tuples.
    """
    first, reports = tree.calls[0], seen.history.reports
    if first.cause == "tick":
        expect_time(seen, tree, first)
    elif first.cause in reports:
        sent = reports[first.cause].sent
        if not _notifies(sent, first.answer, tree):
            about = seen.history.trees.get(sent.tree)
            due = "nothing"
            if isinstance(sent, happenings.AckOrFailNotification) and about and _waits(seen, about, first):
                due = f"{sent.answer} of {sent.tree}"
            raise violation_at(
                seen,
                first.place,
                f"{message_words(sent)} arrived, and {first.spout} was told {first.answer} of {tree.name}; "
                f"it should be told {due}",
            )
    elif tree.tuples or first.answer is not AckOrFail.ACK:
        ticks = [tick for tick in tree.ticks if tick < first.index]
        words = [place for word in tree.words for place in word.arrivals if place < first.place]
        had = "had come just before" if words or len(ticks) >= SPOUT_TICKS else "had come"
        raise violation_at(
            seen, first.place, f"{first.answer} of {tree.name} was called, and neither a word nor its second tick {had}"
        )


def expect_time(seen: TopologyChronicle, tree: EmittedTree, call: TreeCallback) -> None:
    """Expect that a callback by time comes at the second tick after the emission, or after the last reset-timeout that
    the spout task has heard of.
    """
    ticks = len([tick for tick in tree.ticks if tick <= call.index])
    if ticks < SPOUT_TICKS:
        when = f"at the first tick {_since(tree)}" if ticks else f"before any tick of {tree.spout} {_since(tree)}"
        what = f"{call.answer} of {tree.name} was called {when}; it is due at the second"
        raise violation_at(seen, call.place, what)


def _since(tree: EmittedTree) -> str:
    """Return since when the ticks of a tree's spout task count."""
    return f"after {tree.spout} had heard that more time is asked" if tree.given else "after its emission"


def _waits(seen: TopologyChronicle, tree: EmittedTree, call: TreeCallback) -> bool:
    """Whether the task of a callback waits for a tree when that happens."""
    called = any(each.place < call.place for each in tree.calls)
    return tree.spout == call.spout and not called and not seen.died_before(tree, call.index)


def expect_callbacks(seen: TopologyChronicle, tree: EmittedTree) -> None:
    """Expect the callbacks of a tree to be as SYS-02 and SYS-03 require."""
    for call in tree.calls:
        if call.spout != tree.spout:
            raise violation_at(
                seen, call.place, f"{call.answer} of {tree.name} was called on {call.spout}; {tree.spout} emitted it"
            )
    if tree.calls:
        expect_cause(seen, tree)
    expect_answer(seen, tree)


ACKED_AMONG_FAULTS = Premise("a tree is acked in a run with faults")
OPEN_AND_NOT_ACKED = Premise("a tree with an open tuple is not acked")
NOT_ACKED_AS_ITS_ACKER_DIED = Premise("a tree whose acker task died is not acked", takes="die")
ACKED_AFTER_THREE_INITS = Premise("a tree whose init was delivered three times is acked", takes="double")


@topology_rule(
    "SYS-04",
    ODD,
    ACKED_AMONG_FAULTS,
    OPEN_AND_NOT_ACKED,
    NOT_ACKED_AS_ITS_ACKER_DIED,
    ACKED_AFTER_THREE_INITS,
    effort=2,
)
def no_fault_completes_a_tree_early(seen: TopologyChronicle, premise: Premises) -> None:
    """Every tuple of an acked tree was acked by a bolt task that had received it, and so was every descendant."""
    history = seen.history
    hit = any(is_fault(step) for step in seen.workload.steps)
    for tree in seen.tracked:
        acked = next((call for call in tree.calls if call.answer is AckOrFail.ACK), None)
        if acked is None:
            _note_open(seen, tree, premise)
            continue
        if tree.hole or not tree.tuples:
            continue
        if hit:
            premise(ACKED_AMONG_FAULTS)
        if sum(place < acked.place for init in tree.inits for place in init.arrivals) >= CLOSING_INIT:
            premise(ACKED_AFTER_THREE_INITS)
        left = history.open_tuple(tree, acked.place)
        if left is not None:
            where = history.tuples[left]
            received = any(receipt.place < acked.place for receipt in where.receipts)
            raise violation_at(
                seen,
                acked.place,
                f"{tree.spout} was told ack of {tree.name}, and {left}, which went to {where.receiver}, "
                f"{'was not acked there' if received else 'had not arrived there'}",
            )


def _note_open(seen: TopologyChronicle, tree: EmittedTree, premise: Premises) -> None:
    if tree.tuples and seen.history.open_tuple(tree, len(seen.moments)) is not None:
        premise(OPEN_AND_NOT_ACKED)
    ackers = {init.sent.to for init in tree.inits}
    if any(death > tree.index for acker in ackers for death in seen.history.deaths.get(acker, [])):
        premise(NOT_ACKED_AS_ITS_ACKER_DIED)


RECORD_KEPT = Premise("a record was kept after its tree was resolved")
EMISSION_WAITED_FOR = Premise("an emission was waited for")


@topology_rule("SYS-05", GHOSTLY, RECORD_KEPT, EMISSION_WAITED_FOR)
def nothing_is_tracked_for_ever(seen: TopologyChronicle, premise: Premises) -> None:
    """After the last fault, this takes as many ticks as the acker has buckets, and two of the spout."""
    config, steps = seen.workload.config, seen.workload.steps
    calm = next((index for index in range(seen.calm_from, len(steps)) if isinstance(steps[index], Settle)), len(steps))
    wanted = {f"spout-{task}": SPOUT_TICKS for task in config.spout_tasks}
    wanted |= {f"acker-{number + 1}": LIFETIME[config.profile] for number in range(config.ackers)}
    enough = all(
        len([tick for tick in seen.calm_ticks(task) if tick > calm]) >= ticks for task, ticks in wanted.items()
    )
    for result, unresolved in zip(seen.results, _unresolved(seen), strict=True):
        if result.records and result.records > unresolved:
            premise(RECORD_KEPT)
            break
    if any(result.waiting for result in seen.results):
        premise(EMISSION_WAITED_FOR)
    if enough and isinstance(steps[-1], Settle):
        last = seen.results[-1]
        if last.records or last.waiting:
            what = " and ".join((*_kept(seen, last.records or 0), *_waited_for(seen, last.waiting or 0)))
            raise Violation(f"after {LIFETIME[config.profile]} ticks without a fault {what}", len(steps) - 1)


def _unresolved(seen: TopologyChronicle) -> Iterator[int]:
    """Return how many trees were emitted and not called back, after each operation."""
    changes = [0] * len(seen.results)
    for tree in seen.history.trees.values():
        changes[tree.index] += 1
        if tree.calls:
            changes[max(tree.index, min(call.index for call in tree.calls))] -= 1
    return accumulate(changes)


def _kept(seen: TopologyChronicle, number: int) -> Iterator[str]:
    """Yield which acker task keeps which records at the end, if they explain the number of them; else the number."""
    found: dict[str, list[str]] = {}
    for tree in seen.tracked:
        heard: dict[str, int] = {}
        for message in (*tree.reports, *tree.resets):
            if isinstance(message.sent, happenings.Report | happenings.ResetReport):
                for place in message.arrivals:
                    heard[message.sent.to] = max(place, heard.get(message.sent.to, place))
        for acker, place in heard.items():
            since = range(seen.index_of(place) + 1, len(seen.results))
            ticks, deaths = (times.get(acker, ()) for times in (seen.history.ticks, seen.history.deaths))
            old = sum(tick in since for tick in ticks) >= LIFETIME[seen.workload.config.profile]
            if (
                not old
                and not any(death in since for death in deaths)
                and all(word.place < place for word in tree.words)
            ):
                found.setdefault(acker, []).append(tree.name)
    if number and sum(map(len, found.values())) != number:
        yield f"{count(number, 'record')} {'is' if number == 1 else 'are'} kept"
    elif number:
        for acker, names in sorted(found.items()):
            yield f"{acker} keeps the record{'s' * (len(names) > 1)} of {names_in_words(names)}"


def _waited_for(seen: TopologyChronicle, number: int) -> Iterator[str]:
    """Yield which spout task waits for which trees at the end, if they explain the number of them; else the number."""
    found: dict[str, list[str]] = {}
    for tree in seen.tracked:
        if tree.tuples and not tree.calls and not tree.gone:
            found.setdefault(tree.spout, []).append(tree.name)
    if number and sum(map(len, found.values())) != number:
        yield f"{count(number, 'emission')} {'is' if number == 1 else 'are'} waited for"
    elif number:
        for spout, names in sorted(found.items()):
            yield f"{spout} waits for {names_in_words(names)}"


EMITTED_AGAIN = Premise("a message is emitted again")
EMITTED_AGAIN_WHILE_REPORTED = Premise("a message is emitted again while its former tree is reported")


@topology_rule("SYS-06", REPLAYING, EMITTED_AGAIN, EMITTED_AGAIN_WHILE_REPORTED)
def a_replay_is_a_new_tree(seen: TopologyChronicle, premise: Premises) -> None:
    """It has a root id of its own, so messages of the earlier tree do not affect it."""
    roots: dict[int | None, str] = {}
    emitted: dict[str, EmittedTree] = {}
    for tree in seen.history.trees.values():
        former = emitted.get(tree.message)
        if former is not None:
            premise(EMITTED_AGAIN)
            if any(place > tree.place for report in former.reports for place in report.arrivals):
                premise(EMITTED_AGAIN_WHILE_REPORTED)
        if tree.root is None and not (tree.tracked and tree.tuples):
            continue  # an emission needs no id if it is untracked, or was acked at once because nobody receives it
        if tree.root in roots:
            raise violation_at(seen, tree.place, f"{tree.name} has the root id of {roots[tree.root]}, {tree.root}")
        roots[tree.root] = tree.name
        emitted[tree.message] = tree


END_SAID_TWICE = Premise("an acker says the end of a tree twice")
WORD_FOR_A_DEAD_SPOUT = Premise("a word for a spout task that has died")


@topology_rule("SYS-07", WORDY, END_SAID_TWICE, WORD_FOR_A_DEAD_SPOUT, effort=2)
def a_notification_about_a_resolved_tree_is_ignored(seen: TopologyChronicle, premise: Premises) -> None:
    """This includes the second notification if all messages of a tree reached the acker twice."""
    for tree in seen.tracked:
        resolved_by: set[int] = set()
        for notification in tree.words:
            for place in notification.arrivals:
                died = seen.died_before(tree, seen.index_of(place))
                resolved = any(call.place < place for call in tree.calls)
                if resolved and resolved_by and notification.place not in resolved_by:
                    premise(END_SAID_TWICE)
                resolved_by.add(notification.place)
                if died:
                    premise(WORD_FOR_A_DEAD_SPOUT)
                after = _answer(seen, place)
                if (resolved or died) and after is not None:
                    raise violation_at(
                        seen,
                        place + 1,
                        f"{message_words(notification.sent)} came too late, and caused {after.what} on {after.task}",
                    )


TREE_DONE = Premise("a tree is done")
TREE_DONE_BY_ITS_INIT = Premise("a tree is done when its init arrives last", by_chance=True)
JOINED_TREE_DONE = Premise("a joined tree is done")


@topology_rule("SYS-12", QUIET, TREE_DONE, TREE_DONE_BY_ITS_INIT, JOINED_TREE_DONE, effort=2)
def a_tree_that_is_done_is_acked(seen: TopologyChronicle, premise: Premises) -> None:
    """It is acked with the last of its messages, in whatever order they arrive."""
    for tree, last in seen.finished():
        if seen.ticks_or_deaths(tree, last) or seen.has_loose(tree):
            continue
        premise(TREE_DONE)
        if tree.init_arrives_at(last):
            premise(TREE_DONE_BY_ITS_INIT)
        if any(len(each.anchors) > 1 for each in seen.members(tree)):
            premise(JOINED_TREE_DONE)
        expect_notification(seen, tree, last, "")


DONE_AFTER_A_TICK = Premise("a tree is done after a tick of its acker task")
DONE_AFTER_TWO_TICKS = Premise("after two")


@topology_rule("SYS-16", IN_TURN, DONE_AFTER_A_TICK, DONE_AFTER_TWO_TICKS, effort=3.5)
def an_acker_remembers_for_as_long_as_the_spout_waits(seen: TopologyChronicle, premise: Premises) -> None:
    """If all ticks have one period, in any phases, a tree that its spout still waits for is acked when it is done."""
    for tree, last in seen.finished():
        if seen.has_loose(tree):
            continue  # SYS-11 checks these
        acker = seen.moments[last].happening.task
        between = range(tree.index, seen.index_of(last))
        if any(death in between for task in (acker, tree.spout) for death in seen.history.deaths.get(task, [])):
            continue
        ticks = len([tick for tick in seen.history.ticks.get(acker, []) if tick in between])
        waited = len([tick for tick in seen.history.ticks.get(tree.spout, []) if tick in between])
        if ticks and waited < SPOUT_TICKS and ticks <= waited + 1:
            premise(DONE_AFTER_TWO_TICKS if ticks > 1 else DONE_AFTER_A_TICK)
            expect_notification(seen, tree, last, f", {count(ticks, 'tick')} of {acker} after its emission")


ASKED_AT_BOUND = Premise("a spout task is asked at its bound")
ASKED_BELOW_BOUND = Premise("a spout task is asked below its bound")


@topology_rule("SYS-17", BOUNDED, ASKED_AT_BOUND, ASKED_BELOW_BOUND)
def a_spout_task_is_not_asked_at_its_bound(seen: TopologyChronicle, premise: Premises) -> None:
    """max.spout.pending is the greatest number of emissions that a task may wait for."""
    for _, room in asked(seen):
        premise(ASKED_BELOW_BOUND if room else ASKED_AT_BOUND)


def asked(seen: TopologyChronicle) -> Iterator[tuple[str, bool]]:
    """Yield each spout task that is asked, and whether its executor waits for less than its bound. Raise a violation if
    the task emits although the bound is reached.
    """
    bound = bound_of(seen.workload.config)
    if bound is None:
        return
    trees = [tree for tree in seen.tracked if tree.tuples]
    for index, step in enumerate(seen.workload.steps):
        if not isinstance(step, NextTuple):
            continue
        mates = seen.mates(step.spout)
        waiting = [tree for tree in trees if tree.spout in mates and tree.index < index and seen.waits_for(tree, index)]
        room = len(waiting) < bound * len(mates)
        emitted = [
            (place, each.tree)
            for place, each in enumerate(seen.results[index].happenings)
            if isinstance(each, Emission | UntrackedEmission)
        ]
        if emitted and not room:
            place, tree_name = emitted[0]
            shared = f" for each of {len(mates)} tasks" if len(mates) > 1 else ""
            raise Violation(
                f"{step.spout} emitted {tree_name}; its bound is {bound}{shared}, and it waited for "
                f"{', '.join(tree.name for tree in waiting) or 'nothing'}",
                index,
                place,
            )
        yield step.spout, room


# Helpers of several rules.


def violation_at(seen: TopologyChronicle, place: int, what: str, index: int | None = None) -> Violation:
    """Return a violation that shows in the happening at a place; or, if that belongs to another operation than the one
    of the `index`, in this operation.
    """
    caused = seen.index_of(place)
    is_there = index in (None, caused)
    return Violation(what, caused if index is None else index, seen.place_in_operation(place) if is_there else None)


def _answer(seen: TopologyChronicle, place: int) -> Happening | None:
    """Return the callback, or the message to the source, that comes right after a notification arrived
    at that place.
    """
    after = seen.right_after(place)
    return after if isinstance(after, happenings.Callback | MessageDone | MessageBack) else None


def _notifies(happening: Happening | None, answer: AckOrFail, tree: EmittedTree) -> bool:
    """Whether a happening is a notification with that answer for a tree."""
    return (
        isinstance(happening, happenings.AckOrFailNotification)
        and happening.answer is answer
        and happening.tree == tree.name
    )


def expect_notification(
    seen: TopologyChronicle, tree: EmittedTree, last: int, aside: str, answer: AckOrFail = AckOrFail.ACK
) -> None:
    """Expect a notification right after the last message of a tree has arrived."""
    if not _notifies(seen.right_after(last), answer, tree):
        acker = seen.moments[last].happening.task
        what = "has failed" if answer is AckOrFail.FAIL else "is done"
        raise said_early(seen, tree, last) or violation_at(
            seen, last, f"{tree.name} {what} and {acker} has all messages of it, but does not say {answer}{aside}"
        )


def said_early(seen: TopologyChronicle, tree: EmittedTree, last: int) -> Violation | None:
    """Return the violation if a word was said of a tree before the last of its messages arrived."""
    for word in tree.words:
        if isinstance(word.sent, happenings.AckOrFailNotification) and word.place < last:
            before = seen.moments[word.place - 1].happening
            reports = [report for report in tree.reports if isinstance(report.sent, happenings.Report)]
            heard = [each for each in reports if isinstance(before, Arrival) and each.sent.name == before.name]
            when = f" when {_named(heard)} arrived" if heard else ""
            late = [each for each in reports if min(each.arrivals, default=last) > word.place]
            what = f"{word.sent.task} said {word.sent.answer} of {tree.name}{when}; {_named(late)} had not arrived"
            return violation_at(seen, word.place, what, seen.index_of(last))
    return None


def _named(reports: Sequence[SentMessage]) -> str:
    """Return reports about one tree as words: the init, the acks and the fails."""
    inits = ["the init"] * any(isinstance(report.sent, InitReport) for report in reports)
    kinds: dict[str, list[str]] = {}
    for report in reports:
        if not isinstance(report.sent, InitReport):
            kinds.setdefault(report.sent.what, []).append(report.receipt or "?")
    each = [f"the {what}{'s' * (len(of) > 1)} of {names_in_words(of)}" for what, of in kinds.items()]
    return " and ".join((*inits, *each))


def fate(trees: list[EmittedTree], until: int | None = None) -> str:
    """Describe what became of the emissions of a message, until an operation or the end."""
    emitted = [tree for tree in trees if until is None or tree.index <= until]
    if not emitted:
        return "it was not emitted"
    return ", ".join(f"{tree.name} {_end(tree, until)}" for tree in emitted)


def _end(tree: EmittedTree, until: int | None) -> str:
    calls = [call for call in tree.calls if until is None or call.index <= until]
    if calls:
        return f"was called back with {calls[-1].answer}"
    return "died with its spout task" if tree.gone else "was not called back"
