"""The errors of the reference: the caller did what the specification forbids.

All are `IllegalUse`. Faults of a plan, and of the task that an event names, have a class for each cause.
"""


class IllegalUse(ValueError):
    """A caller's mistake. It names what was wrong, and the state is as it was before the call."""


class ReservedName(IllegalUse):
    """A bolt is called like the spout or the acker component."""


class DuplicateBolt(IllegalUse):
    """Two bolts of a plan have one name."""


class NoTasks(IllegalUse):
    """A component that needs a task has none. Only acker tasks may be left out."""


class UnknownComponent(IllegalUse):
    """A bolt takes tuples from a component that the plan does not have, or from the acker, which emits none."""


class UnknownTask(IllegalUse):
    """An event names a task that the topology does not have, or one of the wrong kind."""
