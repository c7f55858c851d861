"""Wrong ackers with all possible assumptions about their transport."""

from typing import Any

from ackproof.target import ASSUMPTIONS
from ackproof.targets.hardened import HardenedAcker
from ackproof.targets.python_acker import acker_target

from .ackers import CompletesBeforeInit, ExpiresOneRotationEarly, OrInsteadOfXor
from .right import Factory


def assuming_all(breaks: str, acker: type[Any]) -> Factory:
    """Return the factory of a target over a class of ackers, with all assumptions."""
    return Factory(breaks, lambda: acker_target(acker.__name__, acker, assumes=ASSUMPTIONS))


or_instead_of_xor = assuming_all("ACK-04", OrInsteadOfXor)
completes_before_init = assuming_all("ACK-02", CompletesBeforeInit)
expires_one_rotation_early = assuming_all("ACK-14", ExpiresOneRotationEarly)

hardened_but_for_distinct_acks = Factory(
    "ACK-04", lambda: acker_target("HardenedAcker", HardenedAcker, assumes=("no-duplicates",))
)
