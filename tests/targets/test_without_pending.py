"""Targets that do not claim to know how much is pending."""

from collections.abc import Sequence

import pytest
from ackproof.components import Operation, Result, results_of
from ackproof.components.spout import SpoutEmit, SpoutResult
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.driver import Driver
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.errors import Refused
from ackproof.target import Component, Config, Description, Run
from ackproof.targets.reference import ReferenceSpout, ReferenceTarget
from attrs import define, evolve


def test_a_death_is_judged_without_a_count_of_records() -> None:
    """The number is unknown, not zero: otherwise a right acker would break a rule."""
    found = certify(
        CertificationOrder(
            targets=("ackproof.skeletons.python.my_acker:make",),
            selection=Selection(component="topology", rule="SYS-24"),
            effort=Effort(examples=150),
        )
    )
    assert 0 == found.exit_code


@define
class Zeroes(ReferenceSpout):
    """Every result has the field that nobody filled."""

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        """Do the operations; nothing is counted."""
        return [evolve(each, pending=0) for each in results_of(SpoutResult, super().apply(operations))]


@define
class OfSpouts(ReferenceTarget):
    """A spout that counts nothing, and says 0."""

    claims: bool = False

    def describe(self) -> Description:
        """Claim to count, or not."""
        whole = super().describe()
        return evolve(
            whole, components=("spout",), capabilities=whole.capabilities if self.claims else frozenset({"sessions"})
        )

    def open(self, component: str, config: Config) -> Component:
        """Open a spout."""
        opened = super().open(component, config)
        assert isinstance(opened, ReferenceSpout)
        return Zeroes(opened.executor)


@pytest.mark.parametrize("claims", [False, True])
def test_a_number_that_is_not_claimed_is_not_read(*, claims: bool) -> None:
    """A field that a language fills with 0 by itself is no answer."""
    run = Run("spout", Config(spout_tasks=(1,)), (SpoutEmit(1, 5, "m", (3,)),))
    answer = Driver("zeroes", lambda: OfSpouts(claims=claims)).run(run)
    assert not isinstance(answer, Refused)
    [found] = results_of(SpoutResult, answer)
    assert found.pending == (0 if claims else None)
    assert len(found.effects) == 2
