"""Retention: whether an acker can forget a tree that its spout still waits for. Both sides count ticks. An acker's
record that is not refreshed expires after as many ticks as the acker has buckets, and an emission is failed at the
spout's second tick. Which comes first depends on when the next tick of each is due when the tree begins: the two
*phases*. They are tried in whole seconds, as times left to the next tick, from one second to a whole period. Clocks are
ideal and messages take no time.

The chapter on the topology has the argument for all phases, and SYS-16 the rule.
"""

import argparse
from collections.abc import Iterator
from itertools import product

from acking.profiles import PROFILES
from acking.spout import PENDING_BUCKETS
from attrs import frozen

from ackproof.commands.arguments import one_of
from ackproof.commands.parser import Subcommands
from ackproof.engine.exit_codes import CONFORMANT, VIOLATION
from ackproof.errors import UsageError
from ackproof.text import terminal
from ackproof.text.values import whole

LONGEST = 3600
"""Maximum length of a period in seconds: all pairs of phases are tried."""


@frozen
class RetentionClocks:
    """An acker with `buckets` and a tick every `acker_period`, and a spout with a tick every `spout_period`, in
    seconds.
    """

    buckets: int
    acker_period: int
    spout_period: int

    def forgotten_at(self, phase: int) -> int:
        """Return the time in seconds from the creation of a record to its expiry, if the acker's next tick comes after
        `phase`.
        """
        return phase + (self.buckets - 1) * self.acker_period

    def failed_at(self, phase: int) -> int:
        """Return the time in seconds from an emission to its failure, if the spout's next tick comes after `phase`."""
        return phase + (PENDING_BUCKETS - 1) * self.spout_period

    @property
    def always_covers(self) -> bool:
        """Whether the acker remembers for as long as the spout waits, in all phases, also between whole seconds."""
        return (self.buckets - 1) * self.acker_period >= PENDING_BUCKETS * self.spout_period


@frozen
class Phases:
    """Seconds to the next tick of the acker task and of the spout task when the tree begins."""

    acker: int
    spout: int


@frozen
class Retention:
    """The results: the number of pairs of phases `tried`, those in which the acker forgets first, and the worst of
    them.
    """

    clocks: RetentionClocks
    tried: int
    forgetting: int
    worst: Phases | None

    @property
    def window(self) -> int:
        """Maximum time in seconds that the spout waits for a tree that the acker has forgotten."""
        if self.worst is None:
            return 0
        return self.clocks.failed_at(self.worst.spout) - self.clocks.forgotten_at(self.worst.acker)


def retention(clocks: RetentionClocks) -> Retention:
    """Try all pairs of phases in whole seconds."""
    forgetting = 0
    worst: tuple[int, Phases] | None = None
    for acker, spout in product(range(1, clocks.acker_period + 1), range(1, clocks.spout_period + 1)):
        window = clocks.failed_at(spout) - clocks.forgotten_at(acker)
        if window > 0:
            forgetting += 1
            if worst is None or window > worst[0]:
                worst = window, Phases(acker, spout)
    return Retention(clocks, clocks.acker_period * clocks.spout_period, forgetting, worst and worst[1])


def lines(found: Retention) -> Iterator[str]:
    """Yield the results in words, with the worst phases as an example."""
    clocks = found.clocks
    yield _span("acker", clocks.buckets, clocks.acker_period, "remembers a tree that is left alone")
    yield _span("spout", PENDING_BUCKETS, clocks.spout_period, "waits for an emission")
    yield ""
    if found.worst is None:
        everywhere = "and in none between" if clocks.always_covers else "but between whole seconds it can be"
        yield f"In none of {found.tried} pairs of phases is a tree forgotten that the spout waits for, {everywhere}."
        return
    yield (
        f"In {found.forgetting} of {found.tried} pairs of phases a tree that is left alone is forgotten while the "
        f"spout waits for it, for up to {found.window} s. The worst:"
    )
    yield ""
    for time, what in _timeline(found, found.worst):
        yield f"  {time:>5} s  {what}"


def _timeline(found: Retention, worst: Phases) -> list[tuple[int, str]]:
    clocks = found.clocks
    forgotten, failed = clocks.forgotten_at(worst.acker), clocks.failed_at(worst.spout)
    events = [(0, "a tree begins, and its acker makes a record; a bolt works on its last tuple")]
    for number in range(clocks.buckets):
        last = ": the record is forgotten" if number == clocks.buckets - 1 else ""
        time = worst.acker + number * clocks.acker_period
        events.append((time, f"tick {number + 1} of {clocks.buckets} of the acker{last}"))
    for number in range(PENDING_BUCKETS):
        time = worst.spout + number * clocks.spout_period
        last = ": the emission is failed, and will be replayed" if number == PENDING_BUCKETS - 1 else ""
        events.append((time, f"tick {number + 1} of {PENDING_BUCKETS} of the spout{last}"))
    if failed - forgotten > 1:
        events.append(
            (forgotten + 1, "the bolt acks the tuple: the whole tree is processed, and the spout is not notified")
        )
    return sorted(events, key=lambda event: event[0])


def _span(who: str, buckets: int, period: int, what: str) -> str:
    return (
        f"The {who}, with {buckets} buckets and a tick each {period} s, {what} "
        f"for more than {(buckets - 1) * period} s and at most {buckets * period} s."
    )


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "retention",
        help="find out whether an acker can forget a tree that its spout still waits for",
        description="Find out whether an acker can forget a tree that its spout still waits for. Try all phases of "
        "the ticks of an acker task and a spout task, and show the worst. Nothing "
        "refreshes the record meanwhile: the tree is left alone until its last tuple is acked.",
        epilog="exit codes: 0 no, in no phases; 1 yes; 2 usage",
    )
    parser.add_argument(
        "--profile",
        type=one_of("profile", PROFILES),
        default="storm2",
        metavar="P",
        help=f"whose number of buckets: {' or '.join(PROFILES)} (default %(default)s)",
    )
    parser.add_argument(
        "--buckets", type=whole, metavar="N", help="buckets of the acker, in place of those of the profile"
    )
    parser.add_argument(
        "--timeout",
        type=whole,
        default=30,
        metavar="S",
        help="seconds between two ticks of the spout (default %(default)s)",
    )
    parser.add_argument(
        "--acker-period",
        type=whole,
        metavar="S",
        help="seconds between two ticks of the acker (default: the same as of the spout)",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    buckets = PROFILES[options.profile].buckets if options.buckets is None else options.buckets
    period = options.timeout if options.acker_period is None else options.acker_period
    for name, number, least, most in (
        ("--timeout", options.timeout, 1, LONGEST),
        ("--acker-period", period, 1, LONGEST),
        ("--buckets", buckets, PENDING_BUCKETS, LONGEST),
    ):
        if not least <= number <= most:
            raise UsageError(f"{name} {number}: it takes a whole number from {least} to {most}")
    found = retention(RetentionClocks(buckets, period, options.timeout))
    console = terminal.console()
    for line in lines(found):
        console.print(line, soft_wrap=True, highlight=False)
    return VIOLATION if found.forgetting or not found.clocks.always_covers else CONFORMANT
