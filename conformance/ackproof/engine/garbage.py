"""Python's collector of cyclic garbage, told to leave the examples alone.

By itself it walks over all examples in memory whenever some hundred objects have been made, and finds nothing: they
hold no cycles. That takes an eighth of the time of a certificate. A target that runs in this process may make cycles,
so it still comes, but seldom.
"""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

EVERY = 120.0
"""Seconds of trying examples between two collections, about."""

_last = time.monotonic()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let no garbage be collected meanwhile, and afterwards only if that was last done a while ago."""
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
        gc.freeze()  # else the next object that is made sets the collector on all that was made meanwhile
        if enabled:
            gc.enable()
