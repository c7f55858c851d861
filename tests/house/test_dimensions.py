"""The specification's page on dimensions has the ranges that the suite uses."""

import json
from pathlib import Path

from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules
from ackproof.workloads.dimensions import DIMENSIONS, table
from ackproof.workloads.sizes.texts import WAYS

PAGE = Path(__file__).parents[2] / "spec" / "dimensions.md"


def test_the_page_has_the_table_of_the_suite() -> None:
    """It is compared line by line."""
    _, _, there = PAGE.read_text(encoding="utf-8").partition("\n## acker\n")
    assert "\n".join(table()).strip() == f"## acker\n{there}".strip()


def test_the_page_has_the_pairs_of_texts_of_the_suite() -> None:
    """They are written as in JSON, in their order."""
    rows = [f"| `{json.dumps(way.left)}` | `{json.dumps(way.right)}` | {way.folded} |" for way in WAYS]
    page = PAGE.read_text(encoding="utf-8")
    assert "\n".join(rows) in page
    assert f"There are {len(WAYS)} ways in which" in page


def test_every_dimension_is_reached_by_a_rule() -> None:
    """A rule about size names no other dimension."""
    reached = {
        (all_rules()[check.id].component, name)
        for check in all_checks().values()
        if check.sizes is not None
        for name in check.sizes.dimensions
    }
    assert reached == {(component, name) for component, there in DIMENSIONS.items() for name in there}
