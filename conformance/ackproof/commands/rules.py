"""List the rules, or show one with its text, source and check: `ackproof rules`."""

import argparse
from collections.abc import Iterator

from ackproof.commands.parser import Subcommands
from ackproof.components import COMPONENTS
from ackproof.engine.exit_codes import CONFORMANT
from ackproof.engine.plan import require_component, rules_matching
from ackproof.errors import UsageError
from ackproof.rules.registry import all_checks
from ackproof.specification import Rule, all_rules, history
from ackproof.text import terminal
from ackproof.text.tables import Column, Table, show
from ackproof.wire.documents import encode
from ackproof.wire.rules import rules_document
from ackproof.workloads.dimensions import AT_THE_END, DIMENSIONS


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "rules",
        help="list the rules, or show one of them with its text, source and check",
        description="List rules, or show one of them with its text, source and check.",
    )
    parser.add_argument("id", nargs="?", metavar="ID", help="such as ACK-04; or a pattern, such as 'ACK-*'")
    parser.add_argument("--component", metavar="C", help=f"only the rules of one of {', '.join(COMPONENTS)}")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="a table, or all that is stated, as JSON"
    )
    parser.set_defaults(run=_rules)


def _rules(options: argparse.Namespace) -> int:
    console = terminal.console()
    if options.component is not None:
        require_component(options.component)
    rules = [rule for rule in rules_matching(options.id) if options.component in (None, rule.component)]
    if not rules:
        raise UsageError(f"no rule of component {options.component} matches {options.id!r}; leave out one of the two")
    if options.format == "json":
        console.print(encode(rules_document(rules)), soft_wrap=True)
        return CONFORMANT
    if options.id is not None and options.id.upper() in all_rules():
        for line in _whole(rules[0]):
            console.print(line, soft_wrap=True)
        return CONFORMANT
    table = Table([*map(Column, ("rule", "level", "profiles", "checked")), Column("title", prose=True)])
    for rule in rules:
        table.add(rule.id, rule.level, " ".join(rule.profiles) or "any", rule.checked, rule.title)
    show(console, table)
    return CONFORMANT


def _history(rule: Rule) -> Iterator[str]:
    for change in history(rule.id):
        if change.was is None:
            yield f"Since version {change.version} of the specification."
        else:
            yield f"Reworded with version {change.version} of the specification: {change.why} Until then it was:"
            yield f"  {change.was}"


def _whole(rule: Rule) -> list[str]:
    rendered = [rule.text.rstrip(), "", f"Chapter: spec/{rule.chapter}", *_history(rule)]
    check = all_checks().get(rule.id)
    if check is None:
        return [*rendered, f"Not tested: {rule.reason}"]
    module = check.check.__module__.replace(".", "/")
    rendered.append(f"Checked by: {check.name} in {module}.py")
    rendered += [
        "A pass counts when each of these was met often enough:",
        *(f"- {each.name}" for each in check.premises),
    ]
    if check.sizes is None:
        return rendered
    there = [DIMENSIONS[rule.component][name] for name in check.sizes.dimensions]
    return [
        *rendered,
        f"and when at least {AT_THE_END} examples came to the end of each of these (in brackets: with --deep):",
        *(f"- {each.default:,} {each.name} ({each.deep:,})" for each in there),
    ]
