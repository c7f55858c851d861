"""`ackproof bench`: how fast an acker is, on a log of which every notification is known beforehand.

Read it in this order: `logs` (`truth`, what a tree's messages call for; `shapes` and `patterns`, trees, drawn; `flat`
and `stream`, many of them, made into one log; `log`, on disk), `ways` (`way`, how a target gets the log, and what is
timed; `check`, whether it was right; and those of arrays, Spark and Storm), `contestants`, `worker` (a process for
each), `measure`, `figures`, `report` and `command`.
"""
