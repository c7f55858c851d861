"""Suggestions for a name that does not exist: the nearest known names.

Letters in another order, one too many or too few, another case, a number without its zeros, or the beginning of a name
are all near.
"""

import difflib
import re
from collections.abc import Iterable, Sequence

NEAR = 0.65
"""Minimum similarity of two names, from 0 to 1, as measured by difflib."""

ALMOST = 0.8
"""Minimum similarity of a name of several parts, of which more than one differ."""

BEGINNING = 0.9
"""Minimum similarity of a name to its own beginning."""

AS_NEAR = 0.03
"""Names within this distance of the nearest are suggested too."""

MOST = 3
"""Maximum number of suggested names."""

SHORTEST_BEGINNING = 3
"""Minimum number of letters for a name to count as the beginning of another."""

LONGEST = 200
"""Maximum length in characters of a name to compare: a longer one is not a name, and would take long."""


def nearest(name: str, known: Iterable[str], least: float = NEAR) -> list[str]:
    """Return the known names that are nearest to `name`, the nearest first: an empty list if none is as near as
    `least`.
    """
    meant = _plain(name)
    likeness = {each: _likeness(meant, _plain(each)) for each in known}
    near = sorted((each for each, like in likeness.items() if like >= least), key=lambda each: -likeness[each])
    return [each for each in near if likeness[each] > likeness[near[0]] - AS_NEAR][:MOST]


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """Return the question whether one of the nearest names was meant, for the end of a sentence; `otherwise` if none is
    near.
    """
    return question(nearest(name, known)) or otherwise


def question(names: Sequence[str]) -> str:
    """Return the question whether one of these was meant; an empty string if there are none."""
    return f"did you mean {in_words(names)}?" if names else ""


def in_words(names: Sequence[str]) -> str:
    """Return names as a list in words, with "or" before the last."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _likeness(name: str, known: str) -> float:
    if name == known:
        return 1.0
    if len(name) >= SHORTEST_BEGINNING and known.startswith(name):
        return BEGINNING
    if len(name) > LONGEST:
        return 0.0
    # difflib's result depends on the order of the two; ours must not.
    return max(difflib.SequenceMatcher(None, *pair).ratio() for pair in ((name, known), (known, name)))


def _plain(name: str) -> str:
    """Return a name in small letters, with one separator between its parts and its numbers without leading zeros.

    Numbers are separate parts, so that `ack4` and `ACK-04` are equal.
    """
    parts = re.findall(r"[0-9]+|[^\W\d_]+", name.lower())
    return "-".join((part.lstrip("0") or "0") if part.isdigit() else part for part in parts) or name.lower()


def no_such(what: str, name: str, known: Iterable[str]) -> str:
    """Return the sentence that a name does not exist, with the nearest name or else with all names."""
    names = tuple(known)
    every = f"there are {', '.join(names)}"
    return f"there is no {what} {name!r}; {did_you_mean(name, names, every)}"
