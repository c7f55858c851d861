"""The specification as data: the rules that `spec/` states, with their level, profiles, sources and text.

The chapters are the only place where the level and status of a rule are written; this module only reads them. They ship
in the wheel.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from attrs import frozen

from ackproof.errors import SuiteError

CHAPTERS = {
    "rotating-map.md": "rotating-map",
    "acker.md": "acker",
    "routing.md": "acker",
    "durability.md": "acker",
    "anchoring.md": "anchoring",
    "spout.md": "spout",
    "topology.md": "topology",
    "transports.md": "topology",
    "ids.md": "ids",
    "multilang.md": "multilang",
}
"""The chapters that state rules, in reading order, and the component that each is about."""

VERSION = "1.0"
"""The version of the specification. It grows by a minor version when a rule is added or reworded, and by a major one
when a target that was conformant may not be any more for a rule that it was held to before."""

VERSIONS = ("1.0",)
"""Every version so far, the oldest first. A rule says since which of them it has its present wording."""

LEVELS = ("MUST", "SHOULD", "MAY")
CAPABILITY = "capability "

HISTORY = "history.toml"
"""The file of the specification with the history of each rule. It states no rules, and is not part of the hash."""

_HEADING = re.compile(r"^### (?P<id>[A-Z]{2,3}-\d{2}) (?P<title>.+)$")
_METADATA = re.compile(r"^- (?P<key>level|profiles|checked|source|needs|since|proved|follows from): (?P<value>.+)$")


@frozen(kw_only=True)
class RuleChange:
    """A change of a rule in a version of the specification: the rule was added, or its sentence `was` was replaced, for
    the reason `why`.
    """

    version: str
    was: str | None = None
    why: str | None = None


@frozen(kw_only=True)
class Rule:
    """One rule as the specification states it.

    `profiles` is empty where no profile matters. `checked` is property, differential, statistical or untested; `reason`
    says why the last. `needs_operations` and `needs_capabilities` are what a target must have for the rule to apply.
    `text` is the whole section, and `since` the version of the specification that gave it its present wording. `proved`
    names the theorems of `spec/proofs/*.v` that prove it, or a part of it, for the reference's model. `follows_from`
    names rules that say this one already, in other words or of more.
    """

    id: str
    title: str
    chapter: str
    component: str
    level: str
    profiles: tuple[str, ...]
    checked: str
    reason: str
    source: str
    needs_operations: frozenset[str]
    needs_capabilities: frozenset[str]
    text: str
    since: str = VERSIONS[0]
    proved: tuple[str, ...] = ()
    follows_from: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The rule's place in its chapter, as Markdown viewers name it."""
        return re.sub(r"[^a-z0-9 -]", "", f"{self.id} {self.title}".lower()).replace(" ", "-")

    @property
    def is_checked(self) -> bool:
        """Whether the suite has a check for the rule."""
        return self.checked != "untested"


def spec_folder() -> Traversable:
    """Return the folder of the specification: in the installed package, or in the checkout around it."""
    installed = resources.files("ackproof") / "spec"
    if installed.is_dir():
        return installed
    checkout = Path(__file__).resolve().parents[2] / "spec"
    if checkout.is_dir():
        return checkout
    raise SuiteError(f"the specification is neither at {installed} nor at {checkout}")


@lru_cache(maxsize=1)
def all_rules() -> Mapping[str, Rule]:
    """Return every rule by id, in the order of the chapters."""
    rules: dict[str, Rule] = {}
    for chapter, component in CHAPTERS.items():
        text = (spec_folder() / chapter).read_text(encoding="utf-8")
        for rule in _rules_of(chapter, component, text):
            if rule.id in rules:
                raise SuiteError(f"{rule.id} is stated in {rules[rule.id].chapter} and again in {chapter}")
            rules[rule.id] = rule
    return rules


@lru_cache(maxsize=1)
def _history() -> Mapping[str, tuple[RuleChange, ...]]:
    document = tomllib.loads((spec_folder() / HISTORY).read_text(encoding="utf-8"))
    changes: dict[str, list[RuleChange]] = {}
    for version, came in document["came"].items():
        for rule in came:
            changes.setdefault(rule, []).append(RuleChange(version=version))
    for each in document["reworded"]:
        change = RuleChange(version=each["version"], was=each["was"], why=each["why"])
        changes.setdefault(each["rule"], []).append(change)
    return {
        rule: tuple(sorted(found, key=lambda change: VERSIONS.index(change.version))) for rule, found in changes.items()
    }


def history(rule: str) -> tuple[RuleChange, ...]:
    """Return the changes of a rule, the oldest first; nothing if its wording is older than version 1.0."""
    return _history().get(rule, ())


def is_newer(rule: Rule, version: str) -> bool:
    """Whether a rule was added or reworded after a version of the specification."""
    return VERSIONS.index(rule.since) > VERSIONS.index(version)


def spec_hash() -> str:
    """Return a hash of the chapters, which identifies the wording of the rules for a certificate."""
    digest = hashlib.sha256()
    for chapter in CHAPTERS:
        digest.update((spec_folder() / chapter).read_bytes())
    return f"sha256:{digest.hexdigest()}"


def _rules_of(chapter: str, component: str, text: str) -> Iterator[Rule]:
    section: list[str] = []
    for line in [*text.splitlines(), "# end"]:
        if re.match(r"^#{1,3} ", line):
            if section and _HEADING.match(section[0]):
                yield _rule(chapter, component, section)
            section = []
        section.append(line)


def _rule(chapter: str, component: str, section: list[str]) -> Rule:
    heading = _HEADING.match(section[0])
    if heading is None:
        raise SuiteError(f"{chapter}: {section[0]!r} is no heading of a rule")
    stated = {match["key"]: match["value"] for match in map(_METADATA.match, section) if match}
    missing = {"level", "profiles", "checked", "source"} - stated.keys()
    if missing or stated["level"] not in LEVELS:
        raise SuiteError(f"{chapter}: {heading['id']} lacks {sorted(missing) or 'a level of ' + '/'.join(LEVELS)}")
    if stated.get("since", VERSIONS[0]) not in VERSIONS:
        raise SuiteError(f"{chapter}: {heading['id']} is since {stated['since']}; there are {', '.join(VERSIONS)}")
    checked, _, reason = stated["checked"].partition(": ")
    needs = [need.strip() for need in stated.get("needs", "").split(",") if need.strip()]
    return Rule(
        id=heading["id"],
        title=heading["title"],
        chapter=chapter,
        component=component,
        level=stated["level"],
        profiles=() if stated["profiles"] == "none" else tuple(name.strip() for name in stated["profiles"].split(",")),
        checked=checked,
        reason=reason,
        source=stated["source"],
        needs_operations=frozenset(need for need in needs if not need.startswith(CAPABILITY)),
        needs_capabilities=frozenset(need.removeprefix(CAPABILITY) for need in needs if need.startswith(CAPABILITY)),
        text="\n".join(section).strip() + "\n",
        since=stated.get("since", VERSIONS[0]),
        proved=_names(stated.get("proved", "")),
        follows_from=_names(stated.get("follows from", "")),
    )


def _names(line: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in line.split(",") if name.strip())
