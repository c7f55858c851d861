"""The quick rules: those that kill the most mutants for what they cost, and how many examples each of them takes.

A quick run is for every push: it finds most of what a full run finds, in a few seconds, and its certificate says that
it is one. The choice is data. `tools/quick.py` computes it from the kill matrix.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def examples() -> Mapping[str, int]:
    """Return the quick rules by id, each with its number of examples, counted as `--examples` counts them."""
    text = (resources.files(__package__) / "quick.json").read_text(encoding="utf-8")
    chosen: dict[str, int] = json.loads(text)["examples"]
    return chosen
