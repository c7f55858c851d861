"""Operations and results of the component `ids`: what the executors of a topology draw their ids from.

An executor draws root ids and edge ids from one generator. How an id is used does not matter here, only which executor
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
    """The ids that one operation drew, in the order in which they were drawn."""

    ids: tuple[Long, ...] = ()
