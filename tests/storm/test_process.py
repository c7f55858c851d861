"""The driver with real releases behind it: its answers, its refusals, and its start."""

import json
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from ackproof.engine.discovery import discover
from ackproof.errors import TargetUnavailable
from ackproof_adapters.storm import process, target
from ackproof_adapters.storm.versions import RELEASES
from attrs import evolve

pytestmark = pytest.mark.storm

RUNNABLE = [name for name, release in RELEASES.items() if release.java <= 17]
ONE_OF_EACH_KIND = ["storm-0.9.7", "storm-1.2.4", "storm-2.8.3", "jstorm-2.2.1"]

INIT = {"op": "init", "root": "5", "value": "-9223372036854775808", "task": 7}
ACK = {"op": "ack", "root": "5", "value": "-9223372036854775808"}


def lines_of(requests: Iterable[dict[str, Any] | str]) -> str:
    """Return requests, or whole lines, as input for a release."""
    return "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in requests)


def answered_alone(release: str, *requests: dict[str, Any] | str) -> list[Any]:
    """Return the replies of a new process to these requests."""
    command = process.command(RELEASES[release])
    ran = subprocess.run(command, input=lines_of(requests), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


Converse = Callable[..., list[Any]]


@pytest.fixture(scope="module")
def converse() -> Iterator[Converse]:
    """Return a function that returns the replies of a release to requests, or to whole lines.

    Each release has one process for all of these tests: an open replaces the component of an earlier one.
    """
    drivers: dict[str, subprocess.Popen[str]] = {}

    def replies(release: str, *requests: dict[str, Any] | str) -> list[Any]:
        if release not in drivers:
            drivers[release] = subprocess.Popen(
                process.command(RELEASES[release]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        driver = drivers[release]
        assert driver.stdin is not None
        assert driver.stdout is not None
        driver.stdin.write(lines_of(requests))
        driver.stdin.flush()
        return [json.loads(driver.stdout.readline()) for _ in requests]

    yield replies
    for driver in drivers.values():
        driver.communicate()


@cache
def observed(release: str) -> dict[str, str]:
    """Return the behaviour of a release in cases that no rule prescribes."""
    command = [*process.command(RELEASES[release]), "--observe"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    seen: dict[str, str] = json.loads(ran.stdout)
    return seen


def opened(component: str, **config: object) -> dict[str, Any]:
    return {"cmd": "open", "component": component, "config": {"profile": "storm2", **config}}


def applied(*operations: dict[str, Any]) -> dict[str, Any]:
    return {"cmd": "apply", "operations": operations}


@pytest.mark.parametrize("name", RUNNABLE)
def test_a_release_says_what_it_is(converse: Converse, name: str) -> None:
    """It has the version and the hash of the loaded jars."""
    (started,) = converse(name, {"cmd": "start", "protocol": 1, "unknown": "field"})
    release = RELEASES[name]
    assert (name, name.rpartition("-")[2]) == (started["name"], started["version"])
    assert (1, ["acker", "rotating-map"]) == (started["protocol"], started["components"])
    assert list(release.profiles) == started["profiles"]
    assert list(release.operations) == started["operations"]
    assert {"acks-input", "configurable", "pending"} == set(started["capabilities"])
    first = started["evidence"]["jars"][0]
    assert f"{release.artifacts[0].name}-{started['version']}.jar" == first["file"]
    assert re.fullmatch(r"[0-9a-f]{64}", first["sha256"])
    assert len(release.artifacts) == len(started["evidence"]["jars"])


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_an_acker_completes_a_tree(converse: Converse, name: str) -> None:
    """State lasts from one apply to the next, but not from one open to the next."""
    expected_pending = {"notifications": [], "acked": True, "pending": 1}
    expected_done = {"notifications": [{"kind": "ack", "root": "5", "task": 7}], "acked": True, "pending": 0}
    replies = converse(name, opened("acker"), applied(INIT), opened("acker"), applied(INIT), applied(ACK))
    assert [
        {"ok": True},
        {"results": [expected_pending]},
        {"ok": True},
        {"results": [expected_pending]},
        {"results": [expected_done]},
    ] == replies


def test_the_version_of_the_protocol_is_the_one_that_both_speak(converse: Converse) -> None:
    """There may be none."""
    newer = [{"cmd": "start", "protocol": 3, "oldest": oldest} for oldest in (1, 2)]
    (chosen, refused) = converse("storm-2.8.3", *newer)
    assert 1 == chosen["protocol"]
    assert {"error": "this driver speaks protocol 1, not 2 to 3"} == refused


def test_a_tick_is_no_input_to_ack_and_forgets_in_time(converse: Converse) -> None:
    """Storm 2 keeps a record for three rotations."""
    tick = {"op": "tick"}
    (_, reply) = converse("storm-2.8.3", opened("acker"), applied(INIT, tick, tick, tick))
    assert [1, 1, 1, 0] == [result["pending"] for result in reply["results"]]
    assert [True, False, False, False] == [result["acked"] for result in reply["results"]]


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_a_map_answers_each_operation(converse: Converse, name: str) -> None:
    """Results have the fields of the operation and no others. Null is a value, and may be left out of a put."""
    put, rotate = {"op": "put", "key": "ä", "value": "w"}, {"op": "rotate"}
    operations = [
        *(put, {"op": "get", "key": "ä"}, {"op": "put", "key": "n"}, {"op": "contains", "key": "n"}),
        *({"op": "get", "key": "none"}, {"op": "remove", "key": "ä"}, {"op": "size"}, rotate, rotate),
    ]
    (_, reply) = converse(name, opened("rotating-map", buckets=2), applied(*operations))
    assert [
        *({}, {"found": True, "value": "w"}, {}, {"found": True}),
        *({"found": False}, {"found": True, "value": "w"}, {"size": 1}),
        *({"expired": []}, {"expired": [{"key": "n", "value": None}]}),
    ] == reply["results"]


@pytest.mark.parametrize(("profile", "rotations"), [("storm1", 2), ("storm2", 3)])
def test_a_map_has_the_buckets_of_its_profile(converse: Converse, profile: str, rotations: int) -> None:
    """This holds if the configuration has no number of buckets."""
    rotate = {"op": "rotate"}
    operations = applied({"op": "put", "key": "k", "value": "v"}, *[rotate] * rotations)
    (_, reply) = converse("storm-2.8.3", opened("rotating-map", profile=profile), operations)
    assert [0] * (rotations - 1) + [1] == [len(result["expired"]) for result in reply["results"][1:]]


def test_what_cannot_be_done_is_an_error_and_the_process_lives_on() -> None:
    """Each request is answered, in order."""
    requests: list[dict[str, Any] | str] = [
        *("no JSON", "[]", {"cmd": "dance"}, {"cmd": "start", "protocol": 2}, applied(), opened("spout")),
        *(opened("rotating-map", buckets=1), opened("rotating-map", profile="storm9"), opened("acker")),
        *(applied({"op": "put"}), applied({"op": "dance"}), applied({**INIT, "root": 5}), applied(INIT)),
    ]
    *replies, last = answered_alone("storm-2.8.3", *requests)
    assert [["error"]] * 8 + [["ok"]] + [["error"]] * 3 == [list(reply) for reply in replies]
    assert "java.lang.IllegalArgumentException: numBuckets must be >= 2" == replies[6]["error"]
    assert "storm-2.8.3 has no operation dance" == replies[10]["error"]
    assert 1 == last["results"][0]["pending"]


@pytest.mark.parametrize("name", ["storm-0.9.7", "jstorm-2.2.1"])
def test_an_operation_that_a_release_does_not_list_is_refused(converse: Converse, name: str) -> None:
    """It is not sent as a message on an unknown stream."""
    (_, reply) = converse(name, opened("acker"), applied({"op": "reset-timeout", "root": "5"}))
    assert {"error": f"{name} has no operation reset-timeout"} == reply


def test_stop_ends_the_process() -> None:
    """There is no reply, whatever comes after the request."""
    assert [{"ok": True}] == answered_alone("storm-2.8.3", opened("acker"), {"cmd": "stop"}, opened("acker"))


@pytest.mark.parametrize(
    ("name", "oddity", "seen"),
    [
        ("storm-1.2.4", "init and ack, spout task -2", "ack notified to task -2, input acked, no record left"),
        ("storm-2.8.3", "init and ack, spout task -2", "nothing notified, input acked, 1 record left"),
        ("storm-0.9.7", "ack of an unknown root, value null", "NullPointerException, no record left"),
        ("storm-2.8.3", "ack of an unknown root, value null", "NullPointerException, 1 record left"),
        ("storm-1.2.4", "reset-timeout of an unknown root", "nothing notified, input acked, 1 nil record left"),
        (
            "storm-2.8.3",
            "init and three __tick of a user's component",
            "nothing notified, input not acked, 1 record left",
        ),
        ("storm-2.8.3", "flush tuple", "IndexOutOfBoundsException, no record left"),
    ],
)
def test_oddities_are_observed(name: str, oddity: str, seen: str) -> None:
    """These are facts about the releases in cases that no rule prescribes, and do not change."""
    assert seen == observed(name)[oddity]


def test_a_driver_that_is_called_wrongly_says_how() -> None:
    """People may start it by hand."""
    command = process.command(RELEASES["storm-2.8.3"])
    ran = subprocess.run([*command, "--dance"], capture_output=True, text=True, check=False)
    assert (2, "", "usage: ackproof.storm.Main RELEASE.json [--observe]\n") == (ran.returncode, ran.stdout, ran.stderr)


def test_a_release_that_cannot_run_here_is_refused_when_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds even if the caller did not check what is missing."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(TargetUnavailable, match=r"there is no java on the PATH"):
        target.storm_2_8_3()


def test_a_target_of_the_suite_speaks_with_the_driver() -> None:
    """It uses the target's own pipes."""
    made = target.storm_2_8_3()
    try:
        assert "storm-2.8.3" == made.describe().name
    finally:
        made.close()


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_a_release_is_listed_as_it_describes_itself(name: str) -> None:
    """`ackproof targets` starts no JVM; the evidence is left out there."""
    driver = discover.find(name)
    try:
        description = driver.describe()
    finally:
        driver.close()
    assert evolve(description, evidence={}) == discover.offered(name).described
