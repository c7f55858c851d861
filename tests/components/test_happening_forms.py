"""Happenings on the wire: each kind has one form, and an invalid form is the target's error."""

import json
import sys
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest
from ackproof.components import TOPOLOGY, happenings
from ackproof.components.happening_forms import Form, form_of, happening_of
from ackproof.components.happenings import (
    AckNotification,
    AckReport,
    Arrival,
    BoltTuple,
    CalledAck,
    CallRefused,
    Emission,
    Happening,
    InitReport,
    InputAcked,
    MessageDone,
    SpoutTuple,
    TaskDied,
)
from ackproof.components.topology import NextTuple, TopologyResult, Wiring
from ackproof.engine.driver import Driver
from ackproof.errors import TargetBroke
from ackproof.target import Config, Run
from ackproof.targets.process import ProcessTarget
from ackproof.wire.forms import Json, check_result, result_from_json, result_to_json

SPEC = Path(__file__).parents[2] / "spec" / "topology.md"
SCHEMA = Path(happenings.__file__).parents[1] / "wire" / "schemas" / "protocol.schema.json"

FORMS: list[tuple[Happening, Json]] = [
    (
        Emission("spout-1", "m1/1", "m1", -5),
        {"what": "emission", "task": "spout-1", "name": "m1/1", "about": ["m1"], "root": "-5"},
    ),
    (Emission("spout-1", "m1/1"), {"what": "emission", "task": "spout-1", "name": "m1/1"}),
    (
        SpoutTuple(task="spout-1", to="a-1", name="t1", tree="m1/1", value="v"),
        {"what": "tuple", "task": "spout-1", "to": "a-1", "name": "t1", "about": ["m1/1"], "value": "v"},
    ),
    (BoltTuple(task="a-1", to="b-1", name="t2"), {"what": "tuple", "task": "a-1", "to": "b-1", "name": "t2"}),
    (
        BoltTuple(task="a-1", to="b-1", name="t2", anchors=("t1", "t1'")),
        {"what": "tuple", "task": "a-1", "to": "b-1", "name": "t2", "about": ["t1", "t1'"]},
    ),
    (
        InitReport(task="spout-1", to="acker-1", name="a1", tree="m1/1"),
        {"what": "init", "task": "spout-1", "to": "acker-1", "name": "a1", "about": ["m1/1"]},
    ),
    (
        AckReport(task="a-1", to="acker-1", name="a2", tree="m1/1", receipt="t1"),
        {"what": "ack", "task": "a-1", "to": "acker-1", "name": "a2", "about": ["m1/1", "t1"]},
    ),
    (
        AckReport(task="a-1", to="acker-1", name="a2", tree="m1/1"),
        {"what": "ack", "task": "a-1", "to": "acker-1", "name": "a2", "about": ["m1/1"]},
    ),
    (
        AckNotification(task="acker-1", to="spout-1", name="w1", tree="m1/1"),
        {"what": "says-ack", "task": "acker-1", "to": "spout-1", "name": "w1", "about": ["m1/1"]},
    ),
    (Arrival("a-1", "t1", "t1'"), {"what": "arrives", "task": "a-1", "name": "t1", "about": ["t1'"]}),
    (Arrival("acker-1", "a1"), {"what": "arrives", "task": "acker-1", "name": "a1"}),
    (InputAcked("a-1", "t1"), {"what": "acks", "task": "a-1", "name": "t1"}),
    (
        CallRefused("a-1", "emit", ("t1", "t2")),
        {"what": "refused", "task": "a-1", "name": "emit", "about": ["t1", "t2"]},
    ),
    (CalledAck("spout-1", "m1/1", "m1"), {"what": "called-ack", "task": "spout-1", "name": "m1/1", "about": ["m1"]}),
    (CalledAck("spout-1", "m1/1"), {"what": "called-ack", "task": "spout-1", "name": "m1/1"}),
    (MessageDone("spout-1", "m1"), {"what": "done", "task": "spout-1", "name": "m1"}),
    (TaskDied("a-1"), {"what": "died", "task": "a-1"}),
]

WRONG: list[tuple[Any, str]] = [
    ({"what": "born", "task": "a-1"}, "happenings[0]: 'born' is not one of emission, untracked, tuple, init, ack, "),
    ({"what": "tuple", "task": "a-1", "name": "t1"}, "happenings[0]: 'to' of 'tuple' is missing"),
    ({"what": "acks", "task": "a-1", "name": None}, "happenings[0]: 'name' of 'acks' is missing"),
    (
        {"what": "tuple", "task": "spout-1", "to": "a-1", "name": "t1"},
        "happenings[0]: the 'about' of 'tuple' is empty; it should be its tree",
    ),
    (
        {"what": "called-ack", "task": "spout-1", "name": "m1/1", "about": ["m1", "m2"]},
        "happenings[0]: the 'about' of 'called-ack' has 2 names; it should be its message",
    ),
    (
        {"what": "ack", "task": "a-1", "to": "acker-1", "name": "a1", "about": []},
        "happenings[0]: the 'about' of 'ack' is empty; it should be its tree and then its receipt",
    ),
    ({"what": "emission", "task": "spout-1", "name": "m1/1", "root": 5}, "happenings[0].root: 5 is not a signed 64-"),
    ({"what": "refused", "task": "a-1", "name": "emit", "about": ["t1", 5]}, "happenings[0].about[1]: 5 is not a str"),
    ({"what": "died"}, "happenings[0].task: 'task' is missing"),
    ("died", "happenings[0]: 'died' is not an object"),
]


