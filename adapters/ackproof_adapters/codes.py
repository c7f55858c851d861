"""Operations and kinds of notifications as numbers: the same in columns, in arrays and in files.

The sharded log has them on disk (its manifest gives them by name), so they must not be changed, only added to.
"""

OPERATIONS = ("init", "ack", "fail", "reset-timeout", "tick")
"""The name of each operation, by its number."""

INIT, ACK, FAIL, RESET_TIMEOUT, TICK = range(len(OPERATIONS))

KINDS = ("ack", "fail", "reset-timeout")
"""The name of each kind of notification, by its number."""

KIND_ACK, KIND_FAIL, KIND_RESET_TIMEOUT = range(len(KINDS))
