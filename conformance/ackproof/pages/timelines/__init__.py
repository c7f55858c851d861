"""A witness as a space-time picture: who takes part (lanes, from left to right) and what happens (rows, downwards).

A row is a step of the witness, in the very words of the story on a terminal. What was sent is an arrow; what should
have been said and was not is a ghost, and what was said and should not have been is wrong. Pixels come later.
"""

from attrs import evolve

from ackproof.pages.timelines.ackers import of_acker
from ackproof.pages.timelines.collectors import of_collector
from ackproof.pages.timelines.conversations import of_conversation
from ackproof.pages.timelines.rotating_maps import of_map
from ackproof.pages.timelines.spouts import of_spout
from ackproof.pages.timelines.timeline import ReplayedAnswers, Timeline, TimelineRow, few_rows, with_answers
from ackproof.pages.timelines.topologies import of_topology
from ackproof.stories.long_texts import long_texts_in
from ackproof.stories.step_words import operation_words
from ackproof.witness import CollectorStep, ConversationStep, DeliveredStep, MapStep, SpoutStep, TopologyStep, Witness


def timeline_of(witness: Witness, beside: ReplayedAnswers | None = None) -> Timeline | None:
    """Return the picture of a witness, with what targets answer `beside` it, if that is given. Of many rows most are
    left out.

    Without targets it is None if the steps are counts or ids, or if an early release wrote it. With targets such a
    witness has its operations, and no picture.
    """
    whole = _whole(witness)
    if beside is not None:
        whole = with_answers(whole or _operations(witness), beside)
    return None if whole is None else _with_short_names(evolve(whole, rows=few_rows(whole.rows)), witness)


def _with_short_names(timeline: Timeline, witness: Witness) -> Timeline:
    """Return a timeline with names in place of long texts."""
    long_texts = long_texts_in([*witness.run.operations, *witness.steps])
    if not long_texts.names:
        return timeline
    rows = [
        evolve(
            row,
            cells=tuple(tuple(map(long_texts.named, lines)) for lines in row.cells),
            arrows=tuple(evolve(arrow, label=long_texts.named(arrow.label)) for arrow in row.arrows),
        )
        for row in timeline.rows
    ]
    said = [line for row in rows for lines in row.cells for line in lines]
    return evolve(timeline, rows=tuple(rows), names="; ".join(filter(None, [timeline.names, *long_texts.lines(said)])))


def _operations(witness: Witness) -> Timeline:
    rows = [
        TimelineRow(number=index + 1, marked=index == witness.at, cells=((operation_words(operation),),))
        for index, operation in enumerate(witness.run.operations)
    ]
    return Timeline(lanes=(), headings=("operation",), rows=tuple(rows))


def _whole(witness: Witness) -> Timeline | None:
    steps = witness.steps
    kinds = {type(step) for step in steps}
    picture = None
    if kinds == {DeliveredStep}:
        picture = of_acker([step for step in steps if isinstance(step, DeliveredStep)], witness)
    elif kinds == {TopologyStep}:
        picture = of_topology([step for step in steps if isinstance(step, TopologyStep)], witness)
    elif kinds == {MapStep}:
        picture = of_map([step for step in steps if isinstance(step, MapStep)], witness)
    elif kinds == {SpoutStep}:
        picture = of_spout([step for step in steps if isinstance(step, SpoutStep)], witness)
    elif kinds == {CollectorStep}:
        picture = of_collector([step for step in steps if isinstance(step, CollectorStep)], witness)
    elif kinds == {ConversationStep}:
        picture = of_conversation([step for step in steps if isinstance(step, ConversationStep)], witness)
    return picture
