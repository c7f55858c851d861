"""Deaths by the plan of a topology: which records and emissions a task takes with it, as far as the counts show it."""

import pytest
from ackproof.components.happenings import SpoutTuple
from ackproof.components.topology import BoltShape, Deliver, Die, Double, Stop, TopologyOperation, Wiring
from ackproof.oracle.deaths import DeathDuties
from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Findings, Lapse, Occasion, Part
from ackproof.oracle.lifecycles import Lifecycles
from ackproof.oracle.places import Places
from ackproof.oracle.sources import SourceDuties
from ackproof.target import Config
from attrs import evolve
from common.chronicles import altered, counted, played, played_by_two
from common.topologies import ASK, ASK_OTHER, TICK, TOCK

DIES = Die("acker-1")
TAKE, TAKE_ON = Deliver("spout-1", "split-1"), Deliver("split-1", "count-1")
INIT, ACKS, ACKS_ON = (Deliver(task, "acker-1") for task in ("spout-1", "split-1", "count-1"))
GIVE_UP = Deliver("spout-1", "split-1", conduct="give-up")
LINE = (BoltShape(name="split"), BoltShape(name="count", after=("split",), fan=0))


def without_tuples(seen: TopologyChronicle) -> TopologyChronicle:
    """Return a history in which spout tasks send no tuples."""
    results = [
        evolve(result, happenings=tuple(each for each in result.happenings if not isinstance(each, SpoutTuple)))
        for result in seen.results
    ]
    return evolve(seen, results=results)


@pytest.mark.parametrize(
    ("profile", "steps", "surely", "perhaps"),
    [
        ("storm2", (ASK, INIT), 1, 1),
        ("storm2", (ASK, INIT, TOCK, TOCK), 1, 1),
        ("storm2", (ASK, INIT, TOCK, TOCK, TOCK), 0, 1),
        ("storm1", (ASK, INIT, TOCK), 1, 1),
        ("storm1", (ASK, INIT, TOCK, TOCK), 0, 1),
        ("storm2", (ASK, TOCK, INIT, TOCK, TOCK), 1, 1),
        ("storm2", (ASK, TICK, INIT, TICK, TICK, TICK), 1, 1),
        ("storm2", (ASK, TAKE, ACKS), 0, 1),
        ("storm2", (ASK, TAKE, ACKS, TOCK, TOCK, TOCK), 0, 1),
        ("storm2", (ASK, INIT, ASK, TAKE, TAKE, ACKS, ACKS), 1, 2),
        ("storm2", (ASK, TAKE, TAKE_ON, ACKS, TOCK, INIT, TOCK), 1, 1),
        ("storm2", (ASK, TAKE, TAKE_ON, ACKS, TOCK, INIT, TOCK, TOCK), 0, 1),
        ("storm2", (ASK, TAKE, TAKE_ON, ACKS, TOCK, TOCK, TOCK, INIT), 1, 1),
        ("storm2", (ASK, TAKE, TAKE_ON, ACKS, TOCK, TOCK, TOCK, INIT, TOCK), 0, 1),
        ("storm2", (ASK, TAKE, TAKE_ON, INIT, ACKS, ACKS_ON), 0, 0),
        ("storm2", (ASK, GIVE_UP, INIT, ACKS), 0, 0),
        ("storm2", (ASK, INIT, DIES), 0, 0),
        ("storm2", (ASK, INIT, ASK, INIT), 2, 2),
    ],
)
def test_the_records_that_a_death_takes(
    profile: str, steps: tuple[TopologyOperation, ...], surely: int, perhaps: int
) -> None:
    """It takes those that are certain, and it may take those that have perhaps expired, or have no init."""
    seen = played(*steps, DIES, profile=profile, bolts=LINE)
    last = len(steps)
    number = f"{surely}" if surely == perhaps else f"{surely} to {perhaps}"
    for taken in range(perhaps + 2):
        records = "record" if number == "1" else "records"
        left = "1 is left" if taken == 4 else f"{5 - taken} are left"
        what = f"acker-1 died with {number} {records}; there were 5, and {left}"
        expected = [] if surely <= taken <= perhaps else [Lapse(Part.DEATH, what, last)]
        given = counted(seen, {last - 1: (5, None), last: (5 - taken, None)})
        assert expected == [lapse for lapse in given.judged.lapses if lapse.index == last]
    for unknown in ({last - 1: (5, None), last: (None, None)}, {last - 1: (None, None), last: (5, None)}):
        assert [] == [lapse for lapse in counted(seen, unknown).judged.lapses if lapse.index == last]


