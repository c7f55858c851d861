"""The one error of the reference: the caller did what the specification forbids."""


class IllegalUse(ValueError):
    """A caller's mistake. It names what was wrong, and the state is as it was before the call."""
