"""List the targets that can be certified here, and what is missing for the others: `ackproof targets`."""

import argparse
from collections.abc import Iterator, Sequence

from ackproof.commands.parser import Subcommands
from ackproof.engine.discovery import discover, factories
from ackproof.engine.exit_codes import CONFORMANT
from ackproof.target import limit_words
from ackproof.text import terminal
from ackproof.text.suggestions import in_words
from ackproof.text.tables import Column, Table, show


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "targets",
        help="list what can be certified here, and what is missing for the rest",
        description="List the targets that installed packages register, with what each claims: its version, "
        "components, "
        "profiles and capabilities. Of those that cannot run on this machine, say what is missing and how to get it.",
    )
    parser.set_defaults(run=_targets)


def _targets(_: argparse.Namespace) -> int:
    lists = (Column(heading, prose=True) for heading in ("version", "components", "profiles", "capabilities"))
    table = Table([Column("target"), *lists])
    lacking = []
    for account in map(discover.account, discover.registered()):
        described = account.description
        if described is None:
            lacking.append(account)
            continue
        limits = [limit_words(described.limits)] if described.limits else []
        capabilities = ", ".join([*sorted(described.capabilities), *limits]) or "none"
        table.add(
            account.name,
            described.version,
            ", ".join(described.components),
            ", ".join(described.profiles),
            capabilities,
        )
    console = terminal.console()
    show(console, table)
    for line in _missing(lacking):
        console.print(line, style="yellow", soft_wrap=True)
    console.print(
        f"Besides these: any {factories.FORM}, {in_words([f'{prefix}…' for prefix in discover.prefixes()])}; "
        "'ackproof mutants --list' lists the mutants",
        soft_wrap=True,
    )
    return CONFORMANT


def _missing(lacking: Sequence[discover.Account]) -> Iterator[str]:
    """Yield each fact that prevents targets from running, once, and below it each remedy with its targets.

    A missing Java prevents many targets from running, and some need a newer Java than others.
    """
    facts: dict[str, dict[str, list[str]]] = {}
    for account in lacking:
        fact, _, remedy = (account.missing or "").partition(": ")
        facts.setdefault(fact, {}).setdefault(remedy, []).append(account.name)
    for fact, remedies in facts.items():
        yield f"Not available here, because {fact}:"
        for remedy, names in remedies.items():
            yield f"  {', '.join(names)}{remedy and ': '}{remedy}"