@pytest.mark.parametrize(
    ("steps", "task", "number", "names"),
    [
        ((ASK,), "spout-1", 1, "m1/1"),
        ((ASK, ASK, ASK_OTHER), "spout-1", 2, "m1/1 and m2/1"),
        ((ASK, ASK, ASK_OTHER), "spout-2", 1, "m3/1"),
        ((ASK, ASK, ASK_OTHER), "split-1", 0, "nothing"),
        ((ASK, TICK, TICK), "spout-1", 0, "nothing"),
        ((ASK, Die("spout-1")), "spout-1", 0, "nothing"),
    ],
)
@pytest.mark.parametrize("stopped", [False, True])
def test_the_emissions_that_a_death_takes(
    steps: tuple[TopologyOperation, ...], task: str, number: int, names: str, *, stopped: bool
) -> None:
    """A spout task takes its own; one without tuples may not have been waited for."""
    last = len(steps)
    end = Stop(task) if stopped and task != "split-1" else Die(task)
    whole = played(*steps, end, bolts=LINE, messages=("m1", "m2", "m3"), spout_tasks=(1, 2))
    died = "was shut down" if isinstance(end, Stop) else "died"
    for seen, least in ((whole, number), (without_tuples(whole), 0)):
        for taken in range(number + 2):
            due = 5 - number if least == number else f"{5 - number} to 5"
            what = (
                f"{task} {died} waiting for {names if least else 'nothing'}; {5 - taken} emissions are waited for "
                f"after it, and {due} should be"
            )
            expected = [] if least <= taken <= number else [Lapse(Part.DEATH, what, last)]
            given = counted(seen, {last - 1: (None, 5), last: (None, 5 - taken)})
            assert expected == [lapse for lapse in given.judged.lapses if lapse.index == last]
        for unknown in ({last - 1: (None, 5), last: (None, None)}, {last - 1: (None, None), last: (None, 5)}):
            assert [] == [lapse for lapse in counted(seen, unknown).judged.lapses if lapse.index == last]


@pytest.mark.parametrize(("end", "died"), [(Die("spout-2"), "died"), (Stop("spout-2"), "were shut down")])
def test_tasks_of_an_executor_die_waiting_for_their_emissions(end: Die | Stop, died: str) -> None:
    """They are counted together."""
    seen = played_by_two(ASK, ASK, ASK_OTHER, end, executor_tasks=2)
    waited = "m1/1, m2/1 and m3/1; 1 emission is waited for after it, and 0 should be"
    what = f"spout-1 and spout-2 {died} waiting for {waited}"
    assert [] == seen.judged.lapses
    assert [Lapse(Part.DEATH, what, 3)] == counted(seen, {3: (0, 1)}).judged.lapses


def test_an_emission_without_tuples_may_have_been_waited_for_beside_others() -> None:
    """Then one number or the next is right."""
    seen = played(ASK, ASK, Die("spout-1"), bolts=LINE, messages=("m1", "m2"))
    seen = altered(counted(seen, {1: (None, 5), 2: (None, 2)}), {"tuple spout-1 > split-1 t2: m2/1": ()})
    what = "spout-1 died waiting for m1/1; 2 emissions are waited for after it, and 3 to 4 should be"
    assert Lapse(Part.DEATH, what, 2) in seen.judged.lapses


