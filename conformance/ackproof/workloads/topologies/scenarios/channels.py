"""Scenarios of a channel: messages in it are lost, doubled or overtaken, or there are many of them."""

from ackproof.components.topology import Deliver, Double, Flow, Lose, NextTuple
from ackproof.workloads.topologies.topology import NAMES, GrowingTopology

BEYOND = (3, 9)
"""Places that are beyond the end of the channel of `from_beyond`, or at it."""

DOUBLINGS = (6, 7)
"""How often a channel is doubled to make it long: it then has about a hundred messages."""


def lose(growing: GrowingTopology) -> None:
    """Lose one of the first two messages in a channel."""
    place = growing.choices.integer(0, 1)
    growing.steps.append(Lose(*growing.channel(), place=place))


def lose_all(growing: GrowingTopology) -> None:
    """Lose all messages in a channel."""
    growing.steps.append(Lose(*growing.channel(), place=None))


def double(growing: GrowingTopology) -> None:
    """Double the messages in a channel, unless it is one of inits: an init must come once, see `three_inits`."""
    sender, receiver = growing.channel()
    if not (sender in growing.spouts and receiver in growing.ackers):
        growing.steps.append(Double(sender, receiver))


def overtake(growing: GrowingTopology) -> None:
    """Let a message overtake one or two others of its channel."""
    growing.steps.append(Deliver(*growing.channel(), place=1 + growing.choices.integer(0, 1)))


def from_beyond(growing: GrowingTopology) -> None:
    """Take the message at a place beyond the end of a channel with several, which is the last of them. The others
    arrive in their order afterwards.
    """
    pair = growing.pick(growing.spouts), growing.pick(growing.tasks_of(NAMES[0]))
    low, high = BEYOND
    place = low + growing.choices.integer(0, high - low)
    growing.steps += [NextTuple(spout) for spout in growing.spouts for _ in range(2)]
    growing.steps += [Double(*pair), Double(*pair), Deliver(*pair, place=place), *[Deliver(*pair)] * 3]


def swell(growing: GrowingTopology) -> None:
    """Double the messages of a channel until there are many, and deliver them all at once."""
    spout, task = growing.pick(growing.spouts), growing.pick(growing.tasks_of(NAMES[0]))
    low, high = DOUBLINGS
    growing.steps += [NextTuple(spout), *[Double(spout, task)] * (low + growing.choices.integer(0, high - low))]
    growing.steps.append(Flow("tuples"))
