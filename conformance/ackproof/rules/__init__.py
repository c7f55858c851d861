"""The rules in code: one function for each rule, named as its sentence, over the ground truth of a workload.

A chapter of `spec/` is checked in the module or the package of its name. Three kinds of rules lie together for all
chapters, as they are checked in one way: `differential` compares with the reference, `statistics` counts trials, and
`sizes` has few examples, which are large. `registry` says what a rule is. `ackproof rules ID` names the module of each.
To add a rule, write its section in the chapter of the specification and its function here, under the same id.
"""
