"""The ground truth of a topology: which tuples are processed, which trees have holes, and when there are no more
faults.
"""

import pytest
from ackproof.components.happenings import (
    AckNotification,
    AckOrFail,
    Arrival,
    BoltTuple,
    CalledAck,
    Emission,
    FailNotification,
    Happening,
    InputAcked,
    SpoutTuple,
)
from ackproof.components.topology import (
    MORE_TIME,
    Activate,
    BoltShape,
    Deactivate,
    Deliver,
    Die,
    Double,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    TaskTick,
    TopologyOperation,
    TopologyResult,
    Wiring,
)
from ackproof.errors import TargetBroke
from ackproof.oracle.histories import EmittedTree, History, TopologyChronicle, is_fault
from ackproof.target import Config
from ackproof.workloads.topologies.workload import TopologyWorkload
from common.chronicles import CHAIN, altered, played, played_by_two

FLOWS = (Flow("tuples"), Flow("reports"), Flow("words"))


def tree(history: History, name: str = "m1/1") -> EmittedTree:
    return history.trees[name]


def test_a_tree_is_done_when_all_that_came_of_it_was_acked() -> None:
    """This follows from the calls of the bolts, not from the acker's messages."""
    seen = played(NextTuple("spout-1"), Deliver("spout-1", "split-1"), Deliver("split-1", "count-1"))
    end = len(seen.moments)
    assert "t3" == seen.history.open_tuple(tree(seen.history), end)
    seen = played(NextTuple("spout-1"), Flow("tuples"))
    assert seen.history.open_tuple(tree(seen.history), len(seen.moments)) is None
    assert seen.history.open_tuple(tree(seen.history), 3) is not None


def test_one_of_two_receipts_is_enough() -> None:
    """A tuple that is delivered twice has two receipts with children; the children of one may be lost."""
    steps = (NextTuple("spout-1"), Double("spout-1", "split-1"), Deliver("spout-1", "split-1"))
    seen = played(*steps, Lose("split-1", "count-1"), Deliver("spout-1", "split-1"), Flow("tuples"))
    assert {"t1", "t1'", "t4", "t5"} == set(seen.history.receipts)
    assert seen.history.open_tuple(tree(seen.history), len(seen.moments)) is None


def test_the_holes_are_known() -> None:
    """They are two inits in one record life, or another init after time has passed; but not three inits."""
    inits = (NextTuple("spout-1"), Double("spout-1", "acker-1"))
    assert "its init was delivered 2 times" == tree(played(*inits, *FLOWS[1:]).history).hole
    once = (NextTuple("spout-1"), Deliver("spout-1", "acker-1"), TaskTick("acker-1"), *FLOWS)
    assert None is tree(played(*once).history).hole
    three = (*inits, Double("spout-1", "acker-1"), Lose("spout-1", "acker-1", 0), Flow("tuples"))
    mixed = (Deliver("split-1", "acker-1"), *FLOWS)
    assert None is tree(played(*three, *mixed).history).hole
    late = tree(played(*three, Deliver("spout-1", "acker-1"), TaskTick("acker-1"), *mixed).history)
    assert late.hole is not None
    assert "time passed" in late.hole


def test_the_calm_begins_after_the_last_fault() -> None:
    """There is no calm while a task is paused."""
    steps = (
        Settle(),
        NextTuple("spout-1"),
        Pause("split-1"),
        Settle(),
        Resume("split-1"),
        Settle(),
        TaskTick("spout-1"),
        TaskTick("acker-1"),
        Settle(),
    )
    assert 5 == played(*steps).calm_from
    assert [6] == played(*steps).calm_ticks("spout-1")
    assert [7] == played(*steps).calm_ticks("acker-1")
    assert 4 == played(*steps[:4]).calm_from
    assert 0 == played(*steps[-3:]).calm_from


def test_an_ack_counts_from_where_it_happened() -> None:
    """Its own place counts."""
    seen = played(NextTuple("spout-1"), Deliver("spout-1", "split-1"))
    [(answer, place)] = seen.history.receipts["t1"].ends
    assert (AckOrFail.ACK, InputAcked("split-1", "t1")) == (answer, seen.moments[place].happening)
    assert [False, True] == [seen.history.receipts["t1"].acked_by(each) for each in (place - 1, place)]


