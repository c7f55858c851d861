"""The executable specification of Storm-style acking: no clock, no randomness, no threads, no input or output.

Read it in this order: `ids` (what the numbers are), `messages` (what ackers receive and send), `rotating_map` (how
trees are forgotten), `profiles` (where right ackers differ), `acker` (how trees are completed), `anchoring` (how bolts
grow trees), `routing` (which acker task), `spout` (who is notified).

These are the parts; `errors` has the errors that they raise. The package `topology` puts the parts together.
`multilang`, a bolt behind a pipe, stands alone.
"""

from acking.acker import Acker, Record
from acking.anchoring import BoltTask, MessageId
from acking.errors import IllegalUse
from acking.messages import Ack, AckerMessage, Fail, Init, Kind, Notification, ResetTimeout
from acking.profiles import PROFILES, STORM1, STORM2, Order, Profile, Refresh
from acking.rotating_map import RotatingMap
from acking.routing import acker_index
from acking.spout import Callback, Effect, Sent, SpoutExecutor

__all__ = [
    "PROFILES",
    "STORM1",
    "STORM2",
    "Ack",
    "Acker",
    "AckerMessage",
    "BoltTask",
    "Callback",
    "Effect",
    "Fail",
    "IllegalUse",
    "Init",
    "Kind",
    "MessageId",
    "Notification",
    "Order",
    "Profile",
    "Record",
    "Refresh",
    "ResetTimeout",
    "RotatingMap",
    "Sent",
    "SpoutExecutor",
    "acker_index",
]
