"""A Storm that runs by itself as a target: its runs in the engine, for every behaviour of the JVM."""

import json
import sys
from pathlib import Path

import pytest
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.errors import Refused
from ackproof.target import Config
from ackproof_adapters.running import orders
from ackproof_adapters.running.local_cluster import Ran, ran_from
from ackproof_adapters.running.target import LocalStorm, RunOfStorm, described, journal
from common.command import Command

from .judging import recorded, recorded_in_processes

PROGRAM = """
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
if {ready}:
    print('{{"ready": true}}', flush=True)
for line in sys.stdin:
    name = json.loads(line)["name"]
    {body}
"""
"""A fake JVM: it gets the folder, and an order in each line."""

DIES = "sys.exit('the cluster did not start')"
CUTS = 'print(json.dumps(dict(name=name, end="cut")), flush=True)'
REFUSES = 'print(json.dumps(dict(name=name, error="no slots")), flush=True)'


def storm(body: str, *, ready: bool = True) -> LocalStorm:
    """Return a target whose JVM does this for each order."""
    return LocalStorm(
        described("storm-local-9.9.9", "9.9.9", "java", "storm2"),
        lambda: [sys.executable, "-c", PROGRAM.format(body=body, ready=ready)],
    )


def dies() -> LocalStorm:
    """A target whose JVM dies."""
    return storm(DIES)


def never_ready() -> LocalStorm:
    """A target whose cluster does not start."""
    return storm(DIES, ready=False)


def cut_off() -> LocalStorm:
    """A target whose topologies are all cut off."""
    return storm(CUTS)


def refusing() -> LocalStorm:
    """A target whose cluster accepts no topology."""
    return storm(REFUSES)


def early() -> LocalStorm:
    """A recorded run, with an acker that answers early."""
    made = storm(CUTS)
    of, ran = recorded("acker-answers-early")
    made.runs[0] = {0: RunOfStorm(of, ran.end, journal(of, ran.lines))}
    return made


def verdict(factory: str, rule: str, tmp_path: Path) -> tuple[str, str]:
    """Return the verdict of a target of this module on a rule, with its reason."""
    order = CertificationOrder(
        targets=(f"{__name__}:{factory}",), selection=Selection(rule=rule), effort=Effort(examples=20), out=tmp_path
    )
    (found,) = certify(order).to_json()["verdicts"]
    return found["verdict"], found["reason"]


def test_a_topology_follows_from_the_seed_and_its_number() -> None:
    """Another seed gives other topologies."""
    assert orders.order(1, 4, "storm2").to_json() == orders.order(1, 4, "storm2").to_json()
    assert orders.order(1, 4, "storm2").to_json() != orders.order(2, 4, "storm2").to_json()


def test_thirty_topologies_have_all_that_topologies_have() -> None:
    """They have every kind of bolt and grouping, several streams and joins, and some have no ackers."""
    drawn = [orders.order(0, number, "storm2") for number in range(30)]
    shapes = [shape for order in drawn for shape in order.config.wiring.bolts]
    assert {"plain", "basic", "batch", "loose"} == {shape.kind for shape in shapes}
    assert {"fields", "shuffle", "all", "none", "direct"} == {each.grouping for shape in shapes for each in shape.takes}
    assert {1, 2} == {shape.streams for shape in shapes}
    assert {0, 1, 2, 3} == {order.config.ackers for order in drawn}
    assert any(len(shape.after) > 1 for shape in shapes)


@pytest.mark.parametrize("rule", ["SYS-01", "SYS-04"])
def test_what_takes_too_long_is_inconclusive(rule: str, tmp_path: Path) -> None:
    """The machine may be slow."""
    outcome, why = verdict("cut_off", rule, tmp_path)
    assert "INCONCLUSIVE" == outcome
    assert f"topology t0 was cut off: it was not over after {orders.BOUND} s" in why


def test_a_cluster_that_does_not_start_is_an_error_in_its_own_words(tmp_path: Path) -> None:
    """There is no verdict, whatever the rule."""
    outcome, why = verdict("never_ready", "SYS-01", tmp_path)
    assert "ERROR" == outcome
    assert "did not start: its JVM ended with 1: the cluster did not start" in why


