"""Exit codes of the command line, as numbers: all commands know them, and few need anything else of a certificate."""

CONFORMANT, VIOLATION, USAGE, BROKE, ROTTEN, INCONCLUSIVE, FORBIDDEN = 0, 1, 2, 3, 4, 5, 6
