"""The rule of size for topologies. A large run is judged like any other: by its plan, and by when its
trees are done.
"""

from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Occasion, Part
from ackproof.rules.registry import Premise, Premises, Violation, sized_rule
from ackproof.rules.topology import callbacks, inputs, more_time, plans, untracked
from ackproof.workloads import dimensions
from ackproof.workloads.sizes import topology

DONE = Premise("a tree is done in a large topology")
EMITTED_AGAIN = Premise(Occasion.EMITTED_AGAIN.value)

HELD = (
    callbacks.no_fault_completes_a_tree_early,
    callbacks.an_emission_is_called_back_exactly_once_while_its_spout_task_lives,
    callbacks.a_tree_that_is_done_is_acked,
    inputs.a_failed_tuple_fails_all_its_trees,
    inputs.tracking_takes_a_message_for_each_tuple_of_a_tree_and_two_for_the_tree,
    callbacks.every_message_is_processed_at_least_once,
    more_time.the_spout_task_hears_that_more_time_is_asked,
    more_time.more_time_is_given,
    inputs.an_input_is_acked_or_failed_once,
    untracked.without_a_message_id_a_tree_is_not_tracked,
    callbacks.an_emission_is_called_back_at_most_once_on_its_task,
    callbacks.a_notification_about_a_resolved_tree_is_ignored,
    callbacks.a_replay_is_a_new_tree,
    callbacks.nothing_is_tracked_for_ever,
)
"""Other rules that hold at any size. They are checked after the plan."""
HELD_IN_STORM_2 = (callbacks.an_acker_remembers_for_as_long_as_the_spout_waits,)
"""Those that hold under that profile alone."""


@sized_rule(
    "SYS-41",
    grow=topology.grow_sized_topology_workload,
    observe=TopologyChronicle,
    premises=(DONE, EMITTED_AGAIN),
    scenarios=len(topology.grow_sized_topology_workload.scenarios),
    dimensions=(
        dimensions.ASKS,
        dimensions.DEPTH,
        dimensions.CHILDREN,
        dimensions.BATCH,
        dimensions.COMPONENT_TASKS,
        dimensions.SPOUT_TASKS,
        dimensions.ACKER_TASKS,
        dimensions.TASK_LIVES,
        dimensions.FIELD_VALUES,
        dimensions.WAITED_THROUGH,
        dimensions.BOUND,
        dimensions.CALL,
    ),
)
def nothing_changes_with_the_size_of_topologies(seen: TopologyChronicle, premise: Premises) -> None:
    """Each part does what the plan says, and each tree is acked or failed as it should be, and when it should be."""
    for _ in range(seen.judged.occasions[Occasion.EMITTED_AGAIN]):
        premise(EMITTED_AGAIN)
    lapse = seen.judged.first(*Part)
    if lapse is not None:
        raise Violation(lapse.what, lapse.index, lapse.happening)
    for _ in plans.undisturbed(seen):
        premise(DONE)
    storm2 = seen.workload.config.profile == "storm2"
    for check in (*HELD, *(HELD_IN_STORM_2 if storm2 else ())):
        check(seen, Premises())  # premises of other rules are counted by these rules themselves
