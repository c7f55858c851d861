"""The journals of all processes of a run in one order, with the ends of those that died.

The lines of a process are in its order. Across processes, what was sent comes before what came of it, by its name:
a tuple's emission before its arrival, a report before an acker's executing it, an acker's word before the callback
that it leads to, and the end of an emission before the source offers its message again. Of the orders that these causes
leave open one is taken, by the clock. No verdict of a right Storm hangs on which: what a rule asks to have happened
before is a cause.

What a process was about to do when it died is mended: if it had sent nothing of it, it is as if it had not begun, and
nobody can tell the difference; else it is marked as `torn`.
"""

import heapq
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ackproof.errors import TargetBroke
from attrs import define, field

from ackproof_adapters.running.journal import ACK, DIED, INIT, TORN, Line

Place = tuple[int, int]
"""The life that a line belongs to, and its number there."""


@define
class Life:
    """A process of a run, by the number of its process, with what it wrote, in its order."""

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


def merged(journals: Mapping[str, Sequence[Line]], said: Mapping[str, Any]) -> tuple[list[Line], str]:
    """Return the lines of a run in one order, up to its end, and why they may mislead: nothing, if they do not.

    `said` is what the warden said of the run: when it ended, who was living then, what was done to it, and what the
    source had lost.
    """
    lives = _lives(journals, said)
    doubt = _overlapping(lives)
    for number, life in enumerate(lives):
        lost = [each for each in said["lost"] if each["process"] == life.process]
        _mend(life, {each["task"]: each["messages"] for each in lost}, _killed_at(life, said))
        life.lines[:] = [{**line, "life": number} for line in life.lines]
    return _in_order([life.lines for life in lives] + _stalls(lives, said), _Causes(lives).before), doubt


def _lives(journals: Mapping[str, Sequence[Line]], said: Mapping[str, Any]) -> list[Life]:
    found = []
    for name, lines in journals.items():
        process = int(name.split("-")[0])
        seen = [line for line in lines if line["at"] <= said["until"]]
        if any(line["what"] == "began" for line in seen):
            found.append(Life(process, seen, process in said["living"]))
    return sorted(found, key=lambda life: life.begun)


def _overlapping(lives: Sequence[Life]) -> str:
    """Say which task two processes had at once: Storm moves one without waiting for the end of the other."""
    for number, life in enumerate(lives):
        for other in lives[number + 1 :]:
            both = sorted(set(life.tasks) & set(other.tasks))
            if both and (life.living or other.begun < life.ended):
                return f"two processes had {both[0]} at the same time"
    return ""


def _killed_at(life: Life, said: Mapping[str, Any]) -> int:
    kills = [note["at"] for note in said["notes"] if note["what"] == "kill" and note.get("process") == life.process]
    killed: int = max([life.ended, *kills])
    return killed


def _stalls(lives: Sequence[Life], said: Mapping[str, Any]) -> list[list[Line]]:
    """Return a line for the beginning and the end of each pause of a process that has spout tasks."""
    pauses = [note for note in said["notes"] if "until" in note]
    return [
        [{"at": at, "task": task, "what": "stalled", "life": number} for at in (note["at"], note["until"])]
        for note in pauses
        for number, life in enumerate(lives)
        if life.process == note["process"]
        for task in life.tasks
        if task.startswith("spout-")
    ]


# What a process was about to do at its end.


def _mend(life: Life, lost: Mapping[str, Sequence[str]], at: int) -> None:
    """Make the last things that each task of a process did whole, or take them back; add how the task ended."""
    left_out: set[int] = set()
    ends: list[Line] = []
    for task in life.tasks:
        own = [number for number, line in enumerate(life.lines) if line["task"] == task]
        back: list[str] = []
        if task.startswith("spout-"):
            back = list(_mend_spout(life.lines, own, lost.get(task, ()), left_out, ends))
        elif not task.startswith("acker-"):
            _mend_bolt(life.lines, own, left_out, ends)
        if not life.living:
            ends.append({"at": at, "task": task, "what": DIED, "back": back})
    life.lines[:] = [line for number, line in enumerate(life.lines) if number not in left_out] + ends


def _mend_spout(
    lines: Sequence[Line], own: Sequence[int], lost: Sequence[str], left_out: set[int], ends: list[Line]
) -> Iterator[str]:
    """Mend the last things of a spout task; yield the messages that it had open at its end."""
    nexts = [number for number in own if lines[number]["what"] == "next"]
    if not nexts:
        return
    since = [number for number in own if number >= nexts[-1]]
    _mend_emission([lines[number] for number in since], lambda: left_out.update(since), ends)
    heard: dict[str, list[int]] = {}
    for number in own:
        line = lines[number]
        if number not in left_out and line["what"] == "next":
            heard[line["message"]] = []
        elif number not in left_out and line["what"] in ("called-ack", "called-fail", "done", "back"):
            heard[line["message"]].append(number)
    for message in lost:
        if message in heard:
            left_out.update(heard[message])  # the source has not heard of it
            yield message


