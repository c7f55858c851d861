"""Findings about running Storms and topologies: see docs/running-storm.md."""

import pytest
from ackproof_adapters.running import local_cluster
from ackproof_adapters.storm import process, toolchain
from ackproof_adapters.storm.versions import LOCAL_CLUSTERS
from attrs import evolve

from .judging import TOGETHER, broken, lost_for_good, recorded, recorded_in_processes, unheard

EARLY = {"SYS-03": "fail of m2/2 was called, and neither a word nor its second tick had come"}


def test_an_executor_of_two_spout_tasks_fails_trees_at_the_first_tick_in_1_2_2() -> None:
    """This is STORM-3693 in a running Storm: trees fail after half a second, although their timeout is four."""
    of, ran = recorded("two-spouts-in-one-executor")
    assert broken(of, ran) == EARLY


def test_the_page_says_how_many_trees_fail_at_the_ticks() -> None:
    """Nine replays fail at the first tick, each emitted less than the timeout before it, and five of the next at the
    second.
    """
    _, ran = recorded("two-spouts-in-one-executor")
    emitted: dict[str, tuple[str, int]] = {}
    failed: list[dict[str, int]] = [{}]
    for line in ran.lines:
        if line["what"] == "tick" and line["task"] == "acker-1":
            failed.append({})
        elif line["what"] == "next" and "tree" in line:
            emitted[line["message"]] = (line["tree"], line["at"])
        elif line["what"] == "back":
            tree, at = emitted[line["message"]]
            failed[-1][tree] = line["at"] - at
    _, first, second, *_ = failed
    assert {f"m{number}/2" for number in range(2, 11)} == first.keys()
    assert [0.5, 2.9] == [round(age / 1e6, 1) for age in (min(first.values()), max(first.values()))]
    assert {f"m{number}/3" for number in (3, 4, 6, 7, 9)} == second.keys()


@pytest.mark.storm
@pytest.mark.slow
@pytest.mark.parametrize("name", ["storm-local-1.2.2", "storm-local-2.8.3"])
def test_an_executor_of_two_spout_tasks_waits_for_two_ticks_from_2_8_0_on(name: str) -> None:
    """They do not fail before."""
    release = LOCAL_CLUSTERS[name]
    lack = toolchain.missing(release.java)
    if lack is not None:
        pytest.skip(lack)
    of = evolve(TOGETHER, config=evolve(TOGETHER.config, profile=release.profiles[0]))
    (ran,) = local_cluster.run(process.local_command(release), [of])
    found = broken(of, ran)
    assert ("SYS-03" in found) is (name == "storm-local-1.2.2")
    assert found.keys() <= EARLY.keys()


def test_trees_time_out_whose_word_went_to_a_spout_that_was_not_connected_yet() -> None:
    """They are done, and their acker has sent an ack to the process that emitted them. The replays are acked."""
    of, ran = recorded_in_processes("unheard")
    assert ["m20/1", "m21/1"] == unheard(of, ran)
    assert {} == lost_for_good(of, ran)
    assert {} == broken(of, ran.ran())


def test_what_is_emitted_after_the_ack_is_lost_for_good_with_the_worker_that_got_it() -> None:
    """The message was acked, and is not emitted again. The topology is to blame, not Storm: see SYS-04."""
    of, ran = recorded_in_processes("emit-after-ack")
    assert {"m1/1": "t2331-2@count-1"} == lost_for_good(of, ran)
    assert {} == broken(of, ran.ran())
