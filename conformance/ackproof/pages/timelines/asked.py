"""What a component was asked and what it answered, row by row: a map, a spout executor and collectors alike."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ackproof.components import Operation
from ackproof.pages.timelines.timeline import Arrow, Timeline, TimelineRow
from ackproof.stories.differences import differing
from ackproof.stories.step_words import THERE, operation_words, shown_result, there_words
from ackproof.witness import CollectorStep, MapStep, SpoutStep, Witness

AskedStep = TypeVar("AskedStep", bound=MapStep | SpoutStep | CollectorStep)


def of_asked(
    lanes: Sequence[str],
    steps: Sequence[AskedStep],
    witness: Witness,
    arrows: Callable[[Operation, AskedStep], Iterable[Arrow]],
    *,
    names: str,
) -> Timeline:
    """Return the picture of steps whose arrows are known. `names` says what the names in it stand for."""
    differs = differing(witness.run.operations, steps)
    rows = [
        TimelineRow(
            number=index + 1,
            marked=index == witness.at,
            differs=differs[index],
            arrows=tuple(arrows(operation, step)),
            cells=(
                (operation_words(operation),),
                (step.why,),
                (shown_result(step.said),),
                ("" if step.expected is None else shown_result(step.expected),),
                (there_words(step),),
            ),
        )
        for index, (operation, step) in enumerate(zip(witness.run.operations, steps, strict=False))
    ]
    return Timeline(
        lanes=tuple(lanes),
        headings=("operation", "what it means", "answer", "should have answered", THERE[type(steps[0])]),
        compared=(2, 3),
        state=1,
        names=names,
        rows=tuple(rows),
    )
