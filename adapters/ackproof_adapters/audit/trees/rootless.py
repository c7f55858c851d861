"""Acks and fails at a spout of Storm 2.0.0: its lines have `null` where later releases have the root (STORM-3436).

An acker's notification has a line right before, in the spout's thread, with the root. A timeout has not. But a spout
gives trees up only at its ticks: at each it gives up those that were emitted before the last tick but one, or, if its
executor has several tasks, all that were emitted before (STORM-3693). If the number of these trees is that of the lines
after the tick, they are the ones. If not, a line is missing, and it is unknown for all trees that are open then whether
they were given up.
"""

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field

from ackproof_adapters.audit.logs.events import ACK, ACKER, ARRIVE, FAIL, SPOUT_ACK, SPOUT_FAIL, TICK, TIMEOUT, Event
from ackproof_adapters.audit.trees.tree import Place, Tree

Thread = tuple[int, str]
"""Number of the worker, and name."""


@define(kw_only=True)
class GivenUp:
    """The lines right after a tick, of which the first is at this place. Without a tick, the tick is missing."""

    tasks: range
    at: Place
    when: str
    has_tick: bool
    lines: int = 1


@define
class Rootless:
    """Follows each thread."""

    _latest: dict[Thread, Event] = field(init=False, factory=dict)
    _given_up: dict[Thread, GivenUp] = field(init=False, factory=dict)

    def note(self, worker: int, event: Event) -> bool:
        """Process an event that is no ack or fail at a spout; return whether `see` can be skipped."""
        if self._given_up:
            return False
        self._latest[worker, event.thread] = event
        return True

    def see(self, worker: int, at: Place, event: Event) -> GivenUp | None:
        """Process an event; return lines after a tick if this is the next event of their thread, so that they are
        complete.
        """
        thread = worker, event.thread
        before, self._latest[thread] = self._latest.get(thread), event
        if event.kind != SPOUT_FAIL or event.ids or event.about != TIMEOUT:
            return self._given_up.pop(thread, None) if self._given_up else None
        group = self._given_up.get(thread)
        if group is not None:
            group.lines += 1
        elif before is not None and before.kind == TICK:
            self._given_up[thread] = GivenUp(
                tasks=range(before.task, before.extra + 1), at=at, when=event.when, has_tick=True
            )
        else:
            self._given_up[thread] = GivenUp(
                tasks=range(event.task, event.extra + 1), at=at, when=event.when, has_tick=False
            )
        return None

    def heard(self, worker: int, event: Event) -> int | None:
        """Return the root of an acker's notification in the line before in the same thread, before this one is
        processed.
        """
        before = self._latest.get((worker, event.thread))
        wanted = ACK if event.kind == SPOUT_ACK else FAIL
        if before is None or (before.kind, before.component, before.stream) != (ARRIVE, ACKER, wanted):
            return None
        return before.ids[0][0]


def given_up(
    group: GivenUp, trees: Iterable[Tree], ticks: Sequence[Place], lives: Mapping[int, list[Place]]
) -> list[Tree]:
    """Return the trees that were given up by some lines, or none if their numbers differ: then the open ones are marked
    as unsure. `ticks` are those of the executor so far, and `lives` says where a task was started again.
    """
    own = [tree for tree in trees if _is_open(tree, group, lives)]
    limit = ticks[-1:] if len(group.tasks) > 1 else ticks[-2:-1]
    found = [tree for tree in own if tree.pending_since is not None and limit and tree.pending_since < limit[0]]
    if group.has_tick and len(found) == group.lines:
        return found
    for tree in own:
        tree.is_unsure = True
    return []


def _is_open(tree: Tree, group: GivenUp, lives: Mapping[int, list[Place]]) -> bool:
    """Whether a tree waits in one of these tasks, as far as is known."""
    since = tree.pending_since
    if tree.callback or tree.is_unsure or tree.is_answered or tree.spout is None or since is None:
        return False
    task = tree.spout[1]
    started = lives.get(task, [])[-1:]
    return task in group.tasks and since.worker == group.at.worker and all(start < since for start in started)
