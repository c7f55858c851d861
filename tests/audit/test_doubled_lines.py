"""Logs of which a program delivered a block of lines again."""

import pytest

from audit.test_afterlives import lines_of, reported
from audit.test_causes import cause, verdicts

LINES = lines_of("storm-2.8.3")


@pytest.mark.parametrize("size", [10, 40, 150])
def test_a_block_of_lines_that_came_twice_is_no_misdeed(size: int) -> None:
    """A cause is that of the whole log, or unknown; no acker notified twice, and no worker was started again."""
    right = {root: cause(each) for root, each in verdicts(LINES, "storm2").items()}
    known = 0
    for at in range(0, len(LINES), size // 2 + 1 + 300 // size):
        lines = LINES[: at + size] + LINES[at : at + size] + LINES[at + size :]
        for root, each in verdicts(lines, "storm2").items():
            found = cause(each)
            assert found in (right.get(root), None) or found == ("AUD-15", ""), (at, each)
            known += found == right.get(root)
    assert known > 100


def test_the_whole_log_twice_has_no_violation() -> None:
    """Not one in which the acker and the reference do the same twice either."""
    right, made = reported(LINES), reported([line for line in LINES for _ in range(2)])
    assert made.not_allowed == right.not_allowed == []
    assert any("equal lines twice" in each for each in made.not_known)
    assert not any("equal lines twice" in each for each in right.not_known)
    again = reported(LINES + LINES)
    assert again.not_allowed == []
    causes = {each.root: each.cause.id for each in right.verdicts if each.cause}
    assert again.verdicts
    assert all(each.cause is None or each.cause.id in ("AUD-15", causes[each.root]) for each in again.verdicts)
