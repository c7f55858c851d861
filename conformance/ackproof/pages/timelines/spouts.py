"""The spout tasks of an executor, between those who receive their tuples and the ackers."""

from collections.abc import Iterator, Mapping, Sequence

from ackproof.components import Operation
from ackproof.components.spout import Callback, InitSent, Notify, Sent, SpoutEmit, SpoutResult
from ackproof.pages.timelines.asked import of_asked
from ackproof.pages.timelines.timeline import (
    LABELS,
    Arrow,
    Look,
    Timeline,
    compared,
    few_arrows,
)
from ackproof.witness import (
    SpoutStep,
    Witness,
)

ACKERS, RECEIVERS = "ackers", "receivers"


def of_spout(steps: Sequence[SpoutStep], witness: Witness) -> Timeline:
    """Return the picture of what spout tasks did."""
    tasks = {each.task for step in steps for each in step.waiting}
    tasks |= {each.task for each in witness.run.operations if isinstance(each, SpoutEmit | Notify)}
    lanes = [f"spout task {task}" for task in sorted(tasks)] or ["spout task"]
    owners = {each.root: f"spout task {each.task}" for step in steps for each in step.waiting}

    def arrows(operation: Operation, step: SpoutStep) -> Iterator[Arrow]:
        return _spout_arrows(operation, step, lanes, owners)

    return of_asked((RECEIVERS, *lanes, ACKERS), steps, witness, arrows, names=NAMES)


NAMES = "m1, m2 and so on are message ids; a root is the id of an emission, by which ackers know it"


def _spout_arrows(
    operation: Operation, step: SpoutStep, lanes: Sequence[str], owners: Mapping[int, str]
) -> Iterator[Arrow]:
    if step.op == "tick":
        yield from (Arrow(start=lane, end=lane, label="tick", look=Look.TICK) for lane in lanes)
        yield from few_arrows([_time_is_up(root, owners.get(root, lanes[0])) for root in step.forgotten or ()])
    spout_lane = f"spout task {step.to}"
    if isinstance(operation, Notify) and spout_lane in lanes:
        label = f"{operation.kind} of root {operation.root}"
        yield Arrow(start=ACKERS, end=spout_lane, label=label, look=Look.SENT)
    sender = step.sender if step.sender is not None and step.sender in lanes else lanes[0]
    arrows = [_sent(effect, sender) for effect in step.said.effects if not isinstance(effect, Callback)]
    called = _callbacks(step.said)
    # Where the reference refuses there is nothing to compare with.
    expected = called if step.expected is None else _callbacks(step.expected)
    arrows += [_called(callback, look) for callback, look in compared(called, expected) if _lane(callback) in lanes]
    yield from few_arrows(arrows)


def _sent(effect: Sent | InitSent, sender: str) -> Arrow:
    match effect:
        case Sent(receiver):
            return Arrow(start=sender, end=RECEIVERS, label=f"tuple to {receiver}", look=Look.SENT)
        case InitSent(root, _, _):
            return Arrow(start=sender, end=ACKERS, label=f"init root {root}", look=Look.SENT)


def _time_is_up(root: int, lane: str) -> Arrow:
    return Arrow(start=lane, end=lane, label=f"time is up: root {root}", look=Look.FORGOTTEN)


def _callbacks(result: SpoutResult) -> list[Callback]:
    return [effect for effect in result.effects if isinstance(effect, Callback)]


def _called(callback: Callback, look: Look) -> Arrow:
    label = f"{LABELS[look]}{callback.kind}({callback.message!r})"
    shown = Look.FAIL if look is Look.EMITTED and callback.kind == "fail" else look
    return Arrow(start=_lane(callback), end=_lane(callback), label=label, look=shown)


def _lane(callback: Callback) -> str:
    return f"spout task {callback.task}"
