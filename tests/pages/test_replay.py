"""A replay as a page: the answers of each target, in the same words as on the terminal."""

import html
import re
from pathlib import Path

import attrs
import pytest
from ackproof.commands.pages import replayed_answers
from ackproof.engine.discovery import discover
from ackproof.engine.replaying.replay import lines, replay_witness
from ackproof.errors import TargetBroke
from ackproof.pages.replay import replay_page
from ackproof.pages.timelines import timeline_of
from ackproof.pages.timelines.timeline import ReplayedAnswers
from ackproof.targets.references import reference_of
from ackproof.verdict import Outcome
from ackproof.wire.certificates import WrittenCertificate
from ackproof.wire.documents import write_document
from ackproof.wire.witnesses import witness_to_json
from ackproof.witness import Witness
from common.command import Command

from pages.conftest import BROKEN

NO_WRAPPING = 100_000
"""Columns of a terminal that never wraps."""


def _witness(certificate: WrittenCertificate) -> Witness:
    witness = certificate.targets[0].of(Outcome.FAIL)[0].witness
    assert witness is not None
    return witness


@pytest.mark.parametrize("component", [*BROKEN, "ids"])
def test_a_page_has_the_answers_of_the_terminal(
    broken: dict[str, WrittenCertificate], ids: WrittenCertificate, component: str
) -> None:
    """There is a column for each target, with the same answers in the same rows, and marks at the same steps."""
    witness = _witness(ids if component == "ids" else broken[component])
    names = (reference_of(component).describe().name, witness.target)
    drivers = [discover.find(name, component=component) for name in names]
    replayed = replay_witness(witness, drivers)
    for driver in drivers:
        driver.close()
    timeline = timeline_of(witness, replayed_answers(replayed))
    assert timeline is not None
    columns = ("recorded", *names)
    assert columns == timeline.targets
    first = len(timeline.headings) - timeline.state
    shown = {
        row.number: (row.apart, *("".join(cell) for cell in row.cells[first : first + len(columns)]))
        for row in timeline.rows
        if row.number is not None
    }
    printed = {}
    for line in lines(replayed, NO_WRAPPING):
        found = re.match(r"(?P<mark>[> ]) +(?P<number>\d+)  +(?P<rest>.*)", line.plain)
        if found:
            _, *answers = re.split(r"\s{2,}", found["rest"].strip())
            printed[int(found["number"])] = (found["mark"] == ">", *answers)
    assert printed == shown
    assert any(apart for apart, *_ in shown.values())
    page = html.unescape(replay_page(witness, replayed_answers(replayed)))
    assert all(answer in page for answers in replayed.rendered().values() for answer in answers)
    assert replayed.conclusion()[-1] in page


def test_a_long_replay_keeps_each_step_at_which_targets_differ(broken: dict[str, WrittenCertificate]) -> None:
    """The steps around it are left out."""
    witness = _witness(broken["acker"])
    run = attrs.evolve(witness.run, operations=witness.run.operations[:1] * 200, cuts=())
    many = attrs.evolve(witness, run=run, at=0, results=(), steps=(), trees=())
    answers = {"one": ["nothing"] * 200, "other": ["nothing"] * 99 + ["ack"] + ["nothing"] * 100}
    timeline = timeline_of(
        many, ReplayedAnswers(answers=answers, differing=(99,), conclusion=["The answers differ at 100."])
    )
    assert timeline is not None
    assert [100] == [row.number for row in timeline.rows if row.apart]
    assert len(timeline.rows) < 60
    assert 200 == sum(row.left_out or 1 for row in timeline.rows)


def test_the_command_writes_the_page(
    ackproof: Command, broken: dict[str, WrittenCertificate], tmp_path: Path, page_file: Path
) -> None:
    """The output is unchanged; and a report has the columns of the given targets."""
    certificate = broken["acker"]
    target = certificate.targets[0].name
    write_document(tmp_path / "witness.json", witness_to_json(_witness(certificate)))
    result = ackproof("replay", tmp_path / "witness.json", "reference", target, "--html", page_file)
    assert 1 == result.code
    page = page_file.read_text(encoding="utf-8")
    assert f"<code>{target}</code>" in page
    assert result.out.splitlines()[-1] in page
    write_document(tmp_path / "certificate.json", certificate.document)
    result = ackproof("report", tmp_path / "certificate.json", "--html", page_file, "--replay", "reference")
    assert 0 == result.code
    page = page_file.read_text(encoding="utf-8")
    assert page.count(">answer of<") == len(certificate.targets[0].of(Outcome.FAIL))
    refused = ackproof("report", tmp_path / "certificate.json", "--replay", "reference")
    assert (2, True) == (refused.code, "give --html FILE with it" in refused.complaint)


def test_a_target_that_broke_is_said_to_have(broken: dict[str, WrittenCertificate]) -> None:
    """No conclusion is drawn from the others."""
    witness = _witness(broken["acker"])
    driver = discover.find("reference")
    replayed = replay_witness(witness, [driver])
    driver.close()
    replayed.answers["broken"] = TargetBroke("it ended")
    page = replay_page(witness, replayed_answers(replayed))
    assert "broken: it ended" in page
    assert "The answers differ" not in page
    assert "keeps" not in page
