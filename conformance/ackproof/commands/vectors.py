"""Write histories with the right answers as plain JSON, for other programs: `ackproof vectors`."""

import argparse

from ackproof.commands.arguments import one_of
from ackproof.commands.parser import Subcommands
from ackproof.engine.exit_codes import CONFORMANT
from ackproof.errors import UsageError
from ackproof.target import PROFILES
from ackproof.text import terminal
from ackproof.text.sanitize import shell_quoted
from ackproof.text.values import path
from ackproof.vectors.corpus import publish
from ackproof.vectors.vector import COMPONENTS
from ackproof.wire.output import cannot_write, owned


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "vectors",
        help="write test vectors: histories with the right answers, as JSON lines, for programs that cannot run this "
        "suite",
        description="Write test vectors: a file for each component and profile, an index that says which mutants they "
        "kill and which they miss, and a schema. Passing them is less than a certificate: see docs/vectors.md.",
    )
    parser.add_argument("--out", type=path, required=True, metavar="DIR", help="where to write them")
    parser.add_argument(
        "--component",
        type=one_of("component", COMPONENTS),
        metavar="C",
        help=f"one of {', '.join(COMPONENTS)} (default: all)",
    )
    parser.add_argument(
        "--profile", type=one_of("profile", PROFILES), metavar="P", help=f"one of {', '.join(PROFILES)} (default: both)"
    )
    parser.set_defaults(run=_vectors)


def _vectors(options: argparse.Namespace) -> int:
    components = COMPONENTS if options.component is None else (options.component,)
    profiles = tuple(PROFILES) if options.profile is None else (options.profile,)
    out = options.out
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is a file; name a folder with --out")
    with owned(out):
        try:
            out.mkdir(parents=True, exist_ok=True)
            count = publish(out, components, profiles)
        except OSError as error:
            raise cannot_write(out, error) from error
    terminal.console().print(f"{count} vectors in {shell_quoted(out)}, with index.json and a schema", soft_wrap=True)
    return CONFORMANT
