"""Verdicts of some rules on one target, without the command line."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from ackproof.engine.discovery import discover
from ackproof.engine.driver import Driver
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES, Effort, examine
from ackproof.engine.examination.shrink import Shrinking
from ackproof.engine.plan import Selection, plan
from ackproof.verdict import Outcome, Verdict

SEEDS = (0, 1, 2)
"""Seeds for verdicts on a target; the result must not depend on a lucky seed."""


@contextmanager
def driving(target: str) -> Iterator[Driver]:
    """Yield the driver of a target, and close it afterwards."""
    driver = discover.find(target)
    try:
        yield driver
    finally:
        driver.close()


def verdicts(
    target: str, rule: str | None = None, *, seed: int = 0, examples: int = DEFAULT_EXAMPLES, profile: str | None = None
) -> list[Verdict]:
    """Return the verdicts on a target by all matching rules, under every profile of both."""
    effort = Effort(examples, seed)
    with driving(target) as driver:
        tasks = plan(driver, Selection(rule=rule, profile=profile))
        return [examine(task, driver, effort) for task in tasks]


FEW_FIRST = (8, 60, DEFAULT_EXAMPLES)


def is_found(target: str, rule: str, seed: int) -> dict[str | None, bool]:
    """Return, by profile, whether a rule fails with default settings. The violation is not shrunk, to save time.

    Examples are numbered, so a failure within the first few is a failure of all of them.
    """
    found: dict[str | None, bool] = {}
    for examples in FEW_FIRST:
        with mock.patch.object(Shrinking, "smallest", lambda shrinking: shrinking.first):
            examined = verdicts(target, rule, seed=seed, examples=examples)
        found = {verdict.profile: verdict.outcome is Outcome.FAIL for verdict in examined}
        if all(found.values()):
            break
    return found


def wrong_targets(module: str) -> dict[str, str]:
    """Return the wrong targets in a module of `wrong_ackers`, with the rule that each breaks."""
    made = vars(importlib.import_module(f"wrong_ackers.{module}"))
    rules = {name: getattr(each, "breaks", None) for name, each in made.items() if not isinstance(each, type)}
    return {f"wrong_ackers.{module}:{name}": rule for name, rule in rules.items() if rule is not None}


def tuples_in(story: list[str]) -> int:
    """Return the number of tuples in a story's trees."""
    return sum(line.lstrip(" │").startswith(("├─", "└─")) for line in story)


def marked_in(story: list[str]) -> str:
    """Return the marked line of a story."""
    (line,) = (line for line in story if line.startswith(">"))
    return line
