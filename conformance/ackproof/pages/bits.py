"""Ids as a picture: how often each of their bits is set, and which of them were drawn more than once."""

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from attrs import frozen

from ackproof.components.ids import Draw, IdsResult
from ackproof.rules.ids import EARLY_PLACES
from ackproof.text.truncate import truncated
from ackproof.witness import DrawnIdStep, EdgeIdStep, Witness

BITS, EVERY_BIT = 64, (1 << 64) - 1
BAR, HEIGHT = 12, 120
"""Pixels: from bar to bar, and of a bar of a bit that is always set."""

ENOUGH = 16
"""Ids of which bits are counted. Of fewer, bits differ by chance alone."""

SHOWN_EXECUTORS = 4

EARLY = "early id"
"""What violations of IDS-02 to IDS-04 say of ids of all executors together: from an executor's third to its 36th."""


@frozen(kw_only=True)
class Bar:
    """How many ids have a bit set: a bar at pixel `x`. Those that are farthest from half of the ids are `far`."""

    bit: int
    count: int
    x: int
    height: float
    far: bool


@frozen(kw_only=True)
class DrawnIds:
    """Ids, as a page shows them: whose they are, bars for their bits, and the first of them in columns, each with
    whether it is there twice.
    """

    whose: str
    total: int
    bars: Sequence[Bar]
    headings: Sequence[str]
    rows: Sequence[Sequence[tuple[str, bool]]]

    @property
    def width(self) -> int:
        """Pixels of the bars."""
        return BAR * BITS + 40

    @property
    def farthest(self) -> str:
        """The bits that are set too often or too rarely, if any are."""
        named = [f"bit {bar.bit}, set in {bar.count} of {self.total}" for bar in self.bars if bar.far]
        return "; ".join(truncated(named, lambda more: f"… {more} more", 2))


def drawn_ids(witness: Witness) -> DrawnIds | None:
    """Return the ids that a witness is about; None if it is about something else."""
    drawn = [step for step in witness.steps if isinstance(step, DrawnIdStep)]
    edges = [step for step in witness.steps if isinstance(step, EdgeIdStep)]
    if edges:
        return DrawnIds(
            whose="edge ids", total=len(edges), bars=_bars([int(each.said, 2) for each in edges]), headings=(), rows=()
        )
    if not drawn:
        return None
    marked = witness.run.operations[witness.at]
    about = marked.executor if isinstance(marked, Draw) else drawn[0].executor
    together = EARLY in witness.violation
    own = _early_of_all(witness) if together else _all_of(witness, about)
    streams: dict[int, list[str]] = {}
    for step in drawn:
        streams.setdefault(step.executor, []).append(step.said)
    mine = set(streams.get(about, ()))
    near = sorted(streams, key=lambda each: (each != about, not mine & set(streams[each]), each))
    shown = sorted(near[:SHOWN_EXECUTORS])
    often = Counter(each for executor in shown for each in streams[executor])
    return DrawnIds(
        whose="early ids of all executors" if together else f"ids of executor {about}",
        total=len(own),
        bars=_bars(own),
        headings=[f"executor {executor}" for executor in shown],
        rows=[
            [(each, often[each] > 1) for each in row]
            for row in zip_longest(*(streams[executor] for executor in shown), fillvalue="")
        ],
    )


def _all_of(witness: Witness, executor: int) -> list[int]:
    return [
        each & EVERY_BIT
        for operation, result in zip(witness.run.operations, witness.results, strict=False)
        if isinstance(operation, Draw) and isinstance(result, IdsResult) and operation.executor == executor
        for each in result.ids
    ]


def _early_of_all(witness: Witness) -> list[int]:
    executors = {operation.executor for operation in witness.run.operations if isinstance(operation, Draw)}
    return [each for executor in sorted(executors) for each in _all_of(witness, executor)[EARLY_PLACES]]


def _bars(numbers: Sequence[int]) -> Sequence[Bar]:
    if len(numbers) < ENOUGH:
        return ()
    counts = [sum(number >> bit & 1 for number in numbers) for bit in reversed(range(BITS))]
    farthest = max(abs(2 * count - len(numbers)) for count in counts)
    return [
        Bar(
            bit=BITS - 1 - place,
            count=count,
            x=34 + BAR * place,
            height=round(HEIGHT * count / len(numbers), 1),
            far=abs(2 * count - len(numbers)) == farthest,
        )
        for place, count in enumerate(counts)
    ]
