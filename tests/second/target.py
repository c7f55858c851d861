"""The second implementation as a target: its acker tasks and its map."""

from collections.abc import Sequence
from typing import cast

from ackproof.components import Operation
from ackproof.components.acker import (
    Ack,
    AckerOperation,
    AckerResult,
    Fail,
    Init,
    Notification,
    ResetTimeout,
    Restart,
    Tick,
)
from ackproof.components.rotating_map import Contains, Expired, Get, MapOperation, MapResult, Put, Remove, Rotate, Size
from ackproof.errors import Refused
from ackproof.target import Component, Config, Description
from ackproof.workloads.dimensions import MESSAGES

from .dates import Dated
from .journal import ROTATIONS, Bookkeeper, keeper_of

LONGEST_JOURNAL = 1024
"""The most messages of a tree. A journal is read from its beginning at each message, so a tree of sixteen thousand
would take minutes.
"""


def make() -> "Second":
    """Return the second implementation."""
    return Second()


class Second:
    """An acker and a map, with all their observable capabilities."""

    def describe(self) -> Description:
        return Description(
            name="second",
            version="1",
            language="python",
            components=("rotating-map", "acker"),
            capabilities=frozenset({"acker-tasks", "acks-input", "configurable", "durable", "pending"}),
            limits={"acker": {MESSAGES: LONGEST_JOURNAL}},
        )

    def open(self, component: str, config: Config) -> Component:
        if component == "acker":
            return Bookkeepers([Bookkeeper(config.profile) for _ in range(config.tasks)])
        if component != "rotating-map":
            raise Refused(f"no component {component}")
        try:
            return Map(Dated(ROTATIONS[config.profile] if config.buckets is None else config.buckets))
        except ValueError as error:
            raise Refused(str(error)) from error

    def close(self) -> None:
        pass


class Bookkeepers:
    """All acker tasks; each message goes to the one that keeps its root. The log of all operations is the durable
    state.
    """

    def __init__(self, keepers: list[Bookkeeper]) -> None:
        self.keepers = keepers
        self.log: list[AckerOperation] = []

    def apply(self, operations: Sequence[Operation]) -> list[AckerResult]:
        sent = cast("Sequence[AckerOperation | Restart]", operations)
        return [self.restarted() if isinstance(each, Restart) else self.logged(each) for each in sent]

    def logged(self, operation: AckerOperation) -> AckerResult:
        self.log.append(operation)
        return self.one(operation)

    def restarted(self) -> AckerResult:
        self.keepers = [Bookkeeper(keeper.profile) for keeper in self.keepers]
        for operation in self.log:
            self.one(operation)  # DUR-01: these notifications were already sent
        return AckerResult((), acked=False, pending=self.pending)

    def close(self) -> None:
        pass

    def one(self, operation: AckerOperation) -> AckerResult:
        if isinstance(operation, Tick):
            for index, keeper in enumerate(self.keepers):
                if operation.acker in (None, index):
                    keeper.tick()  # RTE-03
            return AckerResult((), acked=False, pending=self.pending)
        keeper = self.keepers[keeper_of(operation.root, len(self.keepers))]
        match operation:
            case Init(root, value, task):
                notification = keeper.told(root, "init", value, task)
            case Ack(root, value):
                notification = keeper.told(root, "ack", value)
            case Fail(root) | ResetTimeout(root):
                notification = keeper.told(root, operation.op)
        return AckerResult(
            tuple(Notification(*word) for word in notification), acked=True, pending=self.pending
        )  # ACK-24

    @property
    def pending(self) -> int:
        return sum(keeper.pending for keeper in self.keepers)


class Map:
    """The operations of a rotating-map on `Dated`."""

    def __init__(self, entries: Dated) -> None:
        self.entries = entries

    def apply(self, operations: Sequence[Operation]) -> list[MapResult]:
        return [self.one(operation) for operation in cast("Sequence[MapOperation]", operations)]

    def close(self) -> None:
        pass

    def one(self, operation: MapOperation) -> MapResult:
        match operation:
            case Put(key, value):
                self.entries.put(key, value)
                return MapResult()
            case Get(key):
                return MapResult(found=key in self.entries.values, value=self.entries.values.get(key))
            case Contains(key):
                return MapResult(found=key in self.entries.values)
            case Remove(key):
                found = key in self.entries.values
                return MapResult(found=found, value=self.entries.remove(key))
            case Size():
                return MapResult(size=len(self.entries.values))
            case Rotate():
                return MapResult(expired=tuple(Expired(*each) for each in self.entries.rotate().items()))
