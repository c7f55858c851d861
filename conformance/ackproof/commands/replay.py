"""Replay a witness on several targets, side by side: `ackproof replay`."""

import argparse

from ackproof.commands.arguments import TARGET, add_reply_timeout
from ackproof.commands.pages import add_html, replayed_answers, write_page
from ackproof.commands.parser import Subcommands
from ackproof.engine.discovery import discover
from ackproof.engine.exit_codes import BROKE, CONFORMANT, INCONCLUSIVE, VIOLATION
from ackproof.engine.replaying.replay import lines, replay_witness
from ackproof.pages.page import check_jinja2
from ackproof.pages.replay import replay_page
from ackproof.text import terminal
from ackproof.text.values import path
from ackproof.wire.witnesses import read_witness


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "replay",
        help="give a witness to targets, and say which of them break its rule",
        description="Give the operations of a witness to targets, and show what each answers, step by step, beside "
        "the answers that are recorded in the witness. Judge each by the check of the rule: is it the target's bug, or "
        "everybody's?",
        epilog="exit codes: 0 every target keeps the rule here, 1 one breaks it, 2 usage, 3 a target could not be run "
        "or broke, 5 whether one breaks it cannot be judged from this witness",
    )
    parser.add_argument("file", type=path, metavar="FILE", help="a witness that 'ackproof certify' wrote")
    parser.add_argument("targets", nargs="+", metavar="TARGET", help=TARGET)
    add_html(parser, "the violation with a column for each target")
    add_reply_timeout(parser)
    parser.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> int:
    if options.html is not None:
        check_jinja2()
    witness = read_witness(options.file)
    drivers = [
        discover.find(name, options.reply_timeout, witness.run.component) for name in dict.fromkeys(options.targets)
    ]
    try:
        replayed = replay_witness(witness, drivers)
    finally:
        for driver in drivers:
            driver.close()
    console = terminal.console()
    rendered = [
        f"{witness.rule} {witness.title}, broken by {witness.target} {witness.version}:",
        *(f"  {line}" for line in witness.story),
        "",
        *lines(replayed, console.width),
    ]
    for line in rendered:
        console.print(line, soft_wrap=True)
    if options.html is not None:  # after the answers were shown, since writing may fail
        write_page(options.html, replay_page(witness, replayed_answers(replayed)))
    if replayed.is_broken:
        return BROKE
    if replayed.breaks_the_rule:
        return VIOLATION
    return INCONCLUSIVE if replayed.is_undecided else CONFORMANT
