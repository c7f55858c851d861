"""Profiles: the three places in which right ackers may differ, as data.

Storm's ackers agree on the algorithm and differ in how long they keep a record. A profile names one set of choices: how
many buckets, which messages refresh a record, and which of two tests comes first. In the first two choices the profiles
here are those of the real ackers. In the third they differ: Storm tests for zero first, and both profiles have
`FAIL_FIRST`, because a root that was reported failed anywhere must be replayed. The specification has the whole
argument (`ACK-08`).
"""

from enum import Enum

from attrs import frozen


class Refresh(Enum):
    """Which messages give a record that exists its full lifetime again. Creating a record always does."""

    EVERY_MESSAGE = "every-message"
    FAIL_AND_RESET = "fail-and-reset"


class Order(Enum):
    """Which test comes first when a record is both failed and at zero.

    Both profiles have `FAIL_FIRST`. Who plays a Storm makes a profile with `ZERO_FIRST`: in the suite the variant
    `zero-first`, and in the adapters `audit`, which reads the logs of a Storm.
    """

    FAIL_FIRST = "fail-first"
    ZERO_FIRST = "zero-first"


@frozen
class Profile:
    """A dialect of acking. A record that is not refreshed expires after as many rotations as there are `buckets`."""

    name: str
    buckets: int
    refresh: Refresh
    order: Order = Order.FAIL_FIRST


STORM1 = Profile("storm1", buckets=2, refresh=Refresh.EVERY_MESSAGE)
"""As documented, and as in Storm 0.8 to 1.2.4 except for the order of the two tests. The number of buckets is that of
these releases: the documentation has none."""

STORM2 = Profile("storm2", buckets=3, refresh=Refresh.FAIL_AND_RESET)
"""As in Storm 2.0 to 2.8, except for the order of the two tests: an ack or an init does not refresh a record that
exists, be it the first init or another."""

PROFILES = {profile.name: profile for profile in (STORM1, STORM2)}
