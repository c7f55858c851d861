"""Topologies in a Storm that runs by itself, judged by the rules on whole topologies, from the journals of its tasks.

Read it in this order: `orders` (topologies that follow from a seed), `local_cluster` (runs them), `journal` (what the
tasks executed, by what they wrote), `views` (the same as steps and happenings), `acker_lives`, `target`. The part that
runs in the JVM is in `storm/local/`, in Java. In `cluster/` the same topologies run in processes, which are killed.

A running Storm cannot be stepped. So the steps are made from what happened: each execution of a task is one. The rules
are the suite's own, and see no difference.
"""
