"""The JSON form of the specification: `schemas/rules.schema.json`."""

import re
from collections.abc import Sequence

from ackproof.specification import VERSION, Rule, RuleChange, history, spec_hash
from ackproof.wire.forms import Json

_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_REASON = re.compile(r"^Why: (?P<why>.+?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)


def rules_document(rules: Sequence[Rule]) -> Json:
    """Return rules as data, with the version and the hash of the specification that states them."""
    return {
        "rules": 1,
        "specification": {"version": VERSION, "hash": spec_hash()},
        "list": [_rule(rule) for rule in rules],
    }


def _rule(rule: Rule) -> Json:
    return {
        "id": rule.id,
        "title": rule.title,
        "level": rule.level,
        "component": rule.component,
        "chapter": f"spec/{rule.chapter}#{rule.anchor}",
        "profiles": list(rule.profiles),
        "needs": sorted([*rule.needs_operations, *(f"capability {each}" for each in rule.needs_capabilities)]),
        "checked": rule.checked,
        "why_untested": rule.reason or None,
        "binds": binding(rule),
        "reason": reason(rule),
        "source": rule.source,
        "since": rule.since,
        "proved": list(rule.proved),
        "follows_from": list(rule.follows_from),
        "history": [_change(change) for change in history(rule.id)],
        "text": rule.text,
    }


def _change(change: RuleChange) -> Json:
    if change.was is None:
        return {"version": change.version, "change": "came"}
    return {"version": change.version, "change": "reworded", "was": change.was, "why": change.why}


def binding(rule: Rule) -> str:
    """Return the binding sentences of a rule: those that are quoted."""
    quoted = [line for line in rule.text.splitlines() if line.startswith(">")]
    return " ".join(_QUOTED.sub("", "\n".join(quoted)).split())


def reason(rule: Rule) -> str | None:
    """Return the reason for a rule, if its section has a paragraph with one."""
    found = _REASON.search(rule.text)
    return None if found is None else " ".join(found["why"].split())
