"""The site: it is built of this checkout, and each of its links leads somewhere."""

from pathlib import Path, PurePosixPath

import pytest
from ackproof.specification import all_rules

from tools.site.build import build
from tools.site.documents import markdown, slug
from tools.site.links import broken_links

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this checkout."""
    out = tmp_path_factory.mktemp("site") / "site"
    build(ROOT, out)
    return out


def test_no_link_leads_nowhere(site: Path) -> None:
    """Neither to a file nor to an anchor. One that is made to lead nowhere is found."""
    assert [] == broken_links(site)
    page = site / "rules" / "ACK-04.html"
    before = page.read_text(encoding="utf-8")
    page.write_text(before + '<a href="#nowhere">x</a><a href="../nothing.html">x</a>', encoding="utf-8")
    assert ["rules/ACK-04.html: #nowhere", "rules/ACK-04.html: ../nothing.html"] == broken_links(site)
    page.write_text(before, encoding="utf-8")


def test_each_rule_has_its_text_beside_its_check(site: Path) -> None:
    """With what proves it and what real ackers do."""
    for rule in all_rules().values():
        page = (site / "rules" / f"{rule.id}.html").read_text(encoding="utf-8")
        assert rule.title.split()[0] in page
    page = (site / "rules" / "ACK-17.html").read_text(encoding="utf-8")
    for part in ("MUST NOT refresh it", "an_ack_or_a_second_init_does_not_refresh", "acks-refresh", "storm-2.8.3"):
        assert part in page


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    """What this command did not build it does not empty."""
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SystemExit, match="is no site that this command built"):
        build(ROOT, tmp_path)
    assert ["mine.txt"] == [path.name for path in tmp_path.iterdir()]


def test_rules_are_links_in_prose_and_not_in_code() -> None:
    """Nor in headings, whose anchors would change."""
    text = "# About ACK-04\n\nSee ACK-04 and `ACK-04`, [ACK-05](x.md), XYZ-99.\n\n    ACK-04\n"
    document = markdown(text, lambda link: link, lambda rule: f"{rule}.html" if rule == "ACK-04" else None)
    assert "About ACK-04" == document.title
    assert 2 == document.body.count('href="ACK-04.html"')
    assert PurePosixPath("x.md").name in document.body
    assert "what-acking-is" == slug("What acking is")
