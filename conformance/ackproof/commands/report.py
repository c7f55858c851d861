"""A certificate in another form, later: `ackproof report`."""

import argparse

from ackproof.commands.arguments import one_of, path
from ackproof.commands.parser import Subcommands
from ackproof.engine.certificate import read_written
from ackproof.engine.exit_codes import CONFORMANT
from ackproof.reports.formats import FORMATS, rendered
from ackproof.text import terminal
from ackproof.wire.output import cannot_write, owned, write_whole


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "report",
        help="a certificate in another form: Markdown, annotations, a badge, JUnit, in-toto",
        description="Show a certificate in another form. Everything is made of the file; nothing is run.",
        epilog="exit codes: 0 it was shown, whatever it says, 2 usage (also: the file is no certificate)",
    )
    parser.add_argument("file", type=path, metavar="CERTIFICATE", help="a certificate that 'ackproof certify' wrote")
    parser.add_argument(
        "--format",
        type=one_of("format", FORMATS),
        default="markdown",
        metavar="FORM",
        help=f"one of {', '.join(FORMATS)} (default %(default)s)",
    )
    parser.add_argument("--out", type=path, metavar="FILE", help="write it there (default: standard output)")
    parser.set_defaults(run=_report)


def _report(options: argparse.Namespace) -> int:
    text = rendered(read_written(options.file), options.format)
    if options.out is None:
        terminal.console().print(text, soft_wrap=True, end="")
        return CONFORMANT
    with owned(options.out):
        try:
            write_whole(options.out, text.encode())
        except OSError as error:
            raise cannot_write(options.out, error) from error
    return CONFORMANT
