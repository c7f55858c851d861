"""A RotatingMap: a lane for each age, and the entries in them."""

from collections.abc import Iterator, Sequence

from ackproof.components.rotating_map import MapResult
from ackproof.pages.timelines.asked import of_asked
from ackproof.pages.timelines.timeline import (
    LABELS,
    MOST_SIGNALS,
    Arrow,
    Look,
    Timeline,
    compared,
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
    return of_asked(lanes, steps, witness, lambda _, step: _map_arrows(step, lanes[-1]), names=NAMES)


NAMES = "a=v1 is a key with its value; its age is the number of rotations since it was put"


def _age_lane(age: int) -> str:
    return f"age {age}"


def _map_arrows(step: MapStep, death_row: str) -> Iterator[Arrow]:
    for entry in truncated(step.entries, lambda _: step.entries[0], MOST_SIGNALS // 2):
        lane = _age_lane(entry.age)
        yield Arrow(start=lane, end=lane, label=f"{entry.key}={entry.value}", look=Look.NOTE)
    if step.forgotten:
        yield _on(death_row, f"has to expire: {_few(step.forgotten)}", Look.FORGOTTEN)
    if step.expected is None or step.expected == step.said:
        return
    wrong = _keys(step.said, step.expected, Look.WRONG), _keys(step.said, step.expected, Look.MISSING)
    for keys, look in zip(wrong, (Look.WRONG, Look.MISSING), strict=True):
        if keys:
            yield _on(death_row, f"{LABELS[look]}{_few(keys)} expired", look)
    if not any(wrong):
        yield _on(_age_lane(0), "wrong answer", Look.WRONG)


def _on(lane: str, label: str, look: Look) -> Arrow:
    return Arrow(start=lane, end=lane, label=label, look=look)


def _few(keys: Sequence[str]) -> str:
    return ", ".join(truncated(keys, lambda more: f"… {more} more", 2))


def _keys(answered: MapResult, expected: MapResult, look: Look) -> list[str]:
    """Return the keys that expired and should not have, or that should have and did not."""
    return [entry.key for entry, how in compared(answered.expired or (), expected.expired or ()) if how is look]
