"""What is large about a workload, in the words that all rules of size use."""

from collections.abc import Mapping

FEW = 10
"""A size below this is not said: a violation of so small a workload is not about its size."""


def large_sizes(counted: Mapping[str, int]) -> str:
    """Return the sizes that are more than a few, in brackets behind a blank; an empty string if none is."""
    large = [f"{size:,} {name}" for name, size in counted.items() if size >= FEW]
    return f" (with {', '.join(large)})" if large else ""


def because(reason: str) -> str:
    """Return a reason as a clause; an empty string if there is none."""
    return f", because {reason}" if reason else ""
