"""The reference targets by component: the topology and the bolt library have their own, the other components share
one.
"""

from collections.abc import Callable, Mapping

from ackproof.components import MULTILANG, TOPOLOGY
from ackproof.target import Target
from ackproof.targets import multilang, reference, topology

OWN_TARGETS: Mapping[str, Callable[[], Target]] = {TOPOLOGY.name: topology.make, MULTILANG.name: multilang.make}


def reference_of(component: str) -> Target:
    """Return the reference target with a component."""
    return OWN_TARGETS.get(component, reference.make)()


def replayed_beside(component: str) -> str:
    """Return the name of the reference target to replay a violation on. Every acker can be put into a topology."""
    return multilang.NAME if component == MULTILANG.name else reference.make().name
