"""The quick rules: those that kill the most mutants in the least time, with the number of examples for each.

A quick run is for every push: it finds most of what a full run finds, in a few seconds, and its certificate is marked
as quick. The choice is data. `tools/quick.py` computes it from the kill matrix.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources

from attrs import frozen

from ackproof.wire import documents


@frozen
class _QuickRules:
    examples: dict[str, int]


@cache
def examples() -> Mapping[str, int]:
    """Return the quick rules by id, each with its number of examples, counted as `--examples` counts them."""
    content = (resources.files(__package__) / "quick.json").read_bytes()
    return documents.structure(documents.parse(content), _QuickRules).examples
