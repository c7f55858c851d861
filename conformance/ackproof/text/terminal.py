"""Terminals: how what we say, and what we quote, comes to stand on them."""

import os
import sys
from typing import IO

from rich.console import Console

LOG_WIDTH = 120


def console() -> Console:
    """Return the console for results. A log or a pipe has no width of its own: it is given that of the environment
    variable COLUMNS, or else a wide one.
    """
    told = os.environ.get("COLUMNS", "")
    columns = int(told) if told.isdecimal() else 0
    return _plain(width=None if sys.stdout.isatty() else columns or LOG_WIDTH)


def errors() -> Console:
    """Return the console for what went wrong, and for progress. It keeps to what standard error is now."""
    return _plain(file=sys.stderr)


def _plain(*, file: IO[str] | None = None, width: int | None = None) -> Console:
    # Nothing we print is markup: `ackproof[spark]`, and the `:100:` of a compiler, have to come out as they are.
    return Console(file=file, width=width, markup=False, highlight=False, emoji=False)
