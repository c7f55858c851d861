"""A wrong ring, for mutants of several components that keep their things by age in it."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from attrs import define, field

T = TypeVar("T")


@define
class RingThatGrowsAtItsEnd(Generic[T]):
    """Things by age in a ring. When it is full it gets as many places again at its end, wherever the oldest is."""

    room: int
    things: deque[T] = field(init=False, factory=deque)
    first: int = field(init=False, default=0)

    def add(self, thing: T) -> Sequence[T]:
        """Add what is the youngest; return what can no longer be found in its place."""
        lost: Sequence[T] = []
        if len(self.things) == self.room:
            lost = list(self.things)[self.room - self.first :]
            self.room *= 2
        self.things.append(thing)
        return lost

    def leave_out(self, is_there: Callable[[T], bool]) -> None:
        """Leave out the oldest, as long as they are not there any more."""
        while self.things and not is_there(self.things[0]):
            self.things.popleft()
            self.first = (self.first + 1) % self.room
