"""Vectors: histories with what has to be said, as plain JSON, for programs that cannot run this suite.

`python -m tools.vectors` makes them, of examples that show the mutants, the worked examples and ids at the ends
of their range. They are in `kept/`, which `ackproof vectors` copies. A program that passes all of them makes none of
the mistakes of the mutants that they kill; the index names the mutants that they miss.
"""
