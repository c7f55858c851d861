"""Smoke: does a target start, describe itself, open what it claims, and give well-formed answers? It is meant for use
before a full run, and does not check rules. It counts the answers that differ from the reference's, as a first
impression.
"""

import time
from collections.abc import Iterator
from itertools import starmap

from attrs import evolve

from ackproof.components import ANCHORING, Operation, Result
from ackproof.components.anchoring import AnchoringResult
from ackproof.components.spout import SpoutEmit, SpoutResult
from ackproof.engine.driver import Driver
from ackproof.errors import Refused, TargetBroke
from ackproof.rules.differential import ReferenceComparison, answers_of_the_reference, beside_the_reference, comparable
from ackproof.rules.edge_ids import EdgeMatching, in_given_ids, with_fresh_edges
from ackproof.rules.registry import all_checks
from ackproof.target import Description, Run
from ackproof.workloads.choices import example
from ackproof.workloads.dimensions import Span
from ackproof.workloads.fitting import fitted
from ackproof.workloads.workload import Workload

RUNS = 20
LONG_RUN = 2000
PART = Span(share=0.1)
"""The part of the range of each size that is covered: it gives thousands of operations."""
WHOLE = {
    "rotating-map": "RM-11",
    "acker": "ACK-27",
    "anchoring": "ANC-03",
    "spout": "SPT-16",
    "topology": "SYS-14",
    "ids": "IDS-01",
    "multilang": "ML-10",
}
"""For each component, a rule whose workloads contain every operation."""
LARGE = {
    "rotating-map": "RM-13",
    "acker": "ACK-36",
    "anchoring": "ANC-15",
    "spout": "SPT-18",
    "topology": "SYS-41",
    "multilang": "ML-17",
}
"""The rules whose workloads are one long legal history. A concatenation of short histories would not be legal: a spout
may not emit under a root that is still pending, and a bolt's tuple has one name.
"""

FREE = {
    "ids": "certify says whether the ids are random",
    "multilang": "certify says whether the bolt does what it has to",
}
"""Components of which no two right targets need give the same answers, and what to say instead of a comparison."""


def smoke(driver: Driver) -> Iterator[str]:
    """Yield a line for each successful step. Raises `TargetBroke` at the first that fails."""
    began = time.perf_counter()
    described = driver.describe()
    yield (
        f"starts, in {time.perf_counter() - began:.1f} s: {described.name} {described.version}, "
        f"in {described.language}, with {', '.join(described.components)}; profiles {', '.join(described.profiles)}; "
        f"capabilities {', '.join(sorted(described.capabilities)) or 'none'}"
    )
    for component in described.components:
        for profile in described.profiles:
            yield from _component(driver, component, profile)
    yield from _long_run(driver, described.components[0], described.profiles[0])


def _component(driver: Driver, component: str, profile: str) -> Iterator[str]:
    model = all_checks()[WHOLE[component]].model(profile)
    description = driver.describe()
    workloads = [fitted(example(model, f"smoke {number}"), description) for number in range(RUNS)]
    seen: set[str] = set()
    alike = 0
    for number, workload in enumerate(workloads):
        answer = driver.run(workload.run)
        if isinstance(answer, Refused):
            raise TargetBroke(f"{driver.name} claims {component} and refused to open it: {answer}")
        seen |= {operation.op for operation in workload.run.operations}
        alike += component not in FREE and _as_the_reference(beside_the_reference(workload, answer))
        if number == 0:
            yield f"opens {component} under {profile}"
    compared = (
        f"{alike} of {RUNS} runs as the reference does{'' if alike == RUNS else ' (certify says which rules differ)'}"
        if component not in FREE
        else f"{RUNS} runs; {FREE[component]}"
    )
    yield f"well-formed answers: {', '.join(sorted(seen))}; {compared}"


def _as_the_reference(compared: ReferenceComparison[Workload, Result]) -> bool:
    """Whether all results equal the reference's, apart from edge ids that the target drew. Given edges may be equal or
    zero, but a target does not draw such ids: then the reference is given fresh ones too.
    """
    if _is_alike(compared):
        return True
    run = compared.workload.run
    if run.component != ANCHORING.name:
        return False
    fresh = answers_of_the_reference(evolve(run, operations=tuple(with_fresh_edges(run.operations)), cuts=()))
    return _is_alike(evolve(compared, reference=fresh))


def _is_alike(compared: ReferenceComparison[Workload, Result]) -> bool:
    edges = EdgeMatching()

    def alike(operation: Operation, theirs: Result, ours: Result) -> bool:
        match operation, theirs, ours:
            case SpoutEmit(), SpoutResult(), SpoutResult():
                return comparable(in_given_ids(operation, theirs)) == comparable(ours)
            case _, AnchoringResult(), AnchoringResult():
                return edges.matches(theirs, ours)
        return comparable(theirs) == comparable(ours)

    steps = zip(compared.workload.run.operations, compared.results, compared.reference, strict=True)
    return all(starmap(alike, steps))


def _long_run(driver: Driver, component: str, profile: str) -> Iterator[str]:
    """Send many requests at once, and one large one, which block a naive reader or writer."""
    description = driver.describe()
    model = all_checks()[WHOLE[component]].model(profile)
    runs = [fitted(example(model, f"smoke {number}"), description).run for number in range(RUNS)]
    began = time.perf_counter()
    driver.run_all([run for run in runs for _ in range(LONG_RUN // len(runs) // 10)])
    steps = "no large one"
    if component in LARGE:
        large = _large(component, profile, description)
        driver.run_all([large])
        steps = f"{len(large.operations)} operations in one"
    yield f"takes many requests at once, and {steps}, in {time.perf_counter() - began:.1f} s"


def _large(component: str, profile: str, description: Description) -> Run:
    """Return the longest of a component's large histories as one request, or the beginning of it."""
    check = all_checks()[LARGE[component]]
    scenarios = check.sizes.scenarios if check.sizes else 1
    models = [check.model(profile, number, PART) for number in range(scenarios)]
    runs = [fitted(example(model, "smoke"), description).run for model in models]
    longest = max(runs, key=lambda run: len(run.operations))
    return evolve(longest, operations=longest.operations[:LONG_RUN], cuts=())
