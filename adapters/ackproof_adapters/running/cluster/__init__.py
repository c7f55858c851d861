"""A cluster of real processes on one machine: ZooKeeper, nimbus, supervisors and workers, some of which are killed.

Read it in this order: `faults` (the faults of a run, drawn from the seed), `runs` (takes orders, returns journals),
`merging` (merges the journals of all processes into one order). Inside the namespaces run `warden` (their first
process), `daemons`, `source` and `watching`; `namespaces` creates them.
"""
