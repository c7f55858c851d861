"""Adapters that were written for protocol 1 in its first version are certified without changes."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from common.command import Command

FROZEN = Path(__file__).parents[1] / "frozen"
HASHES = {
    "forgetful.py": "27922b3da04d8e6238834406e0a8b8adbc6490dfba27f26d9411ba4042f26aac",
    "go/acker.go": "5c5bf7d4864d60aee0e8a24726d67e1d781017420aa54573d37bb4df651b8fc3",
    "go/go.mod": "84eba3e3a5102caf5d825525fffea1c50e9fcb14739d70847ce01dfdb7add722",
    "go/main.go": "7a3e1300d0d352ec2381d6679420a1b7d66fa8cfcd8262c95b5349c5a266fed1",
    "javascript/acker.mjs": "166a1857ebdeb1a3121ea27c01f4ace37c1a2b1e31364d2c06ec6b4a378b655d",
    "javascript/main.mjs": "bd6c0eae9e76d35af14d183f0aa55476267796efa2b291bd74cf0c3363bbcbae",
}
"""SHA-256 of each file at commit b0ca209: a change of an adapter here would hide that users' adapters broke."""

CONFORMANT = 0


def exec_target(language: str, folder: Path) -> str:
    """Return the target of a frozen adapter, built into a folder."""
    tool = shutil.which({"go": "go", "javascript": "node"}[language])
    if tool is None:
        pytest.skip(f"the adapter in {language} needs its tools on the path")
    if language == "javascript":
        return f"exec:{tool} {FROZEN / 'javascript' / 'main.mjs'}"
    subprocess.run([tool, "build", "-o", folder / "acker", "."], cwd=FROZEN / "go", check=True)
    return f"exec:{folder / 'acker'}"


@pytest.mark.parametrize("name", HASHES)
def test_a_frozen_adapter_is_what_it_was(name: str) -> None:
    """It is equal byte by byte."""
    assert HASHES[name] == hashlib.sha256((FROZEN / name).read_bytes()).hexdigest()


@pytest.mark.parametrize("language", ["go", "javascript"])
def test_an_old_adapter_is_conformant(ackproof: Command, tmp_path: Path, language: str) -> None:
    """Its claims are the same, and no later operation is sent to it."""
    target = exec_target(language, tmp_path)
    result = ackproof(
        "certify", target, "--profile", "storm2", "--rule", "ACK-0*", "--no-assumptions", "--examples", "60"
    )
    assert CONFORMANT == result.code, result.out
    (report,) = json.loads(Path("out/certificate.json").read_text(encoding="utf-8"))["targets"]
    assert "conformant" == report["conclusion"]


def test_an_old_class_in_python_is_judged_as_it_was(ackproof: Command) -> None:
    """The same mistakes are found, and no others."""
    result = ackproof("certify", "frozen.forgetful:make", "--rule", "ACK-0[1-9]", "--examples", "60")
    assert 1 == result.code
    found = json.loads(Path("out/certificate.json").read_text(encoding="utf-8"))["verdicts"]
    assert {"ACK-07", "ACK-08"} == {each["rule"] for each in found if each["verdict"] == "FAIL"}
