"""The reference with its known difference, and each real acker, agree on every answer to random operations.

No rule is used. There are few roots, and values of three bits, so that zeros, second inits, stray messages and expiry
happen often. `ACKPROOF_AGREEMENT` says how many operations; `tox -e agreement` takes 100,000.
"""

import os
import random
from collections.abc import Iterator, Sequence

import pytest
from ackproof.components import results_of
from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init, ResetTimeout, Tick
from ackproof.engine.discovery import discover
from ackproof.target import Config, Description
from ackproof.targets import variants
from ackproof.targets.reference import ReferenceTarget
from ackproof_adapters.storm.versions import RELEASES

OPERATIONS = int(os.environ.get("ACKPROOF_AGREEMENT", "5000"))
AT_ONCE = 1000
ROOTS = 4
VALUES = 8
TASKS = 5

OF_EACH_AGE = ("storm-1.2.4", "storm-2.8.3", "jstorm-2.2.1", "storm-3.x")
"""Releases for every change; others of the same age, which slow tests run, have always behaved the same."""

DIFFERENCE = {"jstorm-2.2.1": "zero-first+early-fail-lost"}
ZERO_FIRST = "zero-first"

pytestmark = pytest.mark.storm


def drawn(seed: str, count: int, description: Description) -> Iterator[AckerOperation]:
    """Draw operations of all kinds that a target supports."""
    random_ = random.Random(seed)
    for _ in range(count):
        root, value = random_.randrange(ROOTS), random_.randrange(VALUES)
        operations = (
            Init(root, value, random_.randrange(TASKS)),
            Ack(root, value),
            Fail(root),
            ResetTimeout(root),
            Tick(),
        )
        yield random_.choice([each for each in operations if description.has_operation(each.op)])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in OF_EACH_AGE else pytest.mark.slow) for name in RELEASES]
)
def test_the_reference_with_its_known_difference_says_the_same(name: str) -> None:
    """Each operation is compared: notifications, acks of the input, and the number of records."""
    missing = discover.offered(name).missing()
    if missing:
        pytest.skip(missing)
    driver = discover.find(name)
    target = driver.factory()
    try:
        description = target.describe()
        config = Config(profile=description.profiles[0])
        operations = list(drawn(name, OPERATIONS, description))
        ours = ReferenceTarget("variant", variants.parse(DIFFERENCE.get(name, ZERO_FIRST))).open("acker", config)
        theirs = target.open("acker", config)
        for start in range(0, OPERATIONS, AT_ONCE):
            chunk = operations[start : start + AT_ONCE]
            answers = (results_of(AckerResult, each.apply(chunk)) for each in (theirs, ours))
            for place, (real, modelled) in enumerate(zip(*answers, strict=True)):
                assert (modelled.notifications, modelled.acked) == (real.notifications, real.acked), (
                    f"operation {start + place}, {chunk[place]}, after {_shown(operations[: start + place])}"
                )
                assert real.pending in (None, modelled.pending)
    finally:
        target.close()


def _shown(before: Sequence[AckerOperation]) -> str:
    return ", ".join(map(str, before[-20:]))
