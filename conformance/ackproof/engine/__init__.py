"""The engine: the parts of a run, where they are executed, and the files that a run writes.

    pieces     the pieces of work of a run: examples to try, or a verdict to reach
    pool       where they are done: in this process, in processes of this machine, or on a cluster
    campaign   hands out the pieces, merges the results, and yields verdicts
    certify    the settings of a certification, and the certificate of all verdicts
    kill       which rules find a mutant, and in how many examples
    evidence   the folder of a certificate
    progress   the progress of a run, on a terminal or in a log

`certify`, the pytest plugin, campaigns, `mutants` and `explore` are its clients.
"""
