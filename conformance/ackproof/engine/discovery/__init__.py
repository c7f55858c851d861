"""How targets are found: by the name that a package gave them, by module and factory, or by a command.

| module | what it does |
|---|---|
| `discover` | finds a target by its name on the command line; lists all that there are |
| `factories` | imports `package.module:function`, and suggests names if there is none |
| `entries` | reads what the installed packages offer |
| `artifacts` | hashes the files of a target |
"""