@pytest.mark.parametrize(("conduct", "word"), [("normal", AckNotification), ("give-up", FailNotification)])
def test_a_word_ends_the_life_of_a_record(conduct: str, word: type[Happening]) -> None:
    """A later message of the tree begins another life, in which inits are counted again."""
    bolts = (BoltShape(name="count", fan=0),)
    steps = (NextTuple("spout-1"), Double("spout-1", "acker-1"), Deliver("spout-1", "acker-1"))
    seen = played(*steps, Deliver("spout-1", "count-1", conduct=conduct), bolts=bolts)
    assert {"acker-1": [1, 0]} == tree(seen.history).lives
    more = (Deliver("spout-1", "count-1", conduct=conduct), Deliver("count-1", "acker-1"))
    seen = played(*steps, *more, bolts=bolts)
    assert [word] == [type(report.sent) for report in tree(seen.history).words]
    assert {} == tree(seen.history).lives
    seen = played(*steps, *more, Deliver("spout-1", "acker-1"), TaskTick("acker-1"), bolts=bolts)
    assert {"acker-1": [1, 1]} == tree(seen.history).lives


@pytest.mark.parametrize("number", [1, 2])
def test_a_tick_and_a_death_concern_the_trees_of_their_task(number: int) -> None:
    """Trees of another spout task are not affected."""
    task = f"spout-{number}"
    steps = (NextTuple("spout-1"), NextTuple("spout-2"), TaskTick(task), Die(task), TaskTick(task))
    trees = played(*steps, spout_tasks=(1, 2)).history.trees
    assert ([2], True) == (trees[f"m{number}/1"].ticks, trees[f"m{number}/1"].gone)
    assert ([], False) == (trees[f"m{3 - number}/1"].ticks, trees[f"m{3 - number}/1"].gone)


def test_what_is_told_of_nobody_is_the_targets_fault() -> None:
    """It is neither a violation nor a bug of the suite."""
    workload = TopologyWorkload(Config(spout_tasks=(1,), wiring=Wiring(("m1",), CHAIN)), (Settle(),))
    lies = (
        BoltTuple(task="split-1", to="count-1", name="t9", anchors=("t8",)),
        SpoutTuple(task="spout-1", to="split-1", name="t9", tree="m1/1"),
        Arrival("split-1", "t9", "t9"),
        Arrival("acker-1", "a9"),
        InputAcked("split-1", "t9"),
    )
    for lie in lies:
        with pytest.raises(TargetBroke, match="nobody sent or received"):
            assert TopologyChronicle(workload, [TopologyResult((lie,))]).history
    sent = (Emission("spout-1", "m1/1", "m1"), SpoutTuple(task="spout-1", to="split-1", name="t1", tree="m1/1"))
    with pytest.raises(TargetBroke, match="told that the tuple t1 arrives, and not as which receipt"):
        assert TopologyChronicle(workload, [TopologyResult((*sent, Arrival("split-1", "t1")))]).history


def test_a_callback_of_nothing_that_was_emitted_is_no_part_of_the_truth() -> None:
    """A rule judges it."""
    workload = TopologyWorkload(Config(spout_tasks=(1,), wiring=Wiring(("m1",), CHAIN)), (Settle(),))
    assert {} == TopologyChronicle(workload, [TopologyResult((CalledAck("spout-1", "m9/1"),))]).history.trees


@pytest.mark.parametrize(
    ("operation", "fault"),
    [
        (Deliver("a-1", "b-1"), False),
        (Deliver("a-1", "b-1", 1), True),
        (Deliver("a-1", "b-1", conduct="forget"), True),
        (Deliver("a-1", "b-1", conduct="zealous"), True),
        (Pause("b-1"), True),
        (Die("b-1"), True),
        (Lose("a-1", "b-1"), True),
        (Double("a-1", "b-1"), True),
        (Resume("b-1"), False),
        (Flow("words"), False),
    ],
)
def test_a_fault_is_what_should_not_happen(operation: TopologyOperation, *, fault: bool) -> None:
    """Overtaking and a misbehaving bolt are faults as well."""
    assert fault == is_fault(operation)


ASK, ASK_OTHER, BOLT = NextTuple("spout-1"), NextTuple("spout-2"), (BoltShape(name="count", fan=0),)
TICK, TICK_OTHER, TOCK = TaskTick("spout-1"), TaskTick("spout-2"), TaskTick("acker-1")
TAKE, INIT = Deliver("spout-1", "count-1"), Deliver("spout-1", "acker-1")
MORE = Deliver("spout-1", "count-1", conduct=MORE_TIME)
ACK, FAIL = AckOrFail.ACK, AckOrFail.FAIL


