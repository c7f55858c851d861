"""A certificate in other forms: each has its content, and no text of a target is interpreted."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from ackproof.errors import UsageError
from ackproof.reports import badge, github, junit, markdown, statement
from ackproof.reports.formats import FORMATS
from ackproof.wire.certificates import certificate_from_json, digest
from common.command import Command

from reports.documents import certificate, verdict, written

CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"
PUBLISHED = sorted(path for path in CERTIFICATES.glob("*.json") if path.name != "observations.json")
NASTY = "a`|<script>alert(1)</script>\n::error::no %0A [x](y) & @me \x1b[31m"
FORGETFUL = "ackproof.examples.forgetful:make"
SHA = "ab" * 32


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", [name for name in FORMATS if name != "in-toto"])
def test_a_published_certificate_has_every_form(path: Path, form: str) -> None:
    """This includes one without times and digest."""
    read = certificate_from_json(json.loads(path.read_text(encoding="utf-8")))
    text = FORMATS[form](read)
    assert text.endswith("\n")
    assert read.targets[0].label in text or form.startswith("badge")
    if form in ("junit", "badge-svg"):
        ET.fromstring(text)  # noqa: S314 - our own


def test_markdown_quotes_what_others_wrote() -> None:
    """Their text cannot form a row, link, tag, mention or fence."""
    broken = verdict("ACK-01", "FAIL", reason=NASTY, witness={"at": 0, "story": ["```", NASTY, "````"]})
    lines = list(markdown.lines(written(broken, name="it", conclusion=NASTY, exit_code=1)))
    fence = next(line for line in lines if line.startswith("`````"))
    outside = [line for line in lines if not line.startswith(("<details>", "</details>"))]
    start, end = outside.index(fence), len(outside) - 1 - outside[::-1].index("`````")
    outside = outside[:start] + outside[end + 1 :]
    assert not [line for line in outside if any(part in line for part in ("<script", "[x](", "@me", "\x1b", "```"))]
    (row,) = [line for line in outside if line.startswith("| ACK-01 ")]
    assert row.count("|") == 6, row
    assert not [line for line in lines if line.startswith("::")]


def test_annotations_stay_in_one_line() -> None:
    """Whatever a target writes, each line is one command of the suite, with the suite's kind."""
    broken = verdict("ACK-01", "FAIL", reason=NASTY, title=NASTY)
    should = verdict("ACK-11", "FAIL", level="SHOULD")
    lines = list(github.lines(written(broken, should, verdict("ACK-02"), conclusion=NASTY, exit_code=1)))
    assert ["error", "warning", "notice"] == [line.split(" ", 1)[0].removeprefix("::") for line in lines]
    assert "%0A%3A%3Aerror" in lines[0].split("::")[1]
    assert "\n" not in "".join(lines)


def test_the_step_summary_is_added_to_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a file that all steps share. If it cannot be written, that is reported."""
    summary = tmp_path / "summary.md"
    summary.write_text("earlier\n", encoding="utf-8")
    monkeypatch.setenv(github.SUMMARY, str(summary))
    github.add_summary(written(verdict("ACK-01")))
    assert summary.read_text(encoding="utf-8").startswith("earlier\n## ✅ ackproof: conformant\n")
    monkeypatch.setenv(github.SUMMARY, str(tmp_path))
    with pytest.raises(UsageError, match="cannot write the step summary"):
        github.add_summary(written(verdict("ACK-01")))


@pytest.mark.parametrize(
    ("more", "message", "colour"),
    [
        ({"conclusion": "conformant"}, "conformant", "brightgreen"),
        ({"conclusion": "conformant, with recorded deviations"}, "conformant, with recorded deviations", "brightgreen"),
        ({"exit_code": 1}, "violation of 1 rule", "red"),
        ({"exit_code": 5}, "inconclusive", "yellow"),
        ({"settings": {"quick": True}}, "quick run, no violation", "blue"),
        ({"settings": {"quick": True}, "exit_code": 1}, "quick run, violation of 1 rule", "red"),
        ({"cut_off": True}, "cut off", "lightgrey"),
    ],
)
def test_a_badge_says_no_more_than_the_certificate(more: dict[str, object], message: str, colour: str) -> None:
    """A badge for a quick run is never green, and never says conformant."""
    broken = [verdict("ACK-01", "FAIL")] if more.get("exit_code") == 1 else []
    read = written(*broken, verdict("ACK-11", "FAIL", level="SHOULD"), **more)
    shown = badge.endpoint(read)
    assert {"schemaVersion": 1, "label": "ackproof", "message": message, "color": colour} == shown
    assert message in "".join(ET.fromstring(badge.picture(read)).itertext())  # noqa: S314 - our own


def test_junit_has_what_is_out_of_date() -> None:
    """A stale deviation causes exit code 4, so CI has to show it."""
    stale = [{"rule": "ACK-08", "variant": "zero-first", "reason": "why", "link": "docs", "versions": ["1"]}]
    read = written(verdict("ACK-08"), stale=stale, exit_code=4)
    cases = ET.fromstring(junit.document(read)).iter("testcase")  # noqa: S314 - our own
    failing = [case.get("name") for case in cases if case.find("failure") is not None]
    assert ["deviations[it]"] == failing


def test_a_statement_names_files_by_their_hashes() -> None:
    """They are the target's files in the certificate; without any, there is no statement."""
    document = certificate(verdict("ACK-01"), files=[{"file": "acker.py", "sha256": SHA}])
    made = statement.statement(certificate_from_json(document))
    assert [{"name": "acker.py", "digest": {"sha256": SHA}}] == made["subject"]
    assert ("https://in-toto.io/Statement/v1", digest(document)) == (made["_type"], made["predicate"]["certificate"])
    with pytest.raises(UsageError, match="names no file"):
        statement.statement(written(verdict("ACK-01")))
    with pytest.raises(UsageError, match="not whole"):
        statement.statement(written(verdict("ACK-01"), files=document["targets"][0]["files"], stopped=True))


