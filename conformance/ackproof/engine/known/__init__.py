"""Violations that are known already, so that a run can tell them from new ones.

| module | what it does |
|---|---|
| `deviations` | reads the list of a target, and compares violations with the variants that it names |
| `known_witnesses` | compares them with the witnesses of a user's own bugs |
"""
