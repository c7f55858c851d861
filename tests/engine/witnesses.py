"""The verdicts of some mutants with their shrunk witnesses, which have to be the same wherever the suite runs.

They are kept in `witnesses.json`. Examples do not depend on Hypothesis, but how they shrink does: so a test compares
them under every Python and every release of Hypothesis that the suite is run with. `cd tests && python -m
engine.witnesses` makes the file anew.
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
"""Mutants of several components, each of which is shrunk in a second or so."""


def verdict_on(name: str) -> dict[str, Any]:
    """Return what the first rule that kills a mutant finds: all that does not depend on the clock."""
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
"""What of a witness is the same in every environment; it also names the versions of what made it."""


def main() -> None:
    """Write the file."""
    found = {name: verdict_on(name) for name in NAMES}
    WITNESSES.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
