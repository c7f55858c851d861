"""The messages of each acker task of a run, in the order in which it executed them, with its notifications. ACK-27 puts
the same messages through the reference.
"""

from collections.abc import Iterator, Sequence

from ackproof.components.acker import AckerResult, Notification
from ackproof.target import Config
from ackproof.workloads.acker import NO_EDGES, AckerWorkload, Step
from ackproof.workloads.trees import Forest
from attrs import frozen

from ackproof_adapters.running.journal import ACK, FAIL, INIT, AckerStep

_OPERATIONS = {INIT: "init", ACK: "ack", FAIL: "fail"}
_ABOUT = {"init": "what a spout task said of an emission", "ack": "what a bolt acked", "fail": "what a bolt failed"}


@frozen
class AckerLife:
    """The messages of an acker task as a workload, and its notifications at each step."""

    workload: AckerWorkload
    results: tuple[AckerResult, ...]


def lives(profile: str, steps: Sequence[AckerStep]) -> Iterator[AckerLife]:
    """Yield the lives of each acker task: it has one in each process that it was in."""
    for of in sorted({(step.acker, step.life) for step in steps}):
        yield _life(profile, [step for step in steps if (step.acker, step.life) == of])


def _life(profile: str, own: Sequence[AckerStep]) -> AckerLife:
    # The edges in a value are not known one by one here: each value stands for one edge of its own.
    values = tuple(step.values[1] if len(step.values) > 1 else 0 for step in own)
    workload = AckerWorkload(
        config=Config(profile=profile),
        forest=Forest((), (), len(values)),
        values=values,
        names=tuple(f"e{place}" for place in range(len(values))),
        steps=tuple(_step(place, step) for place, step in enumerate(own)),
    )
    return AckerLife(workload, tuple(_result(step) for step in own))


def _step(place: int, step: AckerStep) -> Step:
    if step.kind not in _OPERATIONS:
        return Step(op="tick", about="time passes")
    op = _OPERATIONS[step.kind]
    return Step(
        op=op,
        root=step.values[0],
        edges=NO_EDGES if op == "fail" else frozenset({place}),
        task=_number(step.sender) if op == "init" else 0,
        about=_ABOUT[op],
    )


def _result(step: AckerStep) -> AckerResult:
    return AckerResult(
        tuple(Notification(_OPERATIONS[kind], root, _number(to)) for kind, to, root in step.notifications)
    )


def _number(task: str) -> int:
    return int(task.rpartition("-")[2])