@pytest.mark.parametrize(
    ("factory", "message"),
    [("dies", "its JVM ended with 1: the cluster"), ("refusing", "it could not be run: no slots")],
)
def test_a_cluster_that_gives_up_accuses_nobody(factory: str, message: str, tmp_path: Path) -> None:
    """Storm ends its JVM if ZooKeeper is slow: the machine may be the cause."""
    outcome, why = verdict(factory, "SYS-01", tmp_path)
    assert "INCONCLUSIVE" == outcome
    assert message in why


def test_a_worker_that_was_started_anew_accuses_nobody() -> None:
    """The state of the worker is lost, and Storm is not to blame for that."""
    _, ran = recorded("right")
    again = [*ran.lines, {"at": 1, "task": "split-1", "what": "opened"}, {"at": 2, "task": "split-1", "what": "opened"}]
    assert ran == ran_from(("settled", ""), ran.lines)
    assert Ran("cut", (), "Storm started tasks of it anew") == ran_from(("settled", ""), again)


def test_a_rule_of_which_nothing_is_seen_is_skipped(tmp_path: Path) -> None:
    """The ticks of a spout cannot be observed, and nothing dies. If a target can say more, the reason is specific."""
    reasons = {"SYS-28": "nobody sees it", "SYS-24": "nothing dies", "SYS-07": "Storm calls no hook for a notification"}
    for rule, reason in reasons.items():
        outcome, why = verdict("cut_off", rule, tmp_path)
        assert "SKIP" == outcome
        assert reason in why


def test_a_violation_is_told_with_its_run(ackproof: Command) -> None:
    """Its witness has the steps that were derived from the run."""
    ran = ackproof("certify", f"{__name__}:early", "--rule", "SYS-04", "--examples", "10", "--out", "here")
    assert 1 == ran.code
    assert "was told ack of m1/1, and t32@count-1, which went to count-1, had not arrived there" in ran.words
    written = json.loads(Path("here/certificate.json").read_text(encoding="utf-8"))
    assert "(run 0 of seed 0; nothing broke it again in " in written["verdicts"][0]["reason"]
    (witness,) = Path("here").glob("witness-*.json")
    assert "deliver" in {each["op"] for each in json.loads(witness.read_text(encoding="utf-8"))["operations"]}


def test_it_takes_no_operations() -> None:
    """So nothing can be replayed on it."""
    with pytest.raises(Refused, match="runs by itself"):
        storm(CUTS).open("topology", Config())


@pytest.mark.parametrize("also", [["-n", "2"], ["--budget", "10s"]])
def test_it_runs_by_itself_and_once(also: list[str], ackproof: Command) -> None:
    """So it is not shared by several processes, and the number of its runs is that of its parameter."""
    ran = ackproof("certify", f"{__name__}:cut_off", "--rule", "SYS-04", *also)
    assert 2 == ran.code
    assert "runs topologies by itself" in ran.err


def test_its_certificate_says_that_it_hangs_on_the_clock(tmp_path: Path) -> None:
    """The seed is not enough to reproduce it."""
    order = CertificationOrder(
        targets=(f"{__name__}:cut_off",), selection=Selection(rule="SYS-04"), effort=Effort(examples=10), out=tmp_path
    )
    certify(order)
    written = json.loads((tmp_path / "certificate.json").read_text(encoding="utf-8"))
    assert not written["settings"]["reproducible"]
    assert orders.TIMEOUT == written["targets"][0]["description"]["evidence"]["message timeout in seconds"]


HOW = {"goes": "right"}
"""The behaviour of a target that differs from run to run."""


def never_the_same() -> LocalStorm:
    """A recorded run, with the present behaviour."""
    made = storm(CUTS)
    of, ran = recorded_in_processes(HOW["goes"])
    one = ran.ran()
    made.runs[0] = {0: RunOfStorm(of, one.end, journal(of, one.lines), one.why)}
    return made


def test_verifying_compares_the_verdicts_alone(ackproof: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs of a right Storm have other operations and premises; one that breaks a rule is found."""
    name, file = f"{__name__}:never_the_same", "out/certificate.json"
    ackproof("certify", name, "--rule", "SYS-04", "--examples", "10")
    monkeypatch.setitem(HOW, "goes", "torn")
    again = ackproof("verify", file, name)
    assert (0, True) == (again.code, "only the verdicts are compared" in again.words), again.out
    monkeypatch.setitem(HOW, "goes", "acker-answers-early")
    message = ackproof("verify", file, name)
    assert (1, True) == (message.code, "verdict PASS before, FAIL after" in message.words), message.out
