"""What a rule is in code: its check, the workloads that exercise it, and the premises without which a pass would mean
nothing.
"""

import importlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import define, field, frozen

from ackproof.errors import SuiteError
from ackproof.workloads.choices import Model
from ackproof.workloads.dimensions import WHOLE, Span

MODULES = (
    "rotating_map",
    "acker",
    "routing",
    "durability",
    "anchoring",
    "spout",
    "topology",
    "statistics",
    "differential",
    "sizes",
)
"""The modules of this package that hold rules."""

DEFAULT_PROFILE = "storm2"
"""What a component is opened with where no profile matters."""


class Violation(Exception):
    """A rule is broken. `index` is the operation at which it shows; the message says what should have been, with
    values.
    """

    def __init__(self, message: str, index: int) -> None:
        super().__init__(message)
        self.index = index

    def __reduce__(self) -> tuple[type, tuple[str, int]]:
        """Travel between processes: an exception does not by itself, if it is made of more than its message."""
        return type(self), (str(self), self.index)


@define
class Premises:
    """How often each premise of a rule was met. A rule calls it with a name whenever one is."""

    met: Counter[str] = field(factory=Counter)

    def __call__(self, name: str) -> None:
        """Note that the premise of that name was met once more."""
        self.met[name] += 1


Check = Callable[[Any, Premises], None]
Observe = Callable[[Any, Any], Any]
Grow = Callable[..., Any]


@frozen
class Sizes:
    """That the examples of a rule are large: `scenarios` kinds of them take turns, and together they come to the end of
    each of the `dimensions`.
    """

    scenarios: int
    dimensions: tuple[str, ...]


@frozen
class RuleCheck:
    """The check of the rule `id`.

    `grow(choices, profile)` makes what to feed, `observe` sets a workload beside a target's results, and `check`
    judges that. `only_with` names the operation that a premise takes: without it, the pass says nothing of that part.
    """

    id: str
    check: Check
    grow: Grow
    observe: Observe
    premises: tuple[str, ...]
    effort: float
    only_with: Mapping[str, str]
    sizes: Sizes | None = None

    def model(self, profile: str | None, number: int = 0, span: Span = WHOLE) -> Model[Any]:
        """Return the model of the example of that number under a profile. Only a rule with `sizes` looks at the number,
        and at the part of the ranges that is to be covered.
        """
        grow = partial(self.grow, profile=profile or DEFAULT_PROFILE)
        return grow if self.sizes is None else partial(grow, number=number, span=span)

    @property
    def name(self) -> str:
        """The rule as a sentence, in the function's name."""
        return self.check.__name__


_CHECKS: dict[str, RuleCheck] = {}


def rule(  # noqa: PLR0913 - by name, each of them
    rule_id: str,
    *,
    grow: Grow,
    observe: Observe,
    premises: Sequence[str],
    effort: float = 1,
    only_with: Mapping[str, str] | None = None,
    sizes: Sizes | None = None,
) -> Callable[[Check], Check]:
    """Register a function as the check of a rule. Every premise has to be met often enough for a pass to count.

    A rule whose premises are rare takes `effort` times as many examples as others, and one with large workloads fewer.
    """

    def register(check: Check) -> Check:
        if rule_id in _CHECKS:
            raise SuiteError(f"{rule_id} is checked twice: {_CHECKS[rule_id].name} and {check.__name__}")
        _CHECKS[rule_id] = RuleCheck(rule_id, check, grow, observe, tuple(premises), effort, only_with or {}, sizes)
        return check

    return register


def all_checks() -> dict[str, RuleCheck]:
    """Return every check by rule id. The modules that hold them register them as they are imported."""
    for module in MODULES:
        importlib.import_module(f"ackproof.rules.{module}")
    return dict(_CHECKS)
