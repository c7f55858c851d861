"""The command `ackproof bench`.

This module is imported whenever `ackproof` starts, so it imports little. The modules that do the work are imported when
the command runs; numpy or Arrow may be missing then.
"""

import argparse
import importlib

from ackproof.commands.arguments import one_of
from ackproof.errors import TargetUnavailable
from ackproof.target import PROFILES
from ackproof.text.suggestions import no_such
from ackproof.text.values import natural, path, positive

_NEEDED = ("numpy", "pyarrow", "xxhash")


def add_command(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line of `ackproof`."""
    parser = subparsers.add_parser(
        "bench",
        help="measure how fast targets are, on the same log",
        description="Measure the throughput of ackers, in messages and trees per second. All targets track the same "
        "log in turns, each in its own process, and all notifications are checked. TARGET is a name from "
        "'ackproof targets' or package.module:factory. storm-2.* runs in a tight loop in its JVM, with tuples built "
        "in the timed region and with all tuples built before, on one and two threads. For comparison there are "
        "python-dict, spark-bit-xor and memory-bandwidth. Separate several numbers or shapes by commas: they are "
        "measured one after the other.",
        epilog="exit codes: 0 all measured, 1 a target notified wrongly, 2 usage, 3 a target could not be run or broke",
    )
    parser.add_argument("targets", nargs="+", metavar="TARGET")
    parser.add_argument(
        "--messages", type=_positives, default="300000", metavar="N", help="rows of the log (default %(default)s)"
    )
    parser.add_argument(
        "--shape",
        type=_shapes,
        default="mixed",
        metavar="SHAPE",
        help="what trees the log is made of, or 'all': mixed (default), chain, fan-out, deep-dag, many-fails, "
        "many-expiries, many-open-roots",
    )
    parser.add_argument("--cores", type=_positives, metavar="N", help="cores that a target may use (default: all)")
    parser.add_argument(
        "--acker-tasks", type=positive, default=8, metavar="N", help="acker tasks (default %(default)s)"
    )
    parser.add_argument(
        "--profile",
        type=one_of("profile", PROFILES),
        default="storm2",
        metavar="P",
        help=f"{' or '.join(PROFILES)} (default %(default)s)",
    )
    parser.add_argument("--runs", type=positive, default=5, metavar="N", help="measured runs (default %(default)s)")
    parser.add_argument(
        "--warmup",
        type=natural,
        default=3,
        metavar="N",
        help="warm-up runs, which are not measured (default %(default)s); the first one starts JVMs and workers",
    )
    parser.add_argument(
        "--seed", type=natural, default=0, metavar="N", help="random seed of the log (default %(default)s)"
    )
    parser.add_argument("--out", type=path, metavar="FILE.json", help="write all results as JSON, with raw timings")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    for package in _NEEDED:
        try:
            importlib.import_module(package)
        except ImportError as error:
            raise TargetUnavailable(f"bench needs {package}: pip install {' '.join(_NEEDED)}") from error
    from ackproof_adapters.bench.bench import bench  # noqa: PLC0415 - see above

    return bench(options)


def _positives(text: str) -> list[int]:
    return [positive(each) for each in text.split(",")]


def _shapes(text: str) -> list[str]:
    from ackproof_adapters.bench.logs.shapes import SHAPES  # noqa: PLC0415 - see above

    if text == "all":
        return list(SHAPES)
    unknown = [each for each in text.split(",") if each not in SHAPES]
    if unknown:
        raise argparse.ArgumentTypeError(no_such("shape", unknown[0], [*SHAPES, "all"]))
    return text.split(",")
