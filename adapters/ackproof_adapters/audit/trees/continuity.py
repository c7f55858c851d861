"""Where the log of a worker is not whole: its times go back, or it has a gap in which ticks are missing.

Where times go back by much, several logs were joined, or the clock was set back: then nothing shows the order of the
lines before and behind that place. Where no line was written for a while, nothing may have happened. But the ticks of
an executor come again and again after the same time: if one is missing, a part of the log is, or the process stood
still.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from attrs import define, field, frozen

from ackproof_adapters.audit.logs.events import Event
from ackproof_adapters.audit.logs.heads import milliseconds
from ackproof_adapters.audit.trees.tree import Place

BACK = 10_000.0
"""Milliseconds by which times go back at a joint. Threads of an overloaded machine wrote lines four seconds late."""

PAUSE = 1000.0
"""The least milliseconds without a line that may be a gap."""

OVERDUE = 1.5
"""A tick is missing if the next one comes after so many times its interval."""

AT_ONCE = 0.5
"""Ticks that waited in a queue come one right after the other: in less than this part of their interval."""

SOON, MOST_SOON = 0.25, 1000.0
"""A tick that was only late comes soon after the pause: in this part of its interval, and in so many milliseconds."""


@frozen
class Break:
    """Two neighbouring lines of a worker, and their times."""

    before: Place
    after: Place
    before_when: str
    after_when: str

    @property
    def took(self) -> float:
        """The milliseconds between the two; less than nothing if times go back."""
        return milliseconds(self.before_when, self.after_when)


@define
class Continuity:
    """The times of the lines of each worker, as far as they show where its log is not whole."""

    joints: dict[int, list[Break]] = field(factory=dict)
    """Of each worker, where its times go back."""
    pauses: dict[int, list[Break]] = field(factory=dict)
    """Of each worker, where no line was written for a while."""
    _latest: dict[int, tuple[Place, str]] = field(init=False, factory=dict)
    _starts: Counter[int] = field(init=False, factory=Counter)
    """How many lines of starts each worker has."""
    _ticks: dict[tuple[int, int, int, int, str], list[str]] = field(init=False, factory=dict)
    """The times of the ticks of each executor: by worker, its lines of starts so far, first and last task, and seconds.
    In another life ticks begin anew.
    """
    _gaps: dict[int, list[Break]] | None = field(init=False, default=None)

    def note(self, worker: int, at: Place, when: str, *, is_start: bool) -> None:
        """Note an event that comes right after the last one of its worker."""
        self._starts[worker] += is_start
        latest = self._latest.get(worker)
        self._latest[worker] = at, when
        # Most lines are of the second of the line before.
        if latest is not None and latest[1][:-3] != when[:-3]:
            self.note_step(Break(latest[0], at, latest[1], when), is_start=is_start)

    def note_step(self, step: Break, *, is_start: bool) -> None:
        """Note two neighbouring lines. Before a start a worker may have been dead."""
        took, worker = step.took, step.after.worker
        if took < -BACK:
            self.joints.setdefault(worker, []).append(step)
        elif took >= PAUSE and not is_start:
            self.pauses.setdefault(worker, []).append(step)

    def note_tick(self, worker: int, event: Event) -> None:
        """Note a tick."""
        if event.about.isdecimal() and int(event.about):
            executor = worker, self._starts[worker], event.task, event.extra, event.about
            self._ticks.setdefault(executor, []).append(event.when)

    @property
    def gaps(self) -> dict[int, list[Break]]:
        """Of each worker, where lines are missing. It is for the end, when all events were noted."""
        if self._gaps is None:
            self._gaps = {}
            for worker, pauses in self.pauses.items():
                missing = [*self._missing(worker)]
                found = [each for each in pauses if any(_misses(each, *ticks) for ticks in missing)]
                if found:
                    self._gaps[worker] = found
        return self._gaps

    def are_apart(self, first: Place, last: Place) -> Break | None:
        """Return where times go back between two lines of one worker; None if they do not."""
        return next((each for each in self.joints.get(first.worker, ()) if first < each.after <= last), None)

    def _missing(self, worker: int) -> Iterator[tuple[str, str, float]]:
        """Yield the times of two ticks between which others are missing, with their interval."""
        for (of, *_, seconds), times in self._ticks.items():
            if of != worker:
                continue
            interval = 1000.0 * int(seconds)
            for number, (last, next_) in enumerate(pairwise(times)):
                after = times[number + 2 : number + 3]
                are_at_once = any(milliseconds(next_, each) < AT_ONCE * interval for each in after)
                if milliseconds(last, next_) > OVERDUE * interval and not are_at_once:
                    yield last, next_, interval


def missing_lines(gap: Break) -> str:
    """Return in words where lines are missing."""
    return f"lines of {gap.took / 1000:.1f} s may be missing after line {gap.before.line}"


def breaks_between(places: Iterable[Place | None], continuity: Continuity) -> Break | None:
    """Return where times go back between some lines, if they do in any worker."""
    ends: dict[int, tuple[Place, Place]] = {}
    for each in places:
        if each is not None and each.worker in continuity.joints:
            first, last = ends.get(each.worker, (each, each))
            ends[each.worker] = min(first, each), max(last, each)
    found = (continuity.are_apart(*each) for each in ends.values())
    return next((each for each in found if each is not None), None)


def _misses(pause: Break, last: str, next_: str, interval: float) -> bool:
    """Whether a tick was due in a pause between two ticks, and did not come soon after it."""
    begin, end = milliseconds(last, pause.before_when), milliseconds(last, pause.after_when)
    soon = end + min(SOON * interval, MOST_SOON)
    due = (int(max(begin, 0.0) // interval) + 1) * interval
    return begin >= 0 and due < end and soon < milliseconds(last, next_)
