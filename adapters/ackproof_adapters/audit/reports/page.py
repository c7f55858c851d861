"""The report of an audit as a page of one file: causes, components, open trees over time, and the lives of some trees.

A tree is drawn with a lane for each task, and a row for each line of a send or of an action on a tuple. The lines that
prove the cause are marked.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ackproof.pages.drawing import Drawing, drawn
from ackproof.pages.page import rendered
from ackproof.pages.timelines.timeline import Arrow, Look, Timeline, TimelineRow, natural
from ackproof.text.wording import count
from attrs import frozen

from ackproof_adapters.audit.causes.verdicts import STATUSES, TreeVerdict
from ackproof_adapters.audit.logs.events import (
    ACKER,
    ARRIVE,
    BOLT_ACK,
    BOLT_FAIL,
    NO_TASK,
    REPORTS,
    SEND,
    SPOUT_ACK,
    SPOUT_FAIL,
    Event,
)
from ackproof_adapters.audit.logs.heads import milliseconds, second_of, without_day
from ackproof_adapters.audit.logs.reading import Placed
from ackproof_adapters.audit.reports.report import AuditReport
from ackproof_adapters.audit.reports.steps import causally_ordered, step_in_words
from ackproof_adapters.audit.trees.figures import rounded_up
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place

LIVES_OF_A_CAUSE = 2
"""Trees of each cause and component that are drawn."""

MOST_LIVES = 30
MOST_STEPS = 150
"""The most steps of a tree that is drawn."""

WIDTH, HEIGHT = 900, 160
"""Pixels of the curve of open trees."""

HEADINGS = ("received", "acked", "failed", "never acked", "acked twice", "emitted after ack", "no anchor")
SPREAD = ((0.5, "half within"), (0.9, "nine tenths"), (0.99, "all but 1 %"))


@frozen(kw_only=True)
class _CauseTitle:
    """The title of the picture: here, a cause."""

    rule: str


@frozen(kw_only=True)
class DrawnTree:
    """A tree that is drawn, as the template reads it."""

    id: str
    root: int
    words: str
    verdict: _CauseTitle
    drawing: Drawing
    left_out: int


@frozen(kw_only=True)
class OpenTreesCurve:
    """The open trees over time, as a path of SVG."""

    path: str
    most: int
    first: str
    last: str
    width: int = WIDTH
    height: int = HEIGHT


@frozen(kw_only=True)
class Shown:
    """The page as the template reads it."""

    headline: str
    lines: str
    causes: Sequence[tuple[str, str, str, int]]
    headings: Sequence[str]
    components: Sequence[Sequence[str]]
    curve: OpenTreesCurve | None
    lives: Sequence[DrawnTree]
    remarks: Sequence[tuple[str, Sequence[str]]]


def chosen(made: AuditReport) -> dict[int, TreeVerdict]:
    """Return the trees that are drawn, by root: some of each cause and component, without those that are unknown."""
    found: dict[int, TreeVerdict] = {}
    shown: Counter[tuple[str, str]] = Counter()
    for each in made.verdicts:
        if each.cause is None or not each.places or each.task is None:
            continue
        shown[each.cause.id, each.component] += 1
        if shown[each.cause.id, each.component] <= LIVES_OF_A_CAUSE and len(found) < MOST_LIVES:
            found[each.root] = each
    return found


def audit_page(made: AuditReport, known: Gathering, lives: Mapping[int, Sequence[Placed]]) -> str:
    """Return the page; `lives` are the events of the chosen trees. Raise `UsageError` without jinja2."""
    trees = ", ".join(f"{made.statuses[status]:,} {status}" for status in STATUSES)
    verdicts = chosen(made)
    shown = Shown(
        headline=f"{count(sum(made.statuses.values()), 'tree')}: {trees}",
        lines=made.counted,
        causes=made.causes,
        headings=("component", *HEADINGS, *(name for _, name in SPREAD), "longest"),
        components=[*_components(made, known)],
        curve=_curve(known),
        lives=[
            _life(made, known, verdicts[root], steps) for root, steps in lives.items() if root in verdicts and steps
        ],
        remarks=made.remarks,
    )
    return rendered("audit.html.jinja", package="ackproof_adapters.audit", shown=shown)


def _components(made: AuditReport, known: Gathering) -> Iterator[list[str]]:
    for name, each in sorted(made.figures.items()):
        counts = (each.received, each.acked, each.failed, each.never_acked, each.acked_twice, each.emitted_after_ack)
        times = known.figures.times.get(name, Counter())
        spread = [_seconds(_within(times, share)) if times else "-" for share, _ in SPREAD]
        longest = _seconds(each.slowest) if times else "-"
        yield [name, *(f"{number:,}" for number in (*counts, each.unanchored)), *spread, longest]


def _within(times: Mapping[int, int], share: float) -> float:
    """Return the milliseconds within which this share of the acks came."""
    wanted = share * sum(times.values())
    for bucket in sorted(times):
        wanted -= times[bucket]
        if wanted <= 0:
            return rounded_up(bucket)
    return 0.0


def _seconds(took: float) -> str:
    return f"{took / 1000:.3f} s"


def _curve(known: Gathering) -> OpenTreesCurve | None:
    """Return the curve of opened minus closed trees, by the second; None if it is too short for one."""
    opened = known.figures.opened.copy()
    opened.update(
        second_of(tree.emitted_when) for tree in known.trees.values() if tree.emitted_when and not tree.callback
    )
    moments = sorted(opened, key=lambda each: (len(each), each))
    if len(moments) < 2:  # noqa: PLR2004
        return None
    length = max(_seconds_between(moments[0], moments[-1]), 1)
    steps, number = [(0.0, 0)], 0
    for moment in moments:
        x = WIDTH * _seconds_between(moments[0], moment) / length
        steps += [(x, number), (x, number := max(number + opened[moment], 0))]
    most = max(1, *(height for _, height in steps))
    points = [f"{x:.1f} {HEIGHT - HEIGHT * height / most:.1f}" for x, height in (*steps, (WIDTH, 0))]
    return OpenTreesCurve(path=f"M{'L'.join(points)}Z", most=most, first=moments[0], last=moments[-1])


def _seconds_between(first: str, last: str) -> float:
    behind = "000" if last.isdecimal() else ".000"
    return milliseconds(first + behind, last + behind) / 1000


def _life(made: AuditReport, known: Gathering, verdict: TreeVerdict, placed: Sequence[Placed]) -> DrawnTree:
    steps = [each for each in causally_ordered(placed) if _moves(each[2])]
    rows, lanes = [], dict[str, None]()
    for number, (worker, file, event) in enumerate(steps[:MOST_STEPS], 1):
        arrow = _arrow(known, verdict.root, event)
        lanes |= dict.fromkeys((arrow.start, arrow.end))
        place = Place(worker, file, event.line)
        cells = ((made.where(place),), (without_day(event.when),), (step_in_words(verdict.root, event),))
        rows.append(TimelineRow(number=number, marked=place in verdict.places, arrows=(arrow,), cells=cells))
    timeline = Timeline(
        lanes=tuple(
            sorted(lanes, key=lambda lane: (lane.startswith(ACKER), not lane.startswith("spout "), natural(lane)))
        ),
        headings=("line", "time", "what happened"),
        rows=tuple(rows),
    )
    return DrawnTree(
        id=f"t{verdict.root}",
        root=verdict.root,
        words=f"{verdict.status}: {verdict.words}",
        verdict=_CauseTitle(rule=verdict.cause.id if verdict.cause else ""),
        drawing=drawn(timeline),
        left_out=max(0, len(steps) - MOST_STEPS),
    )


def _moves(event: Event) -> bool:
    """Whether a line is drawn: of the three lines of a message at an acker, one."""
    if event.stream in REPORTS:
        return event.kind in (SEND, ARRIVE)
    return event.kind in (SEND, ARRIVE, BOLT_ACK, BOLT_FAIL, SPOUT_ACK, SPOUT_FAIL)


def _arrow(known: Gathering, root: int, event: Event) -> Arrow:
    here = _lane(known, event.task)
    if event.kind in (SPOUT_ACK, SPOUT_FAIL):
        spout = next((each.spout for each in (known.trees.get(root),) if each is not None), None)
        here = f"{spout[0]}:{spout[1]}" if spout is not None else here
        is_ack = event.kind == SPOUT_ACK
        return Arrow(
            start=here,
            end=here,
            label="done" if is_ack else event.about.lower(),
            look=Look.EMITTED if is_ack else Look.DEATH,
        )
    if event.kind == SEND:
        label = event.stream.removeprefix("__") if event.stream in REPORTS else event.stream
        look = Look.FAIL if "fail" in event.stream else Look.EMITTED if event.component == ACKER else Look.SENT
        return Arrow(start=f"{event.component}:{event.source}", end=here, label=label, look=look)
    label = {ARRIVE: "received", BOLT_ACK: "acked", BOLT_FAIL: "failed"}[event.kind]
    return Arrow(start=here, end=here, label=label, look=Look.FAIL if event.kind == BOLT_FAIL else Look.NOTE)


def _lane(known: Gathering, task: int) -> str:
    return f"{known.component(task) or 'task'}:{task}" if task != NO_TASK else "a spout"
