"""Check that a target starts and gives well-formed answers: `ackproof smoke`."""

import argparse
import shlex

from ackproof.commands.arguments import TARGET, add_reply_timeout
from ackproof.commands.parser import Subcommands
from ackproof.engine.discovery import discover
from ackproof.engine.exit_codes import CONFORMANT
from ackproof.engine.smoke import smoke
from ackproof.text import terminal


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "smoke",
        help="check that a target starts and gives well-formed answers, before a full run",
        description="Start a target, send it a few operations of each component that it claims, and check that its "
        "answers are well-formed. Whether they are right is for 'ackproof certify'.",
        epilog="exit codes: 0 it starts and answers, 2 usage, 3 it could not be run or broke",
    )
    parser.add_argument("target", metavar="TARGET", help=TARGET)
    add_reply_timeout(parser)
    parser.set_defaults(run=_smoke)


def _smoke(options: argparse.Namespace) -> int:
    driver = discover.find(options.target, options.reply_timeout)
    console = terminal.console()
    try:
        for line in smoke(driver):
            console.print(line, soft_wrap=True)
    finally:
        driver.close()
    console.print(f"It starts and answers. Next: ackproof certify {shlex.quote(options.target)}", soft_wrap=True)
    return CONFORMANT
