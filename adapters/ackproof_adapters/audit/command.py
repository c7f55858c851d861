"""The command `ackproof audit`.

This module is imported whenever `ackproof` starts, so it imports little.
"""

import argparse
import re

from ackproof.commands.arguments import add_master, add_verbosity, one_of, workers
from ackproof.commands.pages import add_html
from ackproof.target import PROFILES
from ackproof.text.sanitize import quoted
from ackproof.text.values import path


def add_command(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line of `ackproof`."""
    parser = subparsers.add_parser(
        "audit",
        help="find out why trees were not done, and in which bolt, from the logs of a running Storm",
        description="Read debug logs of Storm 0.10 to 2.x (topology.debug: true), and report why each tree that is not "
        "done failed, with the component, the task, and the lines that prove it. LOG is a worker's log, rolled and "
        "gzipped files included, or a folder with such logs. The content of users' tuples is not kept.",
        epilog="exit codes: 0 audited, whatever it found, 2 a log or an argument is wrong",
    )
    parser.add_argument("logs", nargs="+", type=path, metavar="LOG")
    parser.add_argument("--tree", type=_root, metavar="ROOT", help="show one tree's life, line by line")
    parser.add_argument("--format", type=one_of("format", ("text", "json")), default="text", metavar="text|json")
    parser.add_argument(
        "--out", type=path, metavar="DIR", help="a new folder for report.json and events.parquet (needs pyarrow)"
    )
    add_html(parser, "the report, with the lives of some trees,")
    parser.add_argument(
        "--profile",
        type=one_of("profile", PROFILES),
        metavar="P",
        help=f"{' or '.join(PROFILES)}: the profile of the ackers (default: found in the log)",
    )
    parser.add_argument(
        "--pattern",
        metavar="P",
        help="the pattern of the logs, as in the configuration of log4j2 or logback, such as "
        "'%%d [%%X{id}] %%p %%t %%c:%%L - %%m%%n' (default: found by the first lines)",
    )
    parser.add_argument(
        "--follow",
        action="store_true",
        help="keep reading as the logs grow, and show open trees by age and by where they wait, until Ctrl-C",
    )
    add_master(parser, "have a Spark cluster parse the logs, such as spark://HOST:7077 or local[2]")
    parser.add_argument(
        "-n",
        "--workers",
        type=workers,
        metavar="WORKERS",
        help="processes that parse the logs (default: one for each core)",
    )
    add_verbosity(parser)
    parser.set_defaults(run=_run)


def _root(text: str) -> int:
    """Return a root id: a signed number of 64 bits, as Storm prints it."""
    if not re.fullmatch(r"-?[0-9]{1,19}", text, re.ASCII) or not -(1 << 63) <= int(text) < 1 << 63:
        raise argparse.ArgumentTypeError(
            f"{quoted(text.encode())} is no root id; a root id is a signed number of 64 bits"
        )
    return int(text)


def _run(options: argparse.Namespace) -> int:
    from ackproof_adapters.audit.audit import audit  # noqa: PLC0415 - see above

    return audit(options)
