"""Pages from certificates: the same facts as the story, and no content that a browser would execute."""

import html
import json
import re
from functools import reduce
from html.parser import HTMLParser
from importlib import resources
from operator import xor
from pathlib import Path

import attrs
import pytest
from ackproof.commands.pages import write_report
from ackproof.components import Operation
from ackproof.components.acker import Ack, Init
from ackproof.components.anchoring import AnchoringResult, Emit, Receive
from ackproof.components.spout import Callback, InitSent, Sent, SpoutResult
from ackproof.pages.bits import drawn_ids
from ackproof.pages.drawing import drawn
from ackproof.pages.report import Group, report_page
from ackproof.pages.timelines import timeline_of
from ackproof.pages.timelines.timeline import Arrow, Look, Timeline, TimelineRow
from ackproof.rules.registry import Violation
from ackproof.stories.differences import draws_own_ids, without_ids
from ackproof.stories.violations import render
from ackproof.verdict import Outcome
from ackproof.wire.certificates import WrittenCertificate, WrittenTarget, WrittenVerdict, certificate_from_json
from ackproof.wire.forms import Json
from ackproof.witness import DeliveredStep, Witness
from common.command import Command
from common.messages import Row, chronicle, message, tick

from pages.conftest import BROKEN


def _violation(certificate: WrittenCertificate) -> WrittenVerdict:
    return certificate.targets[0].of(Outcome.FAIL)[0]


def _each_alone(target: WrittenTarget) -> list[Group]:
    return [Group(first=each) for each in target.of(Outcome.FAIL)]


@pytest.mark.parametrize("component", BROKEN)
def test_a_picture_has_the_facts_of_the_story(broken: dict[str, WrittenCertificate], component: str) -> None:
    """Each line of the terminal's table is a row of the picture, word for word; the same one is marked."""
    verdict = _violation(broken[component])
    witness = verdict.witness
    assert witness is not None
    timeline = timeline_of(witness)
    assert timeline is not None
    story = " ".join(" ".join(verdict.story).split())
    should_column = timeline.headings.index("should have said") if "should have said" in timeline.headings else None
    for row in timeline.rows:
        for index, cell in enumerate(row.cells):
            for line in cell:
                if index != should_column and timeline.headings[index] not in NOT_IN_STORIES:
                    assert " ".join(line.split()) in story
    assert [witness.at + 1] == [row.number for row in timeline.rows if row.marked]
    assert len(witness.steps) == sum(row.left_out or 1 for row in timeline.rows)


NOT_IN_STORIES = (
    "ack val",
    "age in rotations",
    "should have answered",
    "trees that are not done",
    "what it means",
)
"""A picture has more: the story of a topology mentions open trees only in the violation, and a map's has no reasons."""


def test_what_was_said_wrongly_stands_out(broken: dict[str, WrittenCertificate]) -> None:
    """The row of the violation has an arrow that should not be there, from the acker to the spout task."""
    witness = _violation(broken["acker"]).witness
    assert witness is not None
    timeline = timeline_of(witness)
    assert timeline is not None
    (marked,) = [row for row in timeline.rows if row.marked]
    (wrong,) = [arrow for arrow in marked.arrows if arrow.look is Look.WRONG]
    assert ("acker", "spout task 0", "wrongly: ack") == (wrong.start, wrong.end, wrong.label)


def test_a_record_is_drawn_as_long_as_it_has_to_be_remembered(broken: dict[str, WrittenCertificate]) -> None:
    """It is drawn from the message that creates it to the tick at which it expires, on the lane of its acker; then a
    new one begins.
    """
    witness = _violation(broken["acker"]).witness
    assert witness is not None
    timeline = timeline_of(witness)
    assert timeline is not None
    lives = [row.life for row in timeline.rows]
    first, *between, last, anew = lives
    assert all(each is not None and "acker" == each.lane for each in lives)
    assert (True, False) == (first and first.begins, first and first.ends)
    assert not any(each and (each.begins or each.ends) for each in between)
    assert (False, True) == (last and last.begins, last and last.ends)
    assert anew
    assert anew.begins
    bands = [row.band for row in drawn(timeline).rows]
    assert bands[0]
    assert (True, None) == (bands[0].top > 0, bands[0].bottom)


def test_a_picture_says_when_a_record_is_forgotten(broken: dict[str, WrittenCertificate]) -> None:
    """The legend has the words of the story; the age grows at each tick, up to the one at which it expires."""
    verdict = _violation(broken["acker"])
    witness = verdict.witness
    assert witness is not None
    timeline = timeline_of(witness)
    assert timeline is not None
    story = "\n".join(verdict.story)
    assert timeline.lifetime.endswith("made or last refreshed")
    assert timeline.lifetime in story
    open_, age = (timeline.headings.index(name) for name in ("open", "age in rotations"))
    ticks = [row.cells for row in timeline.rows if row.cells[0] == ("tick",)]
    assert [("1",), ("2",), ("forgotten: root 1",)][-len(ticks) :] == [cells[age] for cells in ticks]
    assert {("",)} == {cells[open_] for cells in ticks}
    assert "forgotten: root 1" in story
    assert "a new record" in timeline.rows[witness.at].cells[open_][0]
    page = report_page([broken["acker"]], _each_alone)
    for words in (
        timeline.lifetime,
        "by the specification, root 1 is remembered",
        "by the specification, root 1 is forgotten",
        "wrong: should not have been sent",
        "the acker told spout task 0: ack; it should have said nothing",
    ):
        assert words in page
    assert 1 == page.count(witness.violation)


