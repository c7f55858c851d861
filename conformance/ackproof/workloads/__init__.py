"""The inputs that the suite gives to targets: tuple trees, what happens to their tuples, and the messages that report
it.

A workload is drawn through `choices`, so the same models serve Hypothesis (which shrinks them) and a seeded generator
(which is fast). A workload knows the ground truth symbolically: which edges each message stands for, and not only the
xor of their ids.

    workload       the interface of every workload
    trees          tuple trees: what was emitted, anchored to what, and what the receiving bolt did
    acker, anchoring, spout, rotating_map, executors (ids), multilang, topologies
                   workloads of each component
    sizes          large workloads, at the ends of the ranges of `dimensions`
    statistics     workloads of rules about rates
    worked_examples  the worked examples of the sources
    ids            numbers for edges and roots
    fitting        a workload without what a target does not claim
    choices, backend, hypothesis_draws
                   where choices come from: a seed, or Hypothesis when it shrinks
    independent    what workloads share whose steps are the operations themselves
"""
