"""Run a Python target as a process that speaks the protocol: `ackproof serve`."""

import argparse
import sys

from ackproof.commands.arguments import TARGET
from ackproof.commands.parser import Subcommands
from ackproof.engine.discovery import discover
from ackproof.engine.exit_codes import BROKE, CONFORMANT
from ackproof.engine.serve import serve
from ackproof.errors import AckproofError
from ackproof.text import terminal


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "serve",
        help="run a Python target as a process that speaks the protocol",
        description="Run a target of this machine as a process that speaks the protocol (spec/protocol.md): requests "
        "come on standard input, one to a line, and replies go to standard output. It ends with its input.",
        epilog="exit codes: 0 its input ended, 2 usage, 3 the target could not be run or broke",
    )
    parser.add_argument("target", metavar="TARGET", help=TARGET)
    parser.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    replies = sys.stdout.buffer
    sys.stdout = sys.stderr  # printed output of a target must not be read as a reply
    try:
        serve(discover.find(options.target).factory(), sys.stdin.buffer, replies)
    except AckproofError:
        raise
    except Exception:  # noqa: BLE001 - a target's failure, reported on stderr, whose end the caller quotes
        terminal.errors().print_exception()
        return BROKE
    return CONFORMANT
