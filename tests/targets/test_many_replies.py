"""Many large replies: each is read and dropped, so that the memory used depends on one reply, not on their sum."""

import json
import sys
import tracemalloc
from pathlib import Path

import pytest
from ackproof.components.acker import Ack, Init
from ackproof.components.fields import Long
from ackproof.errors import Refused, TargetBroke
from ackproof.target import Config, Run
from ackproof.targets.process import ProcessTarget
from ackproof.wire import protocol

PROGRAM = """
import json, sys
size, broken = int(sys.argv[1]), sys.argv[2]
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "start":
        told = {"protocol": 1, "name": "it", "version": "1", "language": "p", "components": ["acker"]}
    elif request["cmd"] == "open":
        told = {"error": "not today"} if broken == "refuses" else {"ok": True}
    elif request["cmd"] == "apply":
        said = [{"kind": "ack", "root": "1", "task": 1}] * (size // 40) if broken == "results" else []
        told = {"results": [{"notifications": said} for _ in request["operations"]], "note": "x" * size}
    else:
        break
    print(json.dumps(told), flush=True)
"""

REPLY = 1 << 20
REPLIES = 60
RUN = Run("acker", Config(profile="storm2"), (Init(Long(1), Long(5), 1), Ack(Long(1), Long(5))))


def target(tmp_path: Path, size: int, broken: str = "") -> ProcessTarget:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    return ProcessTarget([sys.executable, str(script), str(size), broken])


def test_the_sum_of_replies_takes_no_memory(tmp_path: Path) -> None:
    """Only the results of each are kept."""
    it = target(tmp_path, REPLY)
    try:
        it.describe()
        tracemalloc.start()
        answers = it.run_all([RUN] * REPLIES)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        it.close()
    assert [2] * REPLIES == [len(answer) for answer in answers if not isinstance(answer, Refused)]
    assert most < 10 * REPLY


def test_a_refusal_answers_only_its_own_run(tmp_path: Path) -> None:
    """The replies after it are not lost."""
    it = target(tmp_path, 1, "refuses")
    try:
        answers = it.run_all([RUN] * 3)
        assert ["not today"] * 3 == [str(answer) for answer in answers]
        with pytest.raises(Refused, match="not today"):
            it.open("acker", RUN.config)
        with pytest.raises(Refused, match="not today"):
            it.open_beside("a", "acker", RUN.config).apply(RUN.operations)
        assert ["not today"] == [str(answer) for answer in it.run_all([RUN])]
    finally:
        it.close()


def test_results_have_a_bound(tmp_path: Path) -> None:
    """They are kept until they are judged."""
    it = target(tmp_path, 2 * protocol.LONGEST_RESULTS, "results")
    try:
        with pytest.raises(TargetBroke, match=r"results of [0-9,]+ characters; 4,194,816 are the most"):
            it.run_all([RUN])
    finally:
        it.close()


def test_a_note_counts_for_nothing() -> None:
    """Any length is allowed, within the maximum of a line."""
    reply = json.dumps({"results": [{}, {}], "note": "x" * (2 * protocol.LONGEST_RESULTS)}).encode()
    assert 2 == len(protocol.read_applied(reply, "acker", RUN.operations))


@pytest.mark.parametrize(
    ("component", "name"),
    [
        ("rotating-map", "size"),
        ("acker", "pending"),
        ("spout", "pending"),
        ("topology", "records"),
        ("topology", "waiting"),
    ],
)
def test_a_count_below_zero_is_an_answer(component: str, name: str) -> None:
    """It is for a rule to say that it is wrong. A number that is no integer is no answer."""
    (result,) = protocol.read_applied(json.dumps({"results": [{name: -3}]}).encode(), component, RUN.operations[:1])
    assert getattr(result, name) == -3
    with pytest.raises(protocol.NotTheProtocol):
        protocol.read_applied(json.dumps({"results": [{name: -3.5}]}).encode(), component, RUN.operations[:1])
