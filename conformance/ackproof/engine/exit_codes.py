"""Exit codes of the command line. They are in a separate module because every command needs them, and few need
certificates.
"""

CONFORMANT, VIOLATION, USAGE, BROKE, ROTTEN, INCONCLUSIVE, FORBIDDEN = 0, 1, 2, 3, 4, 5, 6
