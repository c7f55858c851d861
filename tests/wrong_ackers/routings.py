"""Targets with several acker tasks, which route roots or ticks to the wrong ones."""

from collections.abc import Callable, Sequence
from typing import Any

from acking import acker_index
from ackproof.components.acker import AckerOperation, AckerResult, Init, ResetTimeout, Tick
from ackproof.target import Component, Config
from ackproof.targets.reference import ReferenceTarget
from attrs import define, evolve

from .right import Factory

WORD = (1 << 32) - 1

Route = Callable[[AckerOperation, int], int]
"""From an operation and the number of acker tasks to the index of one of them. It is not asked about a common tick."""


@define
class Routed:
    """Acker tasks of the reference, one component for each, behind a routing of our own."""

    tasks: list[Component]
    route: Route

    def apply(self, operations: Sequence[AckerOperation]) -> list[AckerResult]:
        return [self._one(operation) for operation in operations]

    def close(self) -> None:
        pass

    def _one(self, operation: AckerOperation) -> AckerResult:
        if isinstance(operation, Tick) and operation.acker is None:
            reached = self.tasks
        else:
            reached = [self.tasks[self.route(operation, len(self.tasks))]]
        alone = evolve(operation, acker=None) if isinstance(operation, Tick) else operation
        results = [result for task in reached for result in task.apply([alone])]
        return AckerResult(tuple(word for result in results for word in result.notifications))


class RoutedTarget(ReferenceTarget):
    """The reference behind another routing."""

    def __init__(self, route: Route) -> None:
        super().__init__()
        self.route = route

    def describe(self) -> Any:
        return evolve(super().describe(), components=("acker",), capabilities=frozenset({"acker-tasks"}))

    def open(self, component: str, config: Config) -> Routed:
        return Routed(
            [super(RoutedTarget, self).open(component, evolve(config, tasks=1)) for _ in range(config.tasks)],
            self.route,
        )


def routed(breaks: str | None, of_root: Callable[[int, int], int]) -> Factory:
    """Return the factory of a target that routes roots so, and ticks where they belong."""

    def route(operation: AckerOperation, tasks: int) -> int:
        return operation.acker or 0 if isinstance(operation, Tick) else of_root(operation.root, tasks)

    return Factory(breaks, lambda: RoutedTarget(route))


def _inits_apart(operation: AckerOperation, tasks: int) -> int:
    if isinstance(operation, Tick):
        return operation.acker or 0
    return (acker_index(operation.root, tasks) + isinstance(operation, Init)) % tasks


def _resets_apart(operation: AckerOperation, tasks: int) -> int:
    if isinstance(operation, Tick):
        return operation.acker or 0
    return (acker_index(operation.root, tasks) + isinstance(operation, ResetTimeout)) % tasks


def _next_clock(operation: AckerOperation, tasks: int) -> int:
    if isinstance(operation, Tick):
        return ((operation.acker or 0) + 1) % tasks
    return acker_index(operation.root, tasks)


def _without_31(root: int, tasks: int) -> int:
    return _java_int(_folded(root)) % tasks


def _unsigned_sum(root: int, tasks: int) -> int:
    return (31 + _folded(root)) % tasks


def _sum_without_wrapping(root: int, tasks: int) -> int:
    return (31 + _java_int(_folded(root))) % tasks


def _absolute_remainder(root: int, tasks: int) -> int:
    return abs(_java_int(31 + _folded(root))) % tasks


def _folded(root: int) -> int:
    unsigned = root & ((1 << 64) - 1)
    return (unsigned ^ (unsigned >> 32)) & WORD


def _java_int(number: int) -> int:
    return ((number + (1 << 31)) & WORD) - (1 << 31)


right_routing = routed(None, acker_index)
first_acker_does_all = routed("RTE-02", lambda _root, _tasks: 0)
plain_remainder = routed("RTE-02", lambda root, tasks: root % tasks)
without_31 = routed("RTE-02", _without_31)
unsigned_sum = routed("RTE-02", _unsigned_sum)
absolute_remainder = routed("RTE-02", _absolute_remainder)
sum_without_wrapping = routed("RTE-02", _sum_without_wrapping)
inits_apart = Factory("RTE-01", lambda: RoutedTarget(_inits_apart))
resets_apart = Factory("RTE-01", lambda: RoutedTarget(_resets_apart))
next_clock = Factory("RTE-03", lambda: RoutedTarget(_next_clock))
