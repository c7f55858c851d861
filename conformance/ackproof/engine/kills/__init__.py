"""Which rules find which wrong implementations.

| module | what it does |
|---|---|
| `kill` | tries rules on mutants: which find one, and in how many examples |
| `kill_matrix` | reads and writes the file of all of that |
"""
