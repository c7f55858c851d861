"""Logs of a running Storm, as events: one for each line that says something of a tuple, a tick or a task.

events                         what an event is, and nothing else of its line
folders, files, rolling        which files are a worker's log, in which order
refusals                       files that are no log, and the command that makes one of them
one_topology                   whether logs are of one topology
heads, layouts                 the part of a line before its message, and patterns that are not Storm's own
messages, lines                Storm's messages, and lines as events
likeness, recognition, columns lines like earlier ones, read many at once
stamps, stamp_arrays           times as numbers
hook                           lines of the hook in `examples/audit-hook`
reading                        the events of several workers' logs, in one order
"""
