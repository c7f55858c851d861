"""Routing in Spark SQL: which acker task keeps the record of a root.

The same function as `acking.acker_index`, in 64-bit numbers and masks. Spark's own 32-bit addition would not do: in
ANSI mode, the default, it raises an error where Java wraps. Here nothing can overflow: after the first mask, 33 bits
are enough.
"""

_WORD = f"{0xFFFF_FFFF}L"
_SIGN = f"{0x8000_0000}L"


def acker_of(root: str, acker_tasks: int) -> str:
    """Return SQL for the index, from 0, of the acker task of `root`, which is SQL for a BIGINT. Null gives null."""
    hash_of_id = f"(({root} ^ shiftrightunsigned({root}, 32)) & {_WORD})"
    hash_of_list = f"(({hash_of_id} + 31L) & {_WORD})"
    as_java_int = f"(({hash_of_list} ^ {_SIGN}) - {_SIGN})"
    return f"CAST(pmod({as_java_int}, {acker_tasks}L) AS INT)"  # pmod is floorMod where the divisor is positive
