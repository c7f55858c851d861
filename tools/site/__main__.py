"""Build the site into a folder: `python -m tools.site`, or with the name of another folder after it."""

import argparse
import sys
from pathlib import Path

from tools.site.build import build
from tools.site.links import broken_links

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Build the site and check its links; return 1 if one is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", nargs="?", type=Path, default=ROOT / "site", help="the folder (default: site)")
    out: Path = parser.parse_args().out
    pages = build(ROOT, out)
    broken = broken_links(out)
    for link in broken:
        print(link, file=sys.stderr)  # noqa: T201 - a command
    print(f"{pages} pages in {out}, {len(broken)} broken links; begin with {out / 'index.html'}")  # noqa: T201 - the same
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
