"""Make the picture of the README, `docs/images/violation.png`: a violation as its page shows it, in Chromium.

`python -m tools.picture` certifies `mutant:acks-refresh` by the rule that finds it, and takes the section of the report
from the heading to the last step. It needs the extra `pages`, Playwright and a Chromium. `--look FOLDER` writes the
same in dark mode, for a phone and for paper, for changes of how pages look.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from ackproof.commands.pages import write_report
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.plan import Selection
from ackproof.wire.certificates import read_written
from playwright.sync_api import Browser, sync_playwright

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "images" / "violation.png"
TARGET, RULE, PROFILE = "mutant:acks-refresh", "ACK-17", "storm2"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
WIDE, TELEPHONE, HIGH = 1240, 360, 900
"""Pixels: the width of a window for the picture and for a phone, and the height of both."""


def main() -> int:
    """Make the picture; return 2 if there is no Chromium."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--look", type=Path, metavar="FOLDER", help="write it in dark, narrow and printed, too")
    look: Path | None = parser.parse_args().look
    chromium = next((found for name in CHROMIUMS if (found := shutil.which(name))), None)
    if chromium is None:
        print("no Chromium is installed", file=sys.stderr)  # noqa: T201 - a command
        return 2
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder) / "report.html"
        out = Path(folder) / "out"
        certify(CertificationOrder(targets=(TARGET,), out=out, selection=Selection(rule=RULE, profile=PROFILE)))
        write_report(page, [read_written(out / "certificate.json")])
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        take(browser, page, PICTURE)
        if look is not None:
            look.mkdir(parents=True, exist_ok=True)
            take(browser, page, look / "dark.png", dark=True)
            take(browser, page, look / "telephone.png", width=TELEPHONE)
            paper(browser, page, look / "paper.pdf")
        browser.close()
    return 0


def take(browser: Browser, page: Path, picture: Path, *, dark: bool = False, width: int = WIDE) -> None:
    """Write the first violation of a page, from the heading to the last step."""
    shown = browser.new_page(viewport={"width": width, "height": HIGH}, device_scale_factor=1.5)
    shown.emulate_media(color_scheme="dark" if dark else "light")
    shown.goto(page.as_uri())
    heading = shown.locator("section h3").first.bounding_box()
    steps = shown.locator("section .wide").last.bounding_box()
    if heading is None or steps is None:
        raise SystemExit(f"{page} shows no violation")
    top = heading["y"] - 8
    shown.screenshot(
        path=picture,
        full_page=True,
        clip={"x": 0, "y": top, "width": width, "height": steps["y"] + steps["height"] + 8 - top},
    )
    shown.close()


def paper(browser: Browser, page: Path, document: Path) -> None:
    """Write a page as it is printed."""
    shown = browser.new_page()
    shown.goto(page.as_uri())
    shown.pdf(path=document, prefer_css_page_size=True)
    shown.close()


if __name__ == "__main__":
    sys.exit(main())
