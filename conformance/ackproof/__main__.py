"""`python -m ackproof`: the command line of the interpreter that has it, whatever is on PATH."""

import sys

from ackproof.start import main

if __name__ == "__main__":
    sys.exit(main())
