"""The representation of a rule in code: its check, the workloads that it uses, and the premises without which a pass
would mean nothing.
"""

import importlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar, cast

from attrs import define, field, frozen

from ackproof.components import Result
from ackproof.errors import SuiteError
from ackproof.target import REAL_TIME, Answer, Description
from ackproof.workloads.choices import Choices, Model
from ackproof.workloads.dimensions import WHOLE, Span
from ackproof.workloads.workload import Workload

MODULES = (
    "rotating_map",
    "acker.records",
    "acker.notifications",
    "acker.fails",
    "acker.lifetimes",
    "acker.resets",
    "acker.numbers",
    "acker.worked_examples",
    "routing",
    "durability",
    "anchoring",
    "spout",
    "topology.callbacks",
    "topology.inputs",
    "topology.untracked",
    "topology.plans",
    "topology.more_time",
    "topology.executors",
    "topology.bounds",
    "topology.lifecycles",
    "topology.clocks",
    "topology.outboxes",
    "statistics",
    "ids",
    "multilang",
    "differential",
    "sizes.acker",
    "sizes.rotating_map",
    "sizes.spout",
    "sizes.topology",
    "sizes.anchoring",
)
"""The modules of this package that have rules."""

DEFAULT_PROFILE = "storm2"
"""The profile with which a component is opened if the profile does not matter."""


class Violation(Exception):
    """A rule is broken. `index` is the operation at which this is found; the message says what was expected, with
    values. If the operation has several happenings and it is known which of them is wrong, or after which one something
    is missing, `happening` is its place among them. Only stories use that.
    """

    def __init__(self, message: str, index: int, happening: int | None = None) -> None:
        super().__init__(message)
        self.index = index
        self.happening = happening

    def __reduce__(self) -> tuple[type, tuple[str, int, int | None]]:
        """Make violations picklable: by default, an exception is rebuilt from its message alone."""
        return type(self), (str(self), self.index, self.happening)

    def in_words(self, message: str) -> "Violation":
        """Return the same violation with another message."""
        return Violation(message, self.index, self.happening)


@frozen
class Premise:
    """A condition without which a rule cannot be broken, in the words that certificates use for it.

    Each is declared beside its rules: it is an argument of their decorators, and their checks note each time that it is
    met. `takes` names the operation without which it cannot be met: if a target lacks that, a pass says nothing about
    the premise. `excluded_by` names the assumptions (`ackproof.target.ASSUMPTIONS`) under any of which it is met hardly
    or never. `by_chance` means that it depends on the order of events, which nobody controls on a target that runs by
    itself.
    """

    name: str
    takes: str | None = None
    excluded_by: tuple[str, ...] = ()
    by_chance: bool = False

    def is_possible(self, description: Description) -> bool:
        """Whether it can be met on a target at all."""
        has_operation = self.takes is None or description.has_operation(self.takes)
        if self.by_chance and REAL_TIME in description.capabilities:
            return False
        return has_operation and not any(name in description.capabilities for name in self.excluded_by)


@define
class Premises:
    """How often each premise of a rule was met, by name. A check calls it with a premise whenever that is met."""

    met: Counter[str] = field(factory=Counter)

    def __call__(self, premise: Premise) -> None:
        """Note that a premise was met once more."""
        self.met[premise.name] += 1


Fed = TypeVar("Fed", bound=Workload)
Fed_co = TypeVar("Fed_co", bound=Workload, covariant=True)
Given = TypeVar("Given", bound=Result)
Seen = TypeVar("Seen")

Check = Callable[[Seen, Premises], None]
"""Judges the observed run: raises a `Violation` if it breaks the rule."""

Observe = Callable[[Fed, Sequence[Given]], Seen]
"""Combines a workload with a target's results, which are of its component."""


class Grow(Protocol[Fed_co]):
    """Makes the workloads of a rule."""

    def __call__(self, choices: Choices, *, profile: str) -> Fed_co:
        """Draw one workload."""


