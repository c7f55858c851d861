"""The inputs that the suite gives to targets: tuple trees, what happens to their tuples, and the messages that report
it.

A workload is drawn through `choices`, so the same models serve Hypothesis (which shrinks them) and a seeded generator
(which is fast). A workload knows the ground truth symbolically: which edges each message stands for, and not only the
xor of their ids.
"""
