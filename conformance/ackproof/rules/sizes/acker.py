"""Rules of size for ackers: what the other rules require holds at every size that real systems see.

There are few examples, and they are large: one wrong answer among fifty thousand is a violation. The right answers to a
history of that size are computed by `ackproof.oracle.sizes`.
"""

from collections.abc import Sequence

from attrs import frozen

from ackproof.components.acker import AckerResult
from ackproof.oracle.sizes.acker import notifications_due
from ackproof.oracle.sizes.reasons import why_notified
from ackproof.rules.registry import Premise, Premises, Violation, sized_rule
from ackproof.rules.sizes.large import because, large_sizes
from ackproof.text.wording import a, notification_words
from ackproof.workloads import dimensions
from ackproof.workloads.sizes.acker.scenarios import grow_sized_acker_workload, grow_sized_routing
from ackproof.workloads.sizes.acker.writer import SizedAckerWorkload

ACK_DUE = Premise("an ack is due")
FAIL_DUE = Premise("a fail is due")
NOTHING_DUE = Premise("nothing is due")


@frozen
class SizedHistory:
    """A large history of an acker, and what a target emitted."""

    workload: SizedAckerWorkload
    results: Sequence[AckerResult]


@sized_rule(
    "ACK-36",
    grow=grow_sized_acker_workload,
    observe=SizedHistory,
    premises=(ACK_DUE, FAIL_DUE, NOTHING_DUE),
    scenarios=len(grow_sized_acker_workload.scenarios),
    dimensions=(
        dimensions.MESSAGES,
        dimensions.RECORDS,
        dimensions.EVER,
        dimensions.TICKS,
        dimensions.EXPIRING,
        dimensions.REFRESHED,
        dimensions.REFRESHES,
        dimensions.LIVES,
        dimensions.ROOT_BITS,
        dimensions.VALUE_BITS,
        dimensions.TASK_BITS,
    ),
)
def nothing_changes_with_size(seen: SizedHistory, premise: Premises) -> None:
    """Answers depend neither on the number of messages, trees and ticks, nor on any bit of an id."""
    _expect_what_is_due(seen, premise)


@sized_rule(
    "RTE-05",
    grow=grow_sized_routing,
    observe=SizedHistory,
    premises=(ACK_DUE, FAIL_DUE, NOTHING_DUE),
    scenarios=len(grow_sized_routing.scenarios),
    dimensions=(dimensions.ACKER_TASKS,),
)
def nothing_changes_with_the_number_of_acker_tasks(seen: SizedHistory, premise: Premises) -> None:
    """Each root has one acker task, and a tick of a task does not change the records of the others."""
    _expect_what_is_due(seen, premise)


def _expect_what_is_due(seen: SizedHistory, premise: Premises) -> None:
    steps = seen.workload.steps
    for index, (due, result) in enumerate(zip(notifications_due(seen.workload), seen.results, strict=True)):
        if result.notifications == due:
            if not due:
                premise(NOTHING_DUE)
            elif due[0].kind != "reset-timeout":
                premise(ACK_DUE if due[0].kind == "ack" else FAIL_DUE)
            continue
        step = steps[index]
        what = "a tick" if step.op == "tick" else f"{a(step.op)} of root {step.root}"
        raise Violation(
            f"at {what} the acker said {notification_words(result.notifications)}; it should have said "
            f"{notification_words(due)}{because(why_notified(seen.workload, index))}"
            f"{large_sizes(seen.workload.counted())}",
            index,
        )
