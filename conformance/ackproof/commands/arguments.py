"""Numbers, times and names on a command line. Each function raises argparse's error for an invalid value."""

import argparse
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from ackproof.engine.discovery.entries import offers
from ackproof.engine.progress import NORMAL, QUIET, VERBOSE
from ackproof.engine.workers.pool import RUNNERS
from ackproof.target import DEFAULT_REPLY_TIMEOUT
from ackproof.text.suggestions import no_such

MOST = 10**15
"""The largest number that any argument may have. A larger one is probably a typing error."""

SHOWN = 20
"""Number of digits that a message shows of a number that is too large."""

LONGEST = 720 * 3600.0
"""Maximum of a time in seconds: thirty days."""

PROCESSES_PER_CORE = 16
"""The most worker processes for each core. More take all the memory and are not faster."""

_HOST = r"([\w.-]+|\[[0-9A-Fa-f:.]+\])"
_PLACE = re.compile(rf"{_HOST}:[0-9]{{1,5}}", re.ASCII)
_LOCAL = re.compile(r"local(\[\s*([1-9][0-9]{0,3}|\*)\s*(,\s*[1-9][0-9]{0,3}\s*)?\])?|local-cluster\[[0-9,\s]+\]")


TARGET = (
    "a name from 'ackproof targets', package.module:factory, exec:COMMAND, shell-bolt:COMMAND, storm-jar:PATH, "
    "variant:NAME or mutant:NAME"
)
"""The help of an argument that names a target."""


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


def workers(text: str) -> int:
    """Return a number of processes on this machine, from 1."""
    number, most = positive(text), PROCESSES_PER_CORE * (os.cpu_count() or 1)
    if number > most:
        raise argparse.ArgumentTypeError(
            f"{number} processes are too many for this machine; take {most} at most, and one for each core is best"
        )
    return number


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


def one_of(what: str, names: Iterable[str]) -> Callable[[str], str]:
    """Return a function that returns one of these names, and raises an error for any other: there is no such `what`."""
    known = tuple(names)

    def named(text: str) -> str:
        if text not in known:
            raise argparse.ArgumentTypeError(no_such(what, text, known))
        return text

    return named


def master(text: str) -> str:
    """Return the name of a cluster, if it is well-formed. Whether the cluster answers is only known when it is used."""
    kinds = [entry.name for entry in offers(RUNNERS)]
    if not kinds:
        raise argparse.ArgumentTypeError("no installed package knows of clusters; install ackproof[spark]")
    kind = re.match(r"[A-Za-z0-9]*", text)
    if kind is None or kind[0] not in kinds:
        known = f"a master begins with its kind, as spark://HOST:7077 and local[2] do; there are {', '.join(kinds)}"
        raise argparse.ArgumentTypeError(f"no cluster {text!r}: {known}")
    if kind[0] == "local" and not _LOCAL.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} names no master; write local[N], of N cores, or local[*]")
    if kind[0] == "spark" and not _is_of_spark(text):
        raise argparse.ArgumentTypeError(f"{text!r} names no master; write spark://HOST:7077")
    return text


def _is_of_spark(text: str) -> bool:
    places = text.removeprefix("spark://").split(",")
    return text.startswith("spark://") and all(_PLACE.fullmatch(place) for place in places)


def _number(text: str, least: int) -> int:
    if not re.fullmatch(r"[0-9]+", text, re.ASCII) or (least > 0 and not text.strip("0")):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least}")
    if len(text.lstrip("0")) > len(str(MOST)) or int(text) > MOST:
        raise argparse.ArgumentTypeError(f"{text[:SHOWN]} is too large a number; {MOST:,} is the largest")
    return int(text)


def add_verbosity(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how much is written about progress."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument("-q", "--quiet", dest="verbosity", action="store_const", const=QUIET, help="do not show progress")
    how.add_argument(
        "-v",
        "--verbose",
        dest="verbosity",
        action="store_const",
        const=VERBOSE,
        help="also write each result as soon as it is reached",
    )
    parser.set_defaults(verbosity=NORMAL)


def add_examples(parser: argparse.ArgumentParser, default: int) -> None:
    """Add the option that says how many workloads are tried for a rule."""
    parser.add_argument(
        "--examples",
        type=positive,
        default=default,
        metavar="N",
        help="workloads for a rule (default %(default)s)",
    )


def add_reply_timeout(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how long a reply may take."""
    parser.add_argument(
        "--reply-timeout",
        type=seconds,
        metavar="30s",
        help=f"how long each reply of a target of another process may take (default {DEFAULT_REPLY_TIMEOUT:g}s)",
    )
