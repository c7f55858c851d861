"""Channels: messages on their way, in order between each pair of tasks, and in no order otherwise.

A channel is a list, oldest message first. Delivering takes the oldest; taking another is how a message *overtakes*.
Leaving one there is delay, dropping it is loss, and putting a copy behind it is duplication.
"""

from typing import Generic, TypeVar

from attrs import define, field

from acking.topology.tasks import Task

M = TypeVar("M")
Pair = tuple[Task, Task]
"""Sender and receiver."""


@define
class Channels(Generic[M]):
    """All channels of a topology."""

    _under_way: dict[Pair, list[M]] = field(init=False, factory=dict)

    def send(self, pair: Pair, message: M) -> None:
        """Put a message on its way."""
        self._under_way.setdefault(pair, []).append(message)

    def take(self, pair: Pair, place: int = 0) -> M | None:
        """Take out the message at a place, from 0, or the last if there are not so many; None if there is none."""
        channel = self._under_way.get(pair)
        return channel.pop(min(place, len(channel) - 1)) if channel else None

    def drop(self, pair: Pair) -> list[M]:
        """Take out all messages of a channel, as a connection that is reset does."""
        return self._under_way.pop(pair, [])

    def double(self, pair: Pair) -> list[M]:
        """Put a copy of every message of a channel behind them all; return what was copied."""
        channel = self._under_way.get(pair, [])
        copied = list(channel)
        channel.extend(copied)
        return copied

    def pairs(self) -> list[Pair]:
        """Return the channels that hold something, in the order in which they were first used."""
        return [pair for pair, channel in self._under_way.items() if channel]

    def __len__(self) -> int:
        return sum(map(len, self._under_way.values()))
