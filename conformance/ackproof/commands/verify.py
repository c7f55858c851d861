"""Check that a certificate is reproducible: `ackproof verify`."""

import argparse

from rich.console import Console

from ackproof.commands.arguments import add_verbosity, workers
from ackproof.commands.certify import progress_state
from ackproof.commands.parser import Subcommands
from ackproof.engine.campaign import RunProgress
from ackproof.engine.certify import certify
from ackproof.engine.evidence.certificate import Certificate
from ackproof.engine.exit_codes import BROKE, CONFORMANT, STALE_DEVIATION, VIOLATION
from ackproof.engine.progress import Display
from ackproof.engine.verify import circumstances, is_edited, order_of, other_versions
from ackproof.text import terminal
from ackproof.text.sanitize import not_run
from ackproof.text.values import path
from ackproof.wire.certificates import read_written
from ackproof.wire.differences import by_the_clock, differences, different_verdicts
from ackproof.wire.forms import Json

SHOWN = 40
"""Maximum number of differences that are shown; the others are counted."""


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "verify",
        help="make a certificate again from its seed and settings, and say whether it is the same",
        description="Check by its digest whether a certificate was edited. Then make it again from its seed "
        "and settings, and say whether the result is the same. Without TARGET the targets that it names are run, if "
        "they are installed; a command or a module is only run if it is named here. TARGET has to be the target that "
        "the certificate is about: with the same name, components and profiles, in any version.",
        epilog="exit codes: 0 the same, 1 the result differs, 2 usage (also: it cannot be made again, or is about "
        "another target), 3 the "
        "target could not be run, though it could then, 4 the file was edited",
    )
    parser.add_argument("file", type=path, metavar="CERTIFICATE", help="a certificate that 'ackproof certify' wrote")
    parser.add_argument("target", nargs="?", metavar="TARGET", help="the target to run (default: those that it names)")
    parser.add_argument(
        "--deviations-file",
        type=path,
        action="append",
        default=[],
        metavar="FILE",
        help="a list that the certificate was made with; give it once for each",
    )
    parser.add_argument("--digest-only", action="store_true", help="only check whether it was edited; nothing is run")
    parser.add_argument(
        "-n", dest="workers", type=workers, default=0, metavar="WORKERS", help="processes (default: one)"
    )
    add_verbosity(parser)
    parser.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    console = terminal.console()
    certificate = read_written(options.file)
    if is_edited(certificate):
        console.print(f"edited: {options.file} was changed, since its digest does not match; nothing was run")
        return STALE_DEVIATION
    console.print("not edited, by its digest" if certificate.digest else "it has no digest: of an earlier release")
    if options.digest_only:
        return CONFORMANT
    order = order_of(certificate, options.target, options.deviations_file, options.workers)
    for line in [*circumstances(certificate), *other_versions(certificate, order)]:
        console.print(line, soft_wrap=True)
    with Display(noun="verdicts", verbosity=options.verbosity) as display:

        def watch(progress: RunProgress) -> None:
            display.update(progress_state(progress, order.name))

        def show(_: Certificate) -> None:
            display.stop()

        anew = certify(order, watch=watch, show=show)
    could = {each.name for each in certificate.targets if each.unavailable is None}
    lacking = [each for each in anew.targets if each.unavailable is not None and each.name in could]
    for each in lacking:
        console.print(not_run(each.name, each.unavailable or ""), soft_wrap=True)
    if lacking:
        return BROKE
    return _compared(console, certificate.document, anew.to_json())


def _compared(console: Console, before: Json, after: Json) -> int:
    """Show where two certificates differ; return the exit code that follows."""
    for name in by_the_clock(after):
        console.print(f"{name} runs by the clock: of what was found only the verdicts are compared", soft_wrap=True)
    found = list(differences(before, after))
    for line in found[:SHOWN]:
        console.print(line, soft_wrap=True)
    if len(found) > SHOWN:
        console.print(f"and {len(found) - SHOWN} more")
    count, differing = len(before["verdicts"]), different_verdicts(before, after)
    verdicts = f"{count} verdict{'' if count == 1 else 's'}"
    if not found:
        console.print(f"same: {verdicts}")
    elif differing:
        console.print(f"different: {differing} of {verdicts}")
    else:
        console.print(f"different, though not in the {verdicts} of the certificate")
    return VIOLATION if found else CONFORMANT
