"""The site: it is built from this checkout, and all of its links have a target."""

import json
import re
from pathlib import Path, PurePosixPath

import pytest
from ackproof.specification import all_rules, spec_hash
from ackproof.wire.certificates import read_certificate

from tools.matrix import matrix
from tools.site.bench import bench
from tools.site.build import build
from tools.site.curves import size_curves
from tools.site.documents import markdown, slug
from tools.site.links import broken_links
from tools.site.real_ackers import RealAckers
from tools.size_curves import CURVES, graded, read

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this checkout."""
    out = tmp_path_factory.mktemp("site") / "site"
    build(ROOT, out)
    return out


def test_no_link_leads_nowhere(site: Path) -> None:
    """Links to files and to anchors are checked. A broken link is found."""
    page = site / "rules" / "ACK-04.html"
    before = page.read_text(encoding="utf-8")
    page.write_text(before + '<a href="#nowhere">x</a><a href="../nothing.html">x</a>', encoding="utf-8")
    assert ["rules/ACK-04.html: #nowhere", "rules/ACK-04.html: ../nothing.html"] == broken_links(site)
    page.write_text(before, encoding="utf-8")


def test_each_rule_has_its_text_beside_its_check(site: Path) -> None:
    """It also has what proves it and what real ackers do."""
    for rule in all_rules().values():
        page = (site / "rules" / f"{rule.id}.html").read_text(encoding="utf-8")
        assert rule.title.split()[0] in page
    page = (site / "rules" / "ACK-17.html").read_text(encoding="utf-8")
    for part in ("MUST NOT refresh it", "an_ack_or_a_second_init_does_not_refresh", "acks-refresh", "storm-2.8.3"):
        assert part in page
    for part in ("Why:", "../conformance/ackproof/rules/acker/lifetimes.py.html#L", "What real ackers do"):
        assert part in page
    for rule in all_rules().values():
        page = (site / "rules" / f"{rule.id}.html").read_text(encoding="utf-8")
        assert [] == [theorem for theorem in rule.proved if f"<code>{theorem}</code>" not in page]


def test_the_matrix_of_real_ackers_says_what_its_document_does(site: Path) -> None:
    """It is compared rule by rule and target by target; each deviation opens its explanation and the picture of its
    witness.
    """
    document = (ROOT / "docs" / "real-ackers.md").read_text(encoding="utf-8")
    written = {
        found[1]: [cell.strip() for cell in found[2].split("|")][1:-1]
        for found in re.finditer(r"^\| \[([A-Z]+-\d+)\][^|]*\|(.*)$", document, re.MULTILINE)
    }
    shown = RealAckers(ROOT / "docs" / "certificates")
    page = (site / "real-ackers" / "index.html").read_text(encoding="utf-8")
    words = {"PASS": "pass", "FAIL": "**fail**", "INCONCLUSIVE": "inconclusive", "ERROR": "**error**", "": ""}
    pictures = 0
    for rule, cells in shown.rows():
        texts = [
            words.get(cell.outcome) or " ".join(f"[deviates {each}](#deviation-{each})" for each in cell.numbers)
            for cell in cells
        ]
        assert written.pop(rule.id) == texts
        for cell in cells:
            assert (cell.outcome in ("DEVIATES", "FAIL")) == bool(cell.page)
            if cell.page:
                pictures += 1
                picture = (site / "real-ackers" / cell.page).read_text(encoding="utf-8")
                assert f"<code>{rule.id}</code>" in picture
                assert "here it shows" in picture or "How often each bit" in picture or "<pre>" in picture
                assert f'href="{cell.page}"' in page
    assert {} == written
    assert pictures > 0
    for each in shown.explanations():
        assert f'id="deviation-{each.number}"' in page


def test_a_certificate_of_an_earlier_text_of_the_rules_is_marked() -> None:
    """It is marked in the matrix and in its summary; one of the present text is not."""
    present = read_certificate(ROOT / "docs" / "certificates" / "storm-2.8.3.json")
    present["suite"]["specification"] = spec_hash()
    earlier = {**present, "suite": {**present["suite"], "specification": "sha256:0"}}
    marks = [column.note for column in matrix([earlier, present]).columns]
    assert ["of an earlier text of the rules"] * 2 + [""] * 2 == marks
    summary = list(matrix([earlier, present]).summary())
    assert [True] * 2 + [False] * 2 == ["storm-2.8.3 (of an earlier text of the rules)" in row for row in summary[2:]]
    assert 2 == next(matrix([earlier, present]).table()).count("<br>of an earlier text of the rules")


def test_plots_have_the_figures_of_the_bench() -> None:
    """They have the range from the slowest run to the fastest, and longer bars for the faster."""
    document = (ROOT / "docs" / "bench.md").read_text(encoding="utf-8")
    shown = bench(ROOT)
    for plot in shown.plots:
        for speed in plot.speeds:
            found = re.fullmatch(r"(\S+) \((\S+ to \S+)\)", speed.words)
            assert found
            assert f"| {found[1]} | {found[2]} |" in document
            assert shown.left <= speed.least <= speed.median <= speed.most
        by_speed = sorted(plot.speeds, key=lambda speed: float(speed.words.split()[0]))
        assert by_speed == sorted(by_speed, key=lambda speed: speed.median)


def test_curves_by_size_begin_with_what_is_not_found(tmp_path: Path) -> None:
    """Next come those whose largest limit takes most examples; without figures there are no curves."""
    assert size_curves(tmp_path) is None
    about = {"rule": "ACK-36", "profile": "storm2", "dimension": "records", "end": 16}
    found = {"easy": {"2": 1, "15": 2}, "alive": {"2": 1, "15": None}, "hard": {"2": 2, "15": 8}}
    (tmp_path / "docs").mkdir()
    document = {"curves": {name: {**about, "found": each} for name, each in found.items()}}
    (tmp_path / "docs" / "sizes.json").write_text(json.dumps(document), encoding="utf-8")
    shown = size_curves(tmp_path)
    assert shown is not None
    assert (8, ["alive", "hard", "easy"]) == (shown.most, [curve.name for curve in shown.curves])
    alive, hard, _ = shown.curves
    assert [False, True] == [point.alive for point in alive.points]
    assert hard.points[0].x < hard.points[1].x
    assert hard.points[0].y > hard.points[1].y
    assert "up to 2: 1 example, up to 15: not found" == alive.description


def test_every_mistake_that_grows_with_size_has_a_curve() -> None:
    """It has the present limits, and each of them is found."""
    curves = read(CURVES)["curves"]
    assert {each.name: [str(limit) for limit in each.limits()] for each in graded()} == {
        name: list(curve["found"]) for name, curve in curves.items()
    }
    assert all(after for curve in curves.values() for after in curve["found"].values())


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    """The command does not empty a folder that it did not build."""
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SystemExit, match="is no site that this command built"):
        build(ROOT, tmp_path)
    assert ["mine.txt"] == [path.name for path in tmp_path.iterdir()]


def test_rules_are_links_in_prose_and_not_in_code() -> None:
    """There are none in headings, whose anchors would change."""
    text = "# About ACK-04\n\nSee ACK-04 and `ACK-04`, [ACK-05](x.md), XYZ-99.\n\n    ACK-04\n"
    document = markdown(text, lambda link: link, lambda rule: f"{rule}.html" if rule == "ACK-04" else None)
    assert "About ACK-04" == document.title
    assert 2 == document.body.count('href="ACK-04.html"')
    assert PurePosixPath("x.md").name in document.body
    assert "what-acking-is" == slug("What acking is")
