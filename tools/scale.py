"""The cost model of `docs/scale.md`: runs that were listed in advance, a model fitted to other runs, and its errors.

`python -m tools.scale --fit` measures the runs of `FITTED`, fits the model and keeps it in `docs/scale.json`; with
`--predict` those of `PREDICTED` are measured, which were not used for the model; with `--start` the time before the
first Spark task. Measurements are kept after each run, and are not repeated. Each of these ends with new tables of the
page; without any option, only the tables are made.

The figure is processor time, of driver, JVM and Python workers together, and not wall-clock time: it can be measured on
a shared machine, too. The logs are simple: each tree has an init and some acks, so many roots are open at any time, and
one acker task may get more than its share. The number of notifications is checked after each run.
"""

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import SuiteError
from ackproof.wire import documents
from ackproof_adapters.bench.machine import this_machine
from ackproof_adapters.kernel import table
from ackproof_adapters.routing import ackers_of
from ackproof_adapters.shards.writing import write_shards
from ackproof_adapters.spark.session import session_on
from ackproof_adapters.spark.transport.jobs import shares
from ackproof_adapters.spark.transport.sizes import PIECE_ROWS
from attrs import asdict, frozen
from numpy.typing import NDArray
from pyarrow import parquet
from pyspark.sql import SparkSession

DOCS = Path(__file__).resolve().parents[1] / "docs"
DATA, PAGE = DOCS / "scale.json", DOCS / "scale.md"
MILLION = 1_000_000
MEGABYTE = 1 << 20

MADE = re.compile(r"(<!-- made by tools/scale.py: (?P<part>\w+) -->\n\n).*?(<!-- end of part -->)", re.DOTALL)


