"""A whole topology: the parts of `acking` at work together, with everything that can happen to them.

Read it in this order: `tasks` (how tasks are named), `source`, `bolts` and `channels` (what a topology has besides the
parts), `plan` (what it is made of), `events` (what is done to it), `happenings` (what comes of that), `running` (how).
"""

from acking.topology.running import Topology

__all__ = ["Topology"]
