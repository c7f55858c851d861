"""Bolt libraries behind a ShellBolt that are wrong.

| module | what is wrong |
|---|---|
| `inputs` | the pid, inputs that are lost or let go of twice, heartbeats, errors, and the end |
| `emissions` | emissions that are late, or have the wrong anchors, tasks or values; task ids for the code |
| `sizes` | what is beyond some number of inputs or anchors, or some length of text |
"""
