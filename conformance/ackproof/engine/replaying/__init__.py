"""A witness on several targets: who breaks its rule, and who keeps it.

| module | what it does |
|---|---|
| `replay` | gives the operations to the targets, and shows the answers side by side |
| `recorded` | makes a workload of the witness, so that answers can be judged |
| `findings` | says what the check of the rule finds in them |
"""
