"""A target made from a Python class for any component: its claims, its refusals, and how faults are reported."""

import pytest
from ackproof.components.rotating_map import MapResult, Put, Rotate
from ackproof.engine.driver import Driver
from ackproof.engine.smoke import smoke
from ackproof.errors import TargetBroke
from ackproof.target import Component, Config, Description, Run, Target
from ackproof.targets.python_component import component_target
from ackproof.targets.reference import make as make_reference
from ackproof.verdict import Outcome
from attrs import define, evolve, field
from common.command import Command
from common.verdicts import verdicts

MAP = "ackproof.examples.aged_map:make"
TOPOLOGY = "ackproof.examples.acks_first:make"


class Careless:
    """A class that does not return results."""

    def __init__(self, config: Config) -> None:
        del config

    def put(self, key: str, value: str | None) -> None:
        """Do nothing."""

    def rotate(self) -> list[str]:
        """Return a list."""
        return ["a"]


def test_it_claims_the_operations_that_have_a_method() -> None:
    """It claims no others."""
    assert frozenset({"put", "rotate"}) == component_target("careless", "rotating-map", Careless).describe().operations


def test_none_is_nothing_to_tell() -> None:
    """It is the empty result of the component."""
    opened = component_target("careless", "rotating-map", Careless).open("rotating-map", Config())
    assert [MapResult()] == opened.apply([Put("a", None)])


def test_another_result_is_blamed_on_its_method() -> None:
    """The error has the expected form, and the operation."""
    driver = Driver("careless", lambda: component_target("careless", "rotating-map", Careless))
    with pytest.raises(TargetBroke, match=r"from rotate\(\): it should be None, or a .*MapResult, on operation 2 of 2"):
        driver.run(Run("rotating-map", Config(), (Put("a", None), Rotate())))


@pytest.mark.parametrize(
    ("component", "capabilities", "meant"),
    [("rotating-mop", (), "rotating-map"), ("acker", ("acker-task",), "acker-tasks")],
)
def test_a_name_that_there_is_not_is_told(component: str, capabilities: tuple[str, ...], meant: str) -> None:
    """The error suggests the nearest name."""
    with pytest.raises(ValueError, match=f"did you mean {meant}"):
        component_target("careless", component, Careless, capabilities=capabilities)


@pytest.mark.parametrize("rule", ["RM-01", "RM-03", "RM-07", "RM-11"])
def test_the_map_of_the_docs_is_right(rule: str) -> None:
    """It is tested by rules that are easy to break."""
    assert [] == [each for each in verdicts(MAP, rule, examples=60) if each.outcome is not Outcome.PASS]


def test_the_topology_of_the_docs_is_wrong() -> None:
    """Its page says so: the last tuples of bolts are refused, so the target does not claim it."""
    (verdict,) = verdicts(TOPOLOGY, "SYS-19", examples=60, profile="storm2")
    assert Outcome.FAIL is verdict.outcome


@define
class OnePart:
    """The reference with only one of its components."""

    component: str
    reference: Target = field(factory=make_reference)

    def describe(self) -> Description:
        """Describe the one component."""
        return evolve(self.reference.describe(), components=(self.component,))

    def open(self, component: str, config: Config) -> Component:
        """Open the reference's component."""
        return self.reference.open(component, config)

    def close(self) -> None:
        """Do nothing: there are no resources."""


@pytest.mark.parametrize("component", ["rotating-map", "acker", "anchoring", "spout"])
def test_a_large_request_of_smoke_is_legal(component: str) -> None:
    """The reference's parts refuse illegal ones: an emission under a pending root breaks its spout."""
    lines = list(smoke(Driver("one-part", lambda: OnePart(component))))
    assert any("2000 operations in one" in line for line in lines)


def test_rules_may_be_named_one_after_the_other(ackproof: Command) -> None:
    """Commas may separate them; a pattern without a match is reported."""
    result = ackproof("certify", MAP, "--rule", "RM-01", "--rule", "RM-03,RM-07", "--examples", "30", "-q")
    assert 0 == result.code
    assert [True, True, True, False] == [f"\n{rule} " in result.out for rule in ("RM-01", "RM-03", "RM-07", "RM-11")]
    result = ackproof("certify", MAP, "--rule", "RM-01", "--rule", "RM-0x")
    assert 2 == result.code
    assert "no rule matches 'RM-0x'; did you mean RM-" in result.err
