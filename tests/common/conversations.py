"""Conversations with a bolt, written out."""

from collections.abc import Sequence

from ackproof.components.multilang import (
    AckLine,
    BoltLine,
    Deed,
    EmitLine,
    FailLine,
    Give,
    Launch,
    Listen,
    MultilangOperation,
    MultilangResult,
    PidLine,
    SyncLine,
)
from ackproof.oracle.conversations import ConversationChronicle
from ackproof.target import Config
from ackproof.workloads.multilang import ConversationWorkload, is_in_order

PID = PidLine(own=True, filed=True)
HELLO = (Launch(), MultilangResult(said=(PID, SyncLine()), heartbeats=1))
SYNC = SyncLine()

Step = tuple[MultilangOperation, MultilangResult]


def give(name: str, *deeds: Deed) -> Step:
    """Return an input without deeds."""
    return Give(id=name, deeds=deeds), MultilangResult()


def give_on(stream: str, name: str, *deeds: Deed) -> Step:
    """Return an input of another stream than the default one."""
    return Give(id=name, stream=stream, deeds=deeds), MultilangResult()


def tick(name: str) -> Step:
    """Return a tick."""
    return Give(id=name, component="__system", stream="__tick", task=-1), MultilangResult()


def heard(*lines: BoltLine, heartbeats: int = 1, ended: bool = False, again: int = 0) -> Step:
    """Return the answer of the bolt."""
    return Listen(), MultilangResult(said=lines, heartbeats=heartbeats, ended=ended, again=again)


def heard_patiently(*lines: BoltLine, overdue: int = 0) -> Step:
    """Return the answer of the bolt to a parent that gave nothing behind a heartbeat until that was answered."""
    return Listen(patient=True), MultilangResult(said=lines, heartbeats=1, overdue=overdue)


def emits(name: str, *, text: str = "", anchors: Sequence[str] | None = None, task: int | None = None) -> Deed:
    """Return an emission of the code."""
    return Deed(do="emit", name=name, text=text, anchors=None if anchors is None else tuple(anchors), task=task)


def seen(*steps: Step, holding: bool = False, cut_off: bool = False) -> ConversationChronicle:
    """Return a conversation that begins with a handshake."""
    whole = steps if isinstance(steps[0][0], Launch) else (HELLO, *steps)
    workload = ConversationWorkload(Config(holding=holding), tuple(operation for operation, _ in whole))
    assert is_in_order(workload.steps, cut_off=cut_off)
    return ConversationChronicle(workload, [result for _, result in whole])


def emitted(name: str, *anchors: str, heard: Sequence[int] | None = None, given: Sequence[int] = (14,)) -> EmitLine:
    """Return a line of an emission, and the task ids that were given for it."""
    return EmitLine(
        name=name, anchors=anchors, heard=None if heard is None else tuple(heard), given=tuple(given), text=""
    )


def emitted_to(task: int, name: str, *, heard: Sequence[int] | None) -> EmitLine:
    """Return a line of a direct emission at input 5."""
    return EmitLine(
        name=name, anchors=("5",), heard=None if heard is None else tuple(heard), given=None, task=task, text=""
    )


RAISE, ACK5, FAIL5 = Deed(do="raise"), AckLine("5"), FailLine("5")
E1, E2 = emits("e1"), emits("e2")
