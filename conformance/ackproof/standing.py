"""How far a campaign has come, in words: on a terminal all the time, and in a log now and then."""

from attrs import define
from rich.console import Console

from ackproof.campaign import Standing

LINES = 10
"""So many lines a log is given, at most, of a campaign after it has begun."""


def in_words(standing: Standing) -> str:
    """Return how far a campaign has come."""
    violations = "no violation" if not standing.violations else f"violations: {standing.violations:,}"
    return (
        f"rules {standing.rules_done}/{standing.rules}, "
        f"examples {standing.examples_done:,}/{standing.examples:,}, {violations}"
    )


@define
class Log:
    """Writes how far a campaign has come when it begins, now and then, and when it has come to its end."""

    console: Console
    told: int = -1

    def __call__(self, standing: Standing) -> None:
        """Write it, if there is something new to say."""
        tenths = (LINES - 1) * standing.examples_done // max(1, standing.examples)
        if standing.rules_done == standing.rules:
            tenths = LINES  # when all examples are done, what they showed may still have to be made smaller
        if tenths > self.told:
            self.told = tenths
            self.console.print(in_words(standing), soft_wrap=True)
