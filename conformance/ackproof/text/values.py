"""Numbers, times and paths as a user writes them: on our command line, and on that of pytest. Each function raises
argparse's error for an invalid value.
"""

import argparse
import re
from pathlib import Path

MOST = 10**15
"""The largest number that any argument may have. A larger one is probably a typing error."""

SHOWN = 20
"""Number of digits that a message shows of a number that is too large."""

LONGEST = 720 * 3600.0
"""Maximum of a time in seconds: thirty days."""


def positive(text: str) -> int:
    """Return a number from 1."""
    return _number(text, 1)


def natural(text: str) -> int:
    """Return a number from 0."""
    return _number(text, 0)


def whole(text: str) -> int:
    """Return a whole number, which may be negative."""
    if not re.fullmatch(r"-?[0-9]+", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return -natural(text[1:]) if text.startswith("-") else natural(text)


def seconds(text: str) -> float:
    """Return a time in seconds, from a number followed by `s`, `m`, `h` or nothing."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(s|m|h)?", text, re.ASCII)
    if match is None or float(match[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time; write 60s, 5m or 1h")
    number = float(match[1]) * {"s": 1, "m": 60, "h": 3600, None: 1}[match[2]]
    if number > LONGEST:
        raise argparse.ArgumentTypeError(f"{text[:SHOWN]} is too long; {LONGEST / 3600:g}h is the longest")
    return number


def path(text: str) -> Path:
    """Return a path. An empty one is an error: it would be the current folder, which is never meant."""
    if not text.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is no path; name a file or a folder")
    return Path(text)


def path_text(text: str) -> str:
    """Return the text of a path. pytest-xdist gives options to other processes, and takes no `Path`."""
    return str(path(text))


def _number(text: str, least: int) -> int:
    if not re.fullmatch(r"[0-9]+", text, re.ASCII) or (least > 0 and not text.strip("0")):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least}")
    if len(text.lstrip("0")) > len(str(MOST)) or int(text) > MOST:
        raise argparse.ArgumentTypeError(f"{text[:SHOWN]} is too large a number; {MOST:,} is the largest")
    return int(text)