class GrowSized(Protocol[Fed_co]):
    """Makes the large workloads of a rule."""

    def __call__(self, choices: Choices, *, profile: str, number: int, span: Span) -> Fed_co:
        """Draw the example with that number, for a run that covers `span` of each range."""


@frozen
class Sizes:
    """Marks the examples of a rule as large. Their `scenarios` take turns, and together reach the end of each of the
    `dimensions`.
    """

    grow: GrowSized[Workload]
    scenarios: int
    dimensions: tuple[str, ...]


@frozen(kw_only=True)
class RuleCheck:
    """The check of the rule `id`.

    `grow(choices, profile)` draws a workload, `observe` combines it with a target's results, and `check` judges that.
    With `sizes` the examples are large, and few. If it is about configurations that a target has to refuse, it
    `may_refuse`; where a target refuses another one, it is broken. `rule` checks that the types of the three agree. In
    this class they are of any component.
    """

    id: str
    check: Check[object]
    grow: Grow[Workload]
    observe: Callable[[Workload, Answer], object]
    premises: tuple[Premise, ...]
    effort: float
    sizes: Sizes | None
    may_refuse: bool

    def model(self, profile: str | None, number: int = 0, span: Span = WHOLE) -> Model[Workload]:
        """Return the model of the example with that number under a profile. Only a rule with `sizes` uses the number
        and the span.
        """
        if self.sizes is not None:
            return partial(self.sizes.grow, profile=profile or DEFAULT_PROFILE, number=number, span=span)
        return partial(self.grow, profile=profile or DEFAULT_PROFILE)

    @property
    def name(self) -> str:
        """The rule as a sentence, from the function's name."""
        return self.check.__name__


SMALL = Span(share=0.01)
"""The part of the ranges that is covered if only one example of a rule about size is wanted."""

_CHECKS: dict[str, RuleCheck] = {}


def rule(  # noqa: PLR0913 - by name, each of them
    rule_id: str,
    *,
    grow: Grow[Fed],
    observe: Observe[Fed, Given, Seen],
    premises: Sequence[Premise],
    effort: float = 1,
    sizes: Sizes | None = None,
    may_refuse: bool = False,
) -> Callable[[Check[Seen]], Check[Seen]]:
    """Register a function as the check of a rule.

    Every premise has to be met often enough for a pass to count. A rule whose premises are rare gets `effort` times as
    many examples as others, and one with large workloads fewer. `may_refuse`: see `RuleCheck`.
    """

    def register(check: Check[Seen]) -> Check[Seen]:
        if rule_id in _CHECKS:
            raise SuiteError(f"{rule_id} is checked twice: {_CHECKS[rule_id].name} and {check.__name__}")
        # The casts are safe: the engine passes to a check only what `observe` returned, and to `observe` only workloads
        # that `grow` drew, with results that the driver has checked to be of their component.
        _CHECKS[rule_id] = RuleCheck(
            id=rule_id,
            check=cast("Check[object]", check),
            grow=grow,
            observe=cast("Callable[[Workload, Answer], object]", observe),
            premises=tuple(premises),
            effort=effort,
            sizes=sizes,
            may_refuse=may_refuse,
        )
        return check

    return register


def all_checks() -> dict[str, RuleCheck]:
    """Return every check by rule id. The modules with the checks register them when they are imported."""
    for module in MODULES:
        importlib.import_module(f"ackproof.rules.{module}")
    return dict(_CHECKS)


def sized_rule(  # noqa: PLR0913 - by name, each of them
    rule_id: str,
    *,
    grow: GrowSized[Fed],
    observe: Observe[Fed, Given, Seen],
    premises: Sequence[Premise],
    scenarios: int,
    dimensions: Sequence[str],
) -> Callable[[Check[Seen]], Check[Seen]]:
    """Register a function as the check of a rule with few large examples: see `Sizes`."""
    first = cast("Grow[Fed]", partial(grow, number=0, span=SMALL))
    return rule(
        rule_id,
        grow=first,
        observe=observe,
        premises=premises,
        sizes=Sizes(grow, scenarios, tuple(dimensions)),
    )
