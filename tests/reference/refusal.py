"""The common assertions on every illegal use: an error that names the value, and an unchanged state."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy

import pytest
from acking import IllegalUse


@contextmanager
def refused(state: object, *named: str) -> Iterator[None]:
    """Expect that the block raises IllegalUse, with all of `named` in the message, and leaves `state` equal."""
    before = deepcopy(state)
    with pytest.raises(IllegalUse) as caught:
        yield
    message = str(caught.value)
    assert [] == [value for value in named if value not in message], f"not named in {message!r}"
    assert before == state
