"""The right answers of an acker to a large history, computed in one pass. The lives of `ackproof.oracle.lives` hold the
data for every rule, which takes too much memory for fifty thousand messages. The histories here are regular: a root has
one init in a life, and no root is used while an earlier tree of it is open. So one record for each root is enough, and
the answer to each message follows. As everywhere in the oracle, sets of edges are used, not the xor of ids.
"""

from collections import Counter
from collections.abc import Iterator

from attrs import define, field

from ackproof.components.acker import Notification
from ackproof.oracle.lives import LIFETIME, REFRESHING, acker_of
from ackproof.workloads.acker import AckerWorkload

Notifications = tuple[Notification, ...]
NOTHING: Notifications = ()


@define
class _OpenTree:
    """An open tree. `refreshed` is the clock of its acker task at the last refresh."""

    refreshed: int
    open_edges: set[int] = field(factory=set)
    task: int | None = None
    failed: bool = False


def notifications_due(workload: AckerWorkload) -> Iterator[Notifications]:
    """Yield the notifications that the specification requires at each operation of a history."""
    profile, acker_tasks = workload.config.profile, workload.config.tasks
    lifetime, refreshing = LIFETIME[profile], REFRESHING[profile]
    records: dict[int, _OpenTree] = {}
    common, alone = 0, Counter[int]()
    for step in workload.steps:
        op = step.op
        if op == "tick":
            if step.acker is None:
                common += 1
            else:
                alone[step.acker] += 1
        if op in ("tick", "restart"):
            yield NOTHING
            continue
        now = common + alone[acker_of(step.root, acker_tasks)] if alone else common
        record = records.get(step.root)
        if record is None or now - record.refreshed >= lifetime:
            record = records[step.root] = _OpenTree(now)
        elif op in refreshing:
            record.refreshed = now
        if op == "init":
            record.task = step.task
        record.failed |= op == "fail"
        record.open_edges ^= step.edges
        kind = _due(record, op)
        if kind is None or record.task is None:
            yield NOTHING
            continue
        if kind != "reset-timeout":
            del records[step.root]
        yield (Notification(kind, step.root, record.task),)


def _due(record: _OpenTree, op: str) -> str | None:
    if record.task is None:
        return None
    if record.failed:
        return "fail"
    if not record.open_edges:
        return "ack"
    return op if op == "reset-timeout" else None
