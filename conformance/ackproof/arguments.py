"""Numbers and times on a command line. Each function raises argparse's error for anything else than it says."""

import argparse
import re

from ackproof.engine.progress import NORMAL, QUIET, VERBOSE


def positive(text: str) -> int:
    """Return a number from 1."""
    if not re.fullmatch(r"[1-9][0-9]*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def natural(text: str) -> int:
    """Return a number from 0."""
    if not re.fullmatch(r"[0-9]+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0")
    return int(text)


def seconds(text: str) -> float:
    """Return a time in seconds, of a number with `s`, `m` or `h` behind it, or nothing."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(s|m|h)?", text)
    if match is None or float(match[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time; write 60s, 5m or 1h")
    return float(match[1]) * {"s": 1, "m": 60, "h": 3600, None: 1}[match[2]]


def add_verbosity(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how much is written about progress."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "-q", "--quiet", dest="verbosity", action="store_const", const=QUIET, help="write nothing about progress"
    )
    how.add_argument(
        "-v",
        "--verbose",
        dest="verbosity",
        action="store_const",
        const=VERBOSE,
        help="write each result at once, too",
    )
    parser.set_defaults(verbosity=NORMAL)
