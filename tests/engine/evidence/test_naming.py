"""A name in place of a command line: no evidence contains the command line."""

import sys
from pathlib import Path

import pytest
from ackproof.commands.main import main

ARGUMENT = "tok-5f1e9d"

FAILING = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "start":
        told = {"protocol": 1, "name": "it", "version": "1", "language": "p", "components": ["acker"]}
    elif request["cmd"] == "open":
        told = {"ok": True}
    else:
        told = {"results": [{} for _ in request["operations"]]}
    print(json.dumps(told), flush=True)
"""

DYING = """
import sys
sys.exit(f"no: {sys.argv}")
"""


def evidence(folder: Path) -> str:
    """Return the names and texts of all evidence in a folder."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return "\n".join(f"{path.name}: {path.read_text(encoding='utf-8')}" for path in files)


@pytest.mark.parametrize(("program", "code"), [(FAILING, 1), (DYING, 3), (None, 3)])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_command_line_stands_in_no_evidence_with_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], program: str | None, code: int, form: str
) -> None:
    """It is neither in the certificate, nor in JUnit, witnesses, lists of deviations and names of files, nor on the
    terminal: whether the target breaks a rule, dies with its arguments in its last output, or does not exist.
    """
    script = tmp_path / "secret place" / "acker.py"
    script.parent.mkdir()
    if program is not None:
        script.write_text(program, encoding="utf-8")
    target = f"exec:{sys.executable} '{script}' --token={ARGUMENT}"
    if program is None:
        target = f"exec:'{script}' --token={ARGUMENT}"
    out = tmp_path / "out"
    settings = ["--rule", "ACK-04", "--examples", "30", "--out", str(out), "--format", form]
    assert code == main(["certify", target, "--name", "ours", "--update-deviations", *settings])
    written, shown = evidence(out), "".join(capsys.readouterr())
    assert "ours" in written
    for secret in (ARGUMENT, "secret place", target):
        assert secret not in written
        assert secret not in shown


def test_without_a_name_the_command_line_stands_there_whole(tmp_path: Path) -> None:
    """Evidence names the command that was run; the docs warn of this."""
    target = f"exec:/no/such/acker --token={ARGUMENT}"
    assert 3 == main(["certify", target, "--rule", "ACK-03", "--out", str(tmp_path / "out")])
    assert target in evidence(tmp_path / "out")


def test_no_evidence_names_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds whatever the name of the machine."""
    monkeypatch.setattr("socket.gethostname", lambda: "host-of-mine")
    monkeypatch.setattr("platform.node", lambda: "host-of-mine")
    assert 0 == main(["certify", "reference", "--rule", "ACK-03", "--out", str(tmp_path / "out")])
    assert "host" not in evidence(tmp_path / "out")


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 201])
def test_what_is_no_name_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """The error is one sentence, and nothing is written."""
    assert 2 == main(["certify", "reference", "--name", name, "--out", str(tmp_path / "out")])
    assert "--name is no name" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_name_is_for_one_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two targets of the same name could not be distinguished."""
    assert 2 == main(["certify", "reference", "kernel", "--name", "it", "--out", str(tmp_path / "out")])
    assert "--name is for one target" in capsys.readouterr().err
