"""Python workers of Spark: two things that they repeat without need, and how to avoid them.

A worker is a process that runs one task after the other. Between two tasks its garbage collector looks through all
objects, nearly all of which are the loaded modules; that takes a tenth of a second and finds nothing. And it returns
large arrays to the system when they are freed, and asks for as many with the next batch, whose pages the system clears
first; that takes longer than computing their contents.
"""

import gc
from itertools import count

KEEPING_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(256 << 20)}
"""Environment in which the allocator of glibc keeps up to 256 MB of freed memory."""

_CALLS_THAT_LOAD = 8
_calls = count()


def settle() -> None:
    """Tell the garbage collector, when work begins, that the present objects are permanent.

    Since the worker has just collected garbage between two tasks, there is almost none. Only the first calls in a
    process do this, which load what all tasks need: objects of a single task should not be kept.
    """
    if next(_calls) < _CALLS_THAT_LOAD:
        gc.freeze()
