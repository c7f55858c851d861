"""The destinations of tuples by a plan: the bolts, by their subscriptions, and the tasks, by the grouping."""

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field

from ackproof.components.happenings import BoltTuple, SpoutTuple
from ackproof.components.topology import BoltShape, Subscription, Wiring
from ackproof.oracle.lapses import Findings, Occasion, Part
from ackproof.text.truncate import truncated_names
from ackproof.text.wording import count

PLAIN = "fields"
OF_GROUPINGS = {
    "all": Occasion.DEALT_TO_ALL,
    "direct": Occasion.DEALT_BY_NAME,
    "shuffle": Occasion.DEALT_TO_ANY,
    "none": Occasion.DEALT_TO_ANY,
}


def _wrong_copies(names: Sequence[str], copies: Sequence[SpoutTuple | BoltTuple]) -> str | None:
    """Return the fault in the copies of a tuple for the tasks with these names, each of which gets one."""
    missing = set(names) - {copy.to for copy in copies}
    if missing:
        first = next(name for name in names if name in missing)
        return f"did not send to {first} what went to the others by all grouping"
    told = [copy for copy in copies if copy.value is not None]
    other = next((copy for copy in told if copy.value != told[0].value), None)
    if other is not None:
        return (
            f"sent the value {told[0].value} to {told[0].to} and {other.value} to {other.to}, "
            "which are copies of one tuple by all grouping"
        )
    return None


@define
class Places:
    """The bolts of a plan, and which of their tasks got which value."""

    wiring: Wiring
    findings: Findings
    shapes: dict[str, BoltShape] = field(init=False)
    after: dict[str, list[str]] = field(init=False)
    streams: dict[str, int] = field(init=False)
    _places: dict[tuple[str, str], str] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        bolts = self.wiring.bolts
        self.shapes = {shape.name: shape for shape in bolts}
        self.streams = {"spout": self.wiring.streams} | {shape.name: shape.streams for shape in bolts}
        self.after = {
            component: [shape.name for shape in bolts if component in shape.after]
            for component in ("spout", *self.shapes)
        }

    def is_plain(self, component: str, bolt: str) -> bool:
        """Whether a bolt subscribes to all tuples of a component, by fields grouping."""
        return self._subscription(component, bolt).grouping == PLAIN and self.streams[component] == 1

    def hold(self, sent: SpoutTuple | BoltTuple, part: Part) -> None:
        """Check that a tuple goes to a task of its bolt, and by fields grouping to the same task for the same value. A
        lapse is in `part` if the bolt subscribes to all tuples of the component, and otherwise in its grouping.
        """
        bolt, _, number = sent.to.rpartition("-")
        component = sent.task.rpartition("-")[0]
        shape = self.shapes.get(bolt)
        if shape is not None and not self.is_plain(component, bolt):
            part = Part.GROUPING
        if shape is None or not number.isdecimal() or not 1 <= int(number) <= shape.tasks:
            self.findings.lapse(part, f"{sent.name} went to {sent.to}, which is no task of the plan", sent)
        elif sent.value is not None and shape.subscription(component).grouping == PLAIN:
            place = self._places.setdefault((bolt, sent.value), sent.to)
            if place != sent.to:
                what = f"{sent.name} went to {sent.to}; the value {sent.value} went to {place} before"
                self.findings.lapse(part, what, sent)

    def faults(
        self,
        component: str,
        tuples: Sequence[SpoutTuple | BoltTuple],
        *,
        emits: tuple[Sequence[int], Sequence[int]],
        of: str,
    ) -> Iterator[tuple[bool, str]]:
        """Yield the faults in the destinations of a component's tuples: whether the subscription is a plain one, and
        the fault.

        `emits` are the places of the tuples that the component had to emit for `of`, and of those that it was allowed
        to.
        """
        low, high = emits
        for bolt in self.after[component]:
            sent = [each for each in tuples if each.to.rpartition("-")[0] == bolt]
            least, most = self._expected(component, bolt, low), self._expected(component, bolt, high)
            plain = self.is_plain(component, bolt)
            if not least <= len(sent) <= most:
                wanted = f"{least}" if least == most else f"{least} to {most}"
                yield plain, f"emitted {count(len(sent), 'tuple')} to {bolt}; of {of} it makes {wanted}"
            elif not plain:
                wrong = self._wrong_tasks(component, bolt, high, sent)
                if wrong is not None:
                    yield plain, wrong
                if sent:
                    self._dealt(component, bolt)

    def _subscription(self, component: str, bolt: str) -> Subscription:
        return self.shapes[bolt].subscription(component)

    def _taken(self, component: str, bolt: str, numbers: Sequence[int]) -> list[int]:
        """Return those of some places whose tuples a bolt takes from a component."""
        stream, streams = self._subscription(component, bolt).stream, self.streams[component]
        return [number for number in numbers if (number - 1) % streams + 1 == stream]

    def _expected(self, component: str, bolt: str, numbers: Sequence[int]) -> int:
        """Return how many tuples a bolt gets if a component emits at some places, counted from 1."""
        taken = self._taken(component, bolt, numbers)
        copies = self.shapes[bolt].tasks if self._subscription(component, bolt).grouping == "all" else 1
        return len(taken) * copies

    def _wrong_tasks(
        self, component: str, bolt: str, numbers: Sequence[int], sent: Sequence[SpoutTuple | BoltTuple]
    ) -> str | None:
        """Return the fault in the tasks that a bolt's tuples went to. By `all` grouping one tuple after the other goes
        to each task; by `direct` the tasks are those that the places give, in order, maybe without some.
        """
        grouping, tasks = self._subscription(component, bolt).grouping, self.shapes[bolt].tasks
        got = Counter(each.to for each in sent)
        names = [f"{bolt}-{number + 1}" for number in range(tasks)]
        if grouping == "all":
            runs = (sent[start : start + tasks] for start in range(0, len(sent), tasks))
            return next(filter(None, (_wrong_copies(names, copies) for copies in runs)), None)
        if grouping == "direct":
            places = self._taken(component, bolt, numbers)
            order = [names[(number - 1) % tasks] for number in places]
            due = Counter(order)
            wrong = [name for name in got if got[name] > due[name]]
            if wrong and len(places) == len(sent) == 1:
                [place], [name] = places, due
                stream = self._subscription(component, bolt).stream
                on = f" on stream {stream}" if self.streams[component] > 1 else ""
                value = f"{sent[0].name} is value {place}{on}"
                return f"sent {sent[0].name} to {sent[0].to}; {value}, which goes to {name} by direct grouping"
            if wrong:
                actual = ", ".join(f"{due[name]} to {name}" for name in names)
                return f"sent {count(got[wrong[0]], 'tuple')} to {wrong[0]}; by direct grouping it sends {actual}"
            left = iter(order)
            if not all(each.to in left for each in sent):  # `in` goes on from the task that it found before
                actual, should = (", ".join(truncated_names(each)) for each in ([one.to for one in sent], order))
                return f"sent its tuples to {actual}; by direct grouping they go to {should}, in this order"
        return None

    def _dealt(self, component: str, bolt: str) -> None:
        """Record that tuples were distributed to the tasks of a bolt, or used another stream than the first."""
        subscription = self._subscription(component, bolt)
        occasion = OF_GROUPINGS.get(subscription.grouping)
        if occasion is not None and self.shapes[bolt].tasks > 1:
            self.findings.met(occasion)
        if subscription.stream > 1:
            self.findings.met(Occasion.ON_ANOTHER_STREAM)
