"""A right target with several acker tasks, and another implementation of routing."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from acking import acker_index
from ackproof.components import Operation, results_of
from ackproof.components.acker import AckerOperation, AckerResult, Tick
from ackproof.target import Component, Config
from ackproof.targets.reference import ReferenceTarget
from attrs import define, evolve

from .right import Factory

Route = Callable[[AckerOperation, int], int]
"""A function from an operation and the number of acker tasks to the index of one of them. It is not called for a common
tick.
"""


@define
class Routed:
    """Acker tasks of the reference, one component for each, behind another routing."""

    tasks: list[Component]
    route: Route

    def apply(self, operations: Sequence[Operation]) -> list[AckerResult]:
        return [self._one(operation) for operation in cast("Sequence[AckerOperation]", operations)]

    def close(self) -> None:
        pass

    def _one(self, operation: AckerOperation) -> AckerResult:
        if isinstance(operation, Tick) and operation.acker is None:
            reached = self.tasks
        else:
            reached = [self.tasks[self.route(operation, len(self.tasks))]]
        alone = evolve(operation, acker=None) if isinstance(operation, Tick) else operation
        results = [result for task in reached for result in results_of(AckerResult, task.apply([alone]))]
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
    """Return the factory of a target that routes roots by a function, and ticks correctly."""

    def route(operation: AckerOperation, tasks: int) -> int:
        return operation.acker or 0 if isinstance(operation, Tick) else of_root(operation.root, tasks)

    return Factory(breaks, lambda: RoutedTarget(route))


right_routing = routed(None, acker_index)
