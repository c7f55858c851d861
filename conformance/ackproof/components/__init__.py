"""The vocabulary of each component: the operations that the suite sends, and the results that a target gives.

One module per component. All of it is plain data; what the operations *mean* is the specification's business.
"""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ackproof.components import acker, anchoring, rotating_map, spout, topology


@frozen
class ComponentKind:
    """A part of an implementation that can be held to rules: its name, its operations and its one shape of result."""

    name: str
    operations: tuple[type, ...]
    result: type

    @property
    def operation_names(self) -> tuple[str, ...]:
        """The names by which a target lists the operations that it has."""
        return tuple(operation.op for operation in self.operations)  # type: ignore[attr-defined]  # each has `op`


ROTATING_MAP = ComponentKind("rotating-map", rotating_map.OPERATIONS, rotating_map.MapResult)
ACKER = ComponentKind("acker", acker.OPERATIONS, acker.AckerResult)
ANCHORING = ComponentKind("anchoring", anchoring.OPERATIONS, anchoring.AnchoringResult)
SPOUT = ComponentKind("spout", spout.OPERATIONS, spout.SpoutResult)
TOPOLOGY = ComponentKind("topology", topology.OPERATIONS, topology.TopologyResult)

COMPONENTS: Mapping[str, ComponentKind] = {
    kind.name: kind for kind in (ROTATING_MAP, ACKER, ANCHORING, SPOUT, TOPOLOGY)
}

Operation = Any
"""One of the operation classes of the component at hand. The classes of different components share no base."""

Result = Any
"""The result class of the component at hand."""
