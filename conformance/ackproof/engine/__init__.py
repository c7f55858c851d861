"""The engine: what a run consists of, where it is executed, and what it leaves behind.

    work       the pieces that a run is made of: examples to try, a verdict to reach
    pool       who does them: this process, processes of this machine, or a cluster
    run        gives out the pieces, puts the results together, and yields verdicts
    certify    what is asked of targets, and the certificate of all verdicts
    kill       which rules find a mutant, and in how many examples
    evidence   the folder of a certificate
    progress   how far a run has come, on a terminal or in a log

`certify`, the pytest plugin, campaigns, `mutants` and `explore` are its clients.
"""
