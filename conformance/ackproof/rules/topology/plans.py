"""Rules on what a topology has to do by its plan: `SYS-19` and following.

The oracle computes what each part has to do, and where it did something else: see `oracle.plans`. Each rule here is
about one part of the plan, and has workloads in which that part has most to do.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial, wraps

from ackproof.components.happenings import AckOrFail, BoltTuple, SpoutTuple
from ackproof.components.topology import MORE_TIME, TaskTick
from ackproof.oracle.duties import component_of
from ackproof.oracle.histories import EmittedTree, TopologyChronicle
from ackproof.oracle.lapses import Occasion, Part
from ackproof.rules.registry import Check, Premise, Premises, Violation, rule
from ackproof.rules.topology.callbacks import expect_notification, violation_at
from ackproof.workloads.topologies.growing import grow_topology_workload
from ackproof.workloads.topologies.mix import TopologyMix

EMITTING = TopologyMix(
    scenarios=("conduct", "conduct", "double", "overtake", "held-up"),
    conducts=("give-up", "give-up", "give-up", "give-up", "forget", "emit-after-ack"),
    scenario=40,
    tick=10,
    flow=45,
    batch=35,
    basic=20,
    loose=35,
    several=25,
    most=18,
    asked=2,
    failures=10,
    shuffled=20,
    joined=25,
)
ANCHORING = TopologyMix(
    scenarios=("double", "overtake"),
    scenario=10,
    batch=55,
    basic=25,
    loose=30,
    several=20,
    asked=2,
    failures=8,
    flow=40,
    grouped=40,
    streams=40,
)
LETTING_GO = TopologyMix(
    scenarios=("conduct",) * 8 + ("double", "double", "double", "copies-in-hand"),
    conducts=("give-up", "give-up", "give-up", "ack-twice", "fail-then-ack", MORE_TIME, "forget"),
    scenario=45,
    batch=55,
    loose=20,
    asked=2,
    failures=3,
)
CARRYING = TopologyMix(
    scenarios=("lose", "lose-all", "double", "overtake", "overtake", "overtake") * 8
    + ("swell", *("from-beyond",) * 6, *("passed-by",) * 3),
    scenario=45,
    asked=2,
    failures=5,
    shuffled=25,
    most=30,
)
PAUSING = TopologyMix(
    scenarios=("pause", "resume", "long-pause", "long-pause") * 2 + ("more-time", "amid", "meanwhile", "long-pause"),
    crossed=60,
    scenario=36,
    tick=30,
    flow=35,
    batch=80,
    loose=50,
    no_ackers=6,
    asked=2,
    late_init=8,
    many_tasks=6,
    some_lifecycles=12,
    some_outboxes=12,
)
DYING = TopologyMix(
    scenarios=(*("die", "die", "die", "die-in-pause") * 2, "in-two-lives", "stop", "stop", "aged"),
    scenario=35,
    tick=3,
    flow=35,
    batch=80,
    loose=0,
    several=80,
    no_ackers=6,
    asked=3,
    many_tasks=5,
    some_lifecycles=12,
    some_outboxes=12,
)
REPEATING = TopologyMix(
    failures=17,
    scenarios=("die", "die", "conduct", "conduct", "kept-waiting"),
    conducts=("give-up",),
    scenario=20,
    most=14,
    settle=8,
    bounded=0,
    lasting=4,
    opened=80,
    opening="out-of-turn",
)
REPLAYED = TopologyMix(
    failures=6,
    scenarios=("die", "lose", "held-up"),
    scenario=20,
    untracked=65,
    most=16,
    deliver=20,
    several=50,
    bounded=0,
    together=15,
    joined=25,
)
CROWDED = TopologyMix(
    bounded=90,
    several=80,
    no_ackers=4,
    tick=25,
    flow=35,
    deliver=25,
    scenarios=("staggered", "staggered", "failed-at-bound", "failed-at-bound", "more-time", "die"),
    scenario=25,
    untracked=15,
    streams=25,
    grouped=1,
)
TICKING = TopologyMix(
    tick=35,
    several=80,
    batch=45,
    no_ackers=9,
    loose=0,
    scenarios=("ticks", "ticks", "overtake"),
    scenario=20,
    asked=2,
    many_tasks=9,
    some_lifecycles=12,
    some_outboxes=12,
)

GROUPED = TopologyMix(
    grouped=80,
    together=25,
    streams=40,
    several=70,
    batch=15,
    loose=5,
    no_ackers=6,
    asked=3,
    siblings=8,
    by_default=35,
    by_place=30,
    scenarios=("double", "lose", "conduct", "held-up", "held-up", "after-a-refusal", "after-a-refusal"),
    conducts=("give-up", "emit-after-ack"),
    scenario=25,
    tick=6,
    flow=45,
    joined=15,
    burst=12,
    some_lifecycles=12,
    some_outboxes=12,
)
COPYING = TopologyMix(
    grouped=90,
    siblings=35,
    together=60,
    several=85,
    batch=10,
    basic=10,
    loose=0,
    untracked=0,
    no_ackers=5,
    scenarios=("apart", "apart", "apart", "overtake", "lose"),
    scenario=40,
    tick=0,
    settle=0,
    late_init=8,
    asked=2,
    flow=10,
    deliver=70,
)


def plan_rule(
    rule_id: str, mix: TopologyMix, *premises: Premise | Occasion, parts: Sequence[Part] = (), effort: float = 1
) -> Callable[[Check[TopologyChronicle]], Check[TopologyChronicle]]:
    """Register a rule on the plan that uses workloads of that mix; `effort` is that of `registry.rule`.

    A lapse in one of the `parts` of the plan breaks the rule, before its function checks what else there is to it. Then
    the premises that are occasions are counted, too. An occasion is given as it is, or as the premise of that name if
    there is more to say of it.
    """
    named = tuple(Premise(each.value) if isinstance(each, Occasion) else each for each in premises)
    occasions = frozenset(Occasion)
    counted = [each for each in named if each.name in occasions]
    grow = partial(grow_topology_workload, mix=mix)

    def register(check: Check[TopologyChronicle]) -> Check[TopologyChronicle]:
        @wraps(check)
        def whole(seen: TopologyChronicle, premise: Premises) -> None:
            _hold(seen, premise, parts, *counted)
            check(seen, premise)

        return rule(rule_id, grow=grow, observe=TopologyChronicle, premises=named, effort=effort)(
            whole if parts else check
        )

    return register


@plan_rule(
    "SYS-19",
    EMITTING,
    Occasion.SEVERAL_EMITTED,
    Occasion.BATCH_EMITTED,
    Occasion.INPUT_GIVEN_UP,
    parts=(Part.EMITS,),
    effort=0.85,
)
def a_bolt_emits_what_its_kind_makes_of_an_input(seen: TopologyChronicle, premise: Premises) -> None:
    """It emits the right number of tuples to each bolt after it, and none for an input that it only holds or fails."""


@plan_rule(
    "SYS-20", ANCHORING, Occasion.ANCHORED_TO_ONE, Occasion.ANCHORED_TO_SEVERAL, parts=(Part.ANCHORS,), effort=0.8
)
def a_tuple_is_anchored_to_all_that_it_comes_of(seen: TopologyChronicle, premise: Premises) -> None:
    """That is the input of a plain or basic bolt, or all inputs of a batch, and nothing else."""


@plan_rule(
    "SYS-21",
    LETTING_GO,
    Occasion.INPUT_PROCESSED,
    Occasion.INPUT_GIVEN_UP,
    Occasion.BATCH_FINISHED,
    parts=(Part.ENDS,),
    effort=0.6,
)
def a_bolt_acks_what_it_has_processed_and_fails_what_it_gives_up(seen: TopologyChronicle, premise: Premises) -> None:
    """It acks an input after it has emitted the tuples made of it; a batch bolt acks all inputs of a batch, and only
    then.
    """


OUT_OF_TURN = Premise(Occasion.OUT_OF_TURN.value, by_chance=True)
ONCE_MORE = Premise(Occasion.ONCE_MORE.value, takes="double")


@plan_rule("SYS-22", CARRYING, Occasion.IN_TURN, OUT_OF_TURN, ONCE_MORE, parts=(Part.ARRIVES,), effort=0.5)
def what_is_under_way_arrives(seen: TopologyChronicle, premise: Premises) -> None:
    """It arrives in order, or overtakes others if the step says so; a lost message does not arrive."""


DONE_BESIDE_A_PAUSE = Premise("a tree is done after its acker task was ticked in a pause")


@plan_rule(
    "SYS-23",
    PAUSING,
    Occasion.WAITED_IN_PAUSE,
    Occasion.TICKED_IN_PAUSE,
    Occasion.HELD_IN_PAUSE,
    DONE_BESIDE_A_PAUSE,
    parts=(Part.PAUSE,),
    effort=1.15,
)
def a_pause_takes_nothing(seen: TopologyChronicle, premise: Premises) -> None:
    """Messages to a paused task wait, what it holds is kept, and no time passes for it."""
    for tree, last, acker in undisturbed(seen):
        silent = [index for index in _ticks_in_pause(seen, acker) if tree.index < index < seen.index_of(last)]
        if silent:
            premise(DONE_BESIDE_A_PAUSE)
            expect_acked(seen, tree, last, f"it was paused when it was ticked at step {silent[0] + 1}")


DONE_BESIDE_A_DEATH = Premise("a tree is done after another task than its acker task has died")
WAITED_FOR_SUCCESSOR = Premise(Occasion.WAITED_FOR_SUCCESSOR.value, by_chance=True)


@plan_rule(
    "SYS-24",
    DYING,
    Occasion.DIED_HOLDING,
    Occasion.HELD_BESIDE_DEATH,
    Occasion.RECORD_BESIDE_DEATH,
    Occasion.WAITING_BESIDE_DEATH,
    WAITED_FOR_SUCCESSOR,
    DONE_BESIDE_A_DEATH,
    parts=(Part.DEATH,),
    effort=0.95,
)
def a_death_takes_what_its_task_held_and_nothing_else(seen: TopologyChronicle, premise: Premises) -> None:
    """It takes the task's inputs, records or emissions; no other task loses anything, and no message
    under way is lost.
    """
    for tree, last, _ in undisturbed(seen):
        dead = [
            task
            for task, deaths in seen.history.deaths.items()
            if any(tree.index < death < seen.index_of(last) for death in deaths)
        ]
        if dead:
            premise(DONE_BESIDE_A_DEATH)
            expect_acked(seen, tree, last, f"{dead[0]} died, and had no part in that")


SPOUT_LOST = Premise(Occasion.SPOUT_LOST.value, takes="die")
SPOUT_LOST_OUT_OF_TURN = Premise(Occasion.SPOUT_LOST_OUT_OF_TURN.value, takes="die")


@plan_rule(
    "SYS-25",
    REPEATING,
    Occasion.FAILED_AGAIN,
    Occasion.FAILED_OFTEN,
    SPOUT_LOST,
    SPOUT_LOST_OUT_OF_TURN,
    parts=(Part.SOURCE,),
    effort=0.5,
)
def a_message_is_offered_again_as_often_as_it_fails(seen: TopologyChronicle, premise: Premises) -> None:
    """It is offered to one spout task at a time, until it is acked."""


@plan_rule("SYS-26", REPLAYED, Occasion.EMITTED_AGAIN, Occasion.EMITTED_UNTRACKED, parts=(Part.EMISSION,), effort=0.5)
def an_emission_is_what_was_asked_for_each_time(seen: TopologyChronicle, premise: Premises) -> None:
    """It is tracked or not as requested, goes to one task of each bolt, and has the value that the
    message had before.
    """


@plan_rule("SYS-27", CROWDED, Occasion.ROOM_BESIDE_OTHERS, Occasion.ROOM_AGAIN, parts=(Part.BOUND,), effort=0.5)
def each_spout_task_has_a_bound_of_its_own(seen: TopologyChronicle, premise: Premises) -> None:
    """A spout task that waits for less than its bound emits, whatever others wait for."""


DONE_BESIDE_A_TICK = Premise("a tree is done after another task than its acker task had a tick")


@plan_rule(
    "SYS-28",
    TICKING,
    Occasion.TICK_BESIDE_HOLDING,
    Occasion.TICK_BESIDE_WAITING,
    DONE_BESIDE_A_TICK,
    parts=(Part.TIME,),
    effort=0.75,
)
def time_passes_for_one_task(seen: TopologyChronicle, premise: Premises) -> None:
    """It passes at a tick of the task, and for no other spout, acker or bolt task."""
    for tree, last, acker in undisturbed(seen):
        ticked = [
            task
            for task, ticks in seen.history.ticks.items()
            if task != acker and any(tree.index < tick < seen.index_of(last) for tick in ticks)
        ]
        if ticked:
            premise(DONE_BESIDE_A_TICK)
            expect_acked(seen, tree, last, f"{ticked[0]} had a tick, and {acker} had none")


@plan_rule(
    "SYS-29",
    GROUPED,
    Occasion.DEALT_TO_ALL,
    Occasion.DEALT_BY_NAME,
    Occasion.DEALT_TO_ANY,
    Occasion.ON_ANOTHER_STREAM,
    parts=(Part.GROUPING,),
    effort=1.1,
)
def a_tuple_goes_to_those_who_take_its_stream_as_they_take_it(seen: TopologyChronicle, premise: Premises) -> None:
    """By the grouping, it goes to one task, to the task that the sender names, or to each of the tasks."""


COPIES_DONE = Premise("a tree is done in which a tuple went to each of several tasks")
COPIES_APART = Premise("the copies of a tuple are acked at different times")


@plan_rule("SYS-30", COPYING, COPIES_DONE, COPIES_APART, effort=1)
def a_tree_waits_for_each_copy(seen: TopologyChronicle, premise: Premises) -> None:
    """Each copy has an edge of its own."""
    history = seen.history
    copied = [(history.tuples[names[0]].trees, names) for names in _copies(seen)]
    for tree in seen.tracked:
        copies = [names for trees, names in copied if tree.name in trees]
        acked = next((call for call in tree.calls if call.answer is AckOrFail.ACK), None)
        until = len(seen.moments) if acked is None else acked.place
        for names in copies:
            left = [name for name in names if not history.processed(name, until)]
            acked_in = {
                seen.index_of(end)
                for name in names
                for receipt in history.tuples[name].receipts
                for answer, end in receipt.ends
                if answer is AckOrFail.ACK
            }
            if len(acked_in) > 1:
                premise(COPIES_APART)
            if left and acked is not None and not tree.hole:
                raise violation_at(
                    seen,
                    acked.place,
                    f"{tree.spout} was told ack of {tree.name}, and {left[0]}, one of {len(names)} copies of a tuple, "
                    f"was not processed at {history.tuples[left[0]].receiver}",
                )
    for tree, last, _ in undisturbed(seen):
        if any(tree.name in trees for trees, _ in copied):
            premise(COPIES_DONE)
            expect_acked(seen, tree, last, "it has several copies of a tuple")


# Helpers of several rules.


def _copies(seen: TopologyChronicle) -> list[list[str]]:
    """Return the names of the tuples that went to all of several tasks, grouped by emit. Where a run of tuples leaves a
    task out, they are no copies of one tuple: that is for SYS-29.
    """
    shapes = {shape.name: shape for shape in seen.workload.config.wiring.bolts}
    found: list[list[str]] = []
    for result in seen.results:
        dealt: dict[tuple[str, str], list[SpoutTuple | BoltTuple]] = {}
        for sent in result.happenings:
            if not isinstance(sent, SpoutTuple | BoltTuple):
                continue
            shape = shapes.get(component_of(sent.to))
            if shape is None or shape.tasks == 1 or shape.subscription(component_of(sent.task)).grouping != "all":
                continue
            copies = dealt.setdefault((sent.task, shape.name), [])
            copies.append(sent)
            if len(copies) == shape.tasks:
                del dealt[sent.task, shape.name]
                if len({copy.to for copy in copies}) == len(copies):
                    found.append([copy.name for copy in copies])
    return found


def _hold(seen: TopologyChronicle, premise: Premises, parts: Sequence[Part], *premises: Premise) -> None:
    """Count the premises that are occasions of the plan, and raise the first lapse in these parts of it
    as a violation.
    """
    for each in premises:
        for _ in range(seen.judged.occasions[Occasion(each.name)]):
            premise(each)
    lapse = seen.judged.first(*parts)
    if lapse is not None:
        raise Violation(lapse.what, lapse.index, lapse.happening)


def undisturbed(seen: TopologyChronicle) -> Iterator[tuple[EmittedTree, int, str]]:
    """Yield the trees that are done without a tick or a death of their acker task between their emission and their last
    message, with the place of that message and their acker task.
    """
    for tree, last in seen.finished():
        if not seen.ticks_or_deaths(tree, last) and not seen.has_loose(tree):
            yield tree, last, seen.moments[last].happening.task


def _ticks_in_pause(seen: TopologyChronicle, task: str) -> Iterator[int]:
    """Yield the operations that were to give a task a tick while it was paused."""
    heard = set(seen.history.ticks.get(task, ()))
    for index, step in enumerate(seen.workload.steps):
        if step == TaskTick(task) and index not in heard:
            yield index


def expect_acked(seen: TopologyChronicle, tree: EmittedTree, last: int, aside: str) -> None:
    """Expect an ack of a tree that is done, right after its last message."""
    expect_notification(seen, tree, last, f"; {aside}" if aside else "")


def expect_done(seen: TopologyChronicle, aside: Callable[[EmittedTree], str]) -> None:
    """Expect that trees are acked with their last messages, as SYS-12 requires."""
    for tree, last, _ in undisturbed(seen):
        expect_acked(seen, tree, last, aside(tree))
