"""Terminals: how what we say, and what we quote, comes to stand on them."""

import os
import sys
import traceback
from typing import IO, Any

from rich.console import Console
from rich.progress import Task, TextColumn
from rich.text import Text

from ackproof.text.sanitize import bounded, printable

LOG_WIDTH = 120
UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"


class SafeConsole(Console):
    """A console on which no text acts upon the terminal, wherever the text comes from: a witness, a list, a file's name
    or a target may hold escape codes. Whoever prints need not remember that.
    """

    def print(self, *objects: object, **settings: Any) -> None:  # noqa: ANN401 - rich's own settings
        """As rich does, with every character written out or replaced that a terminal would act upon."""
        super().print(*map(_harmless, objects), **settings)

    def print_error(self, message: str) -> None:
        """Print what went wrong, in a line, and no more of it than anybody reads."""
        self.print(bounded(f"ackproof: {message}"), style="red", soft_wrap=True)

    def print_exception(self, **_: Any) -> None:  # noqa: ANN401 - as rich has it
        """Print the traceback that is being handled, as Python does: rich would print the error's text as it is."""
        self.print(traceback.format_exc().rstrip(), soft_wrap=True)


class SafeColumn(TextColumn):
    """A column of a progress bar, whose text is harmless as well."""

    def __init__(self, text_format: str) -> None:
        super().__init__(text_format, markup=False)

    def render(self, task: Task) -> Text:
        """As rich does."""
        return _harmless_text(super().render(task))


def _harmless(printed: object) -> object:
    if isinstance(printed, str):
        return "\n".join(map(printable, printed.split("\n")))
    if isinstance(printed, Text):
        return _harmless_text(printed)
    return printed  # a renderable of rich's own, such as a progress bar


def _harmless_text(text: Text) -> Text:
    """Return a text of the same length, so that styles stay where they are."""
    harmless = text.copy()
    harmless.plain = "".join(letter if letter.isprintable() or letter == "\n" else UNPRINTABLE for letter in text.plain)
    return harmless


def console() -> SafeConsole:
    """Return the console for results. A log or a pipe has no width of its own: it is given that of the environment
    variable COLUMNS, or else a wide one.
    """
    set_by_user = os.environ.get("COLUMNS", "")
    columns = int(set_by_user) if set_by_user.isdecimal() else 0
    return _plain(width=None if sys.stdout.isatty() else columns or LOG_WIDTH)


def errors() -> SafeConsole:
    """Return the console for what went wrong, and for progress. It keeps to what standard error is now."""
    return _plain(file=sys.stderr)


def _plain(*, file: IO[str] | None = None, width: int | None = None) -> SafeConsole:
    # Nothing we print is markup: `ackproof[spark]`, and the `:100:` of a compiler, have to come out as they are.
    return SafeConsole(file=file, width=width, markup=False, highlight=False, emoji=False)
