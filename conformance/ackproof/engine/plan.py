"""The plan of a run: which rules, under which profiles, for a target."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from attrs import evolve, frozen

from ackproof.components import COMPONENTS
from ackproof.engine import quick
from ackproof.engine.driver import Driver, require_profile
from ackproof.errors import UsageError
from ackproof.rules.registry import RuleCheck, all_checks
from ackproof.specification import VERSIONS, Rule, all_rules, is_newer
from ackproof.target import PROFILES
from ackproof.text.suggestions import did_you_mean, no_such, question
from ackproof.workloads.dimensions import WHOLE, Span
from ackproof.workloads.hypothesis_draws import require_backend


@frozen(kw_only=True)
class Selection:
    """What to certify; None means all. `rule` is a pattern such as `ACK-*`, or several with commas between, and
    `specification` a version: rules that are newer are left out. With `quick`, only the rules of
    `ackproof.engine.quick` are selected.
    """

    profile: str | None = None
    component: str | None = None
    rule: str | None = None
    specification: str | None = None
    quick: bool = False

    def newer_rules(self) -> list[Rule]:
        """Return the rules that are left out because they are newer than the requested version."""
        version = self.specification
        if version is None:
            return []
        wanted = evolve(self, specification=None).rules()
        return [rule for rule in wanted if is_newer(rule, version)]

    def rules(self) -> list[Rule]:
        """Return the rules that are selected and have a check; raise `UsageError` if nothing is."""
        if self.profile is not None and self.profile not in PROFILES:
            raise UsageError(no_such("profile", self.profile, PROFILES))
        if self.component is not None:
            require_component(self.component)
        checked = [rule for rule in rules_matching(self.rule) if rule.is_checked]
        if not checked:
            untested = rules_matching(self.rule)[0].id
            raise UsageError(
                f"no rule with a check matches {self.rule!r}; {untested} is not tested: see 'ackproof rules {untested}'"
            )
        selected = [rule for rule in checked if self.component in (None, rule.component)]
        if selected and self.quick:
            selected = [rule for rule in selected if rule.id in quick.examples()]
            if not selected:
                raise UsageError("no quick rule is among those that are selected; leave out --quick")
        if not selected:
            raise UsageError(
                f"no rule of component {self.component} matches {self.rule!r}; "
                f"see 'ackproof rules --component {self.component}'"
            )
        if self.specification is None:
            return selected
        if self.specification not in VERSIONS:
            raise UsageError(no_such("specification", self.specification, VERSIONS))
        old = [rule for rule in selected if not is_newer(rule, self.specification)]
        if not old:
            raise UsageError(f"every rule that is selected is newer than specification {self.specification}")
        return old


def rules_matching(patterns: str | None) -> list[Rule]:
    """Return the rules whose id matches a pattern such as `ACK-*`, or any of several with commas between; all rules for
    None. Raise `UsageError` with the nearest ids for a pattern without a match.
    """
    if patterns is None:
        return list(all_rules().values())
    meant: set[str] = set()
    for pattern in patterns.split(","):
        matching = {rule for rule in all_rules() if fnmatchcase(rule, pattern.strip().upper())}
        if not matching:
            raise UsageError(f"no rule matches {pattern!r}; {_meant(pattern)}")
        meant |= matching
    return [rule for rule in all_rules().values() if rule.id in meant]


def _meant(pattern: str) -> str:
    """Return the question whether all rules of a chapter were meant, if their ids begin so, or else the nearest."""
    beginning = f"{pattern.strip().upper().removesuffix('-')}-"
    if any(rule.startswith(beginning) for rule in all_rules()):
        return question([f"'{beginning}*'"])
    return did_you_mean(pattern, all_rules(), "see 'ackproof rules'")


def require_component(name: str) -> None:
    """Raise `UsageError` if there is no component of that name, with the nearest."""
    if name not in COMPONENTS:
        raise UsageError(no_such("component", name, COMPONENTS))


@frozen
class Examination:
    """The plan for one verdict: a rule with its check, under a profile or under none. `span` is the part of the ranges
    of size that its examples have to cover.
    """

    rule: Rule
    check: RuleCheck
    profile: str | None
    span: Span = WHOLE


def plan(driver: Driver, selection: Selection) -> list[Examination]:
    """Return the examinations of a target, in the order of the specification.

    Raise `UsageError` if nothing is selected, or if violations could not be shrunk here.
    """
    require_backend()
    return examinations(selection, require_profile(driver, selection.profile))


def examinations(selection: Selection, profiles: Sequence[str], span: Span = WHOLE) -> list[Examination]:
    """Return the examinations under these profiles, in the order of the specification.

    Raise `UsageError` if nothing is selected.
    """
    checks = all_checks()
    return [
        Examination(rule, checks[rule.id], profile, span)
        for rule in selection.rules()
        for profile in _profiles(rule, profiles, quick=selection.quick and checks[rule.id].sizes is not None)
    ]


def _profiles(rule: Rule, profiles: Sequence[str], *, quick: bool) -> Sequence[str | None]:
    """Return the profiles under which a rule is examined: those of the requested ones that apply to the rule; with
    `quick`, only the first.

    Rules about size hardly depend on the profile, and take long.
    """
    if not rule.profiles:
        return [None]
    own = [name for name in rule.profiles if name in profiles]
    return own[:1] if quick else own