@pytest.mark.parametrize(("happening", "document"), FORMS)
def test_a_happening_has_one_form_on_the_wire(happening: Happening, document: Json) -> None:
    """Optional fields are left out."""
    result = TopologyResult((happening,))
    assert {"happenings": [document]} == result_to_json(result)
    assert result == result_from_json(TOPOLOGY, {"happenings": [document]})
    check_result(TOPOLOGY, result)


def test_the_chapter_and_the_schema_name_all_kinds() -> None:
    """Each name occurs once; tuples have two classes."""
    table = SPEC.read_text(encoding="utf-8").partition("| what | task |")[2].partition("\n\n")[0].splitlines()[2:]
    words = [word for row in table for word in row.split("|")[1].strip(" `").split("`, `")]
    assert words == list(dict.fromkeys(kind.what for kind in get_args(Happening)))
    assert words == json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]["happening"]["properties"]["what"]["enum"]


@pytest.mark.parametrize("kind", get_args(Happening))
def test_no_field_is_lost_on_the_way(kind: Any) -> None:
    """This holds for every kind."""
    filled = {
        each.name: 7 if each.name == "root" else ("x", "y") if each.name in ("anchors", "receipts") else each.name
        for each in attrs.fields(kind)
    }
    happening = kind(**{**filled, "task": "spout-1" if kind is SpoutTuple else "a-1"})
    assert happening == happening_of(form_of(happening))


def test_a_field_that_a_kind_does_not_have_is_ignored() -> None:
    """Unknown fields are ignored in all messages."""
    form = Form(what="done", task="spout-1", to="a-1", name="m1", about=("m1", "m2"), root=5, value="v")
    assert MessageDone("spout-1", "m1") == happening_of(form)


@pytest.mark.parametrize(("document", "expected"), WRONG)
def test_what_is_no_happening_is_said_with_its_place(document: Any, expected: str) -> None:
    """The message says what it should be."""
    with pytest.raises(ValueError, match="happenings") as refused:
        result_from_json(TOPOLOGY, {"happenings": [document]})
    assert str(refused.value).startswith(expected)


@pytest.mark.parametrize(
    ("happening", "expected"),
    [
        ("done", "happenings[0]: 'done' is none of Emission, UntrackedEmission, SpoutTuple, "),
        (MessageDone("spout-1", 5), "happenings[0].message: 5 is not a string"),  # type: ignore[arg-type]
        (Emission("spout-1", "m1/1", root=1 << 63), f"happenings[0].root: {1 << 63} is not a signed 64-bit integer"),
        (
            BoltTuple(task="a-1", to="b-1", name="t1", anchors=("t0", None)),  # type: ignore[arg-type]
            "happenings[0].anchors[1]: None is not a string",
        ),
    ],
)
def test_a_target_in_python_is_told_the_field_of_its_class(happening: Any, expected: str) -> None:
    """A Python target does not know the form on the wire."""
    with pytest.raises(ValueError, match="happenings") as refused:
        check_result(TOPOLOGY, TopologyResult((happening,)))
    assert str(refused.value).startswith(expected)


PROGRAM = """
import json, sys
about = {"protocol": 1, "name": "it", "version": "1", "language": "python", "profiles": ["storm2"]}
replies = {
    "start": {**about, "components": ["topology"], "capabilities": []},
    "open": {"ok": True},
    "apply": {"results": [{"happenings": [json.loads(sys.argv[1])]}]},
}
for line in sys.stdin:
    print(json.dumps(replies[json.loads(line)["cmd"]]), flush=True)
"""


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"what": "born", "task": "a-1"}, 'results[0].happenings[0].what: "born" is not one of "emission"'),
        ({"what": "acks", "task": "a-1"}, "a wrong results[0].happenings[0]: 'name' of 'acks' is missing"),
    ],
)
def test_a_program_that_reports_no_happening_is_broken(document: Json, expected: str) -> None:
    """The error names the operation."""
    driver = Driver("it", lambda: ProcessTarget([sys.executable, "-c", PROGRAM, json.dumps(document)]))
    run = Run("topology", Config(spout_tasks=(1,), wiring=Wiring(("m1",))), (NextTuple("spout-1"),))
    try:
        with pytest.raises(TargetBroke) as broke:
            driver.run(run)
    finally:
        driver.close()
    assert expected in str(broke.value)
    assert '"op": "next-tuple"' in str(broke.value)
