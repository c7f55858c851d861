"""Targets that equal the reference except for one class in one component."""

from collections.abc import Callable
from typing import Any

from ackproof.target import Component, Config
from ackproof.targets.reference import ReferenceTarget

from .right import Factory

Change = Callable[[Any], Any]


class ChangedReference(ReferenceTarget):
    """The reference, with `change` done to one kind of component after it was opened."""

    def __init__(self, component: str, change: Change) -> None:
        super().__init__()
        self.component = component
        self.change = change

    def open(self, component: str, config: Config) -> Component:
        """Open the reference's component, or the changed one."""
        opened = super().open(component, config)
        if component == self.component:
            self.change(opened)
        return opened


def changed(breaks: str, component: str, change: Change) -> Factory:
    """Return the factory of a reference that differs in one component."""
    return Factory(breaks, lambda: ChangedReference(component, change))
