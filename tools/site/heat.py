"""The kill matrix as a heat map: mutants downwards, rules across; who survives first, then who has one killer only."""

from collections.abc import Sequence
from pathlib import Path

from ackproof.engine.kills.kill import KillResult
from ackproof.mutants import Mutant, all_mutants
from ackproof.specification import all_rules
from attrs import frozen

from tools.site.rules import matrix

CELL, LEFT, TOP = 11, 300, 64
"""Pixels: of a cell, of the names of mutants, and of those of rules."""

AT_ONCE, SOON = 10, 50
"""Examples up to which a rule kills at once, and soon."""


@frozen(kw_only=True)
class Cell:
    """A rule that kills a mutant, at pixel `x`, and how soon: k3, k2 or k1, the darkest the soonest."""

    x: int
    look: str
    words: str


@frozen(kw_only=True)
class HeatRow:
    """A mutant at pixel `y`, with the rules that kill it. `alone` names the rule without which it would live."""

    mutant: Mutant
    y: int
    cells: Sequence[Cell]
    alone: str


@frozen(kw_only=True)
class HeatPart:
    """Mutants that stand together, and why."""

    heading: str
    rows: Sequence[HeatRow]

    @property
    def height(self) -> int:
        """Pixels of the picture."""
        return TOP + CELL * len(self.rows) + 4


@frozen(kw_only=True)
class HeatMap:
    """The whole map: its rules with their places, and its parts."""

    rules: Sequence[tuple[str, int]]
    parts: Sequence[HeatPart]

    @property
    def width(self) -> int:
        """Pixels of a picture."""
        return LEFT + CELL * len(self.rules) + 10


def heat_map(root: Path) -> HeatMap:
    """Return the map of the published matrix."""
    whole = matrix(root)
    known = {name: mutant for name, mutant in all_mutants().items() if name in whole.found}
    killing = {rule for result in whole.found.values() for rule in result.killers}
    rules = [rule for rule in all_rules() if rule in killing]
    places = {rule: LEFT + CELL * index for index, rule in enumerate(rules)}
    alive = {mutant.name for mutant, _ in whole.survivors()}
    sole = {name: rule for rule in rules for name in whole.proofs(rule) if name not in alive}
    groups = [("Survives a rule that it names", [each for each in known.values() if each.name in alive])]
    groups += [("Killed by one MUST rule only", [each for each in known.values() if each.name in sole])]
    rest = [each for each in known.values() if each.name not in alive and each.name not in sole]
    groups += [
        (family, [each for each in rest if each.family == family])
        for family in dict.fromkeys(each.family for each in rest)
    ]
    return HeatMap(
        rules=list(places.items()),
        parts=[
            HeatPart(
                heading=heading,
                rows=[_row(each, y, whole.found[each.name], places, sole) for y, each in enumerate(members)],
            )
            for heading, members in groups
            if members
        ],
    )


def _row(mutant: Mutant, place: int, result: KillResult, places: dict[str, int], sole: dict[str, str]) -> HeatRow:
    return HeatRow(
        mutant=mutant,
        y=TOP + CELL * place,
        alone=sole.get(mutant.name, ""),
        cells=[
            Cell(x=places[rule], look=_look(examples), words=f"{mutant.name}: {rule} after {examples}")
            for rule, examples in result.killers.items()
            if rule in places
        ],
    )


def _look(examples: int) -> str:
    return "k1" if examples <= AT_ONCE else "k2" if examples <= SOON else "k3"
