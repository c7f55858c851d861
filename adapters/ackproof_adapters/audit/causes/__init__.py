"""Causes: why a tree was not done, as far as its lines prove it. `docs/audit-causes.md` defines each.

catalogue                      all causes, by id
findings, first                what may be the cause, and which of several came first
verdicts                       the cause of a tree, or that it is unknown
accounts, balance              what bolts say of a tree, what its acker was told, and where they differ
open_tuples                    tuples that a task has, or that are in a queue, or lost
slowness                       the longest step on the path to an answer
fails, misdeeds, spouts, deaths   causes of one kind each
"""
