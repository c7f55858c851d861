"""A RotatingMap: a lane for each age, and the entries in them."""

from collections.abc import Iterator, Sequence

from ackproof.pages.timelines.timeline import (
    MOST_SIGNALS,
    Arrow,
    Look,
    Row,
    Timeline,
    few_rows,
)
from ackproof.stories.step_words import (
    THERE,
    operation_words,
    result_words,
    there_words,
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
    rows = [
        Row(
            number=index + 1,
            marked=index == witness.at,
            arrows=tuple(_map_arrows(step, lanes[-1])),
            cells=(
                (operation_words(operation),),
                (result_words(step.said),),
                ("" if step.expected is None else result_words(step.expected),),
                (there_words(step),),
            ),
        )
        for index, (operation, step) in enumerate(zip(witness.run.operations, steps, strict=False))
    ]
    return Timeline(
        lanes=tuple(lanes),
        headings=("operation", "answer", "should have answered", THERE[MapStep]),
        compared=(1, 2),
        rows=few_rows(rows, lambda index: index == witness.at),
    )


def _age_lane(age: int) -> str:
    return "nursery" if age == 0 else f"after {age} rotation{'s' * (age > 1)}"


def _map_arrows(step: MapStep, death_row: str) -> Iterator[Arrow]:
    for entry in truncated(step.entries, lambda _: step.entries[0], MOST_SIGNALS // 2):
        lane = _age_lane(entry.age)
        yield Arrow(start=lane, end=lane, label=f"{entry.key}={entry.value}", look=Look.NOTE)
    if step.forgotten:
        keys = ", ".join(truncated(step.forgotten, lambda more: f"… {more} more", 2))
        yield Arrow(start=death_row, end=death_row, label=f"forgets {keys}", look=Look.FORGOTTEN)
