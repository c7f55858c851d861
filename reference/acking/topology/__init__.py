"""A whole topology: the parts of `acking` put together, with everything that can happen to them.

Read it in this order: `tasks` (how tasks are named), `source`, `bolts` and `channels` (what a topology has besides the
parts), `groupings` (which tasks a tuple goes to), `plan` (its components and wiring), `events` (what is done to it),
`happenings` (the results), `running` (the topology itself).
"""

from acking.topology.running import Topology

__all__ = ["Topology"]
