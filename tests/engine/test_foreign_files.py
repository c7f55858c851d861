"""Files of unknown origin: each invalid one ends in a one-sentence error, and no text in it affects the terminal."""

from pathlib import Path

import pytest
from ackproof.commands.main import main
from ackproof.wire import deviations, documents

USAGE = 2

DEEP = "[" * 200_000 + "]" * 200_000

ODD_CERTIFICATES = (
    DEEP,
    '{"certificate": 1, "verdicts": [1]}',
    '{"certificate": 1, "verdicts": [{"witness": 1}]}',
    "\x00",
)


@pytest.mark.parametrize("document", ODD_CERTIFICATES, ids=range(len(ODD_CERTIFICATES)))
def test_what_is_no_certificate_names_no_file_of_ours(tmp_path: Path, document: str) -> None:
    """It is in the evidence folder, and is replaced; other files are kept."""
    (tmp_path / "certificate.json").write_text(document, encoding="utf-8")
    (tmp_path / "witness-of-somebody.json").write_text("precious", encoding="utf-8")
    assert 0 == main(["certify", "reference", "--rule", "RM-01", "--out", str(tmp_path)])
    assert "precious" == (tmp_path / "witness-of-somebody.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("a = " + DEEP, "is not TOML"),
        ("#" * (deviations.LONGEST_LIST + 1), "no list of deviations has"),
        ('target = "\\u001b[2J"\nmore = 1', "more"),
        ('deviation = 7\ntarget = "\\u202e"', "deviation"),
    ],
    ids=["deep", "long", "escape", "override"],
)
def test_an_odd_list_of_deviations_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], document: str, words: str
) -> None:
    """The error is one line, before anything runs."""
    path = tmp_path / "list\x1b[2J.toml"
    path.write_text(document, encoding="utf-8")
    out = tmp_path / "out"
    assert USAGE == main(["certify", "reference", "--deviations-file", str(path), "--out", str(out)])
    written = capsys.readouterr()
    assert words in written.err
    assert "Traceback" not in written.err
    assert (written.out + written.err).replace("\n", "").isprintable()
    assert len(written.err) < 2_000


@pytest.mark.parametrize(
    "document", [DEEP, "[]", '{"rule": "\\u001b]0;x\\u0007"}', '{"witness": 1' + "0" * 10_000 + "}"]
)
def test_an_odd_witness_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], document: str) -> None:
    """The error is one line, and nothing of the witness is run."""
    path = tmp_path / "witness.json"
    path.write_text(document, encoding="utf-8")
    assert USAGE == main(["replay", str(path), "reference"])
    written = capsys.readouterr().err
    assert written.replace("\n", "").isprintable()
    assert "Traceback" not in written
    assert len(written) < 2_000


def test_a_witness_that_is_too_long_is_not_read_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file may be endless."""
    monkeypatch.setattr(documents, "LONGEST_DOCUMENT", 100)
    path = tmp_path / "witness.json"
    path.write_text("{" + " " * 200, encoding="utf-8")
    assert USAGE == main(["replay", str(path), "reference"])
    assert "has more than 100 bytes" in capsys.readouterr().err
