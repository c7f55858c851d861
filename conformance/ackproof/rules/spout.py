"""Rules of the spout side: `SPT-01` and following."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import NoReturn

from ackproof.components.spout import Callback, Effect, InitSent, Notify, Sent, SpoutEmit, SpoutTick
from ackproof.oracle.emissions import Pending, SpoutChronicle, SpoutMoment, is_tracked
from ackproof.rules.edge_ids import first_dependent
from ackproof.rules.effects import effects_beside, unordered
from ackproof.rules.registry import Check, Premise, Premises, Violation, rule
from ackproof.text.wording import effect_words
from ackproof.workloads.ids import xor_of
from ackproof.workloads.spout import SpoutMix, grow_spout_workload

ORDINARY = SpoutMix()
UNTRACKED = SpoutMix(untracked=50)
WITHOUT_ACKERS = SpoutMix(no_ackers=70)
WITHOUT_RECEIVERS = SpoutMix(no_receivers=60, no_ackers=2)
TICKING = SpoutMix(tick=4, emit=3, resets=40, most=24)
RESETTING = SpoutMix(tick=4, emit=1, resets=85, untracked=6, no_receivers=6, no_ackers=0, most=24, insistent=2)
TALKATIVE = SpoutMix(emit=2, tick=1)
TOO_EARLY = SpoutMix(emit=2, tick=1, early=12)
REPEATING = SpoutMix(same_message=70, emit=4, tick=2, resets=35, most=20, expires=True)


def spout_rule(
    rule_id: str, mix: SpoutMix, *premises: Premise, effort: int = 1
) -> Callable[[Check[SpoutChronicle]], Check[SpoutChronicle]]:
    """Register a rule of the spout side that uses workloads of that mix; `effort` is that of `registry.rule`."""
    grow = partial(grow_spout_workload, mix=mix)
    return rule(rule_id, grow=grow, observe=SpoutChronicle, premises=premises, effort=effort)


TO_ONE_RECEIVER = Premise("a tracked emission to one receiver")
TO_SEVERAL_RECEIVERS = Premise("a tracked emission to several receivers")


@spout_rule("SPT-01", ORDINARY, TO_ONE_RECEIVER, TO_SEVERAL_RECEIVERS)
def init_follows_the_tuples(seen: SpoutChronicle, premise: Premises) -> None:
    """There is one init, after the last tuple, with the xor of their edges and the task that emitted."""
    for moment, emission in _tracked(seen):
        premise(TO_SEVERAL_RECEIVERS if len(emission.edges) > 1 else TO_ONE_RECEIVER)
        value = xor_of([edge for sent in moment.sent for edge in sent.message_id.values()])
        should = InitSent(emission.root, value, emission.task)
        if list(moment.inits) != [should]:
            raise Violation(
                f"the emission sent {effect_words(moment.inits)}; it should have sent {effect_words([should])}",
                moment.index,
            )
        if not isinstance(moment.result.effects[-1], InitSent):
            raise Violation(f"the init is not the last that the emission did: {_effects(moment)}", moment.index)


TRACKED_BEFORE = Premise("a tracked emission after another")


@spout_rule("SPT-02", ORDINARY, TO_SEVERAL_RECEIVERS, TRACKED_BEFORE)
def every_tuple_carries_the_root_and_an_edge_of_its_own(seen: SpoutChronicle, premise: Premises) -> None:
    """Each receiver gets one tuple. No edge is zero, or an xor of others of its emission, or that of an earlier one."""
    drawn: dict[int, int] = {}
    for moment, emission in _tracked(seen):
        if len(emission.edges) > 1:
            premise(TO_SEVERAL_RECEIVERS)
        receivers = sorted(sent.receiver for sent in moment.sent)
        if receivers != list(range(len(emission.edges))):
            raise Violation(f"tuples went to receivers {receivers}, of {len(emission.edges)}", moment.index)
        for sent in moment.sent:
            if list(sent.message_id) != [emission.root]:
                raise Violation(
                    f"a tuple has the roots {list(sent.message_id)}; the emission's is {emission.root}", moment.index
                )
        edges = [sent.message_id[emission.root] for sent in moment.sent]
        dependent = first_dependent(edges)
        if dependent is not None:
            place, summands = dependent
            others = " and ".join(str(edges[each]) for each in summands)
            why = f": {edges[place]} is the xor of {others}" if len(summands) > 1 else ""
            raise Violation(f"the edges {edges} are not one for each tuple{why}", moment.index)
        if drawn:
            premise(TRACKED_BEFORE)
        again = next((edge for edge in edges if edge in drawn), None)
        if again is not None:
            raise Violation(
                f"the edge {again} is that of a tuple of root {drawn[again]}, which was emitted before", moment.index
            )
        drawn |= dict.fromkeys(edges, emission.root)


WORD_AFTER_CALLBACK = Premise("an acker's word after the callback")
TICK_AFTER_CALLBACK = Premise("a tick after the callback")


@spout_rule("SPT-03", TALKATIVE, WORD_AFTER_CALLBACK, TICK_AFTER_CALLBACK)
def an_emission_is_called_back_at_most_once(seen: SpoutChronicle, premise: Premises) -> None:
    """This holds whatever notifications and ticks follow."""
    emitted: Counter[tuple[int, str | None]] = Counter()
    called: Counter[tuple[int, str | None]] = Counter()
    for moment in seen.moments:
        over = moment.emitted.keys() - moment.pending.keys()
        if isinstance(moment.operation, Notify) and moment.operation.root in over:
            premise(WORD_AFTER_CALLBACK)
        if isinstance(moment.operation, SpoutTick) and over:
            premise(TICK_AFTER_CALLBACK)
        if isinstance(moment.operation, SpoutEmit):
            emitted[moment.operation.task, moment.operation.message] += 1
        for call in moment.callbacks:
            called[call.task, call.message] += 1
            if called[call.task, call.message] > emitted[call.task, call.message]:
                raise Violation(
                    f"{call.kind} of {call.message!r} on task {call.task} is callback "
                    f"{called[call.task, call.message]} of {emitted[call.task, call.message]} emissions",
                    moment.index,
                )


ACK_CALLED_BACK = Premise("an ack is called back")
FAIL_CALLED_BACK = Premise("a fail is called back")


@spout_rule("SPT-04", ORDINARY, ACK_CALLED_BACK, FAIL_CALLED_BACK)
def the_callback_reaches_the_task_that_emitted(seen: SpoutChronicle, premise: Premises) -> None:
    """It has the message id of the emission, and the kind of the notification."""
    for moment, pending in _resolved(seen):
        emission, kind = pending.emission, getattr(moment.operation, "kind", "")
        premise(ACK_CALLED_BACK if kind == "ack" else FAIL_CALLED_BACK)
        _expect_effects(moment, [Callback(kind, emission.task, emission.message or "")])


EXPIRES = Premise("an emission expires")
SURVIVES_FIRST_TICK = Premise("an emission survives its first tick")


@spout_rule("SPT-05", TICKING, EXPIRES, SURVIVES_FIRST_TICK)
def an_unresolved_emission_fails_at_the_second_tick(seen: SpoutChronicle, premise: Premises) -> None:
    """It does not fail earlier, and needs no notification. SPT-07 checks emissions that a reset-timeout
    has refreshed.
    """
    for moment in _ticks(seen):
        expiring = moment.expiring
        if expiring:
            premise(EXPIRES)
        if len(expiring) < len(moment.pending):
            premise(SURVIVES_FIRST_TICK)
        _expect_failed(moment, _other_than(_fails_of_refreshed(moment)))


FOR_A_RESOLVED_ROOT = {
    "ack": Premise("an ack for a resolved root"),
    "fail": Premise("a fail for a resolved root"),
    "reset-timeout": Premise("a reset-timeout for one"),
}
EMITTED_AFTER_A_WORD = Premise("an emission of a root that a word came for before")


@spout_rule("SPT-06", TOO_EARLY, *FOR_A_RESOLVED_ROOT.values(), EMITTED_AFTER_A_WORD, effort=2)
def a_notification_for_a_resolved_root_is_ignored(seen: SpoutChronicle, premise: Premises) -> None:
    """So is one that comes before its root is emitted, which does not affect the later emission."""
    early: set[int] = set()
    for moment in seen.moments:
        operation = moment.operation
        if isinstance(operation, Notify) and operation.root not in moment.pending:
            if operation.root in moment.emitted:
                premise(FOR_A_RESOLVED_ROOT[operation.kind])
            else:
                early.add(operation.root)
            _expect_effects(moment, [])
        elif isinstance(operation, SpoutEmit) and operation.root in early and is_tracked(operation, seen.workload):
            premise(EMITTED_AFTER_A_WORD)
            if moment.callbacks:
                raise Violation(f"an emission of which a word came before it did {_effects(moment)}", moment.index)
        elif isinstance(operation, Notify) and operation.root in early and operation.kind != "reset-timeout":
            emission = moment.pending[operation.root].emission
            _expect_effects(moment, [Callback(operation.kind, emission.task, emission.message or "")])
        elif isinstance(operation, SpoutTick) and not early.isdisjoint(moment.pending):
            of_early = {_fail_of(each) for root, each in moment.pending.items() if root in early}
            _expect_failed(moment, _among(of_early))


RESET_OF_PENDING = Premise("a reset-timeout for a pending root")
ALIVE_BY_RESET = Premise("alive only because of a reset-timeout")
EXPIRED_AFTER_RESET = Premise("expired after a reset-timeout")


@spout_rule("SPT-07", RESETTING, RESET_OF_PENDING, ALIVE_BY_RESET, EXPIRED_AFTER_RESET, effort=2)
def only_a_reset_timeout_refreshes(seen: SpoutChronicle, premise: Premises) -> None:
    """It gives the emission two ticks again, without a callback. SPT-14 checks that nothing is sent."""
    for moment in seen.moments:
        operation = moment.operation
        if isinstance(operation, Notify) and operation.kind == "reset-timeout" and operation.root in moment.pending:
            premise(RESET_OF_PENDING)
            if moment.callbacks:
                raise Violation(f"at a reset-timeout the executor did {_effects(moment)}", moment.index)
    for moment in _ticks(seen):
        for each in moment.pending.values():
            if _is_refreshed(each):
                premise(EXPIRED_AFTER_RESET if each in moment.expiring else ALIVE_BY_RESET)
        _expect_failed(moment, _among(_fails_of_refreshed(moment)))


WITHOUT_MESSAGE_ID = Premise("an emission without message id")
TICK_AFTER_UNTRACKED = Premise("a tick after one")
WORD_ABOUT_UNTRACKED = Premise("an acker's word about one")


@spout_rule("SPT-08", UNTRACKED, WITHOUT_MESSAGE_ID, TICK_AFTER_UNTRACKED, WORD_ABOUT_UNTRACKED)
def without_a_message_id_nothing_is_tracked(seen: SpoutChronicle, premise: Premises) -> None:
    """The tuples belong to no tree, there is never a callback, and no more emissions are pending than before."""
    for moment in seen.moments:
        operation = moment.operation
        untracked = {root for root, emission in moment.emitted.items() if emission.message is None}
        if isinstance(operation, SpoutEmit) and operation.message is None:
            premise(WITHOUT_MESSAGE_ID)
            _expect_effects(moment, [Sent(receiver) for receiver in range(len(operation.edges))])
            _expect_not_pending(seen, moment)
        elif isinstance(operation, Notify) and operation.root in untracked:
            premise(WORD_ABOUT_UNTRACKED)
            _expect_effects(moment, [])
        elif isinstance(operation, SpoutTick) and untracked:
            premise(TICK_AFTER_UNTRACKED)
            _expect_no_others_failed(moment)


EMITTED_WITHOUT_ACKERS = Premise("an emission with a message id in a topology without ackers")


TICK_WITHOUT_ACKERS = Premise("a tick after one")
WORD_WITHOUT_ACKERS = Premise("an acker's word about one")


@spout_rule("SPT-09", WITHOUT_ACKERS, EMITTED_WITHOUT_ACKERS, TICK_WITHOUT_ACKERS, WORD_WITHOUT_ACKERS)
def without_ackers_the_emission_is_acked_inside_emit(seen: SpoutChronicle, premise: Premises) -> None:
    """Its tuples belong to no tree, it is not pending, and neither time nor a word calls it back again."""
    if seen.workload.config.ackers:
        return
    for moment in seen.moments:
        operation = moment.operation
        acked = {root for root, emission in moment.emitted.items() if emission.message is not None}
        if isinstance(operation, SpoutEmit) and operation.message is not None:
            premise(EMITTED_WITHOUT_ACKERS)
            tuples = [Sent(receiver) for receiver in range(len(operation.edges))]
            _expect_effects(moment, [*tuples, Callback("ack", operation.task, operation.message)])
            if not isinstance(moment.result.effects[-1], Callback):
                raise Violation(f"the callback is not the last that the emission did: {_effects(moment)}", moment.index)
            _expect_not_pending(seen, moment)
        elif isinstance(operation, Notify) and operation.root in acked:
            premise(WORD_WITHOUT_ACKERS)
            _expect_effects(moment, [])
        elif isinstance(operation, SpoutTick) and acked:
            premise(TICK_WITHOUT_ACKERS)
            _expect_effects(moment, [])


EMITTED_WITHOUT_RECEIVERS = Premise("an emission with a message id and no receivers")


@spout_rule("SPT-10", WITHOUT_RECEIVERS, EMITTED_WITHOUT_RECEIVERS)
def an_emission_without_receivers_is_acked(seen: SpoutChronicle, premise: Premises) -> None:
    """It is acked at once, or by an acker that gets an init of value 0."""
    for moment, emission in _without_receivers(seen):
        premise(EMITTED_WITHOUT_RECEIVERS)
        call = Callback("ack", emission.task, emission.message or "")
        if moment.result.effects not in ((call,), (InitSent(emission.root, 0, emission.task),)):
            raise Violation(
                f"an emission without receivers did {_effects(moment)}; "
                "it should call back ack, or send an init with 0",
                moment.index,
            )
    for moment, pending in _resolved(seen):
        if not pending.emission.edges and getattr(moment.operation, "kind", "") == "ack":
            _expect_effects(moment, [Callback("ack", pending.emission.task, pending.emission.message or "")])


@spout_rule("SPT-11", WITHOUT_RECEIVERS, EMITTED_WITHOUT_RECEIVERS)
def an_emission_without_receivers_is_acked_at_once(seen: SpoutChronicle, premise: Premises) -> None:
    """Its tree is empty, so there is nothing to wait for."""
    for moment, emission in _without_receivers(seen):
        premise(EMITTED_WITHOUT_RECEIVERS)
        _expect_effects(moment, [Callback("ack", emission.task, emission.message or "")])


SURVIVES_FIRST_TICK_BESIDE_OTHERS = Premise("an emission survives its first tick beside other tasks")


@spout_rule("SPT-12", TICKING, SURVIVES_FIRST_TICK_BESIDE_OTHERS)
def a_tick_rotates_pending_once(seen: SpoutChronicle, premise: Premises) -> None:
    """The number of tasks that the executor runs does not matter."""
    if len(seen.workload.config.spout_tasks) > 1:
        for moment in _ticks(seen):
            if len(moment.expiring) < len(moment.pending):
                premise(SURVIVES_FIRST_TICK_BESIDE_OTHERS)
                _expect_no_others_failed(moment)


TWO_PENDING_WITH_ONE_ID = Premise("two emissions with one message id are pending")
BOTH_RESOLVED = Premise("both are resolved")
EXPIRE_TOGETHER = Premise("two emissions with one message id, of one task, expire at one tick")


@spout_rule("SPT-13", REPEATING, TWO_PENDING_WITH_ONE_ID, BOTH_RESOLVED, EXPIRE_TOGETHER, effort=2)
def the_same_message_id_twice_is_two_emissions(seen: SpoutChronicle, premise: Premises) -> None:
    """Each has a root and a callback of its own."""
    resolved: Counter[str | None] = Counter()
    for moment in seen.moments:
        pending = Counter(each.emission.message for each in moment.pending.values())
        if any(count > 1 for count in pending.values()):
            premise(TWO_PENDING_WITH_ONE_ID)
    for moment in _ticks(seen):
        if any(count > 1 for count in Counter(map(_fail_of, moment.expiring)).values()):
            premise(EXPIRE_TOGETHER)
        several = {call for call, count in Counter(map(_fail_of, moment.pending.values())).items() if count > 1}
        _expect_failed(moment, _among(several))
    for moment, each in _resolved(seen):
        emission = each.emission
        resolved[emission.message] += 1
        if resolved[emission.message] > 1:
            premise(BOTH_RESOLVED)
        if sum(other.message == emission.message for other in moment.emitted.values()) > 1:
            kind = getattr(moment.operation, "kind", "")
            _expect_effects(moment, [Callback(kind, emission.task, emission.message or "")])


FAILS_BY_WORD = Premise("an emission fails by an acker's word")
FAILS_BY_TIME = Premise("an emission fails by time")


@spout_rule("SPT-14", TICKING, FAILS_BY_WORD, FAILS_BY_TIME, effort=2)
def a_failed_emission_is_not_replayed(seen: SpoutChronicle, premise: Premises) -> None:
    """Only the spout may emit the message again, under a new root. SPT-06 checks late acks."""
    for moment in seen.moments:
        if isinstance(moment.operation, SpoutEmit) or _is_late_ack(moment):
            continue
        if any(call.kind == "fail" for call in moment.callbacks):
            by_time = isinstance(moment.operation, SpoutTick)
            premise(FAILS_BY_TIME if by_time else FAILS_BY_WORD)
        if moment.sent or moment.inits:
            raise Violation(f"at a {moment.operation.op} the executor did {_effects(moment)}", moment.index)


def _tracked(seen: SpoutChronicle) -> Iterator[tuple[SpoutMoment, SpoutEmit]]:
    for moment in seen.moments:
        if isinstance(moment.operation, SpoutEmit) and is_tracked(moment.operation, seen.workload):
            yield moment, moment.operation


def _without_receivers(seen: SpoutChronicle) -> Iterator[tuple[SpoutMoment, SpoutEmit]]:
    for moment in seen.moments:
        if isinstance(moment.operation, SpoutEmit) and moment.operation.message is not None:
            if seen.workload.config.ackers and not moment.operation.edges:
                yield moment, moment.operation


def _resolved(seen: SpoutChronicle) -> Iterator[tuple[SpoutMoment, Pending]]:
    for moment in seen.moments:
        operation = moment.operation
        if isinstance(operation, Notify) and operation.kind != "reset-timeout" and operation.root in moment.pending:
            yield moment, moment.pending[operation.root]


def _ticks(seen: SpoutChronicle) -> Iterator[SpoutMoment]:
    return (moment for moment in seen.moments if isinstance(moment.operation, SpoutTick))


def _is_late_ack(moment: SpoutMoment) -> bool:
    operation = moment.operation
    return isinstance(operation, Notify) and operation.kind == "ack" and operation.root not in moment.pending


def _is_refreshed(pending: Pending) -> bool:
    return pending.since_emit > pending.age


def _fails_of_refreshed(moment: SpoutMoment) -> set[Callback]:
    """Return the callbacks that can only be about an emission that was refreshed."""
    others = {_fail_of(each) for each in moment.pending.values() if not _is_refreshed(each)}
    refreshed = {_fail_of(each) for each in moment.pending.values() if _is_refreshed(each)}
    return refreshed - others


def _among(callbacks: Collection[Callback]) -> Callable[[Effect], bool]:
    """Return a function that tests whether an effect is one of some callbacks. It tests the type first, because a sent
    tuple contains a map and cannot be looked up.
    """
    return lambda effect: isinstance(effect, Callback) and effect in callbacks


def _other_than(callbacks: Collection[Callback]) -> Callable[[Effect], bool]:
    concerns = _among(callbacks)
    return lambda effect: not concerns(effect)


def _fail_of(pending: Pending) -> Callback:
    return Callback("fail", pending.emission.task, pending.emission.message or "")


def _expect_failed(moment: SpoutMoment, concerns: Callable[[Effect], bool]) -> None:
    """Expect the effects of a tick that concern a rule to be the callbacks that are due, in any order."""
    should = [_fail_of(each) for each in moment.expiring]
    did = [effect for effect in moment.result.effects if concerns(effect)]
    if unordered(did) != unordered(filter(concerns, should)):
        _blame_tick(moment, should)


def _expect_no_others_failed(moment: SpoutMoment) -> None:
    """Expect only callbacks that are due at a tick. SPT-05 and SPT-07 check that all of them come."""
    should = [_fail_of(each) for each in moment.expiring]
    if unordered(moment.result.effects) - unordered(should):
        _blame_tick(moment, should)


def _blame_tick(moment: SpoutMoment, should: Sequence[Callback]) -> NoReturn:
    raise Violation(f"at the tick the spout {effects_beside(moment.result.effects, should)}", moment.index)


def _expect_effects(moment: SpoutMoment, should: list[Sent | InitSent | Callback]) -> None:
    """Expect an operation to have those effects and no others, in any order. SPT-01 checks that an init comes last."""
    if unordered(moment.result.effects) != unordered(should):
        raise Violation(
            f"at the {moment.operation.op} the spout {effects_beside(moment.result.effects, should)}", moment.index
        )


def _expect_not_pending(seen: SpoutChronicle, moment: SpoutMoment) -> None:
    """Expect an emission not to change how many are pending, if the target says how many. SPT-16 checks the number."""
    before = seen.results[moment.index - 1].pending if moment.index else 0
    after = moment.result.pending
    if after != before and after is not None and before is not None:
        raise Violation(
            f"the emission changed the number of pending emissions from {before:,} to {after:,}; "
            "it should not be pending",
            moment.index,
        )


def _effects(moment: SpoutMoment) -> str:
    return effect_words(moment.result.effects)
