"""Which reference has which component: the parts are one target, the whole topology and the bolt library are others."""

from collections.abc import Callable, Mapping

from ackproof.components import MULTILANG, TOPOLOGY
from ackproof.target import Target
from ackproof.targets import multilang, reference, topology

OWN_TARGETS: Mapping[str, Callable[[], Target]] = {TOPOLOGY.name: topology.make, MULTILANG.name: multilang.make}


def reference_of(component: str) -> Target:
    """Return the reference that has a component."""
    return OWN_TARGETS.get(component, reference.make)()


def replayed_beside(component: str) -> str:
    """Return the name of the target beside which a violation is to be replayed. Every acker is put into a topology."""
    return multilang.NAME if component == MULTILANG.name else reference.make().name
