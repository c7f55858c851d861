"""The proofs compile and rest on no axiom, where Coq is installed. `tox -e proofs` does more."""

from pathlib import Path

import pytest

from proofs import coq

LACK = coq.missing()


@pytest.mark.skipif(LACK is not None, reason=str(LACK))
def test_every_theorem_is_proved_and_rests_on_no_axiom(tmp_path: Path) -> None:
    """`Print Assumptions` says so for each; and the extracted code equals the committed one.

    An unchanged file with unchanged dependencies is not compiled again; `tox -e proofs` compiles all.
    """
    folder = coq.copied(tmp_path)
    assert coq.changed_compiled(folder, coq.modules()) is None
    assert dict.fromkeys(coq.theorems(), coq.CLOSED) == coq.assumptions(folder)
    if coq.version() == coq.EXTRACTED_BY:
        assert [] == coq.extracts_otherwise(folder)


def test_how_to_install_coq_is_said_where_it_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one sentence."""
    monkeypatch.setenv("PATH", "")
    assert coq.HOW_TO_INSTALL == coq.missing()
