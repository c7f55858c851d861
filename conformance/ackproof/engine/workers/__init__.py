"""Where the pieces of a run are done; and the end of a command, after which no process and no folder is left.

| module | what it does |
|---|---|
| `pool` | does pieces: in this process, in processes of this machine, or on a cluster that a package offers |
| `processes` | is the pool of processes of this machine |
| `open_targets` | keeps the targets of a process open from one piece to the next |
| `interruption` | lets Ctrl-C, SIGTERM and SIGHUP end a command in order |
| `guardian` | ends the processes of a command that was killed |
| `scratch` | makes temporary folders; those of a run that was killed are removed by the next run |
"""
