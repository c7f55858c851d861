"""Targets with another class of spout executors."""

from typing import Any

import acking

from .components import changed
from .right import Factory


def made_of(breaks: str, kind: type[acking.SpoutExecutor]) -> Factory:
    """Return the factory of a target whose executors are of that class."""

    def change(opened: Any) -> None:
        opened.executor = kind(opened.executor.tasks, opened.executor.ackers)

    return changed(breaks, "spout", change)
