"""motorway's acker as a target: its recorded deviations still happen, and it behaves as its page says."""

import inspect
from pathlib import Path

import pytest
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.verdict import Outcome
from ackproof.wire.certificates import read_certificate

pytest.importorskip("motorway", reason="motorway is not installed: pip install 'ackproof[motorway]'")

NAME = "motorway-3.1.4"
DOCS = Path(__file__).resolve().parents[2] / "docs"
EXPLAINED = ["ACK-02", "ACK-03", "ACK-04", "ACK-05", "ACK-10", "ACK-12", "ACK-22", "ACK-23", "ACK-26", "ACK-27"]


@pytest.mark.shrinks
def test_it_deviates_as_its_page_says(tmp_path: Path) -> None:
    """Nothing else is broken, and every recorded witness is reproduced."""
    selection = Selection(component="acker", rule="ACK-[0-2][0-7]")
    order = CertificationOrder(
        targets=(NAME,), out=tmp_path, deviations=True, selection=selection, effort=Effort(examples=40)
    )
    (report,) = certify(order).targets
    assert ((), ()) == (report.stale, report.unmatched)
    assert EXPLAINED == [each.rule for each in report.verdicts if each.outcome is Outcome.DEVIATES]
    assert [] == [each.rule for each in report.verdicts if each.outcome is Outcome.FAIL]


def test_its_page_has_the_verdict_of_its_certificate() -> None:
    """The certificate is made anew with each wording of the rules."""
    (report,) = read_certificate(DOCS / "certificates" / f"{NAME}.json")["targets"]
    assert f"*{report['conclusion']}*" in (DOCS / "other-ackers.md").read_text(encoding="utf-8")


def test_a_fail_that_comes_first_is_told_to_nobody() -> None:
    """So messages before an init are not judged: it assumes that there are none."""
    from ackproof_adapters.others.motorway import Motorway  # noqa: PLC0415 - after the package was found

    acker = Motorway("storm2")
    assert [] == [*acker.fail(1), *acker.init(1, 5, 7), *acker.ack(1, 5)]


def test_its_ramps_send_the_message_before_the_control_message() -> None:
    """Its page describes this assumption, which motorway does not keep."""
    from motorway.mixins import SendMessageMixin  # noqa: PLC0415 - after the package was found

    source = inspect.getsource(SendMessageMixin.send_message)
    assert 0 < source.index("message.send(") < source.index("message.send_control_message(")
