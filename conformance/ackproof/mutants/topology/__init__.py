"""Mutants of whole topologies. The first three modules are of parts that are components of their own too.

| module | what is wrong |
|---|---|
| `spouts` | spout tasks, their sources and ids, where that shows under faults |
| `collectors` | collectors, and bolts that end their inputs wrongly, where that shows under faults |
| `ackers` | acker tasks, where that shows under faults |
| `bolts` | the code of a bolt, which does not do what its kind says |
| `sources` | queues that let go of what is not done, or hold on to what is |
| `channels` | channels and pauses: messages that are lost, repeated or reordered though no fault says so |
| `deaths` | deaths and time: what happens to one task happens to others, or does not happen to it |
| `asking` | spout tasks that are asked: what they emit, a second time as well, and when they are at their bound |
| `groupings` | streams and groupings |
| `more_time` | the way from a bolt that asks for more time to a spout task that waits |
| `executors` | executors with several tasks |
| `bounds` | the bound on pending emissions: whose it is, and when it is looked at |
| `lifecycles` | the life of a spout task: it is opened, closed, activated and deactivated, and it rests |
| `clocks` | time that is something else than ticks |
| `outboxes` | what waits with its sender while that is paused |
| `crossings` | where two sizes multiply, or where a name and a number are written together |
"""
