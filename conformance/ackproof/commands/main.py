"""The command `ackproof`. A fault of the user or of a target ends with one line and the documented exit code. A
traceback is a bug in the suite.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence

import ackproof
from ackproof.commands import parser as command_line
from ackproof.commands import streams
from ackproof.commands.parser import EXIT_CODES, OTHER_EXIT_CODES, CommandParser, Subcommands
from ackproof.engine.discovery.entries import offers
from ackproof.engine.exit_codes import BROKE, INTERRUPTED, OUR_BUG, USAGE
from ackproof.engine.workers import interruption
from ackproof.engine.workers.interruption import Interrupted
from ackproof.errors import AckproofError, ClusterUnavailable, TargetBroke, TargetUnavailable, shortage
from ackproof.text import terminal

OURS = (
    "init",
    "certify",
    "compare",
    "report",
    "verify",
    "vectors",
    "smoke",
    "targets",
    "rules",
    "replay",
    "serve",
    "mutants",
    "explore",
    "retention",
)
"""The suite's subcommands, in the order of the help. Each is a module beside this one, with a function
`add_command`.
"""

COMMANDS = "ackproof.commands"
"""Entry points that add a subcommand: a function that is given argparse's subparsers. Its parser sets `run`, a
function from arguments to an exit code."""

VERSION = "--version"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    errors = terminal.errors()
    try:
        return _main(arguments, errors)
    except KeyboardInterrupt as interrupted:
        errors.print_error("interrupted")
        return interrupted.exit_code if isinstance(interrupted, Interrupted) else INTERRUPTED


def _main(arguments: Sequence[str] | None, errors: terminal.SafeConsole) -> int:
    try:
        words = sys.argv[1:] if arguments is None else arguments
        code = command_line.run(_parser(*words[:1]), words)
        sys.stdout.flush()
    except Exception as error:  # noqa: BLE001 - a bug of ours must not end with a code that says something of a target
        # A signal during a call of a library may appear as an error of the library.
        interruption.raise_again()
        if isinstance(error, AckproofError):
            errors.print_error(str(error))
            return BROKE if isinstance(error, TargetUnavailable | TargetBroke | ClusterUnavailable) else USAGE
        return _unexpected(errors, error)
    lost = streams.lost_output()
    if lost is not None:
        errors.print_error(f"standard output was not written whole: {lost}")
    return code


def _unexpected(errors: terminal.SafeConsole, error: Exception) -> int:
    """Print which resource was short, or that this is a bug of ours; return the exit code."""
    lacking = shortage(error)
    if lacking is not None:
        errors.print_error(lacking)
        return USAGE
    errors.print_exception()
    errors.print_error(f"this is a bug in ackproof {ackproof.__version__}; please report it")
    return OUR_BUG


def _parser(command: str = "") -> CommandParser:
    """Return the parser of the command line, or only its part for one command, because importing the others takes half
    of the starting time. If there is no such command, all are included, so that a message can name them.
    """
    parser = CommandParser(
        prog="ackproof",
        description=ackproof.__doc__,
        epilog=f"exit codes: {EXIT_CODES}; {OTHER_EXIT_CODES}. "
        "The help of a command has its exit codes: ackproof COMMAND --help. Without a command this help is shown, with "
        "exit code 2.",
    )
    parser.add_argument(VERSION, action="version", version=f"ackproof {ackproof.__version__}")
    if command == VERSION:
        return parser  # argparse ends there, whatever follows
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name in [command] if command in OURS else OURS:
        importlib.import_module(f"{__package__}.{name}").add_command(commands)
    if command not in OURS:
        for entry in offers(COMMANDS):
            _add_foreign(commands, entry.name, entry.load)
    for each in commands.choices.values():
        each.add_other_exit_codes()
    return parser


def _add_foreign(commands: Subcommands, name: str, load: object) -> None:
    """Add another package's command. If it cannot be loaded, it fails only when it is called."""
    try:
        load()(commands)  # type: ignore[operator]  # an entry point's function; whatever it is, its failure is reported
    except ImportError as error:
        reason = str(error)
        parser = commands.add_parser(name, help=f"not available: {reason}", add_help=False)

        def refuse(_: argparse.Namespace) -> int:
            raise TargetUnavailable(f"the command {name} is not available here: {reason}; install ackproof[spark]")

        parser.set_defaults(run=refuse)
