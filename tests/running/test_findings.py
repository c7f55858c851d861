"""What a cluster under SIGKILL showed of a right Storm, and of topologies: see docs/running-storm.md."""

from .judging import broken, lost_for_good, recorded_in_processes, unheard


def test_trees_time_out_whose_word_went_to_a_spout_that_was_not_connected_yet() -> None:
    """They are done, and their acker has said so, to the process that emitted them. The replays are acked."""
    of, ran = recorded_in_processes("unheard")
    assert ["m20/1", "m21/1"] == unheard(of, ran)
    assert {} == lost_for_good(of, ran)
    assert {} == broken(of, ran.ran())
