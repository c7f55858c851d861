"""Runs of the suite as logs of messages, for targets that certify what takes whole logs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import acking
from ackproof.components.acker import AckerOperation, Tick
from ackproof.errors import Refused
from ackproof.target import PROFILES, Config

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types

Place = tuple[int, int]
"""The number of a run, and the index of an operation in it."""


def require_acker(target: str, component: str, config: Config) -> None:
    """Raise `Refused` for another component than the acker, an unknown profile or no acker task."""
    if component != "acker":
        raise Refused(f"{target} is an acker and has no {component}")
    if config.profile not in PROFILES:
        raise Refused(f"{target} has no profile {config.profile!r}; it has {', '.join(PROFILES)}")
    if config.tasks < 1:
        raise Refused(f"{config.tasks} acker tasks; {target} needs at least one")


def in_a_row(
    runs: Sequence[tuple[int, Sequence[AckerOperation]]], profile: str
) -> tuple[list[AckerOperation], list[Place | None]]:
    """Return the operations of all runs, one run after the other, and the place of each; a tick between has none.

    There are as many ticks between two runs as the profile has buckets: no record outlives these. An acker with records
    that do would carry something from one run into the next; but then it breaks the rules on expiry too, within a run,
    and a run that is tried by itself is a log by itself.
    """
    operations: list[AckerOperation] = []
    places: list[Place | None] = []
    for number, run in runs:
        ticks = acking.PROFILES[profile].buckets if operations else 0
        operations += [Tick()] * ticks + list(run)
        places += [None] * ticks + [(number, index) for index in range(len(run))]
    return operations, places


def messages_of(operations: Sequence[AckerOperation], ackers: Sequence[int | None] = (), first: int = 0) -> "pa.Table":
    """Return operations as messages; `seq` counts from `first`. With `ackers` it is said of each where it goes."""
    import pyarrow as pa  # noqa: PLC0415  # only now is it known to be there

    int32, int64 = pa.int32(), pa.int64()
    acker_of_each = ackers or [getattr(operation, "acker", None) for operation in operations]
    return pa.table(
        {
            "seq": pa.array(range(first, first + len(operations)), int64),
            "op": pa.array([operation.op for operation in operations], pa.string()),
            "root": pa.array([getattr(operation, "root", None) for operation in operations], int64),
            "value": pa.array([getattr(operation, "value", None) for operation in operations], int64),
            "spout_task": pa.array([getattr(operation, "task", None) for operation in operations], int32),
            "acker": pa.array(acker_of_each, int32),
        }
    )
