"""A RotatingMap: a lane for each age, and the entries in them."""

from collections.abc import Iterator, Sequence

from ackproof.pages.timelines.asked import of_asked
from ackproof.pages.timelines.timeline import (
    MOST_SIGNALS,
    Arrow,
    Look,
    Timeline,
)
from ackproof.text.truncate import truncated
from ackproof.witness import (
    MapStep,
    Witness,
)


def of_map(steps: Sequence[MapStep], witness: Witness) -> Timeline:
    """Return the picture of what was done to a map."""
    oldest = max((entry.age for step in steps for entry in step.entries), default=0)
    lanes = [_age_lane(age) for age in range(oldest + 1)]
    return of_asked(lanes, steps, witness, lambda step: _map_arrows(step, lanes[-1]), reasons=False)


def _age_lane(age: int) -> str:
    return "nursery" if age == 0 else f"after {age} rotation{'s' * (age > 1)}"


def _map_arrows(step: MapStep, death_row: str) -> Iterator[Arrow]:
    for entry in truncated(step.entries, lambda _: step.entries[0], MOST_SIGNALS // 2):
        lane = _age_lane(entry.age)
        yield Arrow(start=lane, end=lane, label=f"{entry.key}={entry.value}", look=Look.NOTE)
    if step.forgotten:
        keys = ", ".join(truncated(step.forgotten, lambda more: f"… {more} more", 2))
        yield Arrow(start=death_row, end=death_row, label=f"forgets {keys}", look=Look.FORGOTTEN)
