"""The process of a bolt: how long it is waited for after its input has ended."""

import sys
from pathlib import Path

import pytest
from ackproof.targets.bolt_process import IMPATIENT, PATIENT, BoltProcess, Patience, PidFolder
from ackproof.targets.shell_parent import NothingToRead

ENDS = "import sys; sys.stdin.read()"
STAYS = "import sys, time; sys.stdin.read(); time.sleep(60)"


@pytest.mark.parametrize(
    ("program", "end", "seconds"),
    [(ENDS, NothingToRead.ENDED, PATIENT), (STAYS, NothingToRead.DONE, IMPATIENT)],
)
def test_once_a_process_stayed_the_next_ones_are_not_waited_for_as_long(
    tmp_path: Path, program: str, end: NothingToRead, seconds: float
) -> None:
    """With five seconds for each candidate, the smallest example of a bolt that stays would take an hour."""
    (tmp_path / "bolt.py").write_text(program, encoding="utf-8")
    pids, patience = PidFolder(), Patience()
    patience.seconds = PATIENT if end is NothingToRead.ENDED else 0.2
    bolt = BoltProcess(
        command=[sys.executable, str(tmp_path / "bolt.py")], deeds=(), pids=pids, patience=patience, reply_timeout=30
    )
    try:
        bolt.hang_up()
        assert bolt.read() is end
        assert seconds == patience.seconds
    finally:
        bolt.close()
        pids.close()
