"""The ackers of Apache Storm and JStorm themselves, from the jars that were released, as targets.

Read it in this order: `versions` (which releases, and what is different about each), `toolchain` (what has to be on
the machine), `cache`, `jars` (Maven fetches them), `process` (the command that starts a release), `target`. What runs
in the JVM is in `driver/`, in Java.
"""
