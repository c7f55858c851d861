"""The journal of a topology, read as executions of its tasks: a tuple, a call of `nextTuple`, a tick or a notification
each.

A task writes a line before it does what the line says. So a line is never caused by a later one, and the lines of one
task are in the order of its actions. An acker's hook is called after the acker executed a message: the notifications
stand before the message that caused them, and are put in order here.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any

from ackproof.components import happenings as reported
from ackproof.components.happenings import Happening
from ackproof.components.topology import Deliver, Die, NextTuple, TaskTick, TopologyOperation
from ackproof.errors import TargetBroke
from attrs import define, evolve, field, frozen

Line = Mapping[str, Any]

INIT, ACK, FAIL, TICK = "__ack_init", "__ack_ack", "__ack_fail", "tick"

DIED, TORN = "died", "torn"
"""A task's process ended, and the task runs again in another process; its execution was not over, and had sent
something.
Each line has in `life` the number of its process, if there are several.
"""

LINKS, SEVERED = "links", "severed"
"""A line of no task: the connections to the worker of some `tasks` were broken, and the messages on them were lost."""

_IN_ONE_GO = frozenset({"called-fail", "back", "done", "stalled"})
"""The lines that a spout task may write between the first and the last fail of a tick."""

SLACK = 1_000_000
"""The tolerance for the period of ticks on a machine that is not slow, in microseconds."""


@frozen
class Execution:
    """An execution of a task: `parts` are its happenings in order, each with its line."""

    line: int
    operation: TopologyOperation
    parts: tuple[tuple[int, Happening], ...]
    torn: bool = False
    """Whether its process ended before it was over, and after it had sent something. The journal does not show the end
    of a tick at which a spout task fails its trees: it counts as torn if its process did nothing after it.
    """

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """The happenings, without the lines."""
        return tuple(happening for _, happening in self.parts)


@frozen(kw_only=True)
class AckerStep:
    """A message that an acker task executed, by its stream, or a tick of it; and its notifications."""

    acker: str
    life: int = 0
    """The number of its process in the run, from 0."""

    kind: str
    sender: str = ""
    values: tuple[int, ...] = ()
    notifications: tuple[tuple[str, str, int], ...]
    """Kind, spout task and root of each notification."""


@define(kw_only=True)
class Journal:
    """The lines of a run in which a spout gives a message up after `timeout` seconds. `basic` are the basic bolts."""

    lines: Sequence[Line]
    timeout: int
    basic: frozenset[str]
    executions: list[Execution] = field(init=False, factory=list)
    ackers: list[AckerStep] = field(init=False, factory=list)
    _trees: dict[str, str] = field(init=False, factory=dict)
    _sent: dict[tuple[str, ...], list[int]] = field(init=False, factory=lambda: defaultdict(list))
    """The lines of reports, by sender, acker task and content."""
    _arrived: dict[tuple[str, str], int] = field(init=False, factory=lambda: defaultdict(int))
    """The line of the last report from a sender that an acker task executed."""
    _notifications: dict[tuple[str, str, str], deque[tuple[int, str, str]]] = field(
        init=False, factory=lambda: defaultdict(deque)
    )
    _by_acker: dict[tuple[str, str], list[tuple[int, str]]] = field(init=False, factory=lambda: defaultdict(list))
    """The lines of an acker task's notifications to a spout task, in order, each with its tree."""
    _emitted: dict[str, tuple[int, int]] = field(init=False, factory=dict)
    """The line and the time of each tree's emission."""
    _calls: dict[str, int] = field(init=False, factory=dict)
    """The line of the first callback of each tree."""
    _ticks: dict[str, list[int]] = field(init=False, factory=lambda: defaultdict(list))
    """The lines of the ticks of each spout task."""

    def __attrs_post_init__(self) -> None:
        lives: dict[tuple[str, int], list[int]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            lives[line["task"], line.get("life", 0)].append(number)
            self._take(number, line)
        for (task, life), numbers in lives.items():
            death = numbers.pop() if self._is(numbers[-1], DIED) else None
            if task.startswith("spout-"):
                executed = list(self._of_spout(task, numbers))
                self.executions += executed if death is None else _torn_at_the_end(executed)
            elif task.startswith("acker-"):
                self.executions += self._of_acker(task, numbers, life)
            else:
                self.executions += self._of_bolt(task, numbers)
            if death is not None:
                self.executions.append(self._death(task, death))
        self.executions.sort(key=lambda each: each.line)

    @property
    def cut_off(self) -> frozenset[str]:
        """The tasks to which messages may have been lost although no process died."""
        return frozenset(task for line in self.lines if line["what"] == SEVERED for task in line["tasks"])

    def _take(self, number: int, line: Line) -> None:
        match line["what"]:
            case "next":
                self._emitted[line["tree"]] = number, line["at"]
            case "called-ack" | "called-fail":
                self._calls.setdefault(line["tree"], number)
            case "reports":
                if line["stream"] == INIT and line["about"] is not None:
                    self._trees[line["root"]] = line["about"]
                self._take_report(number, line)

    def _death(self, task: str, number: int) -> Execution:
        """Return the death of a task; the source offers again the messages that a spout task had open."""
        back = [reported.MessageBack(task, message) for message in self.lines[number]["back"]]
        return _execution(Die(task), number, [reported.TaskDied(task), *back])

    def _take_report(self, number: int, line: Line) -> None:
        for to in line["to"]:
            if line["task"].startswith("acker-"):
                kind = "ack" if line["stream"] == ACK else "fail"
                self._notifications[kind, to, self._tree(line["root"])].append((number, f"word-{number}", line["task"]))
                self._by_acker[line["task"], to].append((number, self._tree(line["root"])))
            else:
                values = tuple(line["values"])
                self._sent[line["task"], to, line["stream"], *values].append(number)

    def _tree(self, root: str) -> str:
        return self._trees.get(root, f"root {root}")

    # Spout tasks.

    def _of_spout(self, task: str, numbers: Sequence[int]) -> Iterator[Execution]:
        """Yield what a spout task did: it emits, and is called back by an acker's notification or by a timeout."""
        late: list[int] = []
        # A process may be stopped at any point.
        rest = deque(number for number in numbers if not self._is(number, "stalled"))
        while rest:
            number = rest.popleft()
            what = self.lines[number]["what"]
            of_late = what == "called-fail" and self._is_of(task, late, number, numbers)
            if what == "called-fail" and (of_late or self._is_by_time(task, number)):
                if not of_late:
                    yield from self._tick(task, late)
                    late = []
                late.append(number)
                late += self._following(rest, ("back", "done"))
                continue
            yield from self._tick(task, late)
            late = []
            if what == "next":
                yield self._emission(task, [number, *self._up_to_sent(rest)])
            elif what in ("called-ack", "called-fail"):
                yield self._called(task, [number, *self._following(rest, ("back", "done"))])
        yield from self._tick(task, late)

    def _following(self, rest: deque[int], what: Iterable[str]) -> Iterator[int]:
        while rest and self.lines[rest[0]]["what"] in what:
            yield rest.popleft()

    def _up_to_sent(self, rest: deque[int]) -> Iterator[int]:
        while rest and self.lines[rest[0]]["what"] != "next":
            number = rest.popleft()
            yield number
            if self.lines[number]["what"] == "sent":
                yield from self._following(rest, ("done",))
                return

    def _emission(self, task: str, numbers: Sequence[int]) -> Execution:
        first = self.lines[numbers[0]]
        tree, message, tracked = first["tree"], first["message"], first["tracked"]
        inits = [number for number in numbers if self.lines[number]["what"] == "reports"]
        root = int(self.lines[inits[0]]["root"]) if inits else None
        kind = reported.Emission if tracked else reported.UntrackedEmission
        parts: list[Happening] = [kind(task, tree, message, root)]
        for number in numbers:
            line = self.lines[number]
            if line["what"] == "sent":
                tuples = [_named(line["name"], to) for to in line["to"]]
                parts[1:1] = [
                    reported.SpoutTuple(task=task, to=to, name=name, tree=tree, value=message)
                    for name, to in zip(tuples, line["to"], strict=True)
                ]
            elif line["what"] == "reports":
                parts += [
                    reported.InitReport(task=task, to=to, name=f"report-{number}", tree=self._tree(line["root"]))
                    for to in line["to"]
                ]
            else:
                parts += self._heard(task, line)
        return _execution(NextTuple(task, tracked), numbers[0], parts)

    def _heard(self, task: str, line: Line) -> Iterator[Happening]:
        match line["what"]:
            case "called-ack":
                yield reported.CalledAck(task, line["tree"], line["message"])
            case "called-fail":
                yield reported.CalledFail(task, line["tree"], line["message"])
            case "done":
                yield reported.MessageDone(task, line["message"])
            case "back":
                yield reported.MessageBack(task, line["message"])

    def _called(self, task: str, numbers: Sequence[int]) -> Execution:
        """Return the execution of a notification; a callback without one, if no acker had sent it."""
        line = self.lines[numbers[0]]
        sent = self._notifications[line["what"].removeprefix("called-"), task, line["tree"]]
        parts: list[Happening] = []
        acker = "acker-1"
        if sent and sent[0][0] < numbers[0]:
            _, name, acker = sent.popleft()
            parts.append(reported.Arrival(task, name))
        for number in numbers:
            parts += self._heard(task, self.lines[number])
        return _execution(Deliver(acker, task), numbers[0], parts)

    def _is_by_time(self, task: str, number: int) -> bool:
        """Whether a fail was called by a timeout: no acker had sent it, or its notification was lost, and the tree may
        have timed out.
        """
        line = self.lines[number]
        sent = self._notifications["fail", task, line["tree"]]
        if sent and sent[0][0] < number and not self._was_overtaken(task, number, sent[0][0], sent[0][2]):
            return False
        waited = line["at"] - self._emitted[line["tree"]][1]
        return waited >= self.timeout * 1_000_000 - SLACK or self._is_slow(task, line["at"])

    def _was_overtaken(self, task: str, number: int, sent: int, acker: str) -> bool:
        """Whether a spout task had received, before a line, a later notification of the same acker task. Then the
        earlier one was lost, since a connection keeps order. Only an ack is certain to come from a notification.
        """
        heard = [self._calls.get(tree, number) for place, tree in self._by_acker[acker, task] if place > sent]
        return any(call < number and self._is(call, "called-ack") for call in heard)

    def _is_of(self, task: str, late: Sequence[int], number: int, own: Sequence[int]) -> bool:
        """Whether a fail may belong to the tick at which others were called: its tree had as many ticks before it as
        theirs. That is possible also if an acker's notification of it is on its way, and not if an older tree survived
        the tick.
        """
        if not late or self._has_elders(number, own):
            return False
        first, of_first = late[0], self._emitted[self.lines[late[0]]["tree"]][0]
        ticks = [
            sum(emitted < tick < first for tick in self._ticks[task])
            for emitted in (of_first, self._emitted[self.lines[number]["tree"]][0])
        ]
        return ticks[0] == ticks[1]

    def _has_elders(self, number: int, own: Sequence[int]) -> bool:
        """Whether a spout task, in the process whose lines are `own`, emitted a tree before the one that fails here,
        and still waits for it after all calls of the same execution.
        """
        over = next((each for each in own if each > number and self.lines[each]["what"] not in _IN_ONE_GO), own[-1])
        emission = self._emitted[self.lines[number]["tree"]][0]
        elders = (self.lines[each] for each in own if each < emission and self._is(each, "next"))
        return any(each["tracked"] and self._calls.get(each["tree"], over) >= over for each in elders)

    def _is_slow(self, task: str, at: int) -> bool:
        """Whether a spout task was not called for a while, or ticks came irregularly, in the periods before a time."""
        since = at - 3 * self.timeout * 1_000_000
        ticks: dict[str, list[int]] = defaultdict(list)
        for line in self.lines:
            if line["at"] > at:
                break
            if line["what"] == "stalled" and line["task"] == task and line["at"] >= since:
                return True
            if line["what"] == "tick" and line["at"] >= since:
                ticks[line["task"]].append(line["at"])
        period = self.timeout * 1_000_000
        return any(
            abs(later - earlier - period) > SLACK for each in ticks.values() for earlier, later in pairwise(each)
        )

    def _tick(self, task: str, numbers: Sequence[int]) -> Iterator[Execution]:
        """Yield the tick at which some trees were failed, and the one before it.

        The journal does not show a spout's ticks. But a tree that fails at a tick was emitted before the previous tick,
        and one that did not fail and is still pending was emitted after it. So the previous tick, if it is not known,
        came after the last emission of the failed trees. It is put as late as possible, because trees that an acker's
        notification resolved before it were not affected.
        """
        if not numbers:
            return
        failed = [self.lines[number]["tree"] for number in numbers if self._is(number, "called-fail")]
        last = max(self._emitted[tree][0] for tree in failed)
        if not any(last < tick < numbers[0] for tick in self._ticks[task]):
            before = min([self._emitted[tree][0] for tree in self._kept(task, last, numbers[0])], default=numbers[0])
            self._ticks[task].append(before - 1)
            yield Execution(before - 1, TaskTick(task), ())
        self._ticks[task].append(numbers[0])
        parts = [each for number in numbers for each in self._heard(task, self.lines[number])]
        yield _execution(TaskTick(task), numbers[0], parts)

    def _kept(self, task: str, first: int, last: int) -> Iterator[str]:
        """Yield the trees that a spout task emitted between two lines and that were not called back by the second."""
        for number in range(last - 1, first, -1):
            line = self.lines[number]
            if (
                line["task"] == task
                and line["what"] == "next"
                and line["tracked"]
                and self._calls.get(line["tree"], last + 1) > last
            ):
                yield line["tree"]

    # Bolt tasks.

    def _of_bolt(self, task: str, numbers: Sequence[int]) -> Iterator[Execution]:
        groups: list[list[int]] = []
        for number in numbers:
            if self.lines[number]["what"] in ("arrives", "flush"):
                groups.append([number])
            elif groups:
                groups[-1].append(number)
        for group in groups:
            first = self.lines[group[0]]
            operation: TopologyOperation = TaskTick(task)
            if first["what"] == "arrives":
                operation = Deliver(first["from"], task, 0, first["conduct"])
            parts = tuple(self._of_execution(task, group))
            yield Execution(group[0], operation, parts, torn=any(self._is(number, TORN) for number in group))

    def _of_execution(self, task: str, numbers: Sequence[int]) -> Iterator[tuple[int, Happening]]:
        basic = task.rpartition("-")[0] in self.basic
        sent = {self.lines[number]["name"]: self.lines[number]["to"] for number in numbers if self._is(number, "sent")}
        ended: set[str] = set()
        for number in numbers:
            line = self.lines[number]
            match line["what"]:
                case "arrives":
                    yield number, reported.Arrival(task, _named(line["name"], task), line["receipt"])
                case "emits":
                    for to in sent.get(line["name"], ()):
                        yield (
                            number,
                            reported.BoltTuple(
                                task=task,
                                to=to,
                                name=_named(line["name"], to),
                                anchors=tuple(line["anchors"]),
                                value=line["value"],
                            ),
                        )
                case "acks":
                    yield number, reported.InputAcked(task, line["receipt"])
                case "fails":
                    yield number, reported.InputFailed(task, line["receipt"])
                case "was-acked" | "was-failed" if basic and line["receipt"] not in ended:
                    ended.add(line["receipt"])
                    yield number, _end(task, line["receipt"], line["what"] == "was-acked")
                case "reports":
                    if basic and line["about"] not in ended and line["stream"] in (ACK, FAIL):
                        ended.add(line["about"])  # Storm acks a basic bolt's input: it says so before it sends this
                        yield number, _end(task, line["about"], line["stream"] == ACK)
                    yield from ((number, each) for each in self._report(task, number))

    def _is(self, number: int, what: str) -> bool:
        return bool(self.lines[number]["what"] == what)

    def _report(self, task: str, number: int) -> Iterator[Happening]:
        line = self.lines[number]
        of, tree = f"report-{number}", self._tree(line["root"])
        for to in line["to"]:
            if line["stream"] == ACK:
                yield reported.AckReport(task=task, to=to, name=of, tree=tree, receipt=line["about"])
            elif line["stream"] == FAIL:
                yield reported.FailReport(task=task, to=to, name=of, tree=tree, receipt=line["about"])

    # Acker tasks.

    def _of_acker(self, task: str, numbers: Sequence[int], life: int) -> Iterator[Execution]:
        notifications: list[int] = []
        for number in numbers:
            line = self.lines[number]
            if line["what"] == "reports":
                notifications.append(number)
                continue
            sent = tuple(self._sent_by(task, each) for each in notifications)
            notified = tuple(self._notified(each) for each in notifications)
            place = min([number, *notifications])
            notifications = []
            if line["what"] == "tick":
                self.ackers.append(AckerStep(acker=task, life=life, kind=TICK, notifications=notified))
                yield _execution(TaskTick(task), place, sent)
            elif line["what"] == "executed":
                values = tuple(map(int, line["values"]))
                self.ackers.append(
                    AckerStep(
                        acker=task,
                        life=life,
                        kind=line["stream"],
                        sender=line["from"],
                        values=values,
                        notifications=notified,
                    )
                )
                arrival = reported.Arrival(task, f"report-{self._report_of(task, line)}")
                yield _execution(Deliver(line["from"], task), place, (arrival, *sent))
        if notifications:
            # Its process ended before it wrote which message caused this.
            sent = tuple(self._sent_by(task, each) for each in notifications)
            yield evolve(_execution(TaskTick(task), notifications[0], sent), torn=True)

    def _report_of(self, task: str, line: Line) -> int:
        """Return the report that an acker task executed. Two fails of a tree have the same content: one was lost if it
        was sent before another report of its sender that has arrived, and the other one was sent after that.
        """
        sent = self._sent[line["from"], task, line["stream"], *line["values"]]
        if not sent:
            raise TargetBroke(f"{task} executed {line['stream']} of {line['values']}, which nobody sent")
        channel = line["from"], task
        found = next((number for number in sent if number > self._arrived[channel]), sent[0])
        sent.remove(found)
        self._arrived[channel] = max(found, self._arrived[channel])
        return found

    def _sent_by(self, task: str, number: int) -> Happening:
        line = self.lines[number]
        kind = reported.AckNotification if line["stream"] == ACK else reported.FailNotification
        return kind(task=task, to=line["to"][0], name=f"word-{number}", tree=self._tree(line["root"]))

    def _notified(self, number: int) -> tuple[str, str, int]:
        line = self.lines[number]
        return line["stream"], line["to"][0], int(line["root"])


def _named(name: str, to: str) -> str:
    return f"{name}@{to}"


def _end(task: str, receipt: str, acked: bool) -> Happening:  # noqa: FBT001 - one of two ends
    return reported.InputAcked(task, receipt) if acked else reported.InputFailed(task, receipt)


def _execution(operation: TopologyOperation, line: int, parts: Iterable[Happening]) -> Execution:
    return Execution(line, operation, tuple((line, each) for each in parts))


def _torn_at_the_end(executed: Sequence[Execution]) -> list[Execution]:
    """Return the executions of a spout task before it died. A tick with fails is torn if it was the last one."""
    ticks = len(list(takewhile(lambda each: isinstance(each.operation, TaskTick), reversed(executed))))
    rest = len(executed) - ticks
    return [*executed[:rest], *(evolve(each, torn=bool(each.parts)) for each in executed[rest:])]
