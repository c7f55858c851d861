"""What holds for all tests: how often Python looks for garbage."""

import gc

from ackproof.start import OBJECTS


def pytest_configure() -> None:
    """Look for garbage as seldom as the command does; with thousands of tests collected, each look takes long."""
    gc.freeze()
    gc.set_threshold(OBJECTS)
