"""Tasks: the actors of a topology. A component has one or more tasks, with the indices 1, 2 and so on.

The index of a spout task is the `task` of its messages. There any number from 0 is a task (`acking.ids.check_task`).
"""

from attrs import frozen

SPOUT, ACKER = "spout", "acker"
"""The components that every topology has. All others are bolts."""


@frozen
class Task:
    """A task of a component, shown as `spout-1`. It keeps its name when it dies and is started again.

    Any component and index make a task; whether a topology has it is checked where it is used.
    """

    component: str
    index: int

    def __str__(self) -> str:
        return f"{self.component}-{self.index}"
