"""Faults injected into a running topology are found by the rule that they break."""

import os
from pathlib import Path

import pytest
from ackproof_adapters.running import local_cluster
from ackproof_adapters.running.orders import order
from ackproof_adapters.storm import process, toolchain
from ackproof_adapters.storm.versions import LOCAL_CLUSTERS, OLDEST_JAVA
from common import java_ackers

from .judging import NUMBER, PLANTS, broken, recorded

NAMED = {
    "bolt-throws-away": ("SYS-19", "emitted 0 tuples"),
    "spout-swallows-fail": ("SYS-25", "the source did not offer it again"),
    "acker-answers-early": ("SYS-04", "was told ack of"),
}
"""The rule for each fault, and the message of its violation."""

LIVE = "storm-local-2.8.3"


@pytest.mark.parametrize("plant", PLANTS)
def test_what_was_planted_is_found_by_name(plant: str) -> None:
    """The runs are recorded ones."""
    rule, message = NAMED[plant]
    assert message in broken(*recorded(plant))[rule]


def test_a_swallowed_fail_is_a_message_that_is_never_done() -> None:
    """This breaks at-least-once, besides the rule on the source."""
    assert "was not done" in broken(*recorded("spout-swallows-fail"))["SYS-01"]


def test_an_early_answer_differs_from_the_reference() -> None:
    """The difference is in the life of the acker task, at the message with the wrong notification."""
    assert "it should have said nothing" in broken(*recorded("acker-answers-early"))["ACK-27"]


def test_a_right_storm_is_accused_of_nothing() -> None:
    """The run has inputs that are given up or forgotten, and trees that time out."""
    assert {} == broken(*recorded("right"))


@pytest.fixture(scope="module")
def _toolchain() -> None:
    lack = toolchain.missing(OLDEST_JAVA)
    if lack is not None:
        pytest.skip(lack)


@pytest.mark.storm
@pytest.mark.slow
@pytest.mark.usefixtures("_toolchain")
def test_what_is_planted_is_found_while_it_runs() -> None:
    """It runs beside a topology without a fault, which passes."""
    plants = ((), ("bolt-throws-away",), ("spout-swallows-fail",))
    # Topologies in one cluster have different names.
    orders = [order(0, NUMBER, "storm2", plant, name=f"t{place}") for place, plant in enumerate(plants)]
    ran = local_cluster.run(process.local_command(LOCAL_CLUSTERS[LIVE]), orders)
    found = [broken(*each) for each in zip(orders, ran, strict=True)]
    assert {} == found[0]
    for plant, each in zip(("bolt-throws-away", "spout-swallows-fail"), found[1:], strict=True):
        rule, message = NAMED[plant]
        assert message in each[rule]


@pytest.mark.storm
@pytest.mark.slow
@pytest.mark.usefixtures("_toolchain")
def test_an_acker_that_answers_early_is_found_while_it_runs(tmp_path: Path) -> None:
    """It precedes Storm's own on the class path."""
    of = order(0, NUMBER, "storm2")
    (ran,) = local_cluster.run(with_early_acker(process.local_command(LOCAL_CLUSTERS[LIVE]), tmp_path), [of])
    rule, message = NAMED["acker-answers-early"]
    assert message in broken(of, ran)[rule]


def with_early_acker(command: list[str], folder: Path) -> list[str]:
    """Return the command of a JVM with another acker before Storm's."""
    place = command.index("-cp") + 1
    early = java_ackers.compiled("the first ack that finds the init is answered", command[place], folder)
    return [*command[:place], os.pathsep.join([str(early), command[place]]), *command[place + 1 :]]
