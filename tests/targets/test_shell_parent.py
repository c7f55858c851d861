"""The parent of a bolt: its messages, when it stops listening, and its view of bolts that misbehave."""

import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import pytest
from ackproof.components import Result
from ackproof.components.multilang import (
    AckLine,
    BoltLine,
    Deed,
    EmitLine,
    Give,
    HangUp,
    Heartbeat,
    Launch,
    Listen,
    MultilangOperation,
    MultilangResult,
    PidLine,
    SyncLine,
    is_probe,
    probe_id,
)
from ackproof.errors import TargetBroke, TargetUnavailable
from ackproof.target import Config
from ackproof.targets import multilang
from ackproof.targets.multilang import ShellBoltTarget
from ackproof.targets.shell_parent import NothingToRead, ShellParent

EXAMPLE = Path(__file__).parents[2] / "examples" / "bolt" / "bolt.py"
SHAKE_HANDS = """
import json, os, sys, time
def say(message):
    sys.stdout.write(json.dumps(message) + "\\nend\\n")
    sys.stdout.flush()
def read():
    rows = []
    while (row := sys.stdin.readline()) != "end\\n":
        if not row:
            sys.exit()
        rows.append(row)
    return json.loads("".join(rows))
folder = read()["pidDir"]
open(os.path.join(folder, str(os.getpid())), "w").close()
say({"pid": os.getpid()})
def is_heartbeat(message):
    return message["stream"] == "__heartbeat"
"""


ANSWERS = "say({'command': 'sync'} if is_heartbeat(m) else {'command': 'ack', 'id': m['id']})"


class Puppet:
    """A bolt that sends prepared lines, and records its input."""

    def __init__(self, *lines: BoltLine | NothingToRead) -> None:
        self.lines = deque(lines)
        self.given: list[str | tuple[int, ...]] = []
        self.idle: deque[bool] = deque()

    def give(self, given: Give) -> None:
        self.given.append("heartbeat" if given.stream == "__heartbeat" else "probe" if is_probe(given.id) else given.id)

    def give_task_ids(self, task_ids: tuple[int, ...]) -> None:
        self.given.append(task_ids)

    def hang_up(self) -> None:
        self.given.append("the end")

    def read(self) -> BoltLine | NothingToRead:
        return self.lines.popleft()

    def is_idle(self) -> bool:
        return self.idle.popleft()

    def has_filed(self) -> bool:
        return True

    def close(self) -> None:
        """Do nothing: there are no resources."""


def asked(puppet: Puppet, *operations: MultilangOperation, holding: bool = False) -> Sequence[MultilangResult]:
    """Return a parent's results for operations on a puppet."""
    return ShellParent(lambda _, holding: puppet, holding).apply(operations)  # noqa: ARG005 - it is the parent's


def probe(number: int) -> AckLine:
    """Return the ack of a probe."""
    return AckLine(probe_id(number))


def test_it_listens_until_its_probe_is_acked() -> None:
    """The answer to the probe is left out, and the pid file is searched in the folder."""
    puppet = Puppet(PidLine(own=True, filed=False), SyncLine(), probe(0), AckLine("5"), SyncLine(), probe(1))
    results = asked(puppet, Launch(), Give(id="5"), Heartbeat(), Listen())
    assert [
        MultilangResult(said=(PidLine(own=True, filed=True), SyncLine()), heartbeats=1),
        MultilangResult(),
        MultilangResult(),
        MultilangResult(said=(AckLine("5"), SyncLine()), heartbeats=1),
    ] == results
    assert ["heartbeat", "probe", "5", "heartbeat", "heartbeat", "probe"] == puppet.given


def test_an_emission_gets_task_ids_and_a_probe_behind_them() -> None:
    """The earlier probe is no longer awaited; direct emissions, and those that ask for no task ids, get none."""
    emitted = [EmitLine(name="a"), EmitLine(name="b", task=4), EmitLine(name="c", asks=False)]
    puppet = Puppet(probe(0), *emitted, SyncLine(), probe(1), SyncLine(), probe(2))
    *_, result = asked(puppet, Launch(), Listen())
    lines = [line for line in result.said if isinstance(line, EmitLine)]
    assert [(14, 15), None, None] == [line.given for line in lines]
    assert (2, 2) == (result.heartbeats, len([line for line in result.said if line == SyncLine()]))
    assert ["heartbeat", "probe", "heartbeat", "probe", (14, 15), "heartbeat", "probe"] == puppet.given


