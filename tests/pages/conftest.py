"""Certificates to make pages of, and a browser to look at them with."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.wire.certificates import WrittenCertificate, read_written
from playwright.sync_api import Browser, sync_playwright

BROKEN = {
    "acker": ("mutant:acks-refresh", "ACK-17"),
    "rotating-map": ("mutant:map-get-refreshes", "RM-04"),
    "spout": ("mutant:word-refreshes-all", "SPT-05"),
    "anchoring": ("mutant:one-edge-for-all-anchors", "ANC-02"),
    "topology": ("mutant:dead-clients-keep-their-messages", "SYS-01"),
}
"""For each component a wrong target, and a rule that finds it."""


@pytest.fixture(scope="session")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, WrittenCertificate]:
    """A certificate with a violation, for each component."""
    found = {}
    for component, (target, rule) in BROKEN.items():
        out = tmp_path_factory.mktemp(component)
        selection = Selection(component=component, rule=rule)
        order = CertificationOrder(targets=(target,), out=out, selection=selection, effort=Effort(examples=40))
        certify(order)
        found[component] = read_written(out / "certificate.json")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    chromium = next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )
    if chromium is None:
        pytest.skip("no Chromium is installed (Debian: apt-get install chromium): pages are not looked at")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield launched
        launched.close()


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    """Where a page is written."""
    return tmp_path / "page.html"