@pytest.mark.parametrize(
    ("steps", "together", "expected"),
    [
        (
            (ASK, TICK, ASK_OTHER, TICK_OTHER, TICK),
            1,
            {"m1/1": ([1, 4], [], False, [(FAIL, "spout-1", "m1", 4, "tick")]), "m2/1": ([3], [], False, [])},
        ),
        (
            (ASK, ASK_OTHER, TICK_OTHER, Pause("spout-2"), TICK, Resume("spout-1"), TICK),
            2,
            {
                "m1/1": ([2, 6], [], False, [(FAIL, "spout-1", "m1", 6, "tick")]),
                "m2/1": ([2, 6], [], False, [(FAIL, "spout-2", "m2", 6, "tick")]),
            },
        ),
        (
            (ASK, Pause("spout-1"), TICK, Pause("acker-1"), TOCK, Die("spout-1"), TICK, Resume("acker-1"), TOCK),
            1,
            {"m1/1": ([], [], True, [])},
        ),
        ((ASK, TICK, *FLOWS), 1, {"m1/1": ([1], [], False, [(ACK, "spout-1", "m1", 4, "w1")])}),
        (
            (ASK, TICK, INIT, MORE, *FLOWS, TICK, TICK),
            1,
            {"m1/1": ([7, 8], [1], False, [(ACK, "spout-1", "m1", 6, "w2")])},
        ),
        (
            (ASK, TICK, INIT, MORE, Flow("reports"), TICK, Flow("words"), TICK),
            1,
            {"m1/1": ([1, 5, 7], [], False, [(FAIL, "spout-1", "m1", 5, "tick")])},
        ),
        (
            (ASK, TICK, INIT, MORE, Flow("reports"), Die("spout-1"), Flow("words"), TICK),
            1,
            {"m1/1": ([1], [], True, [])},
        ),
        ((ASK, TICK, TICK, Die("spout-1")), 1, {"m1/1": ([1, 2], [], False, [(FAIL, "spout-1", "m1", 2, "tick")])}),
    ],
    ids=[
        "two tasks",
        "an executor",
        "a pause",
        "no time",
        "more time",
        "too late",
        "too late in a death",
        "a death behind",
    ],
)
def test_what_time_does_to_a_tree(steps: tuple[TopologyOperation, ...], together: int, expected: object) -> None:
    """Ticks count for the tasks of an executor, unless they are paused, dead, or given more time."""
    history = played_by_two(*steps, bolts=BOLT, executor_tasks=together).history
    found = {
        name: (
            known.ticks,
            known.given,
            known.gone,
            [(call.answer, call.spout, call.message, call.index, call.cause) for call in known.calls],
        )
        for name, known in history.trees.items()
    }
    assert expected == found


@pytest.mark.parametrize("number", [1, 2])
def test_more_time_is_given_to_the_task_that_emitted(number: int) -> None:
    """A notification that reaches another task gives nothing."""
    task, other = f"spout-{number}", f"spout-{3 - number}"
    steps = (NextTuple(task), TaskTick(task), Deliver(task, "acker-1"), Deliver(task, "count-1", conduct=MORE_TIME))
    seen = played(*steps, *FLOWS[1:], bolts=BOLT, spout_tasks=(1, 2))
    astray = altered(seen, {f"arrives {task} w1": (f"arrives {other} w1",)})
    found = [(tree(each.history).ticks, tree(each.history).given) for each in (seen, astray)]
    assert [([], [1]), ([1], [])] == found


def test_ticks_and_deaths_are_known_by_task() -> None:
    """A paused task has no ticks, one that dies is paused no more, and tasks of an executor have theirs together."""
    steps = (TICK_OTHER, Pause("spout-1"), TICK, Die("spout-2"), TICK, TOCK, Pause("acker-1"), TOCK)
    history = played_by_two(*steps, bolts=BOLT, executor_tasks=2).history
    assert {"spout-1": [0, 4], "spout-2": [0, 4], "acker-1": [5]} == history.ticks
    assert {"spout-1": [3], "spout-2": [3]} == history.deaths


def test_the_lives_of_a_record_are_counted_by_acker_task() -> None:
    """A life ends with a death; ticks of a paused task do not count."""
    steps = (ASK, INIT, TOCK, Pause("acker-1"), TOCK, Resume("acker-1"), TOCK)
    assert {"acker-1": [1, 2]} == tree(played(*steps, bolts=BOLT).history).lives
    assert {} == tree(played(*steps, Die("acker-1"), bolts=BOLT).history).lives
    assert {"acker-1": [1, 2]} == tree(played(*steps, Die("count-1"), bolts=BOLT).history).lives


