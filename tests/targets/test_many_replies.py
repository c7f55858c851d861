"""Many large replies: each is read and dropped, so that the memory used depends on one reply, not on their sum."""

import json
import sys
import tracemalloc
from pathlib import Path

import pytest
from ackproof.components.acker import Ack, Init
from ackproof.components.fields import Long
from ackproof.components.rotating_map import Put, Rotate
from ackproof.engine.examination.drawing import drawn
from ackproof.engine.plan import Selection, examinations
from ackproof.errors import Refused, TargetBroke
from ackproof.rules.differential import answers_of_the_reference
from ackproof.target import Config, Run
from ackproof.targets.conversation import LONGEST_ESCAPE
from ackproof.targets.process import ProcessTarget
from ackproof.wire import forms, protocol

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

WRITTEN_ANEW = """
import json, subprocess, sys, threading
serving = subprocess.Popen([sys.executable, "-m", "ackproof", "serve", "reference"], stdin=-1, stdout=-1)
def feed():
    for line in sys.stdin.buffer:
        serving.stdin.write(line)
        serving.stdin.flush()
    serving.stdin.close()
threading.Thread(target=feed, daemon=True).start()
for line in serving.stdout:
    print(json.dumps(json.loads(line)), flush=True)
"""
"""The reference. Its replies have blanks, and escapes for all that is not ASCII, as `json.dumps` writes by default."""

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
        with pytest.raises(TargetBroke, match=r"results of [0-9,]+ characters; 4,194,992 are the most here"):
            it.run_all([RUN])
    finally:
        it.close()


LONG_TEXTS = {"RM-13": (9,), "SPT-18": (13,), "ANC-15": (10,), "ML-17": (6,)}
"""Examples of rules of size whose results take most characters. Those of RM-13 and ML-17 are not ASCII."""


def run_of(rule: str, number: int) -> Run:
    return drawn(examinations(Selection(rule=rule), ["storm2"])[0], 0, number).run


@pytest.mark.parametrize("rule", LONG_TEXTS)
def test_right_answers_may_be_escaped(rule: str) -> None:
    """A character may take twelve bytes, and there may be blanks: JSON allows both."""
    for run in (run_of(rule, number) for number in LONG_TEXTS[rule]):
        right = answers_of_the_reference(run)
        reply = json.dumps({"results": [forms.result_to_json(result) for result in right]}).encode()
        sent = len(protocol.apply_request(run.operations))
        assert right == protocol.read_applied(reply, run.component, run.operations, sent)


def test_no_character_is_longer_than_its_escape() -> None:
    """So a line has room for whatever was sent."""
    for character in ("a", "\u00e9", "\u2028", "\U0001f600"):
        escaped = "".join(f"\\u{unit:04x}" for unit in _units(character))
        assert json.loads(f'"{escaped}"') == character
        assert len(escaped) <= LONGEST_ESCAPE * len(character.encode())


def _units(text: str) -> list[int]:
    raw = text.encode("utf-16-be")
    return [int.from_bytes(raw[place : place + 2], "big") for place in range(0, len(raw), 2)]


def test_what_was_sent_before_counts(tmp_path: Path) -> None:
    """A rotation tells of entries that came in other requests. A component that is opened anew was sent nothing."""
    script = tmp_path / "program.py"
    script.write_text(WRITTEN_ANEW, encoding="utf-8")
    it = ProcessTarget([sys.executable, str(script)])
    puts = tuple(Put(f"k{place}", "\U0001f600" * (protocol.LONGEST_RESULTS // 2)) for place in range(3))
    run = Run("rotating-map", Config(profile="storm1"), (*puts, Rotate(), Rotate()), cuts=(1, 2, 3, 4))
    try:
        assert [answers_of_the_reference(run)] == it.run_all([run])
        opened = it.open(run.component, run.config)
        assert answers_of_the_reference(run) == [each for request in run.requests for each in opened.apply(request)]
    finally:
        it.close()


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["RM-13", "SPT-18", "ANC-15"])
def test_the_reference_passes_however_its_json_is_written(rule: str, tmp_path: Path) -> None:
    """All examples of the rules with the longest results."""
    script = tmp_path / "program.py"
    script.write_text(WRITTEN_ANEW, encoding="utf-8")
    it = ProcessTarget([sys.executable, str(script)])
    examination = examinations(Selection(rule=rule), ["storm2"])[0]
    assert examination.check.sizes is not None
    try:
        for number in range(3 * examination.check.sizes.scenarios):
            run = drawn(examination, 0, number).run
            assert [answers_of_the_reference(run)] == it.run_all([run])
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
