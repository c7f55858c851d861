"""A target out of a Python class: the short way for somebody who has an acker and wants to know.

Write a class with the methods `init(root, value, task)`, `ack(root, value)`, `fail(root)`, and, where it has them,
`reset_timeout(root)` and `tick()`. Each returns the notifications that it caused, as triples (kind, root, task) with
kind "ack", "fail" or "reset-timeout". Then:

    def make():
        return acker_target("my-acker", MyAcker)

and `ackproof certify mypackage.mymodule:make`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import define

from ackproof.components import Operation, Result
from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init, Notification, ResetTimeout, Tick
from ackproof.errors import Refused
from ackproof.target import Config, Description

_METHODS: dict[type[AckerOperation], str] = {
    Init: "init",
    Ack: "ack",
    Fail: "fail",
    ResetTimeout: "reset_timeout",
    Tick: "tick",
}

Said = Iterable[tuple[str, int, int]] | None


def acker_target(
    name: str,
    make_acker: Callable[[str], Any],
    *,
    version: str = "unversioned",
    profiles: tuple[str, ...] = ("storm1", "storm2"),
) -> "PythonAckerTarget":
    """Return a target over `make_acker(profile_name)`, which makes a new acker; a class whose constructor takes that
    will do.

    `profiles` names those that the acker claims. Operations whose method the acker lacks are not claimed.
    """
    return PythonAckerTarget(name, make_acker, version, tuple(profiles))


@define
class PythonAckerTarget:
    """See `acker_target`."""

    name: str
    make_acker: Callable[[str], Any]
    version: str
    profiles: tuple[str, ...]

    def describe(self) -> Description:
        """Claim what the class has methods for."""
        acker = self.make_acker(self.profiles[0])
        operations = frozenset(kind.op for kind, method in _METHODS.items() if hasattr(acker, method))
        return Description(self.name, self.version, "python", ("acker",), self.profiles, operations)

    def open(self, component: str, config: Config) -> "_PythonAcker":
        """Make a new acker."""
        if component != "acker":
            raise Refused(f"{self.name} is an acker and has no {component}")
        return _PythonAcker(self.make_acker(config.profile))

    def close(self) -> None:
        """Nothing is held."""


@define
class _PythonAcker:
    acker: Any

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        return [self._one(operation) for operation in operations]

    def close(self) -> None:
        pass

    def _one(self, operation: Operation) -> AckerResult:
        method = getattr(self.acker, _METHODS[type(operation)])
        match operation:
            case Init(root, value, task):
                said = method(root, value, task)
            case Ack(root, value):
                said = method(root, value)
            case Tick():
                said = method()
            case _:
                said = method(operation.root)
        return AckerResult(tuple(Notification(*word) for word in said or ()))