def test_a_tuple_knows_what_it_came_of() -> None:
    """A loose tuple came of the trees of the input of its task, and of those that this one came of."""
    bolts = (
        BoltShape(name="log", kind="loose"),
        BoltShape(name="copy", kind="loose", after=("log",)),
        BoltShape(name="count", after=("copy",), fan=0),
    )
    seen = played(ASK, Flow("tuples"), bolts=bolts)
    of = {each.name: (each.receiver, each.anchors, each.trees, each.loose_of) for each in seen.history.tuples.values()}
    one, none = frozenset({"m1/1"}), frozenset[str]()
    assert {
        "t1": ("log-1", (), one, none),
        "t2": ("copy-1", (), none, one),
        "t3": ("count-1", (), none, one),
    } == of
    assert [True, ["t1"]] == [
        seen.has_loose(tree(seen.history)), [each.name for each in seen.members(tree(seen.history))]
    ]  # fmt: skip
    plain = played(ASK, Flow("tuples"), bolts=BOLT)
    assert not plain.has_loose(tree(plain.history))


@pytest.mark.parametrize(
    ("step", "tracked", "has_id"), [(ASK, True, True), (NextTuple("spout-1", tracked=False), False, False)]
)
@pytest.mark.parametrize("ackers", [0, 1])
def test_a_tree_is_tracked_if_it_has_an_id_and_there_are_ackers(
    step: NextTuple, ackers: int, *, tracked: bool, has_id: bool
) -> None:
    """Tuples belong to tracked trees only."""
    seen = played(step, bolts=BOLT, ackers=ackers)
    known = tree(seen.history)
    assert (tracked and ackers > 0, has_id, "m1") == (known.tracked, known.has_id, known.message)
    assert [known.name] * known.tracked == [each.name for each in seen.tracked]
    assert len(seen.members(known)) == known.tracked


def test_a_tuple_anchored_to_a_finished_input_is_a_hole() -> None:
    """It may never be reported; while the input is held there is none."""
    steps = (ASK, Deliver("spout-1", "split-1"))
    assert tree(played(*steps).history).hole is None
    late = altered(played(*steps), {1: ("tuple split-1 > count-1 t9: t1",)})
    assert "t9 was anchored to t1 after that was let go" == tree(late.history).hole
    assert ["t2", "t3", "t9"] == late.history.receipts["t1"].children


def test_messages_are_known_by_what_they_are_about() -> None:
    """Inits, words and resets are told apart; each has its place, and those of its arrivals."""
    seen = played(ASK, MORE, *FLOWS, bolts=BOLT)
    known, history = tree(seen.history), seen.history
    parts = (known.inits, known.words, known.resets, known.reports)
    assert [["a1"], ["w2"], ["a2", "w1"], ["a1", "a3", "w2"]] == [[each.sent.name for each in part] for part in parts]
    init = known.inits[0]
    assert [True, False] == [known.init_arrives_at(place) for place in (init.arrivals[0], init.arrivals[0] + 1)]
    assert {"t1"} == set(seen.reported_of)
    assert [each for each in history.reports.values() if each.receipt == "t1"] == list(seen.reported_of["t1"])
    for message in history.reports.values():
        happening = seen.moments[message.place].happening
        assert message.sent is happening
        arrived = [seen.moments[place].happening for place in message.arrivals]
        assert [Arrival(message.sent.to, message.sent.name)] * len(arrived) == arrived


def test_what_a_task_does_after_an_input_is_found() -> None:
    """It is of the same operation, of the same task, and before the next arrival."""
    seen = played(ASK, ASK, Flow("tuples"), TICK, TICK)
    receipt = seen.history.receipts["t1"]
    done = [moment.happening.what for moment in seen.done_with(receipt)]
    assert ["tuple", "tuple", "acks", "ack"] == done
    conducts = played(ASK, Deliver("spout-1", "split-1", conduct="give-up"), ASK, Flow("tuples")).conducts()
    assert ["give-up", *["normal"] * 3] == [conduct for _, conduct in conducts]
    first = seen.right_after(0)
    assert isinstance(first, SpoutTuple)
    assert [0, 0, 0, 1, 1, 1, 2] == [seen.index_of(place) for place in range(7)]
    assert [None, None] == [seen.right_after(place) for place in (2, len(seen.moments) - 1)]


