"""Targets with another class of bolts."""

from typing import Any

import acking

from .components import changed
from .right import Factory


def made_of(breaks: str, kind: type[acking.BoltTask]) -> Factory:
    """Return the factory of a target whose bolts are of that class."""

    def change(opened: Any) -> None:
        opened.task = kind()

    return changed(breaks, "anchoring", change)
