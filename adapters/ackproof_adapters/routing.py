"""Routing over a whole column of roots: the function of `acking.acker_index`, on arrays."""

import numpy as np
from numpy.typing import NDArray

_WORD_BITS = np.uint64(32)
_OF_A_LIST = np.uint32(31)


def ackers_of(roots: NDArray[np.int64], acker_tasks: int) -> NDArray[np.int32]:
    """Return the index, from 0, of the acker task of each root among `acker_tasks` of them."""
    words = roots.view(np.uint64)
    hash_of_id = (words ^ (words >> _WORD_BITS)).astype(np.uint32)  # keeps the low word
    hash_of_list = (hash_of_id + _OF_A_LIST).view(np.int32)  # wraps, as Java's does
    return np.mod(hash_of_list, np.int32(acker_tasks))  # floorMod for a positive divisor
