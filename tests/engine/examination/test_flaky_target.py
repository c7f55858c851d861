"""A target that is wrong once and right afterwards: the violation is found, and reported as flaky."""

from pathlib import Path

from common.command import Command

LINES = [
    "from wrong_ackers.ackers import TestsZeroBeforeFail",
    "from wrong_ackers.right import RightAcker, target_of",
    "made = []",
    "def acker(profile):",
    "    made.append(profile)",
    "    return TestsZeroBeforeFail(profile) if len(made) < 40 else RightAcker(profile)",
    "make = target_of(None, acker)",
]


def test_a_violation_that_does_not_come_again_is_a_violation_all_the_same(ackproof: Command, tmp_path: Path) -> None:
    """The reason says that it did not happen again, and the witness is the first one."""
    (tmp_path / "flaky.py").write_text("\n".join(LINES), encoding="utf-8")
    result = ackproof("certify", "flaky:make", "--rule", "ACK-08", "--profile", "storm2", "--examples", "40")
    assert 1 == result.code
    assert "FAIL ACK-08" in result.out
    certificate = (tmp_path / "out" / "certificate.json").read_text(encoding="utf-8")
    assert "(and not when the same was tried again)" in certificate
    assert (tmp_path / "out" / "witness-flaky-make-ACK-08-storm2.json").exists()
