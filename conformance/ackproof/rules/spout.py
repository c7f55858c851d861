"""Rules of the spout side: `SPT-01` and following."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from ackproof.components.spout import Callback, InitSent, Notify, Sent, SpoutEmit, SpoutTick
from ackproof.oracle.emissions import Pending, SpoutChronicle, SpoutMoment, is_tracked
from ackproof.rules.registry import Check, Premises, Violation, rule
from ackproof.text.wording import effect_words
from ackproof.workloads.ids import xor_of
from ackproof.workloads.spout import SpoutMix, grow_spout_workload

ORDINARY = SpoutMix()
UNTRACKED = SpoutMix(untracked=50)
WITHOUT_ACKERS = SpoutMix(no_ackers=70)
WITHOUT_RECEIVERS = SpoutMix(no_receivers=60, no_ackers=2)
TICKING = SpoutMix(tick=4, emit=3, resets=40, most=24)
RESETTING = SpoutMix(tick=4, emit=1, resets=85, untracked=0, no_receivers=0, no_ackers=0, most=24)
TALKATIVE = SpoutMix(emit=2, tick=1)
REPEATING = SpoutMix(same_message=70, emit=4, tick=1, most=20)


def spout_rule(
    rule_id: str, mix: SpoutMix, *premises: str, effort: int = 1
) -> Callable[[Check[SpoutChronicle]], Check[SpoutChronicle]]:
    """Register a rule of the spout side, exercised by workloads of that mix; `effort` as in `registry.rule`."""
    grow = partial(grow_spout_workload, mix=mix)
    return rule(rule_id, grow=grow, observe=SpoutChronicle, premises=premises, effort=effort)


@spout_rule("SPT-01", ORDINARY, "a tracked emission to one receiver", "a tracked emission to several receivers")
def init_follows_the_tuples(seen: SpoutChronicle, premise: Premises) -> None:
    """One init, after the last tuple, with the xor of their edges and the task that emitted."""
    for moment, emission in _tracked(seen):
        premise(f"a tracked emission to {'several receivers' if len(emission.edges) > 1 else 'one receiver'}")
        value = xor_of([edge for sent in moment.sent for edge in sent.message_id.values()])
        should = InitSent(emission.root, value, emission.task)
        if list(moment.inits) != [should]:
            raise Violation(
                f"the emission sent {effect_words(moment.inits)}; it should have sent {effect_words([should])}",
                moment.index,
            )
        if not isinstance(moment.result.effects[-1], InitSent):
            raise Violation(f"the init is not the last that the emission did: {_effects(moment)}", moment.index)


@spout_rule("SPT-02", ORDINARY, "a tracked emission to several receivers")
def every_tuple_carries_the_root_and_an_edge_of_its_own(seen: SpoutChronicle, premise: Premises) -> None:
    """One tuple to each receiver."""
    for moment, emission in _tracked(seen):
        if len(emission.edges) > 1:
            premise("a tracked emission to several receivers")
        receivers = sorted(sent.receiver for sent in moment.sent)
        if receivers != list(range(len(emission.edges))):
            raise Violation(f"tuples went to receivers {receivers}, of {len(emission.edges)}", moment.index)
        for sent in moment.sent:
            if list(sent.message_id) != [emission.root]:
                raise Violation(
                    f"a tuple has the roots {list(sent.message_id)}; the emission's is {emission.root}", moment.index
                )
        edges = [sent.message_id[emission.root] for sent in moment.sent]
        if len(set(edges)) < len(edges) or 0 in edges:
            raise Violation(f"the edges {edges} are not one for each tuple", moment.index)


@spout_rule("SPT-03", TALKATIVE, "an acker's word after the callback", "a tick after the callback")
def an_emission_is_called_back_at_most_once(seen: SpoutChronicle, premise: Premises) -> None:
    """Whatever ackers and clocks say afterwards."""
    emitted: Counter[tuple[int, str | None]] = Counter()
    called: Counter[tuple[int, str | None]] = Counter()
    for moment in seen.moments:
        over = moment.emitted.keys() - moment.pending.keys()
        if isinstance(moment.operation, Notify) and moment.operation.root in over:
            premise("an acker's word after the callback")
        if isinstance(moment.operation, SpoutTick) and over:
            premise("a tick after the callback")
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


@spout_rule("SPT-04", ORDINARY, "an ack is called back", "a fail is called back")
def the_callback_reaches_the_task_that_emitted(seen: SpoutChronicle, premise: Premises) -> None:
    """With the message id that it gave, and the acker's word."""
    for moment, pending in _resolved(seen):
        emission, kind = pending.emission, getattr(moment.operation, "kind", "")
        premise(f"{'an ack' if kind == 'ack' else 'a fail'} is called back")
        _expect_effects(moment, [Callback(kind, emission.task, emission.message or "")])


@spout_rule("SPT-05", TICKING, "an emission expires", "an emission survives its first tick")
def an_unresolved_emission_fails_at_the_second_tick(seen: SpoutChronicle, premise: Premises) -> None:
    """Not before, and without a word from any acker."""
    for moment in _ticks(seen):
        expiring = moment.expiring
        if expiring:
            premise("an emission expires")
        if len(expiring) < len(moment.pending):
            premise("an emission survives its first tick")
        _expect_failed(moment)


@spout_rule("SPT-06", TALKATIVE, "an ack for a resolved root", "a fail for a resolved root", "a reset-timeout for one")
def a_notification_for_a_resolved_root_is_ignored(seen: SpoutChronicle, premise: Premises) -> None:
    """It comes too late."""
    for moment in seen.moments:
        if isinstance(moment.operation, Notify) and moment.operation.root not in moment.pending:
            kind = moment.operation.kind
            premise(
                "a reset-timeout for one"
                if kind == "reset-timeout"
                else f"{'an ack' if kind == 'ack' else 'a fail'} for a resolved root"
            )
            _expect_effects(moment, [])


