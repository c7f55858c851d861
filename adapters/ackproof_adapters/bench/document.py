"""The results of a bench as a JSON document: every timing, and the figures computed from them."""

from collections.abc import Sequence

import ackproof
from ackproof.wire.forms import Json
from attrs import asdict

from ackproof_adapters.bench.logs.shapes import SHAPES
from ackproof_adapters.bench.machine import Machine
from ackproof_adapters.bench.measure import Contestant
from ackproof_adapters.bench.report import BenchCase, ratios, summary_of
from ackproof_adapters.bench.ways.way import CHUNK

FORMAT = 2
"""The version of this document's format."""


def document(machine: Machine, cases: Sequence[BenchCase]) -> Json:
    """Return all results as JSON. Times are in seconds, memory is in bytes, shares and spreads are fractions."""
    return {
        "format": FORMAT,
        "ackproof": ackproof.__version__,
        "operations_in_an_apply": CHUNK,
        "machine": asdict(machine),
        "cases": [_of_case(case) for case in cases],
    }


def _of_case(case: BenchCase) -> Json:
    return {
        "plan": asdict(case.plan),
        "shape": SHAPES[case.plan.shape].description,
        "cores": case.cores,
        "load": case.load,
        "log": asdict(case.log.shape),
        "targets": [_of_contestant(contestant, case.contestants[0]) for contestant in case.contestants],
        "ratios": [asdict(each) for each in ratios(case.contestants)],
    }


def _of_contestant(contestant: Contestant, first: Contestant) -> Json:
    summary = summary_of(contestant, first)
    return {
        "name": contestant.name,
        "version": contestant.description.version,
        "language": contestant.description.language,
        "timed": f"from {contestant.way.timed}",
        "messages": contestant.messages,
        "outcome": contestant.outcome.value,
        "error": contestant.error,
        "summary": None if summary is None else asdict(summary),
        "warmup": [asdict(timing) for timing in contestant.warmup],
        "runs": [asdict(timing) for timing in contestant.runs],
    }
