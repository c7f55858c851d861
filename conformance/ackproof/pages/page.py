"""A page as one file: the frame that all pages share, and how a template becomes text.

The page asks nobody for anything. Its policy allows its own style and script, by their hashes, and nothing else.
"""

import base64
import hashlib
import importlib.util
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from ackproof.errors import UsageError
from ackproof.text.sanitize import printable

if TYPE_CHECKING:
    import jinja2

PAGES = "ackproof.pages"
MISSING = "pages are made with jinja2, which is not installed: pip install 'ackproof[pages]'"


def rendered(template: str, package: str = PAGES, **values: object) -> str:
    """Return a template with values in it. What stands in a value is text, never markup. A package may have templates
    of its own beside those of this one.

    Raise `UsageError` if jinja2 is not installed.
    """
    style, script = _file("style.css"), _file("script.js")
    return (
        _environment(package)
        .get_template(template)
        .render(**values, style=style, script=script, style_hash=_hash(style), script_hash=_hash(script))
    )


def check_jinja2() -> None:
    """Raise `UsageError` if jinja2 is not installed."""
    if importlib.util.find_spec("jinja2") is None:
        raise UsageError(MISSING)


@cache
def _environment(package: str) -> "jinja2.Environment":
    check_jinja2()
    import jinja2  # noqa: PLC0415 - only pages need it

    def finalized(value: object) -> object:
        """Write out what a browser might act upon, such as a change of direction; leave what templates made."""
        return printable(value) if type(value) is str else value

    return jinja2.Environment(
        loader=jinja2.ChoiceLoader([jinja2.PackageLoader(each) for each in {PAGES, package}]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=finalized,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@cache
def _file(name: str) -> str:
    return resources.files("ackproof.pages").joinpath("templates", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
