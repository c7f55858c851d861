"""The verdicts of some mutants with their shrunk witnesses, which have to be the same in every environment.

They are stored in `witnesses.json`. Examples do not depend on Hypothesis, but shrinking does: so a test compares them
under every Python and every release of Hypothesis that the tests run with. `cd tests && python -m engine.witnesses`
regenerates the file.
"""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

from ackproof.engine import discover
from ackproof.engine.examine import Effort, examine
from ackproof.engine.kill import all_examinations
from ackproof.mutants import all_mutants
from ackproof.wire.witnesses import witness_to_json

WITNESSES = Path(__file__).with_name("witnesses.json")
EXAMPLES = 15
NAMES = (
    "or-instead-of-xor",
    "values-of-32-bits",
    "zero-before-fail",
    "reset-fails",
    "inits-routed-apart",
    "restart-forgets-all",
    "map-get-refreshes",
    "one-edge-for-an-emit",
)
"""Mutants of several components, each of which is shrunk in about a second."""


def verdict_on(name: str) -> dict[str, Any]:
    """Return the verdict of the first rule that kills a mutant, without the fields that depend on the clock."""
    [examination, *_] = all_examinations([all_mutants()[name].kills[0]])
    with closing(discover.find(discover.MUTANT + name)) as driver:
        verdict = examine(examination, driver, Effort(examples=EXAMPLES))
    return {
        "rule": verdict.rule,
        "profile": verdict.profile,
        "outcome": verdict.outcome.value,
        "examples": verdict.examples,
        "operations": verdict.operations,
        "premises": dict(verdict.premises),
        "witness": {part: witness_to_json(verdict.witness)[part] for part in KEPT} if verdict.witness else None,
    }


KEPT = ("config", "operations", "results")
"""The fields of a witness that are the same in every environment; a witness also contains versions."""


def main() -> None:
    """Write the file."""
    found = {name: verdict_on(name) for name in NAMES}
    WITNESSES.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