@pytest.mark.parametrize(
    ("steps", "index", "died", "waits"),
    [
        ((ASK, Settle(), Settle()), 1, False, True),
        ((ASK, TICK, TICK, Settle()), 2, False, True),
        ((ASK, TICK, TICK, Settle()), 3, False, False),
        ((ASK, Die("spout-1"), TICK), 1, False, True),
        ((ASK, Die("spout-1"), TICK), 2, True, False),
        ((Die("spout-1"), ASK, TICK), 2, False, True),
        ((ASK, Die("count-1"), TICK), 2, False, True),
    ],
)
def test_a_spout_task_waits_until_it_is_called_back_or_dies(
    steps: tuple[TopologyOperation, ...], index: int, *, died: bool, waits: bool
) -> None:
    """The operation itself does not count."""
    seen = (
        played(*steps[:index], *[TOCK] * 3, bolts=BOLT, messages=("m1",)) if index == 1 else played(*steps, bolts=BOLT)
    )
    known = tree(seen.history)
    assert (died, waits) == (seen.died_before(known, index), seen.waits_for(known, index))


@pytest.mark.parametrize(
    ("steps", "finished"),
    [
        ((ASK, TAKE, Flow("reports")), True),
        ((ASK, TAKE), False),
        ((ASK, INIT), False),
        ((ASK, Flow("reports")), False),
        ((ASK, Deliver("spout-1", "count-1", conduct="give-up"), Flow("reports")), False),
        ((ASK, TAKE, Double("spout-1", "acker-1"), Flow("reports")), False),
        ((ASK, Double("spout-1", "count-1"), Flow("tuples"), Flow("reports")), False),
        ((ASK, TAKE, Lose("count-1", "acker-1"), Flow("reports")), False),
    ],
)
def test_a_tree_is_finished_when_each_message_has_arrived_once(
    steps: tuple[TopologyOperation, ...], *, finished: bool
) -> None:
    """It is done then, and the place of the last arrival is known."""
    seen = played(*steps, bolts=BOLT)
    last = [moment.place for moment in seen.moments if isinstance(moment.happening, Arrival)][-1:]
    assert ([("m1/1", *last)] if finished else []) == [(known.name, place) for known, place in seen.finished()]


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ((ASK, TAKE, Flow("reports")), False),
        ((ASK, TAKE, TOCK, Flow("reports")), True),
        ((ASK, TAKE, Die("acker-1"), Flow("reports")), True),
        ((TOCK, Die("acker-1"), ASK, TAKE, Flow("reports")), False),
        ((ASK, TAKE, Flow("reports"), TOCK, Die("acker-1")), False),
        ((ASK, TAKE, TICK, Die("count-1"), Flow("reports")), False),
    ],
)
def test_an_acker_task_has_a_tick_or_a_death_in_between(steps: tuple[TopologyOperation, ...], *, found: bool) -> None:
    """It lies between the emission and the last arrival."""
    seen = played(*steps, bolts=BOLT)
    [(known, last)] = seen.finished()
    assert found is seen.ticks_or_deaths(known, last)


@pytest.mark.parametrize(
    ("steps", "calm"),
    [
        ((), 0),
        ((Settle(), TICK), 0),
        ((ASK, Settle(), TICK), 1),
        ((Settle(), ASK), 2),
        ((Pause("spout-1"), Die("spout-1"), Settle()), 2),
        ((Pause("spout-1"), Resume("count-1"), Settle()), 3),
        ((Deactivate("spout-1"), Settle()), 2),
        ((Deactivate("spout-1"), Activate("spout-1"), Settle()), 2),
        ((Deactivate("spout-1"), Activate("spout-2"), Settle()), 3),
        ((Deactivate("spout-1"), Pause("spout-1"), Activate("spout-1"), Resume("spout-1"), Settle()), 5),
        ((Deactivate("spout-1"), Pause("spout-1"), Resume("spout-1"), Activate("spout-1"), Settle()), 4),
    ],
)
def test_there_is_calm_when_all_tasks_run(steps: tuple[TopologyOperation, ...], calm: int) -> None:
    """A paused task and one that is not active do not run; an order to a paused task is not heard."""
    assert calm == played(*steps, spout_tasks=(1, 2), bolts=BOLT).calm_from


def test_the_ticks_of_an_executor_are_calm_together() -> None:
    """Those before the calm are left out."""
    seen = played_by_two(TICK, ASK, TICK, TICK_OTHER, TOCK, bolts=BOLT, executor_tasks=2)
    assert [[2, 3], [2, 3], [4]] == [seen.calm_ticks(task) for task in ("spout-1", "spout-2", "acker-1")]
    assert 5 == len(seen.workload.steps)
