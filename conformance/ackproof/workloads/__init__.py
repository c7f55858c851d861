"""What the suite feeds to targets: tuple trees, what becomes of them, and the messages that report it.

A workload is drawn through `choices`, so the same models serve Hypothesis (which shrinks them) and a seeded generator
(which is fast). A workload knows the truth symbolically: which edges each message stands for, and not only the xor of
their ids.
"""
