"""The engine: the parts of a run, where they are executed, and the files that a run writes.

What is run, and where:

    plan           the rules and profiles of a target
    certify        the settings of a certification; it makes the certificate of all verdicts
    campaign       hands out the pieces, merges the results, and yields verdicts
    pieces         the pieces of work of a run: examples to try, or a verdict to reach
    pool           where they are done: in this process, in processes of this machine (`processes`), or on a cluster
    open_targets   the targets that a process keeps open
    quick          the rules of a quick run, which is a table: `quick.json`

How a verdict is reached:

    drawing        the examples of a rule; `cuts` divides each into requests
    search         tries them on a target, with `driver`, and merges the results; `garbage` makes that faster
    shrink         from a workload that breaks a rule to the smallest one
    examine        one rule, one profile, one verdict
    deviations     violations that are known; `deviation_drafts` proposes some, `known_witnesses` are a user's own

How targets are found and kept:

    discover       by name, by module and factory (`factories`), or by command; `entries` has what packages offer
    naming         a name for a target in place of its command line
    artifacts      the files of a target, with their hashes
    guardian, interruption, scratch   processes and folders that do not outlive a command

What is made of verdicts:

    certificate    the document; `evidence` is its folder, `verify` checks one that is there
    causes         which broken rules seem to have one cause
    replay         a witness on several targets; `recorded` is its workload, `findings` what its check finds
    kill           which rules find a mutant, and in how many examples; `kill_matrix` is the file of it
    progress       the progress of a run, on a terminal or in a log
    exit_codes     those of the commands

`serve` and `smoke` are for whoever writes a target.

`certify`, the pytest plugin, campaigns, `mutants` and `explore` are its clients.
"""
