"""A topology's history rendered for people: the operations, who sent what, who died, and the callbacks of the spout."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby

from attrs import frozen

from ackproof.components.happenings import (
    AckNotification,
    AckReport,
    Activated,
    Arrival,
    BoltTuple,
    CalledAck,
    CalledFail,
    CallRefused,
    Closed,
    Deactivated,
    Doubled,
    Emission,
    FailNotification,
    FailReport,
    Happening,
    InitReport,
    InputAcked,
    InputFailed,
    Lost,
    MessageBack,
    MessageDone,
    Opened,
    ResetNotification,
    ResetReport,
    Sending,
    SpoutTuple,
    TaskDied,
    UntrackedEmission,
)
from ackproof.components.topology import (
    MORE_TIME,
    Activate,
    BoltShape,
    Deactivate,
    Deliver,
    Die,
    Double,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Stop,
    TaskTick,
    TopologyOperation,
    TopologyResult,
)
from ackproof.oracle.executors import Mates
from ackproof.target import Config
from ackproof.text.messages import Message, message_words
from ackproof.text.truncate import names_in_words, truncated, truncated_names
from ackproof.text.wording import count
from ackproof.witness import TopologyStep

MARK = ">"
NOTHING_HAPPENS = "nothing happens"
ALIKE = 3
"""The maximum number of steps in a row, equal except for numbers, that are all shown."""
LINES_OF_A_STEP = 12
"""The maximum number of results of a step that are shown at either end."""
LINES_BESIDE_THE_MARK = 6
"""The same for the results before the marked one, and for those after it."""
FLOWS = {"tuples": "all tuples arrive", "reports": "all reports arrive at the ackers", "words": "all words arrive"}
CONDUCTS = {
    "give-up": "gives it up",
    "forget": "does not ack it then",
    "ack-twice": "acks it twice",
    "fail-then-ack": "fails it and then acks it",
    "emit-after-ack": "emits once more after acking it",
    MORE_TIME: "asks for more time first",
}
ORDINALS = ("first", "second", "third")


def topology_lines(config: Config) -> list[str]:
    """Return a description of a topology."""
    spouts, ackers = len(config.spout_tasks), config.ackers
    wiring = config.wiring
    bound = "" if wiring.max_pending is None else f", each with at most {wiring.max_pending} pending"
    bound = ", with 0 as the bound on pending" if wiring.max_pending == 0 else bound
    held = "; what a task has sent waits with it while it is paused" if wiring.outboxes else ""
    shared = _in_executors("spout", spouts, wiring.executor_tasks)
    spout = f"spout: {count(spouts, 'task')}{shared}{bound}{_on_streams(wiring.streams)}{held}"
    return [
        f"source: {', '.join(truncated_names(config.wiring.messages)) or 'empty'}",
        f"{spout}; ackers: {count(ackers, 'task')}, profile {config.profile}",
        *(_bolt(shape) for shape in config.wiring.bolts),
    ]


@frozen
class _Line:
    """A sentence of a step, and the places of the happenings that it is about. If these are messages that are lost or
    doubled, `names` has them in words.
    """

    sentence: str
    places: range
    names: str = ""


def event_lines(steps: Sequence[TopologyStep], marked: int, happening: int | None = None) -> Iterator[str]:
    """Yield each step with its results below. The marked step is where the violation shows; if it has a result for the
    `happening` at that place, this is marked instead.

    If more than `ALIKE` steps in a row are equal except for numbers, only the first and the last are shown. Of messages
    that are lost or doubled, what they are may differ, too.
    """
    width = len(str(len(steps)))
    renderer = _Renderer()
    lines = [renderer.lines(step.said) for step in steps]
    of_marked = lines[marked] if marked < len(steps) else []
    wrong = next((place for place, line in enumerate(of_marked) if happening in line.places), None)
    blank = f"  {' ' * width}  "
    for _, places in groupby(range(len(steps)), lambda index: (index == marked, _shape(steps[index], lines[index]))):
        alike = list(places)
        for index in alike if len(alike) <= ALIKE else (alike[0], alike[-1]):
            mark = MARK if index == marked and wrong is None else " "
            names = _moved(steps[index], lines[index])
            yield f"{mark} {index + 1:>{width}}  {steps[index].why}{names and f': {names}'}"
            if not names:
                yield from _results(lines[index], wrong if index == marked else None, blank)
            if index == alike[0] and len(alike) > ALIKE:
                yield f"{blank}… {len(alike) - 2} more like it …"


def _results(lines: Sequence[_Line], marked: int | None, blank: str) -> Iterator[str]:
    """Yield the sentences of a step. If there are many, those at either end and about the marked one."""
    sentences = [f"{blank}  {line.sentence}" for line in lines] or [f"{blank}  {NOTHING_HAPPENS}"]

    def left_out(more: int) -> str:
        return f"{blank}  … {more} more …"

    shown = truncated(sentences, left_out, LINES_OF_A_STEP)
    if marked is not None:
        before, after = sentences[:marked], sentences[marked + 1 :]
        if len(shown) < len(sentences):
            before, after = (truncated(each, left_out, LINES_BESIDE_THE_MARK) for each in (before, after))
        shown = [*before, f"{MARK}{sentences[marked][1:]}", *after]
    yield from shown


def _moved(step: TopologyStep, lines: Sequence[_Line]) -> str:
    """Return the messages that are lost or doubled in a step, if that is its purpose and all that happens in it."""
    return lines[0].names if step.op in (Lose.op, Double.op) and len(lines) == 1 else ""


def _shape(step: TopologyStep, lines: Sequence[_Line]) -> Hashable:
    sentences = [] if _moved(step, lines) else [line.sentence for line in lines]
    return tuple(re.sub(r"\d+", "", sentence) for sentence in (step.why, *sentences))


def sentences_of(steps: Sequence[TopologyStep]) -> list[list[str]]:
    """Return the sentences of each step, one for each happening, except those that another sentence implies. Messages
    that are lost or doubled one after another have one together.
    """
    renderer = _Renderer()
    return [[line.sentence for line in renderer.lines(step.said)] for step in steps]


def event_words(operation: TopologyOperation, mates: Mates | None = None) -> str:
    """Return an operation as a clause. `mates` has the tasks of the executor of each task: what is done to one of them
    is done to all.
    """
    done_to = getattr(operation, "task", "")
    others = [mate for mate in (mates or {}).get(done_to, ()) if mate != done_to]
    return _event_words(operation) + (f", and with it {names_in_words(others)}" if others else "")


def _event_words(operation: TopologyOperation) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each operation
    match operation:
        case NextTuple(spout, tracked, most):
            what = "its next tuple" if most == 1 else f"its next tuples, {most} at once"
            return f"{spout} is asked for {what}{'' if tracked else ', without a message id'}"
        case Deliver(sender, receiver, place, conduct):
            which = "first" if place == 0 else f"{ORDINALS[place] if place < len(ORDINALS) else place + 1} (or last)"
            how = f"; {receiver} {CONDUCTS[conduct]}" if conduct in CONDUCTS else ""
            return f"the {which} message from {sender} to {receiver} arrives{how}"
        case Flow(kind):
            return FLOWS[kind]
        case TaskTick(task):
            return f"time passes for {task}"
        case Settle():
            return "everything is delivered, until nothing happens any more"
        case Die(task):
            return f"{task} dies, and is started again"
        case Pause(task):
            return f"{task} pauses"
        case Resume(task):
            return f"{task} goes on"
        case Deactivate(task):
            return f"{task} is deactivated"
        case Activate(task):
            return f"{task} is activated"
        case Stop(task):
            return f"{task} is shut down in good order, and is started again"
        case Lose(sender, receiver, place):
            what = "all messages" if place is None else "a message"
            return f"{what} from {sender} to {receiver} {'are' if place is None else 'is'} lost"
        case Double(sender, receiver):
            return f"all messages from {sender} to {receiver} are doubled"


def happening_words(result: TopologyResult) -> list[str]:
    """Return the sentences for the happenings of one operation, without knowledge of earlier ones."""
    return [line.sentence for line in _Renderer().lines(result.happenings)]


class _Renderer:
    """Renders happenings as sentences. It remembers the message behind each name, and the roots."""

    def __init__(self) -> None:
        self._messages: dict[str, Message] = {}
        self._roots: dict[int, str] = {}

    def lines(self, happenings: Iterable[Happening]) -> list[_Line]:
        """Return the sentences for the happenings of a step."""
        lines = []
        for _, group in groupby(enumerate(happenings), _folded_with):
            told = list(group)
            first, happening = told[0]
            places = range(first, first + len(told))
            if isinstance(happening, Lost | Doubled):
                names = _times([self._named(each.name) for _, each in told if isinstance(each, Lost | Doubled)])
                what = "lost" if isinstance(happening, Lost) else "doubled"
                listed = names_in_words(names)
                lines.append(_Line(f"{listed} {'is' if len(names) == 1 else 'are'} {what}", places, listed))
            elif sentence := self.sentence(happening):
                lines.append(_Line(sentence, places))
        return lines

    def sentence(self, happening: Happening) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
        """Return a happening as a sentence, or an empty string if another sentence implies it."""
        if isinstance(happening, Sending):
            self._messages[happening.name] = happening
        match happening:
            case Emission(task, tree, message, root):
                return f"{task} emits {_or_unknown(message)}: tree {tree}{self._of_another(root, tree)}"
            case UntrackedEmission(task, tree, message, root):
                without = f"{task} emits {_or_unknown(message)}, without a message id"
                return f"{without}: tree {tree}{self._of_another(root, tree)}"
            case SpoutTuple(task=task, to=to, name=name):
                return f"{task} sends {name} to {to}"
            case BoltTuple(task=task, to=to, name=name, anchors=anchors):
                return f"{task} sends {name} to {to}, {_anchored(anchors)}"
            case InitReport() | AckReport() | FailReport():
                return f"{happening.task} sends {happening.to} {message_words(happening)}"
            case AckNotification(task=task, to=to, tree=tree) | FailNotification(task=task, to=to, tree=tree):
                return f"{task} says {happening.answer} of {tree} to {to}"
            case ResetReport(task=task, to=to, tree=tree, receipt=receipt):
                return f"{task} asks {to} for more time for {tree}, on account of {receipt or 'nothing'}"
            case ResetNotification(task=task, to=to, tree=tree):
                return f"{task} tells {to} that more time is asked for {tree}"
            case Arrival(task, name, receipt):
                known_as = f", as {receipt}" if receipt is not None and receipt != name else ""
                return f"{self._named(name)} arrives at {task}{known_as}"
            case CallRefused(task, call, receipts):
                return f"{task} is refused: {call} of {' and '.join(receipts)}"
            case CalledAck(task, tree) | CalledFail(task, tree):
                return f"{task} is told {happening.answer} of {tree}"
            case MessageDone(_, message):
                return f"the source drops {message}"
            case MessageBack(_, message):
                return f"the source offers {message} again"
            case InputAcked(task, receipt):
                return f"{task} acks {receipt}"
            case InputFailed(task, receipt):
                return f"{task} fails {receipt}"
            case Opened(task):
                return f"{task} is opened"
            case Activated(task):
                return f"{task} is told that it is active"
            case Deactivated(task):
                return f"{task} is told that it is not active"
            case Closed(task):
                return f"{task} is closed"
            case Lost() | Doubled() | TaskDied():
                return ""  # see `lines`; the step says it

    def _of_another(self, root: int | None, tree: str) -> str:
        """Return a remark if an emission has the root id of an earlier one; "" if it has not."""
        first = tree if root is None else self._roots.setdefault(root, tree)
        return "" if first == tree else f", with the root id of {first}"

    def _named(self, name: str) -> str:
        """Return the message with a name, in words if it was sent."""
        return message_words(self._messages[name]) if name in self._messages else name


def _folded_with(numbered: tuple[int, Happening]) -> Hashable:
    """Return a key that consecutive happenings share if one sentence has them all."""
    place, happening = numbered
    return happening.what if isinstance(happening, Lost | Doubled) else place


def _times(names: Iterable[str]) -> list[str]:
    """Return each name once, with the number of times that it comes if it comes more than once."""
    return [name if times == 1 else f"{name} ({times} times)" for name, times in Counter(names).items()]


def _bolt(shape: BoltShape) -> str:
    makes = "nothing" if shape.fan == 0 else count(shape.fan, "tuple")
    of = f"{shape.enough} inputs" if shape.kind == "batch" else "each input"
    loose = ", without anchors" if shape.kind == "loose" and shape.fan else ""
    after = " and ".join(_taken(shape, each) for each in shape.after)
    tasks = count(shape.tasks, "task") + _in_executors(shape.name, shape.tasks, shape.executor_tasks)
    return (
        f"{shape.name}: {shape.kind}, {tasks}, after {after}; emits {makes} for {of}{loose}{_on_streams(shape.streams)}"
    )


def _taken(shape: BoltShape, component: str) -> str:
    """Return the component that a bolt takes tuples from; and how, unless it is the first stream by fields grouping."""
    how = shape.subscription(component)
    extras = [f"stream {how.stream}"] if how.stream > 1 else []
    extras += [f"{how.grouping} grouping"] if how.grouping != "fields" else []
    return f"{component} ({', '.join(extras)})" if extras else component


def _in_executors(component: str, tasks: int, together: int) -> str:
    """Return which tasks of a component share an executor; "" if none do."""
    if min(tasks, together) == 1:
        return ""
    ends = [(first, min(first + together - 1, tasks)) for first in range(1, tasks + 1, together)]
    names = [f"{component}-{first}{f'..{last}' if last > first else ''}" for first, last in ends]
    return f" (executor{'s' * (len(names) > 1)} {' | '.join(truncated_names(names))})"


def _on_streams(streams: int) -> str:
    return f", on {streams} streams in turn" if streams > 1 else ""


def _or_unknown(message: str | None) -> str:
    return "?" if message is None else message


def _anchored(anchors: Sequence[str]) -> str:
    return f"anchored to {' and '.join(anchors)}" if anchors else "without anchors"