def _pictured(*rows: Row, tasks: int = 1, profile: str = "storm2") -> Timeline:
    """Return the picture of an acker's messages, with the last step marked."""
    seen = chronicle(*rows, profile=profile, tasks=tasks)
    rendered = render(seen.workload, list(seen.results), Violation("it is wrong", len(rows) - 1))
    timeline = timeline_of(
        Witness(
            rule="ACK-17",
            title="",
            target="it",
            version="1",
            seed=0,
            run=seen.workload.run,
            violation="it is wrong",
            at=len(rows) - 1,
            results=tuple(seen.results),
            steps=tuple(rendered.steps),
            trees=tuple(rendered.trees),
            story=tuple(rendered.story),
        )
    )
    assert timeline is not None
    return timeline


def test_the_age_at_a_tick_is_that_of_the_root_in_question() -> None:
    """If there are several roots, it is named. A tick of another acker task and a finished record have none."""
    rows = [message("init A", root=1), message("init B", root=0), tick(0), tick(1), tick(), message("ack A", root=1)]
    ages = [row.cells[-1] for row in _pictured(*rows, tasks=2).rows]
    assert [("0, new",), ("0, new",), ("root 1: 1",), (), ("root 1: 2",), ("2",)] == ages
    finished = _pictured(message("init A"), message("ack A", "ack"), tick(), message("fail"), tick())
    assert [(), ("1",)] == [row.cells[-1] for row in finished.rows if row.cells[0] == ("tick",)]
    refreshed = _pictured(message("init A"), tick(), message("fail"), tick(), tick(), profile="storm1")
    assert [("1",), (), ("forgotten: root 1",)] == [
        row.cells[-1] for row in refreshed.rows if row.cells[0] == ("tick",)
    ]


def test_without_ticks_nothing_is_said_of_forgetting() -> None:
    """All ages are 0 then."""
    assert "" == _pictured(message("init A"), message("ack A")).lifetime


def test_small_ids_stand_beside_their_letters(broken: dict[str, WrittenCertificate]) -> None:
    """The xor of a message's ids is its value. Large ids are not shown."""
    witness = _violation(broken["acker"]).witness
    assert witness is not None
    timeline = timeline_of(witness)
    assert timeline is not None
    ids = {name: int(number) for name, number in re.findall(r"(\w+) = (\d+)", timeline.names)}
    messages = [
        (step.edges, operation.value)
        for step, operation in zip(witness.steps, witness.run.operations, strict=True)
        if isinstance(step, DeliveredStep) and step.edges is not None and isinstance(operation, Init | Ack)
    ]
    assert messages
    for edges, value in messages:
        assert value == reduce(xor, (ids[edge] for edge in edges), 0)
    large = tuple(
        attrs.evolve(each, value=each.value << 40) if isinstance(each, Init | Ack) else each
        for each in witness.run.operations
    )
    others = timeline_of(attrs.evolve(witness, run=attrs.evolve(witness.run, operations=large)))
    assert others is not None
    assert "=" not in others.names


def test_every_look_has_a_style() -> None:
    """An arrow without one would be invisible."""
    style = resources.files("ackproof.pages").joinpath("templates", "style.css").read_text(encoding="utf-8")
    assert [] == [look for look in Look if not re.search(rf"svg \.{look.value}\b[^{{]*{{ ?stroke: var", style)]


def test_ids_of_its_own_are_no_difference() -> None:
    """A target that draws its own edge ids is compared without them; wrong values of given ids are differences."""
    asked: list[Operation] = [Receive("A", {1: 1}), Emit(("B",), ("A",), ((2,),))]
    assert draws_own_ids(asked, [AnchoringResult(), AnchoringResult(message_ids=({1: 1 << 40},))])
    assert not draws_own_ids(asked, [AnchoringResult(), AnchoringResult(message_ids=({1: 3},))])
    sent = SpoutResult((Sent(0, {1: 5}), InitSent(1, 5, 0), Callback("ack", 0, "m1")), 1)
    same = SpoutResult((Sent(0, {1: 9}), InitSent(1, 9, 0), Callback("ack", 0, "m1")), 1)
    assert without_ids(sent) == without_ids(same) != without_ids(attrs.evolve(same, pending=2))
    result = AnchoringResult(messages=(Ack(1, 7),))
    assert without_ids(result) == without_ids(AnchoringResult(messages=(Ack(1, 8),)))


