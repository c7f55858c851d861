"""The vocabulary of each component: the operations that the suite sends, and the results that a target gives.

One module per component. All of it is plain data; the meaning of the operations is in the specification.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from attrs import frozen

from ackproof.components import acker, anchoring, ids, multilang, rotating_map, spout, topology

Operation = (
    rotating_map.MapOperation
    | acker.AckerOperation
    | acker.Restart
    | anchoring.AnchoringOperation
    | spout.SpoutOperation
    | topology.TopologyOperation
    | ids.IdsOperation
    | multilang.MultilangOperation
)
"""An operation of any component. `ComponentKind.operations` has the classes of one."""

Result = (
    rotating_map.MapResult
    | acker.AckerResult
    | anchoring.AnchoringResult
    | spout.SpoutResult
    | topology.TopologyResult
    | ids.IdsResult
    | multilang.MultilangResult
)
"""The result of an operation of any component. Each component has one class of results."""

Given = TypeVar("Given", bound=Result)


def results_of(kind: type[Given], results: Sequence[Result]) -> list[Given]:
    """Return results as a list of one class; raise TypeError if one is of another."""
    strange = next((each for each in results if not isinstance(each, kind)), None)
    if strange is not None:
        raise TypeError(f"{strange!r} is no {kind.__name__}")
    return [each for each in results if isinstance(each, kind)]


def no_operation_of(component: str, operation: Operation) -> TypeError:
    """Return the error for an operation that a component does not have."""
    return TypeError(f"{type(operation).__name__} ('{operation.op}') is no operation of the component {component}")


@frozen
class ComponentKind:
    """A part of an implementation that rules are about: its name, its operations and its class of results."""

    name: str
    operations: tuple[type[Operation], ...]
    result: type[Result]

    @property
    def operation_names(self) -> tuple[str, ...]:
        """The names of the operations, as a target lists those that it has."""
        return tuple(operation.op for operation in self.operations)


ROTATING_MAP = ComponentKind("rotating-map", rotating_map.OPERATIONS, rotating_map.MapResult)
ACKER = ComponentKind("acker", acker.OPERATIONS, acker.AckerResult)
ANCHORING = ComponentKind("anchoring", anchoring.OPERATIONS, anchoring.AnchoringResult)
SPOUT = ComponentKind("spout", spout.OPERATIONS, spout.SpoutResult)
TOPOLOGY = ComponentKind("topology", topology.OPERATIONS, topology.TopologyResult)
IDS = ComponentKind("ids", ids.OPERATIONS, ids.IdsResult)
MULTILANG = ComponentKind("multilang", multilang.OPERATIONS, multilang.MultilangResult)

COMPONENTS: Mapping[str, ComponentKind] = {
    kind.name: kind for kind in (ROTATING_MAP, ACKER, ANCHORING, SPOUT, TOPOLOGY, IDS, MULTILANG)
}
