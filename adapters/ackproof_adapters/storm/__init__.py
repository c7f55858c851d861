"""The ackers of Apache Storm and JStorm, from the released jars, as targets.

Read it in this order: `versions` (the releases, and their differences), `toolchain` (the programs that it needs),
`cache`, `jars` (Maven fetches them), `process` (the command that starts a release), `target`. The part that runs in the
JVM is in `driver/`, in Java.

`built` is for a Storm without a release: it finds out from the classes (`class_path`) which release it is like. For
Storm 2 there are the executors and collectors as well: `stack_target`, with a driver in `stack/` that builds on the
other one. It is compiled against the release; the other is not.
"""