def test_certify_and_report_show_the_same(ackproof: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output that is printed directly can be made later from the file."""
    monkeypatch.delenv(github.SUMMARY, raising=False)
    at_once = ackproof("certify", FORGETFUL, "--rule", "ACK-08", "--examples", "60", "--format", "github")
    later = ackproof("report", "out/certificate.json", "--format", "github")
    assert (1, 0) == (at_once.code, later.code)
    assert at_once.out == later.out
    assert later.out.startswith("::error title=FAIL ACK-08 under storm2%3A ")
    assert 0 == ackproof("report", "out/certificate.json", "--format", "badge-svg", "--out", "badge.svg").code
    assert Path("badge.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_the_name_of_a_target_that_could_not_be_run_stands_once(ackproof: Command) -> None:
    """The reason in the certificate begins with it; Markdown and page say it before."""
    pytest.importorskip("jinja2")
    assert 3 == ackproof("certify", "exec:false", "--rule", "ACK-05", "--html", "page.html").code
    printed = ackproof("report", "out/certificate.json").out
    assert "`exec:false` could not be run: ended with exit code 1; its stderr is empty" in printed
    page = Path("page.html").read_text(encoding="utf-8")
    assert "It could not be run: ended with exit code 1; its stderr is empty" in page
    changes = ackproof("compare", "out/certificate.json", "out/certificate.json").out
    assert "exec:false ended" not in changes


def test_a_certificate_that_was_edited_is_refused(ackproof: Command) -> None:
    """This holds for every form: a badge or a statement would be unfounded."""
    assert 1 == ackproof("certify", FORGETFUL, "--rule", "ACK-08", "--examples", "60").code
    document = json.loads(Path("out/certificate.json").read_text(encoding="utf-8"))
    document["verdicts"][0]["verdict"] = "PASS"
    Path("edited.json").write_text(json.dumps(document), encoding="utf-8")
    for form in FORMATS:
        ended = ackproof("report", "edited.json", "--format", form)
        assert (2, "", True) == (ended.code, ended.out, "edited.json was edited" in ended.complaint)
    assert 2 == ackproof("compare", "edited.json", "out/certificate.json").code
    assert 2 == ackproof("compare", "out/certificate.json", "edited.json").code


def test_what_is_no_certificate_is_refused(ackproof: Command) -> None:
    """The error has the place of the fault; for an unknown format it suggests the nearest."""
    Path("half.json").write_text('{"certificate": 1}', encoding="utf-8")
    ended = ackproof("report", "half.json")
    assert (2, True) == (ended.code, "is not a certificate of this form" in ended.complaint)
    Path("later.json").write_text('{"certificate": 2}', encoding="utf-8")
    ended = ackproof("report", "later.json")
    assert (2, True) == (ended.code, "a certificate of form 2, and this release reads form 1" in ended.complaint)
    ended = ackproof("report", "half.json", "--format", "markdwon")
    assert (2, True) == (ended.code, "did you mean markdown?" in ended.complaint)
