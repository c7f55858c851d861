"""The processes that a process has started, and those that they have."""

import psutil


def descendants(pid: int | None) -> list[psutil.Process]:
    """Return all that came of a process and are still there; none if it is gone. They are lost sight of as it ends."""
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []
