"""How a verdict is reached: examples of a rule are drawn and tried, and a violation is shrunk.

| module | what it does |
|---|---|
| `examine` | reaches the verdict of one rule under one profile: read it first |
| `drawing` | draws the examples of a rule, and judges the answers to them |
| `cuts` | divides an example into requests |
| `search` | tries examples on a target, and merges the results |
| `garbage` | keeps Python's garbage collector away from the examples meanwhile |
| `shrink` | goes from a workload that breaks a rule to the smallest one |
"""
