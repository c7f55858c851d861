"""Mixes for topologies: what they name exists."""

import pkgutil
from importlib import import_module

import pytest
from ackproof.errors import SuiteError
from ackproof.rules import topology
from ackproof.workloads.topologies.mix import TopologyMix
from ackproof.workloads.topologies.scenarios import OPENINGS, SCENARIOS

MIXES = {
    f"{module.name} {name}": mix
    for module in pkgutil.iter_modules(topology.__path__)
    for name, mix in vars(import_module(f"{topology.__name__}.{module.name}")).items()
    if isinstance(mix, TopologyMix)
}


def test_a_mix_names_scenarios_that_exist() -> None:
    """Another would draw nothing, and its rule would pass with less."""
    with pytest.raises(SuiteError, match="a mix names the scenario held-op, rests; there are die, stop, "):
        TopologyMix(scenarios=("die", "held-op", "rests", "held-op"))
    with pytest.raises(SuiteError, match="a mix names the opening rest; there are copied, early, lives"):
        TopologyMix(opening="rest")


def test_each_scenario_is_in_a_mix_of_a_rule() -> None:
    """One that no rule draws tests nothing."""
    assert set(SCENARIOS) == {name for mix in MIXES.values() for name in mix.scenarios}
    assert set(OPENINGS) == {mix.opening for mix in MIXES.values() if mix.opened}
