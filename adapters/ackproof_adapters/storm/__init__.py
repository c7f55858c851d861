"""The ackers of Apache Storm and JStorm themselves, from the jars that were released, as targets.

Read it in this order: `versions` (which releases, and what is different about each), `toolchain` (what has to be on
the machine), `cache`, `jars` (Maven fetches them), `process` (the command that starts a release), `target`. What runs
in the JVM is in `driver/`, in Java.

`built` is for a Storm that has no release yet: it finds out from the classes (`class_path`) which release it is like.

Of Storm 2 there are the executors and collectors as well: `stack_target`, with a driver in `stack/` that builds on the
other. It is compiled against the release, which the other is not.
"""
