"""A target out of a Python class, for any component: a method for each operation.

An acker has a shorter way, `acker_target`. For a rotating map, bolts' collectors, a spout executor, a generator of ids,
or an acker that has more than one task, write a class that is made with a `Config` and has a method for each operation
of the component, named as the operation is, with `_` for `-`. The operation's fields come as arguments by name; what
it returns is the component's result, or None where there is nothing to tell. Then:

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

    `capabilities` are those of `ackproof.target.CAPABILITIES` that it has. An operation whose method it lacks is not
    claimed. `make` may raise `Refused` for a configuration that it cannot have. Raise ValueError for a component or a
    capability that there is not.
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
    """How a class is called, and what its methods return."""

    @property
    def operation_names(self) -> Sequence[str]:
        """The operations that a class may have methods for."""

    def call(self, part: object, operation: Operation) -> object:
        """Call the method of an operation; return what it returned."""

    def result_of(self, returned: object) -> Result:
        """Return the result that it stands for; raise `WrongForm` if it stands for none."""


class WrongForm(Exception):
    """What a method returned is not what it should be. An error of the method's own is another one."""


@frozen
class ByFields:
    """The fields of an operation come by name, and the component's result is returned."""

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
        """See `Convention`. None is the result in which nothing is told."""
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
        """Claim what the class has methods for."""
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
        """Make a new component."""
        if component != self.kind.name:
            raise Refused(f"{self.name} has the component {self.kind.name} and no {component}")
        return _PythonComponent(self.make(config), self.convention)

    def close(self) -> None:
        """Nothing is held."""


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
