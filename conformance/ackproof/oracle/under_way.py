"""Messages under way in a topology: which one an operation delivers, loses or doubles, given those sent before."""

from collections.abc import Iterator

from attrs import define, field, frozen

from ackproof.oracle.duties import component_of

Pair = tuple[str, str]
"""Sender and receiver."""


@frozen
class Parcel:
    """A message under way, and the index of the operation that put it there."""

    name: str
    since: int


@define
class UnderWay:
    """The channels between tasks, oldest message first."""

    channels: dict[Pair, list[Parcel]] = field(factory=dict)

    def sent(self, pair: Pair, name: str, index: int) -> None:
        """Record a message that was sent."""
        self.channels.setdefault(pair, []).append(Parcel(name, index))

    def at(self, pair: Pair, place: int) -> Parcel | None:
        """Return the message at a place of a channel, or the last one if there are fewer."""
        channel = self.channels.get(pair)
        return channel[min(place, len(channel) - 1)] if channel else None

    def all_of(self, pair: Pair) -> list[Parcel]:
        """Return all messages of a channel."""
        return list(self.channels.get(pair, ()))

    def doubled(self, pair: Pair, index: int) -> None:
        """Record that each message of a channel is doubled."""
        channel = self.channels.get(pair, [])
        channel += [Parcel(parcel.name, index) for parcel in channel]

    def oldest(self, receiver: str, name: str) -> tuple[Parcel, bool] | None:
        """Return a message to a task by its name, and whether it is the oldest of its channel."""
        for (_, to), channel in self.channels.items():
            if to == receiver:
                for place, parcel in enumerate(channel):
                    if parcel.name == name:
                        return parcel, place == 0
        return None

    def taken(self, pair: Pair, place: int) -> None:
        """Record that the message at a place of a channel, or the last of fewer, is no longer under way."""
        channel = self.channels[pair]
        del channel[min(place, len(channel) - 1)]

    def gone(self, receiver: str, name: str) -> None:
        """Record that a message to a task is no longer under way."""
        for (_, to), channel in self.channels.items():
            if to == receiver:
                for number, parcel in enumerate(channel):
                    if parcel.name == name:
                        del channel[number]
                        return

    def left(self, kind: str | None) -> Iterator[tuple[Pair, Parcel]]:
        """Yield the oldest message of each channel of a kind (`tuples`, `reports` or `words`), or of all."""
        for pair, channel in self.channels.items():
            if channel and kind in (None, kind_of(pair[1])):
                yield pair, channel[0]


def kind_of(receiver: str) -> str:
    """Return the kind of messages that a task receives."""
    return {"spout": "words", "acker": "reports"}.get(component_of(receiver), "tuples")
