"""The errors of the reference: the caller did what the specification forbids.

All are `IllegalUse`. Most faults of a plan, and an unknown task in an event, have a class of their own.
"""


class IllegalUse(ValueError):
    """A caller's mistake. It names what was wrong, and the state is as it was before the call.

    Only `Topology.step` may have done a part of its event, unless the error is `UnknownTask`. The topology is then not
    to be used any more.
    """


class ReservedName(IllegalUse):
    """A bolt is called like the spout or the acker component."""


class DuplicateBolt(IllegalUse):
    """Two bolts of a plan have one name."""


class NoTasks(IllegalUse):
    """A component that needs a task has none. Only acker tasks may be left out."""


class UnknownComponent(IllegalUse):
    """A bolt takes tuples from a component that the plan does not have, or from the acker, which emits none. Or it says
    how it takes them from a component that it does not stand after.
    """


class UnknownTask(IllegalUse):
    """An event is about a task that the topology does not have, or about one of the wrong kind."""
