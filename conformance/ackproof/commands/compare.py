"""Compare two certificates: `ackproof compare`."""

import argparse

from ackproof.commands.pages import add_html, write_page
from ackproof.commands.parser import Subcommands
from ackproof.engine.exit_codes import CONFORMANT, INCONCLUSIVE, VIOLATION
from ackproof.engine.verify import read_as_written
from ackproof.pages.comparison import comparison_page
from ackproof.reports.compare_forms import TEXTS, as_json
from ackproof.reports.comparison import compared
from ackproof.text import terminal
from ackproof.text.values import path
from ackproof.wire.documents import encode


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "compare",
        help="show what changed between two certificates: fixed, broken, new rules",
        description="Show what changed from certificate A to certificate B, such as those of two releases of a target. "
        "What is broken in both is shown too, but does not change the exit code.",
        epilog="exit codes: 0 nothing got worse, 1 something is broken that was not (by an old rule or a new one), "
        "2 usage (also: there is nothing to compare, or one was edited), 5 less is known than before: a rule is not "
        "examined any more, or the target assumes more",
    )
    parser.add_argument("before", type=path, metavar="A", help="the earlier certificate")
    parser.add_argument("after", type=path, metavar="B", help="the later one")
    parser.add_argument(
        "--format", choices=(*TEXTS, "json"), default="text", help="the form of the output (default text)"
    )
    add_html(parser, "it")
    parser.set_defaults(run=_compare)


def _compare(options: argparse.Namespace) -> int:
    comparison = compared(read_as_written(options.before), read_as_written(options.after))
    console = terminal.console()
    if options.html is not None:
        write_page(options.html, comparison_page(comparison))
    if options.format == "json":
        console.print(encode(as_json(comparison), ascii_only=True), soft_wrap=True)
    else:
        for line in TEXTS[options.format](comparison):
            console.print(line, soft_wrap=True)
    if comparison.is_worse:
        return VIOLATION
    return INCONCLUSIVE if comparison.covers_less else CONFORMANT
