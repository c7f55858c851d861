"""Lapses and occasions as they are recorded."""

import pytest
from ackproof.components.topology import Activate, Deactivate, NextTuple, Settle, TopologyOperation
from ackproof.oracle.lapses import Findings, Judged, Lapse, Occasion, Part

SOURCE, EMISSION, DEATH = Part.SOURCE, Part.EMISSION, Part.DEATH


@pytest.mark.parametrize(
    ("operation", "recorded"),
    [
        (None, [SOURCE, EMISSION, DEATH]),
        (Settle(), [SOURCE, EMISSION, DEATH]),
        (NextTuple("spout-1"), [SOURCE, EMISSION, DEATH]),
        (NextTuple("spout-1", most=0), [SOURCE, EMISSION, DEATH]),
        (NextTuple("spout-1", most=2), [Part.BURST, Part.BURST, DEATH]),
        (Activate("spout-1"), [Part.INACTIVE, Part.INACTIVE, DEATH]),
        (Deactivate("spout-1"), [Part.INACTIVE, Part.INACTIVE, DEATH]),
    ],
)
def test_a_lapse_of_the_source_belongs_to_the_operation_that_caused_it(
    operation: TopologyOperation | None, recorded: list[Part]
) -> None:
    """Other lapses stay in their part."""
    findings = Findings() if operation is None else Findings(operation=operation)
    for part in (SOURCE, EMISSION, DEATH):
        findings.lapse(part, "what")
    assert [Lapse(part, "what", 0) for part in recorded] == findings.judged.lapses


def test_the_first_lapse_of_some_parts_is_found() -> None:
    """There may be none."""
    lapses = [Lapse(part, "what", index) for index, part in enumerate((SOURCE, DEATH, EMISSION, DEATH))]
    judged = Judged(lapses)
    assert [lapses[1], lapses[1], None, None] == [
        judged.first(DEATH), judged.first(EMISSION, DEATH), judged.first(Part.TIME), judged.first()
    ]  # fmt: skip


def test_an_occasion_is_counted_each_time() -> None:
    """Those that did not occur have the count 0."""
    findings = Findings()
    for _ in range(2):
        findings.met(Occasion.CLOSED)
    assert [2, 0] == [findings.judged.occasions[each] for each in (Occasion.CLOSED, Occasion.OPENED)]
