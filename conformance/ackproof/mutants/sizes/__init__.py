"""Mutants that are right up to some size and wrong beyond it.

They are made and not written: each mistake is a class with a `limit`, and it is tried with limits all over the range of
its dimension, up to one below the end. The kill page shows up to which limit each is found.
"""

from functools import cache

from ackproof.mutants import Mutant, add
from ackproof.mutants.sizes import acker, anchoring, rotating_map, spout, topology
from ackproof.mutants.sizes.mistake import FAMILY

__all__ = ["FAMILY", "MISTAKES", "mutants_of_size"]

MISTAKES = (*acker.MISTAKES, *rotating_map.MISTAKES, *spout.MISTAKES, *anchoring.MISTAKES, *topology.MISTAKES)
"""Every mistake of this kind."""


@cache
def mutants_of_size() -> dict[str, Mutant]:
    """Return every mutant of this kind, by name."""
    made = [mistake.mutant(limit) for mistake in MISTAKES for limit in mistake.limits()]
    return {mutant.name: mutant for mutant in made}


for each in MISTAKES:
    add(each.mutant(each.limits()[-1]))  # one of each stands among the mutants: the one that is found last
