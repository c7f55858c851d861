"""The source: a queue that does not let go of a message before it is told that the message is done.

A spout task that takes a message *opens* it: the message is not gone, it is *pending* with that client, and no other
client gets it. Three things end that. The client says that it is done, and the queue drops it. The client gives it
back, and the queue offers it again. Or the client disconnects, and the queue offers again all that was pending with
it. The last is what makes up for a spout task that dies, since nothing inside a topology can.

Source: guarantee-1.0, on Kestrel and RabbitMQ.
"""

from collections.abc import Sequence

from attrs import define, field

from acking.topology.tasks import Task


@define
class Source:
    """A queue of messages, by their names. Its clients are spout tasks. What is offered again goes to the end."""

    offered: list[str]
    pending: dict[str, Task] = field(init=False, factory=dict)
    dropped: list[str] = field(init=False, factory=list)

    def open(self, client: Task) -> str | None:
        """Hand the next message to a client, with whom it is pending from now on; None if there is none."""
        if not self.offered:
            return None
        message = self.offered.pop(0)
        self.pending[message] = client
        return message

    def done(self, message: str) -> None:
        """Drop a message for good."""
        del self.pending[message]
        self.dropped.append(message)

    def give_back(self, message: str) -> None:
        """Offer a pending message again."""
        del self.pending[message]
        self.offered.append(message)

    def disconnect(self, client: Task) -> Sequence[str]:
        """Offer again, and return, all that was pending with a client that is gone."""
        back = [message for message, holder in self.pending.items() if holder == client]
        for message in back:
            self.give_back(message)
        return back
