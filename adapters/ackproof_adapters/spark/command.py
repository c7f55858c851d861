"""The command `ackproof track`.

This module is imported whenever `ackproof` starts, so it imports little. The modules that do the work are imported when
the command runs; Spark may be missing then.
"""

import argparse

from ackproof.commands.arguments import master, one_of
from ackproof.errors import TargetUnavailable
from ackproof.target import PROFILES
from ackproof.text.values import path, positive


def add_command(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line of `ackproof`."""
    parser = subparsers.add_parser(
        "track",
        help="compute the outcome of every tree in a log, with the acker on Spark",
        description="Track a log of acker messages on Spark. LOG is a sharded log (a folder with a manifest.json), "
        "Parquet as Spark reads it (a file, a folder, or a URI), or a file of JSON lines (.jsonl, .ndjson, .json). "
        "For Parquet, DIR is a folder of Parquet; for the others, a folder of notifications.",
        epilog="exit codes: 0 tracked, 2 the log or the arguments are wrong, 3 Spark cannot be used",
    )
    parser.add_argument("log", type=_place, metavar="LOG")
    parser.add_argument("--out", type=_place, required=True, metavar="DIR", help="a new folder for the notifications")
    parser.add_argument(
        "--acker-tasks",
        type=positive,
        metavar="N",
        help="the number of acker tasks of the topology; a sharded log contains it",
    )
    parser.add_argument(
        "--profile",
        type=one_of("profile", PROFILES),
        default="storm2",
        metavar="P",
        help=f"{' or '.join(PROFILES)} (default %(default)s)",
    )
    parser.add_argument(
        "--state",
        type=_place,
        metavar="FOLDER",
        help="begin with the acker tasks' records at the end of the log before, and keep those at the end of this one",
    )
    parser.add_argument(
        "--master",
        type=master,
        default="local[*]",
        metavar="MASTER",
        help="where Spark runs: local[N] or spark://HOST:PORT (default %(default)s)",
    )
    parser.set_defaults(run=_run)


def _place(text: str) -> str:
    """Return a path or a URI as it is."""
    path(text)
    return text


def _run(options: argparse.Namespace) -> int:
    from ackproof_adapters.spark.session import missing  # noqa: PLC0415 - see above

    lack = missing()
    if lack is not None:
        raise TargetUnavailable(f"track needs Spark: {lack}")
    from ackproof_adapters.spark.track_log import track_log  # noqa: PLC0415

    track_log(options.log, options.out, options.acker_tasks, options.profile, options.master, options.state)
    return 0
