"""Measure the curves by size, `docs/sizes.json`: after how many examples a rule about size finds a mistake, by the
limit up to which the mistake is right.

`python -m tools.size_curves` continues where it was interrupted, and `--anew` discards earlier results. It takes some
minutes of one core, and `tox -e mutants` runs it. The site draws the curves on its page of the kill matrix. Mistakes in
one bit or one way of writing have no order by size, so they have no curve.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import ackproof
from ackproof.engine.driver import Driver
from ackproof.engine.examination.drawing import Examples
from ackproof.engine.kills.kill import kill
from ackproof.engine.plan import Selection, examinations
from ackproof.mutants.sizes import MISTAKES
from ackproof.mutants.sizes.mistake import Mistake
from ackproof.target import PROFILES
from ackproof.wire import documents
from ackproof.workloads.dimensions import DIMENSIONS, WHOLE

CURVES = Path(__file__).resolve().parents[1] / "docs" / "sizes.json"
SEED = 0


def main() -> int:
    """Measure the missing curves, and write the file after each mistake."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--anew", action="store_true", help="forget what was measured before")
    anew: bool = parser.parse_args().anew
    document: dict[str, Any] = {"ackproof": ackproof.__version__, "seed": SEED, "curves": {}}
    if CURVES.exists() and not anew:
        document = read(CURVES)
    shared: dict[str, Examples] = {}
    for mistake in graded():
        known = document["curves"].get(mistake.name, {}).get("found", {})
        if list(known) != [str(limit) for limit in mistake.limits()]:
            document["curves"][mistake.name] = curve(mistake, shared)
            print(mistake.name, document["curves"][mistake.name]["found"], file=sys.stderr)  # noqa: T201 - a command
            documents.write_document(CURVES, document, indent=1)
    order = [each.name for each in graded()]
    document["curves"] = {name: document["curves"][name] for name in order}
    documents.write_document(CURVES, document, indent=1)
    return 0


def read(path: Path) -> dict[str, Any]:
    """Return the curves of the file."""
    document = documents.read(path)
    if not isinstance(document, dict):
        raise SystemExit(f"{path} has no curves; {__name__} makes it")
    return document


def graded() -> list[Mistake]:
    """Return the mistakes whose limits are sizes, from small to large."""
    return [each for each in MISTAKES if not DIMENSIONS[each.component][each.dimension].fixed]


def curve(mistake: Mistake, shared: dict[str, Examples]) -> dict[str, Any]:
    """Return after how many examples each limit of a mistake is found; null if it is not. `shared` are the examples of
    a rule, which are drawn once.
    """
    # Rules about size are alike under both profiles, except for the messages that refresh a record.
    examination = examinations(Selection(rule=mistake.rule), PROFILES)[-1]
    examples = shared.setdefault(mistake.rule, Examples(examination, SEED))
    mutants = {limit: mistake.mutant(limit) for limit in mistake.limits()}
    return {
        "rule": mistake.rule,
        "profile": examination.profile,
        "dimension": mistake.dimension,
        "end": DIMENSIONS[mistake.component][mistake.dimension].end(WHOLE),
        "found": {
            str(limit): kill(examination, Driver(mutant.name, mutant.make), SEED, shared=examples)
            for limit, mutant in mutants.items()
        },
    }


if __name__ == "__main__":
    sys.exit(main())
