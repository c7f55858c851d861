"""A topology whose bolts ack what they took in before they emit what comes of it.

An example of a target that is a whole topology: the reference's, with other bolts. It is wrong; certify it to see how:

    ackproof certify ackproof.examples.acks_first:make
"""

from collections.abc import Callable

from acking.topology import bolts
from attrs import define

from ackproof.components.topology import BoltShape
from ackproof.targets.topology import TopologyTarget


@define
class AcksFirst(bolts.Plain):
    """A bolt of the plain kind, with its last call first."""

    def execute(self, taken: bolts.Input) -> bolts.Calls:
        """Ack an input, and emit what comes of it."""
        *emitted, ack = super().execute(taken)
        return (ack, *emitted)


@define
class AcksFirstTopology(TopologyTarget):
    """The reference's topology with such bolts."""

    name: str = "acks-first"

    def bolt(self, shape: BoltShape) -> Callable[[], bolts.Bolt]:
        """Return how to make the code of a bolt's task: as the reference's, but for the plain kind."""
        make_right = super().bolt(shape)

        def make_bolt() -> bolts.Bolt:
            right = make_right()
            return AcksFirst(right.work) if type(right) is bolts.Plain else right

        return make_bolt


def make() -> TopologyTarget:
    """Return the target."""
    return AcksFirstTopology()
