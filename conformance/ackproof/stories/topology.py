"""A topology's history told to people: what was done to it, who sent what, who died, and what the spout was told."""

from collections.abc import Iterator, Sequence

from ackproof.components.topology import (
    BoltShape,
    Deliver,
    Die,
    Double,
    Flow,
    Happening,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    TaskTick,
    TopologyOperation,
    TopologyResult,
)
from ackproof.target import Config

MARK = ">"
FLOWS = {"tuples": "all tuples arrive", "reports": "all reports arrive at the ackers", "words": "all words arrive"}
CONDUCTS = {
    "give-up": "gives it up",
    "forget": "never acks it",
    "ack-twice": "acks it twice",
    "fail-then-ack": "fails it and then acks it",
    "emit-after-ack": "emits once more after acking it",
}
ORDINALS = ("first", "second", "third")


def topology_lines(config: Config) -> list[str]:
    """Return what a topology is made of."""
    spouts, ackers = len(config.spout_tasks), config.ackers
    bound = "" if config.wiring.max_pending is None else f", each with at most {config.wiring.max_pending} pending"
    return [
        f"source: {', '.join(config.wiring.messages) or 'empty'}",
        f"spout: {_count(spouts, 'task')}{bound}; ackers: {_count(ackers, 'task')}, profile {config.profile}",
        *(_bolt(shape) for shape in config.wiring.bolts),
    ]


def event_lines(
    operations: Sequence[TopologyOperation], results: Sequence[TopologyResult], marked: int
) -> Iterator[str]:
    """Yield each operation with what came of it below; the marked one is where the violation shows."""
    told = _Told()
    width = len(str(len(operations)))
    for index, (operation, result) in enumerate(zip(operations, results, strict=True)):
        mark = MARK if index == marked else " "
        yield f"{mark} {index + 1:>{width}}  {event_words(operation)}"
        sentences = [sentence for happening in result.happenings if (sentence := told.sentence(happening))]
        for sentence in sentences or ["nothing happens"]:
            yield f"  {' ' * width}    {sentence}"


def event_words(operation: TopologyOperation) -> str:  # noqa: C901, PLR0911 - one line for each operation
    """Return an operation as a clause."""
    match operation:
        case NextTuple(spout, tracked):
            return f"{spout} is asked for its next tuple{'' if tracked else ', without a message id'}"
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
        case Lose(sender, receiver, place):
            what = "all messages" if place is None else "a message"
            return f"{what} from {sender} to {receiver} {'are' if place is None else 'is'} lost"
        case Double(sender, receiver):
            return f"all messages from {sender} to {receiver} are doubled"


def happening_words(result: TopologyResult) -> list[str]:
    """Return what one operation caused, sentence by sentence, without knowing what came before."""
    told = _Told()
    return [sentence for happening in result.happenings if (sentence := told.sentence(happening))]


class _Told:
    """Sentences for happenings. It remembers what the names of messages stand for."""

    def __init__(self) -> None:
        self._messages: dict[str | None, str] = {}

    def sentence(self, happening: Happening) -> str:  # noqa: C901, PLR0911 - one line for each word
        """Return a happening as a sentence, or nothing if others say it."""
        task, name, about = happening.task, happening.name, happening.about
        message = self._messages.get(name, name or "")
        match happening.what:
            case "emission" | "untracked":
                untracked = ", without a message id" if happening.what == "untracked" else ""
                return f"{task} emits {about[0] if about else '?'}{untracked}: tree {name}"
            case "tuple":
                self._messages[name] = name or ""
                anchored = "" if task.startswith("spout-") else f", {_anchors(about)}"
                return f"{task} sends {name} to {happening.to}{anchored}"
            case "init" | "ack" | "fail" | "says-ack" | "says-fail":
                return self._sent(happening)
            case "arrives":
                receipt = f", as {about[0]}" if about and about[0] != name else ""
                return f"{message} arrives at {task}{receipt}"
            case "refused":
                return f"{task} is refused: {name} of {' and '.join(about)}"
            case "called-ack" | "called-fail":
                return f"{task} is told {happening.what.removeprefix('called-')} of {name}"
            case "done":
                return f"the source drops {name}"
            case "back":
                return f"the source offers {name} again"
            case "lost" | "doubled":
                return f"{message} is {happening.what}"
            case "acks" | "fails":
                return f"{task} {happening.what} {name}"
        return ""

    def _sent(self, happening: Happening) -> str:
        tree, *about = happening.about
        what = happening.what.removeprefix("says-")
        if happening.what.startswith("says-"):
            self._messages[happening.name] = f"the word '{what} of {tree}'"
            return f"{happening.task} says {what} of {tree} to {happening.to}"
        whose = f" of {about[0]}" if about else ""
        self._messages[happening.name] = f"the {what}{whose} for {tree}"
        return f"{happening.task} sends {happening.to} the {what}{whose} for {tree}"


def _bolt(shape: BoltShape) -> str:
    makes = "nothing" if shape.fan == 0 else _count(shape.fan, "tuple")
    of = f"{shape.enough} inputs" if shape.kind == "batch" else "each input"
    loose = ", without anchors" if shape.kind == "loose" and shape.fan else ""
    return (
        f"{shape.name}: {shape.kind}, {_count(shape.tasks, 'task')}, after {' and '.join(shape.after)}; "
        f"emits {makes} for {of}{loose}"
    )


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _anchors(about: Sequence[str]) -> str:
    return f"anchored to {' and '.join(about)}" if about else "without anchors"
