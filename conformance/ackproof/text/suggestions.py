"""Nearest names: what may have been meant by a name that does not exist.

Letters in another order, one too many or too few, another case, a number without its zeros, or the beginning of a name
are all near.
"""

import difflib
import re
from collections.abc import Iterable, Sequence

NEAR = 0.65
"""How like two names have to be, from 0 to 1, as difflib measures it."""

BEGINNING = 0.9
"""How like a name is to its own beginning, at least."""

AS_NEAR = 0.03
"""Names that are less than this behind the nearest are as good a guess."""

MOST = 3
"""Names that are suggested at once."""

SHORTEST_BEGINNING = 3
"""Letters: with fewer, the beginning of a name says too little."""

LONGEST = 200
"""Letters of a name that is compared: what is longer is no name, and would take long."""


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are nearest to `name`, the nearest first: none if nothing is near."""
    meant = _plain(name)
    likeness = {each: _likeness(meant, _plain(each)) for each in known}
    near = sorted((each for each, like in likeness.items() if like >= NEAR), key=lambda each: -likeness[each])
    return [each for each in near if likeness[each] > likeness[near[0]] - AS_NEAR][:MOST]


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """Return the question after the nearest names, for the end of a sentence; `otherwise` if nothing is near."""
    return question(nearest(name, known)) or otherwise


def question(names: Sequence[str]) -> str:
    """Return the question whether one of these was meant; an empty string if there are none."""
    return f"did you mean {in_words(names)}?" if names else ""


def in_words(names: Sequence[str]) -> str:
    """Return names in a row, the last of them after an "or"."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _likeness(name: str, known: str) -> float:
    if name == known:
        return 1.0
    if len(name) >= SHORTEST_BEGINNING and known.startswith(name):
        return BEGINNING
    if len(name) > LONGEST:
        return 0.0
    # Which of the two is the first makes a difference to difflib, and none to us.
    return max(difflib.SequenceMatcher(None, *pair).ratio() for pair in ((name, known), (known, name)))


def _plain(name: str) -> str:
    """Return a name in small letters, with one sign between its parts and its numbers without zeros before them.

    Numbers are parts of their own, so that `ack4` and `ACK-04` are the same.
    """
    parts = re.findall(r"[0-9]+|[^\W\d_]+", name.lower())
    return "-".join((part.lstrip("0") or "0") if part.isdigit() else part for part in parts) or name.lower()


def no_such(what: str, name: str, known: Iterable[str]) -> str:
    """Return the sentence that there is no such thing, with the nearest name or else with all names."""
    names = tuple(known)
    every = f"there are {', '.join(names)}"
    return f"there is no {what} {name!r}; {did_you_mean(name, names, every)}"
