"""An acker that also reports for each message whether it acked it."""

from collections.abc import Callable, Sequence
from typing import cast

from ackproof.components import Operation, results_of
from ackproof.components.acker import AckerOperation, AckerResult, Tick
from ackproof.target import Component, Config, Description
from ackproof.targets.reference import ReferenceTarget
from attrs import define, evolve

from .right import Factory

Change = Callable[[AckerOperation, AckerResult], AckerResult]


@define
class Telling:
    """A component that changes every result."""

    component: Component
    change: Change

    def apply(self, operations: Sequence[Operation]) -> list[AckerResult]:
        results = results_of(AckerResult, self.component.apply(operations))
        sent = cast("Sequence[AckerOperation]", operations)
        return [self.change(operation, result) for operation, result in zip(sent, results, strict=True)]

    def close(self) -> None:
        self.component.close()


class TellingTarget(ReferenceTarget):
    """The reference's acker, with the capability to report more."""

    def __init__(self, capability: str, change: Change) -> None:
        super().__init__()
        self.capability = capability
        self.change = change

    def describe(self) -> Description:
        return evolve(super().describe(), components=("acker",), capabilities=frozenset({self.capability}))

    def open(self, component: str, config: Config) -> Telling:
        return Telling(super().open(component, config), self.change)


def telling(breaks: str | None, capability: str, change: Change) -> Factory:
    """Return the factory of a target that reports more."""
    return Factory(breaks, lambda: TellingTarget(capability, change))


def acking(breaks: str | None, acks: Callable[[AckerOperation], bool | None]) -> Factory:
    """Return the factory of a target that acks its input according to a function."""
    return telling(breaks, "acks-input", lambda operation, result: evolve(result, acked=acks(operation), pending=None))


acks_messages = acking(None, lambda operation: not isinstance(operation, Tick))
