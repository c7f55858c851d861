"""Where the command `ackproof` begins: signals and streams are put in order before anything slow is imported."""

import gc
import os
import sys

from ackproof.commands import streams
from ackproof.engine.exit_codes import OUR_BUG, USAGE
from ackproof.engine.workers import interruption
from ackproof.errors import shortage

GC_THRESHOLD = 100_000
"""Allocations between two garbage collections. A run makes millions of objects, keeps many, and hardly any are garbage:
Python's default of 700 would take a quarter of its time.
"""


def main() -> int:
    """Run the command line of this process; return its exit code."""
    gc.set_threshold(GC_THRESHOLD)
    try:
        interruption.expect()
        with interruption.held_back():  # a stream that is half replaced can say nothing
            streams.prepare()
        from ackproof.commands.main import main as run  # noqa: PLC0415  # it takes a second, in which a signal may come

        code = run()
    except interruption.Interrupted as interrupted:
        code = interrupted.exit_code
    except SystemExit as end:  # argparse, after it has said why
        code = end.code if isinstance(end.code, int) else 0
    except Exception as error:  # noqa: BLE001 - while all that is imported; Python's own code for it means a violation
        lacking = shortage(error)
        if lacking is None:
            sys.excepthook(type(error), error, error.__traceback__)
            code = OUR_BUG
        else:
            os.write(2, f"ackproof: {lacking}\n".encode())
            code = USAGE
    if interruption.was_interrupted():
        interruption.end(code)
    gc.freeze()  # at its end, Python would look through all that a run has kept, three times
    return code
