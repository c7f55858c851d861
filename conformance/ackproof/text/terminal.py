"""Terminals: consoles that print our text and quoted text safely."""

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
    """A console that escapes terminal control codes. A witness, a list, a file's name or a target may contain them, so
    the console escapes all text itself.
    """

    def print(self, *objects: object, **settings: Any) -> None:  # noqa: ANN401 - rich's own settings
        """Print as rich does, with every control character escaped or replaced."""
        super().print(*map(_harmless, objects), **settings)

    def print_error(self, message: str) -> None:
        """Print an error message in one line, truncated if it is very long."""
        self.print(bounded(f"ackproof: {message}"), style="red", soft_wrap=True)

    def print_exception(self, **_: Any) -> None:  # noqa: ANN401 - as rich has it
        """Print the traceback of the current exception, as Python does: rich would print the error's text unescaped."""
        self.print(traceback.format_exc().rstrip(), soft_wrap=True)


class SafeColumn(TextColumn):
    """A column of a progress bar, with its text escaped."""

    def __init__(self, text_format: str) -> None:
        super().__init__(text_format, markup=False)

    def render(self, task: Task) -> Text:
        """Render as rich does, and escape."""
        return _harmless_text(super().render(task))


def _harmless(printed: object) -> object:
    if isinstance(printed, str):
        return "\n".join(map(printable, printed.split("\n")))
    if isinstance(printed, Text):
        return _harmless_text(printed)
    return printed  # a renderable of rich's own, such as a progress bar


def _harmless_text(text: Text) -> Text:
    """Return an escaped text of the same length, so that its styles keep their positions."""
    harmless = text.copy()
    harmless.plain = "".join(letter if letter.isprintable() or letter == "\n" else UNPRINTABLE for letter in text.plain)
    return harmless


def console() -> SafeConsole:
    """Return the console for results. A log or a pipe has no width: it gets that of the environment variable COLUMNS,
    or else a wide one.
    """
    set_by_user = os.environ.get("COLUMNS", "")
    columns = int(set_by_user) if set_by_user.isdecimal() else 0
    return _plain(width=None if sys.stdout.isatty() else columns or LOG_WIDTH)


def errors() -> SafeConsole:
    """Return the console for errors and progress. It uses `sys.stderr` as it is at the time of the call."""
    return _plain(file=sys.stderr)


def _plain(*, file: IO[str] | None = None, width: int | None = None) -> SafeConsole:
    # Our text has no rich markup: `ackproof[spark]`, and the `:100:` of a compiler, have to be printed literally.
    return SafeConsole(file=file, width=width, markup=False, highlight=False, emoji=False)
