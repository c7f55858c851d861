"""`ackproof bench`: how fast an acker is, on a log of which every notification is known beforehand.

Read it in this order: `truth` (what a tree's messages call for), `patterns` (trees, drawn), `log` (many of them, made
into one log), `ways` (how a target gets the log), `check` (whether it was right), `measure` (how long it took),
`report` and `command`.
"""
