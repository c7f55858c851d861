"""Workloads for topologies: topologies of every shape, faults of a cluster, and a final phase without faults.

| module | what is there |
|---|---|
| `workload` | the workload: a topology, the operations on it, and simpler ones of its kind |
| `mix` | the parameters by which a workload is drawn |
| `wirings` | draws the topology |
| `growing` | draws the operations, one move after another |
| `scenarios` | the moves of several operations: which there are, by name |
| `topology` | the topology while its operations are drawn: its tasks, and what scenarios do with it |
"""
