"""Convert a certificate to another form: `ackproof report`."""

import argparse

from ackproof.commands.arguments import add_reply_timeout, one_of
from ackproof.commands.pages import add_html, replaying, require_page, write_report
from ackproof.commands.parser import Subcommands
from ackproof.engine.exit_codes import CONFORMANT
from ackproof.engine.verify import read_as_written
from ackproof.errors import UsageError
from ackproof.reports.formats import FORMATS, rendered
from ackproof.text import terminal
from ackproof.text.values import path
from ackproof.wire.output import cannot_write, owned, write_whole


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "report",
        help="show a certificate in another form: a page, Markdown, annotations, a badge, JUnit, in-toto",
        description="Show a certificate in another form. Everything is made from the file; only the "
        "targets of --replay are run. A page can have several certificates, and has a picture of each violation.",
        epilog="exit codes: 0 it was shown, whatever it says, 2 usage (also: a file is no certificate, or was edited), "
        "3 a target of --replay could not be run",
    )
    parser.add_argument(
        "files", type=path, nargs="+", metavar="CERTIFICATE", help="a certificate that 'ackproof certify' wrote"
    )
    parser.add_argument(
        "--format",
        type=one_of("format", FORMATS),
        metavar="FORM",
        help=f"one of {', '.join(FORMATS)} (default markdown)",
    )
    add_html(parser, "them")
    parser.add_argument(
        "--replay",
        action="append",
        default=[],
        metavar="TARGET",
        help="with --html: run each violation on this target too, and show its answers beside; give it once for each",
    )
    add_reply_timeout(parser)
    parser.add_argument("--out", type=path, metavar="FILE", help="write it there (default: standard output)")
    parser.set_defaults(run=_report)


def _report(options: argparse.Namespace) -> int:
    if options.html is not None:
        if options.format is not None or options.out is not None:
            raise UsageError("--html says the form and the file; leave --format and --out out")
        require_page(options.html)
        certificates = list(map(read_as_written, options.files))
        with replaying(options.replay, options.reply_timeout) as replay:
            write_report(options.html, certificates, replay)
        return CONFORMANT
    if options.replay:
        raise UsageError("--replay adds columns to a page; give --html FILE with it")
    if len(options.files) > 1:
        raise UsageError("only a page has several certificates; give --html FILE, or one certificate")
    text = rendered(read_as_written(options.files[0]), options.format or "markdown")
    if options.out is None:
        terminal.console().print(text, soft_wrap=True, end="")
        return CONFORMANT
    with owned(options.out):
        try:
            write_whole(options.out, text.encode())
        except OSError as error:
            raise cannot_write(options.out, error) from error
    return CONFORMANT
