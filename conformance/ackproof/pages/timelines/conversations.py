"""A bolt that is a process: what its ShellBolt gives it, and what it says, line by line."""

from collections.abc import Iterator, Sequence

from ackproof.components import Operation
from ackproof.components.multilang import (
    AckLine,
    BoltLine,
    EmitLine,
    FailLine,
    Give,
    HangUp,
    Heartbeat,
    Launch,
    PidLine,
    RemarkLine,
    StrayLine,
    SyncLine,
    is_probe,
)
from ackproof.pages.timelines.timeline import Arrow, Look, Timeline, TimelineRow, few_arrows
from ackproof.stories.step_words import THERE, operation_words, shown_result, there_words
from ackproof.text.truncate import truncated
from ackproof.witness import ConversationStep, Witness

NAMES = (
    "an operation says what the code of the bolt does with an input; one is held until it is acked or failed; a probe "
    "is an input with nothing to do, which the parent gives to know that all before it is done"
)

SHELL_BOLT, BOLT, RECEIVERS = "ShellBolt", "bolt's process", "receivers"
MOST_LETTERS = 24
"""Letters of a text from outside that a label has room for."""


def of_conversation(steps: Sequence[ConversationStep], witness: Witness) -> Timeline:
    """Return the picture of a conversation. What is emitted goes to its receivers at once: that ShellBolt passes it on
    is left out.
    """
    rows = [
        TimelineRow(
            number=index + 1,
            marked=index == witness.at,
            arrows=(*_asked(operation), *few_arrows([*_answered(step)])),
            cells=(
                (operation_words(operation),),
                (step.why,),
                (shown_result(step.said),),
                (there_words(step),),
            ),
        )
        for index, (operation, step) in enumerate(zip(witness.run.operations, steps, strict=False))
    ]
    return Timeline(
        lanes=(SHELL_BOLT, BOLT, RECEIVERS),
        headings=("operation", "what it means", "what the bolt says", THERE[ConversationStep]),
        names=NAMES,
        rows=tuple(rows),
    )


def _asked(operation: Operation) -> Iterator[Arrow]:
    match operation:
        case Launch():
            yield Arrow(start=SHELL_BOLT, end=BOLT, label="handshake", look=Look.SENT)
        case Give() if operation.is_tick:
            yield Arrow(start=SHELL_BOLT, end=BOLT, label=f"tick {_short(operation.id)}", look=Look.SENT)
        case Give():
            yield Arrow(start=SHELL_BOLT, end=BOLT, label=f"input {_short(operation.id)}", look=Look.SENT)
        case Heartbeat():
            yield Arrow(start=SHELL_BOLT, end=BOLT, label="heartbeat", look=Look.SENT)
        case HangUp():
            yield Arrow(start=SHELL_BOLT, end=SHELL_BOLT, label="is gone", look=Look.DEATH)


def _answered(step: ConversationStep) -> Iterator[Arrow]:
    for line in step.said.said:
        yield from _line(line)
    if step.said.ended:
        yield Arrow(start=BOLT, end=BOLT, label="has ended", look=Look.DEATH)


def _line(line: BoltLine) -> Iterator[Arrow]:
    match line:
        case EmitLine():
            anchors = ", ".join(truncated([_short(each) for each in line.anchors], lambda _: "…", 1)) or "nothing"
            yield Arrow(start=BOLT, end=RECEIVERS, label=f"{_short(line.name)} anchored to {anchors}", look=Look.SENT)
            if line.given is not None:
                tasks = ", ".join(truncated([str(task) for task in line.given], lambda _: "…", 2)) or "none"
                yield Arrow(start=SHELL_BOLT, end=BOLT, label=f"task ids: {tasks}", look=Look.SENT)
        case AckLine():
            yield Arrow(start=BOLT, end=SHELL_BOLT, label=f"ack {_short(line.id)}", look=Look.SENT)
        case FailLine():
            yield Arrow(start=BOLT, end=SHELL_BOLT, label=f"fail {_short(line.id)}", look=Look.FAIL)
        case PidLine() | SyncLine():
            yield Arrow(start=BOLT, end=SHELL_BOLT, label=line.line, look=Look.SENT)
        case RemarkLine():
            yield Arrow(start=BOLT, end=SHELL_BOLT, label=line.kind, look=Look.SENT)
        case StrayLine():
            yield Arrow(start=BOLT, end=SHELL_BOLT, label=f"no message: {_short(line.text)}", look=Look.FAIL)


def _short(text: str) -> str:
    if is_probe(text):
        return "a probe"
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
