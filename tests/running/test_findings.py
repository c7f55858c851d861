"""What a cluster under SIGKILL showed of a right Storm, and of topologies: see docs/running-storm.md."""

from .judging import broken, lost_for_good, recorded_in_processes, unheard


def test_trees_time_out_whose_word_went_to_a_spout_that_was_not_connected_yet() -> None:
    """They are done, and their acker has said so, to the process that emitted them. The replays are acked."""
    of, ran = recorded_in_processes("unheard")
    assert ["m20/1", "m21/1"] == unheard(of, ran)
    assert {} == lost_for_good(of, ran)
    assert {} == broken(of, ran.ran())


def test_what_is_emitted_after_the_ack_is_lost_for_good_with_the_worker_that_got_it() -> None:
    """The message was acked, and is not emitted again. Nobody but the topology is to blame: see SYS-04."""
    of, ran = recorded_in_processes("emit-after-ack")
    assert {"m1/1": "t2331-2@count-1"} == lost_for_good(of, ran)
    assert {} == broken(of, ran.ran())
