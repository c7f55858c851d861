"""What the installed packages offer: targets, kinds of them, clusters and commands, each in a group of entry points."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points


@cache
def offers(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, in the order of their names.

    They are read once in a process: it takes tens of milliseconds, and a kill matrix asks for a hundred thousand
    targets by name. What is installed meanwhile is found by the next command.
    """
    return tuple(sorted(entry_points(group=group), key=lambda entry: entry.name))
