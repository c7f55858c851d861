"""The oracle's view of written-out operations and results, and a rule's judgment of it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from ackproof.components import results_of
from ackproof.components.anchoring import AnchoringOperation, AnchoringResult
from ackproof.components.happening_forms import Form, form_of, happening_of
from ackproof.components.happenings import Happening
from ackproof.components.spout import SpoutOperation, SpoutResult
from ackproof.components.topology import BoltShape, TopologyOperation, TopologyResult, Wiring
from ackproof.oracle.emissions import SpoutChronicle
from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.ledgers import AnchoringChronicle
from ackproof.rules.registry import Premises, Violation, all_checks
from ackproof.target import Config
from ackproof.targets import topology
from ackproof.workloads.anchoring import AnchoringWorkload
from ackproof.workloads.spout import SpoutWorkload
from ackproof.workloads.topologies.workload import TopologyWorkload
from ackproof.workloads.trees import Forest
from attrs import evolve


def anchored(*pairs: tuple[AnchoringOperation, AnchoringResult]) -> AnchoringChronicle:
    """Return the oracle's view of operations on collectors and their results."""
    workload = AnchoringWorkload(
        config=Config(), steps=tuple(operation for operation, _ in pairs), forest=Forest((), (), 0), values=()
    )
    return AnchoringChronicle(workload, [result for _, result in pairs])


def spouted(*pairs: tuple[SpoutOperation, SpoutResult], ackers: int = 1) -> SpoutChronicle:
    """Return the oracle's view of operations on the executor of spout tasks 1 and 2, and of their results."""
    workload = SpoutWorkload(Config(spout_tasks=(1, 2), ackers=ackers), tuple(operation for operation, _ in pairs))
    return SpoutChronicle(workload, [result for _, result in pairs])


CHAIN = (BoltShape(name="split", fan=2), BoltShape(name="count", after=("split",), fan=0))

HAPPENING = re.compile(
    r"(?P<what>\S+) (?P<task>\S+)( > (?P<to>\S+))?( (?P<name>[^ :#>]+))?(: (?P<about>[^#]+?))?( #(?P<root>-?\d+))?"
)


def played(
    *steps: TopologyOperation,
    bolts: tuple[BoltShape, ...] = CHAIN,
    messages: tuple[str, ...] = ("m1", "m2"),
    bound: int | None = None,
    **config: Any,
) -> TopologyChronicle:
    """Return the oracle's view of operations on the reference's topology, which has one spout task by default."""
    return played_in(Config(**{"spout_tasks": (1,), **config}, wiring=Wiring(messages, bolts, bound)), steps)


def played_by_two(
    *steps: TopologyOperation, bolts: tuple[BoltShape, ...] = (BoltShape(name="store", fan=0),), **wiring: Any
) -> TopologyChronicle:
    """Return the oracle's view of operations on the reference's topology, with two spout tasks and four messages."""
    profile = wiring.pop("profile", "storm2")
    config = Config(profile=profile, spout_tasks=(1, 2), wiring=Wiring(("m1", "m2", "m3", "m4"), bolts, **wiring))
    return played_in(config, steps)


def played_in(wired: Config, steps: tuple[TopologyOperation, ...]) -> TopologyChronicle:
    """Return the oracle's view of operations on the reference's topology of a configuration."""
    return TopologyChronicle(
        TopologyWorkload(wired, steps), results_of(TopologyResult, topology.make().open("topology", wired).apply(steps))
    )


def altered(seen: TopologyChronicle, changes: Mapping[str | int, Sequence[str]]) -> TopologyChronicle:
    """Return the oracle's view of the history with some happenings replaced; or with others after all happenings of an
    operation, under its index. Each is written like `tuple split-1 > count-1 t2: t1`, an emission with `#` and its
    root. A tuple has the value of its message, or the name of its first anchor as its value.
    """
    results = [_altered(index, result, changes) for index, result in enumerate(seen.results)]
    there = {_written(moment.happening) for moment in seen.moments} | set(range(len(results)))
    assert [] == [key for key in changes if key not in there]
    return evolve(seen, results=results)


def counted(seen: TopologyChronicle, counts: Mapping[int, tuple[int | None, int | None]]) -> TopologyChronicle:
    """Return the oracle's view of the history in which some results have other counts of records and emissions."""
    results = [
        evolve(result, records=counts[index][0], waiting=counts[index][1]) if index in counts else result
        for index, result in enumerate(seen.results)
    ]
    return evolve(seen, results=results)


def _altered(index: int, result: TopologyResult, changes: Mapping[str | int, Sequence[str]]) -> TopologyResult:
    happenings: list[Happening] = []
    for each in result.happenings:
        written = _written(each)
        happenings += map(_read, changes[written]) if written in changes else [each]
    return evolve(result, happenings=(*happenings, *map(_read, changes.get(index, ()))))


def _written(happening: Happening) -> str:
    form = form_of(happening)
    to, name = f" > {form.to}" if form.to else "", f" {form.name}" if form.name else ""
    about = f": {' '.join(form.about)}" if form.about else ""
    return f"{form.what} {form.task}{to}{name}{about}"


def _read(written: str) -> Happening:
    found = HAPPENING.fullmatch(written)
    assert found, written
    root, about = found["root"], found["about"] or ""
    return happening_of(
        Form(
            what=found["what"],
            task=found["task"],
            to=found["to"],
            name=found["name"],
            about=tuple(about.split()),
            root=int(root) if root else None,
            value=about.split("/")[0].split(" ")[0] if found["what"] == "tuple" else None,
        )
    )


def violated(rule: str, seen: Any) -> tuple[int, str] | None:
    """Return the operation at which a rule is broken, and the message; None if it is not."""
    try:
        all_checks()[rule].check(seen, Premises())
    except Violation as found:
        return found.index, str(found)
    return None


def blamed(rule: str, seen: TopologyChronicle) -> str | None:
    """Return the happening in which a broken rule shows, as it is written; None if it shows in none."""
    with pytest.raises(Violation) as found:
        all_checks()[rule].check(seen, Premises())
    place = found.value.happening
    return None if place is None else _written(seen.results[found.value.index].happenings[place])


def premises_met(rule: str, seen: Any) -> dict[str, int]:
    """Return the premises that a rule met, and how often. The rule must not be broken."""
    premises = Premises()
    all_checks()[rule].check(seen, premises)
    return dict(premises.met)
