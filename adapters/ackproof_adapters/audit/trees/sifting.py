"""Trees that are done by all their lines, recognised in bulk, so that only the others are assembled line by line.

Theory of operation
-------------------
Of a hundred trees ninety-nine are done, and only count in the figures. Such a tree is plain: each of its tuples and of
its messages to the acker has its four lines, sent, received, acked and executed; the messages came to one acker task,
one init among them, and their xor was zero after the last and not before; the acker sent one ack, and the spout got
one. All of this is checked in arrays, a piece of the log at a time.

The effects that `Gathering` would have derived from a plain tree are then added to it at once. Everything else goes
there event by event, in the order in which it was read: a tree that is not plain, or not yet plain after `PATIENCE`
lines, or in a piece that has anything new in it, such as a task or a start. So the results are the same
(`tests/audit/test_sifting.py`).

When a tree is settled, which is at the last of its bolts' acks and its spout's callback, `Gathering` drops it. Later
lines only count in the figures.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial

import numpy as np
from ackproof.engine.examination.garbage import seldom_collected
from attrs import define, field

from ackproof_adapters.audit.logs.columns import columns_of
from ackproof_adapters.audit.logs.events import (
    ACK,
    ACKER,
    ARRIVE,
    BOLT_ACK,
    DONE,
    INIT,
    LIFE,
    NO_TASK,
    REPORTS,
    SEND,
    SPOUT_ACK,
    SYSTEM,
    TICK,
    Event,
)
from ackproof_adapters.audit.logs.likeness import LineForm
from ackproof_adapters.audit.logs.parsing import executor_of
from ackproof_adapters.audit.logs.reading import Reader
from ackproof_adapters.audit.logs.stamp_arrays import Flags, Ints, per_second
from ackproof_adapters.audit.logs.stamps import STYLE, text_of
from ackproof_adapters.audit.trees.continuity import BACK, PAUSE, Break, Continuity
from ackproof_adapters.audit.trees.crossing_queue import CrossedArrays, CrossingQueue
from ackproof_adapters.audit.trees.executions import BEGINS, ENDS, OTHER, SENDS, Executions
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.lives import tasks_of
from ackproof_adapters.audit.trees.merging import Forms, Rows, joined, merged
from ackproof_adapters.audit.trees.tree import Place, place_of

PATIENCE = 2_000_000
"""Lines after the first of a tree, after which it is assembled line by line if it is not plain by then."""

_STEPS = (SEND, ARRIVE, BOLT_ACK, DONE)
_SENT, _ARRIVED, _ACKED, _DONE = range(4)

_TUPLE, _REPORT, _INIT, _NOTIFICATION, _CALLBACK, _OTHER = range(6)
"""The subjects of lines. A tree with other lines is not plain."""

_LINES_OF = np.array([4, 4, 4, 2, 1, 0])
_UNDECIDED, _PLAIN, _PASSED = range(3)

_MOST_TICKS = 1
"""Ticks of an acker between the first and the last message of a tree. It forgets no record before the second."""


@define(eq=False, kw_only=True)
class _Facts:
    """The common facts of all lines of a form, by the number of the form."""

    about: Ints
    step: Ints
    task: Ints
    whose: Ints
    """A number for component, task and stream of the tuple."""
    source: Ints
    is_work: Flags
    """Whether a task receives or executes."""
    is_start: Flags
    mark: Ints
    """What it says about the execution of its thread (`executions`)."""
    thread: Ints
    """A number for the thread."""


@define(eq=False)
class _Messages:
    """Messages with all their lines: a column of row numbers for each step, and a row for each message."""

    rows: Rows
    at: Ints
    """The place of each line among all."""
    line: Ints
    """The place in `rows`, by message and step."""
    root: Ints
    """The number of its root."""

    def of(self, which: Flags) -> "_Messages":
        """Return some of the messages."""
        return _Messages(self.rows, self.at, self.line[which], self.root[which])

    def position(self, step: int) -> Ints:
        """Return the place among all lines of the line of a step."""
        return self.at[self.line[:, step]]

    def column(self, name: str, step: int) -> Ints:
        """Return a column of `rows`, for the line of a step."""
        found: Ints = getattr(self.rows, name)[self.line[:, step]]
        return found

    @property
    def crosses(self) -> Flags:
        """Whether they were received in another worker than that in which they were sent."""
        found: Flags = self.column("worker", _SENT) != self.column("worker", _ARRIVED)
        return found


@define(eq=False, kw_only=True)
class Sifter:
    """Takes rows, adds plain trees to `known` at once, and passes all other events to `take`, in order."""

    known: Gathering
    forms: Forms
    take: Callable[[int, int, Event], None]
    always: frozenset[int] = frozenset()
    """Roots of trees whose lines are all passed to `take`."""
    patience: int = PATIENCE
    _rows: Rows | None = field(init=False, default=None)
    _at: Ints = field(init=False, factory=partial(np.empty, 0, np.int64))
    _state: Ints = field(init=False, factory=partial(np.empty, 0, np.int64))
    _read: int = field(init=False, default=0)
    _passed: set[int] = field(init=False, factory=set)
    """Roots of lines that wait."""
    _crossings: CrossingQueue = field(init=False, factory=CrossingQueue)
    _at_event: int = field(init=False, default=0)
    """The place among all lines of the event that is passed to `take`."""
    _facts: _Facts | None = field(init=False, default=None)
    _whose: dict[tuple[str, int, str], int] = field(init=False, factory=dict)
    _threads: dict[str, int] = field(init=False, factory=dict)
    _executions: Executions = field(init=False, factory=Executions)
    _last: dict[int, tuple[int, Place]] = field(init=False, factory=dict)
    """Where each task last received or executed anything."""
    _latest: dict[int, str] = field(init=False, factory=dict)
    _continuity: Continuity = field(init=False, factory=Continuity)
    _ends: dict[int, tuple[int, Place, str]] = field(init=False, factory=dict)
    """Of each worker, the time of its last line as a number, its place, and the time."""
    _ticks: dict[int, list[int]] = field(init=False, factory=dict)
    """For each task, the places of its ticks among all lines."""
    _has_rootless: bool = field(init=False, default=False)
    """Whether lines of a spout lack the roots of trees: then any line may be of any tree."""

    def __attrs_post_init__(self) -> None:
        self.known.order.before_crossing = self._cross
        self.known.has_all_lines = False

    def add(self, rows: Rows) -> None:
        """Process the next piece."""
        if not len(rows):
            return
        at = np.arange(self._read, self._read + len(rows))
        self._read += len(rows)
        facts = self._learn()
        odds = [
            (int(at[each]), int(rows.worker[each]), int(rows.place[each]), self.forms.odds[int(rows.odd[each])])
            for each in np.flatnonzero(rows.odd >= 0)
        ]
        self._note(rows, at, facts, odds)
        self._note_executions(rows, facts)
        is_plain = ~rows.has_root & (rows.odd < 0) & (facts.about[rows.form] == _TUPLE)
        state = np.where(is_plain, _PLAIN, np.where(rows.has_root & (rows.odd < 0), _UNDECIDED, _PASSED))
        self._passed.update(root for *_, event in odds for root, _ in event.ids)
        is_new = self._has_news(rows, facts)
        if is_new:
            state[:] = np.where(state == _PLAIN, _PASSED, state)
        else:
            self._count(rows.form[state == _PLAIN], are_of_trees=False)
        self._rows = rows if self._rows is None else joined([self._rows, rows])
        self._at = np.concatenate([self._at, at])
        self._state = np.concatenate([self._state, state])
        self._decide(facts, all_pass=is_new)
        self._release()

    def finish(self) -> None:
        """Process the rest, at the end of the logs."""
        self._state[self._state == _UNDECIDED] = _PASSED
        self._release()
        for task, (_, place) in self._last.items():
            self.known.tasks[task].last = place
        self.known.latest.update(self._latest)
        # Those that the passed events show are none: other lines are between them.
        continuity = self.known.order.continuity
        continuity.joints, continuity.pauses = self._continuity.joints, self._continuity.pauses

    # The contents of a piece.

    def _learn(self) -> _Facts:
        """Return the facts of all forms that were seen so far."""
        forms = self.forms.forms
        if self._facts is None or len(self._facts.about) < len(forms):
            whose = self._whose
            self._facts = _Facts(
                about=np.array([_about(form) for form in forms]),
                step=np.array([_STEPS.index(form.kind) if form.kind in _STEPS else 0 for form in forms]),
                task=np.array([form.task for form in forms]),
                whose=np.array([whose.setdefault(form[3:], len(whose)) for form in forms]),
                source=np.array([form.source for form in forms]),
                is_work=np.array([_is_work(form) for form in forms]),
                is_start=np.array([form.kind == LIFE for form in forms]),
                mark=np.array([_mark(form) for form in forms]),
                thread=np.array([self._threads.setdefault(form.thread, len(self._threads)) for form in forms]),
            )
        return self._facts

    def _note(self, rows: Rows, at: Ints, facts: _Facts, odds: Sequence[tuple[int, int, int, Event]]) -> None:
        """Note where tasks and workers last acted, and ticks."""
        latest = np.full(len(facts.about), -1)
        works = np.flatnonzero(facts.is_work[rows.form])
        latest[rows.form[works]] = works  # if there are several, the last
        for form in np.flatnonzero(latest >= 0).tolist():
            row = int(latest[form])
            self._is_at_work(self.forms.forms[form].task, int(at[row]), int(rows.worker[row]), int(rows.place[row]))
        for position, worker, place, event in odds:
            if event.kind == TICK and event.task != NO_TASK:
                for task in tasks_of(event):
                    self._is_at_work(task, position, worker, place)
                    self._ticks.setdefault(task, []).append(position)
            elif event.kind.startswith("spout") and not event.ids and not event.about.startswith("nobody"):
                self._has_rootless = True
        self._note_steps(rows, facts)
        ends = np.full(int(rows.worker.max()) + 1, -1)
        ran = np.flatnonzero(~facts.is_start[rows.form])
        ends[rows.worker[ran]] = ran
        self._latest.update((worker, self._time_of(rows, end)) for worker, end in enumerate(ends.tolist()) if end >= 0)

    def _note_executions(self, rows: Rows, facts: _Facts) -> None:
        """Count the tuples of no tree that were sent in the execution of one of a tree."""
        has_ids = rows.has_root.copy()
        odd = np.flatnonzero(rows.odd >= 0)
        has_ids[odd] = [bool(self.forms.odds[each].ids) for each in rows.odd[odd].tolist()]
        sent = self._executions.within(facts.mark[rows.form], has_ids, rows.worker, facts.thread[rows.form])
        for form, number in zip(*np.unique(rows.form[sent], return_counts=True), strict=True):
            of = self.forms.forms[int(form)]
            self.known.figures.within[of.component, of.stream] += int(number)

    def _note_steps(self, rows: Rows, facts: _Facts) -> None:
        """Note the neighbouring lines of a worker whose times differ by much."""
        for worker in np.unique(rows.worker).tolist():
            own = np.flatnonzero(rows.worker == worker)
            clock = rows.stamp[own] >> STYLE
            before = self._ends.get(worker)
            took = np.diff(clock, prepend=clock[0] if before is None else before[0])
            for number in np.flatnonzero((took >= PAUSE) | (took < -BACK)).tolist():
                row = int(own[number])
                first, when = before[1:] if before and not number else self._end(rows, int(own[number - 1]))
                step = Break(first, place_of(worker, int(rows.place[row])), when, self._time_of(rows, row))
                self._continuity.note_step(step, is_start=bool(facts.is_start[rows.form[row]]))
            self._ends[worker] = int(clock[-1]), *self._end(rows, int(own[-1]))

    def _end(self, rows: Rows, row: int) -> tuple[Place, str]:
        return place_of(int(rows.worker[row]), int(rows.place[row])), self._time_of(rows, row)

    def _time_of(self, rows: Rows, row: int) -> str:
        odd = int(rows.odd[row])
        return self.forms.odds[odd].when if odd >= 0 else text_of(int(rows.stamp[row]))

    def _is_at_work(self, task: int, at: int, worker: int, place: int) -> None:
        before = self._last.get(task)
        if before is None or before[0] < at:
            self._last[task] = at, place_of(worker, place)

    def _has_news(self, rows: Rows, facts: _Facts) -> bool:
        """Whether anything in a piece is new: a start, or a task in another place or of another component."""
        if self._has_rootless or self.known.lives.starting or self.known.by_hook or facts.is_start[rows.form].any():
            return True
        is_there = np.zeros((int(rows.worker.max()) + 1, len(facts.about)), np.bool_)
        is_there[rows.worker, rows.form] = True
        return any(
            _is_news(self.known, self.forms.forms[form], int(facts.about[form]), worker)
            for worker, form in zip(*(each.tolist() for each in np.nonzero(is_there)), strict=True)
        )

    # Which trees are plain.

    def _decide(self, facts: _Facts, *, all_pass: bool) -> None:
        assert self._rows is not None  # noqa: S101 - rows were added
        undecided = np.flatnonzero(self._state == _UNDECIDED)
        rows, at = self._rows.at(undecided), self._at[undecided]
        roots, root = np.unique(rows.root, return_inverse=True)
        passes = np.zeros(len(roots), np.bool_)
        passes[root[(facts.about[rows.form] == _OTHER) | (at < self._read - self.patience)]] = True
        numbers = roots.tolist()
        passes |= np.array([self._is_known(each) for each in numbers], np.bool_) | all_pass
        self._passed.update(roots[passes].tolist())
        self._state[undecided[passes[root]]] = _PASSED
        left = np.flatnonzero(~passes[root])
        if not len(left):
            return
        plain = self._plain(rows.at(left), at[left], root[left], len(roots), facts)
        self._state[undecided[plain[root]]] = _PLAIN
        self._count(rows.form[plain[root]], are_of_trees=True)
        self.known.are_done(roots[plain].tolist())

    def _is_known(self, root: int) -> bool:
        return root in self._passed or root in self.always or self.known.has(root)

    def _plain(self, rows: Rows, at: Ints, root: Ints, number: int, facts: _Facts) -> Flags:
        """Return which roots are of plain trees, and add their effects to what is known."""
        kinds, strange = _messages(rows, at, root, facts)
        is_plain = np.bincount(strange, minlength=number) == 0
        for kind, fewest, most in (
            (_TUPLE, 1, None),
            (_REPORT, 1, None),
            (_INIT, 1, 1),
            (_NOTIFICATION, 1, 1),
            (_CALLBACK, 1, 1),
        ):
            counts = np.bincount(kinds[kind].root, minlength=number)
            is_plain &= (counts >= fewest) & (counts <= (most or counts))
        kinds = {kind: each.of(is_plain[each.root]) for kind, each in kinds.items()}
        tuples, callbacks = kinds[_TUPLE], kinds[_CALLBACK]
        called = np.zeros(number, np.int64)
        called[callbacks.root] = callbacks.position(0)
        settled = called.copy()
        np.maximum.at(settled, tuples.root, tuples.position(_ACKED))
        bad = [
            _out_of_order(tuples),
            _any_of(tuples, tuples.at[tuples.line].min(axis=1) > called[tuples.root]),
            *self._misreported(kinds, settled, facts, number),
        ]
        for each in bad:
            is_plain[each] = False
        kinds = {kind: each.of(is_plain[each.root]) for kind, each in kinds.items()}
        self._gather(kinds, called, settled, facts)
        found: Flags = is_plain
        return found

    def _misreported(self, kinds: dict[int, "_Messages"], settled: Ints, facts: _Facts, number: int) -> Iterator[Ints]:
        """Yield roots with other messages to or from the acker than those of a plain tree."""
        inits, notifications = kinds[_INIT], kinds[_NOTIFICATION]
        reported = _Messages(
            inits.rows,
            inits.at,
            np.concatenate([inits.line, kinds[_REPORT].line]),
            np.concatenate([inits.root, kinds[_REPORT].root]),
        )
        yield _out_of_order(reported)
        yield _any_of(reported, reported.position(_ARRIVED) > settled[reported.root])
        yield _any_of(reported, reported.at[reported.line].min(axis=1) > settled[reported.root])
        yield _any_of(notifications, notifications.at[notifications.line].min(axis=1) > settled[notifications.root])
        yield _any_of(inits, inits.column("value", _SENT) == 0)
        spout, acker, worker = (np.zeros(number, np.int64) for _ in range(3))
        spout[inits.root] = inits.column("extra", _ARRIVED)
        acker[inits.root] = facts.task[inits.column("form", _ARRIVED)]
        worker[inits.root] = inits.column("worker", _ARRIVED)
        yield _any_of(notifications, facts.task[notifications.column("form", _SENT)] != spout[notifications.root])
        yield _any_of(reported, facts.task[reported.column("form", _ARRIVED)] != acker[reported.root])
        yield _any_of(reported, reported.column("worker", _ARRIVED) != worker[reported.root])
        # The acker's task, message by message.
        order = np.lexsort((reported.position(_ARRIVED), reported.root))
        root, position = reported.root[order], reported.position(_ARRIVED)[order]
        if not len(root):
            return
        val = np.bitwise_xor.accumulate(reported.column("value", _ARRIVED)[order])
        first = np.flatnonzero(np.r_[True, root[1:] != root[:-1]])
        last = np.r_[first[1:], len(root)] - 1
        before = np.r_[0, val[last[:-1]]]
        val = val ^ np.repeat(before, last - first + 1)
        begun = np.zeros(number, np.int64)
        begun[inits.root] = inits.position(_ARRIVED)
        is_last = np.zeros(len(root), np.bool_)
        is_last[last] = True
        yield root[(val != 0) & is_last]
        yield root[(val == 0) & ~is_last & (position >= begun[root])]
        ackers = acker[root[first]]
        for task in np.unique(ackers).tolist():
            ticks = self._ticks.get(task)
            if ticks:
                own = ackers == task
                number_of = np.searchsorted(ticks, position[last[own]]) - np.searchsorted(ticks, position[first[own]])
                yield root[first[own]][number_of > _MOST_TICKS]

    # The effects of a plain tree.

    def _count(self, form: Ints, *, are_of_trees: bool) -> None:
        """Count lines of plain trees, or of none, in the figures."""
        for number, count in enumerate(np.bincount(form).tolist()):
            if count:
                self.known.count(self.forms.forms[number], count, is_of_tree=are_of_trees)

    def _gather(self, kinds: dict[int, "_Messages"], called: Ints, settled: Ints, facts: _Facts) -> None:
        """Add the effects of trees."""
        known, tuples = self.known, kinds[_TUPLE]
        task, sent = facts.task[tuples.column("form", _ARRIVED)], tuples.column("place", _SENT)
        for kind in (_TUPLE, _REPORT, _INIT):
            self._gather_arrivals(kinds[kind], settled, facts)
        in_time = (tuples.position(_SENT) < tuples.position(_ARRIVED)) & ~tuples.crosses
        took_all = (tuples.column("stamp", _ACKED) >> STYLE) - (tuples.column("stamp", _ARRIVED) >> STYLE)
        for number in np.unique(task).tolist():
            own = task == number
            fronts = sent[own & in_time]
            if len(fronts):
                worker = int(tuples.column("worker", _SENT)[own & in_time][0])
                known.is_at_front(number, place_of(worker, int(fronts.max())))
            took = took_all[own]
            answered = [tuples.column(name, _ACKED)[own] for name in ("worker", "place", "root")]
            lengths, counts = np.unique(took, return_counts=True)
            for length, count in zip(lengths.tolist(), counts.tolist(), strict=True):
                known.figures.took(known.component(number), float(length), count)
            longest = np.flatnonzero(took == lengths[-1])
            at = longest[np.argmin(answered[1][longest])]
            place = place_of(int(answered[0][at]), int(answered[1][at]))
            known.figures.was_slow(known.component(number), float(lengths[-1]), int(answered[2][at]), place)
        self._gather_spans(kinds, called)

    def _gather_arrivals(self, messages: "_Messages", settled: Ints, facts: _Facts) -> None:
        """Add arrivals, as far as they are before the tree was settled."""
        sent, done, end = messages.position(_SENT), messages.position(_DONE), settled[messages.root]
        crosses = messages.crosses
        came = np.maximum(sent, done) < end
        sources = facts.source[messages.column("form", _SENT)][came]
        tasks = facts.task[messages.column("form", _SENT)][came]
        if len(sources):
            pairs, shown, pair = np.unique((sources << 32) + tasks, return_index=True, return_inverse=True)
            places, workers = messages.column("place", _SENT)[came], messages.column("worker", _SENT)[came]
            first, last = np.full(len(pairs), np.iinfo(np.int64).max), np.full(len(pairs), -1)
            worker = np.zeros(len(pairs), np.int64)
            np.minimum.at(first, pair, places)
            np.maximum.at(last, pair, places)
            worker[pair] = workers
            for number, (source, task) in enumerate(zip(sources[shown].tolist(), tasks[shown].tolist(), strict=True)):
                for place in (first[number], last[number]):
                    self.known.order.came(source, task, place_of(int(worker[number]), int(place)))
        if not crosses.any():
            return
        # `Gathering` uses the execution of a message to an acker as its receipt: then all of its lines are there.
        is_report = messages.line.shape[0] > 0 and facts.about[messages.column("form", _SENT)[0]] != _TUPLE
        arrived = messages.position(_ARRIVED)
        for step, which in (
            (_DONE, crosses & (sent < done) & (done < end)),
            (_SENT, crosses & (arrived < sent) & (sent < end)),
        ):
            at = _DONE if step == _DONE and is_report else _ARRIVED
            found = messages.of(which)
            self._crossings.add(
                CrossedArrays(
                    at=found.position(step),
                    sender=found.column("worker", _SENT),
                    sent=found.column("place", _SENT),
                    receiver=found.column("worker", at),
                    received=found.column("place", at),
                    sent_when=found.column("stamp", _SENT),
                    when=found.column("stamp", at),
                )
            )

    def _gather_spans(self, kinds: dict[int, "_Messages"], called: Ints) -> None:
        """Add from when to when trees were open."""
        callbacks = kinds[_CALLBACK]
        if not len(callbacks.root):
            return
        rows, at = callbacks.rows, callbacks.at
        first = np.full(len(called), np.iinfo(np.int64).max)
        row = np.zeros(len(called), np.int64)
        for kind in (_TUPLE, _INIT):
            np.minimum.at(first, kinds[kind].root, kinds[kind].position(_SENT))
        for kind in (_TUPLE, _INIT):
            lines, roots = kinds[kind].line[:, _SENT], kinds[kind].root
            is_first = at[lines] == first[roots]
            row[roots[is_first]] = lines[is_first]
        begun, ended = row[callbacks.root], callbacks.line[:, 0]
        is_span = (first[callbacks.root] < called[callbacks.root]) & (rows.worker[begun] == rows.worker[ended])
        self.known.figures.spans(per_second(rows.stamp[begun[is_span]]), per_second(rows.stamp[ended[is_span]]))

    # Rows that are passed on.

    def _release(self) -> None:
        """Pass the rows before the first undecided one, and drop the plain ones."""
        if self._rows is None:
            return
        undecided = np.flatnonzero(self._state == _UNDECIDED)
        until = int(self._at[undecided[0]]) if len(undecided) else self._read
        passed = np.flatnonzero((self._state == _PASSED) & (self._at < until))
        pairs = self._crossings.prepare(until)
        events = self.forms.placed(self._rows.at(passed))
        for at, (worker, file, event) in zip(self._at[passed].tolist(), events, strict=True):
            self._at_event = at
            self.take(worker, file, event)
        self._at_event = until
        for pair in pairs:
            self._cross(*pair)
        left = np.flatnonzero((self._state != _PLAIN) & ((self._at >= until) | (self._state == _UNDECIDED)))
        self._rows, self._at, self._state = self._rows.at(left), self._at[left], self._state[left]
        waiting = self._state == _PASSED
        odds = (self.forms.odds[odd] for odd in self._rows.odd[waiting & (self._rows.odd >= 0)].tolist())
        self._passed = {
            *self._rows.root[waiting & self._rows.has_root].tolist(),
            *(root for each in odds for root, _ in each.ids),
        }
        for ticks in self._ticks.values():
            while len(ticks) > 1 and ticks[0] < until - self.patience:
                del ticks[0]

    def _cross(self, sender: int, receiver: int) -> None:
        """Add the crossings between two workers that lines before the present event show."""
        crossed = self._crossings.before((sender, receiver), self._at_event)
        self.known.order.crossings_of(sender, receiver).add(crossed)


def sift(
    reader: Reader,
    known: Gathering,
    take: Callable[[int, int, Event], None],
    always: frozenset[int],
    watch: Callable[[], None],
) -> None:
    """Gather all events of some logs; `take` gets those that are not plain, and all of the named trees."""
    forms = Forms()
    sifter = Sifter(known=known, forms=forms, take=take, always=always)
    # The kept objects have no cycles. PySpark's objects for jobs on a cluster have some, and must not be frozen.
    # The outer context stops the collector throughout; at the end of an inner one it runs if that was long ago.
    collected = seldom_collected if reader.master is None else nullcontext
    with collected():
        with reader.found(columns_of) as workers:
            for rows in merged(workers, forms):
                watch()
                with collected():
                    sifter.add(rows)
        sifter.finish()


def _messages(rows: Rows, at: Ints, root: Ints, facts: _Facts) -> tuple[dict[int, _Messages], Ints]:
    """Return messages with all their lines, by subject, and the roots that have any other lines."""
    about, step = facts.about[rows.form], facts.step[rows.form]
    mixed = rows.root.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= (rows.value.view(np.uint64) + np.uint64(0xD1B54A32D192ED03)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed += (facts.whose[rows.form] * (about != _TUPLE) * 8 + about).view(np.uint64) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(29)
    mixed = mixed * np.uint64(0xBF58476D1CE4E5B9)
    key = (mixed & ~np.uint64(3)) | step.view(np.uint64)
    order = np.argsort(key)
    message = key[order] >> np.uint64(2)
    first = np.flatnonzero(np.r_[True, message[1:] != message[:-1]])
    size = np.diff(np.r_[first, len(order)])
    head = order[first]
    of = about[head]
    is_whole = size == _LINES_OF[of]
    found: dict[int, _Messages] = {}
    strange = [root[head[~is_whole]]]
    for kind in (_TUPLE, _REPORT, _INIT, _NOTIFICATION, _CALLBACK):
        own = first[is_whole & (of == kind)]
        lines = order[own[:, None] + np.arange(_LINES_OF[kind])]
        is_one = np.ones(len(lines), np.bool_)
        for number in range(lines.shape[1]):
            this, that = lines[:, number], lines[:, 0]
            form, other = rows.form[this], rows.form[that]
            is_one &= (
                (step[this] == number) & (rows.root[this] == rows.root[that]) & (rows.value[this] == rows.value[that])
            )
            is_one &= (facts.whose[form] == facts.whose[other]) & (facts.task[form] == facts.task[other])
            is_one &= rows.extra[this] == rows.extra[that]
            if number > _ARRIVED:
                is_one &= rows.worker[this] == rows.worker[lines[:, _ARRIVED]]
        strange.append(root[lines[~is_one, 0]])
        found[kind] = _Messages(rows, at, lines[is_one], root[lines[is_one, 0]])
    return found, np.concatenate(strange)


def _any_of(messages: _Messages, which: Flags) -> Ints:
    return messages.root[which]


def _out_of_order(messages: _Messages) -> Ints:
    """Return the roots of messages that were acked or executed before they were received, or in one worker received
    before they were sent.
    """
    sent, arrived = messages.position(_SENT), messages.position(_ARRIVED)
    is_odd = (messages.position(_ACKED) < arrived) | (messages.position(_DONE) < arrived)
    return messages.root[is_odd | ((arrived < sent) & ~messages.crosses)]


def _about(form: LineForm) -> int:
    """Return the subject of lines of a form."""
    if form.kind == SPOUT_ACK:
        return _CALLBACK
    if form.kind not in _STEPS:
        return _OTHER
    if form.stream in REPORTS:
        if form.component == ACKER:
            return _NOTIFICATION if form.stream == ACK and form.kind in (SEND, ARRIVE) else _OTHER
        return {INIT: _INIT, ACK: _REPORT}.get(form.stream, _OTHER)
    return _OTHER if form.stream.startswith(SYSTEM) else _TUPLE


def _mark(form: LineForm) -> int:
    """Return what lines of a form say about the execution of their thread."""
    if form.kind == TICK:
        return ENDS
    return {ARRIVE: BEGINS, DONE: ENDS, SEND: SENDS}.get(form.kind, OTHER) if _about(form) == _TUPLE else OTHER


def _is_work(form: LineForm) -> bool:
    """Whether a task receives or executes something that `Gathering` counts as activity."""
    if form.kind not in (ARRIVE, DONE):
        return False
    return form.component != ACKER if form.stream in REPORTS else not form.stream.startswith(SYSTEM)


def _is_news(known: Gathering, form: LineForm, about: int, worker: int) -> bool:
    """Whether a line of this form in this worker shows something new about a task."""
    if about in (_OTHER, _CALLBACK):
        return False
    if form.source >= 0 and known.component(form.source) != form.component:
        return True
    return form.kind != SEND and about != _NOTIFICATION and _is_new_task(known, form, about, worker)


def _is_new_task(known: Gathering, form: LineForm, about: int, worker: int) -> bool:
    """Whether a task is new, or not yet seen in this worker, or seen differently."""
    task = known.tasks.get(form.task)
    if task is None or task.worker != worker or not task.component:
        return True
    if about != _TUPLE:
        return task.component != ACKER
    executor = executor_of(form.thread)
    if executor is None or not executor[1] <= form.task <= executor[2]:
        return False
    return (task.component, task.executor) != (executor[0], executor[1:])
