"""From the logs of a running Storm to the bolt that did not ack.

`command` is the subcommand, and `audit` what it does: `logs` has events, `trees` collects them, `causes` says why a
tree was not done, and `reports` tells it. Imports go down only: the layers are a contract in `pyproject.toml`.
"""
