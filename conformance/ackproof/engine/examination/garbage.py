"""Excluding the examples from Python's cyclic garbage collection. The collector would traverse all examples in memory
whenever some hundred objects have been made, and find nothing, since they have no cycles. That takes an eighth of the
time of a certificate. A target in this process may make cycles, so the collector still runs, but rarely.
"""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

EVERY = 300.0
"""Minimum number of seconds of trying examples between two collections."""

_last = time.monotonic()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Disable collection in this context, and collect afterwards only if that was last done a while ago."""
    global _last  # noqa: PLW0603 - there is one collector in a process
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if time.monotonic() - _last >= EVERY:
            gc.unfreeze()
            gc.collect()
            _last = time.monotonic()
        gc.freeze()  # otherwise the next new object would trigger a collection of everything made meanwhile
        if enabled:
            gc.enable()