@spout_rule("SPT-07", RESETTING, "alive only because of a reset-timeout", "expired after a reset-timeout", effort=2)
def only_a_reset_timeout_refreshes(seen: SpoutChronicle, premise: Premises) -> None:
    """It gives the emission its two ticks again."""
    for moment in _ticks(seen):
        for each in moment.pending.values():
            if each.since_emit > each.age:
                expires = each in moment.expiring
                premise("expired after a reset-timeout" if expires else "alive only because of a reset-timeout")
                _expect_failed(moment)


@spout_rule("SPT-08", UNTRACKED, "an emission without message id", "a tick after one", "an acker's word about one")
def without_a_message_id_nothing_is_tracked(seen: SpoutChronicle, premise: Premises) -> None:
    """The tuples belong to no tree, and nobody is ever called back."""
    for moment in seen.moments:
        operation = moment.operation
        untracked = {root for root, emission in moment.emitted.items() if emission.message is None}
        if isinstance(operation, SpoutEmit) and operation.message is None:
            premise("an emission without message id")
            _expect_effects(moment, [Sent(receiver) for receiver in range(len(operation.edges))])
        elif isinstance(operation, Notify) and operation.root in untracked:
            premise("an acker's word about one")
            _expect_effects(moment, [])
        elif isinstance(operation, SpoutTick) and untracked:
            premise("a tick after one")
            _expect_failed(moment)


@spout_rule("SPT-09", WITHOUT_ACKERS, "an emission with a message id in a topology without ackers")
def without_ackers_the_emission_is_acked_inside_emit(seen: SpoutChronicle, premise: Premises) -> None:
    """And its tuples belong to no tree."""
    if seen.workload.config.ackers:
        return
    for moment in seen.moments:
        if isinstance(moment.operation, SpoutEmit) and moment.operation.message is not None:
            premise("an emission with a message id in a topology without ackers")
            tuples = [Sent(receiver) for receiver in range(len(moment.operation.edges))]
            _expect_effects(moment, [*tuples, Callback("ack", moment.operation.task, moment.operation.message)])


@spout_rule("SPT-10", WITHOUT_RECEIVERS, "an emission with a message id and no receivers")
def an_emission_without_receivers_is_acked(seen: SpoutChronicle, premise: Premises) -> None:
    """At once, or by way of an acker that is told of a tree without tuples."""
    for moment, emission in _without_receivers(seen):
        premise("an emission with a message id and no receivers")
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


@spout_rule("SPT-11", WITHOUT_RECEIVERS, "an emission with a message id and no receivers")
def an_emission_without_receivers_is_acked_at_once(seen: SpoutChronicle, premise: Premises) -> None:
    """Its tree is empty: there is nothing to wait for."""
    for moment, emission in _without_receivers(seen):
        premise("an emission with a message id and no receivers")
        _expect_effects(moment, [Callback("ack", emission.task, emission.message or "")])


@spout_rule("SPT-12", TICKING, "an emission survives its first tick beside other tasks")
def a_tick_rotates_pending_once(seen: SpoutChronicle, premise: Premises) -> None:
    """However many tasks the executor runs."""
    if len(seen.workload.config.spout_tasks) > 1:
        for moment in _ticks(seen):
            if len(moment.expiring) < len(moment.pending):
                premise("an emission survives its first tick beside other tasks")
                _expect_failed(moment)


@spout_rule("SPT-13", REPEATING, "two emissions with one message id are pending", "both are resolved", effort=2)
def the_same_message_id_twice_is_two_emissions(seen: SpoutChronicle, premise: Premises) -> None:
    """Each with a root, and each called back."""
    resolved: Counter[str | None] = Counter()
    for moment in seen.moments:
        pending = Counter(each.emission.message for each in moment.pending.values())
        if any(count > 1 for count in pending.values()):
            premise("two emissions with one message id are pending")
    for moment, each in _resolved(seen):
        emission = each.emission
        resolved[emission.message] += 1
        if resolved[emission.message] > 1:
            premise("both are resolved")
        if sum(other.message == emission.message for other in moment.emitted.values()) > 1:
            kind = getattr(moment.operation, "kind", "")
            _expect_effects(moment, [Callback(kind, emission.task, emission.message or "")])


@spout_rule("SPT-14", TICKING, "an emission fails by an acker's word", "an emission fails by time", effort=2)
def a_failed_emission_is_not_replayed(seen: SpoutChronicle, premise: Premises) -> None:
    """Emitting again, under a new root, is for the spout to decide."""
    for moment in seen.moments:
        if isinstance(moment.operation, SpoutEmit):
            continue
        if any(call.kind == "fail" for call in moment.callbacks):
            by_time = isinstance(moment.operation, SpoutTick)
            premise("an emission fails by time" if by_time else "an emission fails by an acker's word")
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


def _expect_failed(moment: SpoutMoment) -> None:
    should = [Callback("fail", each.emission.task, each.emission.message or "") for each in moment.expiring]
    if sorted(map(repr, moment.result.effects)) != sorted(map(repr, should)):  # in any order
        raise Violation(
            f"the tick did {_effects(moment)}; it should do {effect_words(should)}",
            moment.index,
        )


def _expect_effects(moment: SpoutMoment, should: list[Sent | InitSent | Callback]) -> None:
    if list(moment.result.effects) != should:
        raise Violation(
            f"the {moment.operation.op} did {_effects(moment)}; it should do {effect_words(should)}", moment.index
        )


def _effects(moment: SpoutMoment) -> str:
    return effect_words(moment.result.effects)
