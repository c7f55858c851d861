"""The plan of a run: which rules, under which profiles, for a target."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from attrs import frozen

from ackproof.components import COMPONENTS
from ackproof.driver import Driver, require_profile
from ackproof.errors import UsageError
from ackproof.rules.registry import RuleCheck, all_checks
from ackproof.specification import Rule, all_rules
from ackproof.target import PROFILES
from ackproof.workloads.choices import require_backend


@frozen
class Selection:
    """What to certify; None means all. `rule` is a pattern such as `ACK-*`."""

    profile: str | None = None
    component: str | None = None
    rule: str | None = None

    def rules(self) -> list[Rule]:
        """Return the rules that are selected and have a check; raise `UsageError` if nothing is."""
        if self.profile is not None and self.profile not in PROFILES:
            raise UsageError(f"no profile {self.profile!r}; there are {', '.join(PROFILES)}")
        if self.component is not None and self.component not in COMPONENTS:
            raise UsageError(f"no component {self.component!r}; there are {', '.join(COMPONENTS)}")
        checked = [rule for rule in all_rules().values() if rule.is_checked]
        named = [rule for rule in checked if self.rule is None or fnmatchcase(rule.id, self.rule.upper())]
        if not named:
            untested = [
                rule.id for rule in all_rules().values() if self.rule and fnmatchcase(rule.id, self.rule.upper())
            ]
            why = (
                f"{untested[0]} is not tested: see 'ackproof rules {untested[0]}'"
                if untested
                else "see 'ackproof rules'"
            )
            raise UsageError(f"no rule with a check matches {self.rule!r}; {why}")
        selected = [rule for rule in named if self.component in (None, rule.component)]
        if not selected:
            raise UsageError(f"no rule of component {self.component} matches {self.rule!r}; see 'ackproof rules'")
        return selected


@frozen
class Task:
    """One verdict to come: a rule with its check, under a profile or under none."""

    rule: Rule
    check: RuleCheck
    profile: str | None


def plan(driver: Driver, selection: Selection) -> list[Task]:
    """Return what to examine for a target, in the order of the specification."""
    return tasks(selection, require_profile(driver, selection.profile))


def tasks(selection: Selection, profiles: Sequence[str]) -> list[Task]:
    """Return what to examine under these profiles, in the order of the specification.

    Raise `UsageError` if nothing is selected, or if what is found could not be shrunk here.
    """
    require_backend()
    checks = all_checks()
    return [
        Task(rule, checks[rule.id], profile)
        for rule in selection.rules()
        for profile in ([name for name in rule.profiles if name in profiles] if rule.profiles else [None])
    ]
