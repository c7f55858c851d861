"""Gathering trees in bulk gives the same result as gathering them line by line, for any log and any division into
blocks.
"""

import gzip
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import acking
import pytest
from ackproof_adapters.audit.logs.columns import Columns, columns_of
from ackproof_adapters.audit.logs.lines import Parser
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.merging import Forms, merged
from ackproof_adapters.audit.trees.sifting import PATIENCE, Sifter
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from audit.rendered import FAULTS, RELEASES, Plan, Rendered

HERE = Path(__file__).parent
LOGS = sorted(path.name for path in HERE.glob("*.log.gz"))
HELD = ("trees", "tasks", "first", "latest", "done", "empty", "notifications", "without_ticks", "nobodys", "unnamed")
"""The fields from which explanations and reports are made, except for those of its parts."""


def known_of(gathering: Gathering) -> dict[str, object]:
    lives, order, figures = gathering.lives, gathering.order, gathering.figures
    return {name: getattr(gathering, name) for name in HELD} | {
        "again": lives.again,
        "replaced": lives.replaced,
        "arrived": order.arrived,
        "joints": order.continuity.joints,
        "pauses": order.continuity.pauses,
        "gaps": order.continuity.gaps,
        "crossings": {pair: [*each] for pair, each in order.crossings.items()},
        "figures": figures.by_component,
        "times": figures.times,
        "unanchored": +figures.unanchored,
        "within": +figures.within,
        "opened": {second: number for second, number in figures.opened.items() if number},
    }


def line_by_line(workers: Sequence[bytes], profile: str) -> Gathering:
    known = Gathering(profile=acking.PROFILES[profile])
    placed = []
    for worker, content in enumerate(workers):
        latest = (0, "")
        for each in Parser().events(content, 1):
            latest = max(latest, (len(each.when), each.when))
            placed.append((latest, worker, each.line, each))
    for _, worker, _, each in sorted(placed, key=lambda one: one[:3]):
        known.add(worker, 0, each)
    return known


def blocks(content: bytes, lines: int) -> Iterator[tuple[int, Columns]]:
    """Yield a log in blocks of about this many lines, which end where a message begins."""
    whole = content.splitlines(keepends=True)
    first, at = 1, 0
    while at < len(whole):
        until = at + lines
        while until < len(whole) and not re.match(rb"\d{4}-", whole[until]):
            until += 1
        yield 0, columns_of(b"".join(whole[at:until]), first)[0]
        first, at = first + until - at, until


def in_bulk(workers: Sequence[bytes], profile: str, lines: int, patience: int = PATIENCE) -> tuple[Gathering, int]:
    """Return the result of gathering in bulk, and the number of events that had to be read one by one."""
    known, taken = Gathering(profile=acking.PROFILES[profile]), 0

    def take(*placed: object) -> None:
        nonlocal taken
        taken += 1
        known.add(*placed)  # type: ignore[arg-type]

    forms = Forms()
    sifter = Sifter(known=known, forms=forms, take=take, patience=patience)
    for rows in merged([blocks(content, lines) for content in workers], forms):
        sifter.add(rows)
    sifter.finish()
    assert not forms.odds
    return known, taken


@pytest.mark.parametrize("lines", [7, 150, 100_000])
@pytest.mark.parametrize("name", LOGS)
def test_real_logs_come_to_the_same(name: str, lines: int) -> None:
    """Blocks have a few lines, more lines, or the whole log."""
    content = gzip.decompress((HERE / name).read_bytes())
    profile = "storm2" if "2.8.3" in name else "storm1"
    known, _ = in_bulk([content], profile, lines)
    assert known_of(line_by_line([content], profile)) == known_of(known)


def plans(draw: st.DrawFn) -> list[Plan]:
    number = draw(st.integers(1, 40))
    apart = draw(st.sampled_from([1, 7, 300]))
    faults = draw(st.lists(st.sampled_from(("",) * 30 + FAULTS), min_size=number, max_size=number))
    return [
        Plan(
            at=10 + apart * place,
            spout=3 + place % 2,
            fault=fault,
            component="split" if fault in ("forget", "fail", "twice", "after") and place % 3 == 0 else "count",
        )
        for place, fault in enumerate(faults)
    ]


@settings(
    max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), phases=(Phase.generate, Phase.shrink)
)
@given(st.data())
def test_rendered_logs_come_to_the_same(data: st.DataObject) -> None:
    """They may have several workers with different clocks, and may be cut, or have a line that is lost or doubled."""
    release = data.draw(st.sampled_from(RELEASES))
    workers = data.draw(st.integers(1, 3))
    skew = data.draw(st.sampled_from([0, 0, 1, -40, 5000]))
    rendered = Rendered(data.draw(st.composite(plans)()), release=release, workers=workers, skew=skew).run()
    logs = [b"".join(line + b"\n" for line in lines) for lines in rendered.lines]
    damage = data.draw(st.sampled_from(["", "", "lost", "doubled", "cut"]))
    hurt = data.draw(st.integers(0, workers - 1))
    lines = logs[hurt].splitlines(keepends=True)
    place = data.draw(st.integers(0, max(len(lines) - 1, 0)))
    if damage:
        kept = {"lost": lines[place + 1 :], "doubled": lines[place : place + 1] + lines[place:], "cut": []}[damage]
        logs[hurt] = b"".join(lines[:place] + kept)
    profile = "storm2" if release.startswith("2") else "storm1"
    size, patience = data.draw(st.sampled_from([11, 60, 400])), data.draw(st.sampled_from([30, 500, PATIENCE]))
    known, taken = in_bulk(logs, profile, size, patience)
    whole = line_by_line(logs, profile)
    event(f"sifted: {taken < sum(each.count(10) for each in logs)}")
    assert known_of(whole) == known_of(known)


def test_most_lines_of_healthy_trees_are_not_taken_one_by_one() -> None:
    """Only the first lines, and those with a fault, are; and trees are finished in either way."""
    plan = [Plan(at=10 + 5 * place, fault="" if place % 50 else "forget") for place in range(600)]
    for workers in (1, 2):
        rendered = Rendered(plan, workers=workers).run()
        logs = [b"".join(line + b"\n" for line in lines) for lines in rendered.lines]
        known, taken = in_bulk(logs, "storm2", 500)
        assert known.done == 588
        assert taken < 0.3 * sum(each.count(10) for each in logs)
