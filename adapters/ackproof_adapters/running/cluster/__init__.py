"""A cluster of real processes on one machine: ZooKeeper, nimbus, supervisors and workers, some of which are killed.

Read it in this order: `faults` (what is done to a run, drawn from the seed), `runs` (orders go in, journals come out),
`merging` (the journals of all processes in one order). Inside the namespaces are `warden` (their first process),
`daemons`, `source` and `watching`; `namespaces` says how they are made.
"""
