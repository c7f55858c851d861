"""The common parts of the commands of long checks: options, lines of progress, and interruption."""

import argparse
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

INTERRUPTED = 130
TERMINATED = 143

Check = Callable[[argparse.Namespace], int]


def say(text: str) -> None:
    """Print a line and flush: a long check is watched, or read from a log."""
    print(text, flush=True)  # noqa: T201 - a command


def parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options of all long checks."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--anew", action="store_true", help="forget what was done before")
    return made


def run(check: Check, options: argparse.ArgumentParser, arguments: Sequence[str]) -> int:
    """Run a check with the arguments; return its exit code. Its progress is kept if it is interrupted."""
    order = options.parse_args(arguments)
    signal.signal(signal.SIGTERM, _interrupted)
    logging.disable(logging.ERROR)  # Py4J logs the traceback of an interruption
    try:
        return check(order)
    except KeyboardInterrupt as interruption:
        say("interrupted: give the same command again to go on from here")
        return TERMINATED if interruption.args else INTERRUPTED


def _interrupted(number: int, _: object) -> NoReturn:
    raise KeyboardInterrupt(number)


def main(check: Check, options: argparse.ArgumentParser) -> NoReturn:
    """Run a command."""
    sys.exit(run(check, options, sys.argv[1:]))
