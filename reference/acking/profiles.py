"""Profiles: the two places in which right ackers may differ, and one in which real ackers are wrong, as data.

Storm's ackers agree on the algorithm and differ in how long they keep a record. A profile names one set of choices: how
many buckets, which messages refresh a record, and which of two tests comes first. In the first two choices the profiles
here are those of the real ackers. In the third they differ: Storm tests for zero first, which breaks a rule (`ACK-08`),
and both profiles have `FAIL_FIRST`, because a root that was reported failed anywhere must be replayed.
"""

from enum import Enum

from attrs import frozen


class Refresh(Enum):
    """Which messages give a record that exists its full lifetime again. Creating a record always does."""

    EVERY_MESSAGE = "every-message"
    FAIL_AND_RESET = "fail-and-reset"


class Order(Enum):
    """Which test comes first when a record is both failed and at zero.

    Both profiles have `FAIL_FIRST`. `ZERO_FIRST` breaks `ACK-08`; it is here to imitate Storm: for the suite's variant
    `zero-first`, and for `audit` in the adapters, which reads the logs of a Storm.
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
