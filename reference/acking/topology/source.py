"""The source: a queue that keeps a message until a client reports that it is done.

A spout task that takes a message *opens* it: the message stays in the queue, *pending* with that client, and no other
client gets it. Three things end that. The client reports it as done, and the queue drops it. The client gives it back,
and the queue offers it again. Or the client disconnects, and the queue offers again all messages that were pending with
it. The last case recovers from the death of a spout task, which nothing inside a topology can do.

Source: guarantee-1.0, on Kestrel and RabbitMQ.
"""

from collections.abc import Sequence

from attrs import define, field

from acking.topology.tasks import Task


@define
class Source:
    """A queue of messages, by their names. Its clients are spout tasks. A message that comes back goes to the end."""

    offered: list[str]
    pending: dict[str, Task] = field(init=False, factory=dict)
    dropped: list[str] = field(init=False, factory=list)

    def open(self, client: Task) -> str | None:
        """Hand the next message to a client, with which it is pending from now on; return None if there is none."""
        if not self.offered:
            return None
        message = self.offered.pop(0)
        self.pending[message] = client
        return message

    def done(self, message: str) -> None:
        """Drop a message for good. It has to be pending."""
        del self.pending[message]
        self.dropped.append(message)

    def give_back(self, message: str) -> None:
        """Offer a message again. It has to be pending."""
        del self.pending[message]
        self.offered.append(message)

    def disconnect(self, client: Task) -> Sequence[str]:
        """Offer again, and return, all messages that were pending with a client that has disconnected."""
        back = [message for message, holder in self.pending.items() if holder == client]
        for message in back:
            self.give_back(message)
        return back
