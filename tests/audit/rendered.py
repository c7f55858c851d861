"""Logs that no Storm wrote: a small topology of the reference's parts, with injected faults, in the log lines of a
release.

A spout (tasks 3 and 4) emits to split (5 and 6), which emits two tuples to count (7 and 8); ackers are tasks 1 and 2.
Time is a number, each task has a queue, and a message takes a millisecond. The injected fault of each tree, and all
other faults that affected it, are the truth.
"""

import heapq
import itertools
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

import acking
from acking import Acker, BoltTask, Kind, Order, SpoutExecutor
from attrs import define, evolve, field, frozen

TIMEOUT = 4000
"""Milliseconds between two ticks of ackers and spouts."""

COMPONENTS = {1: "__acker", 2: "__acker", 3: "words", 4: "words", 5: "split", 6: "split", 7: "count", 8: "count"}
ACKERS, SPOUTS, SPLITS, COUNTS = (1, 2), (3, 4), (5, 6), (7, 8)
STREAMS = {Kind.ACK: "__ack_ack", Kind.FAIL: "__ack_fail", Kind.RESET_TIMEOUT: "__ack_reset_timeout"}
PAUSE = 3000
"""Milliseconds of a bolt that is fast enough for the spout, but too slow for an acker with a shorter timeout."""
NEVER = 1 << 40

RELEASES = ("0.10", "1.0.2", "1.2", "2.0", "2.8")
FAULTS = (
    "",
    "forget",
    "fail",
    "twice",
    "after",
    "slow",
    "late fail",
    "hang",
    "lose",
    "lose report",
    "late notification",
    "die",
    "pause",
)
"""The faults that a plan may name for a tree. All but the empty one affect its split tuple or its first count tuple."""

CAUSES = {
    "forget": {"AUD-01"},
    "lose": {"AUD-02"},
    "lose report": {"AUD-02"},
    "hang": {"AUD-03", "AUD-01"},
    "fail": {"AUD-04"},
    "slow": {"AUD-05"},
    "late fail": {"AUD-05"},
    "twice": {"AUD-06"},
    "after": {"AUD-07"},
    "pause": {"AUD-10"},
    "late notification": {"AUD-11"},
    "collision": {"AUD-13"},
}
"""The cause of each fault. A tuple that no spout waits for, behind a bolt that hangs, is a tuple that was not acked."""

Truth = tuple[str, str, int] | None
"""Cause, component and task, or None for a tree that was healthy."""


@frozen
class Plan:
    """The plan of one tree: when it is emitted, by which spout task, the fault, and the component with the fault."""

    at: int
    spout: int = 3
    fault: str = ""
    component: str = "count"


@frozen
class _Tuple:
    """A message: `ids` of a tuple, or the values of a message to or from an acker."""

    source: int
    stream: str
    ids: Mapping[int, int] = field(factory=dict)
    values: tuple[int, ...] = ()
    number: int = -1
    """The number of the tree in the plan."""
    part: int = 0


