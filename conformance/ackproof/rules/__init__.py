"""The rules in code: one function for each rule, named as its sentence, that judges a target by the ground truth of a
workload.

A chapter of `spec/` is checked in the module or the package of its name. Three kinds of rules are together for the
chapters on ackers, maps, collectors, spouts and topologies, because each kind is checked in one way: `differential`
compares with the reference, `statistics` counts trials, and `sizes` has few examples, which are large. Two chapters
have all of their rules in one module: `ids`, most of whose rules count trials, and `multilang`, with ML-17, which is
about size. `registry` defines what a rule is. `ackproof rules ID` names the module of a rule.

To add a rule, write its section in the chapter of the specification and its function here, under the same id.
"""
