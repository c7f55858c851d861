"""What a component was asked and what it answered, row by row: a map, a spout executor and collectors alike."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ackproof.pages.timelines.timeline import Arrow, Timeline, TimelineRow, few_rows
from ackproof.stories.step_words import THERE, operation_words, result_words, there_words
from ackproof.witness import CollectorStep, MapStep, SpoutStep, Witness

Asked = TypeVar("Asked", bound=MapStep | SpoutStep | CollectorStep)


def of_asked(
    lanes: Sequence[str],
    steps: Sequence[Asked],
    witness: Witness,
    arrows: Callable[[Asked], Iterable[Arrow]],
    *,
    reasons: bool = True,
) -> Timeline:
    """Return the picture of steps whose arrows are known; with `reasons`, each row says what its operation is."""
    rows = [
        TimelineRow(
            number=index + 1,
            marked=index == witness.at,
            arrows=tuple(arrows(step)),
            cells=(
                (operation_words(operation),),
                *[(step.why,)] * reasons,
                (result_words(step.said),),
                ("" if step.expected is None else result_words(step.expected),),
                (there_words(step),),
            ),
        )
        for index, (operation, step) in enumerate(zip(witness.run.operations, steps, strict=False))
    ]
    answer = 1 + reasons
    return Timeline(
        lanes=tuple(lanes),
        headings=("operation", *["what it is"] * reasons, "answer", "should have answered", THERE[type(steps[0])]),
        compared=(answer, answer + 1),
        rows=few_rows(rows, lambda index: index == witness.at),
    )
