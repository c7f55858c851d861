"""A witness on several targets, side by side: `ackproof replay`."""

import argparse

from ackproof.commands.arguments import (
    add_reply_timeout,
    path,
)
from ackproof.commands.parser import Subcommands
from ackproof.engine import discover
from ackproof.engine.certificate import read_witness
from ackproof.engine.drawing import OPENS_WITH_ODD_CONFIGURATIONS
from ackproof.engine.exit_codes import BROKE, CONFORMANT, VIOLATION
from ackproof.engine.replay import lines, replay
from ackproof.errors import TargetBroke
from ackproof.text import terminal


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("replay", help="a witness on several targets, step by step, side by side")
    parser.add_argument("file", type=path, metavar="FILE", help="a witness that 'ackproof certify' wrote")
    parser.add_argument("targets", nargs="+", metavar="TARGET")
    add_reply_timeout(parser)
    parser.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> int:
    witness = read_witness(options.file)
    drivers = [
        discover.find(name, options.reply_timeout, witness.run.component) for name in dict.fromkeys(options.targets)
    ]
    try:
        replayed = replay(witness.run, drivers, may_refuse=witness.rule in OPENS_WITH_ODD_CONFIGURATIONS)
    finally:
        for driver in drivers:
            driver.close()
    console = terminal.console()
    told = [
        f"{witness.rule} {witness.title}, broken by {witness.target} {witness.version}:",
        *(f"  {line}" for line in witness.story),
        "",
        *lines(replayed, console.width),
    ]
    for line in told:
        console.print(line, soft_wrap=True)
    if any(isinstance(answer, TargetBroke) for answer in replayed.answers.values()):
        return BROKE
    steps = ", ".join(str(index + 1) for index in replayed.differing)
    console.print(f"The targets differ at {steps}." if steps else "The targets answer alike.")
    return VIOLATION if replayed.differing else CONFORMANT
