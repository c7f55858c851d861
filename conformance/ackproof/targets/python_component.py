"""A target out of a Python class, for any component: a method for each operation.

An acker has a shorter way, `acker_target`. For a rotating map, bolts' collectors, a spout executor, a generator of ids,
or an acker that has more than one task, write a class that is made with a `Config` and has a method for each operation
of the component, named as the operation is, with `_` for `-`. The operation's fields come as arguments by name; what
it returns is the component's result, or None where there is nothing to tell. Then:

    def make():
        return component_target("my-map", "rotating-map", MyMap)

and `ackproof certify mypackage.mymodule:make`.
"""

from collections.abc import Callable, Collection, Sequence

import attrs
from attrs import define

from ackproof.components import COMPONENTS, ComponentKind, Operation, Result
from ackproof.errors import Refused, TargetBroke
from ackproof.target import CAPABILITIES, PROFILES, Config, Description
from ackproof.text.sanitize import shown
from ackproof.text.suggestions import no_such
from ackproof.wire.traces import on_operation


def component_target(  # noqa: PLR0913 - by name, all but three
    name: str,
    component: str,
    make: Callable[[Config], object],
    *,
    version: str = "unversioned",
    profiles: Sequence[str] = PROFILES,
    capabilities: Collection[str] = (),
) -> "PythonComponentTarget":
    """Return a target over `make(config)`, which makes a new component of the kind named `component`.

    `capabilities` are those of `ackproof.target.CAPABILITIES` that it has. An operation whose method it lacks is not
    claimed. `make` may raise `Refused` for a
    configuration that it cannot have. Raise ValueError for a component or a capability that there is not.
    """
    if component not in COMPONENTS:
        raise ValueError(no_such("component", component, COMPONENTS))
    for capability in capabilities:
        if capability not in CAPABILITIES:
            raise ValueError(no_such("capability", capability, CAPABILITIES))
    return PythonComponentTarget(
        name=name,
        kind=COMPONENTS[component],
        make=make,
        version=version,
        profiles=tuple(profiles),
        capabilities=frozenset(capabilities),
    )


@define(kw_only=True)
class PythonComponentTarget:
    """See `component_target`."""

    name: str
    kind: ComponentKind
    make: Callable[[Config], object]
    version: str
    profiles: tuple[str, ...]
    capabilities: frozenset[str]

    def describe(self) -> Description:
        """Claim what the class has methods for."""
        part = self.make if isinstance(self.make, type) else self.make(Config(profile=self.profiles[0]))
        return Description(
            name=self.name,
            version=self.version,
            language="python",
            components=(self.kind.name,),
            profiles=self.profiles,
            operations=frozenset(op for op in self.kind.operation_names if hasattr(part, _method(op))),
            capabilities=self.capabilities,
        )

    def open(self, component: str, config: Config) -> "_PythonComponent":
        """Make a new component."""
        if component != self.kind.name:
            raise Refused(f"{self.name} has the component {self.kind.name} and no {component}")
        return _PythonComponent(self.kind, self.make(config))

    def close(self) -> None:
        """Nothing is held."""


@define
class _PythonComponent:
    kind: ComponentKind
    part: object

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        return [self._one(operations, place) for place in range(len(operations))]

    def close(self) -> None:
        pass

    def _one(self, operations: Sequence[Operation], place: int) -> Result:
        operation = operations[place]
        fields = {each.name: getattr(operation, each.name) for each in attrs.fields(type(operation))}
        returned = getattr(self.part, _method(operation.op))(**fields)
        if returned is None:
            return self.kind.result()
        if not isinstance(returned, self.kind.result):
            wanted = f"{self.kind.result.__module__}.{self.kind.result.__name__}"
            where = on_operation(operations, place)
            raise TargetBroke(
                f"returned {shown(returned)} from {_method(operation.op)}(): it should be None, or a {wanted}{where}"
            )
        return returned


def _method(op: str) -> str:
    return op.replace("-", "_")
