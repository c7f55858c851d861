"""Mutants: the reference with one mistake each, to show what the rules find.

A rule that nothing breaks proves nothing. Each mutant is a few lines against the reference, names the rules that have
to fail for it, and says why somebody who means well would write it so. `ackproof mutants` runs them, `mutant:NAME` is
a target like any other, and `docs/mutants.md` shows what killed which.

Each component has a package, whose first lines say what is in its modules. `sizes` has those of all components that are
made and not written. `parts` has what several modules override, `rings` a wrong ring for them, `target` makes a target
of a mutant, and `proofs` says which rules kill no mutant alone.
"""

import importlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from attrs import field, frozen

from ackproof.errors import SuiteError
from ackproof.mutants.target import MutantTarget, component_of
from ackproof.target import PROFILES

MODULES = (
    "acker.numbers",
    "acker.inits",
    "acker.fails",
    "acker.resets",
    "acker.expiry",
    "rotating_map.operations",
    "rotating_map.tables",
    "acker.lifetimes",
    "acker.spout_tasks",
    "acker.notifications",
    "acker.isolation",
    "acker.routing",
    "acker.batching",
    "acker.durability",
    "sizes",
    "acker.requests",
    "anchoring.tuples",
    "anchoring.children",
    "anchoring.emits",
    "spout.pending",
    "spout.emissions",
    "spout.tables",
    "topology.spouts",
    "topology.collectors",
    "topology.ackers",
    "topology.bolts",
    "topology.sources",
    "topology.channels",
    "topology.deaths",
    "topology.asking",
    "topology.groupings",
    "topology.more_time",
    "topology.executors",
    "topology.bounds",
    "topology.lifecycles",
    "topology.clocks",
    "topology.outboxes",
    "ids.generators",
    "topology.crossings",
    "multilang.inputs",
    "multilang.emissions",
    "multilang.sizes",
)
"""The modules of this package that hold mutants, in the order in which they are shown. Of `sizes`, the package
registers them.
"""

Machine = TypeVar("Machine", bound=type)


@frozen(kw_only=True)
class Mutant:
    """One mistake. `kills` are the ids of the rules that must fail for it under each of its `profiles`.

    `wrong` says what it does, `mistake` why one would write that, and `issue` where somebody did, in a real tracker.
    `machine` is the class that takes the place of the reference's.
    """

    name: str
    family: str
    kills: tuple[str, ...]
    wrong: str
    mistake: str
    issue: str | None
    profiles: tuple[str, ...]
    machine: type = field(repr=False)

    @property
    def component(self) -> str:
        """The component that it is wrong in."""
        return component_of(self.machine)

    def make(self) -> MutantTarget:
        """Make it as a target, which has that one component and no other."""
        return MutantTarget(f"mutant:{self.name}", self.machine, self.profiles)


_MUTANTS: dict[str, Mutant] = {}


def add(mutant: Mutant) -> None:
    """Register a mutant. Raise `SuiteError` if there is another of its name."""
    if mutant.name in _MUTANTS:
        raise SuiteError(f"there are two mutants {mutant.name}")
    _MUTANTS[mutant.name] = mutant


def family(family_name: str) -> Callable[..., Callable[[Machine], Machine]]:
    """Return the decorator that registers the mutants of a family."""

    def mutant(
        name: str,
        *,
        kills: Sequence[str],
        mistake: str,
        issue: str | None = None,
        profiles: Sequence[str] = PROFILES,
    ) -> Callable[[Machine], Machine]:
        """Register a class as the mutant of that name. Its docstring says what it does wrong.

        A mistake that is none under some profile names the others.
        """

        def register(machine: Machine) -> Machine:
            wrong = " ".join((machine.__doc__ or "").split())
            add(
                Mutant(
                    name=name,
                    family=family_name,
                    kills=tuple(kills),
                    wrong=wrong,
                    mistake=mistake,
                    issue=issue,
                    profiles=tuple(profiles),
                    machine=machine,
                )
            )
            return machine

        return register

    return mutant


def all_mutants() -> dict[str, Mutant]:
    """Return every mutant by name, in the order of the modules. They are registered as those are imported."""
    return _in_order().copy()


@cache
def _in_order() -> dict[str, Mutant]:
    for module in MODULES:
        importlib.import_module(f"{__name__}.{module}")
    return dict(sorted(_MUTANTS.items(), key=lambda item: _place(item[1])))


def _place(mutant: Mutant) -> int:
    """Return the place of the module that a mutant is in, or of the package."""
    within = mutant.machine.__module__.removeprefix(f"{__name__}.")
    return next(place for place, module in enumerate(MODULES) if f"{within}.".startswith(f"{module}."))
