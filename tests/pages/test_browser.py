"""Pages in a real browser: keyboard navigation, the step in the address, and accessibility."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from ackproof.commands.pages import replaying, write_report
from ackproof.wire.certificates import WrittenCertificate, read_written
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

CERTIFICATES = Path(__file__).resolve().parents[2] / "docs" / "certificates"
LARGEST, QUICK, TRIES = 5_000_000, 1000, 10
"""Maximum size in bytes of the report of a full run over all targets, and milliseconds until it is usable."""


@pytest.fixture
def shown(browser: Browser, broken: dict[str, WrittenCertificate], page_file: Path) -> Iterator[Page]:
    """The report of violations of all components; at the end there was no request, and no message on the console."""
    write_report(page_file, list(broken.values()))
    page = browser.new_page()
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(page_file.as_uri())
    yield page
    page.close()
    assert [] == [url for url in asked if not url.startswith((page_file.as_uri(), "data:"))]
    assert [] == errors


def test_steps_are_walked_by_key_and_stand_in_the_address(shown: Page) -> None:
    """The keys go from the first step to the next, and back; a reload opens the same step."""
    rows = shown.locator(".steps tbody tr[id]")
    first, second = (rows.nth(place).get_attribute("id") for place in (0, 1))
    rows.nth(0).click()
    shown.keyboard.press("ArrowDown")
    assert second == shown.evaluate("location.hash.slice(1)")
    shown.keyboard.press("ArrowUp")
    assert first == shown.evaluate("document.activeElement.id")
    shown.reload()
    assert [first] == shown.eval_on_selector_all(".here", "rows => rows.map(row => row.id)")


def test_the_filter_leaves_the_rows_that_have_the_words(shown: Page) -> None:
    """Only rows of the matching rule are shown."""
    shown.fill("#filter", "ack-17 fail")
    visible = shown.locator("#verdicts tbody tr:visible")
    assert ["ACK-17"] == [each.split()[0] for each in visible.all_inner_texts()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(shown: Page, scheme: str) -> None:
    """The rules of axe, on contrast, names and order, find nothing, in light and in dark."""
    shown.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    found = Axe().run(shown)
    assert [] == [each["id"] for each in found.response["violations"]], found.generate_report()


def test_the_report_of_all_targets_is_small_and_quick(browser: Browser, page_file: Path) -> None:
    """It is smaller than 5 MB, and usable within a second."""
    files = [path for path in sorted(CERTIFICATES.glob("*.json")) if path.name != "observations.json"]
    write_report(page_file, [read_written(path) for path in files])
    assert page_file.stat().st_size < LARGEST
    page = browser.new_page()
    taken = list[float]()
    while len(taken) < TRIES and not any(each < QUICK for each in taken):  # a machine may be busy
        page.goto(page_file.as_uri())
        taken.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
    page.fill("#filter", "ack-08")
    assert ["ACK-08"] == [each.split()[0] for each in page.locator("#verdicts tbody tr:visible").all_inner_texts()]
    page.close()
    assert min(taken) < QUICK, taken


def test_everybody_can_use_a_replay(
    browser: Browser, broken: dict[str, WrittenCertificate], ids: WrittenCertificate, page_file: Path
) -> None:
    """It has columns of targets beside a picture, and bits: axe finds nothing, and it fits a telephone."""
    with replaying(["reference"], None) as replay:
        write_report(page_file, [broken["acker"], ids], replay)
    page = browser.new_page()
    page.goto(page_file.as_uri())
    found = Axe().run(page)
    page.set_viewport_size({"width": 360, "height": 740})
    width = page.evaluate("document.documentElement.scrollWidth")
    page.close()
    assert [] == [each["id"] for each in found.response["violations"]], found.generate_report()
    assert width <= 360


def test_it_fits_a_telephone(shown: Page) -> None:
    """At 360 pixels only tables and pictures scroll sideways, each separately."""
    shown.set_viewport_size({"width": 360, "height": 740})
    assert shown.evaluate("document.documentElement.scrollWidth") <= 360
