"""Vectors: histories with what has to be said, as plain JSON, for programs that cannot run this suite.

`python -m tools.vectors` makes them, of examples that show the mutants, the worked examples and ids at the ends
of their range. They are kept in `corpus/`, which `ackproof vectors` copies. Whoever passes all of them is none of the
mutants that they kill; the index names those that they miss.
"""
