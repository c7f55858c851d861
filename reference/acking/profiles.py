"""Profiles: the three places in which right ackers may differ, as data.

Storm's ackers agree on the algorithm and differ in how long they remember. A profile names one set of choices: how many
buckets, which messages refresh a record, and which of two questions comes first. In the first two the profiles here are
what the real ackers do. In the third they are not: Storm asks for zero first, and both profiles say `FAIL_FIRST`,
because a root that was reported failed anywhere must be replayed. The specification gives the whole argument
(`ACK-08`).
"""

from enum import Enum

from attrs import frozen


class Refresh(Enum):
    """Which messages give a record that exists its full lifetime again. Creating a record always does."""

    EVERY_MESSAGE = "every-message"
    FAIL_AND_RESET = "fail-and-reset"


class Order(Enum):
    """Which question is asked first when a record is both failed and at zero."""

    FAIL_FIRST = "fail-first"
    ZERO_FIRST = "zero-first"


@frozen
class Profile:
    """A dialect of acking. `buckets` counts the RotatingMap's buckets: a record left alone dies at that rotation."""

    name: str
    buckets: int
    refresh: Refresh
    order: Order = Order.FAIL_FIRST


STORM1 = Profile("storm1", buckets=2, refresh=Refresh.EVERY_MESSAGE)
"""As the documentation has it, and Storm 0.8 to 1.2.4 do but for the order of the two questions. The bucket count is
theirs: the documentation names none."""

STORM2 = Profile("storm2", buckets=3, refresh=Refresh.FAIL_AND_RESET)
"""As Storm 2.0 to 2.8 do, but for the order of the two questions: an ack or a second init does not refresh a record
that exists."""

PROFILES = {profile.name: profile for profile in (STORM1, STORM2)}
