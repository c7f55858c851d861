"""How far an exploration goes."""

from attrs import frozen

from ackproof.oracle.lives import LIFETIME


@frozen(kw_only=True)
class Bounds:
    """Sizes, all of them maxima: tuples and roots of a forest; ticks, duplicates and reset-timeouts of a history.

    By default there are enough ticks for a record to expire under either profile. Without `reduction`, states are not
    grouped in classes, so that both ways can be compared.
    """

    tuples: int = 3
    roots: int = 2
    ticks: int = 3
    duplicates: int = 1
    resets: int = 1
    reduction: bool = True

    def can_expire(self, profile: str, *, rotations_to_spare: int = 0) -> bool:
        """Whether there are enough ticks for a record to expire, or to reach this many rotations before its expiry."""
        return self.ticks + rotations_to_spare >= LIFETIME[profile]
