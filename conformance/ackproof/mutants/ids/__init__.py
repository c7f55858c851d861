"""Mutants of ids.

| module | what is wrong |
|---|---|
| `generators` | executors that start in one state, and generators that leave bits out or repeat |
"""
