"""Links of a built site: each leads to a file of it, and to an anchor that is there."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

COLOURS = re.compile(r'<span class="[\w -]*">|</span>')
"""Most tags of a page that shows code. They have neither links nor anchors, and to parse them takes long."""


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.add(str(given["id"]))
        link = given.get("href") if tag in ("a", "link") else given.get("src")
        if link:
            self.links.append(link)


def broken_links(site: Path) -> list[str]:
    """Return a line for each link within a site that leads nowhere."""
    pages = {path: _read(path) for path in site.rglob("*.html")}
    return sorted(
        f"{path.relative_to(site)}: {link}"
        for path, page in pages.items()
        for link in page.links
        if not _leads_somewhere(path, link, pages)
    )


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(COLOURS.sub("", path.read_text(encoding="utf-8")))
    return page


def _leads_somewhere(path: Path, link: str, pages: dict[Path, _Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    to = _file(path.parent, unquote(parts.path)) if parts.path else path
    if to is None:
        return False
    return not parts.fragment or to not in pages or unquote(parts.fragment) in pages[to].ids


@cache  # pages have a hundred links in common, and each takes a walk through the folders
def _file(folder: Path, link: str) -> Path | None:
    to = (folder / link).resolve()
    return to if to.is_file() else None
