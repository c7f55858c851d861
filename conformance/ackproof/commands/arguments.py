"""Names on a command line, and options that several commands have. Each function of a text raises argparse's error for
an invalid value. Numbers, times and paths are in `ackproof.text.values`.
"""

import argparse
import os
import re
from collections.abc import Callable, Iterable

from ackproof.engine.discovery.entries import offers
from ackproof.engine.progress import NORMAL, QUIET, VERBOSE
from ackproof.engine.workers.pool import RUNNERS
from ackproof.target import DEFAULT_REPLY_TIMEOUT
from ackproof.text.suggestions import no_such
from ackproof.text.values import positive, seconds

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


def workers(text: str) -> int:
    """Return a number of processes on this machine, from 1."""
    number, most = positive(text), PROCESSES_PER_CORE * (os.cpu_count() or 1)
    if number > most:
        raise argparse.ArgumentTypeError(
            f"{number} processes are too many for this machine; take {most} at most, and one for each core is best"
        )
    return number


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


def add_pool(parser: argparse.ArgumentParser) -> None:
    """Add the options that say who shares the work: processes of this machine, or a cluster."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument("-n", dest="workers", type=workers, default=1, metavar="WORKERS", help="processes (default: one)")
    add_master(who, "have a Spark cluster share the work, spark://HOST:7077 or local[4]")


def add_master(parser: argparse._ActionsContainer, what: str) -> None:
    """Add the option that names a cluster."""
    parser.add_argument("--master", type=master, metavar="MASTER", help=f"{what}; the results do not depend on it")


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
