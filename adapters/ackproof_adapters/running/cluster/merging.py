"""The journals of all processes of a run in one order, with the ends of those that died.

The lines of a process are in its own order. Across processes a cause comes before its effect, which are matched by
name: a tuple's emission before its arrival, a report before an acker executes it, an acker's notification before the
callback, and the end of an emission before the source offers its message again. Among the orders that these causes
allow one is taken, by the clock. The verdict of a right Storm does not depend on the choice: a rule only asks for
causes to come first.

The last action of a process that died is completed or removed. If it had sent nothing yet, it counts as not begun,
which makes no visible difference; otherwise it is marked as `torn`.
"""

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ackproof.errors import TargetBroke
from attrs import define, field, frozen

from ackproof_adapters.running.cluster.faults import SEVER
from ackproof_adapters.running.journal import ACK, DIED, INIT, LINKS, SEVERED, TORN, Line

Place = tuple[int, int]
"""The life of a line, and its number there."""


@define
class ProcessLife:
    """A process of a run, by its number, with its lines in order."""

    process: int
    lines: list[Line]
    living: bool
    tasks: list[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.tasks = [line["task"] for line in self.lines if line["what"] == "began"]

    @property
    def begun(self) -> int:
        """When it began."""
        return int(self.lines[0]["at"])

    @property
    def ended(self) -> int:
        """When it wrote its last line."""
        return int(self.lines[-1]["at"])


def merged(journals: Mapping[str, Sequence[Line]], report: Mapping[str, Any]) -> tuple[list[Line], str]:
    """Return the lines of a run in one order, up to its end, and why they may mislead; an empty text if they do not.

    `report` is the warden's: when the run ended, which processes were alive then, its faults, and the messages that the
    source had lost.
    """
    lives = _lives(journals, report)
    doubt = _overlapping(lives)
    elsewhere = _other_journals(lives, report)
    for number, life in enumerate(lives):
        lost = [each for each in report["lost"] if each["process"] == life.process and each["at"] <= report["until"]]
        mending = _Mending(life=life, elsewhere=elsewhere, at=_killed_at(life, report))
        mending.mend({each["task"]: each["messages"] for each in lost})
        life.lines[:] = [{**line, "life": number} for line in life.lines]
    chains = [life.lines for life in lives] + _stalls(lives, report) + _severed(report)
    return _in_order(chains, _Causes(lives).before), doubt


def _lives(journals: Mapping[str, Sequence[Line]], report: Mapping[str, Any]) -> list[ProcessLife]:
    found = []
    for name, lines in journals.items():
        process = int(name.split("-")[0])
        seen = [line for line in lines if line["at"] <= report["until"]]
        if any(line["what"] == "began" for line in seen):
            found.append(ProcessLife(process, seen, process in report["living"]))
    return sorted(found, key=lambda life: life.begun)


def _overlapping(lives: Sequence[ProcessLife]) -> str:
    """Describe a task that two processes had at once: Storm moves a task without waiting for the end of the old
    process.
    """
    for number, life in enumerate(lives):
        for other in lives[number + 1 :]:
            both = sorted(set(life.tasks) & set(other.tasks))
            if both and (life.living or other.begun < life.ended):
                return f"two processes had {both[0]} at the same time"
    return ""


def _killed_at(life: ProcessLife, report: Mapping[str, Any]) -> int:
    kills = [note["at"] for note in report["notes"] if note["what"] == "kill" and note.get("process") == life.process]
    killed: int = max([life.ended, *kills])
    return killed


def _stalls(lives: Sequence[ProcessLife], report: Mapping[str, Any]) -> list[list[Line]]:
    """Return a line for the beginning and the end of each pause of a process that has spout tasks."""
    pauses = [note for note in report["notes"] if "until" in note]
    return [
        [{"at": at, "task": task, "what": "stalled", "life": number} for at in (note["at"], note["until"])]
        for note in pauses
        for number, life in enumerate(lives)
        if life.process == note["process"]
        for task in life.tasks
        if task.startswith("spout-")
    ]


def _severed(report: Mapping[str, Any]) -> list[list[Line]]:
    """Return a line for each time that connections were broken, with the tasks of the worker that they led to."""
    broken = [note for note in report["notes"] if note["what"] == SEVER and "ends" in note]
    return [[{"at": note["at"], "task": LINKS, "what": SEVERED, "tasks": note["tasks"]}] for note in broken]


# The last action of a process.


@frozen
class _OtherJournals:
    """What is known of a process from the journals of others: the tuples that arrived, each with the roots of its
    trees, the acker task of each root that was reported to any, and the numbers of the emissions of each message.
    `unwritten` counts the missing emissions that a process took, which wrote none of them and died.
    """

    arrived: Mapping[str, Sequence[str]]
    ackers: Mapping[str, str]
    emissions: Mapping[str, Sequence[int]]
    unwritten: Mapping[str, int]


def _other_journals(lives: Sequence[ProcessLife], report: Mapping[str, Any]) -> _OtherJournals:
    lines = [line for life in lives for line in life.lines]
    arrived = {line["name"]: tuple(line.get("roots", ())) for line in lines if line["what"] == "arrives"}
    reports = [line for line in lines if line["what"] == "reports" and not _is_acker(line)]
    emissions: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        if line["what"] == "next":
            emissions[line["message"]].append(_emission_number(line))
    written = {(life.process, line["message"]) for life in lives for line in life.lines if line["what"] == "next"}
    lost = [(each["process"], message) for each in report["lost"] for message in each["messages"]]
    unwritten = Counter(message for process, message in lost if (process, message) not in written)
    return _OtherJournals(arrived, {line["root"]: to for line in reports for to in line["to"]}, emissions, unwritten)


def _emits(line: Line, message: str) -> bool:
    return bool(line["what"] == "next" and line["message"] == message)


def _emission_number(line: Line) -> int:
    return int(line["tree"].rpartition("/")[2])


@define(kw_only=True)
class _Mending:
    """A process whose tasks' last actions are completed or removed."""

    life: ProcessLife
    elsewhere: _OtherJournals
    at: int
    """When it ended."""

    _left_out: set[int] = field(init=False, factory=set)
    _ends: list[Line] = field(init=False, factory=list)

    def mend(self, lost: Mapping[str, Sequence[str]]) -> None:
        """Complete or remove them; `lost` are the messages that the source had open with each of its tasks."""
        for task in self.life.tasks:
            own = [number for number, line in enumerate(self.life.lines) if line["task"] == task]
            back: list[str] = []
            if task.startswith("spout-"):
                back = list(self._spout(own, lost.get(task, ())))
            elif not task.startswith("acker-"):
                self._bolt(own)
            if not self.life.living:
                self._ends.append({"at": self.at, "task": task, "what": DIED, "back": back})
        kept = [line for number, line in enumerate(self.life.lines) if number not in self._left_out]
        self.life.lines[:] = kept + self._ends

    def _what(self, numbers: Sequence[int], *what: str) -> list[int]:
        return [number for number in numbers if self.life.lines[number]["what"] in what]

    def _spout(self, own: Sequence[int], lost: Sequence[str]) -> Iterator[str]:
        """Complete or remove the last action of a spout task; yield the messages that it had open at its end."""
        nexts = self._what(own, "next")
        if not nexts:
            return
        self._emission([number for number in own if number >= nexts[-1]], lost)
        heard: dict[str, list[int]] = {}
        for number in self._what(own, "next", "called-ack", "called-fail", "done", "back"):
            line = self.life.lines[number]
            if number in self._left_out:
                continue
            if line["what"] == "next":
                heard[line["message"]] = []
            else:
                heard[line["message"]].append(number)
        for message in lost:
            if message in heard and not self._is_taken_anew(message, own):
                self._left_out.update(heard[message])  # the source was not told about it
                yield message

    def _is_taken_anew(self, message: str, own: Sequence[int]) -> bool:
        """Whether a task had taken a message once more, and died before it wrote that. Then the number of its emission
        is in no journal, and no process without journal lines had it.
        """
        numbers = [_emission_number(line) for line in map(self.life.lines.__getitem__, own) if _emits(line, message)]
        later = [number for number in self.elsewhere.emissions.get(message, ()) if number > numbers[-1]]
        return bool(later) and min(later) - numbers[-1] - 1 > self.elsewhere.unwritten.get(message, 0)

    def _emission(self, since: Sequence[int], lost: Sequence[str]) -> None:
        """Complete or remove the last emission of a spout task, which begins with these lines. `lost` are the messages
        that the source had open: without ackers the source may know already that this one is done.
        """
        first = self.life.lines[since[0]]
        is_done = bool(self._what(since, "done")) and first["message"] not in lost
        if self._what(since, "sent"):
            return
        goes = [self.life.lines[number] for number in self._what(since, "goes")]
        reported = self._what(since, "reports")
        if not (reported or is_done or first["name"] in self.elsewhere.arrived):
            self._left_out.update(since)  # no other process has seen any of it
            return
        at = self.life.lines[since[-1]]["at"]
        for root in () if reported else self.elsewhere.arrived.get(first["name"], ()):
            # It was sent before its init, which is lost now: everything about the init is known except its value.
            to = self.elsewhere.ackers.get(root, "acker-1")
            init = {"stream": INIT, "root": root, "values": [root, "0", "0"], "to": [to], "about": first["tree"]}
            self._ends.append({"at": at, "task": first["task"], "what": "reports", **init})
        self._ends.append({**goes[0], "at": at, "what": "sent"})

    def _bolt(self, own: Sequence[int]) -> None:
        """Complete or remove the last execution of a bolt task, if it was not over."""
        begun = self._what(own, "arrives", "flush")
        last = [number for number in own if begun and number >= begun[-1]]
        if not last or self._what(last, "over"):
            return
        lines = self.life.lines
        goes = {lines[number]["name"]: lines[number] for number in self._what(last, "goes")}
        if not self._what(last, "reports") and not goes.keys() & self.elsewhere.arrived.keys():
            self._left_out.update(last)
            return
        at = lines[last[-1]]["at"]
        sent = {lines[number]["name"] for number in self._what(last, "sent")}
        for number in self._what(last, "emits"):
            name = lines[number]["name"]
            if name in goes and name not in sent:
                self._ends.append({**goes[name], "at": at, "what": "sent"})
            elif name not in sent:
                self._left_out.add(number)
        self._ends.append({"at": at, "task": lines[last[0]]["task"], "what": TORN})


# The order of causes.


@define
class _Causes:
    """Causes in other processes. The result is in `before`: the lines that cause a line."""

    lives: Sequence[ProcessLife]
    before: dict[Place, list[Place]] = field(init=False, factory=lambda: defaultdict(list))
    _made: dict[str, Place] = field(init=False, factory=dict)
    _trees: dict[str, str] = field(init=False, factory=dict)
    _sent: dict[tuple[str, ...], deque[Place]] = field(init=False, factory=lambda: defaultdict(deque))
    _acks: dict[tuple[str, str], Place] = field(init=False, factory=dict)
    _freed: dict[str, Place] = field(init=False, factory=dict)
    """The line at which the source got back the message of a tree."""
    _first_reports: dict[tuple[int, str], Place] = field(init=False, factory=dict)
    """The first notifications of an acker task for a message that it has not written yet."""

    def __attrs_post_init__(self) -> None:
        for place, line in self._places():
            self._take_sending(place, line)
        for place, line in self._places():
            if line["what"] == "reports" and _is_acker(line) and line["stream"] == ACK:
                for to in line["to"]:
                    self._acks.setdefault((to, self._trees.get(line["root"], "")), place)
        for number, life in enumerate(self.lives):
            self._take_freed(number, life)
        for place, line in self._places():
            self.before[place] += self._of(place, line)
        self._follow()

    def _places(self) -> Iterator[tuple[Place, Line]]:
        for number, life in enumerate(self.lives):
            for place, line in enumerate(life.lines):
                yield (number, place), line

    def _take_sending(self, place: Place, line: Line) -> None:
        if line["what"] in ("next", "emits"):
            self._made[line["name"]] = place
        elif line["what"] == "reports" and not _is_acker(line):
            if line["stream"] == INIT and line["about"] is not None:
                self._trees[line["root"]] = line["about"]
            for to in line["to"]:
                self._sent[line["task"], to, line["stream"], *line["values"]].append(place)

    def _take_freed(self, number: int, life: ProcessLife) -> None:
        trees: dict[str, str] = {}
        for place, line in enumerate(life.lines):
            if line["what"] == "next":
                trees[line["message"]] = line["tree"]
            elif line["what"] in ("back", DIED):
                for message in [line["message"]] if line["what"] == "back" else line["back"]:
                    self._freed[trees[message]] = number, place

    def _of(self, place: Place, line: Line) -> list[Place]:
        """Return the causes of a line. An acker writes a message after its notifications."""
        of = place[0], line["task"]
        found: Place | None = None
        match line["what"]:
            case "arrives":
                found = self._made.get(line["name"])
            case "reports" if _is_acker(line):
                self._first_reports.setdefault(of, place)
            case "executed":
                sent = self._sent[line["from"], line["task"], line["stream"], *line["values"]]
                begun = self._first_reports.pop(of, place)
                self.before[begun] += [sent.popleft()] if sent else []
            case "called-ack":
                found = self._acks.get((line["task"], line["tree"]))
            case "next":
                message, _, number = line["tree"].rpartition("/")
                former = (f"{message}/{each}" for each in range(int(number) - 1, 0, -1))
                found = next((self._freed[tree] for tree in former if tree in self._freed), None)
        return [] if found is None else [found]

    def _follow(self) -> None:
        """Put the life of a task after its earlier lives."""
        for number, life in enumerate(self.lives):
            for earlier, other in enumerate(self.lives[:number]):
                if set(life.tasks) & set(other.tasks) and other.ended <= life.begun:
                    self.before[number, 0].append((earlier, len(other.lines) - 1))


def _is_acker(line: Line) -> bool:
    return bool(line["task"].startswith("acker-"))


def _in_order(chains: Sequence[Sequence[Line]], before: Mapping[Place, list[Place]]) -> list[Line]:
    """Return all lines in an order that agrees with each chain and with `before`; where these leave it open, by the
    clock.
    """
    order: list[Line] = []
    done: set[Place] = set()
    waiting: dict[Place, list[int]] = defaultdict(list)
    heads: list[tuple[int, int, int]] = []

    def offer(chain: int, number: int) -> None:
        if number == len(chains[chain]):
            return
        lacking = next((each for each in before.get((chain, number), ()) if each not in done), None)
        if lacking is None:
            heapq.heappush(heads, (chains[chain][number]["at"], chain, number))
        else:
            waiting[lacking].append(chain)
            stopped[chain] = number

    stopped: dict[int, int] = {}
    for chain in range(len(chains)):
        offer(chain, 0)
    while heads:
        _, chain, number = heapq.heappop(heads)
        order.append(chains[chain][number])
        done.add((chain, number))
        for freed in waiting.pop((chain, number), ()):
            offer(freed, stopped.pop(freed))
        offer(chain, number + 1)
    if stopped:
        chain, number = min(stopped.items())
        raise TargetBroke(f"its journals contradict each other: {dict(chains[chain][number])} comes before its cause")
    return order
