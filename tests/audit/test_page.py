"""`ackproof audit --html`: the page has the causes, the components with their times, the curve, and the lives of
trees.
"""

import gzip
import re
from pathlib import Path

from ackproof_adapters.audit.trees.figures import bucket_of, rounded_up
from common.command import Command

LOG = Path(__file__).parent / "storm-2.8.3.log.gz"


def test_the_page_of_a_log(ackproof: Command, tmp_path: Path) -> None:
    """Each cause and component has the lives of two of its trees, in which the lines that prove it are marked."""
    page = tmp_path / "audit.html"
    ran = ackproof("audit", LOG, "--html", page)
    assert (ran.code, ran.err) == (0, "")
    text = page.read_text()
    assert "18 trees: 6 done, 2 failed, 10 timed out, 0 open, 0 unknown" in text
    assert 12 == len(set(re.findall(r'<details id="t-?\d+"', text)))
    for life in text.split("<details")[1:]:
        assert 'class="marked"' in life
    assert "10 at most" in text
    (row,) = re.findall(r"<tr><td>count</td>.*?</tr>", text, re.DOTALL)
    assert ["56", "54", "2", "2", "2", "0", "0"] == re.findall(r"<td>(\d+)</td>", row)
    assert "<td>12.012 s</td>" in row


def test_the_page_has_no_value_of_a_user_and_asks_nobody(ackproof: Command, tmp_path: Path) -> None:
    """It is one file without references to other addresses."""
    page = tmp_path / "audit.html"
    assert b"slow-1000" in gzip.decompress(LOG.read_bytes())
    ackproof("audit", LOG, "--html", page)
    text = page.read_text()
    assert "slow-1000" not in text
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    assert not re.search(r"(?:src|href)=[\"']?http", text)


def test_a_log_that_grows_has_no_page(ackproof: Command, tmp_path: Path) -> None:
    """A page is made at the end."""
    ran = ackproof("audit", LOG, "--follow", "--html", tmp_path / "audit.html")
    assert (2, "") == (ran.code, ran.out)
    assert "--follow cannot be used with" in ran.complaint


def test_a_bucket_of_times_is_a_fifth_wide() -> None:
    """Its upper end is not less than any of its times."""
    for took in (0, 0.4, 1, 2, 3, 10, 99, 1000, 12_012, 3_600_000):
        assert took <= rounded_up(bucket_of(took)) * 1.000001 <= (took + 1) * 1.2
