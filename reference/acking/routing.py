"""Routing: which acker task keeps the record of a root.

An ack val is meaningful only if *all* messages of its tree reach the same acker task: with half of the edges on one
task and half on another, neither number reaches zero. Senders do not know each other. So the acker task must be a
function of the one thing that every message of a tree carries, the root id. Any function works that all senders share
and that distributes roots evenly.

Storm's function is a fields grouping on the message's one field: the hash of a Java list that holds the id, reduced by
floorMod. The hash of the id folds its high word onto the low one; that of a list with one element adds 31 to it. All of
it wraps at 32 bits, as a Java int does.

Rules: `RTE-01` onwards. Source: guarantee-1.0 ("mod hashing"); the formula is that of Storm 2's fields grouping.
"""

from acking.ids import RootId, check_count, check_id

_WORD = 0xFFFF_FFFF
_SIGN = 0x8000_0000


def acker_index(root: RootId, acker_tasks: int) -> int:
    """Return the index, from 0, of the acker task that keeps the record of `root` among `acker_tasks` of them.

    Raise `IllegalUse` if the root is not a signed number of 64 bits, or if there is no acker task.
    """
    check_id("root", root)
    check_count("acker tasks", acker_tasks, 1)
    unsigned = root & 0xFFFF_FFFF_FFFF_FFFF
    hash_of_id = (unsigned ^ (unsigned >> 32)) & _WORD
    hash_of_list = (31 + hash_of_id) & _WORD
    return _as_java_int(hash_of_list) % acker_tasks  # Python's % is floorMod for a positive divisor


def _as_java_int(word: int) -> int:
    return word - 2 * _SIGN if word & _SIGN else word