@pytest.mark.parametrize(
    ("steps", "beside"),
    [
        ((ASK, INIT, DIES), 0),
        ((ASK, INIT, Die("acker-2")), 1),
        ((ASK, INIT, DIES, Die("acker-2")), 0),
        ((ASK, TAKE, ACKS, Die("acker-2")), 0),
        ((ASK, INIT, TOCK, TOCK, Die("acker-2")), 1),
        ((ASK, INIT, TOCK, TOCK, TOCK, Die("acker-2")), 0),
        ((ASK, INIT, Die("count-1")), 1),
    ],
)
def test_a_record_beside_a_death_is_an_occasion(steps: tuple[TopologyOperation, ...], beside: int) -> None:
    """It is a record of another acker task, and certain."""
    seen = played(*steps, ackers=2, bolts=LINE)
    assert ([], beside) == (seen.judged.lapses, seen.judged.occasions[Occasion.RECORD_BESIDE_DEATH])


WORK = (TAKE, TAKE_ON)
LEFT = (ACKS, ACKS_ON)
AGAIN = Double("spout-1", "acker-1")


@pytest.mark.parametrize(
    ("steps", "said", "orphaned"),
    [
        ((ASK, INIT, *WORK, DIES, *LEFT), "says-ack", True),
        ((ASK, INIT, *WORK, Stop("acker-1"), *LEFT), "says-ack", True),
        ((ASK, INIT, *WORK, DIES, DIES, *LEFT), "says-ack", True),
        ((ASK, AGAIN, INIT, *WORK, DIES, INIT, DIES, *LEFT), "says-ack", True),
        ((ASK, INIT, GIVE_UP, DIES, ACKS), "says-fail", True),
        ((ASK, INIT, DIES, evolve(TAKE, conduct="more-time"), ACKS), "says-reset", True),
        ((ASK, AGAIN, INIT, *WORK, DIES, INIT), "says-ack", False),
        ((ASK, *WORK, *LEFT, DIES, INIT), "says-ack", False),
        ((ASK, INIT, *WORK, Die("count-1"), ACKS), "says-ack", False),
        ((ASK, DIES, *WORK, ACKS), "says-ack", False),
    ],
)
def test_an_acker_task_cannot_know_whom_to_tell_of_a_tree_begun_before_its_death(
    steps: tuple[TopologyOperation, ...], said: str, *, orphaned: bool
) -> None:
    """Unless its init has come again. This shows without any count of records."""
    last = len(steps) - 1
    seen = played(*steps, bolts=LINE)
    seen = counted(seen, dict.fromkeys(range(len(steps)), (None, None)))
    assert [] == seen.judged.lapses
    word = {"says-reset": "more time for"}.get(said, f"{said.removeprefix('says-')} of")
    what = f"acker-1 sent the word '{word} m1/1', and has had no init of m1/1 since it died"
    told = altered(seen, {last: (f"{said} acker-1 > spout-1 w1: m1/1",)})
    assert ([Lapse(Part.DEATH, what, last)] if orphaned else []) == told.judged.lapses


def test_a_task_has_died_since_an_operation() -> None:
    """That operation counts."""
    config = Config(wiring=Wiring((), LINE))
    findings = Findings()
    places, lifecycles = Places(config.wiring, findings), Lifecycles(config=config, findings=findings)
    source = SourceDuties(config=config, findings=findings, places=places, lifecycles=lifecycles)
    duties = DeathDuties(profile="storm2", findings=findings, source=source, deaths=[("b-1", 3), ("a-1", 1)])
    assert [True, True, True, False] == [duties.since(index) for index in (0, 1, 3, 4)]
    assert [True, True, False] == [duties.since(index, "a-1") for index in (0, 1, 2)]
    assert [False, False] == [duties.since(0, task) for task in ("a-0", "c-1")]
