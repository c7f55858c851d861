"""The engine: the parts of a run, where they are executed, and the files that a run writes.

What is run:

    plan           the rules and profiles of a target; `quick` has the rules of a quick run, a table: `quick.json`
    certify        the settings of a certification; it makes the certificate of all verdicts
    campaign       hands out the pieces, merges the results, and yields verdicts
    pieces         the pieces of work of a run: examples to try, or a verdict to reach
    driver         runs a target, and decides whose fault an error is

The packages, each of which names its modules:

    discovery      how targets are found, and what identifies their files
    workers        where the pieces are done; processes and folders that do not outlive a command
    examination    how a verdict is reached: drawing, searching, shrinking
    known          violations that are known: deviations, and a user's own witnesses
    evidence       what is made of verdicts: the certificate, the folder of a run, causes, proposed deviations
    replaying      a witness on several targets
    kills          which rules find a mutant, and in how many examples

For the commands:

    verify         checks a certificate that is there
    pytest_plugin  the rules as items of a user's pytest run
    progress       the progress of a run, on a terminal or in a log
    exit_codes     those of the commands
    serve, smoke   for whoever writes a target

`certify`, the pytest plugin, campaigns, `mutants` and `explore` are its clients. Imports go down only: the layers are a
contract in `pyproject.toml`.
"""
