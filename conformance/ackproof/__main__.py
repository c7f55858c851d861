"""`python -m ackproof`: the command line of the interpreter that has it, whatever is on PATH."""

import sys

from ackproof.cli import main

sys.exit(main())
