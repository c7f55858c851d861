"""Rules of whole topologies: the checks of the chapter `spec/topology.md`.

| module | rules |
|---|---|
| `callbacks` | SYS-01 to 07, 12, 16, 17: which callbacks a spout task gets for its emissions, and when |
| `inputs` | SYS-08, 13 to 15, 18: what bolts do with their inputs, and what they report of them |
| `untracked` | SYS-09 to 11: emissions and tuples that are not tracked |
| `plans` | SYS-19 to 30: what each part has to do by the plan of the topology |
| `more_time` | SYS-31, 32: bolts that ask for more time |
| `executors` | SYS-33: executors with several tasks |
| `bounds` | SYS-34 to 36: the exact bound on pending emissions |
| `lifecycles` | SYS-37, 38: spout tasks that are opened, deactivated, activated and closed |
| `clocks` | SYS-39: components without ticks |
| `outboxes` | SYS-40: messages that wait with their sender |

SYS-41, which is about size, is in `rules.sizes.topology`.
"""
