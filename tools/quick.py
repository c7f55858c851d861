"""Choose the rules of a quick run, and how many examples each takes: those that kill the most mutants for their cost.

    python -m tools.quick            writes conformance/ackproof/engine/quick.json
    python -m tools.quick --check    ends with 1 if that file would change

The kill matrix (`docs/mutants.json`) has the mutants that a rule kills, and after how many examples. The cost is
counted in operations, from the published certificates of the reference: a run over a pipe takes some 50 microseconds
for each, and a count does not depend on the machine. In each step the choice takes the rule that kills the most new
mutants for each additional operation, as long as the budget lasts. So it follows from the committed files alone.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ackproof.components import TOPOLOGY
from ackproof.engine.examination.drawing import Examples, number_of_examples
from ackproof.engine.kills import kill_matrix
from ackproof.engine.kills.kill_matrix import KillMatrix
from ackproof.engine.plan import Selection, examinations
from ackproof.mutants import all_mutants
from ackproof.rules.registry import all_checks
from ackproof.specification import Rule, all_rules
from ackproof.target import PROFILES
from ackproof.verdict import ENOUGH
from attrs import define, field, frozen

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
CHOICE = ROOT / "conformance" / "ackproof" / "engine" / "quick.json"

FULL = 300
"""The examples of a certificate, in which all levels are counted."""

LEVELS = (50, 100, 150, 200, 300)
"""The most examples of an ordinary rule, which a certificate tries on 300."""

OF_SIZE = 150
"""The level of a rule about size: the fewest rounds of its scenarios, over the whole range."""

MARGIN = 2
"""A rule counts as killing a mutant if it did within this fraction of its examples: the next mutant like it may be
harder to find. Rules with few examples, which are large, have no margin.
"""

ROOM = 3
"""A premise counts as met often enough if it is expected so many times as often: rare premises come in clusters."""

BUDGETS = {False: 1_250_000, True: 290_000}
"""Operations in all, by whether they are for topologies. No user certifies both in one process over a pipe."""

DRAWN = 20
"""Examples of a rule whose operations are in no certificate."""

DEAR = {"RTE-05": 5}
"""Rules whose operations take so many times longer than others: a tick goes to thousands of acker tasks."""


@frozen
class RuleAtLevel:
    """A rule at a level."""

    rule: str
    level: int


@define
class Chooser:
    """The cost of each choice, and the mutants that it kills."""

    matrix: KillMatrix
    reference: Mapping[tuple[str, str | None], Mapping[str, Any]]
    chosen: dict[str, int] = field(factory=dict)

    def choose(self, *, topology: bool) -> None:
        """Add the choice among the rules of topologies, or among all others."""
        wanted = {name for name, each in all_mutants().items() if (each.component == TOPOLOGY.name) is topology}
        choices = [each for each in self._choices() if (all_rules()[each.rule].component == TOPOLOGY.name) is topology]
        kills = {each: wanted & self.killed_by(each) for each in choices}
        left, spent = set(wanted), 0.0
        while True:
            possible = [
                (len(kills[each] & left) / added, -added, each.rule, each)
                for each in choices
                if kills[each] & left and spent + (added := self._added(each)) <= BUDGETS[topology]
            ]
            if not possible:
                return
            best = max(possible, key=lambda rated: rated[:3])[3]
            spent += self._added(best)
            self.chosen[best.rule] = best.level
            left -= kills[best]

    def killed_by(self, choice: RuleAtLevel) -> set[str]:
        """Return the mutants that a rule kills at a level, under each profile. A mutant that breaks a MUST has to be
        killed by a MUST, because only that makes a run end with 1. A rule about size kills nearly everything, but in
        few situations; it counts for mutants that name it.
        """
        check, known = all_checks()[choice.rule], all_mutants()
        few = check.sizes is not None or number_of_examples(check, FULL) < FULL / MARGIN
        within = number_of_examples(check, choice.level) / (1 if few else MARGIN)
        return {
            name
            for name, result in self.matrix.found.items()
            if (took := result.rules.get(choice.rule))
            and all(after is not None and after <= within for after in took.values())
            and (check.sizes is None or choice.rule in known[name].kills)
            and (all_rules()[choice.rule].level == "MUST" or not any(map(is_must, result.killers)))
        }

    def _choices(self) -> Iterator[RuleAtLevel]:
        for rule in all_rules().values():
            if not rule.is_checked:
                continue
            if not self._of(rule):  # it is not known how often its premises are met with fewer
                yield RuleAtLevel(rule.id, FULL)
            elif all_checks()[rule.id].sizes is not None:
                yield RuleAtLevel(rule.id, OF_SIZE)
            elif number_of_examples(all_checks()[rule.id], FULL) == 1:
                yield RuleAtLevel(rule.id, FULL)
            else:
                yield from (RuleAtLevel(rule.id, level) for level in LEVELS if self._suffices(rule, level))

    def _suffices(self, rule: Rule, level: int) -> bool:
        """Whether each premise would be met often enough for a pass at a level, with a margin."""
        met = [count for each in self._of(rule) for count in each["premises"].values()]
        return min(met, default=0) * level / FULL >= ROOM * ENOUGH

    def _of(self, rule: Rule) -> list[Mapping[str, Any]]:
        """Return the verdicts on the reference: under each profile, for a rule about size under the first."""
        verdicts = [each for (name, _), each in self.reference.items() if name == rule.id]
        return verdicts[:1] if all_checks()[rule.id].sizes is not None else verdicts

    def _added(self, choice: RuleAtLevel) -> float:
        """Return how many operations a choice adds to those chosen before."""
        check, rule = all_checks()[choice.rule], all_rules()[choice.rule]
        before = number_of_examples(check, self.chosen[rule.id]) if rule.id in self.chosen else 0
        more = number_of_examples(check, choice.level) - before
        return max(0.01, more * self._operations(rule) * DEAR.get(rule.id, 1))

    def _operations(self, rule: Rule) -> float:
        """Return how many operations an example takes, under all profiles. A rule that is not checked on the reference,
        such as one about restarts, has no certificate: some of its examples are drawn.
        """
        verdicts = self._of(rule)
        if verdicts:
            return sum(float(each["operations"] / each["examples"]) for each in verdicts)
        drawn = [
            len(Examples(each, seed=0).example(number).workload.run.operations)
            for each in examinations(Selection(rule=rule.id), PROFILES)
            for number in range(DRAWN)
        ]
        return sum(drawn) / DRAWN


def is_must(rule: str) -> bool:
    """Whether a violation of a rule fails a certificate."""
    return all_rules()[rule].level == "MUST"


def chooser() -> Chooser:
    """Return the contents of the committed files."""
    reference = {
        (each["rule"], each["profile"]): each
        for name in ("reference", "topology-reference", "multilang-reference")
        for each in json.loads((DOCS / "certificates" / f"{name}.json").read_text(encoding="utf-8"))["verdicts"]
        if each["verdict"] != "SKIP"
    }
    return Chooser(kill_matrix.read(DOCS / "mutants.json"), reference)


def document() -> bytes:
    """Return the text of the file of the choice."""
    choosing = chooser()
    for topology in BUDGETS:
        choosing.choose(topology=topology)
    in_order = {rule: choosing.chosen[rule] for rule in all_rules() if rule in choosing.chosen}
    return (json.dumps({"quick": 1, "examples": in_order}, indent=1) + "\n").encode()


def main() -> int:
    """Write the choice, or check it."""
    made = document()
    if "--check" in sys.argv[1:]:
        same = CHOICE.exists() and CHOICE.read_bytes() == made
        if not same:
            print(f"{CHOICE.name} is out of date: run 'python -m tools.quick'")  # noqa: T201 - a command
        return 0 if same else 1
    CHOICE.write_bytes(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
