"""A target made from a Python class, for any component: a method for each operation.

For an acker, `acker_target` is shorter. For a rotating map, bolts' collectors, a spout executor, a generator of ids, or
an acker with more than one task, write a class whose constructor takes a `Config`, with a method for each operation of
the component, named like the operation, with `_` for `-`. The operation's fields are passed as keyword arguments; the
method returns the component's result, or None for an empty result. Then:

    def make():
        return component_target("my-map", "rotating-map", MyMap)

and `ackproof certify mypackage.mymodule:make`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

import attrs
from attrs import define, field, frozen

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

    `capabilities` are those of `ackproof.target.CAPABILITIES` that it has. An operation without a method is not
    claimed. `make` may raise `Refused` for a configuration that it does not support. Raise ValueError for an unknown
    component or capability.
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
        convention=ByFields(COMPONENTS[component]),
    )


class Convention(Protocol):
    """How the methods of a class are called, and what they return."""

    @property
    def operation_names(self) -> Sequence[str]:
        """The operations for which a class may have methods."""

    def call(self, part: object, operation: Operation) -> object:
        """Call the method of an operation; return what it returned."""

    def result_of(self, returned: object) -> Result:
        """Return the result for a method's return value; raise `WrongForm` if it is invalid."""


class WrongForm(Exception):
    """A method returned something invalid. An error that the method raises is not of this class."""


@frozen
class ByFields:
    """The fields of an operation are passed by name, and the component's result is returned."""

    kind: ComponentKind

    @property
    def operation_names(self) -> Sequence[str]:
        """See `Convention`."""
        return self.kind.operation_names

    def call(self, part: object, operation: Operation) -> object:
        """See `Convention`."""
        fields = {each.name: getattr(operation, each.name) for each in attrs.fields(type(operation))}
        return getattr(part, method_of(operation.op))(**fields)

    def result_of(self, returned: object) -> Result:
        """See `Convention`. None means the empty result."""
        if returned is None:
            return self.kind.result()
        if not isinstance(returned, self.kind.result):
            raise WrongForm(f"it should be None, or a {self.kind.result.__module__}.{self.kind.result.__name__}")
        return returned


@define(kw_only=True)
class PythonComponentTarget:
    """See `component_target`. `limits` are sizes beyond which it promises nothing, by dimension."""

    name: str
    kind: ComponentKind
    make: Callable[[Config], object]
    version: str
    profiles: tuple[str, ...]
    capabilities: frozenset[str]
    convention: Convention
    limits: Mapping[str, int] = field(factory=dict)

    def describe(self) -> Description:
        """Describe the component with the operations that the class has methods for."""
        part = self.make if isinstance(self.make, type) else self.make(Config(profile=self.profiles[0]))
        return Description(
            name=self.name,
            version=self.version,
            language="python",
            components=(self.kind.name,),
            profiles=self.profiles,
            operations=frozenset(op for op in self.convention.operation_names if hasattr(part, method_of(op))),
            capabilities=self.capabilities,
            limits={self.kind.name: self.limits} if self.limits else {},
        )

    def open(self, component: str, config: Config) -> "_PythonComponent":
        """Create a component."""
        if component != self.kind.name:
            raise Refused(f"{self.name} has the component {self.kind.name} and no {component}")
        return _PythonComponent(self.make(config), self.convention)

    def close(self) -> None:
        """Do nothing: there are no resources."""


@define
class _PythonComponent:
    part: object
    convention: Convention

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        return [self._one(operations, place) for place in range(len(operations))]

    def close(self) -> None:
        pass

    def _one(self, operations: Sequence[Operation], place: int) -> Result:
        operation = operations[place]
        returned = self.convention.call(self.part, operation)
        try:
            return self.convention.result_of(returned)
        except WrongForm as error:
            method, where = method_of(operation.op), on_operation(operations, place)
            raise TargetBroke(f"returned {shown(returned)} from {method}(): {error}{where}") from error


def method_of(op: str) -> str:
    """Return the name of the method for an operation."""
    return op.replace("-", "_")
