"""An acker that does not report its number of records, inside the reference's topology."""

from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection


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
