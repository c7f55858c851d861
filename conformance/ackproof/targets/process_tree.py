"""The descendants of a process."""

import psutil


def descendants(pid: int | None) -> list[psutil.Process]:
    """Return the running descendants of a process; none if it has ended, since they can no longer be found then."""
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []
