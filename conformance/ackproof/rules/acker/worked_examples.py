"""The rule on worked examples: the trees that the sources draw, message by message."""

from collections.abc import Sequence

from attrs import frozen

from ackproof.components.acker import AckerResult
from ackproof.rules.registry import Premise, Premises, Violation, rule
from ackproof.target import INIT_FIRST
from ackproof.text.wording import notification_words
from ackproof.workloads.worked_examples import EXAMPLES, WorkedExample, begins_with_an_ack, pick_worked_example


@frozen
class WrittenOut:
    """A worked example and a target's answers to it."""

    example: WorkedExample
    results: Sequence[AckerResult]


WORKED = {title: Premise(title, excluded_by=(INIT_FIRST,) if begins_with_an_ack(title) else ()) for title in EXAMPLES}


@rule("ACK-32", grow=pick_worked_example, observe=WrittenOut, premises=list(WORKED.values()), effort=2)
def the_worked_examples_come_out_as_written(seen: WrittenOut, premise: Premises) -> None:
    """The notifications of each example are compared message by message."""
    if seen.example.steps:  # it is empty for a target whose assumptions exclude it
        premise(WORKED[seen.example.title])
    rows = zip(seen.example.steps, seen.results, seen.example.expected, strict=True)
    for index, (step, result, expected) in enumerate(rows):
        if result.notifications != expected.notifications:
            raise Violation(
                f"in {seen.example.title}, when {step.about}, the acker said "
                f"{notification_words(result.notifications)}; "
                f"it should have said {notification_words(expected.notifications)}",
                index,
            )
