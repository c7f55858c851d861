"""The rules in code: one function for each rule, named as its sentence, over the ground truth of a workload.

`registry` says what a rule is; the other modules hold the rules of one component each. To add a rule, write its
section in the chapter of the specification and its function here, under the same id.
"""
