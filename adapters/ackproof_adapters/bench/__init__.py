"""`ackproof bench`: how fast an acker is, on a log of which every notification is known beforehand.

Read it in this order: `truth` (what a tree's messages call for), `shapes` and `patterns` (trees, drawn), `flat` and
`stream` (many of them, made into one log), `log` (on disk), `check` (whether a target was right), `ways` (how a target
gets the log, and what is timed) with those of `arrays`, `spark` and `storm`, `contestants`, `worker` (a process for
each), `measure`, `figures`, `report` and `command`.
"""
