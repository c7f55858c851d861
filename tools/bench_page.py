"""The page and the plot of `bench.json`: see `tools/bench.py`."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import indent
from typing import Any

from ackproof.wire.documents import structure
from ackproof_adapters.bench.report import GIGABYTE, MEGABYTE, MILLION, Ratio, ratio_lines

Document = dict[str, Any]

INTRODUCTION = """\
# Bench

<!-- made by tools/bench.py of docs/bench.json: do not edit -->

The throughput of ackers. In each case all contestants track the same log in one run. It was measured with

{command}

{several}Compare figures within one case only.

Each contestant runs in its own process. In each round every contestant tracks the log once, one after the other.
After each run all notifications are checked, and a contestant with a wrong one gets no figure. Before each run the
log is read once, so all files are in the page cache: this bench does not measure disks. Storm's JVM is warm. So are
Spark's JVM and its Python workers: the workers end after a minute without work, so they track the beginning of the
log before each run. At the start the bench writes to all free memory once. The host of a virtual machine hands out
memory page by page, at the first write, and otherwise the first contestant would pay for that.

- `storm-…` is the acker of that release, called in a tight loop in its JVM, without Storm's executor, queues and
  network. *building* creates each tuple (Storm's own `TupleImpl`) when the acker takes it; *ready* creates all tuples
  before the timed region. x1 and x2 are the number of threads. Each thread runs one acker task after the other.
  Messages come from arrays in memory, and notifications go to arrays in memory. Reading and writing files is not
  timed, which is an advantage over contestants that do both.
- `spark-shards` reads the sharded log from files, checks its checksums, and writes its notifications, all within the
  timed region. Its JVM compiles with C1 only, as for `ackproof track`.
- `spark-parquet` reads Parquet by path and writes Parquet, in Python workers. Its JVM compiles with C1 only, too.
- `spark-batch` takes a DataFrame in any order, here from Parquet. `spark-bit-xor` runs
  `groupBy("root").agg(bit_xor("value"))` on the same DataFrame. It is not an acker: it has no order, no fails and
  no expiry.
- `kernel` is the compiled acker alone, `python-dict` an acker in plain Python; both work on arrays or lists in
  memory. `reference` is the executable specification, and takes operations. So do `proved` and `proved-native`, the
  acker that was extracted from the proofs: they are processes that take JSON, and most of their time goes into that.
- `memory-bandwidth` reads each byte of the log once and computes nothing. It is an upper bound.

Some contestants get only the beginning of a long log: the column *messages* says how many messages. *ns* is
nanoseconds of wall-clock time for each message. *per core* is millions of messages for each second of processor
time, summed over all processes of the contestant, including the JVM's garbage collection and Spark's driver. *MB* is
the peak of resident memory, summed over its processes.
"""


def commands(document: Document) -> str:
    """Return the commands that measured the cases of a document, one a line."""
    return "\n".join(dict.fromkeys(case["command"] for case in document["cases"]))


def page(document: Document, command: str) -> str:
    """Return the page, in Markdown."""
    several = "Each command was a separate run. " if "\n" in command else ""
    introduction = INTRODUCTION.format(command=indent(command, " " * 4), several=several)
    return "\n".join([introduction, *_parts(document), ""])


def _parts(document: Document) -> Iterator[str]:
    machine = document["machine"]
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items() if version)
    yield (
        f"Machine: {machine['cores']} cores, {machine['memory'] / GIGABYTE:.0f} GB, {machine['processor']}, "
        f"{machine['system']}; Python {machine['python']}, {machine['java'] or 'no Java'}, {packages}; "
        f"ackproof {document['ackproof']}. Each case gives the load of the machine at its start."
    )
    for name, lack in document.get("left_out", {}).items():
        yield f"\nLeft out: {name}. {lack}"
    if "note" in document:
        yield f"\n{document['note']}"
    yield "\n![messages per second by length of the log, and by shape](bench.svg)\n"
    yield "## By shape\n"
    yield from _by_shape(document)
    yield "\n## Ratios\n"
    yield from _ratios(document)
    yield "\n## Cost of a message by length of the log\n"
    yield from _costs(document)
    yield "\n## All cases\n"
    for case in document["cases"]:
        yield from _case(case)
    yield "## What is timed\n"
    for timed, names in _timed(document).items():
        yield f"- {', '.join(names)}: {timed}"


def _name_of(case: Document) -> str:
    messages = case["log"]["messages"]
    scattered = ", rows in no order" if case["plan"].get("scattered") else ""
    return f"{case['plan']['shape']}, {messages:,} messages, {_cores(case['cores'])}{scattered}"


def _cores(count: int) -> str:
    return "1 core" if count == 1 else f"{count} cores"


def _by_shape(document: Document) -> Iterator[str]:
    """Yield a table with a row for each shape: the cases of the most frequent length, on all cores."""
    cases = _of_shapes(document)
    names = list(dict.fromkeys(target["name"] for case in cases for target in _measured(case)))
    length, cores = _common_length(cases), cases[0]["cores"]
    yield f"Million messages/s of a log of {length:,}, on {cores} cores: the median (least to most).\n"
    yield f"| shape | {' | '.join(names)} |"
    yield f"|---|{'--:|' * len(names)}"
    for shape in dict.fromkeys(case["plan"]["shape"] for case in cases):
        speeds = {
            target["name"]: target["summary"]["messages_per_second"]
            for case in cases
            if case["plan"]["shape"] == shape
            for target in _measured(case)
        }
        cells = [range_of_millions(speeds[name]) if name in speeds else "" for name in names]
        yield f"| {shape} | {' | '.join(cells)} |"


def _of_shapes(document: Document) -> list[Document]:
    """Return the cases of the most frequent length, on all cores, with rows in order."""
    cores = max(case["cores"] for case in document["cases"])
    cases = [case for case in document["cases"] if case["cores"] == cores and not case["plan"].get("scattered")]
    return [case for case in cases if case["log"]["messages"] == _common_length(cases)]


def range_of_millions(speed: Document) -> str:
    """Return a median with the least and the most, in millions."""
    return f"{millions(speed['median'])} ({millions(speed['least'])} to {millions(speed['most'])})"


def millions(count: float) -> str:
    """Return a number in millions, with two decimals, or as many as a smaller one needs."""
    return f"{count / MILLION:.2f}" if count >= MILLION / 10 else f"{count / MILLION:.2g}"


def _ratios(document: Document) -> Iterator[str]:
    for case in document["cases"]:
        for line in ratio_lines(structure(case["ratios"], list[Ratio])):
            yield f"- {_name_of(case)}: {line}"


def _costs(document: Document) -> Iterator[str]:
    """Yield a line for each contestant that tracked logs of several lengths, each in full."""
    costs: dict[tuple[str, str, int], dict[int, float]] = {}
    for case in document["cases"]:
        for target in _measured(case):
            if target["messages"] == case["log"]["messages"]:
                key = (target["name"], case["plan"]["shape"], case["cores"])
                costs.setdefault(key, {})[target["messages"]] = target["summary"]["nanoseconds"]
    for (name, shape, cores), by_length in costs.items():
        if len(by_length) > 1:
            shown = ", ".join(f"{cost:.1f} ns at {length:,}" for length, cost in sorted(by_length.items()))
            *_, before, last = (cost for _, cost in sorted(by_length.items()))
            yield f"- {name}, {shape}, {_cores(cores)}: {shown}; last step {last / before - 1:+.0%}"


def _case(case: Document) -> Iterator[str]:
    log = case["log"]
    yield f"### {_name_of(case)[0].upper()}{_name_of(case)[1:]}\n"
    yield (
        f"{case['shape'][0].upper()}{case['shape'][1:]}. Profile {case['plan']['profile']}, "
        f"{case['plan']['acker_tasks']} acker tasks; {log['trees']:,} trees of {log['tuples_per_tree']} tuples, "
        f"{log['fails']:,} fails, {log['ticks']:,} ticks; at most {log['most_open']:,} open records; "
        f"notifications: {log['notified_acks']:,} acks and {log['notified_fails']:,} fails; {log['expired']:,} records "
        f"expire. Load {case['load']} at the start.\n"
    )
    yield "| contestant | messages | M messages/s | least to most | ns | per core | MB |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for target in case["targets"]:
        yield f"| {' | '.join(_cells(target))} |"
    yield ""


def _cells(target: Document) -> Iterable[str]:
    summary = target["summary"]
    if summary is None:
        return [target["name"], f"{target['messages']:,}", f"{target['outcome']}: {target['error']}", "", "", "", ""]
    speed, core, memory = summary["messages_per_second"], summary["per_core"], summary["memory"]
    return [
        target["name"],
        f"{target['messages']:,}",
        millions(speed["median"]),
        f"{millions(speed['least'])} to {millions(speed['most'])}",
        f"{summary['nanoseconds']:,.1f}",
        "" if core is None else millions(core["median"]),
        "" if memory is None else f"{memory / MEGABYTE:,.0f}",
    ]


def _timed(document: Document) -> dict[str, list[str]]:
    timed: dict[str, list[str]] = {}
    for case in document["cases"]:
        for target in case["targets"]:
            names = timed.setdefault(target["timed"], [])
            if target["name"] not in names:
                names.append(target["name"])
    return timed


def _measured(case: Document) -> list[Document]:
    return [target for target in case["targets"] if target["summary"] is not None]


def plot(document: Document, path: Path) -> None:
    """Draw messages per second, by length of the log and by shape, as an SVG file. It needs matplotlib."""
    import matplotlib as mpl  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415 - an optional extra
    from matplotlib.figure import Figure  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    mpl.rcParams["svg.hashsalt"] = "ackproof"  # otherwise the same figure gives another file each time
    figure = Figure(figsize=(12, 5.5), layout="constrained")
    lengths, shapes = figure.subplots(1, 2)
    cores = max(case["cores"] for case in document["cases"])
    cases = [case for case in document["cases"] if case["cores"] == cores and not case["plan"].get("scattered")]
    first = cases[0]["plan"]["shape"]
    _draw_lengths(lengths, [case for case in cases if case["plan"]["shape"] == first])
    longest = {case["plan"]["shape"]: case for case in _of_shapes(document)}
    _draw_shapes(shapes, longest)
    lengths.set_title(f"{first}, {cores} cores: by length of the log")
    shapes.set_title(f"{_common_length(cases):,} messages, {cores} cores: by shape")
    figure.savefig(path, format="svg", metadata={"Date": None})


def _common_length(cases: Sequence[Document]) -> int:
    """Return the most frequent length of a log."""
    lengths = [int(case["log"]["messages"]) for case in cases]
    return max(lengths, key=lengths.count)


def _draw_lengths(axes: Any, cases: Sequence[Document]) -> None:
    points: dict[str, dict[int, tuple[float, float, float]]] = {}
    for case in cases:
        for target in _measured(case):
            if target["messages"] == case["log"]["messages"] or target["messages"] not in points.get(
                target["name"], {}
            ):
                speed = target["summary"]["messages_per_second"]
                points.setdefault(target["name"], {})[target["messages"]] = (
                    speed["median"] / MILLION,
                    (speed["median"] - speed["least"]) / MILLION,
                    (speed["most"] - speed["median"]) / MILLION,
                )
    for name, own in points.items():
        length = sorted(own)
        median, below, above = zip(*(own[each] for each in length), strict=True)
        axes.errorbar(length, median, yerr=(below, above), marker="o", capsize=3, label=name)
    axes.set(xscale="log", yscale="log", xlabel="messages of the log", ylabel="million messages/s")
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend(fontsize="small")


def _draw_shapes(axes: Any, cases: dict[str, Document]) -> None:
    names = list(dict.fromkeys(target["name"] for case in cases.values() for target in _measured(case)))
    for place, name in enumerate(names):
        speeds = {
            shape: target["summary"]["messages_per_second"]["median"] / MILLION
            for shape, case in cases.items()
            for target in _measured(case)
            if target["name"] == name
        }
        height = 0.8 / len(names)
        rows = [index + place * height for index, shape in enumerate(cases) if shape in speeds]
        axes.barh(rows, list(speeds.values()), height, label=name)
    axes.set(xscale="log", xlabel="million messages/s", yticks=[index + 0.4 for index in range(len(cases))])
    axes.set_yticklabels(list(cases))
    axes.invert_yaxis()
    axes.grid(visible=True, axis="x", which="both", alpha=0.3)
