"""A mistake that begins beyond a limit, and the mutants that it makes."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from attrs import frozen

from ackproof.mutants import Mutant
from ackproof.target import PROFILES
from ackproof.workloads import dimensions
from ackproof.workloads.dimensions import DIMENSIONS, WHOLE

FAMILY = "wrong beyond a size"
PARTS = (2, 8, 64)
"""Into so many parts a range is cut for the limits that are tried."""
MARGIN = 16
"""The last limit is so small a part of the range below its end: what is lost beyond it needs a little room to show."""

RULES: Mapping[str, str] = MappingProxyType(
    {"acker": "ACK-36", "rotating-map": "RM-13", "spout": "SPT-18", "anchoring": "ANC-15", "topology": "SYS-41"}
)
"""The rule that notices the dimensions of a component."""
RULES_OF_THEIR_OWN: Mapping[tuple[str, str], str] = MappingProxyType(
    {("acker", dimensions.ACKER_TASKS): "RTE-05", ("rotating-map", dimensions.BUCKETS): "RM-14"}
)
"""The rules of dimensions that have one each."""


@frozen
class Mistake:
    """A mistake that begins beyond a limit, in a dimension of a component."""

    machine: type
    dimension: str
    component: str = "acker"

    @property
    def name(self) -> str:
        """The name of the mistake, before its limit."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", self.machine.__name__).lower()

    @property
    def rule(self) -> str:
        """The rule that notices it."""
        return RULES_OF_THEIR_OWN.get((self.component, self.dimension), RULES[self.component])

    def limits(self) -> Sequence[int]:
        """Return the limits with which it is tried: all over the default range, the last one just below its end."""
        dimension = DIMENSIONS[self.component][self.dimension]
        end = dimension.end(WHOLE)
        if dimension.fixed:
            return range(end)
        return sorted({max(2, end // part) for part in PARTS} | {end - max(1, end // MARGIN)})

    @cache  # noqa: B019 - there are few, and they last as long as the module
    def mutant(self, limit: int) -> Mutant:
        """Return the mutant with that limit."""
        wrong = f"{' '.join((self.machine.__doc__ or '').split())} Here it is {limit:,}."
        return Mutant(
            name=f"{self.name}-{limit}",
            family=FAMILY,
            kills=(self.rule,),
            wrong=wrong,
            mistake=f"It is right up to {limit:,} {self.dimension}, and no test went further.",
            issue=None,
            profiles=PROFILES,
            machine=type(f"{self.machine.__name__}{limit}", (self.machine,), {"limit": limit}),
        )
