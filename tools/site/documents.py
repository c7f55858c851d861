"""Markdown and source files as HTML, with links that lead to the pages of the site."""

import html
import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from attrs import frozen
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.util import ClassNotFound

RULE = re.compile(r"\b([A-Z]{2,3}-\d{2})\b")
Rules = Callable[[str], str | None]
"""From the id of a rule to a link to its page."""

Resolve = Callable[[str], str]
"""From a link of a document, relative to it, to a link of the page."""


@frozen(kw_only=True)
class Heading:
    """A heading of a document: how deep it is, its anchor and its text."""

    level: int
    anchor: str
    text: str


@frozen(kw_only=True)
class Document:
    """A document as HTML, with its headings in order."""

    title: str
    body: str
    headings: tuple[Heading, ...]


def slug(text: str) -> str:
    """Return the anchor of a heading, as forges name it."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def markdown(text: str, resolve: Resolve, rules: Rules) -> Document:
    """Return a Markdown text as HTML. `resolve` turns its links, and a rule's id in prose becomes a link by `rules`."""
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    anchors_plugin(reader, max_level=4, slug_func=slug)
    tokens = reader.parse(re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL))
    headings = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            words = _words(tokens[place + 1])
            headings.append(Heading(level=int(token.tag[1]), anchor=str(token.attrs["id"]), text=words))
        if token.type == "inline":
            _turn_links(token, resolve)
    renderer = RendererHTML()
    body = renderer.render(tokens, reader.options, {})
    title = headings[0].text if headings else ""
    return Document(title=title, body=_with_rules(body, rules), headings=tuple(headings))


def _words(token: Token) -> str:
    return "".join(child.content for child in token.children or () if child.type in ("text", "code_inline"))


def _turn_links(token: Token, resolve: Resolve) -> None:
    for child in token.children or ():
        for name in ("href", "src"):
            if name in child.attrs and not urlsplit(str(child.attrs[name])).scheme:
                child.attrs[name] = resolve(str(child.attrs[name]))


def _with_rules(body: str, rules: Rules) -> str:
    """Make a link of each rule's id in the text of a page, outside of code blocks, headings and other links."""
    parts, quiet = [], 0
    for part in re.split(r"(<[^>]*>)", body):
        if re.match(r"<(a|pre|h1|h2|h3)\b", part):
            quiet += 1
        elif re.match(r"</(a|pre|h1|h2|h3)>", part):
            quiet -= 1
        elif not part.startswith("<") and not quiet:
            part = RULE.sub(lambda found: _rule_link(found[1], rules), part)  # noqa: PLW2901 - the part is what changes
        parts.append(part)
    return "".join(parts)


def _rule_link(rule: str, rules: Rules) -> str:
    to = rules(rule)
    return rule if to is None else f'<a href="{html.escape(to)}">{rule}</a>'


def source(path: Path) -> str:
    """Return a source file as HTML, each line with an anchor `L` and its number."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return code(text, path.name, first=1)


def code(text: str, name: str, first: int) -> str:
    """Return code as HTML, coloured by the name of its file, its lines counted from `first`."""
    try:
        lexer = get_lexer_for_filename(name, stripnl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False)
    formatter = HtmlFormatter(linenos="inline", linenostart=first, lineanchors="L", anchorlinenos=False, wrapcode=True)
    shown: str = highlight(text, lexer, formatter)
    # The anchors are those that forges have: L12 and not L-12.
    return re.sub(r'(id|name)="L-(\d+)"', r'\1="L\2"', shown)


def code_style() -> str:
    """Return the style sheet of code, for light and dark."""
    light, dark = (_styled(style) for style in ("default", "github-dark"))
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n"


def _styled(style: str) -> str:
    definitions: str = HtmlFormatter(style=style).get_style_defs(".highlight")  # type: ignore[no-untyped-call]
    return definitions


def relative(to: PurePosixPath, page: PurePosixPath) -> str:
    """Return a link from one page of the site to another file of it."""
    return os.path.relpath(to, page.parent)


def split(link: str) -> tuple[str, str]:
    """Return the path and the fragment of a link, the latter with its mark."""
    parts = urlsplit(link)
    return unquote(parts.path), f"#{parts.fragment}" if parts.fragment else ""
