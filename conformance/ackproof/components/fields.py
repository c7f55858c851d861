"""Types for the fields of operations and results, with constraints that `wire` checks."""

from typing import Annotated

Long = Annotated[int, "a signed 64-bit integer"]
"""On the wire it is a decimal string, because JSON numbers lose bits past 2**53."""

Task = Annotated[int, "a task id"]
"""A target that reports a task below 0 is not broken: it breaks a rule."""

Kind = Annotated[str, "ack, fail or reset-timeout"]
