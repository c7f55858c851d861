"""The table of releases agrees with the suite's terms, and with the offered targets."""

import pytest
from ackproof.components import ACKER, ANCHORING, IDS, ROTATING_MAP, SPOUT
from ackproof.target import PROFILES, Offer
from ackproof_adapters.storm import target, toolchain
from ackproof_adapters.storm.versions import RELEASES, STACKS, Release

KNOWN = {*ACKER.operation_names, *ROTATING_MAP.operation_names}


@pytest.mark.parametrize("release", RELEASES.values(), ids=list(RELEASES))
def test_a_release_uses_words_that_the_suite_knows(release: Release) -> None:
    """Every operation and profile occurs once; and a release has the operations that every acker and every map has."""
    assert KNOWN >= set(release.operations) >= {"init", "ack", "fail", *ROTATING_MAP.operation_names}
    assert len(set(release.operations)) == len(release.operations)
    assert set(PROFILES) >= set(release.profiles) != set()


@pytest.mark.parametrize("stack", STACKS.values(), ids=list(STACKS))
def test_a_stack_has_all_operations_of_its_parts(stack: Release) -> None:
    """It belongs to the release in its name, with more libraries than the acker needs."""
    parts = (ACKER, ANCHORING, SPOUT, IDS)
    operations = {name for part in parts for name in part.operation_names} - {"restart"}
    assert operations == set(stack.operations)
    release = RELEASES[stack.name.replace("-stack", "")]
    assert set(release.artifacts) < set(stack.artifacts)
    assert release.artifacts[0] == stack.artifacts[0]


def test_every_release_is_offered() -> None:
    """This includes every stack; nothing else is offered."""
    offered = {name for name, value in vars(target).items() if isinstance(value, Offer)}
    assert {name.replace("-", "_").replace(".", "_") for name in (*RELEASES, *STACKS)} == offered


@pytest.mark.parametrize(("name", "oldest"), [("storm_2_8_3", 17), ("storm_3_x", 25)])
def test_an_offer_says_what_is_missing_for_its_release(name: str, oldest: int) -> None:
    """Storm 3 needs a newer Java than the others."""
    assert toolchain.missing(oldest) == getattr(target, name).missing()