def test_emissions_go_to_one_task_to_two_to_none_or_to_many() -> None:
    """No two emissions have a task in common."""
    puppet = Puppet(probe(0), *(EmitLine(name=str(number)) for number in range(12)), probe(13))
    asked(puppet, Launch(), Listen())
    ids = [each for each in puppet.given if isinstance(each, tuple)]
    assert {0, 1, 2, 40} == {len(each) for each in ids}
    assert sum(map(len, ids)) == len({number for each in ids for number in each})
    assert (1 << 31) - 1 == max(number for each in ids for number in each)


def test_a_bolt_that_never_acks_is_told_from_a_slow_one() -> None:
    """It answers a heartbeat that was sent after all its inputs."""
    slow: list[BoltLine | NothingToRead] = [
        NothingToRead.SILENT,
        SyncLine(),
        NothingToRead.SILENT,
        AckLine("5"),
        probe(1),
    ]
    puppet = Puppet(probe(0), *slow)
    assert (SyncLine(), AckLine("5")) == asked(puppet, Launch(), Give(id="5"), Listen())[-1].said
    never: list[BoltLine | NothingToRead] = [SyncLine(), NothingToRead.SILENT, SyncLine(), NothingToRead.SILENT]
    puppet = Puppet(SyncLine(), probe(0), *never)
    assert (
        MultilangResult(said=(SyncLine(), SyncLine()), heartbeats=2, again=1)
        == asked(puppet, Launch(), Give(id="5"), Listen())[-1]
    )


def test_a_patient_parent_sends_its_probe_behind_the_answer_to_its_heartbeat() -> None:
    """Task ids are followed by another heartbeat alone."""
    puppet = Puppet(SyncLine(), probe(0), SyncLine(), EmitLine(name="a"), SyncLine(), probe(2))
    *_, result = asked(puppet, Launch(), Give(id="5"), Listen(patient=True))
    assert (2, 0) == (result.heartbeats, result.overdue)
    assert ["5", "heartbeat", "probe", (14, 15), "heartbeat", "probe"] == puppet.given[2:]


def test_a_heartbeat_is_overdue_if_the_bolt_waits_for_more() -> None:
    """A bolt that is not known to do nothing is slow."""
    silent: list[BoltLine | NothingToRead] = [NothingToRead.SILENT, NothingToRead.SILENT, SyncLine(), probe(1)]
    for idle, overdue in (([False, True], 1), ([False, False], 0)):
        puppet = Puppet(SyncLine(), probe(0), *silent)
        puppet.idle.extend(idle)
        assert overdue == asked(puppet, Launch(), Listen(patient=True))[-1].overdue
        assert ["heartbeat", "probe"] == puppet.given[2:]
    puppet = Puppet(SyncLine(), probe(0), NothingToRead.DONE, SyncLine(), probe(1))
    assert 1 == asked(puppet, Launch(), Listen(patient=True))[-1].overdue


@pytest.mark.slow
def test_a_process_that_answers_heartbeats_with_the_next_input_is_told(tmp_path: Path) -> None:
    """It sleeps meanwhile."""
    waits = """
while True:
    m = read()
    if is_heartbeat(m):
        more = read()
        say({'command': 'sync'})
        say({'command': 'ack', 'id': more['id']})
"""
    result = converse(program(tmp_path, waits), Launch(), Listen(patient=True))[-1]
    assert MultilangResult(said=(SyncLine(),), heartbeats=1, overdue=1) == result


def test_a_bolt_that_ends_is_asked_nothing_more() -> None:
    """Each result says that it has ended."""
    puppet = Puppet(probe(0), NothingToRead.ENDED)
    results = asked(puppet, Launch(), Listen(), Give(id="5"), Listen(), HangUp())
    assert [False, True, True, True, True] == [result.ended for result in results]


def test_a_hang_up_takes_what_is_still_said() -> None:
    """The result also says whether the process has ended."""
    for pause, ended in ((NothingToRead.ENDED, True), (NothingToRead.DONE, False)):
        puppet = Puppet(probe(0), AckLine("5"), pause)
        assert MultilangResult(said=(AckLine("5"),), heartbeats=0, ended=ended) == asked(puppet, Launch(), HangUp())[-1]


def converse(target: ShellBoltTarget, *operations: MultilangOperation, holding: bool = False) -> Sequence[Result]:
    """Return the results of a bolt that is a process."""
    try:
        return target.open("multilang", Config(holding=holding)).apply(operations)
    finally:
        target.close()


def program(tmp_path: Path, text: str, patience: float = 20) -> ShellBoltTarget:
    """Return a target that is a Python program, after its handshake."""
    file = tmp_path / "bolt.py"
    file.write_text(SHAKE_HANDS + text, encoding="utf-8")
    described = multilang.make().describe()
    return ShellBoltTarget([sys.executable, "-S", "-E", str(file)], described, patience)


