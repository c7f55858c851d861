"""Python workers of Spark: what they do over and over for nothing, and how to keep them from it.

A worker is a process that takes one task after the other. Between two of them it looks through all its objects for
garbage, in which the modules that it has loaded are nearly all; that takes a tenth of a second and finds nothing. And
it gives large arrays back to the system when they are let go of, to ask for as many with the next batch, whose pages
the system clears first; that takes longer than to compute what is in them.
"""

import gc
from itertools import count

KEEPING_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(256 << 20)}
"""Environment in which the allocator of glibc keeps up to 256 MB that were let go of."""

_CALLS_THAT_LOAD = 8
_calls = count()


def settle() -> None:
    """Tell the garbage collector, when work begins, that what is there now is there to stay.

    Since the worker has looked for garbage between two tasks, there is next to none. It is done by the first calls in a
    process only, which load what all need: of what each task has for itself, nothing should be kept.
    """
    if next(_calls) < _CALLS_THAT_LOAD:
        gc.freeze()