@frozen(kw_only=True)
class ScaleRun:
    """The log that is tracked, and the number of cores.

    `way` is `parquet` (by path) or `shards`. `millions` counts messages, `open_roots` those that are open at any time
    over all acker tasks. A tree has an init and `acks` acks. `hot` percent of the trees go to acker task 0, and the
    others to where their root routes.
    """

    way: str
    millions: int
    cores: int
    acker_tasks: int
    open_roots: int = 10_000
    acks: int = 1
    hot: int = 0

    @property
    def name(self) -> str:
        """Its name, which is unique."""
        skew = f", {self.hot} % hot" if self.hot else ""
        return (
            f"{self.way}, {self.millions} M, cores: {self.cores}, acker tasks: {self.acker_tasks}, "
            f"{self.open_roots:,} open, acks: {self.acks}{skew}"
        )

    @property
    def trees(self) -> int:
        """How many trees begin."""
        return self.millions * MILLION // (1 + self.acks)

    @property
    def notified(self) -> int:
        """How many trees are acked by the end of the log."""
        return self.trees - self.open_roots

    @property
    def of_shards(self) -> list[int]:
        """The approximate number of messages of each acker task."""
        messages = self.millions * MILLION
        even = messages * (100 - self.hot) // (100 * self.acker_tasks)
        return [even + messages * self.hot // 100, *[even] * (self.acker_tasks - 1)]

    @property
    def of_busiest(self) -> int:
        """The approximate number of messages for the kernels of the worker that gets most."""
        rows = self.of_shards
        longest = max(sum(rows[acker] for acker in share) for share in shares(rows, self.cores))
        return max(longest, self.millions * MILLION // self.cores)  # with many shares, a worker takes several

    @property
    def table_bytes(self) -> int:
        """The approximate size of the table of the hottest acker task, when it has its open roots."""
        living = max(1, self.open_roots * max(self.of_shards) // (self.millions * MILLION))
        slots = table.LEAST_SLOTS
        while slots < table.SLOTS_FOR_EACH * living:
            slots *= 2
        return slots * table.RECORD.itemsize


PREDICTED = (
    ScaleRun(way="parquet", millions=10, cores=1, acker_tasks=1),
    ScaleRun(way="parquet", millions=10, cores=2, acker_tasks=8),
    ScaleRun(way="parquet", millions=20, cores=2, acker_tasks=64),
    ScaleRun(way="parquet", millions=20, cores=2, acker_tasks=8, hot=80),
    ScaleRun(way="parquet", millions=30, cores=2, acker_tasks=8, open_roots=1_000_000),
    ScaleRun(way="parquet", millions=30, cores=1, acker_tasks=16, acks=4, hot=50),
    ScaleRun(way="parquet", millions=100, cores=2, acker_tasks=8, acks=4),
    ScaleRun(way="shards", millions=10, cores=2, acker_tasks=8),
    ScaleRun(way="shards", millions=20, cores=1, acker_tasks=64, hot=80),
    ScaleRun(way="shards", millions=30, cores=2, acker_tasks=16, open_roots=1_000_000),
    ScaleRun(way="shards", millions=60, cores=2, acker_tasks=8, acks=4),
)
"""Listed before the model was fitted, which uses none of them."""

FITTED = (
    ScaleRun(way="parquet", millions=2, cores=2, acker_tasks=1),
    ScaleRun(way="parquet", millions=4, cores=2, acker_tasks=4, open_roots=300_000),
    ScaleRun(way="parquet", millions=6, cores=2, acker_tasks=32, acks=2),
    ScaleRun(way="parquet", millions=8, cores=2, acker_tasks=2, acks=5, hot=90),
    ScaleRun(way="parquet", millions=3, cores=1, acker_tasks=4),
    ScaleRun(way="parquet", millions=6, cores=1, acker_tasks=2, open_roots=100_000, acks=3),
    ScaleRun(way="shards", millions=2, cores=2, acker_tasks=1),
    ScaleRun(way="shards", millions=6, cores=2, acker_tasks=4, open_roots=300_000),
    ScaleRun(way="shards", millions=8, cores=2, acker_tasks=32, acks=5),
    ScaleRun(way="shards", millions=4, cores=1, acker_tasks=8, acks=2, hot=90),
    ScaleRun(way="parquet", millions=16, cores=2, acker_tasks=16, open_roots=500_000, acks=2),
    ScaleRun(way="parquet", millions=12, cores=1, acker_tasks=8, acks=2, hot=30),
    ScaleRun(way="shards", millions=16, cores=2, acker_tasks=8, open_roots=500_000, acks=2),
    ScaleRun(way="shards", millions=24, cores=1, acker_tasks=16, acks=3),
)
"""Short runs, and two of each way in which the fixed cost of a call is small."""

TURNS = 3
"""How often a run for the fit is measured. The medians are used: the system measures parts of a second coarsely."""

WARM_UP = 1
"""Millions of messages that a session tracks before the measurement: its workers load their modules then."""


@frozen(kw_only=True)
class ScaleMeasurement:
    """`cpu` is the processor time of all processes, `busiest` that of the Python worker with the most, `memory` the
    most bytes that a worker had, and `said` the bytes of the notifications. `seconds` is wall-clock time, on a shared
    machine.
    """

    cpu: float
    busiest: float
    memory: int
    said: int
    seconds: float


# --- logs


ROWS = 1 << 20
"""Messages that are made at once."""

ROW_GROUP = ROWS // 8  # so that also the shortest log is read by all workers
SPOUT_TASK = 7
_INIT, _ACK = 0, 1


def batches_of(run: ScaleRun) -> Iterator[pa.RecordBatch]:
    """Yield the log of a run. In step i tree i begins, and each ack of a tree comes so many steps after its init that
    `open_roots` others are open at the last one.
    """
    steps = max(1, ROWS // (1 + run.acks))
    for first in range(0, run.trees, steps):
        yield _steps(run, np.arange(first, min(first + steps, run.trees)))


def _steps(run: ScaleRun, step: NDArray[np.int64]) -> pa.RecordBatch:
    late = np.array([run.open_roots * number // run.acks for number in range(run.acks + 1)])
    tree = step[:, None] - late
    number = np.broadcast_to(np.arange(run.acks + 1), tree.shape).ravel()
    early = (tree < 0).ravel()  # that tree does not exist: the ack is one of nothing, to the tree that begins here
    tree = np.where(tree < 0, step[:, None], tree).ravel()
    every = int(np.bitwise_xor.reduce(np.array([1 << ack for ack in range(1, run.acks + 1)])))
    value = np.where(early, 0, np.where(number == 0, every, 1 << number))
    root = _root_of(tree)
    is_hot = (tree * 31 % 100) < run.hot
    op = pa.DictionaryArray.from_arrays(pa.array(np.minimum(number, _ACK).astype(np.int8)), ["init", "ack"])
    return pa.record_batch(
        {
            "seq": step[0] * (run.acks + 1) + np.arange(len(tree)),
            "op": op,
            "root": root,
            "value": value,
            "spout_task": pa.array(np.full(len(tree), SPOUT_TASK, np.int32), mask=number != _INIT),
            "acker": pa.array(np.where(is_hot, 0, ackers_of(root, run.acker_tasks)), pa.int32(), mask=~is_hot),
        }
    )


def _root_of(trees: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the root id of each tree: its number, mixed so that both halves of it vary."""
    bits = trees.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return (bits ^ (bits >> np.uint64(29))).view(np.int64)


def write_log(run: ScaleRun, place: Path) -> None:
    """Write the log of a run in the form that its way takes."""
    if run.way == "shards":
        op = pa.string()
        plain = (batch.set_column(1, "op", batch.column("op").cast(op)) for batch in batches_of(run))
        write_shards(plain, place, run.acker_tasks)
        return
    place.mkdir(parents=True)
    for number, batch in enumerate(batches_of(run)):
        parquet.write_table(
            pa.Table.from_batches([batch]),
            place / f"{number:05}.parquet",
            row_group_size=ROW_GROUP,
            use_dictionary=["op"],
            compression="none",
            write_page_checksum=True,
        )


# --- measuring


def measured(spark: SparkSession, run: ScaleRun, log: Path, out: Path) -> ScaleMeasurement:
    """Track a log. Raise `SuiteError` if the number of notifications is wrong."""
    _forget_peaks()
    seconds, before = time.perf_counter(), _cpu()
    _track(spark, run, log, out)
    seconds, after = time.perf_counter() - seconds, _cpu()
    found = _count(run, out)
    if found != run.notified:
        raise SuiteError(f"{run.name}: {found:,} notifications, and there must be {run.notified:,}")
    said = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    shutil.rmtree(out)
    workers = [after.own[pid] - before.own.get(pid, 0.0) for pid in _workers()]
    return ScaleMeasurement(
        cpu=round(after.total - before.total, 2),
        busiest=round(max(workers), 2),
        memory=max(_peak(pid) for pid in _workers()),
        said=said,
        seconds=round(seconds, 1),
    )


def _track(spark: SparkSession, run: ScaleRun, log: Path, out: Path) -> None:
    if run.way == "shards":
        from ackproof_adapters.spark.sharded.tracking import track_shards_to  # noqa: PLC0415  # Spark has to be there

        track_shards_to(spark, log, out, profile="storm2")
    else:
        from ackproof_adapters.spark.parquet.tracking import track_parquet  # noqa: PLC0415  # the same

        track_parquet(spark, log, out, acker_tasks=run.acker_tasks, profile="storm2")


def _count(run: ScaleRun, out: Path) -> int:
    if run.way == "shards":
        from ackproof_adapters.shards.folder import open_notifications  # noqa: PLC0415  # as above

        return open_notifications(out).rows
    return sum(parquet.ParquetFile(path).metadata.num_rows for path in out.glob("*.parquet"))


@frozen
class _Cpu:
    """Return the processor time so far: of all processes, ended ones included, and of each running process."""

    total: float
    own: dict[int, float]


def _cpu() -> _Cpu:
    own, ended = {}, 0.0
    for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            own[process.pid] = times.user + times.system
            ended += times.children_user + times.children_system
    return _Cpu(sum(own.values()) + ended, own)


def _workers() -> list[int]:
    """Return the processes of Spark's that run Python: children of its daemon, and the daemon itself."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "pyspark.daemon" in process.cmdline():
                found.append(process.pid)
    return found


def _forget_peaks() -> None:
    for pid in _workers():
        with suppress(OSError):
            Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")


def _peak(pid: int) -> int:
    with suppress(OSError):
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
        return int(found[1]) << 10 if found else 0
    return 0


def turns_of(run: ScaleRun) -> int:
    """Return how often a run is measured."""
    return TURNS if run in FITTED else 1


def measure(runs: Sequence[ScaleRun], document: dict[str, Any]) -> None:
    """Measure the runs that are not in the document yet, and write it after each."""
    there = SparkSession.getActiveSession()
    started = there is not None and there.sparkContext.defaultParallelism  # the existing session comes first
    for cores in sorted({run.cores for run in runs}, key=lambda cores: (cores != started, cores)):
        left = [run for run in runs if run.cores == cores and run.name not in document["measured"]]
        left.sort(key=lambda run: run.millions)  # the longest last, so that an interrupted measurement leaves results
        if not left:
            continue
        spark = _session(cores)
        for run in left:
            with tempfile.TemporaryDirectory(prefix="ackproof-scale-") as name:
                folder = Path(name)
                write_log(run, folder / "log")
                small = ScaleRun(**{**asdict(run), "millions": WARM_UP, "open_roots": 1_000})
                write_log(small, folder / "small")
                _track(spark, small, folder / "small", folder / "warm")  # idle workers have ended
                turns = [asdict(measured(spark, run, folder / "log", folder / "said")) for _ in range(turns_of(run))]
            found = {name: type(value)(np.median([turn[name] for turn in turns])) for name, value in turns[0].items()}
            document["measured"][run.name] = found
            documents.write_document(DATA, document, indent=1)
            print(run.name, found, file=sys.stderr, flush=True)  # noqa: T201 - a command


def _session(cores: int) -> SparkSession:
    """Return the session of this process, if it has that number of cores, or a new one."""
    there = SparkSession.getActiveSession()
    if there is not None and there.sparkContext.master == f"local[{cores}]":
        return there
    if there is not None:
        there.stop()
    return session_on(f"local[{cores}]", for_python=True)


# --- the model


Terms = Mapping[str, float]

UNITS = {
    "call": "a call of two cores, s",
    "message": "a message, ns",
    "notification": "a notification, ns",
    "open": "a message, for each doubling of a table beyond 1 MB, ns",
    "run": "a run (a piece's messages for an acker task), µs",
    "worker": "a worker, s",
    "read": "a message read, ns",
    "kept": "a message through the kernel, ns",
    "base": "a worker, MB",
    "table": "a byte of the largest table, bytes",
    "mapped": "a message that is mapped, bytes",
}
"""The meaning of the coefficients, and the unit in which they are shown."""

SHOWN = {"message": 1e9, "notification": 1e9, "open": 1e9, "run": 1e6, "read": 1e9, "kept": 1e9, "base": 1 / MEGABYTE}


def cpu_terms(run: ScaleRun) -> Terms:
    """Return the terms of the processor time of all processes."""
    messages = run.millions * MILLION
    doublings = max(0.0, float(np.log2(run.table_bytes / MEGABYTE)))
    terms = {"call": 1.0, "message": messages, "notification": run.notified, "open": messages * doublings}
    if run.way == "parquet":
        terms["run"] = run.acker_tasks * -(-messages // PIECE_ROWS)
    return terms


def busiest_terms(run: ScaleRun) -> Terms:
    """Return the terms of the processor time of the busiest worker."""
    read = run.millions * MILLION / run.cores if run.way == "parquet" else 0.0
    doublings = max(0.0, float(np.log2(run.table_bytes / MEGABYTE)))
    notifications = run.notified * run.of_busiest / (run.millions * MILLION)
    kept = {"kept": run.of_busiest, "notification": notifications, "open": run.of_busiest * doublings}
    terms = {"worker": 1.0, "read": read, **kept}
    return terms if read else {name: value for name, value in terms.items() if name != "read"}


def memory_terms(run: ScaleRun) -> Terms:
    """Return the terms of the bytes of the largest worker."""
    return {"base": 1.0, "table": run.table_bytes, "mapped": run.of_busiest}


QUANTITIES: dict[str, Callable[[ScaleRun], Terms]] = {
    "cpu": cpu_terms,
    "busiest": busiest_terms,
    "memory": memory_terms,
}
WAYS = ("parquet", "shards")

Model = dict[str, dict[str, dict[str, float]]]
"""The coefficients for each way and quantity."""


def fit(measured_runs: Mapping[str, Mapping[str, float]]) -> Model:
    """Return the model with the least relative error over the runs of `FITTED`. No term may be negative: such a term is
    left out.
    """
    return {
        way: {
            quantity: _fitted(
                [terms(run) for run in FITTED if run.way == way],
                [measured_runs[run.name][quantity] for run in FITTED if run.way == way],
            )
            for quantity, terms in QUANTITIES.items()
        }
        for way in WAYS
    }


def _fitted(terms: Sequence[Terms], values: Sequence[float]) -> dict[str, float]:
    names = list(terms[0])
    while True:
        rows = np.array([[each[name] / value for name in names] for each, value in zip(terms, values, strict=True)])
        scale = np.abs(rows).max(axis=0)
        scale[scale == 0] = 1.0
        found = np.linalg.lstsq(rows / scale, np.ones(len(values)), rcond=None)[0] / scale
        if (found >= 0).all():
            return {name: float(value) for name, value in zip(names, found, strict=True)}
        names.remove(names[int(np.argmin(found * scale))])


def predicted(model: Model, run: ScaleRun, quantity: str) -> float:
    """Return the prediction of the model for a run."""
    terms = QUANTITIES[quantity](run)
    return sum(factor * terms[name] for name, factor in model[run.way][quantity].items())


# --- the page


def page_parts(document: Mapping[str, Any]) -> dict[str, Callable[[], Iterator[str]]]:
    """Return the function for each part of the page."""
    return {
        "predictions": lambda: _predictions(document),
        "coefficients": lambda: _coefficients(document),
        "fitted": lambda: _measured_table(document, FITTED),
        "start": lambda: _start_table(document),
        "clusters": lambda: _clusters(document),
    }


def make_page(document: Mapping[str, Any]) -> None:
    """Make the tables of the page again."""
    PAGE.write_text(made(PAGE.read_text(encoding="utf-8"), document), encoding="utf-8")


def made(page: str, document: Mapping[str, Any]) -> str:
    """Return the page with new tables."""
    parts = page_parts(document)
    return MADE.sub(lambda found: found[1] + "\n".join(parts[found["part"]]()) + "\n\n" + found[3], page)


def errors(document: Mapping[str, Any], quantity: str) -> list[float]:
    """Return the relative error of each prediction of a quantity that was measured."""
    found = document["measured"]
    return [
        predicted(document["model"], run, quantity) / found[run.name][quantity] - 1
        for run in PREDICTED
        if run.name in found
    ]


def _predictions(document: Mapping[str, Any]) -> Iterator[str]:
    model, found = document.get("model"), document["measured"]
    if model is None:
        yield "| run | CPU s |"
        yield "|---|--:|"
        yield from (f"| {run.name} | to be predicted |" for run in PREDICTED)
        return
    yield "| run | CPU s | predicted | error | busiest worker s | predicted | error | its MB | predicted | error |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for run in PREDICTED:
        cells = []
        for quantity, unit in (("cpu", 1.0), ("busiest", 1.0), ("memory", MEGABYTE)):
            expected = predicted(model, run, quantity)
            there = found[run.name][quantity] if run.name in found else None
            digits = 0 if unit > 1 else 1
            cells += ["not run" if there is None else f"{there / unit:.{digits}f}", f"{expected / unit:.{digits}f}"]
            cells.append("" if there is None else f"{expected / there - 1:+.0%}")
        yield f"| {run.name} | {' | '.join(cells)} |"
    for quantity, words in (("cpu", "CPU"), ("busiest", "the busiest worker"), ("memory", "its memory")):
        wrong = sorted(map(abs, errors(document, quantity)))
        if wrong:
            yield ""
            yield f"Errors of {words}: half are at most {np.median(wrong):.0%}, the largest is {wrong[-1]:.0%}."


def _coefficients(document: Mapping[str, Any]) -> Iterator[str]:
    yield "| way | quantity | for | |"
    yield "|---|---|---|--:|"
    for way, quantities in document.get("model", {}).items():
        for quantity, terms in quantities.items():
            for name, value in terms.items():
                yield f"| {way} | {quantity} | {UNITS[name]} | {value * SHOWN.get(name, 1.0):.3g} |"


def _measured_table(document: Mapping[str, Any], runs: Sequence[ScaleRun]) -> Iterator[str]:
    yield "| run | CPU s | busiest worker s | its MB | notifications, bytes each |"
    yield "|---|--:|--:|--:|--:|"
    for run in runs:
        if (found := document["measured"].get(run.name)) is not None:
            each = found["said"] / run.notified
            memory = found["memory"] / MEGABYTE
            yield f"| {run.name} | {found['cpu']:.1f} | {found['busiest']:.1f} | {memory:.0f} | {each:.1f} |"


DAY, ROOTS_A_SECOND, ACKS_OF_ROOT, TIMEOUT = 86_400, MILLION, 4, 30
CORES = (10, 100, 1_000)


def _clusters(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the cost of a day of a million roots a second, by the model."""
    yield "| way | cores | processor-days | hours, if even | messages of an acker task, if there are 4 for each core | "
    yield "|---|--:|--:|--:|--:|"
    trees = DAY * ROOTS_A_SECOND
    messages = trees * (1 + ACKS_OF_ROOT)
    for way, quantities in document.get("model", {}).items():
        terms = quantities["cpu"]
        for cores in CORES:
            tasks = 4 * cores
            open_each = ROOTS_A_SECOND * TIMEOUT / tasks
            slots = 2.0 ** np.ceil(np.log2(table.SLOTS_FOR_EACH * open_each))
            doublings = max(0.0, float(np.log2(slots * table.RECORD.itemsize / MEGABYTE)))
            runs = tasks * messages / PIECE_ROWS
            counts = {"message": messages, "notification": trees, "open": messages * doublings, "run": runs}
            seconds = sum(terms.get(name, 0.0) * count for name, count in counts.items())
            hours = seconds / cores / 3_600
            yield f"| {way} | {cores:,} | {seconds / DAY:,.1f} | {hours:,.1f} | {messages / tasks / MILLION:,.0f} M |"


# --- the start


def measure_start(document: dict[str, Any]) -> None:
    """Measure the time before and after the first Spark task of `track_shards_to`, in a new process."""
    begun, cpu = time.perf_counter(), _cpu().total
    parts: list[tuple[str, float, float]] = []

    def part(words: str) -> None:
        nonlocal begun, cpu
        parts.append((words, round(time.perf_counter() - begun, 2), round(_cpu().total - cpu, 2)))
        begun, cpu = time.perf_counter(), _cpu().total

    run = ScaleRun(way="shards", millions=WARM_UP, cores=2, acker_tasks=8)
    with tempfile.TemporaryDirectory(prefix="ackproof-scale-") as name:
        folder = Path(name)
        write_log(run, folder / "log")
        begun, cpu = time.perf_counter(), _cpu().total
        spark = session_on("local[2]", for_python=True)
        part("JVM, context and session")
        spark.sparkContext.parallelize([0, 1], 2).map(lambda each: each).collect()
        part("first job: the daemon of Python workers, and two workers, which do nothing")
        spark.sparkContext.parallelize([0, 1], 2).map(_load).collect()
        part("workers load Arrow, NumPy, numba and the compiled kernel")
        _track(spark, run, folder / "log", folder / "said")
        part("first call with a million messages")
        for turn in range(3):
            _track(spark, run, folder / "log", folder / f"said-{turn}")
        part("three more calls with a million messages")
        for _ in range(3):
            spark.sparkContext.parallelize([0, 1], 2).map(lambda each: each).collect()
        part("three jobs of two tasks that do nothing")
        spark.stop()
    document["start"].append([{"part": words, "seconds": clock, "cpu": of_cpu} for words, clock, of_cpu in parts])
    documents.write_document(DATA, document, indent=1)


def _load(each: int) -> int:
    from ackproof_adapters.spark.sharded import tracking  # noqa: PLC0415  # what is timed

    return each + (tracking is None)


def _start_table(document: Mapping[str, Any]) -> Iterator[str]:
    yield "| part | CPU s | least to most | s of the clock |"
    yield "|---|--:|--:|--:|"
    for turns in zip(*document["start"], strict=True):
        cpu, clock = ([turn[name] for turn in turns] for name in ("cpu", "seconds"))
        words = f"{min(cpu):.2f} to {max(cpu):.2f}"
        yield f"| {turns[0]['part']} | {np.median(cpu):.2f} | {words} | {np.median(clock):.2f} |"


# --- the command


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fit", action="store_true", help="measure the runs of FITTED, and fit the model")
    parser.add_argument("--predict", action="store_true", help="measure the runs of PREDICTED")
    parser.add_argument("--start", action="store_true", help="measure where the time goes at the start, once more")
    options = parser.parse_args()
    document = read()
    if options.fit:
        measure(FITTED, document)
        document["model"] = fit(document["measured"])
    if options.start:
        measure_start(document)
    if options.predict:
        if "model" not in document:
            raise SystemExit("there is no model yet: --fit comes first")
        measure(PREDICTED, document)
    documents.write_document(DATA, document, indent=1)
    make_page(document)
    return 0


def read() -> dict[str, Any]:
    """Return the measurements so far."""
    if DATA.exists():
        document = documents.read(DATA)
        if isinstance(document, dict):
            return document
        raise SystemExit(f"{DATA} is nothing that this program wrote")
    return {
        "machine": asdict(this_machine()),
        "listed": [asdict(run) for run in PREDICTED],
        "measured": {},
        "start": [],
    }


if __name__ == "__main__":
    sys.exit(main())
