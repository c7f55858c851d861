"""Put workloads through right targets, from seeds that were not used in development: no rule may accuse them.

    tox -e no-false-alarm
    tox -e no-false-alarm -- 5000
    tox -e no-false-alarm -- --target ackproof.targets.hardened:make

A rule, under all of its profiles and at one seed, that raised no alarm against a target is not tried on it again as
long as nothing has changed.
"""

import argparse
import itertools
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from ackproof.engine.plan import Selection, plan
from ackproof.verdict import Outcome
from common.verdicts import driving, verdicts

from . import checks, page
from .progress import FOLDER, Progress, whole_checkout

WORKLOADS = 500_000
SECOND = "second.target:make"
INIT_ONCE = "wrong_ackers.right:idempotent_init"
HARDENED = "ackproof.targets.hardened:make"
HERON_LIKE = "wrong_ackers.right:heron_like"
SHARES = {
    "reference": Fraction(1, 5),
    INIT_ONCE: Fraction(1, 5),
    HARDENED: Fraction(1, 5),
    HERON_LIKE: Fraction(1, 5),
    SECOND: Fraction(4, 25),
    "spark-batch": Fraction(1, 25),
}
"""The share of the workloads for each. The hardened and the Heron-like acker are checked under their assumptions."""

EXPECTED = {INIT_ONCE: {"ACK-11"}}
"""The rules that a target is known to break: a SHOULD, which a conformant target need not follow."""

FIRST_SEED = 1000
"""Tests use no seeds from here on, so nothing was developed with them."""

EVERY = 10
"""Seconds between two lines of progress."""


def rules_of(target: str) -> list[str]:
    """Return the ids of the rules for a target."""
    with driving(target) as driver:
        return list(dict.fromkeys(examination.rule.id for examination in plan(driver, Selection())))


def blocks(target: str) -> Iterator[tuple[str, int]]:
    """Yield pairs of rule and seed: all rules at one seed, then at the next."""
    rules = rules_of(target)
    for seed in itertools.count(FIRST_SEED):
        yield from ((rule, seed) for rule in rules)


def examined(target: str, rule: str, seed: int) -> tuple[int, list[str]]:
    """Return the number of workloads of a rule, and its alarms: verdicts that are neither a pass nor a skip."""
    found = verdicts(target, rule, seed=seed)
    alarms = [
        f"{target}, seed {seed}: {each.outcome.name} {each.rule} {each.profile or '-'}: {each.reason}"
        for each in found
        if each.outcome not in (Outcome.PASS, Outcome.SKIP)
        and not (each.rule in EXPECTED.get(target, ()) and each.outcome is Outcome.FAIL)
    ]
    return sum(each.examples for each in found), alarms


def no_false_alarm(order: argparse.Namespace) -> int:
    """Run what remains until every target has had its share; return the exit code."""
    progress = Progress(FOLDER / "no-false-alarm.json", "workloads", whole_checkout(), anew=order.anew)
    counts = Counter[str]()
    failures: list[str] = []
    heard = 0.0
    shares = {target: share for target, share in SHARES.items() if order.target in (None, target)}
    for target, share in shares.items():
        for rule, seed in blocks(target):
            if counts[target] >= share * order.workloads:
                break
            name = f"{target} {rule} {seed}"
            if name not in progress.outcomes:
                count, alarms = examined(target, rule, seed)
                for alarm in alarms:
                    checks.say(alarm)
                failures += alarms
                if not alarms:
                    progress.keep(name, count)
                counts[target] += count
            else:
                counts[target] += progress.outcomes[name]
            if time.monotonic() - heard > EVERY:
                heard = time.monotonic()
                checks.say(f"{target}, seed {seed}, {rule}: {counts.total():,} of {order.workloads:,} workloads")
    figures = ", ".join(f"{target} {count:,}" for target, count in counts.items())
    figures = f"{counts.total():,} workloads ({figures}): {len(failures) or 'no'} alarms"
    checks.say(figures)
    if order.workloads >= WORKLOADS and order.target is None:
        page.note("no-false-alarm", figures, failures, progress)
    return 1 if failures else 0


def main() -> None:
    """Run the command."""
    options = checks.parser(__doc__)
    options.add_argument("workloads", nargs="?", type=int, default=WORKLOADS, help="how many (default: %(default)s)")
    options.add_argument("--target", choices=list(SHARES), help="of these, its share only (not noted)")
    checks.main(no_false_alarm, options)


if __name__ == "__main__":
    main()