def example() -> ShellBoltTarget:
    """Return the example as a target."""
    return ShellBoltTarget([sys.executable, "-S", "-E", str(EXAMPLE)], multilang.make().describe())


CONVERSATION = (
    Launch(deeds=(Deed(do="log", text="begins"),)),
    Give(id="5", deeds=(Deed(do="emit", name="a", text="\u4e2d\nend\n"), Deed(do="emit", name="b", task=4))),
    Give(id="6", deeds=(Deed(do="print", text="x"), Deed(do="raise"))),
    Heartbeat(),
    Give(id="7", component="__system", stream="__tick", task=-1),
    Listen(),
    HangUp(),
)


def test_the_example_says_what_the_reference_says() -> None:
    """Only a heartbeat of the example may be answered later."""
    theirs = converse(example(), *CONVERSATION)
    ours = multilang.make().open("multilang", Config()).apply(CONVERSATION)
    assert [_without_syncs(each) for each in ours] == [_without_syncs(each) for each in theirs]


def _without_syncs(result: Result) -> object:
    assert isinstance(result, MultilangResult)
    return [line for line in result.said if not isinstance(line, SyncLine) and "log" not in str(line)], result.ended


def test_nothing_is_left_of_a_process(tmp_path: Path) -> None:
    """Neither a process that was killed in the middle nor the folder for pids is left."""
    target = program(tmp_path, "while True:\n    time.sleep(60)\n", 0.5)
    with pytest.raises(TargetBroke, match=r"said nothing within 0.5 s; its stderr is empty"):
        target.open("multilang", Config()).apply([Launch()])
    folder = target._pids.path
    (child,) = [parent._child for parent in target._parents]
    target.close()
    assert not folder.exists()
    assert child is not None
    assert -9 == child._process.poll()  # type: ignore[attr-defined]


def test_a_text_that_is_longer_than_the_pipes_goes_both_ways(tmp_path: Path) -> None:
    """The bolt writes output meanwhile that is not read yet."""
    text = "x" * 300_000
    deeds = (Deed(do="emit", name="a", text=text), Deed(do="emit", name="b", text=text))
    result = converse(example(), Launch(), Give(id="5", deeds=deeds), Give(id="6", deeds=deeds[:1]), Listen())[-1]
    assert isinstance(result, MultilangResult)
    assert [text] * 3 == [line.text for line in result.said if isinstance(line, EmitLine)]
    del tmp_path


def test_a_bolt_that_answers_no_heartbeat_is_known_by_its_probes(tmp_path: Path) -> None:
    """The probe comes after its inputs, so there is no delay."""
    deaf = "while True:\n    m = read()\n    if not is_heartbeat(m):\n        say({'command': 'ack', 'id': m['id']})\n"
    result = converse(program(tmp_path, deaf), Launch(), Give(id="5"), Listen())[-1]
    assert MultilangResult(said=(AckLine("5"),), heartbeats=1) == result


def test_a_bolt_that_acks_nothing_is_known_by_its_heartbeats(tmp_path: Path) -> None:
    """It takes two heartbeats, the second after a while."""
    mute = "while True:\n    if is_heartbeat(read()):\n        say({'command': 'sync'})\n"
    result = converse(program(tmp_path, mute), Launch(), Give(id="5"), Listen())[-1]
    assert MultilangResult(said=(SyncLine(), SyncLine()), heartbeats=2, again=1) == result


def test_a_bolt_that_dies_is_told(tmp_path: Path) -> None:
    """All of its earlier output is in the result."""
    dies = f"""
while True:
    m = read()
    if m["id"] == "5":
        say({{"command": "fail", "id": "5"}})
        sys.exit(3)
    {ANSWERS}
"""
    result = converse(program(tmp_path, dies), Launch(), Give(id="5"), Listen())[-1]
    assert isinstance(result, MultilangResult)
    assert result.ended
    assert ["fail"] == [line.line for line in result.said]


@pytest.mark.slow
@pytest.mark.parametrize("goes_on", ["time.sleep(60)", "pass"])
def test_a_process_that_goes_on_after_the_end_is_told_whether_it_sleeps_or_computes(
    tmp_path: Path, goes_on: str
) -> None:
    """After five seconds of either, it is certain."""
    text = f"""
def read_on():
    while True:
        {goes_on}
sys.exit = read_on
while True:
    m = read()
    {ANSWERS}
"""
    assert MultilangResult() == converse(program(tmp_path, text), Launch(), HangUp())[-1]


def test_a_program_that_cannot_be_started_is_told() -> None:
    """The error is a sentence."""
    target = ShellBoltTarget(["/nowhere/bolt"], multilang.make().describe())
    with pytest.raises(TargetUnavailable, match="cannot start '/nowhere/bolt'"):
        converse(target, Launch())