def _mend_emission(since: Sequence[Line], leave_out: Callable[[], None], ends: list[Line]) -> None:
    """Mend the last emission of a spout task, from whose beginning these lines are."""
    goes = [line for line in since if line["what"] == "goes"]
    if not goes:
        leave_out()  # nobody has seen anything of it
        return
    if any(line["what"] == "sent" for line in since):
        return
    at, task = since[-1]["at"], since[0]["task"]
    if since[0]["tracked"] and all(line["what"] != "reports" for line in since):
        ends.append({"at": at, "task": task, "what": TORN})
    ends.append({**goes[0], "at": at, "what": "sent"})


def _mend_bolt(lines: Sequence[Line], own: Sequence[int], left_out: set[int], ends: list[Line]) -> None:
    """Mend the last execution of a bolt task, if it was not over."""
    begun = [number for number in own if lines[number]["what"] in ("arrives", "flush")]
    if not begun:
        return
    last = [number for number in own if number >= begun[-1]]
    what = [lines[number]["what"] for number in last]
    if "over" in what:
        return
    if "goes" not in what and "reports" not in what:
        left_out.update(last)
        return
    at, task = lines[last[-1]]["at"], lines[last[0]]["task"]
    goes = {lines[number]["name"]: lines[number] for number in last if lines[number]["what"] == "goes"}
    sent = {lines[number]["name"] for number in last if lines[number]["what"] == "sent"}
    for number in last:
        name = lines[number].get("name")
        if lines[number]["what"] == "emits" and name not in sent:
            if name in goes:
                ends.append({**goes[name], "at": at, "what": "sent"})
            else:
                left_out.add(number)
    ends.append({"at": at, "task": task, "what": TORN})


# What comes before what.


@define
class _Causes:
    """What came of what in other processes. `before` has the result: of a line, those that it comes of."""

    lives: Sequence[Life]
    before: dict[Place, list[Place]] = field(init=False, factory=lambda: defaultdict(list))
    _made: dict[str, Place] = field(init=False, factory=dict)
    _trees: dict[str, str] = field(init=False, factory=dict)
    _sent: dict[tuple[str, ...], deque[Place]] = field(init=False, factory=lambda: defaultdict(deque))
    _words: dict[tuple[str, str], Place] = field(init=False, factory=dict)
    _freed: dict[str, Place] = field(init=False, factory=dict)
    """Where the source got back the message of a tree."""
    _said: dict[tuple[int, str], Place] = field(init=False, factory=dict)
    """What an acker task said first of a message that it has not told of yet."""

    def __attrs_post_init__(self) -> None:
        for place, line in self._places():
            self._take_sending(place, line)
        for place, line in self._places():
            if line["what"] == "reports" and _is_acker(line) and line["stream"] == ACK:
                for to in line["to"]:
                    self._words.setdefault((to, self._trees.get(line["root"], "")), place)
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

    def _take_freed(self, number: int, life: Life) -> None:
        trees: dict[str, str] = {}
        for place, line in enumerate(life.lines):
            if line["what"] == "next":
                trees[line["message"]] = line["tree"]
            elif line["what"] in ("back", DIED):
                for message in [line["message"]] if line["what"] == "back" else line["back"]:
                    self._freed[trees[message]] = number, place

    def _of(self, place: Place, line: Line) -> list[Place]:
        """Return what a line comes of; an acker tells of a message after it has said something of it."""
        of = place[0], line["task"]
        found: Place | None = None
        match line["what"]:
            case "arrives":
                found = self._made.get(line["name"])
            case "reports" if _is_acker(line):
                self._said.setdefault(of, place)
            case "executed":
                sent = self._sent[line["from"], line["task"], line["stream"], *line["values"]]
                begun = self._said.pop(of, place)
                self.before[begun] += [sent.popleft()] if sent else []
            case "called-ack":
                found = self._words.get((line["task"], line["tree"]))
            case "next":
                message, _, number = line["tree"].rpartition("/")
                former = (f"{message}/{each}" for each in range(int(number) - 1, 0, -1))
                found = next((self._freed[tree] for tree in former if tree in self._freed), None)
        return [] if found is None else [found]

    def _follow(self) -> None:
        """Put the life of a task behind its lives before."""
        for number, life in enumerate(self.lives):
            for earlier, other in enumerate(self.lives[:number]):
                if set(life.tasks) & set(other.tasks) and other.ended <= life.begun:
                    self.before[number, 0].append((earlier, len(other.lines) - 1))


def _is_acker(line: Line) -> bool:
    return bool(line["task"].startswith("acker-"))


def _in_order(chains: Sequence[Sequence[Line]], before: Mapping[Place, list[Place]]) -> list[Line]:
    """Return all lines in an order that agrees with each chain and with `before`; by the clock, where that is open."""
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
