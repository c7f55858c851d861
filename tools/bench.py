"""Run the whole bench, and write `bench.json`, `bench.md` and `bench.svg`.

It takes about half an hour on two cores that nobody else uses. It needs a JDK and Maven, 20 GB of disk (set TMPDIR) and
`pip install 'ackproof[bench]'`. Start it with `tox -e bench`. `bench.json` is written after each case. `--add` measures
further cases, or some of them again, and keeps the other cases of `bench.json`. `--page` makes the page and the plot
without measuring. A target that cannot run on this machine is left out, and the page says why.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from ackproof.engine.discovery.discover import find
from ackproof.errors import AckproofError, TargetUnavailable, UsageError
from ackproof.wire.documents import write_document
from ackproof_adapters.bench.bench import exit_code, run_cases
from ackproof_adapters.bench.contestants import COMPARED
from ackproof_adapters.bench.document import document
from ackproof_adapters.bench.logs.shapes import SHAPES
from ackproof_adapters.bench.logs.stream import LogPlan
from ackproof_adapters.bench.machine import machine_cores, this_machine, touch_memory
from ackproof_adapters.bench.measure import Rounds
from attrs import asdict, evolve

from tools.bench_page import commands, page, plot

DOCS = Path(__file__).resolve().parents[1] / "docs"
COMMAND = "tox -e bench"
TARGETS = (
    "spark-shards spark-parquet spark-batch spark-bit-xor storm-2.8.2 kernel python-dict reference proved "
    "proved-native memory-bandwidth"
)
OTHERS = "spark-shards storm-2.8.2 kernel memory-bandwidth"
SCATTERED = ("spark-parquet", "spark-batch", "spark-bit-xor")
"""The contestants that read Parquet, and so take a log whose rows are in no order."""


def main() -> int:
    """Measure and write, or write only; return the exit code."""
    options = _options()
    data = options.folder / "bench.json"
    code = 0 if options.page else _measure(options, data)
    found = json.loads(data.read_text(encoding="utf-8"))
    if options.note:
        found["note"] = options.note
        write_document(data, found, indent=1)
    (options.folder / "bench.md").write_text(page(found, commands(found)), encoding="utf-8")
    plot(found, options.folder / "bench.svg")
    return code


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", action="store_true", help="only make the page and the plot")
    parser.add_argument("--note", help="a note for the page, such as on this machine or on what was left out")
    parser.add_argument("--add", action="store_true", help="keep the other cases of bench.json")
    parser.add_argument("--folder", type=Path, default=DOCS, help="where to write (default: docs)")
    parser.add_argument("--targets", default=TARGETS, help="the targets for the first shape at --length, on all cores")
    parser.add_argument("--others", default=OTHERS, help="the targets of all other cases")
    parser.add_argument("--no-scattered", action="store_true", help="leave out the log whose rows are in no order")
    parser.add_argument(
        "--lengths", default="1000000,10000000,100000000", help="the lengths of logs of the first shape"
    )
    parser.add_argument("--length", type=int, default=10_000_000, help="the length of logs of the other shapes")
    parser.add_argument(
        "--shapes", default=" ".join(list(SHAPES)[1:]), help=f"the other shapes: some of {', '.join(SHAPES)}"
    )
    parser.add_argument(
        "--cores",
        help="the numbers of cores for the first shape at --length (default: all, and one); other cases use all cores",
    )
    parser.add_argument("--runs", type=int, default=9, help="measured runs of the first shape at --length")
    parser.add_argument("--other-runs", type=int, default=3, help="measured runs of all other cases")
    parser.add_argument("--warmup", type=int, default=1, help="warm-up runs")
    return parser.parse_args()


def _measure(options: argparse.Namespace, data: Path) -> int:
    most = machine_cores()
    cores = [int(each) for each in options.cores.split(",")] if options.cores else sorted({most, 1}, reverse=True)
    lengths = [int(length) for length in options.lengths.split(",")]
    first, others = next(iter(SHAPES)), options.shapes.split()
    if not set(others) <= set(SHAPES):
        raise UsageError(f"--shapes {options.shapes!r}: there are {', '.join(SHAPES)}")
    asked = dict.fromkeys([*options.targets.split(), *options.others.split()])
    left_out = {name: lack for name in asked if (lack := lacking(name)) is not None}
    targets, of_others = (
        [name for name in names.split() if name not in left_out] for names in (options.targets, options.others)
    )
    many, few = Rounds(options.warmup, options.runs), Rounds(options.warmup, options.other_runs)
    wanted = [
        (_plan(length, first), count, targets if count == most else of_others, many)
        if length == options.length
        else (_plan(length, first), count, of_others, few)
        for length in lengths
        for count in (cores if length == options.length else [most])
    ]
    wanted += [(_plan(options.length, shape), most, of_others, few) for shape in others]
    if options.length in lengths and most in cores and not options.no_scattered:
        wanted.append((evolve(_plan(options.length, first), scattered=True), most, list(SCATTERED), many))
    options.folder.mkdir(parents=True, exist_ok=True)
    machine, cases = this_machine(), []
    before = _kept(data, asdict(machine)) if options.add else {}
    kept, note = before.get("cases", []), {"note": before["note"]} if "note" in before else {}
    touch_memory()
    command = _command(sys.argv[1:])
    runs = (run_cases(names, [(plan, [count])], rounds, machine) for plan, count, names, rounds in wanted)
    for case in chain.from_iterable(runs):
        cases.append(case)
        found = document(machine, cases)
        anew = [{**each, "command": command} for each in found["cases"]]
        others = [each for each in kept if _key(each) not in [_key(other) for other in anew]]
        write_document(data, {**found, **note, "left_out": left_out, "cases": [*others, *anew]}, indent=1)
    return exit_code(cases)


def lacking(name: str) -> str | None:
    """Return what this machine lacks for a target, or None. The other targets are measured all the same."""
    if name in COMPARED:
        return None
    driver = find(name)
    try:
        driver.describe()
    except TargetUnavailable as lack:
        return str(lack)
    finally:
        driver.close()
    return None


def _kept(data: Path, machine: Mapping[str, Any]) -> dict[str, Any]:
    """Return the recorded document. Raise `UsageError` if there is none, or if it is of another machine."""
    if not data.exists():
        raise UsageError(f"{data} does not exist, so there is nothing to add to: leave out --add")
    found: dict[str, Any] = json.loads(data.read_text(encoding="utf-8"))
    others = [name for name in machine if name != "load" and machine[name] != found["machine"][name]]
    if others:
        raise UsageError(
            f"{data} was measured on another machine ({', '.join(others)}): measure all cases again, without --add"
        )
    return found


def _key(case: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what identifies a case."""
    return case["plan"], case["cores"], [target["name"] for target in case["targets"]]


def _command(arguments: Sequence[str]) -> str:
    """Return the command that repeats this run. It leaves out `--folder`, which is private."""
    known = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    known.add_argument("--folder")
    _, asked = known.parse_known_args(arguments)
    return shlex.join([*COMMAND.split(), *(["--", *asked] if asked else [])])


def _plan(messages: int, shape: str) -> LogPlan:
    return LogPlan(messages=messages, acker_tasks=8, profile="storm2", shape=shape)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AckproofError as error:
        sys.exit(f"error: {error}")
