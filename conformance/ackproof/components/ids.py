"""Operations and results of the component `ids`: the generators from which the executors of a topology draw their ids.

An executor draws root ids and edge ids from one generator. The use of an id does not matter here, only which executor
drew it, and in which order.
"""

from typing import ClassVar

from attrs import frozen

from ackproof.components.fields import Long


@frozen
class Draw:
    """Executor `executor`, counted from 0, draws its next `count` ids."""

    op: ClassVar[str] = "draw"
    executor: int
    count: int


OPERATIONS = (Draw,)
IdsOperation = Draw


@frozen
class IdsResult:
    """The ids that one operation drew, in order."""

    ids: tuple[Long, ...] = ()