@define
class Rendered:
    """A run of the topology. `lines` has the lines of each worker; `truth` has the possible causes of each root."""

    plans: Sequence[Plan]
    release: str = "2.8"
    workers: int = 1
    seed: int = 0
    value: str = "word"
    skew: int = 0
    """The error of the second worker's clock, in milliseconds."""
    early_ticks: int = 0
    """Additional rotations of a spout's executor at each tick: STORM-3693."""
    acker_timeout: int = TIMEOUT
    lines: list[list[bytes]] = field(init=False)
    truth: dict[int, set[Truth]] = field(init=False, factory=dict)
    callbacks: dict[int, str] = field(init=False, factory=dict)
    _now: int = field(init=False, default=0)
    _due: list[tuple[int, int, Callable[[], None]]] = field(init=False, factory=list)
    _order: "itertools.count[int]" = field(init=False, factory=itertools.count)
    _random: Random = field(init=False)
    _queues: dict[int, deque[tuple[_Tuple, int]]] = field(init=False, factory=dict)
    _busy: dict[int, int] = field(init=False, factory=dict)
    _lives: Counter[int] = field(init=False, factory=Counter)
    _ackers: dict[int, Acker] = field(init=False, factory=dict)
    _bolts: dict[int, BoltTask] = field(init=False, factory=dict)
    _spouts: dict[int, SpoutExecutor] = field(init=False, factory=dict)
    _roots: dict[int, int] = field(init=False, factory=dict)
    _acted: dict[int, tuple[str, int]] = field(init=False, factory=dict)
    """For each tree: its fault, once it has happened, and the task."""
    _waited: dict[int, dict[int, int]] = field(init=False, factory=dict)
    """For each tree, by task: the longest time that a tuple of it was in the queue."""
    _died: set[int] = field(init=False, factory=set)

    def __attrs_post_init__(self) -> None:
        self.lines = [[] for _ in range(self.workers)]
        self._random = Random(self.seed)
        self._start(range(1, 9))

    # The run.

    def run(self) -> "Rendered":
        """Run the topology, and compute the truth."""
        end = max(plan.at for plan in self.plans) + 4 * TIMEOUT
        for number, plan in enumerate(self.plans):
            self._after(plan.at, lambda number=number: self._emit(number))  # type: ignore[misc]
        for task in (*ACKERS, *SPOUTS):
            period = self.acker_timeout if task in ACKERS else TIMEOUT
            for at in range(period, end, period):
                self._after(at + task, lambda task=task: self._tick(task))  # type: ignore[misc]
        while self._due and self._due[0][0] <= end:
            self._now, _, act = heapq.heappop(self._due)
            act()
        for number, root in self._roots.items():
            self.truth[root] = self._judge(number) | self.truth.get(root, set())
        return self

    def _judge(self, number: int) -> set[Truth]:
        """Return the right causes of a tree: its own fault, and the effects of faults of others."""
        plan, root = self.plans[number], self._roots[number]
        kind, right = self.callbacks.get(root), set[Truth]()
        if number in self._died:
            right |= {("AUD-12", COMPONENTS[task], task) for task in COMPONENTS}
        if kind != "fail":
            return right | {None}
        if number in self._acted:
            fault, task = self._acted[number]
            causes = CAUSES[fault]
            if fault in ("slow", "late fail") and self._busy[task] > self._now:
                causes = causes | CAUSES["hang"]  # it is still at it
            right |= {(cause, COMPONENTS[task], task) for cause in causes}
        waits = [task for task, queue in self._queues.items() if any(each.number == number for each, _ in queue)]
        right |= {("AUD-16", COMPONENTS[task], task) for task in waits}
        long = (task for task, wait in self._waited.get(number, {}).items() if wait >= TIMEOUT // 2)
        right |= {("AUD-05", COMPONENTS[task], task) for task in long}  # each of them was enough
        if self.early_ticks:
            right.add(("AUD-14", COMPONENTS[plan.spout], plan.spout))
        return right

    def _after(self, milliseconds: int, act: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self._now + milliseconds, next(self._order), act))

    def _start(self, tasks: Sequence[int] | range) -> None:
        profile = acking.PROFILES["storm2" if self.release.startswith("2") else "storm1"]
        for task in tasks:
            self._queues[task], self._busy[task] = deque(), 0
            self._lives[task] += 1
            if task in ACKERS:
                self._ackers[task] = Acker(evolve(profile, order=Order.ZERO_FIRST))
            elif task in SPOUTS:
                self._spouts[task] = SpoutExecutor(frozenset({task}), len(ACKERS))
            else:
                self._bolts[task] = BoltTask()
        for worker in range(self.workers):
            own = [task for task in tasks if self.worker_of(task) == worker]
            if own:
                self._line(
                    worker, "d.w.Worker" if self._is_2 else "d.worker", "main", "Launching worker for words-1 on s:6700"
                )
            for task in own:
                pair = f"{task}, {task}" if self._is_2 else f"{task} {task}"
                tasks_word = " tasks" if self._is_2 else ""
                content = f"Loading executor{tasks_word} {COMPONENTS[task]}:[{pair}]"
                self._line(worker, "e.Executor" if self._is_2 else "d.executor", "main", content)

    def _die(self, task: int) -> None:
        worker = self.worker_of(task)
        own = [each for each in COMPONENTS if self.worker_of(each) == worker]
        self._died |= {number for number, root in self._roots.items() if root not in self.callbacks}
        self._start(own)

    def _id(self) -> int:
        return self._random.randrange(1, 1 << 63) * self._random.choice((1, -1))

    # Spouts.

    def _emit(self, number: int) -> None:
        plan = self.plans[number]
        spout = self._spouts[plan.spout]
        root = self._id()
        if plan.fault == "collision" and number - 1 in self._roots:
            root = self._roots[number - 1]
        self._roots[number] = root
        effects = spout.emit(plan.spout, root, str(number), [self._id()])
        for effect in effects:
            if isinstance(effect, acking.Sent):
                to = SPLITS[number % 2]
                sent = _Tuple(plan.spout, "default", effect.message_id, number=number)
                self._send(sent, to, is_lost=plan.fault == "lose" and plan.component == "split")
                if plan.fault == "lose" and plan.component == "split":
                    self._acted[number] = ("lose", to)
            elif isinstance(effect, acking.Init):
                values = (effect.root, effect.value, effect.task)
                self._send(_Tuple(plan.spout, "__ack_init", values=values), self._acker_of(root))

    def _acker_of(self, root: int) -> int:
        return ACKERS[acking.acker_index(root, len(ACKERS))]

    def _tick(self, task: int) -> None:
        if self._busy[task] > self._now:
            return
        tick = "source: __system:-1, stream: __tick, id: {}, "
        seconds = (self.acker_timeout if task in ACKERS else TIMEOUT) // 1000
        self._task_line(task, "e.Executor", self._arrival(-2, f"{tick}[{seconds}]{self._sampled}"))
        if task in ACKERS:
            self._ackers[task].tick()
        else:
            for _ in range(1 + self.early_ticks):
                for callback in self._spouts[task].tick():
                    self._tell(task, callback, "TIMEOUT")

    def _tell(self, task: int, callback: acking.Effect, reason: str) -> None:
        assert isinstance(callback, acking.Callback)
        root = self._roots[int(callback.message)]
        self.callbacks[root] = callback.kind.value
        shown = "null" if self.release == "2.0" else str(root)
        if callback.kind is Kind.ACK:
            content = f"SPOUT Acking message {shown} {callback.message}"
        elif self._is_2:
            id_ = "id=<null>" if self.release == "2.0" else f"rootId={root}"
            content = f"SPOUT Failing {shown} : TupleInfo[taskId={task},messageId={callback.message},stream=default,"
            content += f"values=[{self.value}],timestamp={self._now},{id_}] REASON: {reason}"
        else:
            content = f'SPOUT Failing {root}: {{:stream "default", :values ["{self.value}"]}} REASON: {reason}'
            content += f" MSG-ID: {callback.message}"
        self._task_line(task, "e.s.SpoutExecutor", content)

    # Messages under way, and received ones.

    def _send(self, message: _Tuple, to: int, *, is_lost: bool = False, delay: int = 0) -> None:
        text = self._tuple(message, to)
        content = (
            f"TRANSFERRING tuple [dest: {to} tuple: {text}]"
            if self._is_2
            else f"TRANSFERING tuple [dest: {to} tuple: {text}]"
        )
        if self.release == "0.10":
            content = f"TRANSFERING tuple TASK: {to} TUPLE: {text}"
        self._task_line(message.source, "e.ExecutorTransfer", content)
        life = self._lives[to]
        if not is_lost:
            self._after(1 + delay, lambda: self._deliver(message, to, life))

    def _deliver(self, message: _Tuple, to: int, life: int) -> None:
        if self._lives[to] == life:
            self._queues[to].append((message, self._now))
            if self._busy[to] <= self._now:
                self._next(to)

    def _next(self, task: int) -> None:
        while self._queues[task] and self._busy[task] <= self._now:
            message, since = self._queues[task].popleft()
            waits = self._waited.setdefault(message.number, {})
            waits[task] = max(self._now - since, waits.get(task, 0))
            text = self._tuple(message, task)
            self._task_line(task, "e.Executor", self._arrival(task, text))
            if task in ACKERS:
                self._to_acker(task, message, text)
            elif task in SPOUTS:
                self._to_spout(task, message)
            else:
                self._to_bolt(task, message, text)

    def _to_acker(self, task: int, message: _Tuple, text: str) -> None:
        root, *rest = message.values
        taken: acking.AckerMessage = acking.Fail(root)
        if message.stream == "__ack_init":
            taken = acking.Init(root, rest[0], rest[1])
        elif message.stream == "__ack_ack":
            taken = acking.Ack(root, rest[0])
        for notification in self._ackers[task].receive(taken):
            number = max((number for number, each in self._roots.items() if each == root), default=0)
            is_late = self.plans[number].fault == "late notification" and notification.kind is Kind.ACK
            if is_late:
                self._acted[number] = ("late notification", notification.task)
            sent = _Tuple(task, STREAMS[notification.kind], values=(root, 5))
            self._send(sent, notification.task, delay=3 * TIMEOUT if is_late else 0)
        self._task_line(
            task, "e.b.BoltOutputCollectorImpl", f"BOLT ack TASK: {task} TIME: {self._no_time} TUPLE: {text}"
        )
        self._done(task, text)

    def _to_spout(self, task: int, message: _Tuple) -> None:
        kind = next(kind for kind, stream in STREAMS.items() if stream == message.stream)
        root = message.values[0]
        emission = self._spouts[task].pending.get(root)
        if emission is not None and emission.task == task:
            for callback in self._spouts[task].notified(acking.Notification(kind, root, task)):
                self._tell(task, callback, "FAIL-STREAM")

    def _to_bolt(self, task: int, message: _Tuple, text: str) -> None:
        name = f"{message.source}-{next(self._order)}"
        self._bolts[task].receive(name, message.ids)
        plan = self.plans[message.number]
        is_planted = plan.component == COMPONENTS[task] and message.part == 0
        fault = plan.fault if is_planted else ""
        takes = {"slow": 3 * TIMEOUT, "late fail": 3 * TIMEOUT, "hang": NEVER, "die": NEVER, "pause": PAUSE}.get(
            fault, 1
        )
        if fault in ("slow", "late fail", "hang", "forget", "fail", "twice", "after", "pause"):
            (root,) = message.ids
            self._acted[message.number] = (fault, self._acker_of(root) if fault == "pause" else task)
        self._busy[task] = self._now + takes
        life = self._lives[task]
        if fault == "die":
            self._after(2, lambda: self._die(task))
        elif fault != "hang":
            self._after(takes, lambda: self._executed(task, message, name, (text, fault), life))

    def _executed(  # noqa: C901 - one for each fault
        self, task: int, message: _Tuple, name: str, how: tuple[str, str], life: int
    ) -> None:
        if self._lives[task] != life:
            return
        text, fault = how
        if fault != "after":
            self._children(task, message, name)
        if fault in ("fail", "late fail"):
            for fail in self._bolts[task].fail(name):
                self._send(_Tuple(task, "__ack_fail", values=(fail.root,)), self._acker_of(fail.root))
            self._task_line(
                task, "e.b.BoltOutputCollectorImpl", f"BOLT fail TASK: {task} TIME: {self._no_time} TUPLE: {text}"
            )
        elif fault != "forget":
            plan = self.plans[message.number]
            is_lost = plan.fault == "lose report" and plan.component == COMPONENTS[task] and message.part == 0
            acks = self._bolts[task].ack(name)
            for _ in range(2 if fault == "twice" else 1):
                for ack in acks:
                    report = _Tuple(task, "__ack_ack", values=(ack.root, ack.value))
                    self._send(report, self._acker_of(ack.root), is_lost=is_lost)
                content = f"BOLT ack TASK: {task} TIME: {self._no_time} TUPLE: {text}"
                self._task_line(task, "e.b.BoltOutputCollectorImpl", content)
            if is_lost:
                self._acted[message.number] = ("lose report", task)
        if fault == "after":
            self._bolts[task].receive(name, message.ids)  # Storm lets it emit as if it held the tuple
            self._children(task, message, name)
            if task in COUNTS:
                self._child(task, message, name, (1, COUNTS[task == COUNTS[0]]))
        self._done(task, text)
        self._busy[task] = self._now
        self._next(task)

    def _children(self, task: int, message: _Tuple, name: str) -> None:
        for part in range(2) if task in SPLITS else ():
            self._child(task, message, name, (part, COUNTS[(message.number + part) % 2]))

    def _child(self, task: int, message: _Tuple, name: str, which: tuple[int, int]) -> None:
        part, to = which
        plan = self.plans[message.number]
        (ids,) = self._bolts[task].emit([name], [[self._id()]])
        is_lost = plan.fault == "lose" and plan.component == "count" and part == 0
        if is_lost:
            self._acted[message.number] = ("lose", to)
        self._send(_Tuple(task, "default", ids, number=message.number, part=part), to, is_lost=is_lost)

    # Lines.

    @property
    def _is_2(self) -> bool:
        return self.release.startswith("2")

    @property
    def _sampled(self) -> str:
        return " PROC_START_TIME(sampled): null EXEC_START_TIME(sampled): null" if self._is_2 else ""

    @property
    def _no_time(self) -> str:
        return "-1" if self._is_2 else ""

    def worker_of(self, task: int) -> int:
        """Return the worker of a task. If there are two, the even tasks are in the first."""
        return task % self.workers

    def _arrival(self, task: int, text: str) -> str:
        if self.release == "2.8":
            return f"Processing received TUPLE: {text} for TASK: {task} "
        return f"Processing received message FOR {task} TUPLE: {text}"

    def _done(self, task: int, text: str) -> None:
        self._task_line(task, "e.b.BoltExecutor", f"Execute done TUPLE {text} TASK: {task} DELTA: {self._no_time}")

    def _tuple(self, message: _Tuple, to: int) -> str:
        separator = ", " if self._is_2 or self.worker_of(message.source) != self.worker_of(to) else " "
        values = separator.join(map(str, message.values)) if message.values else self.value
        ids = ", ".join(f"{root}={edge}" for root, edge in message.ids.items())
        whose = f"{COMPONENTS[message.source]}:{message.source}"
        return f"source: {whose}, stream: {message.stream}, id: {{{ids}}}, [{values}]{self._sampled}"

    def _task_line(self, task: int, logger: str, message: str) -> None:
        pair = f"{task}, {task}" if self._is_2 else f"{task} {task}"
        thread = f"Thread-{task + 20}-{COMPONENTS[task]}-executor[{pair}]"
        self._line(self.worker_of(task), logger if self._is_2 else "d.executor", thread, message)

    def _line(self, worker: int, logger: str, thread: str, message: str) -> None:
        time = datetime(2026, 1, 31, 12) + timedelta(milliseconds=self._now + self.skew * worker)  # noqa: DTZ001
        when = f"{time:%Y-%m-%d %H:%M:%S}.{time.microsecond // 1000:03d}"
        package = "b.s" if self.release == "0.10" else "o.a.s"
        by = "" if self.release in ("0.10", "1.0.2") else f"{thread} "
        self.lines[worker].append(f"{when} {package}.{logger} {by}[INFO] {message}".encode())
