"""Exit codes of the command line. They are in a separate module because every command needs them, and few need
certificates.
"""

CONFORMANT, VIOLATION, USAGE, BROKE, STALE_DEVIATION, INCONCLUSIVE, FORBIDDEN_ASSUMPTION = 0, 1, 2, 3, 4, 5, 6
OUR_BUG = 70
INTERRUPTED = 130
"""As a shell says it of a command that SIGINT ended."""
