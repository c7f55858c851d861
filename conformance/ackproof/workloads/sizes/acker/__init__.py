"""Large workloads for ackers: one tree of many messages, many records, a long run, ids that differ in one bit, and many
acker tasks.

Each scenario is a history without faults, so that the specification determines the answer to every message, and one
wrong answer among fifty thousand is found. A scenario has one size, which determines its size in each dimension. Its
random choices follow from one number, so that the same scenario can be made anew in another size: that is how a
violation is shrunk.

Each scenario has a module, `scenarios` lists them, and `writer` has what all of them write with.
"""
