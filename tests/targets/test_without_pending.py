"""An acker that does not tell how many records it keeps, inside the reference's topology."""

from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.examine import Effort
from ackproof.engine.plan import Selection


def test_a_death_is_judged_without_a_count_of_records() -> None:
    """Its records are unknown and not none: else a right acker would be accused of what it does not tell."""
    found = certify(
        CertificationOrder(
            targets=("ackproof.skeletons.python.my_acker:make",),
            selection=Selection(component="topology", rule="SYS-24"),
            effort=Effort(examples=150),
        )
    )
    assert 0 == found.exit_code
