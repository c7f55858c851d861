"""Cuts: how a history is divided into requests. The state of a component lasts from one `apply` to the next, so the
results must not depend on the cuts: one request, a request for each operation, or cuts at random places, which are
many in one large history of each rule about size. With some
cuts another session is asked in between; where there are few, many sessions are opened besides
(`ackproof.target.Run.crowd_after`). A target that takes runs as a whole, such as a job on a cluster, gets them whole.
"""

import random
from enum import Enum

from attrs import evolve, frozen

from ackproof.target import Run

MOST_REQUESTS = 400
"""A history of more operations is cut at some places only, because each request costs time."""

MANY_REQUESTS = 2_000
"""The most requests of the one large history of a rule about size that is cut at many places."""

MOST_CUTS = 5
WAYS_OF_TEN = 10
WHOLE_OF_TEN, EACH_OF_TEN = 5, 2
BESIDE_OF_TEN = 3


class Cutting(Enum):
    """How a history is divided, in words that follow "the operations came"."""

    WHOLE = "in one request"
    EACH = "each in a request of its own"
    SOME = "in several requests"
    MANY = "in very many requests"


@frozen
class Cut:
    """A way to divide histories. Random choices follow from `salt`. With `beside`, a target that has sessions performs
    operations in another session between two requests.
    """

    how: Cutting = Cutting.WHOLE
    salt: str = ""
    beside: bool = False

    def of(self, run: Run) -> Run:
        """Return the run with this cut."""
        length = len(run.operations)
        match self.how:
            case Cutting.EACH if length <= MOST_REQUESTS:
                cuts = tuple(range(1, length))
            case Cutting.MANY if length > 1:
                source = random.Random(f"{self.salt} {length}")
                cuts = tuple(sorted(source.sample(range(1, length), min(length, MANY_REQUESTS) - 1)))
            case Cutting.EACH | Cutting.SOME if length > 1:
                source = random.Random(f"{self.salt} {length}")
                cuts = tuple(sorted({source.randrange(1, length) for _ in range(source.randint(1, MOST_CUTS))}))
            case _:
                return run
        return evolve(run, cuts=cuts, beside=self.beside)

    @property
    def words(self) -> str:
        """A description of the cut for people."""
        return f"the operations came {self.how.value}{', with another session between' if self.beside else ''}"


UNCUT = Cut()


def drawn_cut(seed: str, *, many: bool = False) -> Cut:
    """Return the cut of an example's history. It depends on the same values as the example. With `many`, it is cut into
    many requests.
    """
    if many:
        return Cut(Cutting.MANY, seed)
    source = random.Random(f"cut {seed}")
    way = source.randrange(WAYS_OF_TEN)
    how = Cutting.WHOLE if way < WHOLE_OF_TEN else Cutting.EACH if way < WHOLE_OF_TEN + EACH_OF_TEN else Cutting.SOME
    if how is Cutting.WHOLE:
        return UNCUT
    return Cut(how, seed, source.randrange(WAYS_OF_TEN) < BESIDE_OF_TEN)
