"""The five wrong ackers that have to be found in any case: by the right rule, with a small witness and the right
story.
"""

from functools import cache

import pytest
from ackproof.verdict import Outcome, Verdict
from common.verdicts import SEEDS, marked_in, tuples_in, verdicts

MOST_TUPLES = 3
FEW = 60
"""Number of examples: what they find, the examples of default settings find too."""

FIVE = {
    "or_instead_of_xor": ("ACK-04", "it should have said ack of root", "no edge is open"),
    "completes_before_init": ("ACK-02", "the acker said ack of root", "no init of root"),
    "forgets_early_fails": ("ACK-07", "it should have said fail of root", "because a fail came before this init"),
    "expires_one_rotation_early": ("ACK-14", "it should have said", "the record was last refreshed"),
    "tests_zero_before_fail": ("ACK-08", "the acker said ack of root", "though a fail of root"),
}
"""The rule that each breaks, and words in the first line of its story."""

MARKED = {
    "or_instead_of_xor": ("nothing", "none"),
    "completes_before_init": ("ack to task 0", "none (no init yet)"),
    "forgets_early_fails": ("init root", "nothing", "(failed)"),
    "expires_one_rotation_early": ("nothing",),
    "tests_zero_before_fail": ("ack to task", "none (failed)"),
}
"""The marked line of the table: the message, the notification, and the open set after it."""


@cache
def examined(acker: str, seed: int) -> list[Verdict]:
    return verdicts(f"wrong_ackers.ackers:{acker}", FIVE[acker][0], seed=seed, examples=FEW)


@pytest.mark.shrinks
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed else []) for seed in SEEDS], ids="seed{}".format
)
@pytest.mark.parametrize("acker", FIVE)
def test_is_found_under_both_profiles_with_a_small_witness(acker: str, seed: int) -> None:
    """The rule fails, and its witness has at most three tuples and ends at the violation."""
    found = examined(acker, seed)
    assert [Outcome.FAIL, Outcome.FAIL] == [verdict.outcome for verdict in found]
    for verdict in found:
        assert verdict.witness is not None
        assert tuples_in(list(verdict.witness.story)) <= MOST_TUPLES
        assert verdict.witness.at == len(verdict.witness.run.operations) - 1


@pytest.mark.parametrize("acker", FIVE)
def test_the_story_names_what_went_wrong(acker: str) -> None:
    """It has the wrong or missing notification, the reason, and the marked line of the table."""
    _, *first_words = FIVE[acker]
    for verdict in examined(acker, 0):
        assert verdict.witness is not None
        story = list(verdict.witness.story)
        assert [] == [words for words in first_words if words not in story[0]], story[0]
        marked = marked_in(story)
        assert [] == [words for words in MARKED[acker] if words not in marked], marked


def test_early_expiry_is_told_in_rotations() -> None:
    """The story has the number of rotations since the refresh, and the profile's lifetime."""
    reasons = {verdict.profile: verdict.reason for verdict in examined("expires_one_rotation_early", 0)}
    assert "1 rotation ago and lives for 2 rotations" in reasons["storm1"]
    assert "2 rotations ago and lives for 3 rotations" in reasons["storm2"]