def test_ids_are_shown_by_their_bits(ids: WrittenCertificate) -> None:
    """The bar that is farthest from half is that of the bit in the violation, and has the height that it states."""
    verdict = _violation(ids)
    found = re.fullmatch(r"bit (\d+) is set in (\d+) of (\d+) (.+); .*", verdict.reason)
    assert found
    assert verdict.witness is not None
    shown = drawn_ids(verdict.witness)
    assert shown is not None
    far = [(bar.bit, bar.count) for bar in shown.bars if bar.far]
    assert (int(found[1]), int(found[2])) in far
    assert (found[4], int(found[3])) == (shown.whose, shown.total)
    story = "\n".join(verdict.story)
    assert all(each in story for row in shown.rows for each, _ in row)


def test_what_was_not_said_is_a_ghost(broken: dict[str, WrittenCertificate]) -> None:
    """A missing notification of the target has a ghost arrow."""
    witness = _violation(broken["acker"]).witness
    assert witness is not None
    acker_steps = [step for step in witness.steps if isinstance(step, DeliveredStep)]
    silent = [attrs.evolve(step, said=step.expected, expected=step.said) for step in acker_steps]
    timeline = timeline_of(attrs.evolve(witness, steps=tuple(silent)))
    assert timeline is not None
    assert [Look.MISSING] == [arrow.look for row in timeline.rows if row.marked for arrow in row.arrows[1:]]


def test_arrows_lead_from_lane_to_lane() -> None:
    """Lanes are in order from left to right; marks of two lanes share a line, and a row is as high as its lines."""
    arrows = (
        Arrow(start="a", end="b", label="x", look=Look.SENT),
        Arrow(start="a", end="a", label="tick", look=Look.TICK),
        Arrow(start="b", end="b", label="tick", look=Look.TICK),
    )
    timeline = Timeline(
        lanes=("a", "b"), headings=(), rows=(TimelineRow(number=1, arrows=arrows), TimelineRow(number=2))
    )
    drawing = drawn(timeline)
    first, second, third = drawing.rows[0].shapes
    assert first.x < first.to
    assert second.is_mark
    assert second.y == third.y > first.y
    assert drawing.rows[0].height > drawing.rows[1].height


class _Elements(HTMLParser):
    """Collects the names and attributes of all elements."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_a_page_asks_nobody_for_anything(broken: dict[str, WrittenCertificate]) -> None:
    """There is no reference to another address, and the policy allows none. Each id is unique."""
    page = report_page([broken["acker"]], _each_alone)
    elements = _Elements()
    elements.feed(page)
    links = [value for _, given in elements.found for name, value in given.items() if name in ("src", "href", "action")]
    assert [] == links
    assert not [name for _, given in elements.found for name in given if name.startswith("on") or name == "style"]
    assert "default-src 'none'" in page
    ids = [given["id"] for _, given in elements.found if "id" in given]
    assert len(set(ids)) == len(ids)


HOSTILE = "<script>alert(1)</script>\u202e{{ 7 * 7 }}\x1b[31m"


def test_what_a_certificate_says_is_text(broken: dict[str, WrittenCertificate]) -> None:
    """Names, reasons and stories in a file are shown as text, never interpreted as markup, template, or a change of
    direction.
    """
    document: Json = {**broken["acker"].document}
    document["targets"] = [{**each, "conclusion": HOSTILE} for each in document["targets"]]
    document["verdicts"] = [{**each, "reason": HOSTILE, "title": HOSTILE} for each in document["verdicts"]]
    page = report_page(
        [certificate_from_json(document)], lambda target: [Group(first=each) for each in target.of(Outcome.FAIL)]
    )
    assert "<script>alert" not in page
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert html.escape("<script>alert(1)</script>\\u202e{{ 7 * 7 }}\\x1b[31m") in page


def test_the_command_writes_pages(ackproof: Command, broken: dict[str, WrittenCertificate], page_file: Path) -> None:
    """One page has the violations of several certificates, grouped by cause."""
    write_report(page_file, list(broken.values()))
    page = page_file.read_text(encoding="utf-8")
    for target, rule in BROKEN.values():
        assert target in page
        assert re.search(f"<code>{rule}</code>", page)
    refused = ackproof("report", "a.json", "b.json")
    assert (2, True) == (refused.code, "only a page has several certificates" in refused.complaint)
    refused = ackproof("report", "no-such.json", "--html", str(page_file))
    assert (2, True) == (refused.code, "cannot read no-such.json" in refused.complaint)
    assert page == page_file.read_text(encoding="utf-8")


def test_a_comparison_shows_what_is_broken_now(
    ackproof: Command, broken: dict[str, WrittenCertificate], tmp_path: Path, page_file: Path
) -> None:
    """It has the picture; the output on the terminal is unchanged."""
    after = broken["acker"].document
    before = {**after, "verdicts": [{**each, "verdict": "PASS"} for each in after["verdicts"]]}
    del before["digest"]  # it is not the one that was written
    for name, document in (("before", before), ("after", after)):
        (tmp_path / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    result = ackproof("compare", str(tmp_path / "before.json"), str(tmp_path / "after.json"), "--html", str(page_file))
    assert 1 == result.code
    page = page_file.read_text(encoding="utf-8")
    assert "something is broken that was not" in page
    assert "wrongly: ack" in page
