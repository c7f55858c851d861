"""Variants: the reference with one stated difference, to explain by a model what a real acker does otherwise.

A variant excuses nothing by a name. A workload on which a target breaks a rule counts as explained only if the target
agrees with the variant on all of that workload. Differences can be put together: `zero-first+acks-do-not-refresh`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import acking
from acking import Acker, AckerMessage, Profile
from attrs import evolve, frozen

JOINT = "+"


def _as_it_is(profile: Profile) -> Profile:
    return profile


def _never(_: Acker, __: AckerMessage) -> bool:
    return False


@frozen
class Variant:
    """One difference of an acker: in its profile, or in the messages that it drops without acking them.

    `difference` completes the sentence: the acker is as the reference, but ...
    """

    name: str
    difference: str
    profile: Callable[[Profile], Profile] = _as_it_is
    drops: Callable[[Acker, AckerMessage], bool] = _never


def _drops_early_fail(acker: Acker, message: AckerMessage) -> bool:
    return isinstance(message, acking.Fail) and message.root not in acker.pending


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant(
            "zero-first",
            "asks for an ack val of zero before it asks for a fail",
            profile=lambda profile: evolve(profile, order=acking.Order.ZERO_FIRST),
        ),
        Variant(
            "early-fail-lost",
            "drops a fail for a root that it has no record of, and does not ack it",
            drops=_drops_early_fail,
        ),
        Variant(
            "acks-do-not-refresh",
            "refreshes an existing record by fail and reset-timeout only",
            profile=lambda profile: evolve(profile, refresh=acking.Refresh.FAIL_AND_RESET),
        ),
        Variant(
            "acks-refresh",
            "refreshes an existing record by every message",
            profile=lambda profile: evolve(profile, refresh=acking.Refresh.EVERY_MESSAGE),
        ),
        Variant("two-buckets", "keeps two buckets", profile=lambda profile: evolve(profile, buckets=2)),
        Variant("three-buckets", "keeps three buckets", profile=lambda profile: evolve(profile, buckets=3)),
    )
}


def parse(text: str) -> tuple[Variant, ...]:
    """Return the differences that `zero-first+three-buckets` names; raise ValueError for one that does not exist."""
    names = [name.strip() for name in text.split(JOINT)]
    for name in names:
        if name not in VARIANTS:
            raise ValueError(f"there is no variant {name!r}; there are {', '.join(VARIANTS)}, and any of them with +")
    return tuple(VARIANTS[name] for name in names)


def joined(variants: Sequence[Variant]) -> str:
    """Return the name of differences put together."""
    return JOINT.join(variant.name for variant in variants)


def told(variants: Sequence[Variant]) -> str:
    """Return in a sentence's end what is different."""
    return ", and ".join(variant.difference for variant in variants)


def all_combinations(profile: str | None) -> Iterator[tuple[Variant, ...]]:
    """Yield every set of differences that makes a difference under a profile, the smallest first."""
    base = acking.PROFILES[profile] if profile else None
    different = [variant for variant in VARIANTS.values() if base is None or _differs(variant, base)]
    for size in range(1, len(different) + 1):
        yield from combinations(different, size)


def _differs(variant: Variant, profile: Profile) -> bool:
    return variant.profile(profile) != profile or variant.drops is not _never
