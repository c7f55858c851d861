"""What a spout executor did and should have done, in the words that all rules about spouts use."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ackproof.components.spout import Callback, Effect, SpoutOperation
from ackproof.text.sanitize import shortened
from ackproof.text.truncate import truncated
from ackproof.text.wording import NOTHING, count, effect_words

SHOWN = 4
"""How many effects of many a sentence has at either end."""


def effects_beside(did: Sequence[Effect], should: Sequence[Effect]) -> str:
    """Return what was done, and what should have been: callbacks, or effects of any kind."""
    if all(isinstance(each, Callback) for each in (*did, *should)):
        return f"called back {called_words(did)}; it should have called back {called_words(should)}"
    return f"did {effect_words(did)}; it should have done {effect_words(should)}"


def unordered(effects: Iterable[Effect]) -> Counter[str]:
    """Return effects for a comparison without order."""
    return Counter(map(repr, effects))


def called_words(effects: Sequence[Effect]) -> str:
    """Return callbacks, of many only some."""
    words = [shortened(effect_words([each]).removeprefix("callback ")) for each in effects]
    return ", ".join(truncated(words, lambda more: f"… {more} more …", SHOWN)) or NOTHING


def miscounted(operation: SpoutOperation, counted: int, due: int) -> str:
    """Return the words for a wrong number of pending emissions after an operation."""
    return (
        f"after the {operation.op} the spout counted {count(counted, 'pending emission')}; "
        f"it should have counted {count(due, 'pending emission')}"
    )
