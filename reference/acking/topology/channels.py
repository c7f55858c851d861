"""Channels: messages on their way, in order between each pair of tasks, and in no order otherwise.

A channel is a list, oldest message first. Delivery takes the oldest; if it takes another one, that message *overtakes*.
A message that stays in the list is delayed, one that is dropped is lost, and one that is copied is duplicated.
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
        """Remove and return the message at a place, from 0, or the last if there are fewer; None if there is none."""
        channel = self._under_way.get(pair)
        return channel.pop(min(place, len(channel) - 1)) if channel else None

    def drop(self, pair: Pair) -> list[M]:
        """Remove and return all messages of a channel, as when a connection is reset."""
        return self._under_way.pop(pair, [])

    def double(self, pair: Pair) -> list[M]:
        """Append a copy of every message of a channel; return the copied messages."""
        channel = self._under_way.get(pair, [])
        copied = list(channel)
        channel.extend(copied)
        return copied

    def pairs(self) -> list[Pair]:
        """Return the channels that are not empty, in the order of their first use.

        A channel that was dropped comes last when it is used again.
        """
        return [pair for pair, channel in self._under_way.items() if channel]

    def __len__(self) -> int:
        return sum(map(len, self._under_way.values()))
