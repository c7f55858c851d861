"""Topologies in a Storm that runs by itself, held to the rules on whole topologies by what its tasks wrote down.

Read it in this order: `orders` (topologies that follow from a seed), `local_cluster` (they are run), `journal` (what
was written down, as what the tasks executed), `views` (that as steps and happenings), `acker_lives`, `target`. What
runs in the JVM is in `storm/local/`, in Java. In `cluster/` the same topologies run in processes, which are killed.

Nothing can be told to a running Storm step by step. So here the steps are made of what happened: each execution of a
task is one. The rules are the suite's own, and see no difference.
"""
