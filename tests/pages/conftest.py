"""Certificates for pages, and a browser to test them."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.wire.certificates import WrittenCertificate, read_written
from playwright.sync_api import Browser, sync_playwright

BROKEN = {
    "acker": ("mutant:acks-refresh", "ACK-17"),
    "rotating-map": ("mutant:map-counts-the-nursery", "RM-07"),
    "spout": ("mutant:times-out-in-silence", "SPT-05"),
    "anchoring": ("mutant:one-edge-for-all-anchors", "ANC-02"),
    "multilang": ("mutant:anchored-to-what-came-last", "ML-06"),
    "topology": ("mutant:failed-messages-are-dropped", "SYS-01"),
}
"""For each component a wrong target, and a rule that finds it and whose violation shrinks quickly."""


@pytest.fixture(scope="session")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, WrittenCertificate]:
    """A certificate with a violation, for each component that has steps."""
    return {
        component: _certified(tmp_path_factory.mktemp(component), component, target, rule)
        for component, (target, rule) in BROKEN.items()
    }


@pytest.fixture(scope="session")
def ids(tmp_path_factory: pytest.TempPathFactory) -> WrittenCertificate:
    """A certificate with ids whose bits are not random."""
    return _certified(tmp_path_factory.mktemp("ids"), "ids", "mutant:half-a-uuid", "IDS-02")


def _certified(out: Path, component: str, target: str, rule: str) -> WrittenCertificate:
    selection = Selection(component=component, rule=rule, profile="storm2")  # to shrink a second one takes as long
    certify(CertificationOrder(targets=(target,), out=out, selection=selection, effort=Effort(examples=40)))
    return read_written(out / "certificate.json")


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
    """The path of a page."""
    return tmp_path / "page.html"
