"""Scenarios of topology workloads: moves of one or several operations that bring a topology into a situation.

A scenario is a function that adds its operations to a `GrowingTopology`. Its docstring says what it is. The tables here
have the names by which a `TopologyMix` calls them. Six others, such as `reports.late_init`, have chances of their own
there, and `growing` calls them.

| module | scenarios |
|---|---|
| `tasks` | of a single task: it dies, is shut down, or has ticks |
| `channels` | of a channel: messages in it are lost, doubled or overtaken |
| `pauses` | a task is paused |
| `spouts` | of spout tasks: rest, bounds, failures |
| `executors` | of executors with several tasks |
| `reports` | of inits, acks and requests for more time |
| `bolts` | of bolts, their inputs and batches |
"""

from collections.abc import Callable, Mapping

from ackproof.workloads.topologies.scenarios.bolts import (
    after_a_refusal,
    apart,
    conduct,
    copied,
    copies_in_hand,
    in_two_lives,
    lives,
    rootless_first,
    then_as_usual,
)
from ackproof.workloads.topologies.scenarios.channels import double, from_beyond, lose, lose_all, overtake, swell
from ackproof.workloads.topologies.scenarios.executors import beside_a_mate, hands_full
from ackproof.workloads.topologies.scenarios.pauses import (
    amid,
    backlog,
    die_in_pause,
    held_up,
    long_pause,
    meanwhile,
    passed_by,
    pause,
    resume,
)
from ackproof.workloads.topologies.scenarios.reports import (
    begun_late,
    initless,
    kept_waiting,
    late_word,
    more_time,
    more_time_early,
    more_time_in_vain,
)
from ackproof.workloads.topologies.scenarios.spouts import failed_at_bound, out_of_turn, rest, staggered, unheard
from ackproof.workloads.topologies.scenarios.tasks import aged, die, stop, ticks
from ackproof.workloads.topologies.topology import GrowingTopology

Scenario = Callable[[GrowingTopology], None]

SCENARIOS: Mapping[str, Scenario] = {
    "die": die,
    "stop": stop,
    "ticks": ticks,
    "aged": aged,
    "lose": lose,
    "lose-all": lose_all,
    "double": double,
    "overtake": overtake,
    "from-beyond": from_beyond,
    "swell": swell,
    "pause": pause,
    "resume": resume,
    "long-pause": long_pause,
    "die-in-pause": die_in_pause,
    "meanwhile": meanwhile,
    "amid": amid,
    "passed-by": passed_by,
    "backlog": backlog,
    "held-up": held_up,
    "staggered": staggered,
    "rest": rest,
    "unheard": unheard,
    "failed-at-bound": failed_at_bound,
    "mates": beside_a_mate,
    "hands-full": hands_full,
    "more-time": more_time,
    "more-time-in-vain": more_time_in_vain,
    "initless": initless,
    "kept-waiting": kept_waiting,
    "late-word": late_word,
    "begun-late": begun_late,
    "conduct": conduct,
    "then-as-usual": then_as_usual,
    "apart": apart,
    "copies-in-hand": copies_in_hand,
    "in-two-lives": in_two_lives,
    "rootless-first": rootless_first,
    "after-a-refusal": after_a_refusal,
}
"""The scenarios that a mix may name in `scenarios`."""

OPENINGS: Mapping[str, Scenario] = {
    "copied": copied,
    "early": more_time_early,
    "lives": lives,
    "out-of-turn": out_of_turn,
}
"""The scenarios that a mix may name in `opening`: a workload begins with them, before any message was emitted."""
